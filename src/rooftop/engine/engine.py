"""A title's rules, ready to run: the template specialised for it, compiled or interpreted."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import Protocol

import numpy as np

from rooftop.engine.program import Program, Rules
from rooftop.engine.record import Array
from rooftop.engine.state import SharedState
from rooftop.errors import OptionError, TitleError

TEMPLATE = Path(__file__).with_name("template.py")
INTERFACE = (
    "setup", "legal", "apply", "blind", "known_to", "observe", "check", "refresh", "value", "refusal"
)  # fmt: skip
DEFAULTS = "rooftop.engine.defaults"  # has some of them, for titles that do not
ENTRIES = {  # the functions of the template that Python calls, with their parameters
    "start": "S i T Z seats options",
    "moves": "S i T out",
    "step": "S i T action out",
    "blinded": "S i T W seat salt",
    "refreshed": "S i T",
    "who_knows": "S i T action",
    "why_not": "S i T action",
    "features": "S i T seat out",
    "law": "S i T out",
    "pick": "C i n",
    "greedy": "S T kinds C W out more blinding chosen",
    "action_values": "S T kinds C W more actions counts values",
    "play_games": "S T Z C seats options checked out broken",
    "refused": "actions counts chosen",
    "step_batch": "first last S T Z C choices kinds players settings chosen resets actions counts random"
    " acting ended ranks points rewards by_margin",
    "show_batch": "S T kinds chosen actions counts mask observers observation",
    "copy_states": "S W times",
}


class Engine(Program):
    """The rules of a title over arrays of states. Compiled and interpreted engines behave alike."""

    part = "rules"
    template = TEMPLATE
    entries = ENTRIES

    def __init__(self, rules: Rules, compiled: bool) -> None:
        _check_fields(rules)
        super().__init__(rules, compiled)
        self.blank = rules.state.array()

    start: Callable[..., None]
    moves: Callable[..., int]
    step: Callable[..., int]
    blinded: Callable[..., None]
    refreshed: Callable[..., None]
    who_knows: Callable[..., int]
    why_not: Callable[..., int]
    features: Callable[..., None]
    law: Callable[..., int]
    pick: Callable[..., int]
    greedy: Callable[..., None]
    action_values: Callable[..., None]
    play_games: Callable[..., int]
    refused: Callable[..., int]
    step_batch: Callable[..., None]
    show_batch: Callable[..., None]
    copy_states: Callable[..., None]

    def given(self) -> dict[str, object]:
        """The kernels of the title, and the default ones."""
        names = self.kernel_modules
        found: dict[str, object] = {"ACTIONS": self.rules.actions}
        for module in map(import_module, (DEFAULTS, *names)):
            found |= {name: vars(module)[name] for name in INTERFACE if name in vars(module)}
        for name in INTERFACE:
            if name not in found and name != "legal":  # the template has one
                raise TitleError(f"title {self.rules.id!r}: no kernel {name} in {', '.join(names)}")
        return found

    def room(self) -> Array:
        """Room for a list of legal actions."""
        return np.empty(self.rules.actions, np.int16)


class Startable(Protocol):
    """A game that can be started any number of times: rules, tables, players and options."""

    @property
    def engine(self) -> Engine: ...
    @property
    def tables(self) -> Array: ...
    @property
    def players(self) -> int: ...
    @property
    def encoded(self) -> Array: ...  # the options as `setup` reads them
    def notation(self, action: int) -> str: ...


def _check_fields(rules: Rules) -> None:
    """Check the fields that the template relies on; Numba's own error would be pages long."""
    for name, field in SharedState.fields.items():
        own = rules.state.fields.get(name)
        if own is None or own.shape != field.shape:
            raise TitleError(f"title {rules.id!r}: state must inherit from SharedState; field {name} differs")
    points = rules.state.fields.get("points")
    if points is None or len(points.shape) != 2 or points.shape[1] != len(rules.sources):
        raise TitleError(f"title {rules.id!r}: state.points must have one column per source")
    if "max_plies" not in rules.tables.fields:
        raise TitleError(f"title {rules.id!r}: tables must have the field max_plies")


@lru_cache(maxsize=16)
def _engine(rules: Rules, compiled: bool) -> Engine:
    return Engine(rules, compiled)


@lru_cache(maxsize=16)
def _can_run(rules: Rules) -> bool:
    """Whether the rules of a title can run compiled; print a line once if they cannot."""
    missing = _engine(rules, True).missing
    if missing:
        print(f"rooftop: {missing}; they are interpreted, which is slow", file=sys.stderr)
    return not missing


def engine(rules: Rules, compiled: bool | None = None) -> Engine:
    """The engine of a title: compiled where possible, or as ROOFTOP_ENGINE says."""
    if compiled is None:
        wanted = os.environ.get("ROOFTOP_ENGINE") or "compiled"
        if wanted not in ("compiled", "interpreted"):
            raise OptionError(f"ROOFTOP_ENGINE must be compiled or interpreted, not {wanted!r}")
        compiled = wanted == "compiled" and _can_run(rules)
    return _engine(rules, compiled)

"""A title's rules, ready to run: the template specialised for it, compiled or interpreted."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from rooftop.engine.interpreted import interpreted_view
from rooftop.engine.kernel import cache_folder, specialise, uncollected
from rooftop.engine.record import Array, Record
from rooftop.engine.state import RandomStream, SharedState
from rooftop.errors import OptionError, TitleError

TEMPLATE = Path(__file__).with_name("template.py")
INTERFACE = ("setup", "legal", "apply", "blind", "known_to", "observe", "check", "refresh", "value")
ENTRIES = ("start", "moves", "step", "blinded", "refreshed", "who_knows", "features", "law", "pick", "best")
BULK = ("play_games", "start_batch", "list_batch", "refused", "step_batch", "choose_batch", "copy_states")


class Rules(Protocol):
    """The part of a title that the engine runs. Its modules hold the kernels of `INTERFACE`."""

    @property
    def id(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def package(self) -> str: ...
    @property
    def modules(self) -> tuple[str, ...]: ...
    @property
    def state(self) -> type[Record]: ...
    @property
    def tables(self) -> type[Record]: ...
    @property
    def actions(self) -> int: ...
    @property
    def observation(self) -> int: ...
    @property
    def sources(self) -> tuple[str, ...]: ...
    @property
    def laws(self) -> tuple[str, ...]: ...
    @property
    def rarities(self) -> tuple[str, ...]: ...
    def __hash__(self) -> int: ...


class Engine:
    """The entry functions over arrays of states. Compiled and interpreted engines behave alike."""

    def __init__(self, rules: Rules, compiled: bool) -> None:
        self.rules = rules
        self.compiled = compiled
        self.blank = rules.state.array()
        _check_fields(rules)
        home = str(resources.files(rules.package))
        names = [rules.package + "." + name if name else rules.package for name in rules.modules]
        kind = "compiled" if compiled else "interpreted"
        if compiled and is_cold(rules):
            _announce(rules.name)
        self.module = specialise(
            TEMPLATE, f"rooftop_{kind}_{rules.package.rpartition('.')[2]}", home, names, INTERFACE, compiled
        )
        for name in INTERFACE:
            if not hasattr(self.module, name):
                raise TitleError(f"title {rules.id!r}: no kernel {name} in {', '.join(names)}")
        for entry in ENTRIES + BULK:
            setattr(self, entry, self._entry(entry))

    start: Callable[..., None]
    moves: Callable[..., int]
    step: Callable[..., bool]
    blinded: Callable[..., None]
    refreshed: Callable[..., None]
    who_knows: Callable[..., int]
    features: Callable[..., None]
    law: Callable[..., int]
    pick: Callable[..., int]
    best: Callable[..., int]
    play_games: Callable[..., int]
    start_batch: Callable[..., None]
    list_batch: Callable[..., None]
    refused: Callable[..., int]
    step_batch: Callable[..., None]
    choose_batch: Callable[..., None]
    copy_states: Callable[..., None]

    def _entry(self, name: str) -> Callable[..., Any]:
        function: Callable[..., Any] = getattr(self.module, name)
        if self.compiled:
            return function
        return lambda *arguments: function(*map(interpreted_view, arguments))

    def room(self) -> Array:
        """Room for a list of legal actions."""
        return np.empty(self.rules.actions, np.int16)

    def prepare(self, tables: Array, seats: int, options: Array, bots: bool = False) -> Iterator[str]:
        """Compile everything a game needs by calling it once; yields the name of each part first."""
        with uncollected():
            states, other, room = self.rules.state.array(), self.rules.state.array(), self.room()
            yield "setup"
            self.start(states, 0, tables, self.blank, seats, options)
            yield "legal moves"
            self.moves(states, 0, tables, room)
            yield "decisions"
            self.step(states, 0, tables, -1, room)
            self.who_knows(states, 0, tables, int(room[0]))
            yield "secrets"
            self.blinded(states, 0, tables, other, 0, 0)
            self.refreshed(other, 0, tables)
            if bots:
                yield "bots"
                self.best(states, 0, tables, self.rules.state.array(2), room, self.room())
            yield "features"
            self.features(states, 0, tables, 0, np.zeros(self.rules.observation, np.int16))
            yield "laws"
            self.law(states, 0, tables, room)
            yield "whole games"
            stream, broken = RandomStream.array(), np.zeros(1, np.int16)
            self.pick(stream, 0, 1)
            self.play_games(states, tables, self.blank, stream, seats, options, True, room, broken)


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


def is_cold(rules: Rules) -> bool:
    """Whether nothing of a title's rules has been compiled on this machine."""
    return not any(cache_folder(str(resources.files(rules.package))).rglob("*.nbi"))


def _announce(name: str) -> None:
    print(f"rooftop: compiling the rules of {name} (once per version, about 40 seconds)", file=sys.stderr)


@lru_cache(maxsize=16)
def _engine(rules: Rules, compiled: bool) -> Engine:
    return Engine(rules, compiled)


def engine(rules: Rules, compiled: bool | None = None) -> Engine:
    """The engine of a title: compiled by default, or as ROOFTOP_ENGINE says."""
    if compiled is None:
        wanted = os.environ.get("ROOFTOP_ENGINE") or "compiled"
        if wanted not in ("compiled", "interpreted"):
            raise OptionError(f"ROOFTOP_ENGINE must be compiled or interpreted, not {wanted!r}")
        compiled = wanted == "compiled"
    return _engine(rules, compiled)

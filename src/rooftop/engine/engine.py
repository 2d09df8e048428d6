"""A title's rules, ready to run: the template specialised for it, compiled or interpreted."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property, lru_cache
from importlib import resources
from pathlib import Path
from types import ModuleType
from typing import Any, Protocol

import numpy as np

from rooftop.engine import machine
from rooftop.engine.interpreted import interpreted_view
from rooftop.engine.kernel import cache_folder, loading, specialise, uncollected
from rooftop.engine.record import Array, Record
from rooftop.engine.state import RandomStream, SharedState
from rooftop.errors import OptionError, TitleError

TEMPLATE = Path(__file__).with_name("template.py")
INTERFACE = ("setup", "legal", "apply", "blind", "known_to", "observe", "check", "refresh", "value")
ENTRIES = {  # the functions of the template that Python calls, and their parameters
    "start": "S i T Z seats options",
    "moves": "S i T out",
    "step": "S i T action out",
    "blinded": "S i T W seat salt",
    "refreshed": "S i T",
    "who_knows": "S i T action",
    "features": "S i T seat out",
    "law": "S i T out",
    "pick": "C i n",
    "best": "S i T W out more",
    "play_games": "S T Z C seats options checked out broken",
    "start_batch": "S T Z C seats options counts",
    "list_batch": "S T actions counts",
    "refused": "actions counts chosen",
    "step_batch": "S T Z C seats options chosen actions counts ended ranks",
    "choose_batch": "C actions counts chosen",
    "copy_states": "S W times",
}
PLAY = ("start", "moves", "step", "blinded", "refreshed", "who_knows")  # what a game of people needs
SERVE = (*PLAY, "law", "best")  # and what a server needs, with bots


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
        self._loaded: dict[str, Callable[..., Any]] = {}
        _check_fields(rules)
        for entry in ENTRIES:
            setattr(self, entry, self._lazy(entry) if compiled else self._checked(entry))

    start: Callable[..., None]
    moves: Callable[..., int]
    step: Callable[..., int]
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

    @cached_property
    def module(self) -> ModuleType:
        """The template with the kernels of the title, compiled by Numba or interpreted."""
        rules, kind = self.rules, "compiled" if self.compiled else "interpreted"
        names = [rules.package + "." + name if name else rules.package for name in rules.modules]
        module = specialise(
            TEMPLATE,
            f"rooftop_{kind}_{rules.package.rpartition('.')[2]}",
            str(resources.files(rules.package)),
            names,
            INTERFACE,
            self.compiled,
        )
        for name in INTERFACE:
            if not hasattr(module, name):
                raise TitleError(f"title {rules.id!r}: no kernel {name} in {', '.join(names)}")
        return module

    def _checked(self, name: str) -> Callable[..., Any]:
        """An interpreted entry, which gets checked wrappers of its arguments."""
        function: Callable[..., Any] = getattr(self.module, name)
        return lambda *arguments: function(*map(interpreted_view, arguments))

    def _lazy(self, name: str) -> Callable[..., Any]:
        """A compiled entry that is loaded at the first call."""
        return lambda *arguments: self.load(name)(*arguments)

    def load(self, name: str) -> Callable[..., Any]:
        """Load a compiled entry from the cache; compile it first if it is not there."""
        with loading:
            if name not in self._loaded:
                symbol, kinds, path = f"rooftop_{name}", _kinds(self.rules, name), _path(self.rules, name)
                code = machine.read(path)
                if code is None:
                    self._announce()
                    with uncollected():
                        code = machine.compile(getattr(self.module, name), symbol, kinds)
                    machine.write(path, code)
                self._loaded[name] = machine.load(code, symbol, kinds)
                setattr(self, name, self._loaded[name])
            return self._loaded[name]

    def _announce(self) -> None:
        if "module" not in vars(self):  # nothing has been compiled yet
            print(
                f"rooftop: compiling the rules of {self.rules.name} (once per version, about 40 seconds)",
                file=sys.stderr,
            )

    def room(self) -> Array:
        """Room for a list of legal actions."""
        return np.empty(self.rules.actions, np.int16)

    def prepare(self, entries: Iterable[str]) -> Iterator[str]:
        """Load or compile these entries; yields the name of each one first."""
        for name in entries:
            yield name
            if self.compiled:
                self.load(name)


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


def _kinds(rules: Rules, entry: str) -> list[machine.Kind]:
    """The kinds of an entry's arguments, by the names of its parameters."""
    small, short, word = np.dtype(np.int8), np.dtype(np.int16), np.dtype(np.int32)
    arrays = {
        **dict.fromkeys("SWZ", machine.ArrayOf(rules.state.dtype)),
        "T": machine.ArrayOf(rules.tables.dtype),
        "C": machine.ArrayOf(RandomStream.dtype),
        **dict.fromkeys(("out", "more", "chosen", "broken"), machine.ArrayOf(short)),
        **dict.fromkeys(("options", "counts"), machine.ArrayOf(word)),
        "actions": machine.ArrayOf(short, 2),
        "ended": machine.ArrayOf(np.dtype(np.bool_)),
        "ranks": machine.ArrayOf(small, 2),
    }
    return [arrays.get(name) for name in ENTRIES[entry].split()]


def _path(rules: Rules, entry: str) -> Path:
    folder = cache_folder(str(resources.files(rules.package)))
    return folder / f"{entry}-{machine.processor()}.o"


def is_cold(rules: Rules) -> bool:
    """Whether something that a server needs has not been compiled on this machine."""
    return any(machine.read(_path(rules, entry)) is None for entry in SERVE)


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

"""A title's rules, ready to run: the template specialised for it, compiled or interpreted."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np

from rooftop.core.errors import OptionError, TitleError
from rooftop.core.kernel import Array, cache_folder, interpreted_view, specialise, uncollected
from rooftop.core.state import Chooser, SharedState
from rooftop.core.title import INTERFACE, Title

TEMPLATE = Path(__file__).with_name("engine_template.py")
ENTRIES = ("start", "moves", "step", "blinded", "renewed", "who_knows", "features", "law", "pick", "best")
BULK = ("play_games", "start_batch", "list_batch", "refused", "step_batch", "choose_batch", "copy_states")


class Engine:
    """The entry functions over arrays of states. Compiled and interpreted engines behave alike."""

    def __init__(self, title: Title, compiled: bool) -> None:
        self.title = title
        self.compiled = compiled
        self.blank = title.state.array()
        _check_fields(title)
        home = str(resources.files(title.package))
        names = [title.package + "." + name if name else title.package for name in title.modules]
        kind = "compiled" if compiled else "interpreted"
        if compiled and is_cold(title):
            _announce(title.name)
        self.module = specialise(
            TEMPLATE, f"rooftop_{kind}_{title.package.rpartition('.')[2]}", home, names, INTERFACE, compiled
        )
        for name in INTERFACE:
            if not hasattr(self.module, name):
                raise TitleError(f"title {title.id!r}: no module of {', '.join(names)} has the kernel {name}")
        for entry in ENTRIES + BULK:
            setattr(self, entry, self._entry(entry))

    start: Callable[..., None]
    moves: Callable[..., int]
    step: Callable[..., bool]
    blinded: Callable[..., None]
    renewed: Callable[..., None]
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
        return np.empty(self.title.actions, np.int16)

    def prepare(self, tables: Array, seats: int, options: Array, bots: bool = False) -> Iterator[str]:
        """Call everything that a game needs once, so that it is compiled; yields what comes next."""
        with uncollected():
            states, other, room = self.title.state.array(), self.title.state.array(), self.room()
            yield "setup"
            self.start(states, 0, tables, self.blank, seats, options)
            yield "legal moves"
            self.moves(states, 0, tables, room)
            yield "decisions"
            self.step(states, 0, tables, -1, room)
            self.who_knows(states, 0, tables, int(room[0]))
            yield "secrets"
            self.blinded(states, 0, tables, other, 0, 0)
            self.renewed(other, 0, tables)
            if bots:
                yield "bots"
                self.best(states, 0, tables, self.title.state.array(2), room, self.room())
            yield "features"
            self.features(states, 0, tables, 0, np.zeros(self.title.observation, np.int16))
            yield "laws"
            self.law(states, 0, tables, room)
            yield "whole games"
            chooser, broken = Chooser.array(), np.zeros(1, np.int16)
            self.pick(chooser, 0, 1)
            self.play_games(states, tables, self.blank, chooser, seats, options, True, room, broken)


def _check_fields(title: Title) -> None:
    """The fields that the core relies on; said here, because Numba's own words would be pages long."""
    for name, field in SharedState.fields.items():
        own = title.state.fields.get(name)
        if own is None or own.shape != field.shape:
            raise TitleError(f"title {title.id!r}: its state must inherit SharedState, but {name} differs")
    points = title.state.fields.get("points")
    if points is None or len(points.shape) != 2 or points.shape[1] != len(title.sources):
        raise TitleError(f"title {title.id!r}: points must be one column for each of its sources")
    if "max_plies" not in title.tables.fields:
        raise TitleError(f"title {title.id!r}: its tables lack max_plies")


def is_cold(title: Title) -> bool:
    """Whether nothing of a title's rules has been compiled yet on this machine."""
    return not any(cache_folder(str(resources.files(title.package))).rglob("*.nbi"))


def _announce(name: str) -> None:
    print(f"rooftop: compiling the rules of {name} (once per version, about 40 seconds)", file=sys.stderr)


@lru_cache(maxsize=16)
def _engine(title: Title, compiled: bool) -> Engine:
    return Engine(title, compiled)


def engine(title: Title, compiled: bool | None = None) -> Engine:
    """The engine of a title. Without a word: compiled, unless ROOFTOP_ENGINE says "interpreted"."""
    if compiled is None:
        wanted = os.environ.get("ROOFTOP_ENGINE") or "compiled"
        if wanted not in ("compiled", "interpreted"):
            raise OptionError(f"ROOFTOP_ENGINE is {wanted!r}; it may be compiled or interpreted")
        compiled = wanted == "compiled"
    return _engine(title, compiled)

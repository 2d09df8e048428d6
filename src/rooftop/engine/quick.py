"""The hot path of a position: machine code called from C (`_quick.c`), or by ctypes without it.

Both pass the same memory to the code. Elsewhere `machine.ArrayOf` checks arguments at every call; here they
are checked once: `game.position` makes the memory itself, and nobody can replace it.
"""

from __future__ import annotations

import ctypes
import importlib
import os
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from rooftop.engine import quick_build
from rooftop.engine.engine import Engine, Startable
from rooftop.engine.machine import FAILED
from rooftop.engine.record import Array

__all__ = ["FAILED", "OUT_OF_BOUNDS", "Calls", "library", "rules"]

if TYPE_CHECKING:
    from rooftop.engine import _quick

OUT_OF_BOUNDS = "a kernel used an index out of bounds"  # the words of `machine` and `_quick.c`


def load() -> Any:
    """Load the module `_quick`; None if it is missing, built from other sources, or ROOFTOP_QUICK is 0."""
    if os.environ.get("ROOFTOP_QUICK") == "0" or not quick_build.can_load():
        return None
    try:
        module = importlib.import_module("rooftop.engine._quick")
    except ImportError:
        return None
    return module if quick_build.digest() == module.DIGEST else None


library = load()


def rules(game: Startable) -> _quick.Rules | None:
    """The rules of a game for the C type; None without it, and for interpreted rules."""
    engine = game.engine
    if library is None or not engine.compiled:
        return None
    kind = engine.rules.state
    made: _quick.Rules = library.Rules(
        engine.linked,
        partial(np.frombuffer, dtype=kind.dtype),
        **{name: engine.address(name) for name in ("start", "moves", "step")},
        tables=_bytes(game.tables),
        options=_bytes(game.encoded),
        players=game.players,
        actions=engine.rules.actions,
        size=kind.dtype.itemsize,
        rng_at=_place(engine, "rng"),
        rng_size=kind.dtype["rng"].itemsize,
        to_act_at=_place(engine, "to_act"),
        ply_at=_place(engine, "ply"),
    )
    return made


class Calls:
    """The entries of a position for ctypes. Arguments are addresses of arrays, and plain numbers: checking
    every array in Python would take longer than the call."""

    def __init__(self, game: Startable) -> None:
        engine = game.engine
        self.actions = engine.rules.actions
        self.to_act_at = _place(engine, "to_act")
        self._kept = (engine.linked, game.tables[:])  # a view, so that the tables cannot be resized
        self.tables = id(self._kept[1])
        self.moves = _entry(engine, "moves")
        self.step = _entry(engine, "step")


def _entry(engine: Engine, name: str) -> Callable[..., int]:
    # ctypes converts addresses faster than any other kind of number. The lock is kept: the call is short.
    takes = [ctypes.c_void_p] * len(engine.entries[name].split())
    return ctypes.PYFUNCTYPE(ctypes.c_int64, *takes)(engine.address(name))


def _bytes(array: Array) -> Array:
    """The memory of an array, as bytes."""
    return np.ascontiguousarray(array).view(np.uint8)


def _place(engine: Engine, name: str) -> int:
    """The offset of a field in a state."""
    fields = engine.rules.state.dtype.fields
    assert fields is not None
    return fields[name][1]

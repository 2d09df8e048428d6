"""Helpers for positions that are set up by hand, and for decisions at the same time."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import msgspec
import numpy as np

from rooftop.errors import OptionError
from rooftop.game.decoding import convert
from rooftop.game.validation import explain

Wanted = TypeVar("Wanted")


def wanted_of(kind: type[Wanted], table: Mapping[str, object]) -> Wanted:
    """A position's table as the title's struct."""
    try:
        return convert(table, kind)
    except msgspec.ValidationError as error:
        raise OptionError(f"position: {explain(error, kind)}") from None


def number_of(path: str, known: list[str], name: str) -> int:
    """The index of a name; "" marks numbers without a name."""
    if not name or name not in known:
        raise OptionError(f"position: {path}: must be one of {', '.join(filter(None, known))}, not {name!r}")
    return known.index(name)


def together(phase: int, decisions: Callable[[Any], int] = lambda board: 1) -> Callable[..., int]:
    """`Title.ahead` for a phase in which one seat after the other decides in secret, each from what is its
    own: how many decisions a seat makes on this board."""

    def ahead(board: Any, s: np.void, seat: int) -> int:
        if s["phase"] != phase or seat <= s["to_act"]:
            return 0
        s["to_act"] = seat
        return decisions(board)

    return ahead

"""Positions set up by hand: reading their tables, with errors that say what would be right."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

import msgspec

from rooftop.errors import OptionError
from rooftop.game.decoding import convert
from rooftop.game.validation import explain

Wanted = TypeVar("Wanted")


def wanted_of(kind: type[Wanted], table: Mapping[str, object]) -> Wanted:
    """A position's table as a title's structure."""
    try:
        return convert(table, kind)
    except msgspec.ValidationError as error:
        raise OptionError(f"position: {explain(error, kind)}") from None


def number_of(place: str, known: list[str], name: str) -> int:
    """Which of the known names it is; "" stands for numbers that have none."""
    if not name or name not in known:
        raise OptionError(f"position: {place}: {name!r} is not one of {', '.join(filter(None, known))}")
    return known.index(name)

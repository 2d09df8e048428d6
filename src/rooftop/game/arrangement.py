"""Helpers for positions that are set up by hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

import msgspec

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

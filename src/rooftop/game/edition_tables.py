"""Reads the tables of an edition into a title's structs, with checks that titles share."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar, cast

import msgspec

from rooftop.errors import EditionError
from rooftop.game.edition import Edition, read
from rooftop.game.text import Text

Row = TypeVar("Row")
NamedRow = TypeVar("NamedRow", bound="Named")


class Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table of an edition; titles subclass it in `schema.py`."""


class Named(Table, frozen=True):
    """A table of things that have only a name."""

    id: str
    name: Text


def chosen_first(rows: Sequence[NamedRow], ids: Sequence[str]) -> list[NamedRow]:
    """The rows with these ids, in this order, then the others."""
    return sorted(rows, key=lambda row: ids.index(row.id) if row.id in ids else len(ids))


class Reader:
    """Reads tables and collects their problems. An unreadable table is None until `settle` raises."""

    def __init__(self, edition: Edition) -> None:
        self.edition = edition
        self.problems: list[str] = []

    def one(self, kind: type[Row], key: str) -> Row:
        """The table `[key]`."""
        if key not in self.edition.data:
            self.problems.append(f"missing table [{key}]")
            return cast(Row, None)
        return cast(Row, read(kind, self.edition.data[key], key, self.problems))

    def all_of(self, kind: type[Row], key: str) -> list[Row]:
        """The tables `[[key]]`."""
        rows = self.edition.data.get(key)
        if not isinstance(rows, list):
            self.problems.append(f"missing tables [[{key}]]")
            return []
        found = [read(kind, row, f"{key}[{index}]", self.problems) for index, row in enumerate(rows)]
        return cast(list[Row], found)

    def no_others(self, title: str, known: Iterable[str]) -> None:
        """Report every table that the title does not know."""
        for key in self.edition.data:
            if key not in {"edition", *known}:
                self.problems.append(f"{key}: unknown table; {title} has {', '.join(known)}")

    def settle(self) -> None:
        """Raise EditionError if there are problems."""
        if self.problems:
            raise EditionError(self.edition.name, self.problems)


def within(path: str, value: int, low: int, high: int) -> Iterator[str]:
    """Report a number that is out of range."""
    if not low <= value <= high:
        yield f"{path}: must be from {low} to {high}, not {value}"


def duplicates(path: str, ids: Sequence[object], key: str = ".id") -> Iterator[str]:
    """Report duplicates; `key` is the key of the row that holds the name."""
    for index, name in enumerate(ids):
        if name in ids[:index]:
            yield f"{path}[{index}]{key}: {name!r} is a duplicate"

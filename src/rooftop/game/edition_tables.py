"""The tables of an edition as a title's structures, and checks that all titles make."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar, cast

from rooftop.errors import EditionError
from rooftop.game.edition import Edition, read

Row = TypeVar("Row")


class Reader:
    """Reads the tables of an edition one by one and gathers what is wrong with them. What could not be read
    is None, until `settle` raises."""

    def __init__(self, edition: Edition) -> None:
        self.edition = edition
        self.problems: list[str] = []

    def one(self, kind: type[Row], key: str) -> Row:
        """The table `[key]`."""
        if key not in self.edition.data:
            self.problems.append(f"has no table [{key}]")
            return cast(Row, None)
        return cast(Row, read(kind, self.edition.data[key], key, self.problems))

    def all_of(self, kind: type[Row], key: str) -> list[Row]:
        """The tables `[[key]]`."""
        rows = self.edition.data.get(key)
        if not isinstance(rows, list):
            self.problems.append(f"has no tables [[{key}]]")
            return []
        found = [read(kind, row, f"{key}[{index}]", self.problems) for index, row in enumerate(rows)]
        return cast(list[Row], found)

    def no_others(self, title: str, known: Iterable[str]) -> None:
        """A problem for each table that the title does not know."""
        for key in self.edition.data:
            if key not in {"edition", *known}:
                self.problems.append(f"{key}: is no table of {title}; those are {', '.join(known)}")

    def settle(self) -> None:
        """An EditionError if there are problems."""
        if self.problems:
            raise EditionError(self.edition.name, self.problems)


def within(place: str, value: int, low: int, high: int) -> Iterator[str]:
    """The problem of a number that is too low or too high."""
    if not low <= value <= high:
        yield f"{place}: {value} is not from {low} to {high}"


def doubles(place: str, ids: Sequence[object], key: str = ".id") -> Iterator[str]:
    """The problems of names that stand twice; `key` says where in a row they stand."""
    for index, name in enumerate(ids):
        if name in ids[:index]:
            yield f"{place}[{index}]{key}: {name!r} stands twice"

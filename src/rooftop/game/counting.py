"""What a balance report counts: the parts of a game that could be worth too much or too little.

A title declares in `Title.counts` which kinds of things it has, which of them were in play in a game and who
had them, what the seats started with, and which rare rules applied. Everything is read from the first and the
last state of a finished game and from its events.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, Protocol, TypeVar

import numpy as np

from rooftop.game.edition import Edition, RawTable
from rooftop.game.translation import Translator

BoardIn = TypeVar("BoardIn", contravariant=True)


class ThingKind(NamedTuple):
    """A kind of thing, such as wonders. An edition lists them in `table`, by `key`. Everybody can have a
    share of a contested kind: it counts for those who have most."""

    id: str
    name: str  # in English; the title's catalogue has the other languages
    table: str
    key: str = "id"
    contested: bool = False


class Thing(NamedTuple):
    """One thing, by its kind and its id in the edition."""

    kind: str
    id: str


class Taken(NamedTuple):
    """A seat had a thing: `amount` is how often, or how many points of it."""

    seat: int
    thing: Thing
    amount: int = 1


class Course(NamedTuple):
    """A finished game: its first and last state, and all events (kind, seat, a, b, who knows) in order."""

    first: np.void
    last: np.void
    events: list[list[int]]
    players: int


class Counting(Protocol[BoardIn]):
    """What a title counts.

    `KINDS` are its kinds of things. `RARE` are rules that rarely apply: an id, and what happens, in English.
    The games of a report use the `OPTIONS` in turn, so that everything is in play now and then. `start` is
    what a seat begins with, if seats begin differently: a thing of the first kind.
    """

    KINDS: tuple[ThingKind, ...]
    RARE: dict[str, str]
    OPTIONS: tuple[dict[str, str | int | bool], ...]

    def in_play(self, board: BoardIn, course: Course) -> Iterator[Thing]: ...
    def taken(self, board: BoardIn, course: Course) -> Iterator[Taken]: ...
    def start(self, board: BoardIn, course: Course, seat: int) -> Thing | None: ...
    def rare(self, board: BoardIn, course: Course) -> Iterator[str]: ...
    def name(self, board: BoardIn, thing: Thing, say: Translator) -> str: ...


def rows_of(edition: Edition, kind: ThingKind) -> dict[str, RawTable]:
    """The things of a kind in an edition, by id."""
    found: list[object] = [edition.data]
    for step in kind.table.split("."):
        found = [row for table in found if isinstance(table, dict) for row in _listed(table.get(step))]
    return {str(row[kind.key]): row for row in found if isinstance(row, dict)}


def _listed(value: object) -> list[object]:
    return value if isinstance(value, list) else [value]

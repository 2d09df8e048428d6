"""Kinds of events: a row for each, with its sentence, its sound and the way its piece travels.

EVENTS = Events()

@EVENTS.row(n.ROOFED, SITE, "level", sound="roof", way=Way("seat-{seat}-roofs", "site-{site}"))
def roofed(e, say):
    return say("{player} lays a roof on {site}.", player=e.player, site=...)

Rules note a kind of event, a seat and two numbers, `a` and `b` (`engine.events`). The row says what the
numbers are: numbered things, a plain number in a word, or nothing. The function's name is the event's.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeVar

from rooftop.errors import TitleError
from rooftop.game.actions import Things
from rooftop.game.title import Event
from rooftop.game.translation import Translator

BoardT = TypeVar("BoardT")
Told = TypeVar("Told")
Meaning = Things[Any] | str | None  # things, a word for a plain number, or nothing

SOUNDS = (
    "place", "build", "roof", "card", "coin", "slide", "walk", "bid", "pass", "shuffle", "points", "win",
    "turn", "end",
)  # fmt: skip


class Way(NamedTuple):
    """How a piece travels: the parts of the picture where it starts and ends, and a drawing of the piece that
    the empty board defines; without one, the piece is whatever lies at the end. `{seat}` stands for the
    event's seat, `{mark}` for that seat's colour, `{site}` for the id of its site. Where the picture has no
    part `seat-0-stock-white`, `seat-0-stock` or `seat-0` will do."""

    start: str
    end: str
    piece: str = ""


@dataclass(frozen=True)
class Happened(Generic[BoardT]):
    """An event as a seat may know it, with the board and the names of the seats. Numbers that the seat may
    not know are None in `known`, and 0 in `a` and `b`."""

    board: BoardT
    event: Event
    names: Sequence[str]

    @property
    def seat(self) -> int:
        return self.event.seat

    @property
    def player(self) -> str:
        return self.names[self.event.seat]

    @property
    def is_hidden(self) -> bool:
        """Whether the reader may not know the numbers."""
        return self.event.a is None

    @property
    def a(self) -> int:
        return self.event.a or 0

    @property
    def b(self) -> int:
        return self.event.b or 0


Sentence = Callable[[Happened[BoardT], Translator], str]


@dataclass(frozen=True)
class Row(Generic[BoardT]):
    """A kind of event. The numbers of a `secret` one may be known to some seats only."""

    name: str
    tell: Sentence[BoardT]
    a: Meaning = None
    b: Meaning = None
    secret: bool = False
    sound: str = ""
    way: Way | None = None


class Events(Generic[BoardT]):
    """All kinds of events of a title, in the order of their numbers."""

    def __init__(self) -> None:
        self.rows: list[Row[BoardT]] = []

    def row(
        self,
        number: int,
        a: Meaning = None,
        b: Meaning = None,
        *,
        secret: bool = False,
        sound: str = "",
        way: Way | None = None,
    ) -> Callable[[Sentence[BoardT]], Sentence[BoardT]]:
        """Declare a kind of event with the function that puts it into words."""
        if sound and sound not in SOUNDS:
            raise TitleError(f"unknown sound {sound!r}; expected one of {', '.join(SOUNDS)}")

        def declare(tell: Sentence[BoardT]) -> Sentence[BoardT]:
            if number != len(self.rows):
                raise TitleError(f"event {tell.__name__} is row {len(self.rows)}, but has number {number}")
            self.rows.append(Row(tell.__name__.replace("_", "-"), tell, a, b, secret, sound, way))
            return tell

        return declare

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(row.name for row in self.rows)

    def tell(self, board: BoardT, event: Event, names: Sequence[str], say: Translator) -> str:
        """An event as a sentence, for a reader who knows only what `event` holds."""
        return self.rows[event.kind].tell(Happened(board, event, names), say)

    def way(self, board: BoardT, event: Event, marks: Sequence[str]) -> Way | None:
        """How the piece of an event travels, given the colours of the seats; None if none does, or if the
        reader may not know which."""
        row = self.rows[event.kind]
        if row.way is None or (row.secret and event.a is None):
            return None
        ids = {"seat": str(event.seat), "mark": marks[event.seat]}
        for meaning, number in ((row.a, event.a), (row.b, event.b)):
            if isinstance(meaning, Things) and number is not None:
                ids[meaning.what] = meaning.id(board, number)
        return Way(*(part.format(**ids) for part in row.way))

"""Parts of the picture: each is described once, for the info card, the screen reader and the terminal.

PARTS = Parts[Board, View]()

def card(board, slot, card_id, say) -> Seen:
    return Seen(say("Card {number}", number=slot + 1), card_text(...))

@PARTS.part("card-{slot}", slot=lambda asked: len(asked.view.market))
def explain_card(asked, slot):
    seen = card(asked.board, slot, asked.view.market[slot], asked.say)
    return seen.info(text, facts, clauses)

What a part shows is a function of the few values that its drawing depends on, so that drawings can be cached
by them. Its info card knows the whole view and who asks.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

from rooftop.errors import TitleError
from rooftop.game.title import Info, View
from rooftop.game.translation import Translator

BoardT = TypeVar("BoardT")
ViewT = TypeVar("ViewT", bound=View)
Explain = TypeVar("Explain", bound=Callable[..., Info | None])
Fact = tuple[str, str]  # what, and how much
Bound = Callable[[Any], int] | Collection[str]  # how many there are, or their ids


class Seen(NamedTuple):
    """A part as the picture shows it: its name, and what it shows now, in short."""

    name: str
    shows: str = ""

    @property
    def label(self) -> str:
        """Both, for screen readers."""
        return f"{self.name}: {self.shows}" if self.shows else self.name

    def info(self, text: str, facts: Iterable[Fact], clauses: Iterable[str]) -> Info:
        """Its info card: what it is and does, its numbers now, and the rules that it comes from."""
        return Info(self.name, text, tuple(facts), tuple(clauses))


class Asked(NamedTuple, Generic[BoardT, ViewT]):
    """Who asks what something is: the board, what they see, the names of the seats, and their language."""

    board: BoardT
    view: ViewT
    names: Sequence[str]
    say: Translator

    def who(self, seat: int) -> str:
        """'You', or the name of another seat."""
        return self.say("You") if seat == self.view.seat else self.names[seat]

    def out_of(self, have: int, all_of: int) -> str:
        """'3 of 5'."""
        return self.say("{have} of {all}", have=have, all=all_of)


class Parts(Generic[BoardT, ViewT]):
    """The info cards of a title's parts, by the ids that its picture uses."""

    def __init__(self) -> None:
        self.rows: list[tuple[re.Pattern[str], dict[str, Bound], Callable[..., Info | None]]] = []

    def part(self, name: str, **bounds: Bound) -> Callable[[Explain], Explain]:
        """Declare the info card of parts with this id, such as `card-{slot}`. A word in brackets is given to
        the function: as a number if it is a `seat` or is bound by how many there are, else as it is."""
        pattern = re.compile(re.sub(r"{(\w+)}", r"(?P<\1>[\\w-]+?)", name))
        bounds.setdefault("seat", lambda asked: asked.view.players)

        def declare(explain: Explain) -> Explain:
            self.rows.append((pattern, bounds, explain))
            return explain

        return declare

    def explain(
        self, board: BoardT, view: ViewT, part: str, names: Sequence[str], say: Translator
    ) -> Info | None:
        """What a part of the picture is; None if there is no such part."""
        return self._card(Asked(board, view, names, say), part)

    def name(self, asked: Asked[BoardT, ViewT], part: str) -> str:
        """What a part is called, for its title in the picture: for parts that need no `Seen`."""
        info = self._card(asked, part)
        if info is None:
            raise TitleError(f"no part {part!r}")
        return info.name

    def _card(self, asked: Asked[BoardT, ViewT], part: str) -> Info | None:
        for pattern, bounds, explain in self.rows:
            if found := pattern.fullmatch(part):
                words = {
                    key: _within(asked, bounds.get(key), word) for key, word in found.groupdict().items()
                }
                if None not in words.values() and (info := explain(asked, **words)):
                    return info
        return None


def _within(asked: object, bound: Bound | None, word: str) -> int | str | None:
    """The number or the word that a part's id holds; None if it is out of bounds."""
    if callable(bound):
        return int(word) if word.isdecimal() and int(word) < bound(asked) else None
    return word if bound is None or word in bound else None

"""What a part of the picture is asked about: a board, a view, and who is who."""

from __future__ import annotations

from typing import NamedTuple

from rooftop.game.translation import Translator
from rooftop.titles.skyrise.board import Board
from rooftop.titles.skyrise.view import View


class Asked(NamedTuple):
    board: Board
    view: View
    names: list[str]
    say: Translator

    def who(self, seat: int) -> str:
        """A player's name; "You" for the viewer."""
        say = self.say
        return say("You") if seat == self.view.seat else self.names[seat]

    def of(self, part: int, whole: int) -> str:
        say = self.say
        return say("{part} of {whole}", part=part, whole=whole)

    def seat(self, text: str) -> int | None:
        """The number of a seat; None if there is no such seat."""
        return int(text) if text.isdecimal() and int(text) < self.view.players else None

"""Lanterns in the terminal, and for those who cannot see the picture."""

from __future__ import annotations

from lanterns.board import Board
from lanterns.phrases import points
from lanterns.view import View
from rooftop.game.translation import Translator


def text(board: Board, view: View, names: list[str], say: Translator) -> str:
    """The night, every player, and one's own hand."""
    lines = [night(board, view, say)]
    for name, row in zip(names, view.seats, strict=True):
        sky = say("lantern {number}", number=row.lantern) if row.lantern else ""
        chosen = say("has chosen") if row.has_chosen and not sky else sky
        lines.append(", ".join(filter(None, (f"{name}: {points(say, row.total)}", chosen))))
    if view.hand:
        lines.append(say("You hold {lanterns}.", lanterns=", ".join(map(str, view.hand))))
    return "\n".join(lines)


def night(board: Board, view: View, say: Translator) -> str:
    nights = board.evening.nights
    return say("Night {night} of {nights}, wind {wind}", night=view.night, nights=nights, wind=view.wind)

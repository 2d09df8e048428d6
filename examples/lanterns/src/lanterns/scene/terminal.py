"""Lanterns in the terminal, and for those who cannot see the picture."""

from __future__ import annotations

from collections.abc import Sequence

from lanterns import parts
from lanterns.board import Board
from lanterns.view import View
from rooftop.game.translation import Translator


def text(board: Board, view: View, names: Sequence[str], say: Translator) -> str:
    """The night, every player, and one's own hand."""
    lines = [parts.night(board, view, say)]
    lines += [parts.player(row, name, say).label for name, row in zip(names, view.seats, strict=True)]
    if view.hand:
        lines.append(say("You hold {lanterns}.", lanterns=", ".join(map(str, view.hand))))
    return "\n".join(lines)

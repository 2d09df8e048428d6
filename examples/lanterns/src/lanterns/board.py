"""Lanterns: one edition for one number of players."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from lanterns import checks
from lanterns.schema import PLAYERS, Evening
from rooftop.game.edition import Edition
from rooftop.game.edition_tables import Reader


@dataclass(frozen=True)
class Board:
    players: int
    evening: Evening
    colours: tuple[str, ...] = PLAYERS  # the seats' first

    @property
    def seats(self) -> tuple[str, ...]:
        """The colours of the seats."""
        return self.colours[: self.players]


def board(edition: Edition, players: int) -> Board:
    """Read and check an edition. An EditionError has a line for each problem."""
    reader = Reader(edition)
    evening = reader.one(Evening, "evening")
    reader.no_others("Lanterns", ["evening"])
    reader.settle()
    reader.problems += checks.evening(players, evening)
    reader.settle()
    return Board(players, evening)


def coloured(board: Board, colours: Sequence[str]) -> Board:
    """The board with other colours, one for each seat."""
    return replace(board, colours=(*colours, *(colour for colour in PLAYERS if colour not in colours)))

"""Lanterns: the tables of edition.toml, and the board that they make for a number of players."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from msgspec.structs import asdict

from lanterns import state as n
from rooftop.engine.record import Array
from rooftop.engine.state import SEATS
from rooftop.game.edition import Edition
from rooftop.game.edition_tables import Named, Reader, Table, within
from rooftop.game.text import Text

Colour = Literal["red", "yellow", "green", "blue"]


class Evening(Table, frozen=True):
    gift: int
    hand: int
    highest: int
    nights: int
    wind: int


@dataclass(frozen=True)
class Board:
    players: int
    evening: Evening
    player_names: list[Named]  # those of the seats first

    @property
    def seats(self) -> list[str]:
        """The colours of the seats."""
        return [row.id for row in self.player_names[: self.players]]


def board(edition: Edition, players: int) -> Board:
    """Read and check an edition. An EditionError has a line for each problem."""
    reader = Reader(edition)
    evening, colours = reader.one(Evening, "evening"), reader.one(dict[Colour, Text], "colours")
    reader.no_others("Lanterns", ["colours", "evening"])
    reader.settle()
    reader.problems += within("colours: count", len(colours), SEATS, SEATS)
    reader.problems += within("evening.gift", evening.gift, 1, 20)
    reader.problems += within("evening.hand", evening.hand, 1, evening.highest // players)
    reader.problems += within("evening.highest", evening.highest, players, n.LANTERNS)
    reader.problems += within("evening.nights", evening.nights, 1, evening.hand)
    reader.problems += within("evening.wind", evening.wind, 1, 20)
    reader.settle()
    return Board(players, evening, [Named(colour, name) for colour, name in colours.items()])


def fill(board: Board, rows: Array) -> None:
    """Write what the rules read into the one record of tables."""
    for name, number in asdict(board.evening).items():
        rows[name] = number
    rows["max_plies"] = board.evening.nights * (board.players + 1)

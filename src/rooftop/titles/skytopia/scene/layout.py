"""Where everything is: in a wide picture of 1280 x 720, and in a narrow one of 360 x 640 for phones."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from rooftop.drawing.layout import Box, SharedLayout
from rooftop.game.title import Size
from rooftop.titles.skytopia.board import Board


@dataclass(frozen=True)
class Layout(SharedLayout):
    dial: Box  # the chronometer
    guilds: tuple[Box, ...]
    decks: tuple[Box, ...]  # one for each colour
    market: Box  # below the decks
    seats: tuple[Box, ...]
    gap: float  # between the cards

    def cards(self, rows: int) -> list[list[Box]]:
        """The slots of the market by colour, the one nearest the deck first."""
        return [column.rows(rows, self.gap) for column in self.market.columns(4, self.gap)]


MARGIN = 10.0
GAP = 8.0
LEFT, MIDDLE = 274.0, 580.0


@lru_cache(maxsize=16)
def layout(wide: bool, players: int) -> Layout:
    return _wide(players) if wide else _narrow(players)


def layout_of(board: Board, size: Size) -> Layout:
    return layout(size == "wide", board.players)


def _wide(players: int) -> Layout:
    """The dial and the guild masters on the left, the market in the middle, the cities on the right."""
    tall = 720 - 2 * MARGIN
    left = Box(MARGIN, MARGIN, LEFT, tall)
    header = Box(left.x, left.y, left.width, 100)
    dial = Box(left.x, header.bottom + 4, left.width, 300)
    guilds = Box(left.x, dial.bottom + GAP, left.width, left.bottom - dial.bottom - GAP)
    middle = Box(left.right + GAP, MARGIN, MIDDLE, tall)
    decks = Box(middle.x + 22, middle.y + 8, middle.width - 30, 40)
    market = Box(decks.x, decks.bottom + 7, decks.width, middle.bottom - decks.bottom - 15)
    seats = Box(middle.right + GAP, MARGIN, 1280 - MARGIN - middle.right - GAP, tall)
    return Layout(
        "wide", 1280, 720, header, dial, tuple(guilds.rows(3, 6)), tuple(decks.columns(4, 6)), market,
        tuple(seats.rows(players, GAP)), 6,
    )  # fmt: skip


def _narrow(players: int) -> Layout:
    """The dial beside the guild masters, the market below them, and the cities at the bottom."""
    header = Box(4, 3, 352, 30)
    dial = Box(4, header.bottom + 2, 138, 138)
    guilds = Box(dial.right + 4, dial.y, 356 - dial.right - 4, dial.height)
    strip = {2: 222, 3: 200, 4: 186}[players]
    decks = Box(8, dial.bottom + 7, 344, 14)
    market = Box(8, decks.bottom + 3, 344, 640 - 4 - strip - 8 - decks.bottom - 3)
    seats = Box(4, 640 - 4 - strip, 352, strip)
    return Layout(
        "narrow", 360, 640, header, dial, tuple(guilds.rows(3, 3)), tuple(decks.columns(4, 3)), market,
        tuple(seats.columns(players, 4)), 3,
    )  # fmt: skip

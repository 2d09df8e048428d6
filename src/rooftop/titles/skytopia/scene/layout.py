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
    header, dial, guilds = left.stack(100, 300, gap=4)
    middle = Box(left.right + GAP, MARGIN, MIDDLE, tall)
    decks, market = Box(middle.x + 22, middle.y + 8, middle.width - 30, tall - 16).stack(40, gap=7)
    seats = Box(middle.right + GAP, MARGIN, 1280 - MARGIN - middle.right - GAP, tall)
    return Layout(
        "wide", 1280, 720, header, dial, tuple(guilds.rows(3, 6)), tuple(decks.columns(4, 6)), market,
        tuple(seats.rows(players, GAP)), 6,
    )  # fmt: skip


def _narrow(players: int) -> Layout:
    """The dial beside the guild masters, the market below them, and the cities at the bottom."""
    page = Box(4, 3, 352, 633)
    header, top, rest = page.stack(30, 138, gap=4)
    dial, guilds = top.split(0.4, 4)
    tall = rest.height - {2: 222, 3: 200, 4: 186}[players]
    cards, seats = rest.stack(tall - 8, gap=8)
    decks, market = Box(8, cards.y + 3, 344, cards.height - 3).stack(14, gap=3)
    return Layout(
        "narrow", 360, 640, header, dial, tuple(guilds.rows(3, 3)), tuple(decks.columns(4, 3)), market,
        tuple(seats.columns(players, 4)), 3,
    )  # fmt: skip

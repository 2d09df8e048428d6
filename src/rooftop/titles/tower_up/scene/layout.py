"""Where everything is: a wide picture of 1280 x 720, and a narrow one of 360 x 734 for phones."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from rooftop.drawing.layout import Box, SharedLayout
from rooftop.game.title import Size
from rooftop.titles.tower_up.board import Board


@dataclass(frozen=True)
class Block:
    """The measures of a building: a box seen from the front, slightly from above and from the right."""

    width: float
    floor: float  # height of a floor
    roof: float  # height of a roof
    depth: float  # how far the top reaches up
    lean: float  # how far it reaches to the right
    lip: float  # the front of the plinth, with the site's id
    letters: float  # font size of ids and heights


@dataclass(frozen=True)
class Layout(SharedLayout):
    city: Box  # the frame around the map
    crop: Box  # the part of the map that is shown, in the map's own units
    market: Box
    objectives: Box
    seats: tuple[Box, ...]
    form: Literal["row", "card", "compact"]  # of a player's area
    block: Block

    def at(self, x: float, y: float) -> tuple[float, float]:
        """Where a point of the map is in the picture."""
        return (
            self.city.x + (x - self.crop.x) * self.city.width / self.crop.width,
            self.city.y + (y - self.crop.y) * self.city.height / self.crop.height,
        )


MARGIN = 12.0
GAP = 8.0
TALL = 734  # the height of the narrow picture
WIDE_BLOCK = Block(width=27, floor=6.8, roof=2.7, depth=13, lean=5, lip=13, letters=12.8)
NARROW_BLOCK = Block(width=18, floor=3.4, roof=1.7, depth=8, lean=3, lip=10.5, letters=10.5)


@lru_cache(maxsize=32)
def layout(wide: bool, players: int, map_width: int, map_height: int) -> Layout:
    crop = Box(12, 8, map_width - 24, map_height - 14)
    ratio = crop.height / crop.width
    if wide:
        return _map_on_the_left(players, crop, ratio) if ratio > 0.8 else _map_on_top(players, crop, ratio)
    return _narrow(players, crop, ratio)


def layout_of(board: Board, size: Size) -> Layout:
    return layout(size == "wide", board.players, board.city.width, board.city.height)


def _map_on_the_left(players: int, crop: Box, ratio: float) -> Layout:
    """A square map on the left, everything else in a column on the right."""
    tall = 720 - 2 * MARGIN
    city = Box(MARGIN, MARGIN, tall / ratio, tall)
    column = Box(city.right + MARGIN, MARGIN, 1280 - 2 * MARGIN - city.right, tall)
    header, market, objectives, area = column.stack(46, 114, 124, gap=GAP)
    seats = tuple(area.rows(players, GAP))
    return Layout("wide", 1280, 720, header, city, crop, market, objectives, seats, "row", WIDE_BLOCK)


def _map_on_top(players: int, crop: Box, ratio: float) -> Layout:
    """A broad map above the market and the objectives, the players on the right."""
    city = Box(MARGIN, MARGIN, 860, 860 * ratio)
    below = Box(MARGIN, city.bottom + 10, city.width, 720 - MARGIN - city.bottom - 10)
    market, objectives = below.split(0.517, GAP)
    column = Box(city.right + MARGIN, MARGIN, 1280 - 2 * MARGIN - city.right, 720 - 2 * MARGIN)
    header, area = column.stack(84, gap=GAP)
    seats = tuple(area.rows(players, GAP))
    return Layout("wide", 1280, 720, header, city, crop, market, objectives, seats, "card", WIDE_BLOCK)


def _narrow(players: int, crop: Box, ratio: float) -> Layout:
    """The map over the full width, then the market, the objectives and the players. A broad map is
    stretched upwards, because its sites need the room."""
    page = Box(4, 2, 352, TALL - 6)
    header, city, market, objectives, area = page.stack(31, 352 * max(ratio, 1), 62, 93, gap=4)
    seats = tuple(area.columns(players, 4))
    return Layout("narrow", 360, TALL, header, city, crop, market, objectives, seats, "compact", NARROW_BLOCK)

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
WIDE_BLOCK = Block(width=27, floor=6.8, roof=2.7, depth=13, lean=5, lip=13, letters=12.2)
NARROW_BLOCK = Block(width=18, floor=3.4, roof=1.7, depth=8, lean=3, lip=10.5, letters=10)


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
    left = city.right + 12
    column = 1280 - MARGIN - left
    header = Box(left, MARGIN, column, 46)
    market = Box(left, header.bottom + GAP, column, 114)
    objectives = Box(left, market.bottom + GAP, column, 124)
    area = Box(left, objectives.bottom + GAP, column, 720 - MARGIN - objectives.bottom - GAP)
    seats = area.rows(players, GAP)
    return Layout("wide", 1280, 720, header, city, crop, market, objectives, tuple(seats), "row", WIDE_BLOCK)


def _map_on_top(players: int, crop: Box, ratio: float) -> Layout:
    """A broad map above the market and the objectives, the players on the right."""
    city = Box(MARGIN, MARGIN, 860, 860 * ratio)
    left = city.right + 12
    column = 1280 - MARGIN - left
    header = Box(left, MARGIN, column, 84)
    below = Box(MARGIN, city.bottom + 10, city.width, 720 - MARGIN - city.bottom - 10)
    market = Box(below.x, below.y, 440, below.height)
    objectives = Box(market.right + GAP, below.y, below.width - 440 - GAP, below.height)
    area = Box(left, header.bottom + GAP, column, 720 - MARGIN - header.bottom - GAP)
    return Layout(
        "wide",
        1280,
        720,
        header,
        city,
        crop,
        market,
        objectives,
        tuple(area.rows(players, GAP)),
        "card",
        WIDE_BLOCK,
    )


def _narrow(players: int, crop: Box, ratio: float) -> Layout:
    """The map over the full width, then the market, the objectives and the players. A broad map is
    stretched upwards, because its sites need the room."""
    header = Box(4, 3, 352, 32)
    city = Box(4, header.bottom + 2, 352, 352 * max(ratio, 1))
    market = Box(4, city.bottom + 4, 352, 62)
    objectives = Box(4, market.bottom + 4, 352, 93)
    strip = Box(4, objectives.bottom + 4, 352, TALL - 4 - objectives.bottom - 4)
    return Layout(
        "narrow",
        360,
        TALL,
        header,
        city,
        crop,
        market,
        objectives,
        tuple(strip.columns(players, 4)),
        "compact",
        NARROW_BLOCK,
    )

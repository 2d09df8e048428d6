"""Where everything goes: a wide picture of 1280 x 720, and a narrow one, 360 wide, for phones."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import lru_cache

from rooftop.drawing.layout import Box, SharedLayout
from rooftop.drawing.svg import Point
from rooftop.game.title import Size
from rooftop.titles.skyrise.board import Board


@dataclass(frozen=True)
class Block:
    """The measures of a building: a plinth with its owner's letter, and up to three tiers on it."""

    width: float
    lip: float  # the height of the plinth
    tiers: tuple[float, float, float]  # heights, from the lowest up
    step: float  # how much narrower each tier is than the one below
    depth: float  # how far a top reaches up
    lean: float  # how far it reaches to the right
    letters: float
    plaque: tuple[float, float]  # width and height of a bid
    figures: float  # size of a bid's number
    disc: float  # radius


@dataclass(frozen=True)
class Layout(SharedLayout):
    players: int
    sky: Box  # the frame around the islands
    middle: Point  # the centre of the map in the picture
    scale: float
    panoramas: tuple[Box, Box]
    patrons: Box
    keys: Box
    control: Box | None  # None: no room for this table
    auction: Box
    area: Box  # of all players
    own: float  # how much taller the viewer's own area is
    gap: float
    names: dict[str, Point]  # by slot: the middle of an island's name, at its top
    block: Block
    turn: float = 0  # of the whole map, in degrees

    def at(self, x: float, y: float) -> Point:
        """Map a point of the map to a point of the picture."""
        return _turned(x * self.scale, y * self.scale, self.turn, self.middle)

    def seats(self, viewer: int) -> list[Box]:
        """The players' areas. The viewer's own is taller."""
        extra = self.own if viewer >= 0 else 0
        each = (self.area.height - extra - self.gap * (self.players - 1)) / self.players
        boxes, top = [], self.area.y
        for seat in range(self.players):
            tall = each + (extra if seat == viewer else 0)
            boxes.append(Box(self.area.x, top, self.area.width, tall))
            top += tall + self.gap
        return boxes


def _turned(x: float, y: float, degrees: float, middle: Point) -> Point:
    angle = math.radians(degrees)
    cos, sin = math.cos(angle), math.sin(angle)
    return middle[0] + x * cos - y * sin, middle[1] + x * sin + y * cos


WIDE = Block(23, 11, (8, 9, 10), 6, 6, 3.5, 12.8, (32, 29), 13.5, 10)
LARGE = Block(26, 12, (9, 10, 12), 7, 7, 4, 12.8, (36, 31), 15, 11.5)
NARROW = Block(13, 9, (3.5, 4.5, 5.5), 3.4, 3, 1.8, 10.5, (18.4, 18.5), 10.5, 5.6)
NARROW_LARGE = Block(14, 9, (4, 5, 6), 3.6, 3.4, 2, 10.5, (19, 19), 10.5, 5.8)


LAYOUTS: dict[tuple[Size, int], Layout] = {
    # A round city in a square of sky, cards in its corners, the players on the right.
    ("wide", 4): Layout(
        "wide", 1280, 720, players=4,
        header=Box(720, 12, 548, 42),
        sky=Box(12, 12, 696, 696),
        middle=(360, 358),
        scale=0.656,
        panoramas=(Box(20, 20, 116, 92), Box(584, 20, 116, 92)),
        patrons=Box(20, 608, 116, 92),
        keys=Box(584, 608, 116, 92),
        control=Box(720, 142, 548, 92),
        auction=Box(720, 58, 548, 80),
        area=Box(720, 238, 548, 470),
        own=41,
        gap=5,
        names={"N": (216, 20), "E": (642, 118), "S": (508, 687), "W": (76, 566), "centre": (360, 252)},
        block=WIDE,
    ),
    # Three islands; the table of control on the open side of the city.
    ("wide", 3): Layout(
        "wide", 1280, 720, players=3,
        header=Box(780, 12, 488, 42),
        sky=Box(12, 12, 756, 696),
        middle=(390, 391),
        scale=0.722,
        panoramas=(Box(20, 20, 126, 96), Box(634, 20, 126, 96)),
        patrons=Box(20, 641, 190, 59),
        keys=Box(570, 641, 190, 59),
        control=Box(220, 566, 340, 134),
        auction=Box(780, 60, 488, 90),
        area=Box(780, 156, 488, 552),
        own=70,
        gap=6,
        names={"N": (240, 20), "E": (700, 122), "W": (80, 122), "centre": (390, 488)},
        block=LARGE,
    ),
    # Two islands above; the auction and the table of control below.
    ("wide", 2): Layout(
        "wide", 1280, 720, players=2,
        header=Box(824, 12, 444, 42),
        sky=Box(12, 12, 800, 512),
        middle=(411, 404),
        scale=0.782,
        panoramas=(Box(20, 20, 128, 96), Box(676, 20, 128, 96)),
        patrons=Box(20, 462, 190, 54),
        keys=Box(660, 462, 144, 54),
        control=Box(530, 532, 282, 176),
        auction=Box(12, 532, 510, 176),
        area=Box(824, 60, 444, 648),
        own=240,
        gap=8,
        names={"N": (110, 420), "E": (710, 420), "centre": (560, 478)},
        block=LARGE,
    ),
    ("narrow", 4): Layout(
        "narrow", 360, 640, players=4,
        header=Box(4, 3, 352, 28),
        sky=Box(4, 33, 352, 352),
        middle=(180, 207.5),
        scale=0.336,
        panoramas=(Box(8, 37, 58, 47), Box(294, 37, 58, 47)),
        patrons=Box(8, 334, 58, 47),
        keys=Box(294, 334, 58, 47),
        control=None,
        auction=Box(4, 389, 352, 38),
        area=Box(4, 431, 352, 205),
        own=21,
        gap=3,
        names={"N": (82, 46), "E": (341, 102), "S": (280, 372), "W": (20, 314), "centre": (180, 156)},
        block=NARROW,
    ),
    ("narrow", 3): Layout(
        "narrow", 360, 640, players=3,
        header=Box(4, 3, 352, 28),
        sky=Box(4, 33, 352, 330),
        middle=(180, 213),
        scale=0.336,
        panoramas=(Box(8, 37, 60, 47), Box(292, 37, 60, 47)),
        patrons=Box(8, 329, 110, 30),
        keys=Box(242, 329, 110, 30),
        control=None,
        auction=Box(4, 367, 352, 40),
        area=Box(4, 411, 352, 225),
        own=34,
        gap=4,
        names={"N": (84, 46), "E": (338, 102), "W": (22, 102), "centre": (180, 268)},
        block=NARROW,
    ),
    ("narrow", 2): Layout(
        "narrow", 360, 640, players=2,
        header=Box(4, 3, 352, 28),
        sky=Box(4, 33, 352, 284),
        middle=(179.5, 247),
        scale=0.352,
        panoramas=(Box(8, 37, 74, 47), Box(278, 37, 74, 47)),
        patrons=Box(8, 266, 96, 47),
        keys=Box(256, 266, 96, 47),
        control=None,
        auction=Box(4, 321, 352, 46),
        area=Box(4, 371, 352, 265),
        own=67,
        gap=4,
        names={"N": (24, 250), "E": (336, 250), "centre": (180, 300)},
        block=NARROW_LARGE,
    ),
}  # fmt: skip


@lru_cache(maxsize=8)
def _turned_layout(size: Size, players: int, turn: float) -> Layout:
    return replace(LAYOUTS[size, players], turn=turn)


def layout_of(board: Board, size: Size) -> Layout:
    return _turned_layout(size, board.players, board.layout.view_rotation)

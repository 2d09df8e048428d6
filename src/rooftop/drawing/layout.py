"""Boxes, and the base class of layouts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from rooftop.drawing.svg import Point
from rooftop.game.title import Size


class Box(NamedTuple):
    """A rectangle of the picture."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def bottom(self) -> float:
        return self.y + self.height

    @property
    def middle(self) -> Point:
        return self.x + self.width / 2, self.y + self.height / 2

    def inside(self, margin: float) -> Box:
        return Box(self.x + margin, self.y + margin, self.width - 2 * margin, self.height - 2 * margin)

    def below(self, head: float) -> Box:
        """The rest of the box below a strip of this height."""
        return Box(self.x, self.y + head, self.width, self.height - head)

    def stack(self, *heights: float, gap: float) -> list[Box]:
        """Boxes of these heights from the top down, and the rest below them."""
        boxes, rest = [], self
        for height in heights:
            boxes.append(Box(rest.x, rest.y, rest.width, height))
            rest = rest.below(height + gap)
        return [*boxes, rest]

    def split(self, share: float, gap: float) -> tuple[Box, Box]:
        """Two boxes side by side; the left one has this share of the width."""
        left = Box(self.x, self.y, (self.width - gap) * share, self.height)
        return left, Box(left.right + gap, self.y, self.width - left.width - gap, self.height)

    def columns(self, count: int, gap: float) -> list[Box]:
        each = (self.width - gap * (count - 1)) / count
        return [Box(self.x + column * (each + gap), self.y, each, self.height) for column in range(count)]

    def rows(self, count: int, gap: float) -> list[Box]:
        each = (self.height - gap * (count - 1)) / count
        return [Box(self.x, self.y + row * (each + gap), self.width, each) for row in range(count)]

    def grid(self, columns: int, rows: int, gap: float) -> list[Box]:
        return [cell for row in self.rows(rows, gap) for cell in row.columns(columns, gap)]


@dataclass(frozen=True)
class SharedLayout:
    """The fields of every layout; a title's `class Layout(SharedLayout)` adds boxes of its own."""

    size: Size
    width: float
    height: float
    header: Box


@dataclass(frozen=True)
class Strips(SharedLayout):
    """A picture of strips from the left to the right, one below the other; the last one has the rest."""

    gap: float
    strips: tuple[Box, ...]


def strips(size: Size, wide: Sequence[float], narrow: Sequence[float]) -> Strips:
    """Strips of these heights below the header, in pictures of the usual sizes."""
    if size == "wide":
        whole, gap, heights = Box(0, 0, 1280, 720), 12, (46, *wide)
    else:
        whole, gap, heights = Box(0, 0, 360, 640), 4, (31, *narrow)
    header, *below = whole.inside(gap).stack(*heights, gap=gap)
    return Strips(size, whole.width, whole.height, header, gap, tuple(below))

"""Boxes with a front, a side and a top, seen from the front, slightly from above and from the right.

The origin `o` is the middle of the lower front edge:

        +--------+
       /  top   /|
      +--------+ | side
      | front  | +
      +---o----+/
"""

from __future__ import annotations

from typing import NamedTuple

from rooftop.drawing.canvas import SharedCanvas
from rooftop.drawing.svg import outline

ROUND = ' stroke-linejoin="round"'


class Solid(NamedTuple):
    """A box: how far its top reaches up is its depth, how far to the right its lean."""

    width: float
    height: float
    depth: float
    lean: float
    x: float = 0
    y: float = 0

    @property
    def front(self) -> str:
        left, right = self.x - self.width / 2, self.x + self.width / 2
        return outline(
            [(left, self.y), (right, self.y), (right, self.y - self.height), (left, self.y - self.height)]
        )

    @property
    def side(self) -> str:
        right, far = self.x + self.width / 2, self.x + self.width / 2 + self.lean
        low, high = self.y - self.depth, self.y - self.height
        return outline([(right, self.y), (far, low), (far, low - self.height), (right, high)])

    @property
    def top(self) -> str:
        left, right, high = self.x - self.width / 2, self.x + self.width / 2, self.y - self.height
        far = high - self.depth
        return outline([(left, high), (right, high), (right + self.lean, far), (left + self.lean, far)])

    def edges(self, stroke: str, width: str = ".8") -> str:
        path = f"{self.side}{self.top}{self.front}"
        return f'<path d="{path}" fill="none" stroke="{stroke}" stroke-width="{width}"{ROUND}/>'

    def draw(self, front: str, side: str, top: str, edge: str, width: str = ".9") -> str:
        return (
            f'<path d="{self.side}" fill="{side}"/><path d="{self.top}" fill="{top}"/>'
            f'<path d="{self.front}" fill="{front}"/>{self.edges(edge, width)}'
        )


def shadow(canvas: SharedCanvas, base: Solid, long: float) -> str:
    """The shadow of something on a base, to the right."""
    right, y, lean, up = base.x + base.width / 2, base.y, base.lean, base.y - base.depth
    rise = long * 0.27
    path = outline(
        [(right, y), (right + long, y - rise), (right + long + lean, up - rise), (right + lean, up)]
    )
    return f'<path d="{path}" fill="{canvas.palette.shadow}" fill-opacity=".3"/>'

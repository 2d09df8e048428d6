"""Islands in their slots, and shapes in the picture."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache

from rooftop.drawing.geometry import distance
from rooftop.drawing.layout import Box
from rooftop.drawing.svg import Point
from rooftop.titles.skyrise.scene.canvas import Canvas
from rooftop.titles.skyrise.schema import CENTRE, Cell, Island

Shape = list[Point]
Islands = tuple[tuple[str, str], ...]  # (slot, island id)


class Ground:
    """An island in a slot. It maps the island's points to points of the picture."""

    def __init__(self, canvas: Canvas, slot: str, island: Island) -> None:
        self.layout = canvas.layout
        self.slot = slot
        self.island = island
        self.angle, self.position = 0.0, (0.0, 0.0)
        if slot != CENTRE:
            found = next(row for row in canvas.board.slots if row.id == slot)
            self.angle, self.position = math.radians(found.rotation), found.position

    def at(self, point: Sequence[float]) -> Point:
        x, y = point
        cos, sin = math.cos(self.angle), math.sin(self.angle)
        return self.layout.at(x * cos - y * sin + self.position[0], x * sin + y * cos + self.position[1])

    def cell(self, name: str) -> Cell:
        return next(cell for cell in self.island.cell if cell.id == name)

    def shape(self, points: Sequence[Sequence[float]]) -> Shape:
        return [self.at(point) for point in points]


@lru_cache(maxsize=2048)
def ground(canvas: Canvas, slot: str, island: str) -> Ground:
    """Return the same ground for the same slot and island, so that drawings can be cached by it."""
    return Ground(canvas, slot, canvas.board.island(island))


@lru_cache(maxsize=256)
def grounds(canvas: Canvas, islands: Islands) -> list[Ground]:
    """The islands of a map from back to front."""
    found = [ground(canvas, slot, island) for slot, island in islands]
    return sorted(found, key=lambda ground: ground.at((0, 0))[1])


def from_edge(point: Point, shape: Shape) -> float:
    """The distance of a point from the edge of a shape."""
    return min(distance(point, a, b) for a, b in zip(shape, shape[1:] + shape[:1], strict=True))


def around(shape: Shape) -> Box:
    """The bounding box of a shape."""
    xs, ys = [x for x, _ in shape], [y for _, y in shape]
    return Box(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def grid(box: Box, pitch: float) -> Iterator[Point]:
    """The points of a square grid in a box."""
    for row in range(int(box.height / pitch) + 1):
        for column in range(int(box.width / pitch) + 1):
            yield box.x + column * pitch, box.y + row * pitch


def smooth(shape: Shape) -> str:
    """The path of a closed curve through the middles of a shape's sides."""

    def between(a: Point, b: Point) -> str:
        return f"{(a[0] + b[0]) / 2:.1f} {(a[1] + b[1]) / 2:.1f}"

    path = [f"M{between(shape[-1], shape[0])}"]
    for here, after in zip(shape, shape[1:] + shape[:1], strict=True):
        path.append(f"Q{here[0]:.1f} {here[1]:.1f} {between(here, after)}")
    return "".join(path) + "z"

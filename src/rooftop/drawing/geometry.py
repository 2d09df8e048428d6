"""Points, polygons and shapes, and a repeatable noise."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

import numpy as np

from rooftop.drawing.svg import Point, outline


def inside(point: Point, shape: Sequence[Point]) -> bool:
    """Whether a point lies in a polygon."""
    x, y = point
    within = False
    ax, ay = shape[-1]
    for bx, by in shape:
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            within = not within
        ax, ay = bx, by
    return within


def all_inside(points: Iterable[Point], shape: Sequence[Point]) -> list[Point]:
    """Those of many points that lie in a polygon; as `inside` decides, in a tenth of the time."""
    points = list(points)
    x, y = np.array(points, float).reshape(-1, 2).T
    within = np.zeros(len(points), bool)
    ax, ay = shape[-1]
    for bx, by in shape:
        if ay != by:  # a level side changes nothing
            within ^= ((ay > y) != (by > y)) & (x < (bx - ax) * (y - ay) / (by - ay) + ax)
        ax, ay = bx, by
    return [point for point, is_in in zip(points, within.tolist(), strict=True) if is_in]


def distance(point: Point, a: Point, b: Point) -> float:
    """The distance from a point to the segment from a to b."""
    (ax, ay), (bx, by) = a, b
    x, y = point
    length = (bx - ax) ** 2 + (by - ay) ** 2
    share = 0.0 if length == 0 else max(0.0, min(1.0, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length))
    return math.hypot(x - ax - share * (bx - ax), y - ay - share * (by - ay))


def noise(x: float, y: float) -> float:
    """A number from 0 to 1, always the same for a point."""
    mixed = math.sin(round(x) * 12.9898 + round(y) * 78.233) * 43758.5453
    return mixed - math.floor(mixed)


def star(x: float, y: float, radius: float, points: int = 5, inner: float = 0.42) -> str:
    """The path of a star; `inner` is where its sides meet, as a share of the radius."""
    corners = []
    for corner in range(2 * points):
        reach = radius if corner % 2 == 0 else radius * inner
        angle = math.pi * (corner / points - 0.5)
        corners.append((x + reach * math.cos(angle), y + reach * math.sin(angle)))
    return outline(corners)


def gear(x: float, y: float, teeth: int, inner: float, outer: float, turn: float = 0) -> str:
    """The path of a cogwheel."""
    points = []
    pitch = 2 * math.pi / teeth
    for tooth in range(teeth):
        for share, radius in ((-0.3, inner), (-0.2, outer), (0.2, outer), (0.3, inner)):
            angle = (tooth + share) * pitch + turn
            points.append((x + radius * math.sin(angle), y - radius * math.cos(angle)))
    return outline(points)

"""Points and polygons on a map, and a repeatable noise."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

import numpy as np

from rooftop.drawing.svg import Point


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

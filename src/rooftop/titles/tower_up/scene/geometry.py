"""Points, shapes and distances on the drawn map, and where there is room on it."""

from __future__ import annotations

import math
from collections.abc import Iterator

from rooftop.drawing.geometry import distance, inside
from rooftop.drawing.layout import Box
from rooftop.drawing.svg import Point
from rooftop.titles.tower_up.board import Area, Board
from rooftop.titles.tower_up.scene.layout import Layout

Segment = tuple[Point, Point]


def placed(plan: Layout, area: Area) -> list[Point]:
    """An area's polygon in the picture."""
    return [plan.at(x, y) for x, y in area.polygon]


def segments(board: Board, plan: Layout) -> list[Segment]:
    """The streets in the picture."""
    spots = {site.id: plan.at(site.x, site.y) for site in board.sites}
    return [(spots[a], spots[b]) for a, b in board.city.streets]


def near_edge(point: Point, shape: list[Point], within: float) -> bool:
    """Whether a point is closer to the edge of a shape than `within`."""
    before = shape[-1]
    for corner in shape:
        if abs(corner[0] - point[0]) < 60 and distance(point, before, corner) < within:
            return True
        before = corner
    return False


def crosses(box: Box, segment: Segment) -> bool:
    """Whether a line runs through a box."""
    low, high = 0.0, 1.0
    (ax, ay), (bx, by) = segment
    for start, way, least, most in ((ax, bx - ax, box.x, box.right), (ay, by - ay, box.y, box.bottom)):
        if way == 0:
            if not least <= start <= most:
                return False
            continue
        one, two = sorted(((least - start) / way, (most - start) / way))
        low, high = max(low, one), min(high, two)
        if low > high:
            return False
    return True


def overlap(one: Box, other: Box) -> bool:
    return one.x < other.right and other.x < one.right and one.y < other.bottom and other.y < one.bottom


def turned(x: float, y: float, across: float, along: float, angle: float) -> Point:
    """The point that lies so far across and along from x, y in a grid turned by an angle."""
    return (
        x + across * math.cos(angle) - along * math.sin(angle),
        y + across * math.sin(angle) + along * math.cos(angle),
    )


def grid(shape: list[Point], pitch: float, angle: float) -> Iterator[Point]:
    """The points of a turned grid inside a shape."""
    xs, ys = [x for x, _ in shape], [y for _, y in shape]
    middle = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    reach = int(math.hypot(max(xs) - min(xs), max(ys) - min(ys)) / 2 / pitch) + 1
    for row in range(-reach, reach + 1):
        for column in range(-reach, reach + 1):
            point = turned(*middle, column * pitch, row * pitch, angle)
            if inside(point, shape):
                yield point


class Free:
    """Says where neither street nor site nor name is."""

    def __init__(self, board: Board, plan: Layout, taken: list[Box], street: float, site: float) -> None:
        self.streets = segments(board, plan)
        self.street = street
        self.taken = [Box(*box).inside(-street * 0.4) for box in taken]
        block = plan.block
        for spot in board.sites:
            x, y = plan.at(spot.x, spot.y)
            across = block.width / 2 + site
            above = block.depth + site * 0.6
            self.taken.append(Box(x - across, y - above, 2 * across, 2 * above + block.lip))

    def at(self, x: float, y: float) -> bool:
        return not any(box.x < x < box.right and box.y < y < box.bottom for box in self.taken) and not any(
            min(a[0], b[0]) - self.street < x < max(a[0], b[0]) + self.street
            and distance((x, y), a, b) < self.street
            for a, b in self.streets
        )

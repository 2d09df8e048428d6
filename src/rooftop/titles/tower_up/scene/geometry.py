"""Points and shapes on the drawn map, and where there is room for houses and trees."""

from __future__ import annotations

import math

from rooftop.drawing.geometry import all_inside, distance
from rooftop.drawing.layout import Box
from rooftop.drawing.svg import Point
from rooftop.titles.tower_up.board import Board
from rooftop.titles.tower_up.scene.layout import Layout
from rooftop.titles.tower_up.schema import Area

Segment = tuple[Point, Point]


def polygon(layout: Layout, area: Area) -> list[Point]:
    """An area's polygon in the picture."""
    return [layout.at(x, y) for x, y in area.polygon]


def streets(board: Board, layout: Layout) -> list[Segment]:
    """The streets in the picture."""
    ends = {site.id: layout.at(site.x, site.y) for site in board.sites}
    return [(ends[a], ends[b]) for a, b in board.city.streets]


def near_edge(point: Point, shape: list[Point], within: float) -> bool:
    """Whether a point is less than `within` from the edge of a shape."""
    before = shape[-1]
    for corner in shape:
        if abs(corner[0] - point[0]) < 60 and distance(point, before, corner) < within:
            return True
        before = corner
    return False


def crosses(box: Box, segment: Segment) -> bool:
    """Whether a segment runs through a box."""
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


def rotated(x: float, y: float, across: float, along: float, angle: float) -> Point:
    """The point `across` and `along` from x, y on axes rotated by an angle."""
    return (
        x + across * math.cos(angle) - along * math.sin(angle),
        y + across * math.sin(angle) + along * math.cos(angle),
    )


def grid(shape: list[Point], pitch: float, angle: float) -> list[Point]:
    """The points of a rotated grid inside a shape."""
    xs, ys = [x for x, _ in shape], [y for _, y in shape]
    middle = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    reach = int(math.hypot(max(xs) - min(xs), max(ys) - min(ys)) / 2 / pitch) + 1
    steps = range(-reach, reach + 1)
    points = (rotated(*middle, column * pitch, row * pitch, angle) for row in steps for column in steps)
    return all_inside(points, shape)


class FreeGround:
    """The ground that is clear of streets, sites and names."""

    def __init__(self, board: Board, layout: Layout, taken: list[Box], street: float, site: float) -> None:
        self.streets = streets(board, layout)
        self.street = street
        self.taken = [Box(*box).inside(-street * 0.4) for box in taken]
        block = layout.block
        for each in board.sites:
            x, y = layout.at(each.x, each.y)
            across = block.width / 2 + site
            above = block.depth + site * 0.6
            self.taken.append(Box(x - across, y - above, 2 * across, 2 * above + block.lip))

    def has(self, x: float, y: float) -> bool:
        return not any(box.x < x < box.right and box.y < y < box.bottom for box in self.taken) and not any(
            min(a[0], b[0]) - self.street < x < max(a[0], b[0]) + self.street
            and distance((x, y), a, b) < self.street
            for a, b in self.streets
        )

"""Names on the map: where a neighbourhood's mark and an island's name find room."""

from __future__ import annotations

from functools import lru_cache

from rooftop.core import lettering
from rooftop.core.svg import Point, text
from rooftop.titles.skyrise.data import Cell
from rooftop.titles.skyrise.scene.geometry import (
    Ground,
    around,
    corners,
    from_edge,
    grid,
    grounds,
    inside,
    middle,
    overlap,
)
from rooftop.titles.skyrise.scene.layout import Box
from rooftop.titles.skyrise.scene.stage import Stage


def cell_size(stage: Stage) -> float:
    return 10 if stage.wide else 9


def cell_mark(stage: Stage, ground: Ground, cell: Cell) -> Point | None:
    """Where a neighbourhood's mark stands, clear of its site and its disc; none if there is no room: then it
    stands on the site until something is built there."""
    if not stage.wide:
        return None
    size = cell_size(stage)
    wide, tall = lettering.width(cell.id, "strong", size), size * 0.72
    shape = ground.shape(cell.polygon)
    site, disc = ground.at(cell.site), ground.at(cell.disc)
    holes = [(ground.at(mill.centre), 10) for mill in ground.island.windmill]
    clear = [(site, stage.plan.block.width * 0.72), (disc, stage.plan.block.disc + 1), *holes]
    best, found = 2.5, None
    for x, y in grid(around(shape), 2):
        box = Box(x - wide / 2, y - tall / 2, wide, tall)
        if not inside((x, y), shape):
            continue
        edge = min(from_edge(corner, shape) if inside(corner, shape) else 0 for corner in corners(box))
        if edge < 4:
            continue
        room = min(
            [edge - 2, *(_apart(box, at) - radius for at, radius in clear)]
        )
        # below a site is better than above: buildings rise from it
        if box.bottom < site[1] and abs(x - site[0]) < stage.plan.block.width / 2 + wide / 2 + 2:
            room -= 6
        if room > best:
            best, found = min(room, 7), (x, y + tall / 2)
    return found


def _apart(box: Box, point: Point) -> float:
    """From a box to a point."""
    dx = max(box.x - point[0], 0, point[0] - box.right)
    dy = max(box.y - point[1], 0, point[1] - box.bottom)
    return float((dx * dx + dy * dy) ** 0.5)


BADGE = 7.2  # radius of those who control an island, beside its name


class Names:
    """Where the names of the islands stand, beside them, with room for badges."""

    def __init__(self, stage: Stage, grounds: list[Ground]) -> None:
        self.stage = stage
        self.spots: dict[str, Box] = {}
        shapes = [ground.shape(ground.island.outline) for ground in grounds]
        plan = stage.plan
        taken = [box.inside(-3) for box in (*plan.panoramas, plan.patrons, plan.keys)]
        if plan.control is not None and overlap(plan.control, plan.sky):
            taken.append(plan.control.inside(-3))
        for row in stage.board.bridges:
            ends = [plan.at(*point) for point in row.points]
            taken.append(around(ends).inside(-9 if stage.wide else -5))
        for ground in sorted(grounds, key=lambda row: row.island.role != "centre"):
            own = ground.shape(ground.island.outline)
            wide, tall = self.measure(ground)
            best, margin = 1e9, 6 if stage.wide else 3
            area = plan.sky.inside(margin)
            for x, y in grid(around(own).inside(-70 if stage.wide else -40), 4 if stage.wide else 2):
                box = Box(x, y, wide, tall)
                if box.x < area.x or box.y < area.y or box.right > area.right or box.bottom > area.bottom:
                    continue
                if any(overlap(box, other) for other in taken):
                    continue
                points = corners(box)
                if any(inside(point, shape) for shape in shapes for point in points):
                    continue
                near = min(from_edge(point, shape) for shape in shapes for point in points)
                if near < (7 if stage.wide else 3):
                    continue
                own_near = min(from_edge(point, own) for point in points)
                other = min(
                    [from_edge(box.middle, shape) for shape in shapes if shape != own], default=100
                )
                x0, y0 = middle(own)
                score = own_near * 3 - min(other, 60) + abs(x + wide / 2 - x0) * 0.1 + (y - y0) * 0.05
                if score < best:
                    best = score
                    self.spots[ground.island.id] = box
            if ground.island.id in self.spots:
                taken.append(self.spots[ground.island.id].inside(-4))

    def measure(self, ground: Ground) -> tuple[float, float]:
        """A name, and two badges below it or beside it."""
        size, spacing = self.letters
        name = self.stage.named(ground.island).upper()
        wide = lettering.width(name, "display", size, spacing) + 4
        if self.stage.wide:
            return wide, size + 2 + 2 * BADGE + 3
        return max(wide, 22), size + 12

    @property
    def letters(self) -> tuple[float, float]:
        return (12, 1.6) if self.stage.wide else (9, 0.2)

    def draw(self, grounds: list[Ground]) -> str:
        size, spacing = self.letters
        palette = self.stage.palette
        made = []
        for ground in grounds:
            box = self.spots.get(ground.island.id)
            if box is not None:
                more = f' letter-spacing="{spacing:g}" stroke="{palette.sky[1]}" stroke-opacity=".7"'
                more += ' stroke-width="3" stroke-linejoin="round" paint-order="stroke"'
                made.append(
                    text(
                        box.x + box.width / 2 + spacing / 2, box.y + size * 0.82,
                        self.stage.named(ground.island).upper(), size, palette.ink, "display", "middle", more,
                    )
                )  # fmt: skip
        return "".join(made)



@lru_cache(maxsize=256)
def names(stage: Stage, islands: tuple[tuple[str, str], ...]) -> Names:
    return Names(stage, grounds(stage, dict(islands)))

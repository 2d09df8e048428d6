"""Names on the map, and where there is room for them."""

from __future__ import annotations

from functools import lru_cache

from rooftop.drawing import text_metrics
from rooftop.drawing.geometry import all_inside, inside
from rooftop.drawing.layout import Box
from rooftop.drawing.parts import printed
from rooftop.drawing.svg import Point, text
from rooftop.titles.skyrise.scene.canvas import Canvas
from rooftop.titles.skyrise.scene.geometry import Ground, Islands, around, from_edge, grid
from rooftop.titles.skyrise.scene.layout import Block
from rooftop.titles.skyrise.schema import CENTRE, Cell

CELL_SIZE = 12.8
_HIGH = 56  # how far a tall building reaches above the foot of its plinth


def cell_size(canvas: Canvas) -> float:
    return CELL_SIZE if canvas.wide else canvas.smallest


def cell_mark(canvas: Canvas, ground: Ground, cell: Cell) -> Point | None:
    """Where the name of a neighbourhood is printed, clear of its site and its disc. None if there is no room:
    then it stands on the site until something is built there."""
    if not canvas.wide:
        return None
    clear = [(ground.at(mill.centre), 10.0) for mill in ground.island.windmill]
    clear += [(end, 13.0) for end in _bridge_ends(canvas, ground, cell)]
    shape = tuple(ground.shape(cell.polygon))
    others = tuple(ground.at(other.site) for other in ground.island.cell if other.id != cell.id)
    spots = ground.at(cell.site), ground.at(cell.disc)
    return _spot(canvas.layout.block, cell.id, shape, *spots, tuple(clear), others)


def _bridge_ends(canvas: Canvas, ground: Ground, cell: Cell) -> list[Point]:
    """Where bridges end on a neighbourhood."""
    heads = {head.side for head in ground.island.head if head.cell == cell.id}
    return [
        canvas.layout.at(*point)
        for bridge in canvas.board.bridges
        for slot, head, point in (
            (bridge.a_slot, bridge.a_head, bridge.points[0]),
            (bridge.b_slot, bridge.b_head, bridge.points[1]),
        )
        if slot == ground.slot and head in heads
    ]


@lru_cache(maxsize=4096)
def _spot(
    block: Block,
    mark: str,
    shape: tuple[Point, ...],
    site: Point,
    disc: Point,
    holes: tuple[tuple[Point, float], ...],
    others: tuple[Point, ...],
) -> Point | None:
    """The point of a grid with the most room around a name, preferably where no other tower hides it."""
    wide, tall = text_metrics.width(mark, "strong", CELL_SIZE), CELL_SIZE * 0.72
    corners = list(shape)
    clear = [(site, block.width * 0.64), (disc, block.disc + 1), *holes]
    best, found = 0.1, None
    for x, y in all_inside(grid(around(corners), 2.2), corners):
        box = Box(x - wide / 2, y - tall / 2, wide, tall)
        room = min(_apart(box, at) - radius for at, radius in clear)
        # below a site is better than above: buildings rise from it
        if y + tall / 2 < site[1] and abs(x - site[0]) < (block.width + wide) / 2 + 2:
            room -= 6
        # the number of a wonder's card stands to the right of it
        if abs(x - site[0] - block.width * 0.8) < wide / 2 + 11 and abs(y - site[1] + 6) < tall / 2 + 8:
            room -= 5
        if room > best and any(
            abs(x - at[0]) < (block.width + wide) / 2 + 3 and -tall < at[1] + block.lip - y < _HIGH
            for at in others
        ):
            room -= 4
        if room <= best:
            continue
        ends = [(box.x, box.y), (box.right, box.y), (box.x, box.bottom), (box.right, box.bottom)]
        if all(inside(end, corners) for end in ends):
            room = min(room, min(from_edge(end, corners) for end in ends) - 1)
            if room > best:
                best, found = min(room, 7), (x, y + tall / 2)
    return found


def _apart(box: Box, point: Point) -> float:
    """The distance from a box to a point."""
    dx = max(box.x - point[0], 0, point[0] - box.right)
    dy = max(box.y - point[1], 0, point[1] - box.bottom)
    return float((dx * dx + dy * dy) ** 0.5)


BADGE = 7.8  # radius of the badges of the players who control an island
LETTERS, SPACING = 12.5, 1.5


def island_names(canvas: Canvas, islands: Islands) -> str:
    """The names of the islands. The narrow picture has no room for them."""
    if not canvas.wide:
        return ""
    palette = canvas.palette
    more = f' letter-spacing="{SPACING:g}" stroke="{palette.sky[1]}" stroke-opacity=".7"'
    more += ' stroke-width="3" stroke-linejoin="round" paint-order="stroke"'
    by_id = {island.id: island for island in canvas.board.islands}
    drawn = []
    for slot, name in islands:
        x, y = canvas.layout.names[slot]
        shown = canvas.named(by_id[name]).upper()
        drawn.append(
            printed(
                f"island-{name}",
                text(
                    x + SPACING / 2,
                    y + LETTERS * 0.82,
                    shown,
                    LETTERS,
                    palette.ink,
                    "display",
                    "middle",
                    more,
                ),
            )
        )
    return "".join(drawn)


def flags_at(canvas: Canvas, slot: str) -> Point | None:
    """Where the badges of the players who control the island in a slot go."""
    x, y = canvas.layout.names[slot]
    if not canvas.wide:
        return x, y
    if slot == CENTRE and canvas.layout.players == 4:
        return None  # no room between the bridges
    below = y + LETTERS + 3 + BADGE
    return x, below if below + BADGE < canvas.layout.sky.bottom - 5 else y - 3 - BADGE

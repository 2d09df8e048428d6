"""Outlines of lots and skyscrapers: shapes of squares, inset, shifted and raised."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rooftop.drawing.svg import Point, num, outline
from rooftop.titles.new_york_1901.board.ground import Cell, cells_of

Corner = tuple[int, int]


def loops(cells: Iterable[Cell]) -> list[list[Corner]]:
    """The edges of a shape as closed loops of corners: outer edges clockwise, holes the other way."""
    inside = set(cells)
    way: dict[Corner, list[Corner]] = {}
    for column, row in inside:
        for (x, y), start, end in (
            ((column, row - 1), (column, row), (column + 1, row)),
            ((column + 1, row), (column + 1, row), (column + 1, row + 1)),
            ((column, row + 1), (column + 1, row + 1), (column, row + 1)),
            ((column - 1, row), (column, row + 1), (column, row)),
        ):
            if (x, y) not in inside:
                way.setdefault(start, []).append(end)
    found = []
    while way:
        start = min(way)
        at, before = start, (start[0], start[1] + 1)
        loop: list[Corner] = []
        while True:
            ends = way[at]
            # Where two loops touch at a corner, turn right to stay on the same edge.
            end = min(ends, key=lambda corner: _turn(before, at, corner)) if len(ends) > 1 else ends[0]
            ends.remove(end)
            if not ends:
                del way[at]
            if (end[0] - at[0], end[1] - at[1]) != (at[0] - before[0], at[1] - before[1]) or not loop:
                loop.append(at)
            before, at = at, end
            if at == start:
                break
        if (loop[0][0] - before[0]) * (loop[1][1] - loop[0][1]) == (loop[0][1] - before[1]) * (
            loop[1][0] - loop[0][0]
        ):
            loop.pop(0)  # the start is not a corner
        found.append(loop)
    return found


def _turn(before: Corner, at: Corner, after: Corner) -> int:
    """-1 for a turn to the right, 1 to the left (rows grow downwards)."""
    return (at[1] - before[1]) * (after[0] - at[0]) - (at[0] - before[0]) * (after[1] - at[1])


def inset(points: list[Point], margin: float) -> list[Point]:
    """A rectilinear loop moved inwards by a margin."""
    moved_points = []
    count = len(points)
    for k, (x, y) in enumerate(points):
        px, py = points[k - 1]
        nx, ny = points[(k + 1) % count]
        shift_x = shift_y = 0.0
        for dx, dy in ((x - px, y - py), (nx - x, ny - y)):  # the inner side is to the right
            if dx == 0:
                shift_x = -margin if dy > 0 else margin
            else:
                shift_y = margin if dx > 0 else -margin
        moved_points.append((x + shift_x, y + shift_y))
    return moved_points


def path(shape: Iterable[list[Point]]) -> str:
    return "".join(outline(loop) for loop in shape)


def moved(shape: Iterable[list[Point]], right: float, down: float) -> list[list[Point]]:
    return [[(x + right, y + down) for x, y in loop] for loop in shape]


def sides(shape: Iterable[list[Point]], depth: float) -> tuple[str, str]:
    """The lower and the right faces of a raised shape."""
    below, right = [], []
    for loop in shape:
        for k, (x, y) in enumerate(loop):
            nx, ny = loop[(k + 1) % len(loop)]
            d = num(depth)
            if nx < x:
                below.append(f"M{num(x)} {num(y)}H{num(nx)}l{d} {d}H{num(x + depth)}z")
            elif ny > y:
                right.append(f"M{num(x)} {num(y)}V{num(ny)}l{d} {d}V{num(y + depth)}z")
    return "".join(below), "".join(right)


def lying(shape: list[str]) -> list[Cell]:
    """The cells of a tile's shape, turned so that it is at least as wide as high."""
    cells = cells_of(shape)
    if len(shape) > len(shape[0]):
        high = len(shape)
        cells = [(high - 1 - row, column) for column, row in cells]
    return sorted(cells, key=lambda cell: (cell[1], cell[0]))


def extent(cells: Iterable[Cell]) -> tuple[int, int]:
    """Width and height in squares."""
    found = list(cells)
    return max(column for column, _ in found) + 1, max(row for _, row in found) + 1


def middle_cells(cells: Sequence[Cell]) -> tuple[Cell, Cell]:
    """The squares for a skyscraper's worth and its owner's letter: the one nearest to the centre, and the one
    farthest from that."""
    x = sum(column for column, _ in cells) / len(cells)
    y = sum(row for _, row in cells) / len(cells)
    worth = min(cells, key=lambda cell: ((cell[0] - x) ** 2 + (cell[1] - y) ** 2, cell[1], cell[0]))
    letter = max(
        cells, key=lambda cell: ((cell[0] - worth[0]) ** 2 + (cell[1] - worth[1]) ** 2, cell[1], cell[0])
    )
    return worth, letter

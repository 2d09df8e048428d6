"""Skyscrapers as raised tiles with an engraved façade: the body in the owner's paint, trim and worth in the
metal of the generation, windows in its style, and the owner's letter."""

from __future__ import annotations

from collections.abc import Sequence

from rooftop.drawing.palette import Paint, mix
from rooftop.drawing.svg import Point, label, num, use
from rooftop.drawing.widgets import badge
from rooftop.titles.new_york_1901.board.ground import Cell
from rooftop.titles.new_york_1901.scene.canvas import Canvas
from rooftop.titles.new_york_1901.scene.geometry import inset, loops, middle_cells, moved, path, sides
from rooftop.titles.new_york_1901.scene.signs import CROWN, DISC, HEXAGON, sign
from rooftop.titles.new_york_1901.schema import Tile

# As parts of a square: the margin to its edge, the height of the tile, the metal trim.
MARGIN, DEPTH, TRIM = 0.04, 0.06, 0.062
BAYS = (0.165, 0.37, 0.575, 0.78)  # centres of the windows of a square, across and down
SEAM = 0.975  # ... and on the border to the next square of the tile
LOOKS = ("none", "bronze", "silver", "gold", "legendary")


def look(tile: Tile) -> str:
    """The name of a tile's metal and windows."""
    return "legendary" if tile.legendary else tile.generation


# --- windows -----------------------------------------------------------------------------------------


def _window(name: str, x: float, y: float) -> list[Point]:
    """One window around its centre, as parts of a square. None: panes. Silver: tall slots. Gold: chevrons.
    Legendary: lancets."""
    wide, tall = {"silver": (0.04, 0.075), "gold": (0.05, 0.07), "legendary": (0.042, 0.08)}.get(
        name, (0.05, 0.05)
    )
    left, right, top, low = x - wide, x + wide, y - tall, y + tall
    if name == "gold":
        return [(left, low), (left, y - 0.01), (x, top), (right, y - 0.01), (right, low), (x, y + 0.02)]
    if name == "legendary":
        return [(left, low), (left, y - 0.01), (x, top), (right, y - 0.01), (right, low)]
    return [(left, top), (right, top), (right, low), (left, low)]


def _windows(name: str, unit: float, xs: tuple[float, ...], ys: tuple[float, ...]) -> str:
    """Windows in these columns and rows. Bronze windows are arches."""
    if name == "none":  # few and plain
        xs, ys = xs[::2] if len(xs) > 1 else (), ys[::2] if len(ys) > 1 else ()
    if name == "bronze":
        wide, tall, r = num(0.1 * unit), num(0.06 * unit), num(0.05 * unit)
        return "".join(
            f"M{num((x - 0.05) * unit)} {num(y * unit)}a{r} {r} 0 0 1 {wide} 0v{tall}h-{wide}z"
            for x in xs
            for y in ys
        )
    shapes = [_window(name, x, y) for x in xs for y in ys]
    return path([[(x * unit, y * unit) for x, y in shape] for shape in shapes])


def _courses(name: str, unit: float, left: float, right: float, across: bool) -> str:
    """Engraved lines: string courses on bronze, piers on silver, both on legendary tiles."""
    if (name, across) not in (("bronze", True), ("silver", False), ("legendary", True), ("legendary", False)):
        return ""
    line = num(0.016 * unit)
    lines = []
    for middle in (0.27, 0.475, 0.68):
        at, start, long = num(middle * unit), num(left * unit), num((right - left) * unit)
        lines.append(
            f"M{start} {at}h{long}v{line}h-{long}z" if across else f"M{at} {start}v{long}h{line}v-{long}z"
        )
    return "".join(lines)


def facade_defs(unit: float) -> str:
    """Definitions `facade-bronze` and so on: the windows of one square, unpainted; `-right`, `-below` and
    `-corner` are the windows on the border to the next square."""
    paths = []
    for name in LOOKS:
        square = _windows(name, unit, BAYS, BAYS) + "".join(
            _courses(name, unit, 0.1, 0.85, across) for across in (True, False)
        )
        right = _windows(name, unit, (SEAM,), BAYS) + _courses(name, unit, 0.85, 1.1, True)
        below = _windows(name, unit, BAYS, (SEAM,)) + _courses(name, unit, 0.85, 1.1, False)
        corner = _windows(name, unit, (SEAM,), (SEAM,))
        for part, drawn in (("", square), ("-right", right), ("-below", below), ("-corner", corner)):
            paths.append(f'<path id="facade-{name}{part}" d="{drawn or "M0 0"}"/>')
    return "".join(paths)


# --- a tile ------------------------------------------------------------------------------------------


def body(cells: Sequence[Cell], at: Point, unit: float) -> list[list[Point]]:
    """The outline of a tile's top, inset and lifted by half its height; `at` is the corner of square 0, 0."""
    x, y = at
    lift = DEPTH * unit / 2
    shape = [[(x + unit * a, y + unit * b) for a, b in loop] for loop in loops(cells)]
    return moved([inset(loop, MARGIN * unit + lift) for loop in shape], -lift, -lift)


def skyscraper(
    canvas: Canvas,
    tile: Tile,
    seat: int | None,
    cells: Sequence[Cell],
    at: Point,
    unit: float,
    signs: str = "both",
) -> str:
    """A tile in its owner's paint, or in stone without an owner. `signs`: "both", "worth" or "none"."""
    palette = canvas.palette
    metal = palette.metals[look(tile)]
    paint = _stone(canvas) if seat is None else palette.players[canvas.seats[seat]]
    shape = body(cells, at, unit)
    depth, trim = DEPTH * unit, TRIM * unit
    top = path(shape)
    below, right = sides(shape, depth)
    inner = path(inset(loop, trim / 2) for loop in shape)
    line = max(0.5, unit * 0.018)
    windows = "".join(_facade(canvas, tile, cell, cells, at, unit) for cell in cells)
    glass = palette.light if palette.name == "day" else paint.light
    light = f' fill="{glass}" fill-opacity="{palette.light_share}"'
    shade = path(moved(shape, depth * 1.5, depth * 1.6))
    gleam = mix(paint.paint, "#ffffff", 0.14)
    drawn = [
        f'<path d="{shade}" fill="{palette.shadow}" fill-opacity=".33"/>'
        f'<path d="{below}" fill="{paint.dark}"/><path d="{right}" fill="{mix(paint.dark, "#000000", 0.3)}"/>'
        f'<path d="{top}" fill="{gleam if tile.legendary else paint.paint}"/>',
        f"<g{light}>{windows}</g>" if unit >= 9 else "",
        f'<path d="{inner}" fill="none" stroke="{mix(metal.rim, "#000000", 0.35)}"'
        f' stroke-width="{num(trim + 2 * line)}"/>'
        f'<path d="{inner}" fill="none" stroke="{metal.rim if tile.legendary else metal.plate}"'
        f' stroke-width="{num(trim)}"/>'
        f'<path d="{top}{below}{right}" fill="none" stroke="{palette.block_edge}"'
        f' stroke-width="{num(line * 1.2)}" stroke-linejoin="round"/>',
    ]
    first, letter = middle_cells(cells)
    if signs != "none":
        drawn.append(worth(canvas, tile, cells, at, unit))
    if seat is not None and signs == "both":
        x, y = _spot(letter, at, unit)
        drawn.append(badge(canvas, seat, x, y, max(unit * 0.225, 5.8), max(canvas.smallest, unit * 0.27)))
        if tile.legendary:
            drawn.append(_crown(canvas, cells, first, letter, at, unit))
    return "".join(drawn)


def _stone(canvas: Canvas) -> Paint:
    palette = canvas.palette
    return Paint(palette.stone, palette.stone_dark, palette.stone_ink, light=palette.light)


def _facade(canvas: Canvas, tile: Tile, cell: Cell, cells: Sequence[Cell], at: Point, unit: float) -> str:
    """The windows of one square and on its borders to the next squares of the tile."""
    scale = unit / canvas.layout.unit
    scale = 1 if abs(scale - 1) < 0.01 else scale
    column, row = cell
    x, y = at[0] + unit * column, at[1] + unit * row
    beside, under = (column + 1, row) in cells, (column, row + 1) in cells
    parts = [""] + ["-right"] * beside + ["-below"] * under
    if beside and under and (column + 1, row + 1) in cells:
        parts.append("-corner")
    return "".join(use(f"facade-{look(tile)}{part}", x, y, scale) for part in parts)


def _spot(cell: Cell, at: Point, unit: float) -> Point:
    """The centre of a square's raised top."""
    shift = 0.5 - DEPTH / 2
    return at[0] + unit * (cell[0] + shift), at[1] + unit * (cell[1] + shift)


def medal(canvas: Canvas, tile: Tile, x: float, y: float, unit: float) -> str:
    """The worth in the generation's metal: on a disc for rectangles, on a hexagon for other shapes."""
    metal = canvas.palette.metals[look(tile)]
    size = max(canvas.smallest, unit * 0.34)
    radius = max(unit * 0.29, size * 0.68)
    shape = DISC if tile.icon == "circle" else HEXAGON
    rim = f' stroke="{metal.rim}" stroke-width="{2 if unit > 14 else 1.4:g}" stroke-linejoin="round"'
    return sign(shape, x, y, radius / 10, f' fill="{metal.plate}"{rim}') + label(
        x, y, tile.points, size, metal.ink, "strong", "middle"
    )


def worth(canvas: Canvas, tile: Tile, cells: Sequence[Cell], at: Point, unit: float) -> str:
    """The worth, at its spot on a tile."""
    return medal(canvas, tile, *_spot(middle_cells(cells)[0], at, unit), unit)


def _crown(canvas: Canvas, cells: Sequence[Cell], first: Cell, letter: Cell, at: Point, unit: float) -> str:
    """The king's token on a legendary skyscraper, on a square of its own."""
    free = [cell for cell in cells if cell not in (first, letter)]
    x, y = _spot(free[0], at, unit)
    metal = canvas.palette.metals["legendary"]
    return (
        f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(unit * 0.24)}" fill="{metal.plate}"'
        f' stroke="{metal.rim}" stroke-width="1.4"/>'
        + sign(CROWN, x, y, unit * 0.0175, f' fill="{metal.rim}"')
    )


def ghost(canvas: Canvas, cells: Sequence[Cell], at: Point, unit: float, gone: bool) -> str:
    """The outline of a tile that has left the tray, crossed out if it was demolished."""
    palette = canvas.palette
    shape = body(cells, at, unit)
    line = f'<path d="{path(shape)}" fill="none" stroke="{palette.soft}" stroke-width="1"'
    drawn = f'{line} stroke-opacity=".55" stroke-dasharray="2.5 2.5"/>'
    if gone:
        crosses = "".join(
            f"M{num(x - unit * 0.17)} {num(y - unit * 0.17)}l{num(unit * 0.34)} {num(unit * 0.34)}"
            f"m0 {num(-unit * 0.34)}l{num(-unit * 0.34)} {num(unit * 0.34)}"
            for x, y in (_spot(cell, at, unit) for cell in cells)
        )
        drawn += f'<path d="{crosses}" fill="none" stroke="{palette.soft}" stroke-opacity=".6"/>'
    return drawn


def small(cells: Sequence[Cell], at: Point, unit: float) -> str:
    """The outline of a tile as a path, for tiles a few pixels wide."""
    x, y = at
    shape = [[(x + unit * a, y + unit * b) for a, b in loop] for loop in loops(cells)]
    return path(inset(loop, 0.5) for loop in shape)

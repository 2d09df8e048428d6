"""Skyscrapers as raised tiles with an engraved façade: the body in the owner's paint, the trim and the worth
in the metal of the generation, windows of its time, and the owner's letter."""

from __future__ import annotations

from rooftop.core.svg import Point, num, text
from rooftop.titles.new_york_1901.ground import Cell
from rooftop.titles.new_york_1901.scene.emblems import CROWN, DISC, HEXAGON, sign
from rooftop.titles.new_york_1901.scene.geometry import drawn_in, loops, middle_cells, moved, path, sides
from rooftop.titles.new_york_1901.scene.palette import Player, mix
from rooftop.titles.new_york_1901.scene.stage import Stage, badge, use
from rooftop.titles.new_york_1901.schema import Tile

# In parts of a square: the margin to the square's edge, the height of the block, the metal trim.
MARGIN, DEPTH, TRIM = 0.04, 0.06, 0.062
BAYS = (0.16, 0.47, 0.78)  # the middles of the windows of a square
GENERATIONS = ("none", "bronze", "silver", "gold", "legendary")


def look(tile: Tile) -> str:
    """The name under which a tile's metal and windows are found."""
    return "legendary" if tile.legendary else tile.generation


# --- windows -----------------------------------------------------------------------------------------


def _window(kind: str, x: float, y: float) -> list[Point]:
    """One window around its middle, in parts of a square."""
    if kind == "slot":
        return [(x - 0.055, y - 0.13), (x + 0.055, y - 0.13), (x + 0.055, y + 0.13), (x - 0.055, y + 0.13)]
    if kind == "lancet":
        return [(x - 0.06, y + 0.1), (x - 0.06, y - 0.04), (x, y - 0.14), (x + 0.06, y - 0.04), (x + 0.06, y + 0.1)]
    if kind == "chevron":
        return [(x - 0.06, y + 0.1), (x - 0.06, y - 0.08), (x, y - 0.14), (x + 0.06, y - 0.08), (x + 0.06, y + 0.1),
                (x, y + 0.04)]
    return [(x - 0.055, y - 0.055), (x + 0.055, y - 0.055), (x + 0.055, y + 0.055), (x - 0.055, y + 0.055)]  # fmt: skip


def _facade(name: str, unit: float) -> str:
    """The windows of one square. None: small panes. Bronze: arches. Silver: tall slots over sills. Gold: piers
    with chevrons. Legendary: lancets with a diamond below."""

    def at(points: list[Point]) -> str:
        return path([[(x * unit, y * unit) for x, y in points]])

    made = []
    for x in BAYS:
        if name == "none":
            made += [at(_window("pane", x, y)) for y in (0.22, 0.72)]
        elif name == "bronze":
            for y in (0.16, 0.47, 0.78):
                left, top = num((x - 0.055) * unit), num((y - 0.005) * unit)
                wide, tall, r = num(0.11 * unit), num(0.075 * unit), num(0.055 * unit)
                made.append(f"M{left} {top}a{r} {r} 0 0 1 {wide} 0v{tall}h-{wide}z")
        elif name == "silver":
            for y in (0.28, 0.68):
                made.append(at(_window("slot", x, y)))
                made.append(
                    at([(x - 0.09, y + 0.155), (x + 0.09, y + 0.155), (x + 0.09, y + 0.18), (x - 0.09, y + 0.18)])
                )
        elif name == "gold":
            made += [at(_window("chevron", x, y)) for y in (0.21, 0.47, 0.73)]
        else:
            for y in (0.25, 0.66):
                made.append(at(_window("lancet", x, y)))
                low = y + 0.165
                made.append(at([(x, low - 0.045), (x + 0.035, low), (x, low + 0.045), (x - 0.035, low)]))
    return "".join(made)


def facade_defs(unit: float) -> str:
    """`facade-bronze` and so on: the windows of one square, painted by whoever uses them."""
    return "".join(f'<path id="facade-{name}" d="{_facade(name, unit)}"/>' for name in GENERATIONS)


# --- a tile ------------------------------------------------------------------------------------------


def body(cells: list[Cell], at: Point, unit: float) -> list[list[Point]]:
    """The top of a tile whose square 0, 0 lies at a point: drawn in, and lifted by half its height."""
    x, y = at
    lift = DEPTH * unit / 2
    shape = [[(x + unit * a, y + unit * b) for a, b in loop] for loop in loops(cells)]
    return moved([drawn_in(loop, MARGIN * unit + lift) for loop in shape], -lift, -lift)


def skyscraper(
    stage: Stage, tile: Tile, seat: int | None, cells: list[Cell], at: Point, unit: float, plain: bool = False
) -> str:
    """A tile in its owner's paint; without an owner in stone. A plain one bears no letter."""
    palette = stage.palette
    metal = palette.metals[look(tile)]
    paint = _stone(stage) if seat is None else palette.players[stage.seats[seat]]
    shape = body(cells, at, unit)
    depth, trim = DEPTH * unit, TRIM * unit
    top = path(shape)
    below, right = sides(shape, depth)
    inner = path(drawn_in(loop, trim / 2) for loop in shape)
    line = max(0.5, unit * 0.018)
    windows = "".join(use_at(stage, tile, cell, at, unit) for cell in cells)
    light = f' fill="{palette.light}" fill-opacity="{palette.light_share}"'
    gleam = mix(paint.paint, "#ffffff", 0.14)
    made = [
        f'<path d="{path(moved(shape, depth * 1.5, depth * 1.6))}" fill="{palette.shadow}" fill-opacity=".33"/>'
        f'<path d="{below}" fill="{paint.dark}"/><path d="{right}" fill="{mix(paint.dark, "#000000", 0.3)}"/>'
        f'<path d="{top}" fill="{gleam if tile.legendary else paint.paint}"/>',
        f"<g{light}>{windows}</g>" if unit >= 9 else "",
        f'<path d="{inner}" fill="none" stroke="{mix(metal.rim, "#000000", 0.35)}"'
        f' stroke-width="{num(trim + 2 * line)}"/>'
        f'<path d="{inner}" fill="none" stroke="{metal.rim if tile.legendary else metal.plate}"'
        f' stroke-width="{num(trim)}"/>'
        f'<path d="{top}{below}{right}" fill="none" stroke="{palette.edge}" stroke-width="{num(line * 1.2)}"'
        ' stroke-linejoin="round"/>',
    ]
    worth, letter = middle_cells(cells)
    made.append(medal(stage, tile, *_spot(worth, at, unit), unit))
    if seat is not None and not plain:
        x, y = _spot(letter, at, unit)
        made.append(badge(stage, seat, x, y, unit * 0.225, max(9.0, unit * 0.27)))
        if tile.legendary:
            made.append(_crown(stage, cells, worth, letter, at, unit))
    return "".join(made)


def _stone(stage: Stage) -> Player:
    palette = stage.palette
    return Player(palette.stone, palette.stone_dark, palette.stone_ink)


def use_at(stage: Stage, tile: Tile, cell: Cell, at: Point, unit: float) -> str:
    scale = unit / stage.plan.unit
    x, y = at[0] + unit * cell[0], at[1] + unit * cell[1]
    return use(f"facade-{look(tile)}", x, y, 1 if abs(scale - 1) < 0.01 else scale)


def _spot(cell: Cell, at: Point, unit: float) -> Point:
    """The middle of a square's raised top."""
    shift = 0.5 - DEPTH / 2
    return at[0] + unit * (cell[0] + shift), at[1] + unit * (cell[1] + shift)


def medal(stage: Stage, tile: Tile, x: float, y: float, unit: float) -> str:
    """The worth: on a disc for rectangles, on a hexagon for every other shape, in the generation's metal."""
    metal = stage.palette.metals[look(tile)]
    radius = max(unit * 0.29, 6.4)
    size = max(9.0, unit * 0.34)
    shape = DISC if tile.icon == "circle" else HEXAGON
    rim = f' stroke="{metal.rim}" stroke-width="{2 if unit > 14 else 1.4:g}" stroke-linejoin="round"'
    return sign(shape, x, y, radius / 10, f' fill="{metal.plate}"{rim}') + text(
        x, y + size * 0.345, str(tile.points), size, metal.ink, "strong", "middle"
    )


def _crown(stage: Stage, cells: list[Cell], worth: Cell, letter: Cell, at: Point, unit: float) -> str:
    """The king's token on a legendary skyscraper, on a square of its own."""
    free = [cell for cell in cells if cell not in (worth, letter)]
    x, y = _spot(free[0], at, unit)
    metal = stage.palette.metals["legendary"]
    return (
        f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(unit * 0.24)}" fill="{metal.plate}" stroke="{metal.rim}"'
        ' stroke-width="1.4"/>' + sign(CROWN, x, y, unit * 0.0175, f' fill="{metal.rim}"')
    )


def ghost(stage: Stage, cells: list[Cell], at: Point, unit: float, gone: bool) -> str:
    """A tile that is not in the tray any more: its outline; crossed out if it was demolished."""
    palette = stage.palette
    shape = body(cells, at, unit)
    line = f'<path d="{path(shape)}" fill="none" stroke="{palette.soft}" stroke-width="1"'
    made = f'{line} stroke-opacity=".55" stroke-dasharray="2.5 2.5"/>'
    if gone:
        crosses = "".join(
            f"M{num(x - unit * 0.17)} {num(y - unit * 0.17)}l{num(unit * 0.34)} {num(unit * 0.34)}"
            f"m0 {num(-unit * 0.34)}l{num(-unit * 0.34)} {num(unit * 0.34)}"
            for x, y in (_spot(cell, at, unit) for cell in cells)
        )
        made += f'<path d="{crosses}" fill="none" stroke="{palette.soft}" stroke-opacity=".6"/>'
    return made


def small(cells: list[Cell], at: Point, unit: float) -> str:
    """The outline of a tile as a path, for places where it is a few pixels large."""
    x, y = at
    shape = [[(x + unit * a, y + unit * b) for a, b in loop] for loop in loops(cells)]
    return path(drawn_in(loop, 0.5) for loop in shape)

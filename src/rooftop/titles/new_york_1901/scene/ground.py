"""The empty map: streets, pavements, lots by district, parks and printed buildings. It depends on the board,
the theme and the language, never on a position."""

from __future__ import annotations

import math

from rooftop.core.colours import mix
from rooftop.core.layout import Box
from rooftop.core.svg import Point, disc, num, rect
from rooftop.titles.new_york_1901.ground import UNNAMED, Cell, Lot
from rooftop.titles.new_york_1901.scene.emblems import shield
from rooftop.titles.new_york_1901.scene.geometry import drawn_in, loops, path
from rooftop.titles.new_york_1901.scene.layout import Layout
from rooftop.titles.new_york_1901.scene.names import place_names, street_names
from rooftop.titles.new_york_1901.scene.palette import Palette, wash
from rooftop.titles.new_york_1901.scene.stage import Stage
from rooftop.titles.new_york_1901.scene.textures import ground_name, ground_patterns, out_pattern


def city(stage: Stage) -> str:
    palette = stage.palette
    return (
        f"<defs>{ground_patterns(stage.board.districts, palette)}{out_pattern(palette)}</defs>"
        + rect(*stage.plan.map, f' fill="{palette.sheet}"')
        + _roads(stage)
        + _pavements(stage)
        + _grounds(stage)
        + "".join(_park(stage, box) for _, box in areas(stage, "park"))
        + "".join(_printed(box, palette) for _, box in areas(stage, "printed"))
        + _lines(stage)
        + _shields(stage)
        + place_names(stage, [(name, box, True) for name, box in areas(stage, "park")])
        + place_names(stage, [(name, box, False) for name, box in areas(stage, "printed")])
        + street_names(stage)
    )


def corners(plan: Layout, cells: list[Cell]) -> list[list[Point]]:
    """The outline of some cells of the map, in the picture."""
    return [[(plan.xs[x], plan.ys[y]) for x, y in loop] for loop in loops(cells)]


def lot_cells(stage: Stage, lot: Lot) -> list[Cell]:
    return [(stage.board.squares[square].column, stage.board.squares[square].row) for square in lot.squares]


def areas(stage: Stage, kind: str) -> list[tuple[str, Box]]:
    """Parks or printed buildings: what they are called, and the box they lie in."""
    table = stage.board.table
    found = []
    for row in table.park if kind == "park" else table.printed:
        cells = [
            (x, y)
            for y, line in enumerate(stage.board.ground.cells)
            for x, code in enumerate(line)
            if code == row.code
        ]
        if cells:
            xs, ys = [x for x, _ in cells], [y for _, y in cells]
            box = stage.plan.cell(min(xs), min(ys), max(xs) - min(xs) + 1, max(ys) - min(ys) + 1)
            found.append((stage.named(row), box))
    return found


def is_street(stage: Stage, code: str) -> bool:
    return code[0] in UNNAMED or code in {street.code for street in stage.board.streets}


# --- streets -----------------------------------------------------------------------------------------


def _roads(stage: Stage) -> str:
    """The middle line of every street: dashes by day, lamps by night."""
    cells, plan, palette = stage.board.ground.cells, stage.plan, stage.palette
    lines = []
    for y, line in enumerate(cells):
        for x, code in enumerate(line):
            if not is_street(stage, code):
                continue
            box = plan.cell(x, y)
            across, along = box.middle
            if box.height < plan.unit and box.width >= plan.unit:
                lines.append(f"M{num(box.x)} {num(along)}H{num(box.right)}")
            if box.width < plan.unit and box.height >= plan.unit:
                lines.append(f"M{num(across)} {num(box.y)}V{num(box.bottom)}")
    dashes = "0 9" if palette.name == "night" else "6 6"
    strong = 1.5 if stage.wide else 0.9
    return (
        f'<path d="{"".join(lines)}" fill="none" stroke="{palette.lamps}" stroke-width="{strong}"'
        f' stroke-dasharray="{dashes}" stroke-linecap="round"/>'
    )


def _pavements(stage: Stage) -> str:
    """A kerb around everything that is no street."""
    plan, palette = stage.plan, stage.palette
    solid = [
        (x, y)
        for y, line in enumerate(stage.board.ground.cells)
        for x, code in enumerate(line)
        if not is_street(stage, code)
    ]
    margin = plan.unit * 0.075
    shape = path(drawn_in(loop, -margin) for loop in corners(plan, solid))
    return (
        f'<path d="{shape}" fill="{palette.walk}" stroke="{palette.kerb}"'
        f' stroke-width="{num(plan.unit * 0.03)}" stroke-linejoin="round" fill-rule="evenodd"/>'
    )


# --- lots --------------------------------------------------------------------------------------------


def ground_of(stage: Stage, lot: int) -> tuple[str, str]:
    """The wash of a lot, and the pattern over it."""
    row = stage.board.lots[lot]
    if not stage.board.lot_in_play(lot):
        return stage.palette.out, "ground-out"
    return wash(stage.palette, stage.board.districts[row.district].colour), ground_name(row.district)


def _grounds(stage: Stage) -> str:
    by_look: dict[tuple[str, str], list[Cell]] = {}
    for number, lot in enumerate(stage.board.lots):
        by_look.setdefault(ground_of(stage, number), []).extend(lot_cells(stage, lot))
    made = []
    for (fill, pattern), cells in by_look.items():
        shape = path(corners(stage.plan, cells))
        made.append(
            f'<path d="{shape}" fill="{fill}" fill-rule="evenodd"/>'
            f'<path d="{shape}" fill="url(#{pattern})" fill-rule="evenodd"/>'
        )
    return "".join(made)


def _lines(stage: Stage) -> str:
    """Dashed between the squares of a lot, solid between lots."""
    plan, palette = stage.plan, stage.palette
    inner, outer = [], []
    for lot in stage.board.lots:
        cells = lot_cells(stage, lot)
        outer.append(path(corners(plan, cells)))
        for x, y in cells:
            box = plan.cell(x, y)
            if (x + 1, y) in cells:
                inner.append(f"M{num(box.right)} {num(box.y)}V{num(box.bottom)}")
            if (x, y + 1) in cells:
                inner.append(f"M{num(box.x)} {num(box.bottom)}H{num(box.right)}")
    thin, strong = (0.9, 1.8) if stage.wide else (0.6, 1.1)
    return (
        f'<path d="{"".join(inner)}" fill="none" stroke="{palette.lot_edge}" stroke-width="{thin}"'
        f' stroke-opacity=".75" stroke-dasharray="3.2 2.6"/><path d="{"".join(outer)}" fill="none"'
        f' stroke="{palette.lot_edge}" stroke-width="{strong}" stroke-linejoin="round"/>'
    )


def lot_middle(stage: Stage, lot: Lot) -> Point:
    """Where a worker or a shield stands: the middle of a lot, or of its middle square."""
    cells = lot_cells(stage, lot)
    x, y = (sum(axis) / len(cells) for axis in zip(*cells, strict=True))
    if len(cells) % 2:
        x, y = min(cells, key=lambda cell: (cell[0] - x) ** 2 + (cell[1] - y) ** 2)
        return stage.plan.cell(int(x), int(y)).middle
    boxes = [stage.plan.cell(*cell).middle for cell in cells]
    return sum(a for a, _ in boxes) / len(boxes), sum(b for _, b in boxes) / len(boxes)


def _shields(stage: Stage) -> str:
    made = []
    for number, lot in enumerate(stage.board.lots):
        if lot.id[1:] == stage.board.table.start_lot_letter and stage.board.lot_in_play(number):
            x, y = lot_middle(stage, lot)
            mark = stage.board.districts[lot.district].mark
            made.append(shield(mark, x, y, stage.plan.unit / 44, stage.palette))
    return "".join(made)


# --- parks and printed buildings ---------------------------------------------------------------------


def _park(stage: Stage, box: Box) -> str:
    """A lawn with crossing paths and trees around the middle, where the name stands."""
    palette, unit = stage.palette, stage.plan.unit
    lawn = box.inside(unit * 0.03)
    x, y = lawn.middle
    paths = (
        f"M{num(lawn.x)} {num(lawn.y)}Q{num(x)} {num(y)} {num(lawn.right)} {num(lawn.bottom)}"
        f"M{num(lawn.right)} {num(lawn.y)}Q{num(x)} {num(y)} {num(lawn.x)} {num(lawn.bottom)}"
    )
    shades, crowns, lights = [], [], []
    pitch = unit * 0.29
    across, down = int(lawn.width / pitch), int(lawn.height / pitch)
    for column in range(across):
        for row in range(down):
            swing = math.sin((column * 7 + row * 13 + box.x) * 1.7)
            tx = lawn.x + (column + 0.5 + 0.16 * swing) * lawn.width / across
            ty = lawn.y + (row + 0.5 + 0.16 * math.cos(swing * 9)) * lawn.height / down
            rim = min(tx - lawn.x, lawn.right - tx, ty - lawn.y, lawn.bottom - ty)
            if rim > unit * 0.34 or swing > 0.72:
                continue
            radius = unit * (0.085 + 0.03 * swing)
            shades.append(disc(tx + radius * 0.45, ty + radius * 0.5, radius))
            crowns.append(disc(tx, ty, radius))
            lights.append(disc(tx - radius * 0.3, ty - radius * 0.3, radius * 0.45))
    return (
        rect(*lawn, f' fill="{palette.park}" stroke="{palette.leaf}" stroke-width="1"')
        + f'<path d="{paths}" fill="none" stroke="{palette.path}" stroke-width="{num(unit * 0.07)}"/>'
        f'<path d="{"".join(shades)}" fill="{palette.shadow}" fill-opacity=".25"/>'
        f'<path d="{"".join(crowns)}" fill="{palette.leaf}"/>'
        f'<path d="{"".join(lights)}" fill="{palette.leaf_light}"/>'
    )


def _printed(box: Box, palette: Palette) -> str:
    """A roof seen from above, hatched towards the shade."""
    roof = box.inside(box.width * 0.02 + 1)
    rim = min(roof.width, roof.height) * 0.13
    top = roof.inside(rim)
    hips = (
        f"M{num(roof.x)} {num(roof.y)}L{num(top.x)} {num(top.y)}M{num(roof.right)} {num(roof.y)}"
        f"L{num(top.right)} {num(top.y)}M{num(roof.right)} {num(roof.bottom)}"
        f"L{num(top.right)} {num(top.bottom)}M{num(roof.x)} {num(roof.bottom)}L{num(top.x)} {num(top.bottom)}"
    )
    lines = "".join(
        f"M{num(top.right + rim * share)} {num(roof.y + rim * (1 - share))}"
        f"V{num(roof.bottom - rim * (1 - share))}"
        f"M{num(roof.x + rim * (1 - share))} {num(top.bottom + rim * share)}"
        f"H{num(roof.right - rim * (1 - share))}"
        for share in (0.25, 0.5, 0.75)
    )
    dark = palette.stone_dark
    return (
        rect(
            *roof, f' fill="{mix(palette.stone, dark, 0.35)}" stroke="{palette.lot_edge}" stroke-width="1.2"'
        )
        + rect(*top, f' fill="{palette.stone}" stroke="{dark}" stroke-width=".9"')
        + f'<path d="{hips}{lines}" fill="none" stroke="{dark}" stroke-width=".8"/>'
    )

"""The empty map: streets, pavements, lots by district, parks and printed buildings."""

from __future__ import annotations

import math

from rooftop.drawing.layout import Box
from rooftop.drawing.palette import mix
from rooftop.drawing.svg import Point, disc, named, num, rect
from rooftop.drawing.textures import texture
from rooftop.titles.new_york_1901.board.ground import UNNAMED, Cell, Lot
from rooftop.titles.new_york_1901.parts.city import SIDE
from rooftop.titles.new_york_1901.scene.canvas import Canvas
from rooftop.titles.new_york_1901.scene.geometry import inset, loops, path
from rooftop.titles.new_york_1901.scene.labels import area_labels, draw_street_labels
from rooftop.titles.new_york_1901.scene.layout import Layout
from rooftop.titles.new_york_1901.scene.palette import Palette, wash
from rooftop.titles.new_york_1901.scene.signs import shield

GROUNDS = ("hatch", "waves", "dots", "chevrons", "crosses", "bricks")


def city(canvas: Canvas) -> str:
    palette = canvas.palette
    colour, opacity = palette.texture
    out = texture("ground-out", "lattice", colour, opacity * 1.4)
    return (
        f"<defs>{patterns(canvas, 'ground')}{out}</defs>"
        + rect(*canvas.layout.map, f' fill="{palette.sheet}"')
        + _streets(canvas)
        + '<g pointer-events="none">'
        + _roads(canvas)
        + _pavements(canvas)
        + _grounds(canvas)
        + "</g>"
        + "".join(_park(canvas, *area) for area in areas(canvas, "park"))
        + "".join(_printed(palette, *area) for area in areas(canvas, "printed"))
        + '<g pointer-events="none">'
        + _lines(canvas)
        + _shields(canvas)
        + area_labels(canvas, [(name, box, True) for _, name, box in areas(canvas, "park")])
        + area_labels(canvas, [(name, box, False) for _, name, box in areas(canvas, "printed")])
        + draw_street_labels(canvas)
        + "</g>"
    )


def ground_name(district: int, layer: str = "ground") -> str:
    return f"{layer}-{GROUNDS[district % len(GROUNDS)]}"


def patterns(canvas: Canvas, layer: str) -> str:
    """`ground-hatch` and so on, one per district. `layer` makes their ids unique."""
    count, texture_of = len(canvas.board.districts), canvas.palette.texture
    return "".join(
        texture(ground_name(number, layer), GROUNDS[number % len(GROUNDS)], *texture_of)
        for number in range(count)
    )


def corners(layout: Layout, cells: list[Cell]) -> list[list[Point]]:
    """The outline of some cells of the map, in picture coordinates."""
    return [[(layout.xs[x], layout.ys[y]) for x, y in loop] for loop in loops(cells)]


def lot_cells(canvas: Canvas, lot: Lot) -> list[Cell]:
    return [(canvas.board.squares[square].column, canvas.board.squares[square].row) for square in lot.squares]


def areas(canvas: Canvas, kind: str) -> list[tuple[str, str, Box]]:
    """The parks or printed buildings: their codes, names and boxes."""
    table = canvas.board.table
    found = []
    for row in table.park if kind == "park" else table.printed:
        cells = [
            (x, y)
            for y, line in enumerate(canvas.board.ground.cells)
            for x, code in enumerate(line)
            if code == row.code
        ]
        if cells:
            xs, ys = [x for x, _ in cells], [y for _, y in cells]
            box = canvas.layout.cell(min(xs), min(ys), max(xs) - min(xs) + 1, max(ys) - min(ys) + 1)
            found.append((row.code, canvas.named(row), box))
    return found


def is_street(canvas: Canvas, code: str) -> bool:
    return code[0] in UNNAMED or code in {street.code for street in canvas.board.streets}


# --- streets -----------------------------------------------------------------------------------------


def _streets(canvas: Canvas) -> str:
    """The ground of every street with a name, and of all others together."""
    layout, sheet = canvas.layout, canvas.palette.sheet
    cells: dict[str, list[str]] = {street.code: [] for street in canvas.board.streets}
    cells[SIDE] = []
    for y, line in enumerate(canvas.board.ground.cells):
        for x, code in enumerate(line):
            if is_street(canvas, code):
                box = layout.cell(x, y)
                shape = f"M{num(box.x)} {num(box.y)}H{num(box.right)}V{num(box.bottom)}H{num(box.x)}z"
                cells[SIDE if code[0] in UNNAMED else code].append(shape)
    names = {street.code: canvas.named(street) for street in canvas.board.streets}
    names[SIDE] = canvas.say("Side street")
    return "".join(
        named(f"road-{code}", names[code], f'<path d="{"".join(shapes)}" fill="{sheet}"/>')
        for code, shapes in cells.items()
    )


def _roads(canvas: Canvas) -> str:
    """The centre line of every street: dashes by day, lamps by night."""
    cells, layout, palette = canvas.board.ground.cells, canvas.layout, canvas.palette
    lines = []
    for y, line in enumerate(cells):
        for x, code in enumerate(line):
            if not is_street(canvas, code):
                continue
            box = layout.cell(x, y)
            across, along = box.middle
            if box.height < layout.unit and box.width >= layout.unit:
                lines.append(f"M{num(box.x)} {num(along)}H{num(box.right)}")
            if box.width < layout.unit and box.height >= layout.unit:
                lines.append(f"M{num(across)} {num(box.y)}V{num(box.bottom)}")
    dashes = "0 9" if palette.name == "night" else "6 6"
    strong = 1.5 if canvas.wide else 0.9
    return (
        f'<path d="{"".join(lines)}" fill="none" stroke="{palette.lamps}" stroke-width="{strong}"'
        f' stroke-dasharray="{dashes}" stroke-linecap="round"/>'
    )


def _pavements(canvas: Canvas) -> str:
    """A kerb around everything that is not a street."""
    layout, palette = canvas.layout, canvas.palette
    solid = [
        (x, y)
        for y, line in enumerate(canvas.board.ground.cells)
        for x, code in enumerate(line)
        if not is_street(canvas, code)
    ]
    margin = layout.unit * 0.075
    shape = path(inset(loop, -margin) for loop in corners(layout, solid))
    return (
        f'<path d="{shape}" fill="{palette.walk}" stroke="{palette.kerb}"'
        f' stroke-width="{num(layout.unit * 0.03)}" stroke-linejoin="round" fill-rule="evenodd"/>'
    )


# --- lots --------------------------------------------------------------------------------------------


def ground_of(canvas: Canvas, lot: int) -> tuple[str, str]:
    """The wash of a lot and the pattern on top."""
    row = canvas.board.lots[lot]
    if not canvas.board.lot_in_play(lot):
        return canvas.palette.out, "ground-out"
    return wash(canvas.palette, canvas.board.districts[row.district].colour), ground_name(row.district)


def _grounds(canvas: Canvas) -> str:
    by_look: dict[tuple[str, str], list[Cell]] = {}
    for number, lot in enumerate(canvas.board.lots):
        by_look.setdefault(ground_of(canvas, number), []).extend(lot_cells(canvas, lot))
    drawn = []
    for (fill, pattern), cells in by_look.items():
        shape = path(corners(canvas.layout, cells))
        drawn.append(
            f'<path d="{shape}" fill="{fill}" fill-rule="evenodd"/>'
            f'<path d="{shape}" fill="url(#{pattern})" fill-rule="evenodd"/>'
        )
    return "".join(drawn)


def _lines(canvas: Canvas) -> str:
    """Dashed lines between the squares of a lot, solid lines between lots."""
    layout, palette = canvas.layout, canvas.palette
    inner, outer = [], []
    for lot in canvas.board.lots:
        cells = lot_cells(canvas, lot)
        outer.append(path(corners(layout, cells)))
        for x, y in cells:
            box = layout.cell(x, y)
            if (x + 1, y) in cells:
                inner.append(f"M{num(box.right)} {num(box.y)}V{num(box.bottom)}")
            if (x, y + 1) in cells:
                inner.append(f"M{num(box.x)} {num(box.bottom)}H{num(box.right)}")
    thin, strong = (0.9, 1.8) if canvas.wide else (0.6, 1.1)
    return (
        f'<path d="{"".join(inner)}" fill="none" stroke="{palette.lot_edge}" stroke-width="{thin}"'
        f' stroke-opacity=".75" stroke-dasharray="3.2 2.6"/><path d="{"".join(outer)}" fill="none"'
        f' stroke="{palette.lot_edge}" stroke-width="{strong}" stroke-linejoin="round"/>'
    )


def lot_middle(canvas: Canvas, lot: Lot) -> Point:
    """The spot for a worker or a shield: the centre of a small lot, or of the middle square of a big one."""
    cells = lot_cells(canvas, lot)
    x, y = (sum(axis) / len(cells) for axis in zip(*cells, strict=True))
    if len(cells) % 2:
        x, y = min(cells, key=lambda cell: (cell[0] - x) ** 2 + (cell[1] - y) ** 2)
        return canvas.layout.cell(int(x), int(y)).middle
    boxes = [canvas.layout.cell(*cell).middle for cell in cells]
    return sum(a for a, _ in boxes) / len(boxes), sum(b for _, b in boxes) / len(boxes)


def _shields(canvas: Canvas) -> str:
    drawn = ""
    for number, lot in enumerate(canvas.board.lots):
        if lot.id[1:] == canvas.board.table.start_lot_letter and canvas.board.lot_in_play(number):
            x, y = lot_middle(canvas, lot)
            mark = canvas.board.districts[lot.district].mark
            drawn += shield(mark, x, y, canvas.layout.unit / 44, canvas.palette)
    return drawn


# --- parks and printed buildings ---------------------------------------------------------------------


def _park(canvas: Canvas, code: str, name: str, box: Box) -> str:
    """A lawn with crossing paths, and trees around the middle, where the name goes."""
    palette, unit = canvas.palette, canvas.layout.unit
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
    return named(
        f"park-{code}",
        name,
        rect(*lawn, f' fill="{palette.park}" stroke="{palette.leaf}" stroke-width="1"')
        + f'<path d="{paths}" fill="none" stroke="{palette.path}" stroke-width="{num(unit * 0.07)}"/>'
        f'<path d="{"".join(shades)}" fill="{palette.shadow}" fill-opacity=".25"/>'
        f'<path d="{"".join(crowns)}" fill="{palette.leaf}"/>'
        f'<path d="{"".join(lights)}" fill="{palette.leaf_light}"/>',
    )


def _printed(palette: Palette, code: str, name: str, box: Box) -> str:
    """A roof seen from above, hatched on the shaded sides."""
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
    return named(
        f"printed-{code}",
        name,
        rect(
            *roof, f' fill="{mix(palette.stone, dark, 0.35)}" stroke="{palette.lot_edge}" stroke-width="1.2"'
        )
        + rect(*top, f' fill="{palette.stone}" stroke="{dark}" stroke-width=".9"')
        + f'<path d="{hips}{lines}" fill="none" stroke="{dark}" stroke-width=".8"/>',
    )

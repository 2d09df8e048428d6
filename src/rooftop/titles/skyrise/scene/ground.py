"""The printed islands: rock, rim, neighbourhoods, lakes, blimps, windmills, and the brass bridges."""

from __future__ import annotations

import math

from rooftop.drawing.canvas import cached
from rooftop.drawing.geometry import noise
from rooftop.drawing.palette import mix
from rooftop.drawing.svg import Point, named, num, outline, text, use
from rooftop.titles.skyrise.scene import labels
from rooftop.titles.skyrise.scene.canvas import Canvas
from rooftop.titles.skyrise.scene.geometry import Ground, Shape, smooth
from rooftop.titles.skyrise.scene.palette import Palette
from rooftop.titles.skyrise.schema import Cell, Round


def fine(canvas: Canvas) -> float:
    """The scale of lines, relative to the wide picture."""
    return 1 if canvas.wide else 0.55


@cached
def island(canvas: Canvas, ground: Ground) -> str:
    """An island with everything printed on it."""
    shape, say = ground.shape(ground.island.outline), canvas.say
    island, lakes = ground.island, ground.island.lake
    cells = "".join(_cell(canvas, ground, cell) for cell in island.cell)
    features = [
        named(f"lake-{lake.id}", say("Lake"), _lake(canvas, ground.shape(lake.polygon))) for lake in lakes
    ]
    features += [
        named(f"windmill-{mill.id}", say("Windmill"), _mill(canvas, ground, mill)) for mill in island.windmill
    ]
    features += [
        named(f"blimp-{blimp.id}", say("Blimp"), _blimp(canvas, ground, blimp)) for blimp in island.blimp
    ]
    land = _rock(shape, canvas) + cells + _borders(canvas, ground)
    return named(f"island-{island.id}", canvas.named(island), land) + "".join(features)


def _rock(shape: Shape, canvas: Canvas) -> str:
    """A soft shadow on the clouds, a rough side, and a light rim."""
    palette, unit = canvas.palette, fine(canvas)
    path = outline(shape)
    soft = "".join(
        f'<path d="{path}" transform="translate({num(5 * unit)} {num(13 * unit)})" fill="{palette.shadow}"'
        f' stroke="{palette.shadow}" opacity=".09" stroke-width="{num(wide * unit)}"'
        ' stroke-linejoin="round"/>'
        for wide in (1, 7, 14)
    )
    upper, lower = palette.rock
    rough = outline([(x, y + _hang(x, y, shape) * unit) for x, y in shape])
    side = "".join(
        f'<path d="{path}" transform="translate(0 {num(down * unit)})"/>' for down in (6, 4.5, 3, 1.5)
    )
    return (
        f'{soft}<path d="{rough}" fill="{lower}" stroke="{lower}" stroke-width="{num(4 * unit)}"'
        f' stroke-linejoin="round"/><g fill="{upper}" stroke="{upper}" stroke-width="{num(3 * unit)}"'
        f' stroke-linejoin="round">{side}</g><path d="{path}" fill="{palette.rim}"'
        f' stroke="{mix(palette.rim, palette.brass, 0.5)}" stroke-width="{num(1.6 * unit)}"'
        ' stroke-linejoin="round"/>'
    )


def _hang(x: float, y: float, shape: Shape) -> float:
    """How far the rock hangs down at a point of the rim."""
    middle = sum(corner[1] for corner in shape) / len(shape)
    return 8 + (5 * noise(x, y) if y > middle else 0)


def inner(canvas: Canvas, polygon: Shape, share: float = 0.0) -> Shape:
    """The ground of a neighbourhood, a little smaller than the cell, so that the rim of the island shows."""
    x = sum(point[0] for point in polygon) / len(polygon)
    y = sum(point[1] for point in polygon) / len(polygon)
    margin = (3.2 if canvas.wide else 1.5) + share
    shape = []
    for px, py in polygon:
        far = math.hypot(px - x, py - y)
        keep = max(0.0, 1 - margin / far) if far else 1
        shape.append((x + (px - x) * keep, y + (py - y) * keep))
    return shape


def shapes(canvas: Canvas, ground: Ground) -> str:
    """`cell-F1` and so on: the grounds of the neighbourhoods, which also take clicks; `site-F1` and so on:
    the circles to build on."""
    radius = canvas.board.geometry.building_token_radius * canvas.layout.scale * 0.86
    drawn = []
    for cell in ground.island.cell:
        x, y = ground.at(cell.site)
        path = outline(inner(canvas, ground.shape(cell.polygon)))
        drawn.append(f'<path id="cell-{cell.id}" d="{path}"/>')
        drawn.append(f'<circle id="site-{cell.id}" cx="{num(x)}" cy="{num(y)}" r="{num(radius)}"/>')
    return "".join(drawn)


def _cell(canvas: Canvas, ground: Ground, cell: Cell) -> str:
    paint = canvas.palette.grounds[cell.colour]
    unit = fine(canvas)
    spot = ground.at(cell.disc)
    hollow = canvas.layout.block.disc
    site = (
        f'<use href="#site-{cell.id}" fill="{canvas.palette.rim}" fill-opacity=".34" stroke="{paint.line}"'
        f' stroke-width="{num(0.9 * unit)}" stroke-dasharray="{num(3 * unit)} {num(2.2 * unit)}"/>'
    )
    hole = (
        f'<circle cx="{num(spot[0])}" cy="{num(spot[1])}" r="{num(hollow)}" fill="{canvas.palette.shadow}"'
        f' fill-opacity=".16" stroke="{paint.line}" stroke-width="{num(0.8 * unit)}"/>'
    )
    mark = labels.cell_mark(canvas, ground, cell)
    name = text(*mark, cell.id, labels.cell_size(canvas), paint.ink, "strong", "middle") if mark else ""
    return (
        f'<use href="#cell-{cell.id}" fill="{paint.fill}"/>'
        f'<use href="#cell-{cell.id}" fill="url(#ground-{cell.colour})" stroke="{paint.line}"'
        f' stroke-width="{num(1.1 * unit)}" stroke-linejoin="round"/>{site}{hole}{name}'
    )


def _borders(canvas: Canvas, ground: Ground) -> str:
    """Thin lanes between the neighbourhoods, lit by lamps at night."""
    paths = "".join(outline(ground.shape(cell.polygon)) for cell in ground.island.cell)
    unit = fine(canvas)
    paint = canvas.palette.border if canvas.palette.name == "day" else canvas.palette.lamp
    dash = f' stroke-dasharray="{num(0.1)} {num(7 * unit)}" stroke-linecap="round"'
    return (
        f'<path d="{paths}" fill="none" stroke="{paint}" stroke-opacity=".55"'
        f' stroke-width="{num((1 if canvas.palette.name == "day" else 1.5) * unit)}"'
        f"{'' if canvas.palette.name == 'day' else dash}/>"
    )


def _lake(canvas: Canvas, shape: Shape) -> str:
    """Water that gets darker away from the shore."""
    palette, unit = canvas.palette, fine(canvas)
    path = smooth(shape)
    x, y = sum(p[0] for p in shape) / len(shape), sum(p[1] for p in shape) / len(shape)
    deep = smooth([(x + (px - x) * 0.66, y + (py - y) * 0.66) for px, py in shape])
    return (
        f'<path d="{path}" fill="{palette.water}" stroke="{palette.foam}" stroke-width="{num(4 * unit)}"/>'
        f'<path d="{deep}" fill="{palette.deep}" fill-opacity=".55"/><path d="{path}" fill="url(#waves)"'
        f' stroke="{palette.water_ink if palette.name == "day" else palette.deep}"'
        f' stroke-width="{num(1.3 * unit)}"/>'
    )


def _blimp(canvas: Canvas, ground: Ground, blimp: Round) -> str:
    """A dark well with a blimp above it."""
    x, y = ground.at(blimp.centre)
    radius = blimp.radius * canvas.layout.scale
    palette = canvas.palette
    return (
        f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(radius)}" fill="{palette.rock[1]}"'
        f' stroke="{palette.brass}" stroke-width="{num(1.6 * fine(canvas))}"/>'
        + use("sign-blimp", x, y, radius / 10.5)
    )


def _mill(canvas: Canvas, ground: Ground, mill: Round) -> str:
    x, y = ground.at(mill.centre)
    radius = mill.radius * canvas.layout.scale
    palette = canvas.palette
    return (
        f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(radius)}" fill="{palette.rim}"'
        f' stroke="{palette.border}" stroke-width="{num(fine(canvas))}"/>'
        + use("sign-windmill", x, y, radius / 10)
    )


def bridges(canvas: Canvas) -> str:
    """Arched decks of brass with planks and rails."""
    return "".join(
        named(
            f"bridge-{row.id}",
            canvas.say("Bridge"),
            _bridge(canvas, *(canvas.layout.at(*point) for point in row.points)),
        )
        for row in canvas.board.bridges
    )


def _bridge(canvas: Canvas, start: Point, end: Point) -> str:
    palette: Palette = canvas.palette
    unit = fine(canvas)
    long = math.dist(start, end)
    angle = math.degrees(math.atan2(end[1] - start[1], end[0] - start[0]))
    reach = 10 * unit  # how far it rests on each island
    left, right, half = -reach, long + reach, 6.2 * unit
    planks = "".join(
        f"M{num(left + step * 3.6 * unit)} {num(-half)}v{num(2 * half)}"
        for step in range(1, int((right - left) / (3.6 * unit)) + 1)
    )
    posts = "".join(
        f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(1.9 * unit)}"/>'
        for x in (left, right)
        for y in (-half, half)
    )
    return (
        f'<g transform="translate({num(start[0])} {num(start[1])}) rotate({num(angle)})">'
        f'<path d="M{num(left)} {num(-half)}H{num(right)}V{num(half)}H{num(left)}z"'
        f' fill="{palette.brass_light}" stroke="{palette.brass_dark}" stroke-width="{num(1.2 * unit)}"/>'
        f'<path d="{planks}" stroke="{palette.brass_dark}" stroke-opacity=".5"'
        f' stroke-width="{num(0.9 * unit)}"/>'
        f'<path d="M{num(left)} {num(-half)}H{num(right)}M{num(left)} {num(half)}H{num(right)}"'
        f' stroke="{palette.brass}" stroke-width="{num(2.2 * unit)}"/><g fill="{palette.lamp}"'
        f' stroke="{palette.brass_dark}" stroke-width="{num(0.8 * unit)}">{posts}</g></g>'
    )


def bridge_shadows(canvas: Canvas) -> str:
    paths = []
    unit = fine(canvas)
    for row in canvas.board.bridges:
        a, b = (canvas.layout.at(*point) for point in row.points)
        paths.append(f"M{num(a[0])} {num(a[1])}L{num(b[0])} {num(b[1])}")
    return (
        f'<path d="{"".join(paths)}" transform="translate({num(3 * unit)} {num(9 * unit)})"'
        f' stroke-opacity=".25" stroke="{canvas.palette.shadow}"'
        f' stroke-width="{num(11 * unit)}" fill="none"/>'
    )

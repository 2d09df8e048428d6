"""The sky behind the islands: clouds under them, drifting clouds, and stars at night."""

from __future__ import annotations

from rooftop.drawing.geometry import inside, noise
from rooftop.drawing.layout import Box
from rooftop.drawing.svg import disc, num
from rooftop.drawing.widgets import rays, sheet
from rooftop.titles.skyrise.scene.canvas import Canvas
from rooftop.titles.skyrise.scene.geometry import Ground, Shape, from_edge, grid
from rooftop.titles.skyrise.scene.palette import Palette


def sky(canvas: Canvas, grounds: list[Ground]) -> str:
    palette, box = canvas.palette, canvas.layout.sky
    fine = 1 if canvas.wide else 0.5
    shapes = [ground.shape(ground.island.outline) for ground in grounds]
    banks = "".join(_bank(shape, palette, fine) for shape in shapes)
    return (
        f'<rect x="{num(box.x)}" y="{num(box.y)}" width="{num(box.width)}" height="{num(box.height)}"'
        f' fill="url(#sky)"/>{_sun(canvas)}{_stars(box, shapes, palette)}'
        f"{_drifting(box, shapes, palette, fine)}{banks}"
    )


def definitions(canvas: Canvas) -> str:
    above, below = canvas.palette.sky
    return (
        '<linearGradient id="sky" x1="0" y1="0" x2="0" y2="1">'
        f'<stop offset="0" stop-color="{above}"/><stop offset="1" stop-color="{below}"/></linearGradient>'
        + sheet(canvas, canvas.layout.sky)
    )


def _sun(canvas: Canvas) -> str:
    """The rays of a large sun behind the city."""
    x, y = canvas.layout.middle
    reach = max(canvas.layout.sky.width, canvas.layout.sky.height)
    lines = rays(x, y, 48, reach * 0.1, (reach * 0.8, reach * 0.8), whole=True)
    wide = 9 if canvas.wide else 4.5
    opacity = 0.13 if canvas.palette.name == "day" else 0.05
    return (
        f'<path d="{lines}" stroke="{canvas.palette.star}" stroke-width="{wide}"'
        f' stroke-opacity="{opacity}" fill="none"/>'
    )


def _stars(box: Box, shapes: list[Shape], palette: Palette) -> str:
    if palette.name == "day":
        return ""
    paths = []
    for x, y in grid(box, 17):
        x, y = x + 15 * noise(x, y), y + 15 * noise(y, x)
        if noise(x, y + 3) > 0.55 and not any(inside((x, y), shape) for shape in shapes):
            paths.append(disc(x, y, 0.4 + 0.7 * noise(x + 1, y)))
    return f'<path d="{"".join(paths)}" fill="{palette.star}" fill-opacity=".8"/>'


def _drifting(box: Box, shapes: list[Shape], palette: Palette, fine: float) -> str:
    """Thin clouds where no island is near."""
    paths = []
    for x, y in grid(box, 58 * fine):
        x, y = x + 40 * fine * noise(x, y), y + 40 * fine * noise(y, x)
        if noise(x + 5, y) < 0.45 or min(from_edge((x, y), shape) for shape in shapes) < 26 * fine:
            continue
        if any(inside((x, y), shape) for shape in shapes):
            continue
        wide = (26 + 30 * noise(y, x + 2)) * fine
        puffs = ((-0.5, 0.1, 0.2), (-0.2, -0.05, 0.3), (0.15, -0.1, 0.34), (0.5, 0.08, 0.22))
        paths += [disc(x + a * wide, y + b * wide, c * wide * 0.8) for a, b, c in puffs]
    opacity = ".62" if palette.name == "day" else ".5"
    return f'<path d="{"".join(paths)}" fill="{palette.cloud[0]}" fill-opacity="{opacity}"/>'


def _bank(shape: Shape, palette: Palette, fine: float) -> str:
    """A bank of clouds around an island, shaded below."""
    feet, bodies = [], []
    for number, (x, y) in enumerate(shape):
        if number % 2 and len(shape) > 40:
            continue
        radius = (15 + 11 * noise(x, y)) * fine
        feet.append(disc(x + 2 * fine, y + 14 * fine, radius))
        bodies.append(disc(x, y + 7 * fine, radius * 0.96))
    light, dark = palette.cloud
    opacity = "" if palette.name == "day" else ' fill-opacity=".8"'
    return (
        f'<path d="{"".join(feet)}" fill="{dark}"{opacity}/>'
        f'<path d="{"".join(bodies)}" fill="{light}"{opacity}/>'
    )

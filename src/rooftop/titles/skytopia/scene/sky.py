"""The sky in the background: rows of clouds as arcs, with stars at night."""

from __future__ import annotations

import math

from rooftop.drawing.svg import num, rect
from rooftop.titles.skytopia.scene.canvas import Canvas
from rooftop.titles.skytopia.scene.palette import Palette


def cloud_pattern(palette: Palette, unit: float) -> str:
    """Clouds as fans of three arcs, row upon row."""
    half = unit / 2
    arcs = []
    for x, y in ((half, half), (0, unit), (unit, unit)):
        for radius in (half, half * 0.72, half * 0.44):
            arcs.append(
                f"M{num(x - radius)} {num(y)}A{num(radius)} {num(radius)} 0 0 1 {num(x + radius)} {num(y)}"
            )
    return (
        f'<pattern id="clouds" width="{num(unit)}" height="{num(unit)}" patternUnits="userSpaceOnUse">'
        f'<path d="{"".join(arcs)}" fill="none" stroke="{palette.cloud}" stroke-width="1.4"/></pattern>'
    )


def sky(canvas: Canvas) -> str:
    layout, palette = canvas.layout, canvas.palette
    drawn = (
        f"<defs>{cloud_pattern(palette, 46 if canvas.wide else 26)}</defs>"
        + rect(0, 0, layout.width, layout.height, f' fill="{palette.table}"')
        + rect(0, 0, layout.width, layout.height, ' fill="url(#clouds)"')
    )
    if palette.name == "night":
        stars = []
        for number in range(90 if canvas.wide else 24):
            x = layout.width * (math.sin(number * 12.9898) * 43758.5453 % 1)
            y = layout.height * (math.sin(number * 78.233) * 24634.6345 % 1)
            stars.append(f"M{num(x)} {num(y)}h.01")
        drawn += (
            f'<path d="{"".join(stars)}" stroke="{palette.soft}" stroke-opacity=".6" stroke-width="1.6"'
            ' stroke-linecap="round"/>'
        )
    return drawn

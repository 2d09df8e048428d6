"""The sky in the background: rows of clouds as arcs, with stars at night."""

from __future__ import annotations

import math

from rooftop.drawing.svg import num, rect
from rooftop.drawing.textures import wave_pattern
from rooftop.titles.skytopia.scene.canvas import Canvas


def sky(canvas: Canvas) -> str:
    layout, palette = canvas.layout, canvas.palette
    clouds = wave_pattern("clouds", palette.cloud, 46 if canvas.wide else 26, (1, 0.72, 0.44), "1.4", "1")
    field = rect(0, 0, layout.width, layout.height, ' data-part="scene" fill="url(#clouds)"')
    drawn = f"<defs>{clouds}</defs>{field}"
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

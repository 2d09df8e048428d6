"""The sky behind everything: rows of clouds as arcs, by night with stars."""

from __future__ import annotations

import math

from rooftop.core.svg import num
from rooftop.titles.skytopia.scene.stage import Stage


def clouds(stage: Stage) -> str:
    plan, palette = stage.plan, stage.palette
    step = 46 if stage.wide else 26
    made = []
    row, y = 0, plan.height + step * 0.3
    while y > plan.height * 0.1:
        x = -step + (row % 2) * step / 2
        while x < plan.width + step:
            for radius in (step * 0.5, step * 0.36, step * 0.22):
                made.append(
                    f"M{num(x - radius)} {num(y)}a{num(radius)} {num(radius)} 0 0 1 {num(2 * radius)} 0"
                )
            x += step
        y -= step * 0.5
        row += 1
    drawn = f'<path d="{"".join(made)}" fill="none" stroke="{palette.cloud}" stroke-width="1.4"/>'
    if palette.name == "night":
        stars = []
        for number in range(90 if stage.wide else 24):
            x = plan.width * (math.sin(number * 12.9898) * 43758.5453 % 1)
            y = plan.height * (math.sin(number * 78.233) * 24634.6345 % 1)
            stars.append(f"M{num(x)} {num(y)}h.01")
        drawn += (
            f'<path d="{"".join(stars)}" stroke="{palette.soft}" stroke-opacity=".6" stroke-width="1.6"'
            ' stroke-linecap="round"/>'
        )
    return drawn

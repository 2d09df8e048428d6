"""Cogwheels, rays and points on a circle."""

from __future__ import annotations

import math

from rooftop.drawing.svg import num


def rays(
    x: float, y: float, count: int, near: float, far: tuple[float, float], room: tuple[float, float]
) -> str:
    """The path of a sun's rays over the upper half, long and short in turn. `room` is how far they may reach
    to either side and up."""
    paths = []
    for ray in range(count):
        angle = math.pi * (ray + 0.5) / count
        across, up = -math.cos(angle), math.sin(angle)
        end = min(far[ray % 2], room[0] / max(abs(across), 0.01), room[1] / max(up, 0.01))
        if end > near:
            paths.append(
                f"M{num(x + near * across)} {num(y - near * up)}L{num(x + end * across)} {num(y - end * up)}"
            )
    return "".join(paths)


def around(x: float, y: float, radius: float, sixths: float) -> tuple[float, float]:
    """A point on a circle, `sixths` of it anticlockwise from the top."""
    angle = math.pi / 3 * sixths
    return x - radius * math.sin(angle), y - radius * math.cos(angle)

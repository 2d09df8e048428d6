"""Widgets of all titles: panels, headings, badges, medals, banners, card backs."""

from __future__ import annotations

import math

from rooftop.drawing.canvas import SharedCanvas
from rooftop.drawing.geometry import star
from rooftop.drawing.layout import Box
from rooftop.drawing.svg import label, num, rect, stepped, text


def panel(canvas: SharedCanvas, box: Box, step: float = 0) -> str:
    """A panel with stepped corners and a double border."""
    palette, step = canvas.palette, step or canvas.step
    return (
        f'<path d="{stepped(*box, step)}" fill="{palette.panel}" stroke="{palette.rule}" stroke-width="1.2"/>'
        f'<path d="{stepped(*box.inside(2.6), step)}" fill="none" stroke="{palette.rule}" stroke-width=".5"/>'
    )


def inset(canvas: SharedCanvas, box: Box) -> str:
    """An empty field in a panel."""
    palette = canvas.palette
    return rect(*box, f' fill="{palette.inset}" stroke="{palette.rule}" stroke-width=".8"')


def heading(
    canvas: SharedCanvas, words: str, x: float, y: float, spacing: float = 1.6, least: float = 0
) -> str:
    """The heading of a panel, in capitals of at least the size `least`; letter spacing is tighter in a narrow
    picture."""
    size, spacing = (10.5, spacing) if canvas.wide else (9, 0.4)
    size = max(size, least)
    more = f' letter-spacing="{spacing:g}"'
    return text(x, y, words.upper(), size, canvas.palette.soft, "display", more=more)


def badge(
    canvas: SharedCanvas, seat: int, x: float, y: float, radius: float, size: float, more: str = ""
) -> str:
    """A player's colour, pattern and letter in a disc."""
    name = canvas.seats[seat]
    paint = canvas.palette.players[name]
    return (
        f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(radius)}" fill="url(#paint-{name})"'
        f' stroke="{canvas.palette.edge}" stroke-width=".8"{more}/><circle cx="{num(x)}" cy="{num(y)}"'
        f' r="{num(max(radius - 2.5, size * 0.5))}" fill="{paint.paint}"/>'
        + label(x, y, canvas.letter(seat), size, paint.ink, "strong", "middle")
    )


def brass_star(canvas: SharedCanvas, x: float, y: float, radius: float, more: str = "") -> str:
    """A star of brass."""
    fill, rule = canvas.palette.token, canvas.palette.brass
    return f'<path{more} d="{star(x, y, radius)}" fill="{fill}" stroke="{rule}" stroke-width=".7"/>'


def card_back(canvas: SharedCanvas, box: Box, left: int, share: float) -> str:
    """Face-down cards, with rays as long as `share` of the width; an empty field if none are left."""
    palette = canvas.palette
    fill, rule = (palette.back, palette.brass) if left else (palette.inset, palette.rule)
    drawn = f'<path d="{stepped(*box, 4)}" fill="{fill}" stroke="{rule}" stroke-width="1"/>'
    if not left:
        return drawn
    x, y = box.x + box.width / 2, box.y + box.height * 0.56
    reach = min(box.width * share, box.height * 0.4)
    half = reach * 0.34
    sun = rays(x, y, 7, reach * 0.45, (reach, reach * 0.8))
    return drawn + (
        f'<path d="{sun}M{num(x - half)} {num(y)}a{num(half)} {num(half)} 0 0 1 {num(2 * half)} 0z"'
        f' fill="none" stroke="{palette.back_ink}" stroke-width="1"/>'
    )


def rays(
    x: float,
    y: float,
    count: int,
    near: float,
    far: tuple[float, float],
    flat: float = 1,
    whole: bool = False,
) -> str:
    """The path of a sun's rays, alternately long and short, over the upper half or the `whole` circle; `flat`
    compresses it vertically."""
    drawn = []
    for ray in range(count):
        angle = (2 if whole else 1) * math.pi * (ray + 0.5) / count
        across, up = -math.cos(angle), -math.sin(angle) * flat
        end = far[ray % 2]
        drawn.append(
            f"M{num(x + near * across)} {num(y + near * up)}L{num(x + end * across)} {num(y + end * up)}"
        )
    return "".join(drawn)

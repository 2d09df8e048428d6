"""What all titles draw alike: frames, panels, headings, badges, counters, card backs."""

from __future__ import annotations

import math

from rooftop.drawing.canvas import SharedCanvas
from rooftop.drawing.geometry import star
from rooftop.drawing.layout import Box
from rooftop.drawing.parts import decoration
from rooftop.drawing.svg import identified, label, num, rect, stepped, text


def panel(canvas: SharedCanvas, box: Box, step: float = 0) -> str:
    """A panel with stepped corners and a double border."""
    palette, step = canvas.palette, step or canvas.step
    return (
        f'<path d="{stepped(*box, step)}" fill="{palette.panel}" stroke="{palette.rule}" stroke-width="1.2"/>'
        f'<path d="{stepped(*box.inside(2.6), step)}" fill="none" stroke="{palette.rule}" stroke-width=".5"/>'
    )


def plate(box: Box, step: float, fill: str, rule: str, strong: float = 1, more: str = "") -> str:
    """A card, a button or another small thing with stepped corners."""
    shape = stepped(*box, step)
    return f'<path d="{shape}" fill="{fill}" stroke="{rule}" stroke-width="{strong:g}"{more}/>'


def inset(canvas: SharedCanvas, box: Box) -> str:
    """An empty field in a panel."""
    palette = canvas.palette
    return rect(*box, f' fill="{palette.inset}" stroke="{palette.rule}" stroke-width=".8"')


def card_slot(canvas: SharedCanvas, box: Box, step: float = 4) -> str:
    """The place of a card that may be missing."""
    palette = canvas.palette
    return (
        f'<path d="{stepped(*box, step)}" fill="{palette.inset}" stroke="{palette.rule}" stroke-width=".8"'
        ' stroke-dasharray="3 2"/>'
    )


def sheet(canvas: SharedCanvas, box: Box) -> str:
    """The clip path `sheet`: a framed map."""
    return f'<clipPath id="sheet"><path d="{stepped(*box, _map_step(canvas))}"/></clipPath>'


def frame(canvas: SharedCanvas, box: Box) -> str:
    """A double frame with stepped corners around a map."""
    brass, step = canvas.palette.brass, _map_step(canvas)
    return decoration(
        f'<path d="{stepped(*box, step)}" fill="none" stroke="{brass}" stroke-width="2"/>'
        f'<path d="{stepped(*box.inside(3.5), step)}" fill="none" stroke="{brass}" stroke-width=".7"/>'
    )


def _map_step(canvas: SharedCanvas) -> float:
    return 14 if canvas.wide else 8


def heading(canvas: SharedCanvas, words: str, x: float, y: float) -> str:
    """The heading of a panel, in capitals."""
    more = f' letter-spacing="{1 if canvas.wide else 0.4:g}"'
    return text(x, y, words.upper(), canvas.smallest, canvas.palette.soft, "display", more=more)


def letter(canvas: SharedCanvas, seat: int, x: float, y: float, size: float = 0) -> str:
    """The letter of a player, on their paint."""
    ink = canvas.palette.players[canvas.seats[seat]].ink
    return label(x, y, canvas.letter(seat), size or canvas.smallest, ink, "strong", "middle")


def badge(canvas: SharedCanvas, seat: int, x: float, y: float, radius: float, size: float = 0) -> str:
    """A player's colour, pattern and letter in a disc."""
    name, size = canvas.seats[seat], size or canvas.smallest
    paint = canvas.palette.players[name]
    return (
        f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(radius)}" fill="url(#paint-{name})"'
        f' stroke="{canvas.palette.edge}" stroke-width=".8"/><circle cx="{num(x)}" cy="{num(y)}"'
        f' r="{num(max(radius - 2.5, size * 0.5))}" fill="{paint.paint}"/>' + letter(canvas, seat, x, y, size)
    )


def counter(
    canvas: SharedCanvas, words: object, x: float, y: float, radius: float, fill: str = "", ink: str = ""
) -> str:
    """A number on a disc: of brass, unless there is another `fill` with its `ink`."""
    palette, size = canvas.palette, max(canvas.smallest, radius * 1.15)
    return (
        f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(radius)}" fill="{fill or palette.token}"'
        f' stroke="{palette.brass}" stroke-width="1.4"/>'
        + label(x, y, words, size, ink or palette.token_ink, "strong", "middle")
    )


def brass_star(canvas: SharedCanvas, x: float, y: float, radius: float, more: str = "") -> str:
    """A star of brass."""
    fill, rule = canvas.palette.token, canvas.palette.brass
    return f'<path{more} d="{star(x, y, radius)}" fill="{fill}" stroke="{rule}" stroke-width=".7"/>'


def card_back(canvas: SharedCanvas, box: Box, left: bool = True) -> str:
    """Face-down cards with a rising sun; an empty field if none are left."""
    palette = canvas.palette
    if not left:
        return card_slot(canvas, box)
    x, y = box.x + box.width / 2, box.y + box.height * 0.56
    reach = min(box.width * 0.38, box.height * 0.4)
    half = reach * 0.34
    sun = rays(x, y, 7, reach * 0.45, (reach, reach * 0.8))
    return (
        f'<path d="{stepped(*box, 4 if box.width > 30 else 2.5)}" fill="{palette.back}"'
        f' stroke="{palette.brass}"/>'
        f'<path d="{sun}M{num(x - half)} {num(y)}a{num(half)} {num(half)} 0 0 1 {num(2 * half)} 0z"'
        f' fill="none" stroke="{palette.back_ink}" stroke-width="1"/>'
    )


def left_over(canvas: SharedCanvas, name: str, count: int, box: Box, ink: str = "") -> str:
    """The number of cards in a pile, at its lower edge."""
    size = 13.0 if canvas.wide else 10.5
    ink = ink or (canvas.palette.back_ink if count else canvas.palette.ink)
    number = text(box.middle[0], box.bottom - size * 0.5, str(count), size, ink, "strong", "middle")
    return identified(name, number)


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

"""Golems: a die as the head, with the face on its front, over a body with the owner's letter.

  +------+
 / top  /|
+------+ |     20 across, the front around 0, 0
| pips | +
+------+/
 | Y  |        the body, 11 high
"""

from __future__ import annotations

from rooftop.drawing.palette import Paint
from rooftop.drawing.solids import Solid
from rooftop.drawing.svg import rect, text, use
from rooftop.drawing.widgets import letter
from rooftop.titles.skytopia.scene.canvas import Canvas
from rooftop.titles.skytopia.scene.palette import Palette

DEEP = 4.0  # the depth of the top and of the side
BODY = 11.0
HIGH = 20 + DEEP + BODY + 2.5  # of a whole golem
WIDE = 24 + DEEP

_PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
HEAD = Solid(20, 20, DEEP, DEEP, 0, 10)


def pips(face: int, ink: str) -> str:
    return "".join(f'<circle cx="{x * 5:g}" cy="{y * 5:g}" r="2.1" fill="{ink}"/>' for x, y in _PIPS[face])


def _cube(paint: Paint, top: str, edge: str) -> str:
    return HEAD.draw(paint.paint, paint.dark, top, edge)


def definitions(canvas: Canvas) -> str:
    """`die-yellow-1` and so on; `die-yellow-0` for a golem without a face, `die-1` for a face of the dial."""
    palette = canvas.palette
    parts = [
        f'<g id="die-{face}">{_cube(bare(palette), palette.die, palette.die_ink)}'
        f"{pips(face, palette.die_ink)}</g>"
        for face in _PIPS
    ]
    for name in canvas.seats:
        paint = palette.players[name]
        body = (
            f'<path d="M-7 {10 + BODY}v2.5h-3M7 {10 + BODY}v2.5h3" fill="none" stroke="{palette.brass}"'
            f' stroke-width="2.4"/><path d="M-8.5 12h-3.2v5M8.5 12h3.2v5" fill="none"'
            f' stroke="{palette.brass}" stroke-width="2"/>'
            + rect(-8.5, 10, 17, BODY, f' fill="{paint.paint}" stroke="{palette.edge}" stroke-width=".9"')
        )
        head = _cube(paint, f"url(#paint-{name})", palette.edge)
        parts.append(f'<g id="golem-{name}">{body}{head}</g>')
        for face in range(7):
            shown = pips(face, paint.ink) if face else _asleep(paint.ink)
            parts.append(f'<g id="die-{name}-{face}"><use href="#golem-{name}"/>{shown}</g>')
    return "".join(parts)


def bare(palette: Palette) -> Paint:
    return Paint(palette.die, palette.wheel_dark, palette.die_ink)


def _asleep(ink: str) -> str:
    """Closed eyes: a golem at home."""
    eyes = "M-6 -1q2 2.5 4 0M2 -1q2 2.5 4 0M-3 5h6"
    return f'<path d="{eyes}" fill="none" stroke="{ink}" stroke-width="1.4"/>'


def golem(canvas: Canvas, seat: int, face: int, x: float, base: float, scale: float, more: str = "") -> str:
    """A golem centred on x that stands on the line `base`. A small one has no letter."""
    name = canvas.seats[seat]
    drawn = use(f"die-{name}-{face}", x, base - (10 + BODY + 3.5) * scale, scale, more)
    if scale < 0.9:
        return drawn
    return drawn + letter(canvas, seat, x, base - 4.8 * scale - 4)


def chip(canvas: Canvas, seat: int, face: int, x: float, y: float, wide: float) -> str:
    """A golem on a phone: its owner's letter and its face as a number."""
    name = canvas.seats[seat]
    paint = canvas.palette.players[name]
    words = f"{canvas.letter(seat)}{face}" if wide > 12 else str(face)
    return (
        rect(
            x,
            y,
            wide,
            13,
            f' rx="2.5" fill="url(#paint-{name})" stroke="{canvas.palette.edge}" stroke-width=".8"',
        )
        + rect(x + 1.5, y + 1.5, wide - 3, 10, f' rx="1.5" fill="{paint.paint}"')
        + text(x + wide / 2, y + 10, words, canvas.smallest, paint.ink, "strong", "middle")
    )

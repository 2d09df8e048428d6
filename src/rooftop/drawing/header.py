"""The header of every picture: the title with its emblem, who does what, and below that the turn or the end.

A broad header has the status to the right of the title, a slim one below it. The narrow picture has a small
title on the right and no emblem.
"""

from __future__ import annotations

from typing import NamedTuple

from rooftop.drawing import text_metrics
from rooftop.drawing.canvas import SharedCanvas, cached
from rooftop.drawing.layout import Box
from rooftop.drawing.parts import belonging, part, printed
from rooftop.drawing.svg import label, lines, named, num, rect, text
from rooftop.drawing.text_metrics import Anchor
from rooftop.drawing.widgets import badge
from rooftop.engine.state import NOBODY

BROAD = 420  # the least width with room for title and status side by side
RULE = 43  # from the top to the double rule
SMALL = 15.0  # the size of the title in the narrow picture


class Line(NamedTuple):
    """Where a line of the header starts, ends or has its middle."""

    x: float
    y: float  # the baseline
    anchor: Anchor


def slim(canvas: SharedCanvas) -> bool:
    """Whether the status stands below the title."""
    return canvas.wide and canvas.layout.header.width < BROAD


def table(canvas: SharedCanvas) -> str:
    """The title."""
    box, palette, mast = canvas.layout.header, canvas.palette, canvas.masthead
    if not canvas.wide:
        name = text(box.right - 2, box.y + 18, mast.name, SMALL, palette.soft, "display", "end")
        return printed("scene", name)
    x, rule, words = box.x + mast.start, box.y + RULE, mast.name.upper()
    spaced = f' letter-spacing="{mast.spacing:g}"'
    name = text(x, rule - 10, words, mast.size, palette.ink, "display", more=spaced)
    double = f'<path d="M{num(box.x)} {num(rule)}h{num(box.width)}m0 3h{num(-box.width)}"'
    return printed(
        "scene",
        f"{mast.emblem(palette, box.x + mast.start / 2 - 4, rule - 2)}{name}{double}"
        f' stroke="{palette.brass}" stroke-width=".8"/>',
    )


def room(canvas: SharedCanvas) -> float:
    """The room for the words of the status, beside a badge."""
    width, mast = canvas.layout.header.width, canvas.masthead
    if not canvas.wide:
        return width - 28 - text_metrics.width(mast.name, "display", SMALL)
    if slim(canvas):
        return width - 24
    return width - mast.start - text_metrics.width(mast.name.upper(), "display", mast.size, mast.spacing) - 40


@cached
def status(canvas: SharedCanvas, words: str, seat: int, shown: str = "") -> str:
    """Who does what, behind the badge of the player to act. `shown` stands for words that are too long."""
    box, ink, space = canvas.layout.header, canvas.palette.ink, room(canvas)
    most = 2 if slim(canvas) else 1
    size = 14.0 if canvas.wide else 11.0
    while size > canvas.smallest and text_metrics.is_cut(shown or words, "strong", size, space, most):
        size -= 0.5
    size = max(size, canvas.smallest)
    rows = text_metrics.balanced(shown or words, "strong", size, space, most)
    radius = 10 if canvas.wide else 7
    wide, start = max(text_metrics.width(row, "strong", size) for row in rows), 2 * radius + 5
    if seat == NOBODY:
        start = 0
    left = box.right - wide - start if canvas.wide and not slim(canvas) else box.x + 2
    y = box.y + (RULE + 15 if slim(canvas) else 12 if canvas.wide else 9)
    drawn = lines(rows, left + start, y + size * 0.35, size * 1.15, size, ink, "strong")
    if seat != NOBODY:
        drawn += badge(canvas, seat, left + radius, y, radius)
    tall = size * 1.15 * (len(rows) - 1) + 2 * radius
    return part("status", words, drawn, Box(left, y - radius, start + wide, tall))


def below(canvas: SharedCanvas) -> Line:
    """Where the line below the status starts, or ends if the header is broad."""
    box = canvas.layout.header
    if slim(canvas):
        return Line(box.x + 2, box.bottom - 5, "start")
    return Line(box.right, box.y + 35, "end") if canvas.wide else Line(box.x + 21, box.y + 25, "start")


@cached
def turn(canvas: SharedCanvas, words: str, name: str = "turn", strong: bool = False) -> str:
    """The turn, or how far the game has got."""
    x, y, anchor = below(canvas)
    ink = canvas.palette.ink if strong else canvas.palette.soft
    return belonging(name, "status", text(x, y, words, canvas.smallest, ink, "text", anchor))


def banner_width(canvas: SharedCanvas, words: str) -> float:
    return text_metrics.width(words, "strong", canvas.smallest) + (18 if canvas.wide else 8)


@cached
def ending(canvas: SharedCanvas, words: str) -> str:
    """The banner of the end."""
    x, y, anchor = below(canvas)
    wide, palette, size = banner_width(canvas, words), canvas.palette, canvas.smallest
    x -= wide if anchor == "end" else 2 if canvas.wide else 19
    box = Box(x, y - 13, wide, 18) if canvas.wide else Box(x, y - 9.5, wide, 12.5)
    field = rect(*box, f' fill="{palette.alert}"')
    written = label(*box.middle, words, size, palette.alert_ink, "strong", "middle")
    return named("ending", words, field + written)

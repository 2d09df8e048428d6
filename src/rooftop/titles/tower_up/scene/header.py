"""The header: the title with its sun, whose turn it is, and the banner of the end."""

from __future__ import annotations

from rooftop.drawing import text_metrics
from rooftop.drawing.canvas import cached
from rooftop.drawing.layout import Box
from rooftop.drawing.parts import belonging, part, printed
from rooftop.drawing.svg import num, text, use
from rooftop.drawing.widgets import badge, ending, rays
from rooftop.engine.state import NOBODY
from rooftop.titles.tower_up import parts
from rooftop.titles.tower_up.scene.canvas import Canvas
from rooftop.titles.tower_up.schema import CardFloor
from rooftop.titles.tower_up.view import View

TITLE = "Tower Up"
SIZE = 27  # of the title


def _stacked(canvas: Canvas) -> bool:
    """Whether the status stands below the title: in a wide picture with a small column."""
    return canvas.wide and canvas.layout.header.width < 450


def table(canvas: Canvas) -> str:
    box, palette = canvas.layout.header, canvas.palette
    if not canvas.wide:
        name = text(box.right - 2, box.y + 19, TITLE, 15, palette.soft, "display", "end")
        return printed("scene", name)
    low = box.y + 46
    x, y = box.x + 30, low - 4.5
    return printed(
        "scene",
        f'<path d="{rays(x, y, 13, 14, (29, 24))}" stroke="{palette.brass}" stroke-width="1.4"/>'
        f'<path d="M{num(x - 10)} {num(y)}a10 10 0 0 1 20 0z" fill="{palette.brass}"/>'
        + text(
            box.x + 68,
            low - 13,
            TITLE.upper(),
            SIZE,
            palette.ink,
            "display",
            "start",
            ' letter-spacing="3"',
        )
        + f'<path d="M{num(box.x)} {num(low - 3)}H{num(box.right)}m0 3H{num(box.x)}"'
        f' stroke="{palette.brass}" stroke-width=".8"/>',
    )


def header(canvas: Canvas, view: View, names: tuple[str, ...]) -> list[str]:
    """Whose turn it is, its number or the banner of the end, and the starting floors to place."""
    status = _status(canvas, parts.game.status(view, names, canvas.say), view.to_act)
    below = (
        _turn(canvas, view.turn)
        if view.ending is None
        else _banner(canvas, parts.game.ending(view, canvas.say))
    )
    return [status, below, *_starters(canvas, view.starters)]


@cached
def _status(canvas: Canvas, words: str, seat: int) -> str:
    box, palette = canvas.layout.header, canvas.palette
    if canvas.wide and not _stacked(canvas):
        taken = 68 + text_metrics.width(TITLE.upper(), "display", SIZE, 3)
        room = box.width - taken - 36
        size = text_metrics.shrink(words, "strong", 14, 12.5, room)
        shown = text_metrics.fit(words, "strong", size, room)
        wide = text_metrics.width(shown, "strong", size)
        left = box.right - wide - 16
        drawn = text(box.right, box.y + 18, shown, size, palette.ink, "strong", "end")
        if seat != NOBODY:
            drawn += badge(canvas, seat, left, box.y + 13.5, 10, 12.2)
        return part("status", words, drawn, Box(left - 10, box.y + 2, wide + 26, 24))
    size, radius, letters = (14.0, 10.0, 12.2) if canvas.wide else (11.0, 7.0, 10.0)
    start = box.x if seat == NOBODY else box.x + (26 if canvas.wide else 20)
    low = box.y + (62 if canvas.wide else 13)
    room = box.right - start - (62 if canvas.wide else 75)
    shown = text_metrics.fit(words, "strong", size, room)
    drawn = text(start, low, shown, size, palette.ink, "strong")
    if seat != NOBODY:
        drawn += badge(canvas, seat, box.x + radius + 3, low - size * 0.34, radius, letters)
    return part("status", words, drawn, Box(box.x, low - size, room + start - box.x, size * 1.5))


@cached
def _turn(canvas: Canvas, turn: int) -> str:
    """The number of the turn."""
    box, palette = canvas.layout.header, canvas.palette
    words = canvas.say("Turn {turn}", turn=turn + 1)
    if canvas.wide:
        low = box.y + (62 if _stacked(canvas) else 37)
        number = text(box.right, low, words, 12.5, palette.soft, "text", "end")
    else:
        number = text(box.x + 20, box.y + 26, words, 10, palette.soft)
    return belonging("turn", "status", number)


@cached
def _banner(canvas: Canvas, words: str) -> str:
    """The banner of the end."""
    box = canvas.layout.header
    size = 12.5 if canvas.wide else 10.0
    wide = text_metrics.width(words, "strong", size) + (18 if canvas.wide else 8)
    if _stacked(canvas):
        return ending(canvas, words, Box(box.x, box.bottom - 18, wide, 18), size)
    x = box.right - wide if canvas.wide else box.x + 18
    y, tall = (box.y + 23, 18) if canvas.wide else (box.y + 17, 13)
    return ending(canvas, words, Box(x, y, wide, tall), size)


@cached
def _starters(canvas: Canvas, starters: tuple[CardFloor, ...]) -> tuple[str, ...]:
    """The starting floors to place, the next one first."""
    box = canvas.layout.header
    scale = 0.8 if canvas.wide else 0.6
    pitch = 32 * scale
    x, y = (box.right - 60 - pitch * len(starters), box.y + 37) if canvas.wide else (box.x + 70, box.y + 27)
    if _stacked(canvas):
        x, y = box.x + 16, box.bottom - 2
    return tuple(
        belonging(f"starter-{number}", "status", use(f"slab-{colour}", x + number * pitch, y, scale))
        for number, colour in enumerate(starters)
    )

"""The header: the title with its sun, whose turn it is, and the banner of the end."""

from __future__ import annotations

from rooftop.drawing import text_metrics
from rooftop.drawing.canvas import cached
from rooftop.drawing.layout import Box
from rooftop.drawing.svg import identified, named, num, text, use
from rooftop.drawing.widgets import badge, ending, rays
from rooftop.titles.tower_up.scene import describe
from rooftop.titles.tower_up.scene.canvas import Canvas
from rooftop.titles.tower_up.schema import CardFloor
from rooftop.titles.tower_up.view import View

TITLE = "Tower Up"


def table(canvas: Canvas) -> str:
    box, palette = canvas.layout.header, canvas.palette
    if not canvas.wide:
        return text(box.right - 2, box.y + 19, TITLE, 15, palette.soft, "display", "end")
    size = _title_size(canvas)
    x, y = box.x + 30, box.bottom - 4.5
    return (
        f'<path d="{rays(x, y, 13, 14, (29, 24))}" stroke="{palette.brass}" stroke-width="1.4"/>'
        f'<path d="M{num(x - 10)} {num(y)}a10 10 0 0 1 20 0z" fill="{palette.brass}"/>'
        + text(
            box.x + 68,
            box.bottom - 13,
            TITLE.upper(),
            size,
            palette.ink,
            "display",
            "start",
            ' letter-spacing="3"',
        )
        + f'<path d="M{num(box.x)} {num(box.bottom - 3)}H{num(box.right)}m0 3H{num(box.x)}"'
        f' stroke="{palette.brass}" stroke-width=".8"/>'
    )


def _title_size(canvas: Canvas) -> float:
    return 27 if canvas.layout.header.width > 450 else 19


def header(canvas: Canvas, view: View, names: tuple[str, ...]) -> list[str]:
    """Whose turn it is, its number or the banner of the end, and the starting floors to place."""
    status = _status(canvas, describe.status(view, names, canvas.say), view.to_act)
    below = (
        _turn(canvas, view.turn)
        if view.ending is None
        else _banner(canvas, describe.ending(view, canvas.say))
    )
    return [status, below, *_starters(canvas, view.starters)]


@cached
def _status(canvas: Canvas, words: str, seat: int | None) -> str:
    box, palette = canvas.layout.header, canvas.palette
    if canvas.wide:
        taken = 68 + text_metrics.width(TITLE.upper(), "display", _title_size(canvas), 3)
        room = box.width - taken - 36
        size = text_metrics.shrink(words, "strong", 14, 11, room)
        shown = text_metrics.fit(words, "strong", size, room)
        left = box.right - text_metrics.width(shown, "strong", size) - 16
        drawn = text(box.right, box.y + 18, shown, size, palette.ink, "strong", "end")
        if seat is not None:
            drawn += badge(canvas, seat, left, box.y + 13.5, 9.5, 11)
    else:
        size = 11.0
        shown = text_metrics.fit(words, "strong", size, box.width - 95)
        drawn = text(box.x + 20, box.y + 13, shown, size, palette.ink, "strong")
        if seat is not None:
            drawn += badge(canvas, seat, box.x + 10, box.y + 9.5, 7, 9)
    return named("status", words, drawn)


@cached
def _turn(canvas: Canvas, turn: int) -> str:
    """The number of the turn."""
    box, palette = canvas.layout.header, canvas.palette
    words = canvas.say("Turn {turn}", turn=turn + 1)
    if canvas.wide:
        return identified("turn", text(box.right, box.y + 36, words, 12, palette.soft, "text", "end"))
    return identified("turn", text(box.x + 20, box.y + 25, words, 9, palette.soft))


@cached
def _banner(canvas: Canvas, words: str) -> str:
    """The banner of the end."""
    box = canvas.layout.header
    size = 12.0 if canvas.wide else 9.0
    wide = text_metrics.width(words, "strong", size) + (18 if canvas.wide else 8)
    x = box.right - wide if canvas.wide else box.x + 18
    y, tall = (box.y + 23, 18) if canvas.wide else (box.y + 16, 12)
    return ending(canvas, words, Box(x, y, wide, tall), size)


@cached
def _starters(canvas: Canvas, starters: tuple[CardFloor, ...]) -> tuple[str, ...]:
    """The starting floors to place, the next one first."""
    box = canvas.layout.header
    scale = 0.8 if canvas.wide else 0.6
    pitch = 32 * scale
    x, y = (box.right - 60 - pitch * len(starters), box.y + 37) if canvas.wide else (box.x + 70, box.y + 26)
    return tuple(
        identified(f"starter-{number}", use(f"slab-{colour}", x + number * pitch, y, scale))
        for number, colour in enumerate(starters)
    )

"""The header: the title with its skyline, whose turn it is, and the end."""

from __future__ import annotations

import msgspec

from rooftop.drawing import text_metrics
from rooftop.drawing.canvas import cached
from rooftop.drawing.layout import Box
from rooftop.drawing.svg import identified, named, num, text
from rooftop.drawing.widgets import badge, ending, rays
from rooftop.engine.state import NOBODY
from rooftop.titles.new_york_1901.phrases import ending_text, quiet_text
from rooftop.titles.new_york_1901.scene import describe
from rooftop.titles.new_york_1901.scene.canvas import Canvas
from rooftop.titles.new_york_1901.view import View

TITLE = "New York 1901"
SIZE = 17.0


def table(canvas: Canvas) -> str:
    box, palette = canvas.layout.header, canvas.palette
    if not canvas.wide:
        return text(box.right - 2, box.y + 18, TITLE, 14, palette.soft, "display", "end")
    x, y = box.x + 30, box.bottom - 4
    skyline = "h4v-6h4v-5h3v5h4v-12h2.5v-4h1.5v-4h2v4h1.5v4h2.5v12h4v-8h4v-3h3v3h3v11h4"  # a stepped tower
    return (
        f'<path d="{rays(x, y - 4, 11, 18, (34, 29))}" stroke="{palette.brass}" stroke-width="1.2"/>'
        f'<path d="M{num(x - 21.5)} {num(y)}{skyline}z" fill="{palette.brass}"/>'
        + text(
            box.x + 70, box.bottom - 13, TITLE.upper(), SIZE, palette.ink, "display", "start",
            ' letter-spacing="2"',
        )
        + f'<path d="M{num(box.x)} {num(box.bottom - 3)}H{num(box.right)}m0 3H{num(box.x)}"'
        f' stroke="{palette.brass}" stroke-width=".8"/>'
    )  # fmt: skip


def header(canvas: Canvas, view: View, names: tuple[str, ...]) -> list[str]:
    """Whose turn it is and what they are doing; below, the turn's number or the end."""
    words = describe.status(canvas.board, view, names, canvas.say)
    drawn = _status(canvas, words, _shown_status(canvas, view, names), view.to_act)
    if view.ending is None and not view.over:
        return [drawn, _turn(canvas, view.turn + 1, quiet_text(canvas.board, view, canvas.say))]
    return [drawn, _end(canvas, ending_text(view, canvas.say))]


def _room(canvas: Canvas) -> float:
    """The room for the status."""
    title = text_metrics.width(TITLE.upper(), "display", SIZE, 2) if canvas.wide else 98
    return canvas.layout.header.width - title - (106 if canvas.wide else 24)


def _shown_status(canvas: Canvas, view: View, names: tuple[str, ...]) -> str:
    """The status without the name of a skyscraper. If there is no room for it, the player's name is cut."""
    brief = msgspec.structs.replace(view, tile=None)
    shown = describe.status(canvas.board, brief, names, canvas.say)
    if not view.over:
        name = names[view.to_act]
        while len(name) > 1 and text_metrics.width(shown, "strong", canvas.smallest) > _room(canvas):
            name = name[:-1]
            short = [
                f"{name.rstrip()}…" if seat == view.to_act else names[seat] for seat in range(len(names))
            ]
            shown = describe.status(canvas.board, brief, short, canvas.say)
    return text_metrics.fit(shown, "strong", canvas.smallest, _room(canvas))


@cached
def _status(canvas: Canvas, words: str, shown: str, seat: int) -> str:
    box, palette, room = canvas.layout.header, canvas.palette, _room(canvas)
    size = text_metrics.shrink(shown, "strong", 13.5 if canvas.wide else 11, canvas.smallest, room)
    if canvas.wide:
        left = box.right - text_metrics.width(shown, "strong", size) - 15
        drawn = text(box.right, box.y + 16, shown, size, palette.ink, "strong", "end")
        if seat != NOBODY:
            drawn += badge(canvas, seat, left, box.y + 11.5, 9.5, canvas.smallest)
    else:
        drawn = text(box.x + 20, box.y + 13, shown, size, palette.ink, "strong")
        if seat != NOBODY:
            drawn += badge(canvas, seat, box.x + 10, box.y + 9.5, 7, canvas.smallest)
    return named("status", words, drawn)


@cached
def _turn(canvas: Canvas, turn: int, quiet: str) -> str:
    """The number of the turn and, if there are many, of the quiet rounds."""
    box, palette = canvas.layout.header, canvas.palette
    words = canvas.say("Turn {turn}", turn=turn) + (f" · {quiet}" if quiet else "")
    ink = palette.ink if quiet else palette.soft
    x, y, anchor = (box.right, box.y + 33, "end") if canvas.wide else (box.x + 20, box.y + 25, "start")
    return identified("turn", text(x, y, words, canvas.smallest, ink, "text", anchor, ' data-part="status"'))


@cached
def _end(canvas: Canvas, words: str) -> str:
    """The banner of the end."""
    box = canvas.layout.header
    size = canvas.smallest
    wide = text_metrics.width(words, "strong", size) + (18 if canvas.wide else 8)
    x = box.right - wide if canvas.wide else box.x + 18
    y, tall = (box.y + 21, 18) if canvas.wide else (box.y + 16.5, 13)
    return ending(canvas, words, Box(x, y, wide, tall), size)

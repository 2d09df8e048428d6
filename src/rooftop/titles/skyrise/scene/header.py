"""The header: the title with its sun, the decision and the progress of the game."""

from __future__ import annotations

from rooftop.drawing import text_metrics
from rooftop.drawing.canvas import cached
from rooftop.drawing.layout import Box
from rooftop.drawing.parts import belonging, printed
from rooftop.drawing.svg import named, num, text
from rooftop.drawing.widgets import badge, ending, rays
from rooftop.engine.state import NOBODY
from rooftop.titles.skyrise.scene import describe
from rooftop.titles.skyrise.scene.canvas import Canvas
from rooftop.titles.skyrise.view import View

TITLE = "Skyrise"


def table(canvas: Canvas) -> str:
    box, palette = canvas.layout.header, canvas.palette
    if not canvas.wide:
        return printed("scene", text(box.right - 2, box.y + 18, TITLE, 15, palette.soft, "display", "end"))
    x, y = box.x + 24, box.bottom - 5
    return printed(
        "scene",
        f'<path d="{rays(x, y, 11, 12, (24, 20))}" stroke="{palette.brass}" stroke-width="1.4"/>'
        f'<path d="M{num(x - 22)} {num(y)}c-1 -5 5 -8 8 -5c1 -6 10 -8 13 -2c5 -4 12 -1 10 4c4 -1 7 1 6 3z"'
        f' fill="{palette.brass}"/>'
        + text(
            box.x + 58, box.bottom - 12, TITLE.upper(), 25, palette.ink, "display", more=' letter-spacing="3"'
        )
        + f'<path d="M{num(box.x)} {num(box.bottom - 3)}H{num(box.right)}m0 3H{num(box.x)}"'
        f' stroke="{palette.brass}" stroke-width=".8"/>',
    )


def header(canvas: Canvas, view: View, names: tuple[str, ...]) -> list[str]:
    auction = view.auction
    progress = describe.progress(canvas, view.phase, view.era, auction.number, auction.of)
    status = _status(canvas, view.to_act, describe.status(view, names, canvas.say))
    return [status, _progress(canvas, progress, view.over)]


@cached
def _status(canvas: Canvas, seat: int, status: str) -> str:
    box, palette = canvas.layout.header, canvas.palette
    if canvas.wide:
        taken = 58 + text_metrics.width(TITLE.upper(), "display", 25, 3)
        room = box.width - taken - 36
        size = text_metrics.shrink(status, "strong", 15, 12.2, room)
        shown = text_metrics.fit(status, "strong", size, room)
        left = box.right - text_metrics.width(shown, "strong", size) - 15
        drawn = text(box.right, box.y + 17, shown, size, palette.ink, "strong", "end")
        if seat != NOBODY:
            drawn += badge(canvas, seat, left, box.y + 12, 9.5, 12.2)
    else:
        shown = text_metrics.fit(status, "strong", 11, box.width - 82)
        drawn = text(box.x + 20, box.y + 12, shown, 11, palette.ink, "strong")
        if seat != NOBODY:
            drawn += badge(canvas, seat, box.x + 10, box.y + 9, 7, 10)
    return named("status", status, drawn)


@cached
def _progress(canvas: Canvas, words: str, over: bool) -> str:
    """The era and the auction's number; at the end a banner."""
    box, palette = canvas.layout.header, canvas.palette
    if not over:
        if canvas.wide:
            drawn = text(box.right, box.y + 33, words, 12.5, palette.soft, "text", "end")
        else:
            drawn = text(box.x + 20, box.y + 24, words, 10, palette.soft)
        return belonging("progress", "status", drawn)
    size = 12.5 if canvas.wide else 10.0
    wide = text_metrics.width(words, "strong", size) + (18 if canvas.wide else 8)
    x = box.right - wide if canvas.wide else box.x + 18
    y, tall = (box.y + 20, 17) if canvas.wide else (box.y + 15, 12)
    return ending(canvas, words, Box(x, y, wide, tall), size)

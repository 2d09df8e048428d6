"""The header: whose turn it is, and below the turn's number or the end."""

from __future__ import annotations

import msgspec

from rooftop.drawing import header as shared
from rooftop.drawing import text_metrics
from rooftop.titles.new_york_1901.phrases import ending_text, quiet_text
from rooftop.titles.new_york_1901.scene import describe
from rooftop.titles.new_york_1901.scene.canvas import Canvas
from rooftop.titles.new_york_1901.view import View


def header(canvas: Canvas, view: View, names: tuple[str, ...]) -> list[str]:
    words = describe.status(canvas.board, view, names, canvas.say)
    status = shared.status(canvas, words, view.to_act, _shown_status(canvas, view, names))
    if view.ending is not None or view.over:
        return [status, shared.ending(canvas, ending_text(view, canvas.say))]
    turn, quiet = canvas.say("Turn {turn}", turn=view.turn + 1), quiet_text(canvas.board, view, canvas.say)
    return [status, shared.turn(canvas, f"{turn} · {quiet}" if quiet else turn, strong=bool(quiet))]


def _shown_status(canvas: Canvas, view: View, names: tuple[str, ...]) -> str:
    """The status without the name of a skyscraper. If there is no room for it, the player's name is cut."""
    brief = msgspec.structs.replace(view, tile=None)
    shown = describe.status(canvas.board, brief, names, canvas.say)
    if view.over:
        return shown
    name, room = names[view.to_act], shared.room(canvas)
    while len(name) > 1 and text_metrics.width(shown, "strong", canvas.smallest) > room:
        name = name[:-1]
        short = [f"{name.rstrip()}…" if seat == view.to_act else names[seat] for seat in range(len(names))]
        shown = describe.status(canvas.board, brief, short, canvas.say)
    return shown

"""The header: the decision and the progress of the game."""

from __future__ import annotations

from rooftop.drawing import header as shared
from rooftop.titles.skyrise.scene import describe
from rooftop.titles.skyrise.scene.canvas import Canvas
from rooftop.titles.skyrise.view import View


def header(canvas: Canvas, view: View, names: tuple[str, ...]) -> list[str]:
    auction = view.auction
    progress = describe.progress(canvas, view.phase, view.era, auction.number, auction.of)
    status = shared.status(canvas, describe.status(view, names, canvas.say), view.to_act)
    if view.over:
        return [status, shared.ending(canvas, progress)]
    return [status, shared.turn(canvas, progress, "progress")]

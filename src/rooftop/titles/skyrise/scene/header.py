"""The header: the decision and the progress of the game."""

from __future__ import annotations

from rooftop.drawing import header as shared
from rooftop.drawing.canvas import cached
from rooftop.titles.skyrise import parts
from rooftop.titles.skyrise.scene.canvas import Canvas
from rooftop.titles.skyrise.view import Phase, View


def header(canvas: Canvas, view: View, names: tuple[str, ...]) -> list[str]:
    auction = view.auction
    status = shared.status(canvas, parts.game.status(view, names, canvas.say), view.to_act)
    return [status, _progress(canvas, view.phase, view.era, auction.number, auction.of)]


@cached
def _progress(canvas: Canvas, phase: Phase, era: int, number: int, of: int) -> str:
    words = parts.game.progress(canvas.board, phase, era, number, of, canvas.say)
    return shared.ending(canvas, words) if phase == "over" else shared.turn(canvas, words, "progress")

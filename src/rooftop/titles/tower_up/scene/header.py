"""The header: whose turn it is, the banner of the end, and the starting floors to place."""

from __future__ import annotations

from rooftop.drawing import header as shared
from rooftop.drawing.canvas import cached
from rooftop.drawing.parts import belonging
from rooftop.drawing.svg import use
from rooftop.titles.tower_up import parts
from rooftop.titles.tower_up.scene.canvas import Canvas
from rooftop.titles.tower_up.schema import CardFloor
from rooftop.titles.tower_up.view import View


def header(canvas: Canvas, view: View, names: tuple[str, ...]) -> list[str]:
    status = shared.status(canvas, parts.game.status(view, names, canvas.say), view.to_act)
    if view.ending is not None:
        return [status, shared.ending(canvas, parts.game.ending(view, canvas.say))]
    turn = shared.turn(canvas, canvas.say("Turn {turn}", turn=view.turn + 1))
    return [status, turn, *_starters(canvas, view.starters)]


@cached
def _starters(canvas: Canvas, starters: tuple[CardFloor, ...]) -> tuple[str, ...]:
    """The starting floors to place, the next one first."""
    x, y, anchor = shared.below(canvas)
    scale = 0.8 if canvas.wide else 0.6
    pitch = 32 * scale
    start = x - 60 - pitch * len(starters) if anchor == "end" else x + 70
    return tuple(
        belonging(f"starter-{number}", "status", use(f"slab-{colour}", start + number * pitch, y + 1, scale))
        for number, colour in enumerate(starters)
    )

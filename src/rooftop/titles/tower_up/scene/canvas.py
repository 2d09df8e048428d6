"""The canvas of Tower Up."""

from __future__ import annotations

from rooftop.drawing.canvas import Masthead, SharedCanvas
from rooftop.drawing.palette import SharedPalette
from rooftop.drawing.svg import num
from rooftop.drawing.widgets import rays
from rooftop.titles.tower_up.board import Board
from rooftop.titles.tower_up.scene.layout import Layout
from rooftop.titles.tower_up.scene.palette import Palette


def sun(palette: SharedPalette, x: float, y: float) -> str:
    """The emblem of the title: a rising sun."""
    return (
        f'<path d="{rays(x, y, 13, 14, (29, 24))}" stroke="{palette.brass}" stroke-width="1.4"/>'
        f'<path d="M{num(x - 10)} {num(y)}a10 10 0 0 1 20 0z" fill="{palette.brass}"/>'
    )


class Canvas(SharedCanvas):
    title = "tower-up"
    masthead = Masthead("Tower Up", sun)
    board: Board
    layout: Layout
    palette: Palette

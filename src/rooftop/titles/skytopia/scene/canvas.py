"""The canvas of Skytopia."""

from __future__ import annotations

from rooftop.drawing.canvas import Masthead, SharedCanvas
from rooftop.drawing.geometry import gear
from rooftop.drawing.palette import SharedPalette
from rooftop.drawing.svg import num
from rooftop.game.title import Colour
from rooftop.titles.skytopia.board import Board
from rooftop.titles.skytopia.parts.words import colours
from rooftop.titles.skytopia.scene.layout import Layout
from rooftop.titles.skytopia.scene.palette import Palette


def clock(palette: SharedPalette, x: float, y: float) -> str:
    """The emblem of the title: a clock with teeth."""
    y -= 20
    return (
        f'<path d="{gear(x, y, 14, 15, 18.5)}" fill="{palette.brass}"/><circle cx="{num(x)}" cy="{num(y)}"'
        f' r="8.5" fill="{palette.table}"/><path d="M{num(x)} {num(y)}v-7M{num(x)} {num(y)}l5 3" fill="none"'
        f' stroke="{palette.brass}" stroke-width="2" stroke-linecap="round"/>'
    )


class Canvas(SharedCanvas):
    title = "skytopia"
    masthead = Masthead("Skytopia", clock, size=29, spacing=4, start=52)
    board: Board
    layout: Layout
    palette: Palette

    def colours(self) -> list[Colour]:
        return colours(self.board, self.say, {})

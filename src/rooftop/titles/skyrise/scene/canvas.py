"""The canvas of Skyrise."""

from __future__ import annotations

from rooftop.drawing.canvas import Masthead, SharedCanvas
from rooftop.drawing.palette import SharedPalette
from rooftop.drawing.svg import num
from rooftop.drawing.widgets import rays
from rooftop.game.title import Colour
from rooftop.titles.skyrise.board import Board
from rooftop.titles.skyrise.parts.words import colours
from rooftop.titles.skyrise.scene.layout import Layout
from rooftop.titles.skyrise.scene.palette import Palette


def sunrise(palette: SharedPalette, x: float, y: float) -> str:
    """The emblem of the title: the sun behind a cloud."""
    return (
        f'<path d="{rays(x, y, 11, 12, (24, 20))}" stroke="{palette.brass}" stroke-width="1.4"/>'
        f'<path d="M{num(x - 22)} {num(y)}c-1 -5 5 -8 8 -5c1 -6 10 -8 13 -2c5 -4 12 -1 10 4c4 -1 7 1 6 3z"'
        f' fill="{palette.brass}"/>'
    )


class Canvas(SharedCanvas):
    title = "skyrise"
    masthead = Masthead("Skyrise", sunrise, size=25, start=58)
    board: Board
    layout: Layout
    palette: Palette

    def colours(self) -> list[Colour]:
        return colours(self.board, self.say, {})

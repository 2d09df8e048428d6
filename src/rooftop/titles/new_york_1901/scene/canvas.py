"""The canvas of New York 1901."""

from __future__ import annotations

from rooftop.drawing.canvas import Masthead, SharedCanvas
from rooftop.drawing.palette import SharedPalette
from rooftop.drawing.svg import num
from rooftop.drawing.widgets import rays
from rooftop.titles.new_york_1901.board import Board
from rooftop.titles.new_york_1901.scene.layout import Layout
from rooftop.titles.new_york_1901.scene.palette import Palette


def skyline(palette: SharedPalette, x: float, y: float) -> str:
    """The emblem of the title: a stepped tower and its neighbours before the sun."""
    outline = "h4v-6h4v-5h3v5h4v-12h2.5v-4h1.5v-4h2v4h1.5v4h2.5v12h4v-8h4v-3h3v3h3v11h4z"
    return (
        f'<path d="{rays(x, y - 4, 11, 18, (34, 29))}" stroke="{palette.brass}" stroke-width="1.2"/>'
        f'<path d="M{num(x - 21.5)} {num(y)}{outline}" fill="{palette.brass}"/>'
    )


class Canvas(SharedCanvas):
    title = "new-york-1901"
    masthead = Masthead("New York 1901", skyline, size=17, spacing=2, start=70)
    board: Board
    layout: Layout
    palette: Palette

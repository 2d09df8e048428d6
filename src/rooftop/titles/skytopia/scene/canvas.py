"""The canvas of Skytopia."""

from __future__ import annotations

from rooftop.drawing.canvas import SharedCanvas
from rooftop.titles.skytopia.board import Board
from rooftop.titles.skytopia.scene.layout import Layout
from rooftop.titles.skytopia.scene.palette import Palette


class Canvas(SharedCanvas):
    title = "skytopia"
    board: Board
    layout: Layout
    palette: Palette

    @property
    def seats(self) -> list[str]:
        return [colour.id for colour in self.board.golem_colours[: self.board.players]]

    @property
    def least(self) -> float:
        """The size of the smallest letters: at least ten pixels on a laptop, where a column stands beside the
        picture, and on a phone."""
        return 12.3 if self.wide else 10

    def letter(self, seat: int) -> str:
        """The first letter of the city's name."""
        return self.named(self.board.cities[seat])[0]

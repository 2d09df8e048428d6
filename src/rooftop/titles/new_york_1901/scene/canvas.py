"""The canvas of New York 1901."""

from __future__ import annotations

from rooftop.drawing.canvas import SharedCanvas
from rooftop.titles.new_york_1901.board import Board
from rooftop.titles.new_york_1901.scene.layout import Layout
from rooftop.titles.new_york_1901.scene.palette import Palette


class Canvas(SharedCanvas):
    title = "new-york-1901"
    board: Board
    layout: Layout
    palette: Palette

    @property
    def seats(self) -> list[str]:
        return [player.id for player in self.board.player_names[: self.board.players]]

    @property
    def least(self) -> float:
        """The size of the smallest letters. A page shows a wide picture beside a column on a laptop, at 0.82
        of its size, and a narrow one across a phone: these are 10 pixels high."""
        return 12.2 if self.wide else 10.0

    def letter(self, seat: int) -> str:
        return self.named(self.board.player_names[seat], "mark")

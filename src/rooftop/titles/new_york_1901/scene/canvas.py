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

    def letter(self, seat: int) -> str:
        return self.named(self.board.player_names[seat], "mark")

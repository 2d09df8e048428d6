"""The canvas of Tower Up."""

from __future__ import annotations

from rooftop.drawing.canvas import SharedCanvas
from rooftop.titles.tower_up.board import Board
from rooftop.titles.tower_up.scene.layout import Layout
from rooftop.titles.tower_up.scene.palette import Palette


class Canvas(SharedCanvas):
    title = "tower-up"
    board: Board
    layout: Layout
    palette: Palette

    @property
    def seats(self) -> list[str]:
        return [player.id for player in self.board.player_names[: self.board.players]]

    def letter(self, seat: int) -> str:
        """The first letter of a player's colour."""
        return self.named(self.board.player_names[seat])[0]

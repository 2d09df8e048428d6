"""The canvas of Tower Up, and signs that several of its parts draw."""

from __future__ import annotations

from rooftop.drawing.canvas import SharedCanvas
from rooftop.drawing.svg import num, text, use
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
        """The letter that stands for a player: the first of the colour's name."""
        return self.named(self.board.player_names[seat])[0]


def token(
    canvas: Canvas, place: int, value: object, x: float, y: float, radius: float, more: str = ""
) -> str:
    """A bonus token with its value."""
    size = max(9.0, radius * 1.15)
    return use(f"token-{place}", x, y, radius / 10, more) + text(
        x, y + size * 0.34, str(value), size, canvas.palette.token_ink, "strong", "middle"
    )


def house(x: float, y: float, scale: float, fill: str, stroke: str) -> str:
    """The sign of a roof."""
    return (
        f'<path transform="translate({num(x)} {num(y)}) scale({scale:.3g})" d="M-9 2l9 -8l9 8l-2 2.4l-7 -6.2'
        f'l-7 6.2z" fill="{fill}" stroke="{stroke}" stroke-width="1" stroke-linejoin="round"/>'
    )

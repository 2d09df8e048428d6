"""The canvas of Skyrise, and small shapes that several parts of the picture use."""

from __future__ import annotations

import math

from rooftop.drawing.canvas import SharedCanvas
from rooftop.drawing.layout import Box
from rooftop.drawing.svg import num, rect, text
from rooftop.titles.skyrise.board import Board
from rooftop.titles.skyrise.scene.layout import Layout
from rooftop.titles.skyrise.scene.palette import Palette


class Canvas(SharedCanvas):
    title = "skyrise"
    board: Board
    layout: Layout
    palette: Palette

    @property
    def seats(self) -> list[str]:
        return [player.id for player in self.board.seat_players]

    def letter(self, seat: int) -> str:
        return self.named(self.board.seat_players[seat], "mark")


def pointed(box: Box) -> str:
    """An invisible area that belongs to a part, so that it need not be hit exactly."""
    return rect(*box, ' fill="none" pointer-events="all"')


def click_area(box: Box) -> str:
    """The opening of the element that takes clicks and glows."""
    return rect(*box, ' rx="3"').removesuffix("/>")


def star_path(x: float, y: float, radius: float) -> str:
    """A five-pointed star."""
    points = []
    for corner in range(10):
        reach = radius if corner % 2 == 0 else radius * 0.42
        angle = math.pi * (corner / 5 - 0.5)
        points.append(f"{num(x + reach * math.cos(angle))} {num(y + reach * math.sin(angle))}")
    return "M" + "L".join(points) + "z"


def value(
    canvas: Canvas, words: object, x: float, y: float, radius: float, size: float, more: str = ""
) -> str:
    """Points on a brass disc."""
    palette = canvas.palette
    return (
        f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(radius)}" fill="{palette.token}"'
        f' stroke="{palette.brass_dark}" stroke-width="1"{more}/>'
        + text(x, y + size * 0.345, str(words), size, palette.token_ink, "strong", "middle")
    )

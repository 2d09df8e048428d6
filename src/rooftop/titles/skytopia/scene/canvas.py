"""The canvas of Skytopia, and words and wheels that several of its parts draw."""

from __future__ import annotations

import math
from functools import cached_property

from rooftop.drawing import text_metrics
from rooftop.drawing.canvas import SharedCanvas
from rooftop.drawing.svg import num, text
from rooftop.drawing.text_metrics import Face
from rooftop.titles.skytopia.board import Board, Card
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

    @cached_property
    def cards(self) -> dict[str, Card]:
        return {card.id: card for card in self.board.cards}

    def letter(self, seat: int) -> str:
        """The letter that stands for a player: the first of the city's name."""
        return self.named(self.board.cities[seat])[0]


def lines(
    words: str, x: float, y: float, size: float, room: float, most: int, fill: str,
    face: Face = "text", anchor: str = "start", line: float = 1.16,
) -> tuple[str, int]:  # fmt: skip
    """A text in lines, the first one's baseline at y; and how many there are."""
    made = text_metrics.wrap(words, face, size, room, most)
    drawn = "".join(
        text(x, y + number * size * line, words, size, fill, face, anchor)
        for number, words in enumerate(made)
    )
    return drawn, len(made)


def fitted(words: str, face: Face, sizes: tuple[float, ...], room: float, most: int) -> float:
    """The first of these sizes in which a text needs no more than so many lines; else the last."""
    for size in sizes:
        made = text_metrics.wrap(words, face, size, room, most)
        if not made or not made[-1].endswith(text_metrics.ELLIPSIS):
            return size
    return sizes[-1]


def gear(x: float, y: float, teeth: int, inner: float, outer: float, turn: float = 0) -> str:
    """The outline of a cogwheel."""
    points = []
    pitch = 2 * math.pi / teeth
    for tooth in range(teeth):
        start = tooth * pitch + turn
        for share, radius in ((-0.30, inner), (-0.2, outer), (0.2, outer), (0.30, inner)):
            angle = start + share * pitch
            points.append(f"{num(x + radius * math.sin(angle))} {num(y - radius * math.cos(angle))}")
    return "M" + "L".join(points) + "z"


def rays(
    x: float, y: float, count: int, near: float, far: tuple[float, float], room: tuple[float, float]
) -> str:
    """The path of a sun's rays over the upper half, long and short in turn, cut where the room ends to the
    sides and above."""
    made = []
    for ray in range(count):
        angle = math.pi * (ray + 0.5) / count
        across, up = -math.cos(angle), math.sin(angle)
        end = min(far[ray % 2], room[0] / max(abs(across), 0.01), room[1] / max(up, 0.01))
        if end > near:
            made.append(
                f"M{num(x + near * across)} {num(y - near * up)}L{num(x + end * across)} {num(y - end * up)}"
            )
    return "".join(made)


def around(x: float, y: float, radius: float, sixths: float) -> tuple[float, float]:
    """The point so many sixths of a circle before the top, against the clock."""
    angle = math.pi / 3 * sixths
    return x - radius * math.sin(angle), y - radius * math.cos(angle)

"""What Lanterns is drawn on: where everything is, and in which colours."""

from __future__ import annotations

from dataclasses import dataclass

from lanterns.board import Board
from lanterns.parts import colours
from rooftop.drawing.canvas import Masthead, SharedCanvas
from rooftop.drawing.layout import Box, SharedLayout
from rooftop.drawing.palette import Paint, SharedPalette, Tone, both
from rooftop.drawing.svg import num, rect
from rooftop.game.title import Colour, Size


@dataclass(frozen=True)
class Layout(SharedLayout):
    sky: Box
    seats: tuple[Box, ...]
    hand: Box


def layout_of(board: Board, size: Size) -> Layout:
    if size == "wide":
        width, height, gap, rows = 1280, 720, 12, (46, 420, 92)
    else:
        width, height, gap, rows = 360, 640, 4, (31, 420, 72)
    header, sky, seats, hand = Box(0, 0, width, height).inside(gap).stack(*rows, gap=gap)
    return Layout(size, width, height, header, sky, tuple(seats.columns(board.players, gap)), hand)


class Palette(SharedPalette):
    players = Tone(
        {
            "red": Paint("#b3372c", "#7a1f17", "#ffffff", "stripes"),
            "yellow": Paint("#f0c23a", "#a07a08", "#241f1a", "dots"),
            "green": Paint("#26784a", "#12502b", "#ffffff", "bars"),
            "blue": Paint("#2c62b8", "#173f80", "#ffffff", "zigzag"),
        }
    )
    sky = Tone("#f6d9b8", "#101a3a")
    paper = Tone("#f7b955", "#ffc766")
    paper_ink = Tone("#3a1d08")


PALETTES = both(Palette)


def emblem(palette: SharedPalette, x: float, y: float) -> str:
    """A closed lantern."""
    body = f'<ellipse cx="{num(x)}" cy="{num(y - 14)}" rx="11" ry="9"'
    ends = rect(x - 5, y - 25, 10, 3) + rect(x - 5, y - 6, 10, 3)
    return f'<g fill="{palette.brass}">{body}/>{ends}</g>'


class Canvas(SharedCanvas):
    title = "lanterns"
    masthead = Masthead("Lanterns", emblem)
    board: Board
    layout: Layout
    palette: Palette

    def colours(self) -> list[Colour]:
        return colours(self.board, self.say, {})

"""A minimal canvas of a title."""

from types import SimpleNamespace
from typing import ClassVar
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from rooftop.drawing.canvas import Masthead, SharedCanvas
from rooftop.drawing.layout import Box, SharedLayout
from rooftop.drawing.palette import Paint, SharedPalette, Tone
from rooftop.game.title import Colour, Size, Theme
from rooftop.game.translation import translator


class Palette(SharedPalette):
    players = Tone(
        {
            "blue": Paint("#2767c4", "#163f80", "#ffffff", "stripes"),
            "green": Paint("#26824a", "#12502b", "#ffffff", "bars"),
            "yellow": Paint("#f4c430", "#a87b00", "#241f1a", "dots"),
        }
    )


class Canvas(SharedCanvas):
    title: ClassVar[str] = "lanterns"
    masthead: ClassVar[Masthead] = Masthead(
        "Lanterns", lambda palette, x, y: f'<path id="emblem" d="M{x} {y}"/>'
    )

    def colours(self) -> list[Colour]:
        return [Colour(name, name[0].upper(), name) for name in ("blue", "green", "yellow", "red")]


def canvas(size: Size = "wide", theme: Theme = "day", header: Box | None = None) -> Canvas:
    layout = SharedLayout(size, 1280, 720, header or Box(600, 12, 500, 44))
    return Canvas(SimpleNamespace(players=3), layout, Palette(theme), translator("lanterns", "en"))


def parsed(drawn: str) -> Element:
    """An element parsed as a picture."""
    return ElementTree.fromstring(f'<svg xmlns="http://www.w3.org/2000/svg">{drawn}</svg>')

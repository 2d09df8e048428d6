"""The frame of every title's picture: an empty board, and over it the elements that a position changes.

The empty board is equal in all positions of a game, so a page fetches it once. Every element over it has an
id, so a page can replace those that changed. Everything shown is a function of the board and a view.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Mapping
from html import unescape
from typing import Generic, TypeVar

from rooftop.drawing import header
from rooftop.drawing.canvas import TITLE, WORDS, Canvases, SharedCanvas, root, title_element, words_element
from rooftop.drawing.layout import SharedLayout
from rooftop.drawing.palette import SharedPalette
from rooftop.drawing.svg import rect
from rooftop.drawing.textures import player_patterns
from rooftop.game.title import Layer, Size, Theme, View
from rooftop.game.translation import Translator

BoardT = TypeVar("BoardT")
ViewT = TypeVar("ViewT", bound=View)
LayoutT = TypeVar("LayoutT", bound=SharedLayout)
PaletteT = TypeVar("PaletteT", bound=SharedPalette)
CanvasT = TypeVar("CanvasT", bound=SharedCanvas)
NAME = re.compile("<title[^>]*>(.*?)</title>")  # of a part


class SharedScene(ABC, Generic[BoardT, ViewT, LayoutT, PaletteT, CanvasT]):
    """A title's picture; `class Scene(SharedScene)` says what is printed and what lies on it."""

    by_seat = True  # views that differ in `seat` alone look different

    def __init__(
        self,
        make: Callable[[BoardT, LayoutT, PaletteT, Translator], CanvasT],
        layout: Callable[[BoardT, Size], LayoutT],
        palettes: Mapping[str, PaletteT],
    ) -> None:
        self.canvases = Canvases(make, layout, palettes)

    def __call__(
        self,
        board: BoardT,
        view: ViewT,
        names: list[str],
        say: Translator,
        theme: Theme = "day",
        size: Size = "wide",
        layer: Layer = "all",
    ) -> str:
        """A position as a standalone picture, or its empty board."""
        canvas = self.canvases.of(board, say, theme, size, layer)
        if layer == "board":
            drawn = {TITLE: title_element(self.empty_title(canvas)), WORDS: words_element("")}
        else:
            drawn = self._elements(canvas, view, names)
        key = "printed", self.set_up(view)
        return root(canvas, drawn, canvas.drawn(key, lambda: self._printed(canvas, view)))

    def _printed(self, canvas: CanvasT, view: ViewT) -> str:
        layout, palette = canvas.layout, canvas.palette
        ground = f' data-part="scene" fill="{palette.table}"'
        return (
            rect(0, 0, layout.width, layout.height, ground)
            + self.printed(canvas, view)
            + header.table(canvas)
            + f"<defs>{player_patterns(palette, canvas.seats)}{self.definitions(canvas)}</defs>"
        )

    def elements(
        self,
        board: BoardT,
        view: ViewT,
        names: list[str],
        say: Translator,
        theme: Theme = "day",
        size: Size = "wide",
    ) -> dict[str, str]:
        """What a position changes: elements by id, in drawing order. The title and the description of the
        picture replace those of the empty board; the others are the children of its element "pieces"."""
        return self._elements(self.canvases.of(board, say, theme, size), view, names)

    def _elements(self, canvas: CanvasT, view: ViewT, names: list[str]) -> dict[str, str]:
        called = tuple(names)  # hashable
        title, words = self.describe(canvas, view, called)
        drawn = {TITLE: title_element(title), WORDS: words_element(words)}
        for element in self.pieces(canvas, view, called):
            drawn[id_of(element)] = element
        return drawn

    def set_up(self, view: ViewT) -> Hashable:
        """What is printed although it differs between games on a board."""
        return None

    def text(self, board: BoardT, view: ViewT, names: list[str], say: Translator) -> str:
        """The picture for the terminal, if the title has no other text: what its parts are called, and what
        they show."""
        drawn = self.elements(board, view, names, say).values()
        return "\n".join(unescape(found[1]) for element in drawn if (found := NAME.search(element)))

    def empty_title(self, canvas: CanvasT) -> str:
        """What the empty board is called."""
        return canvas.masthead.name

    def describe(self, canvas: CanvasT, view: ViewT, names: tuple[str, ...]) -> tuple[str, str]:
        """The title and the description of the whole picture, besides what its parts say of themselves."""
        return canvas.masthead.name, ""

    @abstractmethod
    def printed(self, canvas: CanvasT, view: ViewT) -> str:
        """Everything printed on boards and panels; the title and the ground of the table are there."""

    def definitions(self, canvas: CanvasT) -> str:
        """Signs and patterns that the pieces use, beside those of the players."""
        return ""

    @abstractmethod
    def pieces(self, canvas: CanvasT, view: ViewT, names: tuple[str, ...]) -> list[str]:
        """Everything that a position changes, in drawing order: elements whose first attribute is an id of
        their own. A page receives an element again whenever it changes, so small ones are better."""


def id_of(element: str) -> str:
    """The id of an element, its first attribute."""
    start = element.index('"') + 1
    return element[start : element.index('"', start)]

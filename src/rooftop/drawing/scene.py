"""The frame of every title's picture: an empty board as one layer, what a position changes as another.

Both layers are complete `<svg>` elements of the same size, so a page can stack them and replace only the
second. Everything shown is a function of the board and a view.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Generic, TypeVar

from rooftop.drawing.canvas import Canvases, SharedCanvas, root
from rooftop.drawing.layout import SharedLayout
from rooftop.drawing.palette import SharedPalette
from rooftop.game.title import Layer, Size, Theme, View
from rooftop.game.translation import Translator

BoardT = TypeVar("BoardT")
ViewT = TypeVar("ViewT", bound=View)
LayoutT = TypeVar("LayoutT", bound=SharedLayout)
PaletteT = TypeVar("PaletteT", bound=SharedPalette)
CanvasT = TypeVar("CanvasT", bound=SharedCanvas)


class SharedScene(ABC, Generic[BoardT, ViewT, LayoutT, PaletteT, CanvasT]):
    """A title's picture; `class Scene(SharedScene)` says what is printed and what lies on it."""

    def __init__(self, canvases: Canvases[BoardT, LayoutT, PaletteT, CanvasT]) -> None:
        self.canvases = canvases

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
        """A position as one standalone picture, or one of its layers."""
        canvas = self.canvases.of(board, say, theme, size, layer)
        if layer == "board":
            return self.empty_board(canvas, view)
        title, description = self.describe(canvas, view, names)
        content = self.patterns(canvas)
        if layer == "all":
            content += self.printed(canvas, view)
        content += self.definitions(canvas) + self.pieces(canvas, view, names)
        return root(canvas, layer, title, description, content)

    def empty_board(self, canvas: CanvasT, view: ViewT) -> str:
        """The board layer, equal in all positions of a game."""
        content = self.patterns(canvas) + self.printed(canvas, view)
        return root(canvas, "board", self.empty_title(canvas), "", content)

    def patterns(self, canvas: CanvasT) -> str:
        """Definitions that both layers use."""
        return ""

    @abstractmethod
    def empty_title(self, canvas: CanvasT) -> str:
        """What the empty board is called."""

    @abstractmethod
    def describe(self, canvas: CanvasT, view: ViewT, names: list[str]) -> tuple[str, str]:
        """The title and the description of the whole picture."""

    @abstractmethod
    def printed(self, canvas: CanvasT, view: ViewT) -> str:
        """The table and everything printed on boards and panels."""

    @abstractmethod
    def definitions(self, canvas: CanvasT) -> str:
        """Signs and patterns that the pieces use."""

    @abstractmethod
    def pieces(self, canvas: CanvasT, view: ViewT, names: list[str]) -> str:
        """Everything that a position changes."""

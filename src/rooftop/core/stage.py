"""What a picture is drawn with, kept from one position to the next, and the frame around a drawing.

A title's `scene` finds its stage with `Stages.of`, draws its layer from the view and puts it into a `root`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Generic, TypeVar, get_args

from rooftop.core.colours import SharedPalette
from rooftop.core.errors import OptionError
from rooftop.core.layout import SharedLayout
from rooftop.core.svg import escape, font, num
from rooftop.core.title import Layer, Size, Theme
from rooftop.core.words import Words

ROOM = 20_000  # drawings that a stage keeps
MOST_STAGES = 48  # of a title
SIZES: tuple[str, ...] = get_args(Size)
LAYERS: tuple[str, ...] = get_args(Layer)

BoardT = TypeVar("BoardT")
LayoutT = TypeVar("LayoutT", bound=SharedLayout)
PaletteT = TypeVar("PaletteT", bound=SharedPalette)
StageT = TypeVar("StageT", bound="SharedStage")


@dataclass(frozen=True, eq=False)
class SharedStage(ABC):
    """A board in one theme, size and language, with everything that was drawn for it before. A title's
    `class Stage(SharedStage)` says what its board, plan and palette are, and who its seats are."""

    title: ClassVar[str]  # the title's id

    board: object
    plan: SharedLayout
    palette: SharedPalette
    say: Words
    kept: dict[object, str] = field(default_factory=dict)

    @property
    @abstractmethod
    def seats(self) -> list[str]:
        """The ids of the players' colours."""

    @abstractmethod
    def letter(self, seat: int) -> str:
        """The letter that stands for a player."""

    @property
    def wide(self) -> bool:
        return self.plan.size == "wide"

    @property
    def step(self) -> float:
        """How far the corners of panels are cut."""
        return 6 if self.wide else 4

    def named(self, row: object, key: str = "name") -> str:
        """A shown name or text of an edition's table, in the picture's language."""
        return self.say.name(row, key)

    def keep(self, key: object, draw: Callable[..., str], *parts: object) -> str:
        """The drawing for `key`, made once from these parts: equal things look equal."""
        if key not in self.kept:
            if len(self.kept) >= ROOM:
                self.kept.clear()
            self.kept[key] = draw(*parts)
        return self.kept[key]


class Stages(Generic[BoardT, LayoutT, PaletteT, StageT]):
    """The stages of a title, each made when it is first drawn on; the oldest ones go."""

    def __init__(
        self,
        make: Callable[[BoardT, LayoutT, PaletteT, Words], StageT],
        layout: Callable[[BoardT, Size], LayoutT],
        palettes: Mapping[str, PaletteT],
    ) -> None:
        self.make = make
        self.layout = layout
        self.palettes = palettes
        self.made: dict[tuple[int, str, str, str], StageT] = {}

    def of(self, board: BoardT, say: Words, theme: Theme, size: Size, layer: Layer = "all") -> StageT:
        """The stage for a picture; an OptionError if there is no such theme, size or layer."""
        for what, wanted, known in (
            ("theme", theme, tuple(self.palettes)),
            ("size", size, SIZES),
            ("layer", layer, LAYERS),
        ):
            if wanted not in known:
                raise OptionError(f"{what} {wanted!r} is not one of {', '.join(known)}")
        key = (id(board), theme, size, say.language)
        if key not in self.made:
            while len(self.made) >= MOST_STAGES:
                self.made.pop(next(iter(self.made)))
            # The stage holds the board, so that its id stays its own.
            self.made[key] = self.make(board, self.layout(board, size), self.palettes[theme], say)
        return self.made[key]


def root(stage: SharedStage, layer: Layer, title: str, words: str, content: str) -> str:
    """A layer as a whole `<svg>` element with a title and, if it has any, words that describe it."""
    plan, name = stage.plan, "scene" if layer == "all" else layer
    described = f'<desc id="{name}-words">{escape(words)}</desc>' if words else ""
    role = "group" if words else "img"  # what lies in an "img" has no words of its own
    by = f' aria-describedby="{name}-words"' if words else ""
    width, height = num(plan.width), num(plan.height)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" id="{name}" class="{stage.title}" viewBox="0 0 {width}'
        f' {height}" width="{width}" height="{height}" role="{role}" aria-labelledby="{name}-title"{by}'
        f' lang="{stage.say.language}"{font("text")}>'
        f'<title id="{name}-title">{escape(title)}</title>{described}{content}</svg>'
    )

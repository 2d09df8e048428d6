"""What a picture is drawn on: a board in one theme, size and language, with the drawings made so far."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property, wraps
from typing import Any, ClassVar, Concatenate, Generic, ParamSpec, TypeVar, get_args

from rooftop.drawing.layout import SharedLayout
from rooftop.drawing.palette import SharedPalette
from rooftop.drawing.svg import escape, font, num
from rooftop.errors import OptionError
from rooftop.game.title import Colour, Layer, Size, Theme, named_colours
from rooftop.game.translation import Translator

TITLE, WORDS = "scene-title", "scene-words"  # ids: the title and the description of a picture
MOST_DRAWINGS = 30_000  # that a canvas keeps
LOOKS = 6  # for a drawing to forget
MOST_CANVASES = 48  # of a title
SIZES: tuple[str, ...] = get_args(Size)
LAYERS: tuple[str, ...] = get_args(Layer)

BoardT = TypeVar("BoardT")
LayoutT = TypeVar("LayoutT", bound=SharedLayout)
PaletteT = TypeVar("PaletteT", bound=SharedPalette)
CanvasT = TypeVar("CanvasT", bound="SharedCanvas")
Arguments = ParamSpec("Arguments")
Drawn = TypeVar("Drawn", str, tuple[str, ...])  # an element, or several


@dataclass(frozen=True)
class Masthead:
    """The title of a game, and how a picture shows it."""

    name: str
    emblem: Callable[[SharedPalette, float, float], str]  # drawn upwards from a point on a line
    size: float = 26  # of the letters
    spacing: float = 3
    start: float = 68  # the room for the emblem


@dataclass(frozen=True, eq=False)
class SharedCanvas:
    """A board in one theme, size and language. A title's `class Canvas(SharedCanvas)` names its own board,
    layout and palette types."""

    title: ClassVar[str]  # the title's id
    masthead: ClassVar[Masthead]

    board: object
    layout: SharedLayout
    palette: SharedPalette
    say: Translator
    drawings: OrderedDict[object, list[Any]] = field(default_factory=OrderedDict)  # and whether used again

    def colours(self) -> list[Colour]:
        """The colours of the players, those of the seats first (`Title.colours`)."""
        return named_colours(self.board, self.say, {})

    @cached_property
    def marks(self) -> list[Colour]:
        """The colour of each seat."""
        players: int = self.board.players  # type: ignore[attr-defined]
        return self.colours()[:players]

    @cached_property
    def seats(self) -> list[str]:
        """The ids of the players' colours."""
        return [colour.id for colour in self.marks]

    def letter(self, seat: int) -> str:
        """The letter that stands for a player."""
        return self.marks[seat].letter

    @property
    def wide(self) -> bool:
        return self.layout.size == "wide"

    @property
    def smallest(self) -> float:
        """The size of the smallest letters: 10.5 pixels. A laptop shows the wide picture beside a column, at
        82 % of its size; a phone shows the narrow one as it is."""
        return 12.8 if self.wide else 10.5

    @property
    def step(self) -> float:
        """How far the corners of panels are cut."""
        return 6 if self.wide else 4

    def named(self, row: object, key: str = "name") -> str:
        """A name or text from the edition, in the picture's language."""
        return self.say.name(row, key)

    def drawn(self, key: object, draw: Callable[[], Drawn]) -> Drawn:
        """The drawing for `key`, made once."""
        known = self.drawings.get(key)
        if known is not None:
            known[1] = True
            found: Drawn = known[0]
            return found
        return self.kept(key, draw())

    def kept(self, key: object, found: Drawn) -> Drawn:
        """Keep a new drawing, and return it."""
        self.drawings[key] = [found, False]
        if len(self.drawings) > MOST_DRAWINGS:
            self._forget()
        return found

    def _forget(self) -> None:
        """Forget one of the oldest drawings, if possible one that was not used again. Looking through all of
        them would hold up a server."""
        for _ in range(LOOKS):
            key, known = self.drawings.popitem(last=False)
            if not known[1]:
                return
            known[1] = False
            self.drawings[key] = known
        self.drawings.popitem(last=False)


def cached(
    draw: Callable[Concatenate[CanvasT, Arguments], Drawn],
) -> Callable[Concatenate[CanvasT, Arguments], Drawn]:
    """Draw once per canvas and arguments.

    The arguments are the key: they must be hashable, and the drawing may depend on nothing else.
    """

    @wraps(draw)
    def drawn(canvas: CanvasT, /, *args: Arguments.args, **kwargs: Arguments.kwargs) -> Drawn:
        key = (draw, args, tuple(kwargs.items())) if kwargs else (draw, args)
        known = canvas.drawings.get(key)  # as in `canvas.drawn`, without calls: a picture asks for hundreds
        if known is not None:
            known[1] = True
            found: Drawn = known[0]
            return found
        return canvas.kept(key, draw(canvas, *args, **kwargs))

    return drawn


class Canvases(Generic[BoardT, LayoutT, PaletteT, CanvasT]):
    """The canvases of a title. Each is made on first use; those not used for long are dropped."""

    def __init__(
        self,
        make: Callable[[BoardT, LayoutT, PaletteT, Translator], CanvasT],
        layout: Callable[[BoardT, Size], LayoutT],
        palettes: Mapping[str, PaletteT],
    ) -> None:
        self.make = make
        self.layout = layout
        self.palettes = palettes
        self.canvases: dict[tuple[int, str, str, str], CanvasT] = {}

    def of(self, board: BoardT, say: Translator, theme: Theme, size: Size, layer: Layer = "all") -> CanvasT:
        """The canvas for a picture. Raises OptionError for an unknown theme, size or layer."""
        for what, wanted, known in (
            ("theme", theme, tuple(self.palettes)),
            ("size", size, SIZES),
            ("layer", layer, LAYERS),
        ):
            if wanted not in known:
                raise OptionError(f"{what} {wanted!r} is not one of {', '.join(known)}")
        key = (id(board), theme, size, say.language)
        canvas = self.canvases.pop(key, None)
        if canvas is None:
            while len(self.canvases) >= MOST_CANVASES:
                self.canvases.pop(next(iter(self.canvases)))
            # The canvas holds the board, so no other board can get its id.
            canvas = self.make(board, self.layout(board, size), self.palettes[theme], say)
        self.canvases[key] = canvas
        return canvas


def root(canvas: SharedCanvas, drawn: Mapping[str, str], printed: str) -> str:
    """A complete `<svg>` element: what is printed, and the elements over it by id."""
    layout = canvas.layout
    width, height = num(layout.width), num(layout.height)
    pieces = "".join(element for name, element in drawn.items() if name not in (TITLE, WORDS))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" id="scene" class="{canvas.title}" viewBox="0 0 {width}'
        f' {height}" width="{width}" height="{height}" role="group" aria-labelledby="{TITLE}"'
        f' aria-describedby="{WORDS}" lang="{canvas.say.language}"{font("text")}>'
        f'{drawn[TITLE]}{drawn[WORDS]}{printed}<g id="pieces">{pieces}</g></svg>'
    )


def title_element(title: str) -> str:
    return f'<title id="{TITLE}">{escape(title)}</title>'


def words_element(description: str) -> str:
    return f'<desc id="{WORDS}">{escape(description)}</desc>'

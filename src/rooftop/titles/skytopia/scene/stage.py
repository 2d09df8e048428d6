"""What a picture is drawn with, kept from one position to the next."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field

from rooftop.core import lettering
from rooftop.core.lettering import Face
from rooftop.core.svg import num, stepped, text
from rooftop.core.words import Words
from rooftop.titles.skytopia.board import Board, Card
from rooftop.titles.skytopia.scene.layout import Box, Layout
from rooftop.titles.skytopia.scene.palette import Palette

ROOM = 20_000  # drawings that a stage keeps


@dataclass(frozen=True, eq=False)
class Stage:
    """A board in one theme, size and language, with everything that was drawn for it before."""

    board: Board
    plan: Layout
    palette: Palette
    say: Words
    kept: dict[object, str] = field(default_factory=dict)
    cards: dict[str, Card] = field(default_factory=dict)

    @property
    def wide(self) -> bool:
        return self.plan.size == "wide"

    @property
    def seats(self) -> list[str]:
        return [colour.id for colour in self.board.golem_colours[: self.board.players]]

    def own(self, row: object, key: str = "name") -> str:
        """A shown name or text of an edition's table, in the picture's language."""
        return str(getattr(row, f"{key}_{self.say.language}"))

    def letter(self, seat: int) -> str:
        """The letter that stands for a player: the first of the city's name."""
        return self.own(self.board.cities[seat])[0]

    def keep(self, key: object, draw: Callable[..., str], *parts: object) -> str:
        """The drawing for `key`, made once from these parts: equal things look equal."""
        if key not in self.kept:
            if len(self.kept) >= ROOM:
                self.kept.clear()
            self.kept[key] = draw(*parts)
        return self.kept[key]


def panel(box: Box, palette: Palette, step: float, more: str = "") -> str:
    """A field with stepped corners and a double rule."""
    return (
        f'<path d="{stepped(*box, step)}" fill="{palette.panel}" stroke="{palette.rule}"'
        f' stroke-width="1.2"{more}/><path d="{stepped(*box.inside(2.6), step)}" fill="none"'
        f' stroke="{palette.rule}" stroke-width=".5"/>'
    )


def badge(stage: Stage, seat: int, x: float, y: float, radius: float, size: float) -> str:
    """A player's colour, pattern and letter in a disc."""
    name = stage.seats[seat]
    paint = stage.palette.players[name]
    return (
        f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(radius)}" fill="url(#paint-{name})"'
        f' stroke="{stage.palette.edge}" stroke-width=".8"/><circle cx="{num(x)}" cy="{num(y)}"'
        f' r="{num(max(radius - 2.5, size * 0.5))}" fill="{paint.paint}"/>'
        + text(x, y + size * 0.34, stage.letter(seat), size, paint.ink, "strong", "middle")
    )


def use(name: str, x: float, y: float, scale: float = 1, more: str = "") -> str:
    """A sign from the definitions, at a place."""
    if scale == 1:
        return f'<use href="#{name}" x="{num(x)}" y="{num(y)}"{more}/>'
    return f'<use href="#{name}" transform="translate({num(x)} {num(y)}) scale({scale:.3g})"{more}/>'


def heading(stage: Stage, words: str, x: float, y: float, anchor: str = "start") -> str:
    size, spacing = (10.5, 1.6) if stage.wide else (9, 0.4)
    return text(
        x, y, words.upper(), size, stage.palette.soft, "display", anchor, f' letter-spacing="{spacing:g}"'
    )


def lines(
    words: str, x: float, y: float, size: float, room: float, most: int, fill: str,
    face: Face = "text", anchor: str = "start", line: float = 1.16,
) -> tuple[str, int]:  # fmt: skip
    """A text in lines, the first one's baseline at y; and how many there are."""
    made = lettering.wrap(words, face, size, room, most)
    drawn = "".join(
        text(x, y + number * size * line, words, size, fill, face, anchor)
        for number, words in enumerate(made)
    )
    return drawn, len(made)


def fitted(words: str, face: Face, sizes: tuple[float, ...], room: float, most: int) -> float:
    """The first of these sizes in which a text needs no more than so many lines; else the last."""
    for size in sizes:
        made = lettering.wrap(words, face, size, room, most)
        if not made or not made[-1].endswith(lettering.ELLIPSIS):
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

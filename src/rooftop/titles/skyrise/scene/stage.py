"""What a picture is drawn with, kept from one position to the next."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field

from rooftop.core.svg import num, rect, stepped, text
from rooftop.core.words import Words
from rooftop.titles.skyrise.board import Board
from rooftop.titles.skyrise.scene.layout import Box, Layout
from rooftop.titles.skyrise.scene.palette import Palette

ROOM = 20_000  # drawings that a stage keeps


@dataclass(frozen=True, eq=False)
class Stage:
    """A board in one theme, size and language, with everything that was drawn for it before."""

    board: Board
    plan: Layout
    palette: Palette
    say: Words
    kept: dict[object, str] = field(default_factory=dict)

    @property
    def wide(self) -> bool:
        return self.plan.size == "wide"

    @property
    def seats(self) -> list[str]:
        return [player.id for player in self.board.seat_players]

    @property
    def small(self) -> float:
        """The size of small letters."""
        return 11 if self.wide else 9

    def letter(self, seat: int) -> str:
        """The letter that stands for a player."""
        return str(getattr(self.board.seat_players[seat], f"mark_{self.say.language}"))

    def named(self, row: object, key: str = "name") -> str:
        """A shown name or text of the edition."""
        return str(getattr(row, f"{key}_{self.say.language}"))

    def keep(self, key: object, draw: Callable[..., str], *parts: object) -> str:
        """The drawing for `key`, made once from these parts: equal things look equal."""
        if key not in self.kept:
            if len(self.kept) >= ROOM:
                self.kept.clear()
            self.kept[key] = draw(*parts)
        return self.kept[key]


def area(box: Box) -> str:
    """The beginning of a box that takes the click and glows."""
    return rect(*box, ' rx="3"').removesuffix("/>")


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


def rays(x: float, y: float, count: int, near: float, far: tuple[float, float], whole: bool = False) -> str:
    """The path of a sun's rays, long and short in turn: over the upper half, or all around."""
    made = []
    for ray in range(count):
        angle = (2 if whole else 1) * math.pi * (ray + 0.5) / count
        across, up = -math.cos(angle), -math.sin(angle)
        end = far[ray % 2]
        made.append(
            f"M{num(x + near * across)} {num(y + near * up)}L{num(x + end * across)} {num(y + end * up)}"
        )
    return "".join(made)


def star_path(x: float, y: float, radius: float) -> str:
    """A star of five points."""
    points = []
    for corner in range(10):
        reach = radius if corner % 2 == 0 else radius * 0.42
        angle = math.pi * (corner / 5 - 0.5)
        points.append(f"{num(x + reach * math.cos(angle))} {num(y + reach * math.sin(angle))}")
    return "M" + "L".join(points) + "z"


def heading(stage: Stage, words: str, x: float, y: float, anchor: str = "start", size: float = 10.5) -> str:
    return text(x, y, words.upper(), size, stage.palette.soft, "display", anchor, ' letter-spacing="1.4"')


def value(stage: Stage, words: object, x: float, y: float, radius: float, size: float, more: str = "") -> str:
    """Points on a brass disc."""
    palette = stage.palette
    return (
        f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(radius)}" fill="{palette.token}"'
        f' stroke="{palette.brass_dark}" stroke-width="1"{more}/>'
        + text(x, y + size * 0.345, str(words), size, palette.token_ink, "strong", "middle")
    )

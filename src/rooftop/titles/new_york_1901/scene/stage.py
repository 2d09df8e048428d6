"""What a picture is drawn with, kept from one position to the next."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field

from rooftop.core.svg import num, rect, stepped, text
from rooftop.core.words import Words
from rooftop.titles.new_york_1901.board import Board
from rooftop.titles.new_york_1901.scene.layout import Box, Layout
from rooftop.titles.new_york_1901.scene.palette import Palette

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
        return [player.id for player in self.board.player_names[: self.board.players]]

    def name(self, row: object) -> str:
        """What something of the edition is called."""
        return str(getattr(row, f"name_{self.say.language}"))

    def letter(self, seat: int) -> str:
        """The letter that stands for a player."""
        return str(getattr(self.board.player_names[seat], f"mark_{self.say.language}"))

    def keep(self, key: object, draw: Callable[..., str], *parts: object) -> str:
        """The drawing for `key`, made once from these parts: equal things look equal."""
        if key not in self.kept:
            if len(self.kept) >= ROOM:
                self.kept.clear()
            self.kept[key] = draw(*parts)
        return self.kept[key]


def panel(stage: Stage, box: Box, more: str = "") -> str:
    """A field with stepped corners and a double rule."""
    palette, step = stage.palette, 6 if stage.wide else 4
    return (
        f'<path d="{stepped(*box, step)}" fill="{palette.panel}" stroke="{palette.rule}"'
        f' stroke-width="1.2"{more}/><path d="{stepped(*box.inside(2.6), step)}" fill="none"'
        f' stroke="{palette.rule}" stroke-width=".5"/>'
    )


def badge(stage: Stage, seat: int, x: float, y: float, radius: float, size: float, more: str = "") -> str:
    """A player's colour, pattern and letter in a disc."""
    name = stage.seats[seat]
    paint = stage.palette.players[name]
    edge = stage.palette.edge
    return (
        f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(radius)}" fill="url(#paint-{name})" stroke="{edge}"'
        f' stroke-width=".8"{more}/>'
        f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(max(radius - 2.5, size * 0.5))}" fill="{paint.paint}"/>'
        + text(x, y + size * 0.34, stage.letter(seat), size, paint.ink, "strong", "middle")
    )


def use(name: str, x: float, y: float, scale: float = 1, more: str = "") -> str:
    """A sign from the definitions, at a place."""
    if scale == 1:
        return f'<use href="#{name}" x="{num(x)}" y="{num(y)}"{more}/>'
    return f'<use href="#{name}" transform="translate({num(x)} {num(y)}) scale({scale:.3g})"{more}/>'


def rays(x: float, y: float, count: int, near: float, far: tuple[float, float]) -> str:
    """The path of a sun's rays over the upper half, long and short in turn."""
    made = []
    for ray in range(count):
        angle = math.pi * (ray + 0.5) / count
        across, up = -math.cos(angle), -math.sin(angle)
        end = far[ray % 2]
        made.append(
            f"M{num(x + near * across)} {num(y + near * up)}L{num(x + end * across)} {num(y + end * up)}"
        )
    return "".join(made)


def heading(stage: Stage, words: str, x: float, y: float, anchor: str = "start") -> str:
    size, spacing = (10.5, 1.4) if stage.wide else (9, 0.4)
    return text(
        x, y, words.upper(), size, stage.palette.soft, "display", anchor, f' letter-spacing="{spacing:g}"'
    )


def field_box(box: Box, palette: Palette, more: str = "") -> str:
    return rect(*box, f' fill="{palette.inset}" stroke="{palette.rule}" stroke-width=".8"{more}')

"""What cards and foundations do, as signs with numbers."""

from __future__ import annotations

import itertools
from typing import NamedTuple

from rooftop.drawing import text_metrics
from rooftop.drawing.svg import label, use
from rooftop.titles.skytopia.board import Card
from rooftop.titles.skytopia.scene.canvas import Canvas
from rooftop.titles.skytopia.scene.signs import valued
from rooftop.titles.skytopia.schema import Foundation


class Token(NamedTuple):
    """A sign and the number on it or beside it."""

    sign: str
    value: str = ""


def tokens(row: Card | Foundation, crest: str = "") -> list[Token]:
    """An effect as signs; `crest` is the crest that activate_crest asks for."""
    gained = [Token("star", str(row.pp))] if row.pp else []
    if row.coins:
        gained.append(Token("coin", str(row.coins)))
    if row.kind == "gain":
        return gained[::-1] if row.coins > row.pp else gained
    if isinstance(row, Foundation):
        if row.kind == "pay_for_pp":
            return [Token("coin", str(row.pay)), Token("arrow"), *gained]
        if row.kind == "free_golem":
            return [Token("free_golem"), Token("coin", "0")]
        return [Token("activate_crest"), Token(f"crest-{crest}")]
    if row.kind == "rotate":
        return [Token("rotate", str(row.steps)), *gained]
    if row.kind == "build_card":
        return [Token("build_card")]
    if row.kind == "laboratory":
        return [Token("laboratory"), Token("star", str(row.pp_end))]
    return [Token(row.kind)]


def span(row: list[Token], scale: float, size: float) -> float:
    """The width of a row of signs."""
    return sum(_width(token, scale, size) for token in row) + sum(_gaps(row, scale))


def _gaps(row: list[Token], scale: float) -> list[float]:
    """The room between neighbours; arrows stand close to what they join."""
    arrows = [token.sign == "arrow" for token in row]
    return [(0.5 if one or other else 3) * scale for one, other in itertools.pairwise(arrows)]


NUMBERED = ("star", "coin", "rotate")  # signs with room for a number
SMALLEST = 0.58  # the least scale at which a number fits on its sign; below it, it is drawn beside the sign


def _beside(token: Token, scale: float) -> bool:
    return bool(token.value) and (token.sign not in NUMBERED or scale < SMALLEST)


def _width(token: Token, scale: float, size: float) -> float:
    if token.sign == "arrow":
        return 6 * scale
    return 21 * scale + (text_metrics.width(token.value, "strong", size) + 1 if _beside(token, scale) else 0)


def draw(canvas: Canvas, row: list[Token], x: float, y: float, scale: float, size: float, ink: str) -> str:
    """A row of signs that starts at x, around y: numbers on coins and stars, beside everything else."""
    parts = []
    for token, gap in zip(row, [*_gaps(row, scale), 0.0], strict=True):
        if token.sign == "arrow":
            parts.append(
                f'<path transform="translate({x + 3 * scale:.1f} {y:.1f}) scale({scale:.3g})" d="M-2.5'
                f' -4.5l6 4.5l-6 4.5z" fill="{ink}"/>'
            )
        elif token.value and not _beside(token, scale):
            parts.append(valued(canvas, token.sign, token.value, x + 10.5 * scale, y, 10.5 * scale))
        else:
            sign = token.sign if token.sign.startswith("crest-") else f"sign-{token.sign}"
            parts.append(use(sign, x + 10.5 * scale, y, scale))
            if token.value:
                parts.append(label(x + 21 * scale + 1, y, token.value, size, ink, "strong"))
        x += _width(token, scale, size) + gap
    return "".join(parts)

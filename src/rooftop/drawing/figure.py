"""Figures of the rules: parts of pictures."""

from __future__ import annotations

import re

from rooftop.drawing.svg import num, with_widths
from rooftop.game.match import Match
from rooftop.game.rulebook import Figure
from rooftop.game.title import Theme

ROOT = re.compile(r'viewBox="[^"]*" width="[^"]*" height="[^"]*"')


def draw_figure(figure: Figure, match: Match, theme: Theme, language: str) -> str:
    """Draw a figure as SVG. `match` is the one that it shows."""
    svg = match.svg(figure.seat, theme, language)
    x, y, width, height = map(num, figure.crop)
    root = f'viewBox="{x} {y} {width} {height}" width="{width}" height="{height}"'
    return with_widths(ROOT.sub(root, svg, count=1))

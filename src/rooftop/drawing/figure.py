"""Figures of the rules: parts of pictures."""

from __future__ import annotations

import re
from itertools import accumulate

from rooftop.drawing.svg import num, with_widths
from rooftop.game.match import Match
from rooftop.game.rulebook import Figure
from rooftop.game.title import Theme

ROOT = re.compile(r'viewBox="[^"]*" width="[^"]*" height="[^"]*"')
SHEET = re.compile(  # the board's edge
    r'<clipPath id="sheet"><path d="M(?P<x>[\d.]+) (?P<y>[\d.]+)(?P<path>[^"]*)"/></clipPath>'
)
CUT = ' clip-path="url(#sheet)"'
CORNER = 14  # the largest step of its corners


def draw_figure(figure: Figure, match: Match, theme: Theme, language: str) -> str:
    """Draw a figure as SVG. `match` is the one that it shows."""
    svg = match.svg(figure.seat, theme, language)
    x, y, width, height = map(num, figure.crop)
    root = f'viewBox="{x} {y} {width} {height}" width="{width}" height="{height}"'
    return with_widths(_uncut(ROOT.sub(root, svg, count=1), figure.crop))


def _uncut(svg: str, crop: tuple[float, float, float, float]) -> str:
    """Clip the board only in figures that show its edge: clipping takes longer than all the rest."""
    sheet = SHEET.search(svg)
    if sheet is None:
        return svg
    xs, ys = _passed(sheet["x"], "h", sheet["path"]), _passed(sheet["y"], "v", sheet["path"])
    near, far = (min(xs), min(ys)), (max(xs), max(ys))
    x, y, width, height = crop
    if x + width < near[0] or y + height < near[1] or x > far[0] or y > far[1]:
        return svg.replace(CUT, ' display="none"')
    is_within = (
        min(x - near[0], y - near[1]) >= CORNER and min(far[0] - x - width, far[1] - y - height) >= CORNER
    )
    return svg.replace(CUT, "") if is_within else svg


def _passed(start: str, command: str, path: str) -> list[float]:
    """The coordinates that a path of steps to the side (h) and down (v) passes on one axis."""
    steps = re.findall(rf"{command}(-?[\d.]+)", path)
    return list(accumulate(map(float, steps), initial=float(start)))

"""Skytopia as a picture: for now the position as lines of text in an SVG, until it is drawn."""

from __future__ import annotations

from rooftop.core.svg import escape
from rooftop.core.title import Layer, Size, Theme, View
from rooftop.core.words import Words
from rooftop.titles.skytopia.board import Board
from rooftop.titles.skytopia.text import text

LINE = 18


def scene(
    board: Board,
    view: View,
    names: list[str],
    say: Words,
    theme: Theme = "day",
    size: Size = "wide",
    layer: Layer = "all",
) -> str:
    """A position as one picture that needs nothing else."""
    lines = [] if layer == "board" else text(board, view, names, say).split("\n")
    paper, ink = ("#ffffff", "#1d1d1f") if theme == "day" else ("#15171c", "#ececec")
    rows = "".join(
        f'<text x="16" y="{(k + 2) * LINE}" fill="{ink}" font-size="13">{escape(line)}</text>'
        for k, line in enumerate(lines)
    )
    height = 60 * LINE
    background = "" if layer == "pieces" else f'<rect width="1400" height="{height}" fill="{paper}"/>'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1400 {height}" role="img">'
        f"<title>Skytopia</title>{background}{rows}</svg>"
    )

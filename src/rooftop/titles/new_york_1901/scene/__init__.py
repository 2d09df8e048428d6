"""New York 1901 as a picture: for now the position in lines of text."""

from __future__ import annotations

from html import escape

from rooftop.core.title import Layer, Size, Theme, View
from rooftop.core.words import Words
from rooftop.titles.new_york_1901.board import Board
from rooftop.titles.new_york_1901.text import text


def scene(
    board: Board,
    view: View,
    names: list[str],
    say: Words,
    theme: Theme = "day",
    size: Size = "wide",
    layer: Layer = "all",
) -> str:
    lines = [] if layer == "board" else text(board, view, names, say).split("\n")
    ground, ink = ("#f4ecd8", "#2b2118") if theme == "day" else ("#1d1a16", "#efe6d2")
    rows = "".join(
        f'<text x="12" y="{24 + 18 * number}" xml:space="preserve">{escape(line)}</text>'
        for number, line in enumerate(lines)
    )
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1000 760" font-family="monospace"'
        f' font-size="13" fill="{ink}"><rect width="1000" height="760" fill="{ground}"/>{rows}</svg>'
    )

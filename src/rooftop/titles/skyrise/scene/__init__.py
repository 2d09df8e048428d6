"""Skyrise as a picture: for the time being the lines of the text view, and everything that can be clicked."""

from __future__ import annotations

from rooftop.core.svg import escape
from rooftop.core.title import Layer, Size, Theme, View
from rooftop.core.words import Words
from rooftop.titles.skyrise.board import Board
from rooftop.titles.skyrise.text import text

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
    lines = text(board, view, names, say).splitlines()
    ink, paper = ("#222222", "#ffffff") if theme == "day" else ("#eeeeee", "#111111")
    height = LINE * (len(lines) + 1)
    drawn = "".join(
        f'<text x="8" y="{LINE * at}" font-size="13" fill="{ink}">{escape(line)}</text>'
        for at, line in enumerate(lines, 1)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1400 {height}">'
        f'<rect width="1400" height="{height}" fill="{paper}"/>{drawn}</svg>'
    )

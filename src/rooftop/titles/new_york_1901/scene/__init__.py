"""New York 1901 as a picture: the empty board as one layer, everything that a position changes as another.

Both are whole `<svg>` elements of the same size, so that a page can lay one over the other and exchange
only the second; `scene` is both in one. Everything shown is a function of the board and a view.
"""

from __future__ import annotations

from rooftop.drawing.canvas import Canvases, root
from rooftop.drawing.svg import rect
from rooftop.game.title import Layer, Size, Theme, View
from rooftop.game.translation import Translator
from rooftop.titles.new_york_1901.board import Board
from rooftop.titles.new_york_1901.scene import (
    describe,
    header,
    legends,
    market,
    players,
    tallies,
    track,
    tray,
)
from rooftop.titles.new_york_1901.scene.canvas import Canvas
from rooftop.titles.new_york_1901.scene.ground import city
from rooftop.titles.new_york_1901.scene.layout import layout_of
from rooftop.titles.new_york_1901.scene.palette import PALETTES
from rooftop.titles.new_york_1901.scene.pieces import pieces
from rooftop.titles.new_york_1901.scene.signs import WORKER, worker_defs
from rooftop.titles.new_york_1901.scene.textures import ground_patterns, player_patterns
from rooftop.titles.new_york_1901.scene.tiles import facade_defs

CANVASES = Canvases(Canvas, layout_of, PALETTES)


def scene(
    board: Board,
    view: View,
    names: list[str],
    say: Translator,
    theme: Theme = "day",
    size: Size = "wide",
    layer: Layer = "all",
) -> str:
    """A position as one picture that needs nothing else, or one of its layers."""
    canvas = CANVASES.of(board, say, theme, size, layer)
    if layer == "board":
        return canvas.keep("board", _empty, canvas)
    title, words = describe.picture(board, view, names, say)
    printed = _printed(canvas) if layer == "all" else ""
    return root(canvas, layer, title, words, printed + _definitions(canvas) + _pieces(canvas, view, names))


def _empty(canvas: Canvas) -> str:
    return root(canvas, "board", canvas.say("The empty board of New York 1901"), "", _printed(canvas))


def _printed(canvas: Canvas) -> str:
    """The table, the map and everything that is printed on boards and panels."""
    plan, palette = canvas.layout, canvas.palette
    return canvas.keep(
        "printed",
        lambda: (
            rect(0, 0, plan.width, plan.height, f' fill="{palette.table}"')
            + track.table(canvas)
            + city(canvas)
            + header.table(canvas)
            + market.table(canvas)
            + legends.table(canvas)
            + tallies.table(canvas)
            + tray.table(canvas)
            + players.table(canvas)
        ),
    )


def _definitions(canvas: Canvas) -> str:
    palette = canvas.palette
    return canvas.keep(
        "definitions",
        lambda: (
            f"<defs>{player_patterns(palette, canvas.seats)}{worker_defs(palette, canvas.seats)}"
            f"{ground_patterns(canvas.board.districts, palette, 'card')}"
            f'<path id="worker-out" d="{WORKER}" fill="none" stroke="{palette.soft}" stroke-opacity=".6"'
            f' stroke-width="1" stroke-dasharray="2 2"/>{facade_defs(canvas.layout.unit)}</defs>'
        ),
    )


def _pieces(canvas: Canvas, view: View, names: list[str]) -> str:
    return (
        track.track(canvas, view, names)
        + pieces(canvas, view, names)
        + header.header(canvas, view, names)
        + market.market(canvas, view)
        + legends.legends(canvas, view, names)
        + tallies.streets(canvas, view, names)
        + tallies.challenge(canvas, view, names)
        + tray.tray(canvas, view, names)
        + players.players(canvas, view, names)
    )

"""Tower Up as a picture: the empty board as one layer, everything that a position changes as another.

Both are whole `<svg>` elements of the same size, so that a page can lay one over the other and exchange
only the second; `scene` is both in one. Everything shown is a function of the board and a view.
"""

from __future__ import annotations

from rooftop.drawing.canvas import Canvases, root
from rooftop.drawing.svg import rect
from rooftop.game.title import Layer, Size, Theme, View
from rooftop.game.translation import Translator
from rooftop.titles.tower_up.board import Board
from rooftop.titles.tower_up.scene import describe, header, market, objectives, players
from rooftop.titles.tower_up.scene.blocks import building_defs, sign_defs
from rooftop.titles.tower_up.scene.canvas import Canvas
from rooftop.titles.tower_up.scene.city import city
from rooftop.titles.tower_up.scene.layout import layout_of
from rooftop.titles.tower_up.scene.palette import PALETTES
from rooftop.titles.tower_up.scene.pieces import buildings
from rooftop.titles.tower_up.scene.textures import player_patterns

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
    return root(canvas, "board", canvas.say("The empty board of Tower Up"), "", _printed(canvas))


def _printed(canvas: Canvas) -> str:
    """The table, the map and everything that is printed on boards and panels."""
    plan, palette = canvas.layout, canvas.palette
    return canvas.keep(
        "printed",
        lambda: (
            rect(0, 0, plan.width, plan.height, f' fill="{palette.table}"')
            + city(canvas.board, plan, palette, canvas.say)
            + header.table(canvas)
            + market.table(canvas)
            + objectives.table(canvas)
            + players.table(canvas)
        ),
    )


def _definitions(canvas: Canvas) -> str:
    return canvas.keep(
        "definitions",
        lambda: (
            f"<defs>{player_patterns(canvas.palette, canvas.seats)}"
            f"{building_defs(canvas.layout.block, canvas.palette, canvas.seats)}{sign_defs(canvas.palette)}</defs>"
        ),
    )


def _pieces(canvas: Canvas, view: View, names: list[str]) -> str:
    return (
        buildings(canvas, view, names)
        + header.header(canvas, view, names)
        + market.market(canvas, view)
        + objectives.objectives(canvas, view, names)
        + players.players(canvas, view, names)
    )

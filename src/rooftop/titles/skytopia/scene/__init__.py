"""Skytopia as a picture: the empty board as one layer, everything that a position changes as another.

Both are whole `<svg>` elements of the same size, so that a page can lay one over the other and exchange
only the second; `scene` is both in one. Everything shown is a function of the board and a view.
"""

from __future__ import annotations

from rooftop.drawing.canvas import Canvases, root
from rooftop.game.title import Layer, Size, Theme, View
from rooftop.game.translation import Translator
from rooftop.titles.skytopia.board import Board
from rooftop.titles.skytopia.scene import cities, describe, dial, dice, guilds, header, market, signs, tiles
from rooftop.titles.skytopia.scene.canvas import Canvas
from rooftop.titles.skytopia.scene.layout import layout_of
from rooftop.titles.skytopia.scene.palette import PALETTES
from rooftop.titles.skytopia.scene.sky import sky
from rooftop.titles.skytopia.scene.textures import cladding_patterns, player_patterns

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
    title, words = describe.picture(canvas, view, names)
    content = _patterns(canvas) + (_printed(canvas) if layer == "all" else "")
    return root(canvas, layer, title, words, content + _definitions(canvas) + _pieces(canvas, view, names))


def _empty(canvas: Canvas) -> str:
    # Its patterns have names of their own, so that both layers can stand in one page.
    drawn = _patterns(canvas) + _printed(canvas)
    drawn = drawn.replace('id="clad-', 'id="board-clad-').replace("#clad-", "#board-clad-")
    return root(canvas, "board", canvas.say("The empty board of Skytopia"), "", drawn)


def _patterns(canvas: Canvas) -> str:
    """What both layers are drawn with."""
    return canvas.keep("patterns", lambda: f"<defs>{cladding_patterns(canvas.palette)}</defs>")


def _printed(canvas: Canvas) -> str:
    """The table and everything that is printed on boards and panels."""
    return canvas.keep(
        "printed",
        lambda: (
            sky(canvas)
            + header.table(canvas)
            + dial.table(canvas)
            + guilds.table(canvas)
            + market.table(canvas)
            + cities.table(canvas)
        ),
    )


def _definitions(canvas: Canvas) -> str:
    return canvas.keep(
        "definitions",
        lambda: (
            f"<defs>{player_patterns(canvas.palette, canvas.seats)}"
            f"{signs.definitions(canvas.board, canvas.palette)}{dice.definitions(canvas)}</defs>"
        ),
    )


def _pieces(canvas: Canvas, view: View, names: list[str]) -> str:
    return (
        header.header(canvas, view, names)
        + dial.chronometer(canvas, view, names)
        + tiles.choice(canvas, view)
        + guilds.guilds(canvas, view, names)
        + market.market(canvas, view, names)
        + cities.cities(canvas, view, names)
    )

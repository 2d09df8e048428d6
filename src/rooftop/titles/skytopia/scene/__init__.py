"""Skytopia as a picture: the empty board as one layer, everything that a position changes as another.

Both are whole `<svg>` elements of the same size, so that a page can lay one over the other and exchange
only the second; `scene` is both in one. Everything shown is a function of the board and a view.
"""

from __future__ import annotations

from rooftop.core.stage import Stages, root
from rooftop.core.title import Layer, Size, Theme, View
from rooftop.core.words import Words
from rooftop.titles.skytopia.board import Board
from rooftop.titles.skytopia.scene import cities, describe, dial, dice, guilds, header, market, signs, tiles
from rooftop.titles.skytopia.scene.layout import layout_of
from rooftop.titles.skytopia.scene.palette import PALETTES
from rooftop.titles.skytopia.scene.sky import sky
from rooftop.titles.skytopia.scene.stage import Stage
from rooftop.titles.skytopia.scene.textures import cladding_patterns, player_patterns

STAGES = Stages(Stage, layout_of, PALETTES)


def scene(
    board: Board,
    view: View,
    names: list[str],
    say: Words,
    theme: Theme = "day",
    size: Size = "wide",
    layer: Layer = "all",
) -> str:
    """A position as one picture that needs nothing else, or one of its layers."""
    stage = STAGES.of(board, say, theme, size, layer)
    if layer == "board":
        return stage.keep("board", _empty, stage)
    title, words = describe.picture(stage, view, names)
    content = _patterns(stage) + (_printed(stage) if layer == "all" else "")
    return root(stage, layer, title, words, content + _definitions(stage) + _pieces(stage, view, names))


def _empty(stage: Stage) -> str:
    # Its patterns have names of their own, so that both layers can stand in one page.
    drawn = _patterns(stage) + _printed(stage)
    drawn = drawn.replace('id="clad-', 'id="board-clad-').replace("#clad-", "#board-clad-")
    return root(stage, "board", stage.say("The empty board of Skytopia"), "", drawn)


def _patterns(stage: Stage) -> str:
    """What both layers are drawn with."""
    return stage.keep("patterns", lambda: f"<defs>{cladding_patterns(stage.palette)}</defs>")


def _printed(stage: Stage) -> str:
    """The table and everything that is printed on boards and panels."""
    return stage.keep(
        "printed",
        lambda: (
            sky(stage)
            + header.table(stage)
            + dial.table(stage)
            + guilds.table(stage)
            + market.table(stage)
            + cities.table(stage)
        ),
    )


def _definitions(stage: Stage) -> str:
    return stage.keep(
        "definitions",
        lambda: (
            f"<defs>{player_patterns(stage.palette, stage.seats)}"
            f"{signs.definitions(stage.board, stage.palette)}{dice.definitions(stage)}</defs>"
        ),
    )


def _pieces(stage: Stage, view: View, names: list[str]) -> str:
    return (
        header.header(stage, view, names)
        + dial.chronometer(stage, view, names)
        + tiles.choice(stage, view)
        + guilds.guilds(stage, view, names)
        + market.market(stage, view, names)
        + cities.cities(stage, view, names)
    )

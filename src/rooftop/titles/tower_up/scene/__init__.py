"""Tower Up as a picture: the empty board as one layer, everything that a position changes as another.

Both are whole `<svg>` elements of the same size, so that a page can lay one over the other and exchange
only the second; `scene` is both in one. Everything shown is a function of the board and a view.
"""

from __future__ import annotations

from rooftop.core.stage import Stages, root
from rooftop.core.svg import rect
from rooftop.core.title import Layer, Size, Theme, View
from rooftop.core.words import Words
from rooftop.titles.tower_up.board import Board
from rooftop.titles.tower_up.scene import describe, header, market, objectives, players
from rooftop.titles.tower_up.scene.blocks import building_defs, sign_defs
from rooftop.titles.tower_up.scene.city import city
from rooftop.titles.tower_up.scene.layout import layout_of
from rooftop.titles.tower_up.scene.palette import PALETTES
from rooftop.titles.tower_up.scene.pieces import buildings
from rooftop.titles.tower_up.scene.stage import Stage
from rooftop.titles.tower_up.scene.textures import player_patterns

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
    title, words = describe.picture(board, view, names, say)
    printed = _printed(stage) if layer == "all" else ""
    return root(stage, layer, title, words, printed + _definitions(stage) + _pieces(stage, view, names))


def _empty(stage: Stage) -> str:
    return root(stage, "board", stage.say("The empty board of Tower Up"), "", _printed(stage))


def _printed(stage: Stage) -> str:
    """The table, the map and everything that is printed on boards and panels."""
    plan, palette = stage.plan, stage.palette
    return stage.keep(
        "printed",
        lambda: (
            rect(0, 0, plan.width, plan.height, f' fill="{palette.table}"')
            + city(stage.board, plan, palette, stage.say)
            + header.table(stage)
            + market.table(stage)
            + objectives.table(stage)
            + players.table(stage)
        ),
    )


def _definitions(stage: Stage) -> str:
    return stage.keep(
        "definitions",
        lambda: (
            f"<defs>{player_patterns(stage.palette, stage.seats)}"
            f"{building_defs(stage.plan.block, stage.palette, stage.seats)}{sign_defs(stage.palette)}</defs>"
        ),
    )


def _pieces(stage: Stage, view: View, names: list[str]) -> str:
    return (
        buildings(stage, view, names)
        + header.header(stage, view, names)
        + market.market(stage, view)
        + objectives.objectives(stage, view, names)
        + players.players(stage, view, names)
    )

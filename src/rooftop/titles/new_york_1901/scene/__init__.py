"""New York 1901 as a picture: the empty board as one layer, everything that a position changes as another.

Both are whole `<svg>` elements of the same size, so that a page can lay one over the other and exchange
only the second; `scene` is both in one. Everything shown is a function of the board and a view.
"""

from __future__ import annotations

from rooftop.core.stage import Stages, root
from rooftop.core.svg import rect
from rooftop.core.title import Layer, Size, Theme, View
from rooftop.core.words import Words
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
from rooftop.titles.new_york_1901.scene.emblems import WORKER, worker_defs
from rooftop.titles.new_york_1901.scene.ground import city
from rooftop.titles.new_york_1901.scene.layout import layout_of
from rooftop.titles.new_york_1901.scene.palette import PALETTES
from rooftop.titles.new_york_1901.scene.pieces import pieces
from rooftop.titles.new_york_1901.scene.stage import Stage
from rooftop.titles.new_york_1901.scene.textures import ground_patterns, player_patterns
from rooftop.titles.new_york_1901.scene.tiles import facade_defs

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
    return root(stage, "board", stage.say("The empty board of New York 1901"), "", _printed(stage))


def _printed(stage: Stage) -> str:
    """The table, the map and everything that is printed on boards and panels."""
    plan, palette = stage.plan, stage.palette
    return stage.keep(
        "printed",
        lambda: (
            rect(0, 0, plan.width, plan.height, f' fill="{palette.table}"')
            + track.table(stage)
            + city(stage)
            + header.table(stage)
            + market.table(stage)
            + legends.table(stage)
            + tallies.table(stage)
            + tray.table(stage)
            + players.table(stage)
        ),
    )


def _definitions(stage: Stage) -> str:
    palette = stage.palette
    return stage.keep(
        "definitions",
        lambda: (
            f"<defs>{player_patterns(palette, stage.seats)}{worker_defs(palette, stage.seats)}"
            f"{ground_patterns(stage.board.districts, palette, 'card')}"
            f'<path id="worker-out" d="{WORKER}" fill="none" stroke="{palette.soft}" stroke-opacity=".6"'
            f' stroke-width="1" stroke-dasharray="2 2"/>{facade_defs(stage.plan.unit)}</defs>'
        ),
    )


def _pieces(stage: Stage, view: View, names: list[str]) -> str:
    return (
        track.track(stage, view, names)
        + pieces(stage, view, names)
        + header.header(stage, view, names)
        + market.market(stage, view)
        + legends.legends(stage, view, names)
        + tallies.streets(stage, view, names)
        + tallies.challenge(stage, view, names)
        + tray.tray(stage, view, names)
        + players.players(stage, view, names)
    )

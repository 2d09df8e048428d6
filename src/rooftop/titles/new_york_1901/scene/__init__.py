"""New York 1901 as a picture: the empty board as one layer, everything that a position changes as another.

Both are whole `<svg>` elements of the same size, so that a page can lay one over the other and exchange
only the second; `scene` is both in one. Everything shown is a function of the board and a view.
"""

from __future__ import annotations

from rooftop.core.errors import OptionError
from rooftop.core.svg import escape, font, num, rect
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

SIZES = ("wide", "narrow")
LAYERS = ("all", "board", "pieces")
_STAGES: dict[tuple[int, str, str, str], Stage] = {}
_MOST_STAGES = 48


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
    if layer == "board":
        return static_layer(board, say, theme, size)
    if layer == "pieces":
        return pieces_layer(board, view, names, say, theme, size)
    if layer != "all":
        raise OptionError(f"layer {layer!r} is not one of {', '.join(LAYERS)}")
    stage = _stage(board, say, theme, size)
    title, words = describe.picture(board, view, names, say)
    content = _printed(stage) + _definitions(stage) + _pieces(stage, view, names)
    return _root(stage, "scene", title, words, content)


def static_layer(board: Board, say: Words, theme: Theme = "day", size: Size = "wide") -> str:
    """The empty board: equal for every position of games with this edition and number of players."""
    stage = _stage(board, say, theme, size)
    return stage.keep(
        "static", lambda: _root(stage, "board", say("The empty board of New York 1901"), "", _printed(stage))
    )


def pieces_layer(
    board: Board, view: View, names: list[str], say: Words, theme: Theme = "day", size: Size = "wide"
) -> str:
    """Everything that a position puts on the board."""
    stage = _stage(board, say, theme, size)
    title, words = describe.picture(board, view, names, say)
    return _root(stage, "pieces", title, words, _definitions(stage) + _pieces(stage, view, names))


def _stage(board: Board, say: Words, theme: str, size: str) -> Stage:
    if theme not in PALETTES:
        raise OptionError(f"theme {theme!r} is not one of {', '.join(PALETTES)}")
    if size not in SIZES:
        raise OptionError(f"size {size!r} is not one of {', '.join(SIZES)}")
    key = (id(board), theme, size, say.language)
    if key not in _STAGES:
        while len(_STAGES) >= _MOST_STAGES:
            _STAGES.pop(next(iter(_STAGES)))
        # The stage holds the board, so that its id stays its own.
        _STAGES[key] = Stage(
            board, layout_of(board, "wide" if size == "wide" else "narrow"), PALETTES[theme], say
        )
    return _STAGES[key]


def _root(stage: Stage, name: str, title: str, words: str, content: str) -> str:
    plan = stage.plan
    described = f'<desc id="{name}-words">{escape(words)}</desc>' if words else ""
    role = "group" if words else "img"  # what lies in an "img" has no words of its own
    by = f' aria-describedby="{name}-words"' if words else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" id="{name}" class="new-york-1901" viewBox="0 0'
        f' {num(plan.width)} {num(plan.height)}" width="{num(plan.width)}" height="{num(plan.height)}"'
        f' role="{role}" aria-labelledby="{name}-title"{by} lang="{stage.say.language}"{font("text")}>'
        f'<title id="{name}-title">{escape(title)}</title>{described}{content}</svg>'
    )


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

"""Skytopia as a picture: the empty board as one layer, everything that a position changes as another.

Both are whole `<svg>` elements of the same size, so that a page can lay one over the other and exchange
only the second; `scene` is both in one. Everything shown is a function of the board and a view.
"""

from __future__ import annotations

from rooftop.core.errors import OptionError
from rooftop.core.svg import escape, font, num
from rooftop.core.title import Layer, Size, Theme, View
from rooftop.core.words import Words
from rooftop.titles.skytopia.board import Board
from rooftop.titles.skytopia.scene import cities, describe, dial, dice, guilds, header, market, signs, tiles
from rooftop.titles.skytopia.scene.layout import layout_of
from rooftop.titles.skytopia.scene.palette import PALETTES
from rooftop.titles.skytopia.scene.sky import sky
from rooftop.titles.skytopia.scene.stage import Stage
from rooftop.titles.skytopia.scene.textures import cladding_patterns, player_patterns

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
    title, words = describe.picture(stage, view, names)
    content = _patterns(stage) + _printed(stage) + _definitions(stage) + _pieces(stage, view, names)
    return _root(stage, "scene", title, words, content)


def static_layer(board: Board, say: Words, theme: Theme = "day", size: Size = "wide") -> str:
    """The empty board: equal for every position of games with this edition and number of players."""
    stage = _stage(board, say, theme, size)
    return stage.keep("static", _static, stage)


def _static(stage: Stage) -> str:
    # Its patterns have names of their own, so that both layers can stand in one page.
    drawn = _patterns(stage) + _printed(stage)
    drawn = drawn.replace('id="clad-', 'id="board-clad-').replace("#clad-", "#board-clad-")
    return _root(stage, "board", stage.say("The empty board of Skytopia"), "", drawn)


def pieces_layer(
    board: Board, view: View, names: list[str], say: Words, theme: Theme = "day", size: Size = "wide"
) -> str:
    """Everything that a position puts on the board."""
    stage = _stage(board, say, theme, size)
    title, words = describe.picture(stage, view, names)
    content = _patterns(stage) + _definitions(stage) + _pieces(stage, view, names)
    return _root(stage, "pieces", title, words, content)


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
        plan = layout_of(board, "wide" if size == "wide" else "narrow")
        cards = {card.id: card for card in board.cards}
        _STAGES[key] = Stage(board, plan, PALETTES[theme], say, cards=cards)
    return _STAGES[key]


def _root(stage: Stage, name: str, title: str, words: str, content: str) -> str:
    plan = stage.plan
    described = f'<desc id="{name}-words">{escape(words)}</desc>' if words else ""
    role = "group" if words else "img"  # what lies in an "img" has no words of its own
    by = f' aria-describedby="{name}-words"' if words else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" id="{name}" class="skytopia" viewBox="0 0 {num(plan.width)}'
        f' {num(plan.height)}" width="{num(plan.width)}" height="{num(plan.height)}" role="{role}"'
        f' aria-labelledby="{name}-title"{by} lang="{stage.say.language}"{font("text")}>'
        f'<title id="{name}-title">{escape(title)}</title>{described}{content}</svg>'
    )


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

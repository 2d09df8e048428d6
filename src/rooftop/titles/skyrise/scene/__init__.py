"""Skyrise as a picture: the empty islands as one layer, everything that a position changes as another.

Both are whole `<svg>` elements of the same size, so that a page can lay one over the other and exchange
only the second; `scene` is both in one. Everything shown is a function of the board and a view. Which island
lies in which slot is drawn at the start of a game and then printed: the first layer is equal in all
positions of a game.
"""

from __future__ import annotations

from rooftop.core.errors import OptionError
from rooftop.core.svg import escape, font, num, rect
from rooftop.core.title import Layer, Size, Theme, View
from rooftop.core.words import Words
from rooftop.titles.skyrise.board import Board
from rooftop.titles.skyrise.scene import (
    auction,
    control,
    describe,
    header,
    islands,
    labels,
    pieces,
    plates,
    players,
    sky,
)
from rooftop.titles.skyrise.scene.geometry import grounds
from rooftop.titles.skyrise.scene.layout import layout
from rooftop.titles.skyrise.scene.palette import PALETTES
from rooftop.titles.skyrise.scene.signs import disc_defs, feature_defs
from rooftop.titles.skyrise.scene.stage import Stage
from rooftop.titles.skyrise.scene.textures import ground_patterns, player_patterns, wave_pattern
from rooftop.titles.skyrise.scene.towers import tower_defs

SIZES = ("wide", "narrow")
LAYERS = ("all", "board", "pieces")
Islands = tuple[tuple[str, str], ...]  # which island lies in which slot
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
    if layer not in LAYERS:
        raise OptionError(f"layer {layer!r} is not one of {', '.join(LAYERS)}")
    stage = _stage(board, say, theme, size)
    lying = tuple(view["islands"].items())
    if layer == "board":
        title = say("The empty islands of Skyrise")
        return stage.keep(
            ("board", lying),
            lambda: _root(stage, "board", title, "", _shared(stage) + _printed(stage, lying)),
        )
    title, words = describe.picture(board, view, names, say)
    content = _shared(stage) + _printed(stage, lying) if layer == "all" else ""
    content += _definitions(stage) + _pieces(stage, view, names)
    return _root(stage, "scene" if layer == "all" else "pieces", title, words, content)


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
        plan = layout("wide" if size == "wide" else "narrow", board.players, board.layout.view_rotation)
        _STAGES[key] = Stage(board, plan, PALETTES[theme], say)
    return _STAGES[key]


def _root(stage: Stage, name: str, title: str, words: str, content: str) -> str:
    plan = stage.plan
    described = f'<desc id="{name}-words">{escape(words)}</desc>' if words else ""
    role = "group" if words else "img"  # what lies in an "img" has no words of its own
    by = f' aria-describedby="{name}-words"' if words else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" id="{name}" class="skyrise" viewBox="0 0 {num(plan.width)}'
        f' {num(plan.height)}" width="{num(plan.width)}" height="{num(plan.height)}" role="{role}"'
        f' aria-labelledby="{name}-title"{by} lang="{stage.say.language}"{font("text")}>'
        f'<title id="{name}-title">{escape(title)}</title>{described}{content}</svg>'
    )


def _shared(stage: Stage) -> str:
    """Signs and patterns of the printed board; the pieces on it have their own."""
    fine = 1 if stage.wide else 0.55
    return stage.keep(
        "shared",
        lambda: (
            f"<defs>{sky.definitions(stage)}{ground_patterns(stage.palette, fine, 'ground')}"
            f"{wave_pattern(stage.palette, 15 * fine)}{feature_defs(stage.palette, 'sign')}</defs>"
        ),
    )


def _printed(stage: Stage, lying: Islands) -> str:
    """The table, the sky, the islands and the empty plates."""
    return stage.keep(("printed", lying), _print, stage, lying)


def _print(stage: Stage, lying: Islands) -> str:
    plan, palette = stage.plan, stage.palette
    lands = grounds(stage, lying)
    drawn = "".join(
        stage.keep(("island", land.island.id, land.slot), islands.island, stage, land) for land in lands
    )
    return (
        rect(0, 0, plan.width, plan.height, f' fill="{palette.table}"')
        + f'<g clip-path="url(#sheet)">{sky.sky(stage, lands)}{islands.bridge_shadows(stage)}{drawn}'
        + islands.bridges(stage)
        + labels.island_names(stage, lying)
        + f"</g>{sky.frame(stage)}"
        + plates.table(stage)
        + header.table(stage)
        + auction.table(stage)
        + control.table(stage)
    )


def _definitions(stage: Stage) -> str:
    return stage.keep(
        "definitions",
        lambda: (
            f"<defs>{player_patterns(stage.palette, stage.seats)}{disc_defs(stage.palette)}"
            f"{tower_defs(stage)}{feature_defs(stage.palette, 'mark')}"
            f"{ground_patterns(stage.palette, 0.7, 'swatch')}</defs>"
        ),
    )


def _pieces(stage: Stage, view: View, names: list[str]) -> str:
    return (
        pieces.places(stage, view, names)
        + pieces.flags(stage, view)
        + header.header(stage, view, names)
        + auction.auction(stage, view, names)
        + plates.plates(stage, view, names)
        + control.control(stage, view, names)
        + players.players(stage, view, names)
    )

"""Skyrise as a picture: the empty islands as one layer, everything that a position changes as another.

Both are whole `<svg>` elements of the same size, so that a page can lay one over the other and exchange
only the second; `scene` is both in one. Everything shown is a function of the board and a view. Which island
lies in which slot is drawn at the start of a game and then printed: the first layer is equal in all
positions of a game.
"""

from __future__ import annotations

from rooftop.core.stage import Stages, root
from rooftop.core.svg import rect
from rooftop.core.textures import wave_pattern
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
from rooftop.titles.skyrise.scene.layout import layout_of
from rooftop.titles.skyrise.scene.palette import PALETTES
from rooftop.titles.skyrise.scene.signs import disc_defs, feature_defs
from rooftop.titles.skyrise.scene.stage import Stage
from rooftop.titles.skyrise.scene.textures import ground_patterns, player_patterns
from rooftop.titles.skyrise.scene.towers import tower_defs

Islands = tuple[tuple[str, str], ...]  # which island lies in which slot
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
    lying = tuple(view["islands"].items())
    if layer == "board":
        return stage.keep(("board", lying), _empty, stage, lying)
    title, words = describe.picture(board, view, names, say)
    printed = _shared(stage) + _printed(stage, lying) if layer == "all" else ""
    return root(stage, layer, title, words, printed + _definitions(stage) + _pieces(stage, view, names))


def _empty(stage: Stage, lying: Islands) -> str:
    words = stage.say("The empty islands of Skyrise")
    return root(stage, "board", words, "", _shared(stage) + _printed(stage, lying))


def _shared(stage: Stage) -> str:
    """Signs and patterns of the printed board; the pieces on it have their own."""
    return stage.keep("shared", _share, stage)


def _share(stage: Stage) -> str:
    palette, fine = stage.palette, 1 if stage.wide else 0.55
    return (
        f"<defs>{sky.definitions(stage)}{ground_patterns(palette, fine, 'ground')}"
        f"{wave_pattern(palette.foam, 15 * fine, (1, 0.62, 0.28), '.7', '.7')}"
        f"{feature_defs(palette, 'sign')}</defs>"
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

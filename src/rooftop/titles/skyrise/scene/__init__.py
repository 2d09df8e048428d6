"""Skyrise as a picture: the empty islands as one layer, everything that a position changes as another.

Both are whole `<svg>` elements of the same size, so that a page can lay one over the other and exchange
only the second; `scene` is both in one. Everything shown is a function of the board and a view. Which island
lies in which slot is drawn at the start of a game and then printed: the first layer is equal in all
positions of a game.
"""

from __future__ import annotations

from rooftop.drawing.canvas import Canvases, root
from rooftop.drawing.svg import rect
from rooftop.drawing.textures import wave_pattern
from rooftop.game.title import Layer, Size, Theme, View
from rooftop.game.translation import Translator
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
from rooftop.titles.skyrise.scene.canvas import Canvas
from rooftop.titles.skyrise.scene.geometry import grounds
from rooftop.titles.skyrise.scene.layout import layout_of
from rooftop.titles.skyrise.scene.palette import PALETTES
from rooftop.titles.skyrise.scene.signs import disc_defs, feature_defs
from rooftop.titles.skyrise.scene.textures import ground_patterns, player_patterns
from rooftop.titles.skyrise.scene.towers import tower_defs

Islands = tuple[tuple[str, str], ...]  # which island lies in which slot
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
    lying = tuple(view["islands"].items())
    if layer == "board":
        return canvas.keep(("board", lying), _empty, canvas, lying)
    title, words = describe.picture(board, view, names, say)
    printed = _shared(canvas) + _printed(canvas, lying) if layer == "all" else ""
    return root(canvas, layer, title, words, printed + _definitions(canvas) + _pieces(canvas, view, names))


def _empty(canvas: Canvas, lying: Islands) -> str:
    words = canvas.say("The empty islands of Skyrise")
    return root(canvas, "board", words, "", _shared(canvas) + _printed(canvas, lying))


def _shared(canvas: Canvas) -> str:
    """Signs and patterns of the printed board; the pieces on it have their own."""
    return canvas.keep("shared", _share, canvas)


def _share(canvas: Canvas) -> str:
    palette, fine = canvas.palette, 1 if canvas.wide else 0.55
    return (
        f"<defs>{sky.definitions(canvas)}{ground_patterns(palette, fine, 'ground')}"
        f"{wave_pattern(palette.foam, 15 * fine, (1, 0.62, 0.28), '.7', '.7')}"
        f"{feature_defs(palette, 'sign')}</defs>"
    )


def _printed(canvas: Canvas, lying: Islands) -> str:
    """The table, the sky, the islands and the empty plates."""
    return canvas.keep(("printed", lying), _print, canvas, lying)


def _print(canvas: Canvas, lying: Islands) -> str:
    plan, palette = canvas.layout, canvas.palette
    lands = grounds(canvas, lying)
    drawn = "".join(
        canvas.keep(("island", land.island.id, land.slot), islands.island, canvas, land) for land in lands
    )
    return (
        rect(0, 0, plan.width, plan.height, f' fill="{palette.table}"')
        + f'<g clip-path="url(#sheet)">{sky.sky(canvas, lands)}{islands.bridge_shadows(canvas)}{drawn}'
        + islands.bridges(canvas)
        + labels.island_names(canvas, lying)
        + f"</g>{sky.frame(canvas)}"
        + plates.table(canvas)
        + header.table(canvas)
        + auction.table(canvas)
        + control.table(canvas)
    )


def _definitions(canvas: Canvas) -> str:
    return canvas.keep(
        "definitions",
        lambda: (
            f"<defs>{player_patterns(canvas.palette, canvas.seats)}{disc_defs(canvas.palette)}"
            f"{tower_defs(canvas)}{feature_defs(canvas.palette, 'mark')}"
            f"{ground_patterns(canvas.palette, 0.7, 'swatch')}</defs>"
        ),
    )


def _pieces(canvas: Canvas, view: View, names: list[str]) -> str:
    return (
        pieces.places(canvas, view, names)
        + pieces.flags(canvas, view)
        + header.header(canvas, view, names)
        + auction.auction(canvas, view, names)
        + plates.plates(canvas, view, names)
        + control.control(canvas, view, names)
        + players.players(canvas, view, names)
    )

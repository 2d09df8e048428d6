"""Skytopia as a picture."""

from __future__ import annotations

from rooftop.drawing.canvas import Canvases, cached
from rooftop.drawing.header import table as title_table
from rooftop.drawing.scene import SharedScene
from rooftop.drawing.textures import player_patterns, texture
from rooftop.titles.skytopia.board import Board
from rooftop.titles.skytopia.scene import (
    describe,
    dial,
    golems,
    guilds,
    header,
    market,
    pieces,
    players,
    signs,
    tiles,
)
from rooftop.titles.skytopia.scene.canvas import Canvas
from rooftop.titles.skytopia.scene.layout import Layout, layout_of
from rooftop.titles.skytopia.scene.palette import PALETTES, Palette
from rooftop.titles.skytopia.scene.sky import sky
from rooftop.titles.skytopia.view import View

CANVASES = Canvases(Canvas, layout_of, PALETTES)


class Scene(SharedScene[Board, View, Layout, Palette, Canvas]):
    by_seat = False

    def patterns(self, canvas: Canvas) -> str:
        return _patterns(canvas)

    def empty_title(self, canvas: Canvas) -> str:
        return canvas.say("The empty board of Skytopia")

    def describe(self, canvas: Canvas, view: View, names: list[str]) -> tuple[str, str]:
        return describe.picture(canvas, view, names)

    def printed(self, canvas: Canvas, view: View) -> str:
        return _printed(canvas)

    def definitions(self, canvas: Canvas) -> str:
        return _definitions(canvas)

    def pieces(self, canvas: Canvas, view: View, names: list[str]) -> list[str]:
        called = tuple(names)  # hashable
        return [
            *header.header(canvas, view, called),
            *dial.chronometer(canvas, view, called),
            *guilds.guilds(canvas, view, called),
            *tiles.choice(canvas, view),
            *market.market(canvas, view, called),
            *players.players(canvas, view, called),
            *golems.golems(canvas, view, called),
        ]


scene = Scene(CANVASES)


@cached
def _patterns(canvas: Canvas) -> str:
    """`clad-blue` and so on: the paint of towers with their cladding."""
    patterns = "".join(
        texture(f"clad-{name}", paint.pattern, paint.dark, 0.6, paint.paint)
        for name, paint in canvas.palette.towers.items()
    )
    return f"<defs>{patterns}</defs>"


@cached
def _printed(canvas: Canvas) -> str:
    return (
        sky(canvas)
        + title_table(canvas)
        + dial.table(canvas)
        + guilds.table(canvas)
        + market.table(canvas)
        + players.table(canvas)
    )


@cached
def _definitions(canvas: Canvas) -> str:
    return (
        f"<defs>{player_patterns(canvas.palette, canvas.seats)}"
        f"{signs.definitions(canvas.board, canvas.palette)}{pieces.definitions(canvas)}"
        f"{dial.wheel_definition(canvas)}</defs>"
    )

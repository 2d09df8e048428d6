"""Skytopia as a picture."""

from __future__ import annotations

from rooftop.drawing.scene import SharedScene
from rooftop.drawing.textures import texture
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


class Scene(SharedScene[Board, View, Layout, Palette, Canvas]):
    by_seat = False

    def empty_title(self, canvas: Canvas) -> str:
        return canvas.say("The empty board of Skytopia")

    def describe(self, canvas: Canvas, view: View, names: tuple[str, ...]) -> tuple[str, str]:
        return describe.picture(canvas, view, names)

    def printed(self, canvas: Canvas, view: View) -> str:
        tables = dial.table(canvas) + guilds.table(canvas) + market.table(canvas) + players.table(canvas)
        return sky(canvas) + tables

    def definitions(self, canvas: Canvas) -> str:
        cladding = "".join(
            texture(f"clad-{name}", paint.pattern, paint.dark, 0.6, paint.paint)
            for name, paint in canvas.palette.towers.items()
        )
        drawn = signs.definitions(canvas.board, canvas.palette) + pieces.definitions(canvas)
        return cladding + drawn + dial.wheel_definition(canvas)

    def pieces(self, canvas: Canvas, view: View, names: tuple[str, ...]) -> list[str]:
        return [
            *header.header(canvas, view, names),
            *dial.chronometer(canvas, view, names),
            *guilds.guilds(canvas, view, names),
            *tiles.choice(canvas, view),
            *market.market(canvas, view, names),
            *players.players(canvas, view, names),
            *golems.golems(canvas, view, names),
        ]


scene = Scene(Canvas, layout_of, PALETTES)

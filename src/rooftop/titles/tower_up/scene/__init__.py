"""The picture of Tower Up."""

from __future__ import annotations

from rooftop.drawing.canvas import Canvases, cached
from rooftop.drawing.header import table as title_table
from rooftop.drawing.scene import SharedScene
from rooftop.drawing.svg import rect
from rooftop.drawing.textures import player_patterns
from rooftop.titles.tower_up.board import Board
from rooftop.titles.tower_up.scene import describe, header, market, objectives, players
from rooftop.titles.tower_up.scene.blocks import building_defs
from rooftop.titles.tower_up.scene.canvas import Canvas
from rooftop.titles.tower_up.scene.city import city
from rooftop.titles.tower_up.scene.layout import Layout, layout_of
from rooftop.titles.tower_up.scene.palette import PALETTES, Palette
from rooftop.titles.tower_up.scene.pieces import buildings
from rooftop.titles.tower_up.scene.signs import sign_defs
from rooftop.titles.tower_up.view import View

CANVASES = Canvases(Canvas, layout_of, PALETTES)


class Scene(SharedScene[Board, View, Layout, Palette, Canvas]):
    by_seat = False

    def empty_title(self, canvas: Canvas) -> str:
        return canvas.say("The empty board of Tower Up")

    def describe(self, canvas: Canvas, view: View, names: list[str]) -> tuple[str, str]:
        return describe.picture(canvas, view, tuple(names))

    def printed(self, canvas: Canvas, view: View) -> str:
        return _printed(canvas)

    def definitions(self, canvas: Canvas) -> str:
        return _definitions(canvas)

    def pieces(self, canvas: Canvas, view: View, names: list[str]) -> list[str]:
        called = tuple(names)
        return [
            *buildings(canvas, view, called),
            *header.header(canvas, view, called),
            *market.market(canvas, view),
            *objectives.objectives(canvas, view, called),
            *players.players(canvas, view, called),
        ]


@cached
def _printed(canvas: Canvas) -> str:
    layout = canvas.layout
    return (
        rect(0, 0, layout.width, layout.height, f' data-part="scene" fill="{canvas.palette.table}"')
        + city(canvas)
        + title_table(canvas)
        + market.table(canvas)
        + objectives.table(canvas)
        + players.table(canvas)
    )


@cached
def _definitions(canvas: Canvas) -> str:
    palette, seats = canvas.palette, canvas.seats
    buildings = building_defs(canvas.layout.block, palette, seats)
    return f"<defs>{player_patterns(palette, seats)}{buildings}{sign_defs(palette)}</defs>"


scene = Scene(CANVASES)

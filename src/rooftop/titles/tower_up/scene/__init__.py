"""The picture of Tower Up."""

from __future__ import annotations

from rooftop.drawing.canvas import cached
from rooftop.drawing.scene import SharedScene
from rooftop.titles.tower_up.board import Board
from rooftop.titles.tower_up.parts import game
from rooftop.titles.tower_up.scene import header, market, objectives, players
from rooftop.titles.tower_up.scene.blocks import building_defs
from rooftop.titles.tower_up.scene.canvas import Canvas
from rooftop.titles.tower_up.scene.ground import city
from rooftop.titles.tower_up.scene.layout import Layout, layout_of
from rooftop.titles.tower_up.scene.palette import PALETTES, Palette
from rooftop.titles.tower_up.scene.pieces import buildings
from rooftop.titles.tower_up.scene.signs import sign_defs
from rooftop.titles.tower_up.view import View


class Scene(SharedScene[Board, View, Layout, Palette, Canvas]):
    by_seat = False

    def empty_title(self, canvas: Canvas) -> str:
        return canvas.say("The empty board of Tower Up")

    def describe(self, canvas: Canvas, view: View, names: tuple[str, ...]) -> tuple[str, str]:
        doing, totals = game.status(view, names, canvas.say), tuple(seat.total for seat in view.seats)
        return _title(canvas, view.turn), _words(canvas, doing, len(view.buildings), totals, names)

    def printed(self, canvas: Canvas, view: View) -> str:
        return city(canvas) + market.table(canvas) + objectives.table(canvas) + players.table(canvas)

    def definitions(self, canvas: Canvas) -> str:
        buildings = building_defs(canvas.layout.block, canvas.palette, canvas.seats)
        return buildings + sign_defs(canvas.palette)

    def pieces(self, canvas: Canvas, view: View, names: tuple[str, ...]) -> list[str]:
        return [
            *buildings(canvas, view, names),
            *header.header(canvas, view, names),
            *market.market(canvas, view),
            *objectives.objectives(canvas, view, names),
            *players.players(canvas, view, names),
        ]


@cached
def _title(canvas: Canvas, turn: int) -> str:
    return game.title(canvas.board, turn, canvas.say)


@cached
def _words(canvas: Canvas, doing: str, count: int, totals: tuple[int, ...], names: tuple[str, ...]) -> str:
    return game.description(doing, count, totals, names, canvas.say)


scene = Scene(Canvas, layout_of, PALETTES)

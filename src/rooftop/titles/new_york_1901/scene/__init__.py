"""New York 1901 as a picture."""

from __future__ import annotations

from rooftop.drawing.scene import SharedScene
from rooftop.titles.new_york_1901.board import Board
from rooftop.titles.new_york_1901.scene import (
    describe,
    ground,
    header,
    legends,
    market,
    pieces,
    players,
    tallies,
    track,
    tray,
)
from rooftop.titles.new_york_1901.scene.canvas import Canvas
from rooftop.titles.new_york_1901.scene.layout import Layout, layout_of
from rooftop.titles.new_york_1901.scene.palette import PALETTES, Palette
from rooftop.titles.new_york_1901.scene.signs import WORKER, price_defs, worker_defs
from rooftop.titles.new_york_1901.scene.tiles import facade_defs
from rooftop.titles.new_york_1901.view import View


class Scene(SharedScene[Board, View, Layout, Palette, Canvas]):
    def empty_title(self, canvas: Canvas) -> str:
        return canvas.say("The empty board of New York 1901")

    def describe(self, canvas: Canvas, view: View, names: tuple[str, ...]) -> tuple[str, str]:
        return describe.picture(canvas.board, view, names, canvas.say)

    def printed(self, canvas: Canvas, view: View) -> str:
        panels = market.table(canvas) + legends.table(canvas) + tallies.table(canvas) + tray.table(canvas)
        return track.table(canvas) + ground.city(canvas) + panels + players.table(canvas)

    def definitions(self, canvas: Canvas) -> str:
        palette = canvas.palette
        out = (
            f'<path id="worker-out" d="{WORKER}" fill="none" stroke="{palette.soft}" stroke-opacity=".6"'
            ' stroke-width="1" stroke-dasharray="2 2"/>'
        )
        signs = worker_defs(palette, canvas.seats) + price_defs(palette) + facade_defs(canvas.layout.unit)
        return ground.patterns(canvas, "card") + out + signs

    def pieces(self, canvas: Canvas, view: View, names: tuple[str, ...]) -> list[str]:
        return [
            *track.track(canvas, view),
            *pieces.pieces(canvas, view, names),
            *header.header(canvas, view, names),
            *market.market(canvas, view),
            *legends.legends(canvas, view, names),
            *tallies.streets(canvas, view, names),
            *tallies.challenge(canvas, view.challenge, names),
            *tray.tray(canvas, view, names),
            *players.players(canvas, view, names),
        ]


scene = Scene(Canvas, layout_of, PALETTES)

"""New York 1901 as a picture."""

from __future__ import annotations

from rooftop.drawing.canvas import Canvases, cached
from rooftop.drawing.header import table as title_table
from rooftop.drawing.scene import SharedScene
from rooftop.drawing.svg import rect
from rooftop.drawing.textures import player_patterns
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

    def describe(self, canvas: Canvas, view: View, names: list[str]) -> tuple[str, str]:
        return describe.picture(canvas.board, view, names, canvas.say)

    def printed(self, canvas: Canvas, view: View) -> str:
        return _printed(canvas)

    def definitions(self, canvas: Canvas) -> str:
        return _definitions(canvas)

    def pieces(self, canvas: Canvas, view: View, names: list[str]) -> list[str]:
        shown = tuple(names)  # hashable
        return [
            *track.track(canvas, view),
            *pieces.pieces(canvas, view, shown),
            *header.header(canvas, view, shown),
            *market.market(canvas, view),
            *legends.legends(canvas, view, shown),
            *tallies.streets(canvas, view, shown),
            *tallies.challenge(canvas, view.challenge, shown),
            *tray.tray(canvas, view, shown),
            *players.players(canvas, view, shown),
        ]


@cached
def _printed(canvas: Canvas) -> str:
    layout, palette = canvas.layout, canvas.palette
    return (
        rect(0, 0, layout.width, layout.height, f' fill="{palette.table}"')
        + track.table(canvas)
        + ground.city(canvas)
        + title_table(canvas)
        + market.table(canvas)
        + legends.table(canvas)
        + tallies.table(canvas)
        + tray.table(canvas)
        + players.table(canvas)
    )


@cached
def _definitions(canvas: Canvas) -> str:
    palette = canvas.palette
    return (
        f"<defs>{player_patterns(palette, canvas.seats)}{worker_defs(palette, canvas.seats)}"
        f"{ground.patterns(canvas, 'card')}"
        f'<path id="worker-out" d="{WORKER}" fill="none" stroke="{palette.soft}" stroke-opacity=".6"'
        f' stroke-width="1" stroke-dasharray="2 2"/>{facade_defs(canvas.layout.unit)}'
        f"{price_defs(palette)}</defs>"
    )


CANVASES = Canvases(Canvas, layout_of, PALETTES)
scene = Scene(CANVASES)

"""Skyrise as a picture.

The islands get their slots at the start of a game; from then on they are part of the empty board.
"""

from __future__ import annotations

from rooftop.drawing.scene import SharedScene
from rooftop.drawing.textures import texture, wave_pattern
from rooftop.drawing.widgets import frame
from rooftop.titles.skyrise.board import Board
from rooftop.titles.skyrise.scene import (
    auction,
    control,
    describe,
    ground,
    header,
    labels,
    pieces,
    plates,
    players,
    sky,
)
from rooftop.titles.skyrise.scene.canvas import Canvas
from rooftop.titles.skyrise.scene.geometry import Ground, Islands, grounds
from rooftop.titles.skyrise.scene.layout import Layout, layout_of
from rooftop.titles.skyrise.scene.palette import PALETTES, Palette
from rooftop.titles.skyrise.scene.signs import disc_defs, feature_defs
from rooftop.titles.skyrise.scene.towers import tower_defs
from rooftop.titles.skyrise.view import View


class Scene(SharedScene[Board, View, Layout, Palette, Canvas]):
    def empty_title(self, canvas: Canvas) -> str:
        return canvas.say("The empty islands of Skyrise")

    def describe(self, canvas: Canvas, view: View, names: tuple[str, ...]) -> tuple[str, str]:
        return describe.picture(canvas, view, names)

    def set_up(self, view: View) -> Islands:
        return tuple(view.islands.items())

    def printed(self, canvas: Canvas, view: View) -> str:
        """The sky, the islands and the empty plates."""
        lying = self.set_up(view)
        lands = grounds(canvas, lying)
        return (
            _printed_definitions(canvas, lands)
            + f'<g clip-path="url(#sheet)">{sky.sky(canvas, lands)}{ground.bridge_shadows(canvas)}'
            + "".join(ground.island(canvas, land) for land in lands)
            + ground.bridges(canvas)
            + labels.island_names(canvas, lying)
            + f"</g>{frame(canvas, canvas.layout.sky)}"
            + plates.table(canvas)
            + auction.table(canvas)
            + control.table(canvas, lying)
        )

    def definitions(self, canvas: Canvas) -> str:
        palette = canvas.palette
        signs = disc_defs(palette) + tower_defs(canvas) + feature_defs(palette, "mark")
        return signs + _ground_patterns(canvas, "swatch", 0.7)

    def pieces(self, canvas: Canvas, view: View, names: tuple[str, ...]) -> list[str]:
        return [
            *pieces.neighbourhoods(canvas, view, names),
            *pieces.flags(canvas, view),
            *header.header(canvas, view, names),
            *auction.auction(canvas, view, names),
            *plates.plates(canvas, view, names),
            *control.control(canvas, view, names),
            *players.players(canvas, view, names),
        ]


scene = Scene(Canvas, layout_of, PALETTES)


def _printed_definitions(canvas: Canvas, lands: list[Ground]) -> str:
    """Signs and patterns of the printed board. The pieces have their own."""
    palette, fine = canvas.palette, 1 if canvas.wide else 0.55
    return (
        f"<defs>{sky.definitions(canvas)}{_ground_patterns(canvas, 'ground', fine)}"
        f"{wave_pattern('waves', palette.foam, 15 * fine, (1, 0.62, 0.28), '.7', '.7')}"
        f"{feature_defs(palette, 'sign')}{''.join(ground.shapes(canvas, land) for land in lands)}</defs>"
    )


def _ground_patterns(canvas: Canvas, layer: str, scale: float) -> str:
    """Rays for philosophers, blades for naturalists, arcs for artists, bricks for inventors."""
    kinds = {"yellow": "hatch", "green": "grass", "white": "scales", "brown": "bricks"}
    return "".join(
        texture(f"{layer}-{colour}", kind, canvas.palette.grounds[colour].line, 0.45, scale=scale)
        for colour, kind in kinds.items()
    )

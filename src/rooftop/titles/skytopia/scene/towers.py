"""The four towers of a city on their foundations; cards of the same row are side by side."""

from __future__ import annotations

from typing import Literal

from rooftop.drawing.canvas import cached
from rooftop.drawing.layout import Box
from rooftop.drawing.palette import mix
from rooftop.drawing.svg import named, rect, stepped, target, use
from rooftop.titles.skytopia.board import Card
from rooftop.titles.skytopia.scene import cards, describe
from rooftop.titles.skytopia.scene.canvas import Canvas
from rooftop.titles.skytopia.schema import COLOURS, Colour
from rooftop.titles.skytopia.view import Seat, View

TowerState = Literal["still", "grown", "active"]  # active: being activated; grown: still to be activated


def columns(canvas: Canvas, area: Box) -> list[Box]:
    return area.columns(4, 4 if canvas.wide else 2)


def table(canvas: Canvas, area: Box) -> str:
    """The ground of each tower: a field tinted in its colour, with a base line."""
    palette = canvas.palette
    parts = []
    for colour, box in zip(COLOURS, columns(canvas, area), strict=True):
        tint = mix(palette.towers[colour].paint, palette.panel, 0.86)
        parts.append(rect(*box, f' fill="{tint}"'))
        parts.append(
            rect(box.x, box.bottom, box.width, 3 if canvas.wide else 2, f' fill="url(#clad-{colour})"')
        )
    return "".join(parts)


def towers(canvas: Canvas, view: View, seat: int, area: Box) -> str:
    """All towers of a city. Those of the player to act can be part of a move."""
    row = view.seats[seat]
    acting = view.to_act == seat
    rise = floor_height(canvas, row, area)
    asked = acting and view.phase == "effect"
    parts = []
    for colour, box in zip(COLOURS, columns(canvas, area), strict=True):
        glow = _glow(view, colour) if acting else ()
        state: TowerState = "still"
        if acting and colour == view.climbing:
            state = "active"
        elif acting and colour in view.grown:
            state = "grown"
        crest = row.crests[colour]
        parts.append(
            _tower(canvas, seat, colour, row.towers[colour], crest, box, rise, acting, asked, glow, state)
        )
    return "".join(parts)


def floor_height(canvas: Canvas, row: Seat, area: Box) -> float:
    most = 1 + max(map(len, row.towers))
    best = min(36.0, area.height / 5) if canvas.wide else 40.0
    return min(best, (area.height - 3) / most)


def _glow(view: View, colour: Colour) -> tuple[tuple[int, bool], ...]:
    """The levels of a tower whose effects are being resolved, and whether it is the one that asks."""
    return tuple(
        (int(row.spot.split("-")[1]), row == view.asking)
        for row in view.pending
        if row.where == "city" and row.spot.startswith(colour)
    )


@cached
def _tower(
    canvas: Canvas, seat: int, colour: Colour, built: tuple[str, ...], foundation_crest: str, box: Box,
    rise: float, acting: bool, asked: bool, glow: tuple[tuple[int, bool], ...], state: TowerState,
) -> str:  # fmt: skip
    palette, board = canvas.palette, canvas.board
    field = ""
    if state != "still":
        field = (
            f'<path d="{stepped(*box, 3)}" fill="{palette.glow}" fill-opacity=".16" stroke="{palette.glow}"'
            f' stroke-width="{2.4 if state == "active" else 1.4}"/>'
        )
        top = box.bottom - rise * (len(built) + 1) - (9 if canvas.wide else 6)
        if top > box.y + 8:
            field += use("sign-spark", box.x + box.width / 2, top, 0.7 if canvas.wide else 0.5)
    floors, marks, asks = [], [], dict(glow)
    for level in range(len(built) + 1):
        what = board.card(built[level - 1]) if level else board.foundation(colour)
        crest = what.crest if isinstance(what, Card) else foundation_crest
        floor = Box(box.x + 1, box.bottom - rise * (level + 1), box.width - 2, rise)
        drawn = cards.slab(canvas, what, colour, crest, floor, level == 0)
        if level in asks:
            marks.append(
                f'<path d="{stepped(*floor.inside(-0.5), 2)}" class="asking" fill="none"'
                f' stroke="{palette.glow}" stroke-width="{3 if asks[level] else 1.8}"'
                ' pointer-events="none"/>'
            )
        words = describe.floor(canvas, what, crest, level)
        name = f"floor-{seat}-{colour}-{level}"
        if asked:
            shape = "<rect" + rect(*floor)[5:-2]
            inner = f'<g id="{name}">{drawn}</g>'
            floors.append(target(f"spot-{colour}-{level}", words, inner, shape, "floor"))
        else:
            floors.append(named(name, words, drawn, ' class="floor" pointer-events="none"'))
    words = describe.tower(canvas, colour, len(built))
    if not acting:
        return named(f"tower-{seat}-{colour}", words, field, ' class="tower"') + "".join(floors)
    shape = f'<path d="{stepped(*box, 3)}"'
    return target(f"tower-{colour}", words, field, shape, "tower") + "".join(floors + marks)

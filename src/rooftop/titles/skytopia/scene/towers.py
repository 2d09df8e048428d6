"""The four towers of a city on their foundations; cards of the same row are side by side."""

from __future__ import annotations

from typing import Literal

from rooftop.drawing.canvas import cached
from rooftop.drawing.layout import Box
from rooftop.drawing.palette import mix
from rooftop.drawing.svg import named, opening, rect, stepped, target, use
from rooftop.titles.skytopia.board import Card, as_colour
from rooftop.titles.skytopia.scene import cards, describe
from rooftop.titles.skytopia.scene.canvas import Canvas
from rooftop.titles.skytopia.schema import COLOURS, Colour
from rooftop.titles.skytopia.view import View

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


def towers(canvas: Canvas, view: View, seat: int, area: Box) -> list[str]:
    """All towers of a city. Those of the player to act can be part of a move."""
    row = view.seats[seat]
    acting = view.to_act == seat
    rise = floor_height(canvas, max(map(len, row.towers)), area)
    asked = acting and _floors_asked(view)
    choosing = acting and view.phase == "towers"
    pending = [effect for effect in view.pending if effect.where == "city"] if acting else []
    parts = []
    for colour, built, crest in zip(COLOURS, row.towers, row.crests, strict=True):
        state: TowerState = "still"
        if acting and colour == view.climbing:
            state = "active"
        elif acting and colour in view.grown:
            state = "grown"
        parts.append(_tower(canvas, seat, colour, len(built), area, rise, acting, state))
        parts.append(_floor(canvas, seat, colour, 0, None, crest, area, rise, asked, choosing))
        for level, card in enumerate(built, 1):
            parts.append(_floor(canvas, seat, colour, level, card, "", area, rise, asked, choosing))
        for effect in pending:
            if effect.spot.startswith(colour):
                parts.append(_asking(canvas, effect.spot, area, rise, effect == view.asking))
    return parts


def floor_height(canvas: Canvas, highest: int, area: Box) -> float:
    best = min(36.0, area.height / 5) if canvas.wide else 40.0
    return min(best, (area.height - 3) / (1 + highest))


def _floors_asked(view: View) -> bool:
    """Whether floors can be part of a move now."""
    effect = view.asking
    if effect is None:
        return False
    return effect.kind in ("activate_top", "activate_crest") or (
        effect.kind == "activate_row" and effect.where == "city"
    )


@cached
def _tower(
    canvas: Canvas, seat: int, colour: Colour, height: int, area: Box, rise: float, acting: bool,
    state: TowerState,
) -> str:  # fmt: skip
    """The field behind a tower."""
    palette, box = canvas.palette, columns(canvas, area)[COLOURS.index(colour)]
    field = ""
    if state != "still":
        field = (
            f'<path d="{stepped(*box, 3)}" fill="{palette.glow}" fill-opacity=".16" stroke="{palette.glow}"'
            f' stroke-width="{2.4 if state == "active" else 1.4}"/>'
        )
        top = box.bottom - rise * (height + 1) - (9 if canvas.wide else 6)
        if top > box.y + 8:
            field += use("sign-spark", box.x + box.width / 2, top, 0.7 if canvas.wide else 0.5)
    words = describe.tower(canvas, colour, height)
    if not acting:
        field += rect(*box, ' fill="none" pointer-events="all"')
        return named(f"tower-{seat}-{colour}", words, field, ' class="tower"')
    return target(f"tower-{colour}", words, field, f'<path d="{stepped(*box, 3)}"', "tower")


def _place(canvas: Canvas, colour: Colour, level: int, area: Box, rise: float) -> Box:
    box = columns(canvas, area)[COLOURS.index(colour)]
    return Box(box.x + 1, box.bottom - rise * (level + 1), box.width - 2, rise)


@cached
def _floor(
    canvas: Canvas, seat: int, colour: Colour, level: int, card: str | None, crest: str, area: Box,
    rise: float, asked: bool, choosing: bool,
) -> str:  # fmt: skip
    """A card, or the foundation with its crest. While a tower is chosen, clicks go through its floors."""
    what = canvas.board.foundation(colour) if card is None else canvas.board.card(card)
    crest = what.crest if isinstance(what, Card) else crest
    box = _place(canvas, colour, level, area, rise)
    drawn = cards.slab(canvas, what, colour, crest, box, level == 0)
    words = describe.floor(canvas, what, crest, level)
    name = f"floor-{seat}-{colour}-{level}"
    if not asked:
        return named(name, words, drawn, ' class="floor"' + ' pointer-events="none"' * choosing)
    shape = opening(rect(*box))
    return target(f"spot-{colour}-{level}", words, f'<g id="{name}">{drawn}</g>', shape, "floor")


@cached
def _asking(canvas: Canvas, spot: str, area: Box, rise: float, now: bool) -> str:
    """The mark of a floor whose effect is being resolved; `now`: it asks."""
    colour, level = spot.split("-")
    box = _place(canvas, as_colour(colour), int(level), area, rise)
    return (
        f'<path id="asking-floor-{spot}" d="{stepped(*box.inside(-0.5), 2)}" class="asking" fill="none"'
        f' stroke="{canvas.palette.glow}" stroke-width="{3 if now else 1.8}" pointer-events="none"/>'
    )

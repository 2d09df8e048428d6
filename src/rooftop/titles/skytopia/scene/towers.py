"""The four towers of a city, grown from their foundations; floors of one row lie side by side."""

from __future__ import annotations

from typing import Any

from rooftop.drawing.layout import Box
from rooftop.drawing.palette import mix
from rooftop.drawing.svg import named, rect, stepped, target, use
from rooftop.game.title import View
from rooftop.titles.skytopia.board import COLOURS
from rooftop.titles.skytopia.scene import cards, describe
from rooftop.titles.skytopia.scene.canvas import Canvas


def columns(canvas: Canvas, area: Box) -> list[Box]:
    return area.columns(4, 4 if canvas.wide else 2)


def table(canvas: Canvas, area: Box) -> str:
    """The ground of each tower: a tall field in a tint of its colour, with a sky line."""
    palette = canvas.palette
    made = []
    for colour, box in zip(COLOURS, columns(canvas, area), strict=True):
        tint = mix(palette.towers[colour].paint, palette.panel, 0.86)
        made.append(rect(*box, f' fill="{tint}"'))
        made.append(
            rect(box.x, box.bottom, box.width, 3 if canvas.wide else 2, f' fill="url(#clad-{colour})"')
        )
    return "".join(made)


def towers(canvas: Canvas, view: View, seat: int, area: Box) -> str:
    """All towers of a city. Those of the player to act can be parts of a decision."""
    row = view["seats"][seat]
    acting = view["to_act"] == seat
    rise = floor_height(canvas, row, area)
    asked = acting and view["phase"] == "effect"
    marks = _marks(view) if acting else {}
    made = []
    for colour, box in zip(COLOURS, columns(canvas, area), strict=True):
        built = tuple(row["towers"][colour])
        glow = tuple(sorted((level, mark) for (name, level), mark in marks.items() if name == colour))
        state = 0
        if acting:
            state = 2 if view["climbing"] == colour else int(colour in view["grown"])
        key = ("tower", seat, colour, built, rise, acting, asked, glow, state)
        made.append(
            canvas.keep(key, _tower, canvas, row, seat, colour, box, rise, acting, asked, dict(glow), state)
        )
    return "".join(made)


def floor_height(canvas: Canvas, row: dict[str, Any], area: Box) -> float:
    most = 1 + max(len(built) for built in row["towers"].values())
    best = min(36.0, area.height / 5) if canvas.wide else 40.0
    return min(best, (area.height - 3) / most)


def _marks(view: View) -> dict[tuple[str, int], int]:
    """The floors whose effects are being resolved; 2 for the one that asks."""
    found = {}
    for number, row in enumerate(view["pending"]):
        if row["where"] == "city":
            colour, level = row["place"].split("-")
            found[colour, int(level)] = 2 if number == len(view["pending"]) - 1 else 1
    return found


def _tower(
    canvas: Canvas, row: dict[str, Any], seat: int, colour: str, box: Box, rise: float, acting: bool,
    asked: bool, glow: dict[int, int], state: int,
) -> str:  # fmt: skip
    palette = canvas.palette
    built = row["towers"][colour]
    words = describe.tower(canvas, row, colour)
    field = ""
    if state:
        field = (
            f'<path d="{stepped(*box, 3)}" fill="{palette.glow}" fill-opacity=".16" stroke="{palette.glow}"'
            f' stroke-width="{2.4 if state == 2 else 1.4}"/>'
        )
        top = box.bottom - rise * (len(built) + 1) - (9 if canvas.wide else 6)
        if top > box.y + 8:
            field += use("sign-spark", box.x + box.width / 2, top, 0.7 if canvas.wide else 0.5)
    foundation = canvas.board.foundations[COLOURS.index(colour)]
    floors, marks = [], []
    for level in range(len(built) + 1):
        what = canvas.cards[built[level - 1]] if level else foundation
        crest = canvas.cards[built[level - 1]].crest if level else row["crests"][colour]
        floor = Box(box.x + 1, box.bottom - rise * (level + 1), box.width - 2, rise)
        drawn = cards.slab(canvas, what, colour, crest, floor, level == 0)
        if glow.get(level):
            marks.append(
                f'<path d="{stepped(*floor.inside(-0.5), 2)}" class="asking" fill="none"'
                f' stroke="{palette.glow}" stroke-width="{3 if glow[level] == 2 else 1.8}"'
                ' pointer-events="none"/>'
            )
        said = describe.floor(canvas, what, crest, colour, level)
        name = f"floor-{seat}-{colour}-{level}"
        if asked:
            shape = "<rect" + rect(*floor)[5:-2]
            inner = f'<g id="{name}">{drawn}</g>'
            floors.append(target(f"spot-{colour}-{level}", said, inner, shape, "floor"))
        else:
            floors.append(named(name, said, drawn, ' class="floor" pointer-events="none"'))
    if not acting:
        return named(f"tower-{seat}-{colour}", words, field, ' class="tower"') + "".join(floors)
    shape = f'<path d="{stepped(*box, 3)}"'
    return target(f"tower-{colour}", words, field, shape, "tower") + "".join(floors + marks)

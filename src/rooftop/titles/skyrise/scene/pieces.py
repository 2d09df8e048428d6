"""What lies and stands on the neighbourhoods: discs, bids, buildings, wonders; and where a bid may go."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from rooftop.drawing.svg import Point, num, outline, rect, target, text, use
from rooftop.drawing.widgets import badge, rays
from rooftop.game.title import View
from rooftop.titles.skyrise.scene import describe, labels
from rooftop.titles.skyrise.scene.canvas import Canvas
from rooftop.titles.skyrise.scene.geometry import Ground, grounds
from rooftop.titles.skyrise.scene.islands import inner
from rooftop.titles.skyrise.scene.signs import letter_on_disc
from rooftop.titles.skyrise.scene.towers import bid, standing
from rooftop.titles.skyrise.schema import Cell, Wonder


def places(canvas: Canvas, view: View, names: list[str]) -> str:
    """Every neighbourhood with what is built there, from the back to the front; then the discs, which no
    tower may hide; then the bids."""
    rows, auction = view["places"], view["auction"]
    room: set[str] = set()
    if view["phase"] in ("start", "bid"):
        room = set(auction["room"] if auction["bids"] else view["start_places"])
    made, discs, bids = [], [], []
    called = tuple(names)
    for ground, cell in _back_to_front(canvas, tuple(view["islands"].items())):
        row = rows[cell.id]
        there = row["structure"]
        what = (*there.values(),) if there else None
        leads = cell.id == auction["place"]
        state = (cell.id in room, leads, view["hammer"] == cell.id, view["built_at"] == cell.id)
        key = ("place", cell.id, ground.slot, row["disc"], what, state, called)
        made.append(canvas.keep(key, _place, canvas, ground, cell, row, state, names))
        if row["disc"]:
            lies = ("disc", cell.id, ground.slot, row["disc"])
            discs.append(canvas.keep(lies, _disc, canvas, cell.id, row["disc"], ground.at(cell.disc)))
        if there and there["bid"]:
            stands = ("bid", cell.id, ground.slot, what, leads)
            bids.append(canvas.keep(stands, _bid, canvas, there, ground.at(cell.site), leads))
    above = "".join(discs + bids)
    return f'{"".join(made)}<g id="above" pointer-events="none">{above}</g>'


@lru_cache(maxsize=256)
def _back_to_front(canvas: Canvas, islands: tuple[tuple[str, str], ...]) -> list[tuple[Ground, Cell]]:
    found = [(ground, cell) for ground in grounds(canvas, islands) for cell in ground.island.cell]
    return sorted(found, key=lambda row: row[0].at(row[1].site)[1])


def foot(canvas: Canvas, point: Point) -> Point:
    """Where a structure's foot stands on a site."""
    block = canvas.layout.block
    return point[0] - block.lean / 2, point[1] + block.lip * 0.5 + block.tiers[0] * 0.62


State = tuple[bool, bool, bool, bool]  # may be bid on now; bears the bid that stands; the Hammer; just built


def _place(
    canvas: Canvas, ground: Ground, cell: Cell, row: dict[str, Any], state: State, names: list[str]
) -> str:
    room, leading, hammer, new = state
    there = row["structure"]
    words = describe.place(canvas, ground.island, cell, row, state, names)
    spot = ground.at(cell.site)
    content = ""
    if room:
        content += _room(canvas, spot)
    if leading or new:
        content += _rays(canvas, spot)
    if there is None:
        if labels.cell_mark(canvas, ground, cell) is None:
            size = labels.cell_size(canvas)
            ink = canvas.palette.grounds[cell.colour].ink
            content += text(spot[0], spot[1] + size * 0.35, cell.id, size, ink, "strong", "middle")
    elif not there["bid"]:
        content += _built(canvas, there, spot)
        if hammer:
            content += _hammer(canvas, spot)
    shape = f'<path d="{outline(inner(canvas, ground.shape(cell.polygon)))}"'
    return target(f"place-{cell.id}", words, content, shape, "place")


def _disc(canvas: Canvas, place: str, kind: str, at: Point) -> str:
    radius = canvas.layout.block.disc
    drawn = use(f"disc-{kind}", at[0], at[1], radius / 10, f' id="disc-at-{place}"')
    return drawn + (letter_on_disc(kind, *at, radius, canvas.palette) if len(kind) == 1 else "")


def piece_id(there: dict[str, Any]) -> str:
    """The id of a structure wherever it is."""
    if there["number"] is not None:
        return f"piece-{there['number']}"
    return f"piece-{there['seat']}-{there['id']}"


def _card(canvas: Canvas, there: dict[str, Any]) -> Wonder | None:
    return next((row for row in canvas.board.wonders if row.id == there["wonder"]), None)


def _bid(canvas: Canvas, there: dict[str, Any], spot: Point, leading: bool) -> str:
    x, y = foot(canvas, spot)
    card = _card(canvas, there)
    number = str(there["number"]) if card is None else f"W{card.number}"
    drawn = bid(canvas, there["seat"], number, there["height"], x, y + 1, piece_id(there))
    return drawn + (_frame(canvas, x, y + 1) if leading else "")


def _built(canvas: Canvas, there: dict[str, Any], spot: Point) -> str:
    x, y = foot(canvas, spot)
    card = _card(canvas, there)
    height = there["height"] if card is None else "wonder"
    drawn = standing(canvas, there["seat"], height, x, y, piece_id(there))
    return drawn + ("" if card is None else _wonder_number(canvas, card.number, x, y))


def _wonder_number(canvas: Canvas, number: int, x: float, y: float) -> str:
    """Which wonder it is: the number of its card on a plate beside it."""
    block, palette = canvas.layout.block, canvas.palette
    size = 10 if canvas.wide else 9
    wide = size * (0.75 if number < 10 else 1.3) + 1
    left, top = x + block.width / 2 + 1, y - block.lip - size - 1
    return rect(
        left,
        top,
        wide,
        size + 1,
        f' rx="2" fill="{palette.token}" stroke="{palette.token_ink}" stroke-width=".7"',
    ) + text(left + wide / 2, top + size * 0.88, str(number), size, palette.token_ink, "strong", "middle")


def _room(canvas: Canvas, spot: Point) -> str:
    """A ring around a site on which a bid may be placed now."""
    radius = canvas.board.geometry.building_token_radius * canvas.layout.scale * 0.86
    palette = canvas.palette
    wide = 2.2 if canvas.wide else 1.4
    rule = palette.glow if palette.name == "day" else palette.brass_light
    return (
        f'<circle class="room" cx="{num(spot[0])}" cy="{num(spot[1])}" r="{num(radius)}"'
        f' fill="{palette.lamp}" fill-opacity=".45" stroke="{rule}" stroke-width="{wide}"/>'
    )


def _rays(canvas: Canvas, spot: Point) -> str:
    """A sun behind the bid that stands, or the structure that was just built."""
    block, palette = canvas.layout.block, canvas.palette
    x, y = spot[0], spot[1] - block.lip * 0.2
    near, far = block.width * 0.6, (block.width * 1.22, block.width * 1.02)
    sun = rays(x, y, 24, near, far, whole=True)
    return (
        f'<circle class="halo" cx="{num(x)}" cy="{num(y)}" r="{num(block.width)}" fill="{palette.lamp}"'
        f' fill-opacity=".7"/><path class="sun" d="{sun}" stroke="{palette.glow}" fill="none"'
        f' stroke-width="{1.7 if canvas.wide else 1}" stroke-linecap="round"/>'
    )


def _frame(canvas: Canvas, x: float, y: float) -> str:
    """A strong frame around the bid that has to be beaten."""
    wide, tall = canvas.layout.block.plaque
    more = f' fill="none" stroke="{canvas.palette.glow}" stroke-width="{2.6 if canvas.wide else 1.6}"'
    margin = 1.8 if canvas.wide else 1
    return rect(x - wide / 2 - margin, y - tall - margin, wide + 2 * margin, tall + 2 * margin, more)


def _hammer(canvas: Canvas, spot: Point) -> str:
    """No tall bids of others next to it: a red ring at the Hammer's foot."""
    radius = canvas.board.geometry.building_token_radius * canvas.layout.scale
    return (
        f'<circle class="ban" cx="{num(spot[0])}" cy="{num(spot[1])}" r="{num(radius)}" fill="none"'
        f' stroke="{canvas.palette.alert}" stroke-width="{2 if canvas.wide else 1.2}" stroke-dasharray="4 3"/>'
    )


def flags(canvas: Canvas, view: View) -> str:
    """Who controls each island now, below its name."""
    made = []
    for slot, name in view["islands"].items():
        leaders = tuple(view["control"][name]["leaders"])
        at = labels.flags_at(canvas, slot)
        if leaders and at is not None:
            made.append(canvas.keep(("flags", slot, name, leaders), _flags, canvas, name, leaders, at))
    return "".join(made)


def _flags(canvas: Canvas, name: str, leaders: tuple[int, ...], at: Point) -> str:
    radius = labels.BADGE if canvas.wide else 5.2
    pitch = 2 * radius + 2
    left = at[0] - pitch * (len(leaders) - 1) / 2
    drawn = "".join(
        badge(canvas, seat, left + pitch * place, at[1], radius, 10 if canvas.wide else 9)
        for place, seat in enumerate(leaders)
    )
    return f'<g id="flags-{name}">{drawn}</g>'

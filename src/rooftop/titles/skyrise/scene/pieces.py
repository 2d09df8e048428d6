"""What lies and stands on the neighbourhoods: discs, bids, buildings, wonders; and where a bid may go."""

from __future__ import annotations

from typing import Any

from rooftop.core.svg import Point, num, outline, rect, target, text
from rooftop.core.title import View
from rooftop.titles.skyrise.data import Cell
from rooftop.titles.skyrise.scene import describe, labels
from rooftop.titles.skyrise.scene.geometry import Ground
from rooftop.titles.skyrise.scene.islands import inner
from rooftop.titles.skyrise.scene.signs import letter_on_disc
from rooftop.titles.skyrise.scene.stage import Stage, badge, rays, use
from rooftop.titles.skyrise.scene.towers import bid, standing


def places(stage: Stage, view: View, grounds: list[Ground], names: list[str]) -> str:
    """Every neighbourhood: what it is, then discs, then what stands there from the back to the front."""
    rows = view["places"]
    slots = {name: slot for slot, name in view["islands"].items()}
    room = set(view["auction"]["room"] if view["auction"]["bids"] else view["start_places"])
    if view["phase"] not in ("start", "bid"):
        room = set()
    leading = view["auction"]["place"]
    found: list[tuple[float, Ground, Cell]] = [
        (ground.at(cell.site)[1], ground, cell) for ground in grounds for cell in ground.island.cell
    ]
    found.sort(key=lambda row: row[0])
    made = []
    called = tuple(names)
    for _, ground, cell in found:
        row = rows[cell.id]
        there = row["structure"]
        what = tuple(there.items()) if there else None
        state = (cell.id in room, cell.id == leading, view["hammer"] == cell.id, view["built_at"] == cell.id)
        key = ("place", cell.id, slots[ground.island.id], row["disc"], what, state, called)
        made.append(stage.keep(key, _place, stage, ground, cell, row, state, names))
    return "".join(made)


def foot(stage: Stage, point: Point) -> Point:
    """Where a structure's foot stands on a site."""
    block = stage.plan.block
    return point[0] - block.lean / 2, point[1] + block.lip * 0.5 + block.tiers[0] * 0.62


State = tuple[bool, bool, bool, bool]  # may be bid on now; bears the bid that stands; the Hammer; just built


def _place(
    stage: Stage, ground: Ground, cell: Cell, row: dict[str, Any], state: State, names: list[str]
) -> str:
    room, leading, hammer, new = state
    there = row["structure"]
    words = describe.place(stage, ground.island, cell, row, state, names)
    spot, disc = ground.at(cell.site), ground.at(cell.disc)
    content = ""
    if room:
        content += _room(stage, spot)
    if leading or new:
        content += _rays(stage, spot)
    if row["disc"]:
        content += _disc(stage, cell.id, row["disc"], disc)
    if there is None:
        if labels.cell_mark(stage, ground, cell) is None:
            size = labels.cell_size(stage)
            ink = stage.palette.grounds[cell.colour].ink
            content += text(spot[0], spot[1] + size * 0.35, cell.id, size, ink, "strong", "middle")
    else:
        content += _structure(stage, there, spot, leading)
        if hammer:
            content += _hammer(stage, spot)
    shape = f'<path d="{outline(inner(stage, ground.shape(cell.polygon)))}"'
    return target(f"place-{cell.id}", words, content, shape, "place")


def _disc(stage: Stage, place: str, kind: str, at: Point) -> str:
    radius = stage.plan.block.disc
    drawn = use(f"disc-{kind}", at[0], at[1], radius / 10, f' id="disc-at-{place}"')
    return drawn + (letter_on_disc(kind, *at, radius, stage.palette) if len(kind) == 1 else "")


def piece_id(there: dict[str, Any]) -> str:
    """The id of a structure wherever it is."""
    if there["number"] is not None:
        return f"piece-{there['number']}"
    return f"piece-{there['seat']}-{there['id']}"


def _structure(stage: Stage, there: dict[str, Any], spot: Point, leading: bool) -> str:
    x, y = foot(stage, spot)
    name = piece_id(there)
    card = next((row for row in stage.board.wonders if row.id == there["wonder"]), None)
    if there["bid"]:
        number = str(there["number"]) if card is None else f"W{card.number}"
        drawn = bid(stage, there["seat"], number, there["height"], x, y + 1, name)
        return drawn + (_frame(stage, x, y + 1) if leading else "")
    if card is None:
        return standing(stage, there["seat"], there["height"], x, y, name)
    return standing(stage, there["seat"], "wonder", x, y, name) + _wonder_number(stage, card.number, x, y)


def _wonder_number(stage: Stage, number: int, x: float, y: float) -> str:
    """Which wonder it is: the number of its card on a plate beside it."""
    block, palette = stage.plan.block, stage.palette
    size = 10 if stage.wide else 9
    wide = size * (0.75 if number < 10 else 1.3) + 1
    left, top = x + block.width / 2 + 1, y - block.lip - size - 1
    return rect(
        left, top, wide, size + 1, f' rx="2" fill="{palette.token}" stroke="{palette.token_ink}" stroke-width=".7"'
    ) + text(left + wide / 2, top + size * 0.88, str(number), size, palette.token_ink, "strong", "middle")


def _room(stage: Stage, spot: Point) -> str:
    """A ring around a site on which a bid may be placed now."""
    radius = stage.board.geometry.building_token_radius * stage.plan.scale * 0.86
    palette = stage.palette
    wide = 2.2 if stage.wide else 1.4
    return (
        f'<circle class="room" cx="{num(spot[0])}" cy="{num(spot[1])}" r="{num(radius)}" fill="{palette.lamp}"'
        f' fill-opacity=".45" stroke="{palette.glow if palette.name == "day" else palette.brass_light}"'
        f' stroke-width="{wide}"/>'
    )


def _rays(stage: Stage, spot: Point) -> str:
    """A sun behind the bid that stands, or the structure that was just built."""
    block, palette = stage.plan.block, stage.palette
    x, y = spot[0], spot[1] - block.lip * 0.2
    near, far = block.width * 0.6, (block.width * 1.22, block.width * 1.02)
    sun = rays(x, y, 24, near, far, whole=True)
    return (
        f'<circle class="halo" cx="{num(x)}" cy="{num(y)}" r="{num(block.width)}" fill="{palette.lamp}"'
        f' fill-opacity=".7"/><path class="sun" d="{sun}" stroke="{palette.glow}" fill="none"'
        f' stroke-width="{1.7 if stage.wide else 1}" stroke-linecap="round"/>'
    )


def _frame(stage: Stage, x: float, y: float) -> str:
    """A strong frame around the bid that has to be beaten."""
    wide, tall = stage.plan.block.plaque
    more = f' fill="none" stroke="{stage.palette.glow}" stroke-width="{2.6 if stage.wide else 1.6}"'
    margin = 1.8 if stage.wide else 1
    return rect(x - wide / 2 - margin, y - tall - margin, wide + 2 * margin, tall + 2 * margin, more)


def _hammer(stage: Stage, spot: Point) -> str:
    """No tall bids of others next to it: a red ring at the Hammer's foot."""
    radius = stage.board.geometry.building_token_radius * stage.plan.scale
    return (
        f'<circle class="ban" cx="{num(spot[0])}" cy="{num(spot[1])}" r="{num(radius)}" fill="none"'
        f' stroke="{stage.palette.alert}" stroke-width="{2 if stage.wide else 1.2}" stroke-dasharray="4 3"/>'
    )


def flags(stage: Stage, view: View, islands: tuple[tuple[str, str], ...]) -> str:
    """Who controls each island now, below its name."""
    found = labels.names(stage, islands)
    made = []
    for island in stage.board.islands:
        box = found.spots.get(island.id)
        leaders = view["control"].get(island.id, {}).get("leaders", [])
        if box is None or not leaders:
            continue
        radius = labels.BADGE if stage.wide else 5.2
        pitch = 2 * radius + 2
        left = box.x + box.width / 2 - pitch * (len(leaders) - 1) / 2
        y = box.bottom - radius - 1
        drawn = "".join(
            badge(stage, seat, left + pitch * place, y, radius, 10 if stage.wide else 9)
            for place, seat in enumerate(leaders)
        )
        made.append(f'<g id="flags-{island.id}">{drawn}</g>')
    return "".join(made)



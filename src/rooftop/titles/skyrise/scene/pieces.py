"""The things on the map: discs, bids, buildings, wonders; and where a bid may go."""

from __future__ import annotations

from functools import lru_cache

from rooftop.drawing.canvas import cached
from rooftop.drawing.parts import belonging, nothing
from rooftop.drawing.svg import Point, identified, label, num, rect, target, text, use
from rooftop.drawing.widgets import badge, rays
from rooftop.titles.skyrise.scene import describe, labels
from rooftop.titles.skyrise.scene.canvas import Canvas
from rooftop.titles.skyrise.scene.describe import Marks
from rooftop.titles.skyrise.scene.geometry import Ground, Islands, grounds
from rooftop.titles.skyrise.scene.signs import letter_on_disc
from rooftop.titles.skyrise.scene.towers import plaque, standing
from rooftop.titles.skyrise.view import Neighbourhood, Standing, Structure, View


def neighbourhoods(canvas: Canvas, view: View, names: tuple[str, ...]) -> list[str]:
    """Every neighbourhood with its building, from back to front; then the discs, which no tower may hide;
    then the bids. There is an element for every bid that may come, so that the order stays."""
    auction = view.auction
    room: tuple[str, ...] = ()
    if view.phase in ("start", "bid"):
        room = auction.room if auction.bids else view.starts
    places: list[str] = []
    discs: list[str] = []
    bids: list[str] = []
    for ground, name in _back_to_front(canvas, tuple(view.islands.items())):
        row = view.neighbourhoods[name]
        structure, bid, owner = row.structure, "", ""
        leading = name == auction.neighbourhood
        if structure:
            owner = names[structure.seat]
            if structure.bid:
                bid = _bid(canvas, ground, name, structure, leading)
        marks = Marks(name in room, leading, view.hammer == name, view.built_at == name)
        places.append(_neighbourhood(canvas, ground, name, row, marks, owner))
        if row.disc:
            discs += _disc(canvas, ground, name, row.disc)
        bids.append(bid or nothing(f"bid-{name}"))
    return places + discs + bids


@lru_cache(maxsize=256)
def _back_to_front(canvas: Canvas, islands: Islands) -> list[tuple[Ground, str]]:
    cells = [(ground, cell) for ground in grounds(canvas, islands) for cell in ground.island.cell]
    cells.sort(key=lambda row: row[0].at(row[1].site)[1])
    return [(ground, cell.id) for ground, cell in cells]


def foot(canvas: Canvas, point: Point) -> Point:
    """Where the foot of a structure stands on a site."""
    block = canvas.layout.block
    return point[0] - block.lean / 2, point[1] + block.lip * 0.5 + block.tiers[0] * 0.62


@cached
def _neighbourhood(
    canvas: Canvas, ground: Ground, name: str, row: Neighbourhood, marks: Marks, owner: str
) -> str:
    cell = ground.cell(name)
    words = describe.neighbourhood(canvas, ground.island, cell, row, marks, owner)
    spot = ground.at(cell.site)
    content = ""
    if marks.room:
        content += _room(canvas, name)
    if marks.leading or marks.new:
        content += _rays(canvas, spot)
    if row.structure is None:
        if labels.cell_mark(canvas, ground, cell) is None:
            size = labels.cell_size(canvas)
            ink = canvas.palette.grounds[cell.colour].ink
            content += label(spot[0], spot[1], cell.id, size, ink, "strong", "middle")
    elif not row.structure.bid:
        content += _built(canvas, row.structure, spot)
        if marks.hammer:
            content += _hammer(canvas, spot)
    return target(f"place-{cell.id}", words, content, f'<use href="#cell-{cell.id}"', "place")


@cached
def _disc(canvas: Canvas, ground: Ground, name: str, kind: str) -> tuple[str, ...]:
    """A disc, and the letter on a patron's."""
    at = ground.at(ground.cell(name).disc)
    radius = canvas.layout.block.disc
    more = ' pointer-events="none"'
    disc = identified(f"disc-at-{name}", use(f"disc-{kind}", at[0], at[1], radius / 10, more))
    if len(kind) > 1:
        return (disc,)
    letter = letter_on_disc(kind, *at, radius, canvas.smallest, canvas.palette, more + ' aria-hidden="true"')
    return disc, identified(f"letter-at-{name}", letter)


def piece_id(structure: Structure) -> str:
    """The id of a structure, on the map and in its pool."""
    if structure.number is not None:
        return f"piece-{structure.number}"
    return f"piece-{structure.seat}-{structure.id}"


@cached
def _bid(canvas: Canvas, ground: Ground, name: str, bid: Standing, leading: bool) -> str:
    x, y = foot(canvas, ground.at(ground.cell(name).site))
    number = str(bid.number) if bid.wonder is None else describe.wonder_mark(canvas, bid.wonder)
    drawn = plaque(canvas, bid.seat, number, bid.height, x, y + 1, piece_id(bid))
    frame = _frame(canvas, x, y + 1) if leading else ""
    return f'<g id="bid-{name}" aria-hidden="true" pointer-events="none">{drawn}{frame}</g>'


def _built(canvas: Canvas, structure: Structure, spot: Point) -> str:
    x, y = foot(canvas, spot)
    drawn = standing(canvas, structure.seat, structure.height, x, y, piece_id(structure))
    if structure.wonder is None:
        return drawn
    return drawn + _wonder_number(canvas, canvas.board.wonder(structure.wonder).number, x, y)


def _wonder_number(canvas: Canvas, number: int, x: float, y: float) -> str:
    """The number of a wonder's card, on a plate beside it."""
    block, palette = canvas.layout.block, canvas.palette
    size = canvas.smallest
    wide = size * (0.75 if number < 10 else 1.3) + 1
    left, top = x + block.width / 2 + 1, y - block.lip - size - 1
    return rect(
        left,
        top,
        wide,
        size + 1,
        f' rx="2" fill="{palette.token}" stroke="{palette.token_ink}" stroke-width=".7"',
    ) + text(left + wide / 2, top + size * 0.88, str(number), size, palette.token_ink, "strong", "middle")


def _room(canvas: Canvas, name: str) -> str:
    """A ring around a site where a bid may be placed now."""
    palette = canvas.palette
    wide = 2.2 if canvas.wide else 1.4
    rule = palette.glow if palette.name == "day" else palette.brass_light
    return (
        f'<use href="#site-{name}" class="room" fill="{palette.lamp}" fill-opacity=".15" stroke="{rule}"'
        f' stroke-width="{wide}"/>'
    )


def _rays(canvas: Canvas, spot: Point) -> str:
    """A sun behind the highest bid or the structure just built."""
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
    """A strong frame around the highest bid."""
    wide, tall = canvas.layout.block.plaque
    more = f' fill="none" stroke="{canvas.palette.glow}" stroke-width="{2.6 if canvas.wide else 1.6}"'
    margin = 1.8 if canvas.wide else 1
    return rect(x - wide / 2 - margin, y - tall - margin, wide + 2 * margin, tall + 2 * margin, more)


def _hammer(canvas: Canvas, spot: Point) -> str:
    """A red ring around the Hammer, which bans tall bids of others next to it."""
    radius = canvas.board.geometry.building_token_radius * canvas.layout.scale
    return (
        f'<circle class="ban" cx="{num(spot[0])}" cy="{num(spot[1])}" r="{num(radius)}" fill="none"'
        f' stroke="{canvas.palette.alert}" stroke-width="{2 if canvas.wide else 1.2}"'
        ' stroke-dasharray="4 3"/>'
    )


def flags(canvas: Canvas, view: View) -> list[str]:
    """Who controls each island now, below its name."""
    shown = [
        (slot, island, view.control[island].leaders)
        for slot, island in view.islands.items()
        if labels.flags_at(canvas, slot)
    ]
    return [_flags(canvas, *flags) for flags in shown if flags[2]]


@cached
def _flags(canvas: Canvas, slot: str, island: str, leaders: tuple[int, ...]) -> str:
    at = labels.flags_at(canvas, slot)
    assert at is not None
    radius = labels.BADGE if canvas.wide else 5.6
    pitch = 2 * radius + 2
    wide = pitch * (len(leaders) - 1)
    edge = radius + 4  # of the picture
    left = min(max(at[0] - wide / 2, edge), canvas.layout.width - edge - wide)
    drawn = "".join(
        badge(canvas, seat, left + pitch * index, at[1], radius) for index, seat in enumerate(leaders)
    )
    return belonging(f"flags-{island}", f"island-{island}", drawn)

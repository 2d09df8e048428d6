"""New York 1901: what a seat knows, as numbers for learners. The observing seat comes first."""

from __future__ import annotations

from rooftop.engine.kernel import kernel
from rooftop.engine.ranking import total
from rooftop.engine.record import Array
from rooftop.engine.state import SEATS
from rooftop.titles.new_york_1901 import state as n
from rooftop.titles.new_york_1901.rules_building import has_worker
from rooftop.titles.new_york_1901.state import State, Tables


@kernel
def observe(s: State, t: Tables, seat: int, out: Array) -> None:
    """Write OBSERVATION small integers."""
    for k in range(n.OBSERVATION):
        out[k] = 0
    at = 0
    for square in range(t.squares):
        observe_square(s, t, square, seat, out, at + square * n.PER_SQUARE)
    at += n.SQUARES * n.PER_SQUARE
    for lot in range(t.lots):
        if s.owner[lot] >= 0 and has_worker(s, t, lot):
            out[at + lot * n.PER_LOT + (s.owner[lot] - seat + s.seats) % s.seats] = 1
    at += n.LOTS * n.PER_LOT
    for k in range(s.seats):
        observe_seat(s, t, (seat + k) % s.seats, out, at + k * n.PER_SEAT)
    at += SEATS * n.PER_SEAT
    observe_cards(s, out, at)
    at += n.KINDS * n.PER_KIND
    for k in range(n.IN_PLAY):
        out[at + s.street[k]] = 1
    at += n.STREETS
    if s.challenge != n.NONE:
        out[at + s.challenge] = 1
    at += n.CHALLENGES
    out[at] = s.phase
    out[at + 1] = s.seats
    out[at + 2] = s.tile + 1
    out[at + 3] = s.card + 1
    out[at + 4] = s.future_count
    out[at + 5] = s.acquired
    out[at + 6] = s.grabbed
    out[at + 7] = s.raised
    out[at + 8] = s.ending
    out[at + 9] = s.last_turns
    out[at + 10] = s.expert
    out[at + 11] = 1 if s.to_act == seat else 0


@kernel
def observe_square(s: State, t: Tables, square: int, seat: int, out: Array, at: int) -> None:
    owner = s.owner[t.lot_of[square]]
    if owner >= 0:
        out[at + (owner - seat + s.seats) % s.seats] = 1
    tile = s.cover[square]
    if tile != n.NONE:
        out[at + SEATS + t.tile_generation[tile]] = 1
        out[at + SEATS + n.GENERATIONS] = 1 if tile >= t.own else 0
        out[at + SEATS + n.GENERATIONS + 1] = t.tile_hexagon[tile]


@kernel
def observe_seat(s: State, t: Tables, seat: int, out: Array, at: int) -> None:
    out[at] = s.workers[seat]
    at += 1
    for card in range(n.ACTION_CARDS):
        out[at + card] = s.hand[seat, card]
    at += n.ACTION_CARDS
    feet = 0
    for tile in range(t.tiles):
        where = s.placed[seat, tile]
        out[at + tile] = 0 if where == n.NONE else 1 if where >= 0 else 2
        if tile >= t.own and where >= 0:
            feet = t.feet[tile]
    at += n.TILES
    for street in range(t.streets):
        out[at + street] = s.on_street[seat, street]
    at += n.STREETS
    for generation in range(n.GENERATIONS):
        out[at + generation] = s.standing[seat, generation]
    at += n.GENERATIONS
    out[at] = s.hexagons[seat]
    at += 1
    for district in range(t.districts):
        out[at + district] = s.golden[seat, district]
    at += n.DISTRICTS
    out[at] = s.unbuilt[seat]
    out[at + 1] = feet
    out[at + 2] = total(s, seat)


@kernel
def observe_cards(s: State, out: Array, at: int) -> None:
    """Open cards, face-down cards, and face-down cards known to be below the top layer."""
    for slot in range(n.MARKET):
        if s.market[slot] != n.NONE:
            out[at + s.market[slot] * n.PER_KIND] += 1
    top = s.layer[s.future_count - 1] if s.future_count > 0 else 0
    below = False
    for k in range(s.future_count - 1, -1, -1):
        below = below or s.layer[k] != top
        out[at + s.future[k] * n.PER_KIND + 1] += 1
        if below:
            out[at + s.future[k] * n.PER_KIND + 2] += 1

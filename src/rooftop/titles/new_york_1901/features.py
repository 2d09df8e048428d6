"""New York 1901: what a seat knows, as numbers for learners. The observing seat comes first."""

from __future__ import annotations

from rooftop.engine.kernel import kernel
from rooftop.engine.ranking import total
from rooftop.engine.record import Array
from rooftop.engine.state import SEATS
from rooftop.titles.new_york_1901.rules_building import has_worker
from rooftop.titles.new_york_1901.state import (
    ACTION_CARDS,
    CHALLENGES,
    DISTRICTS,
    GENERATIONS,
    IN_PLAY,
    KINDS,
    LOTS,
    MARKET,
    NONE,
    OBSERVATION,
    PER_KIND,
    PER_LOT,
    PER_SEAT,
    PER_SQUARE,
    SQUARES,
    STREETS,
    TILES,
    State,
    Tables,
)


@kernel
def observe(s: State, t: Tables, seat: int, out: Array) -> None:
    """Write OBSERVATION small integers."""
    for k in range(OBSERVATION):
        out[k] = 0
    at = 0
    for square in range(t.squares):
        observe_square(s, t, square, seat, out, at + square * PER_SQUARE)
    at += SQUARES * PER_SQUARE
    for lot in range(t.lots):
        if s.owner[lot] >= 0 and has_worker(s, t, lot):
            out[at + lot * PER_LOT + (s.owner[lot] - seat + s.seats) % s.seats] = 1
    at += LOTS * PER_LOT
    for k in range(s.seats):
        observe_seat(s, t, (seat + k) % s.seats, out, at + k * PER_SEAT)
    at += SEATS * PER_SEAT
    observe_cards(s, out, at)
    at += KINDS * PER_KIND
    for k in range(IN_PLAY):
        out[at + s.street[k]] = 1
    at += STREETS
    if s.challenge != NONE:
        out[at + s.challenge] = 1
    at += CHALLENGES
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
    if tile != NONE:
        out[at + SEATS + t.tile_generation[tile]] = 1
        out[at + SEATS + GENERATIONS] = 1 if tile >= t.own else 0
        out[at + SEATS + GENERATIONS + 1] = t.tile_hexagon[tile]


@kernel
def observe_seat(s: State, t: Tables, seat: int, out: Array, at: int) -> None:
    out[at] = s.workers[seat]
    at += 1
    for card in range(ACTION_CARDS):
        out[at + card] = s.hand[seat, card]
    at += ACTION_CARDS
    feet = 0
    for tile in range(t.tiles):
        where = s.placed[seat, tile]
        out[at + tile] = 0 if where == NONE else 1 if where >= 0 else 2
        if tile >= t.own and where >= 0:
            feet = t.feet[tile]
    at += TILES
    for street in range(t.streets):
        out[at + street] = s.on_street[seat, street]
    at += STREETS
    for generation in range(GENERATIONS):
        out[at + generation] = s.standing[seat, generation]
    at += GENERATIONS
    out[at] = s.hexagons[seat]
    at += 1
    for district in range(t.districts):
        out[at + district] = s.golden[seat, district]
    at += DISTRICTS
    out[at] = s.unbuilt[seat]
    out[at + 1] = feet
    out[at + 2] = total(s, seat)


@kernel
def observe_cards(s: State, out: Array, at: int) -> None:
    """Open cards, face-down cards, and face-down cards known to be below the top layer."""
    for slot in range(MARKET):
        if s.market[slot] != NONE:
            out[at + s.market[slot] * PER_KIND] += 1
    top = s.layer[s.future_count - 1] if s.future_count > 0 else 0
    below = False
    for k in range(s.future_count - 1, -1, -1):
        below = below or s.layer[k] != top
        out[at + s.future[k] * PER_KIND + 1] += 1
        if below:
            out[at + s.future[k] * PER_KIND + 2] += 1

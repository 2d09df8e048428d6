"""What a seat knows, as numbers for learners. Seats are counted from the observer."""

from __future__ import annotations

from rooftop.engine.bits import bit, count, has
from rooftop.engine.kernel import kernel
from rooftop.engine.ranking import total
from rooftop.engine.record import Array
from rooftop.engine.state import SEATS
from rooftop.titles.skyrise import state as n
from rooftop.titles.skyrise.rules_opening import on_map
from rooftop.titles.skyrise.rules_wonders import height_of, strength_of
from rooftop.titles.skyrise.scoring import islands_controlled
from rooftop.titles.skyrise.secrets import knows_tile
from rooftop.titles.skyrise.state import State, Tables


@kernel
def observe(s: State, t: Tables, seat: int, out: Array) -> None:
    """Write OBSERVATION small integers."""
    for k in range(n.OBSERVATION):
        out[k] = 0
    spots = on_map(s, t)
    room = 0
    if s.phase == n.START:
        room = s.reach & s.free
    elif s.phase == n.BID:
        room = s.adjacent[s.bid[s.bids - 1]] & s.free
    at = 0
    for spot in range(n.SPOTS):
        if has(spots, spot):
            observe_spot(s, t, spot, seat, out, at)
            out[at + n.PER_SPOT - 1] = 1 if has(room, spot) else 0
        at += n.PER_SPOT
    for k in range(s.seats):
        observe_seat(s, t, (seat + k) % s.seats, seat, out, at + k * n.PER_SEAT)
    at += SEATS * n.PER_SEAT
    for index in range(n.IN_PLAY):
        out[at + s.panorama[index]] = 1
    at += n.PANORAMAS
    for letter in range(n.LETTERS):
        if knows_tile(s, seat, letter):
            out[at + letter] = s.tile[letter]
    at += n.LETTERS
    for card in range(n.CARDS):
        out[at + card] = 1 if has(s.hand[seat], card) else 0
    at += n.CARDS
    out[at] = s.phase
    out[at + 1] = s.seats
    out[at + 2] = s.era
    out[at + 3] = s.strength
    out[at + 4] = s.auctions
    out[at + 5] = s.bids
    out[at + 6] = 1 if s.to_act == seat else 0


@kernel
def observe_spot(s: State, t: Tables, spot: int, seat: int, out: Array, at: int) -> None:
    out[at] = 1
    out[at + 1 + t.colour[spot]] = 1
    at += 1 + n.COLOURS
    if s.disc[spot] != n.EMPTY:
        out[at + s.disc[spot]] = 1
    at += n.DISCS
    if s.owner[spot] == n.EMPTY:
        return
    relative = (s.owner[spot] - seat + s.seats) % s.seats
    if has(s.built, spot):
        relative += SEATS
    out[at + relative] = 1
    at += 2 * SEATS
    # One flag for each height, and one for wonders, which have no height.
    out[at + height_of(s, t, s.owner[spot], s.piece[spot])] = 1


@kernel
def observe_seat(s: State, t: Tables, other: int, seat: int, out: Array, at: int) -> None:
    for structure in range(n.STRUCTURES):
        if has(s.pool[other], structure):
            out[at + structure] = strength_of(s, t, other, structure)
    at += n.STRUCTURES
    out[at] = count(s.own[other])
    at += 1
    for colour in range(n.COLOURS):
        out[at + colour] = s.held[other, colour]
    at += n.COLOURS
    for letter in range(n.LETTERS):
        out[at + letter] = s.patron[other, letter]
    at += n.LETTERS
    out[at] = s.commissions[other]
    out[at + 1] = s.key[other]
    at += 2
    if other == seat or s.era == 2:
        for figure in range(n.FIGURES):
            if s.wonder[other, figure] != n.EMPTY:
                out[at + s.wonder[other, figure]] = 1
    at += n.CARDS
    out[at] = 1 if has(s.passed, other) else 0
    out[at + 1] = 1 if s.bidder == other else 0
    out[at + 2] = total(s, other)
    at += 3
    if other == seat or s.objective_shown & bit(other) != 0:
        out[at + t.objective_colour[s.objective[other]]] = 1
    at += n.COLOURS
    out[at] = s.finished[other]
    out[at + 1] = islands_controlled(s, t, other)
    for index in range(n.IN_PLAY):
        out[at + 2 + index] = s.instances[other, index]

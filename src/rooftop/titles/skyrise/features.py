"""What a seat knows, as numbers for learners. Seats are counted from the observer."""

from __future__ import annotations

from rooftop.engine.bits import bit, count, has
from rooftop.engine.kernel import kernel
from rooftop.engine.ranking import total
from rooftop.engine.record import Array
from rooftop.engine.state import SEATS
from rooftop.titles.skyrise.rules_opening import on_map
from rooftop.titles.skyrise.rules_wonders import height_of, strength_of
from rooftop.titles.skyrise.scoring import islands_controlled
from rooftop.titles.skyrise.secrets import knows_tile
from rooftop.titles.skyrise.state import (
    BID,
    CARDS,
    COLOURS,
    DISCS,
    EMPTY,
    FIGURES,
    IN_PLAY,
    LETTERS,
    OBSERVATION,
    PANORAMAS,
    PER_SEAT,
    PER_SPOT,
    SPOTS,
    START,
    STRUCTURES,
    State,
    Tables,
)


@kernel
def observe(s: State, t: Tables, seat: int, out: Array) -> None:
    """Write OBSERVATION small integers."""
    for k in range(OBSERVATION):
        out[k] = 0
    spots = on_map(s, t)
    room = 0
    if s.phase == START:
        room = s.reach & s.free
    elif s.phase == BID:
        room = s.adjacent[s.bid[s.bids - 1]] & s.free
    at = 0
    for spot in range(SPOTS):
        if has(spots, spot):
            observe_spot(s, t, spot, seat, out, at)
            out[at + PER_SPOT - 1] = 1 if has(room, spot) else 0
        at += PER_SPOT
    for k in range(s.seats):
        observe_seat(s, t, (seat + k) % s.seats, seat, out, at + k * PER_SEAT)
    at += SEATS * PER_SEAT
    for index in range(IN_PLAY):
        out[at + s.panorama[index]] = 1
    at += PANORAMAS
    for letter in range(LETTERS):
        if knows_tile(s, seat, letter):
            out[at + letter] = s.tile[letter]
    at += LETTERS
    for card in range(CARDS):
        out[at + card] = 1 if has(s.hand[seat], card) else 0
    at += CARDS
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
    at += 1 + COLOURS
    if s.disc[spot] != EMPTY:
        out[at + s.disc[spot]] = 1
    at += DISCS
    if s.owner[spot] == EMPTY:
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
    for structure in range(STRUCTURES):
        if has(s.pool[other], structure):
            out[at + structure] = strength_of(s, t, other, structure)
    at += STRUCTURES
    out[at] = count(s.own[other])
    at += 1
    for colour in range(COLOURS):
        out[at + colour] = s.held[other, colour]
    at += COLOURS
    for letter in range(LETTERS):
        out[at + letter] = s.patron[other, letter]
    at += LETTERS
    out[at] = s.commissions[other]
    out[at + 1] = s.key[other]
    at += 2
    if other == seat or s.era == 2:
        for figure in range(FIGURES):
            if s.wonder[other, figure] != EMPTY:
                out[at + s.wonder[other, figure]] = 1
    at += CARDS
    out[at] = 1 if has(s.passed, other) else 0
    out[at + 1] = 1 if s.bidder == other else 0
    out[at + 2] = total(s, other)
    at += 3
    if other == seat or s.objective_shown & bit(other) != 0:
        out[at + t.objective_colour[s.objective[other]]] = 1
    at += COLOURS
    out[at] = s.finished[other]
    out[at + 1] = islands_controlled(s, t, other)
    for index in range(IN_PLAY):
        out[at + 2 + index] = s.instances[other, index]

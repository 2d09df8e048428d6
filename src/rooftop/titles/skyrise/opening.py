"""Skyrise: the start of a game, and what is kept beside the map. Clause numbers refer to RULES.md."""

from __future__ import annotations

from typing import Any

from rooftop.engine.bits import bit, count, first, has
from rooftop.engine.kernel import kernel
from rooftop.engine.rng import draw, shuffle
from rooftop.titles.skyrise.scoring import count_structure, measure_panoramas
from rooftop.titles.skyrise.state import (
    BUILDINGS,
    COLOURS,
    DEALT_NUMBERS,
    DISCS,
    EMPTY,
    FIGURES,
    HEIGHTS,
    IN_PLAY,
    ISLANDS,
    LETTERS,
    PANORAMA_SET,
    ROW,
    SETS,
    SLOTS,
    SPOTS,
    START,
    STRUCTURES,
    State,
    Tables,
)
from rooftop.titles.skyrise.wonders import height_of

# --- setup -------------------------------------------------------------------------------------------


@kernel
def setup(s: State, t: Tables, seats: int, options: Any) -> None:
    """SR-1..15: islands, discs and cards; everyone has the buildings of the first era."""
    for place in range(SPOTS):
        s.disc[place] = EMPTY
        s.owner[place] = EMPTY
        s.piece[place] = EMPTY
        s.bid[place] = EMPTY
    s.hammer = EMPTY
    s.bidder = EMPTY
    s.site = EMPTY
    lay_islands(s, t)
    lay_discs(s, t)
    deal_cards(s, t, options[PANORAMA_SET])
    deal_numbers(s, t, options[DEALT_NUMBERS])
    for seat in range(seats):
        s.pool[seat] = (bit(BUILDINGS) - 1) & ~t.later[s.number_set[seat]]  # SR-12
        for colour in range(COLOURS):
            for space in range(ROW):
                s.row[seat, colour, space] = EMPTY
    s.era = 1
    s.to_act = draw(s, seats)  # SR-13
    s.phase = START
    refresh(s, t)


@kernel
def lay_islands(s: State, t: Tables) -> None:
    """SR-2: as many outer islands as players, any of them, in any order."""
    left = bit(t.islands) - bit(1)
    for slot in range(SLOTS):
        s.island_at[slot] = EMPTY
    for k in range(t.slot_count):
        island = nth(left, draw(s, count(left)))
        left &= ~bit(island)
        s.island_at[t.slot[k]] = island


@kernel
def nth(members: int, n: int) -> int:
    """The member of a set that has n smaller ones."""
    for _ in range(n):
        members &= members - 1
    return first(members)


@kernel
def on_map(s: State, t: Tables) -> int:
    """The neighbourhoods of the centre and of the islands in the slots, as a set."""
    places = t.island_set[0]
    for slot in range(SLOTS):
        if s.island_at[slot] != EMPTY:
            places |= t.island_set[s.island_at[slot]]
    return places


@kernel
def lay_discs(s: State, t: Tables) -> None:
    """SR-6: the bag is mixed and emptied, one disc on each neighbourhood."""
    discs = 0
    for kind in range(DISCS):
        for _ in range(t.bag[kind]):
            s.disc[discs] = kind
            discs += 1
    shuffle(s, s.disc, discs)
    # From the row of discs to the neighbourhoods on the map, the last first: none lies further down.
    places = on_map(s, t)
    for place in range(SPOTS - 1, -1, -1):
        if has(places, place):
            discs -= 1
            disc = s.disc[discs]
            s.disc[discs] = EMPTY
            s.disc[place] = disc


@kernel
def deal_cards(s: State, t: Tables, panoramas: int) -> None:
    """SR-7..10: wonder cards, objectives, panoramas and patron tiles."""
    deck = bit(t.cards) - 1
    goals = bit(COLOURS) - 1
    for seat in range(s.seats):
        for _ in range(t.dealt):
            card = nth(deck, draw(s, count(deck)))
            deck &= ~bit(card)
            s.hand[seat] |= bit(card)
        for figure in range(FIGURES):
            s.wonder[seat, figure] = EMPTY
        s.objective[seat] = nth(goals, draw(s, count(goals)))
        goals &= ~bit(s.objective[seat])
    while count(panoramas) < IN_PLAY:
        panoramas |= bit(draw(s, t.panoramas))
    for place in range(IN_PLAY):
        s.panorama[place] = first(panoramas)
        panoramas &= panoramas - 1
    for letter in range(LETTERS):
        s.tile[letter] = t.tile_value[letter]
    shuffle(s, s.tile, LETTERS)


@kernel
def deal_numbers(s: State, t: Tables, dealt: int) -> None:
    """SR-12, SR-15: the numbers of the seat's colour, or any set that is left."""
    left = bit(SETS) - 1
    for seat in range(s.seats):
        s.number_set[seat] = t.set_of[seat]
        if dealt != 0:
            s.number_set[seat] = nth(left, draw(s, count(left)))
            left &= ~bit(s.number_set[seat])


# --- what is kept beside the map ---------------------------------------------------------------------


@kernel
def refresh(s: State, t: Tables) -> None:
    """The derived fields, from the others."""
    lay_bridges(s, t)
    s.free = on_map(s, t)
    s.reach = t.island_set[0]
    for seat in range(s.seats):
        s.own[seat] = 0
        for structure in range(STRUCTURES):
            s.spot[seat, structure] = EMPTY
        for island in range(t.islands):
            for height in range(HEIGHTS):
                s.tally[seat, island, height] = 0
    for island in range(ISLANDS):
        s.control[island] = 0
    for place in range(t.places):
        if s.owner[place] != EMPTY:
            seat = s.owner[place]
            s.free &= ~bit(place)
            s.spot[seat, s.piece[place]] = place
            if has(s.built, place):
                count_structure(s, t, seat, place, height_of(s, t, seat, s.piece[place]))
    for seat in range(s.seats):
        measure_panoramas(s, t, seat)


@kernel
def lay_bridges(s: State, t: Tables) -> None:
    """SR-3, SR-4: neighbours by borders, and by the bridges of this order of islands."""
    places = on_map(s, t)
    for place in range(t.places):
        s.adjacent[place] = t.border[place] if has(places, place) else 0
    s.bridge_count = t.bridges
    for k in range(t.bridges):
        for end in range(2):
            slot = t.bridge_slot[k, end]
            head = t.bridge_head[k, end]
            s.bridge[k, end] = head if slot == EMPTY else t.head[s.island_at[slot], head]
        a = s.bridge[k, 0]
        b = s.bridge[k, 1]
        s.adjacent[a] |= bit(b)
        s.adjacent[b] |= bit(a)

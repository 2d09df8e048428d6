"""The start of a game, and the derived fields. Clause numbers refer to RULES.md."""

from __future__ import annotations

from rooftop.engine.bits import bit, count, first, has
from rooftop.engine.kernel import kernel
from rooftop.engine.record import Array
from rooftop.engine.rng import draw, one_of, shuffle, some_of
from rooftop.titles.skyrise import state as n
from rooftop.titles.skyrise.rules_wonders import height_of
from rooftop.titles.skyrise.scoring import count_structure, measure_panoramas
from rooftop.titles.skyrise.state import State, Tables

# --- setup -------------------------------------------------------------------------------------------


@kernel
def setup(s: State, t: Tables, seats: int, options: Array) -> None:
    """SR-1..15: islands, discs, cards, and the buildings of the first era for everyone."""
    for spot in range(n.SPOTS):
        s.disc[spot] = n.EMPTY
        s.owner[spot] = n.EMPTY
        s.piece[spot] = n.EMPTY
        s.bid[spot] = n.EMPTY
    s.hammer = n.EMPTY
    s.bidder = n.EMPTY
    s.site = n.EMPTY
    lay_islands(s, t)
    lay_discs(s, t)
    deal_cards(s, t, options[n.PANORAMA_SET])
    deal_numbers(s, t, options[n.DEALT_NUMBERS])
    for seat in range(seats):
        s.pool[seat] = (bit(n.BUILDINGS) - 1) & ~t.later[s.number_set[seat]]  # SR-12
        for colour in range(n.COLOURS):
            for space in range(n.ROW):
                s.row[seat, colour, space] = n.EMPTY
    s.era = 1
    s.to_act = draw(s, seats)  # SR-13
    s.phase = n.START
    refresh(s, t)


@kernel
def lay_islands(s: State, t: Tables) -> None:
    """SR-2: random outer islands in random slots, one for each player."""
    left = bit(t.islands) - bit(1)
    for slot in range(n.SLOTS):
        s.island_at[slot] = n.EMPTY
    for k in range(t.slot_count):
        island = one_of(s, left)
        left &= ~bit(island)
        s.island_at[t.slot[k]] = island


@kernel
def on_map(s: State, t: Tables) -> int:
    """The set of neighbourhoods on the map: of the centre and the islands in the slots."""
    spots = t.island_set[0]
    for slot in range(n.SLOTS):
        if s.island_at[slot] != n.EMPTY:
            spots |= t.island_set[s.island_at[slot]]
    return spots


@kernel
def lay_discs(s: State, t: Tables) -> None:
    """SR-6: shuffle the bag and put one disc on each neighbourhood."""
    discs = 0
    for kind in range(n.DISCS):
        for _ in range(t.bag[kind]):
            s.disc[discs] = kind
            discs += 1
    shuffle(s, s.disc, discs)
    # Spread the row of discs over the map, the last first, so that none is overwritten.
    spots = on_map(s, t)
    for spot in range(n.SPOTS - 1, -1, -1):
        if has(spots, spot):
            discs -= 1
            disc = s.disc[discs]
            s.disc[discs] = n.EMPTY
            s.disc[spot] = disc


@kernel
def deal_cards(s: State, t: Tables, panoramas: int) -> None:
    """SR-7..10: wonder cards, objectives, panoramas and patron tiles."""
    deck = bit(t.cards) - 1
    goals = bit(n.COLOURS) - 1
    for seat in range(s.seats):
        s.hand[seat] = some_of(s, deck, t.dealt)
        deck &= ~s.hand[seat]
        for figure in range(n.FIGURES):
            s.wonder[seat, figure] = n.EMPTY
        s.objective[seat] = one_of(s, goals)
        goals &= ~bit(s.objective[seat])
    while count(panoramas) < n.IN_PLAY:
        panoramas |= bit(draw(s, t.panoramas))
    for index in range(n.IN_PLAY):
        s.panorama[index] = first(panoramas)
        panoramas &= panoramas - 1
    for letter in range(n.LETTERS):
        s.tile[letter] = t.tile_value[letter]
    shuffle(s, s.tile, n.LETTERS)


@kernel
def deal_numbers(s: State, t: Tables, dealt: int) -> None:
    """SR-12, SR-15: the numbers of the seat's colour, or a random set."""
    left = bit(n.SETS) - 1
    for seat in range(s.seats):
        s.number_set[seat] = t.set_of[seat]
        if dealt != 0:
            s.number_set[seat] = one_of(s, left)
            left &= ~bit(s.number_set[seat])


# --- derived fields ---------------------------------------------------------------------------------


@kernel
def refresh(s: State, t: Tables) -> None:
    """Compute the derived fields from the others."""
    lay_bridges(s, t)
    s.free = on_map(s, t)
    s.reach = t.island_set[0]
    for seat in range(s.seats):
        s.own[seat] = 0
        for structure in range(n.STRUCTURES):
            s.spot[seat, structure] = n.EMPTY
        for island in range(t.islands):
            for height in range(n.HEIGHTS):
                s.tally[seat, island, height] = 0
    for island in range(n.ISLANDS):
        s.control[island] = 0
    for spot in range(t.spots):
        if s.owner[spot] != n.EMPTY:
            seat = s.owner[spot]
            s.free &= ~bit(spot)
            s.spot[seat, s.piece[spot]] = spot
            if has(s.built, spot):
                count_structure(s, t, seat, spot, height_of(s, t, seat, s.piece[spot]))
    for seat in range(s.seats):
        measure_panoramas(s, t, seat)


@kernel
def lay_bridges(s: State, t: Tables) -> None:
    """SR-3, SR-4: connect neighbourhoods by borders and by bridges."""
    spots = on_map(s, t)
    for spot in range(t.spots):
        s.adjacent[spot] = t.border[spot] if has(spots, spot) else 0
    s.bridge_count = t.bridges
    for k in range(t.bridges):
        for end in range(2):
            slot = t.bridge_slot[k, end]
            head = t.bridge_head[k, end]
            s.bridge[k, end] = head if slot == n.EMPTY else t.head[s.island_at[slot], head]
        a = s.bridge[k, 0]
        b = s.bridge[k, 1]
        s.adjacent[a] |= bit(b)
        s.adjacent[b] |= bit(a)

"""The wonders and their effects. Clause numbers refer to RULES.md."""

from __future__ import annotations

from rooftop.engine.bits import bit, count, first
from rooftop.engine.kernel import kernel
from rooftop.titles.skyrise import state as n
from rooftop.titles.skyrise.scoring import (
    features_touched,
    islands_controlled,
    panorama_instances,
    patron_discs,
)
from rooftop.titles.skyrise.state import State, Tables

# --- a structure as a bid ----------------------------------------------------------------------------


@kernel
def effect_of(s: State, t: Tables, seat: int, structure: int) -> int:
    """The effect of a wonder; EMPTY for a building."""
    if structure < n.BUILDINGS:
        return n.EMPTY
    return t.card_effect[s.wonder[seat, structure - n.BUILDINGS]]


@kernel
def strength_of(s: State, t: Tables, seat: int, structure: int) -> int:
    """SR-21, SR-25, SR-66: a building's number; any wonder beats it, and the Hammer beats wonders."""
    if structure < n.BUILDINGS:
        return t.number[s.number_set[seat], structure]
    return n.HAMMER_BID if effect_of(s, t, seat, structure) == n.HAMMER else n.WONDER_BID


@kernel
def height_of(s: State, t: Tables, seat: int, structure: int) -> int:
    """SR-41, SR-83: the height of a building. The Atelier is tall; other wonders have none (HEIGHTS)."""
    if structure < n.BUILDINGS:
        return t.height[structure]
    return n.TALL if effect_of(s, t, seat, structure) == n.OWN_TALL else n.HEIGHTS


@kernel
def kept_away(s: State, t: Tables, seat: int, structure: int) -> bool:
    """SR-68: whether the Hammer bans a structure: tall buildings, and the Atelier unless the edition says
    otherwise."""
    if structure >= n.BUILDINGS and t.ban_blocks_atelier == 0:
        return False
    return height_of(s, t, seat, structure) == n.TALL


@kernel
def banned(s: State, seat: int) -> int:
    """SR-68, SR-69: where an opponent's Hammer bans tall buildings; nowhere if no other neighbourhood is
    free."""
    if s.hammer == n.EMPTY or s.owner[s.hammer] == seat:
        return 0
    near = s.adjacent[s.hammer]
    return 0 if s.free & ~near == 0 else near


# --- what a wonder scores when it is built -----------------------------------------------------------


@kernel
def wonder_points(s: State, t: Tables, seat: int, card: int, site: int) -> int:
    """SR-65..89: the prestige for a wonder just built on `site`."""
    effect = t.card_effect[card]
    value = t.card_value[card]
    island = t.island[site]
    if effect == n.HAMMER or effect == n.CAPITAL:
        return value
    if effect == n.PER_BID:
        return value * (s.bids_made + t.card_switch[card])  # SR-72
    if effect == n.FEATURE_THRESHOLD:
        touched = features_touched(t, s.own[seat], t.card_feature[card], 1)
        return value if touched >= t.card_need[card] else 0
    if effect == n.ADJACENT_STRUCTURES:
        return value * count(s.adjacent[site] & s.built)
    if effect == n.ADJACENT_EMPTY:
        return value * count(s.adjacent[site] & s.free)
    if effect == n.REVEAL_OBJECTIVE:
        colour = t.objective_colour[s.objective[seat]]
        return value * count(s.own[seat] & t.colour_set[colour])
    if effect == n.DISCS_OF_COLOUR:
        return value * s.held[seat, t.colour[site]]
    if effect == n.SCORE_PANORAMAS:
        return island_panoramas(s, t, seat, island)
    if effect == n.STRUCTURES_ON_CENTRE:
        return value * count(s.built & t.island_set[0])
    if effect == n.DIFFERENT_PATRONS:
        return value * letters_held(s, seat)
    if effect == n.TALL_ON_ISLAND:
        return value * tall_on(s, island)
    if effect == n.OWN_TALL:
        return value * tall_of(s, t, seat)
    if effect == n.PATRON_DISCS:
        return value * patron_discs(s, seat)
    if effect == n.DIFFERENT_COLOURS:
        return value * colours_on(s, t, seat, island)
    if effect == n.STRUCTURES_LEFT:
        left = count(s.pool[seat])
        return t.card_scale[card, left] if left < n.LEFT else 0
    if effect == n.SCORE_CONTROL:
        return value * islands_controlled(s, t, seat)
    if effect == n.LONGEST_CHAIN:
        return value * longest_chain(s, seat)
    return 0  # EXTRA_DISC: a disc instead of points


@kernel
def island_panoramas(s: State, t: Tables, seat: int, island: int) -> int:
    """SR-79: what both panorama cards score on this island alone."""
    points = 0
    for index in range(n.IN_PLAY):
        panorama = s.panorama[index]
        points += panorama_instances(s, t, seat, panorama, island) * t.panorama_value[panorama]
    return points


@kernel
def letters_held(s: State, seat: int) -> int:
    letters = 0
    for letter in range(n.LETTERS):
        if s.patron[seat, letter] > 0:
            letters += 1
    return letters


@kernel
def tall_on(s: State, island: int) -> int:
    """SR-82: everyone's tall buildings on an island."""
    tall = 0
    for seat in range(s.seats):
        tall += s.tally[seat, island, n.TALL]
    return tall


@kernel
def tall_of(s: State, t: Tables, seat: int) -> int:
    """SR-83: a seat's tall buildings on all islands."""
    tall = 0
    for island in range(t.islands):
        tall += s.tally[seat, island, n.TALL]
    return tall


@kernel
def colours_on(s: State, t: Tables, seat: int, island: int) -> int:
    """SR-85: the number of colours on which a seat has structures on an island."""
    colours = 0
    for colour in range(n.COLOURS):
        if s.own[seat] & t.island_set[island] & t.colour_set[colour] != 0:
            colours += 1
    return colours


@kernel
def longest_chain(s: State, seat: int) -> int:
    """SR-89: the longest path through a seat's neighbourhoods that visits none of them twice.

    A depth-first search without recursion. `path` is a stack of structures, four bits each. After going back,
    the search continues with the next neighbourhood above the one just left.
    """
    own = s.own[seat]
    longest = 0
    starts = own
    while starts != 0 and longest < count(own):
        at = first(starts)
        starts &= starts - 1
        path = s.piece[at]
        walked = bit(at)
        length = 1
        longest = max(longest, 1)
        ways = s.adjacent[at] & own
        while length > 0:
            if ways != 0:
                at = first(ways)
                path = (path << 4) | s.piece[at]
                walked |= bit(at)
                length += 1
                longest = max(longest, length)
                ways = s.adjacent[at] & own & ~walked
            else:
                walked &= ~bit(at)
                length -= 1
                path >>= 4
                left = at
                if length > 0:
                    at = s.spot[seat, path & 15]
                    ways = s.adjacent[at] & own & ~walked & ~(bit(left + 1) - 1)
    return longest

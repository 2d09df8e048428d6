"""A rough estimate of what a position is worth to a seat, in hundredths of a prestige point.

The greedy bot uses it after its own decision. The numbers were tuned in games against itself. Everything gets
built in the end, so the question is whether a structure does better here than elsewhere: each structure that
is not built yet has a value, and higher numbers have more.
"""

from __future__ import annotations

from rooftop.engine.bits import bit, count, first, has
from rooftop.engine.kernel import kernel
from rooftop.engine.ranking import total
from rooftop.titles.skyrise import state as n
from rooftop.titles.skyrise.rules import can_outbid, is_in
from rooftop.titles.skyrise.rules_wonders import height_of, wonder_points
from rooftop.titles.skyrise.scoring import (
    commission_points,
    excess_discs,
    islands_controlled,
    panorama_instances,
)
from rooftop.titles.skyrise.secrets import knows_tile
from rooftop.titles.skyrise.state import State, Tables

PRESTIGE = 100
WIN = 500
TO_BUILD = 520  # a structure that is not built yet
PER_NUMBER = 3  # added for each unit of its number
FIGURE = 700  # a wonder, without its effect
PLAIN_EFFECT = 500  # a wonder whose points are unknown before it is built
CONTROL = 55  # percent of an island's value for the player who controls it now
GOAL = 70  # percent of the objective, times the square of the progress
HOLDS = 55  # percent: the chance that a player who can outbid does not
SOON = 20  # percent of the structures left that will go on a colour
RIVAL = 12  # percent of the best opponent's points


@kernel
def value(s: State, t: Tables, seat: int) -> int:
    """The value of a position for a seat, from what the seat knows."""
    if s.to_act < 0:
        return total(s, seat) * PRESTIGE + (WIN if s.rank[seat] == 1 else 0)
    worth = total(s, seat) * PRESTIGE + board_worth(s, t, seat) + goal_worth(s, t, seat, 0)
    worth += unbuilt_worth(s, t, seat)
    if s.bids > 0 and s.bidder == seat:
        worth += bid_worth(s, t, seat)
    best = 0
    for other in range(s.seats):
        if other != seat:
            best = max(best, total(s, other) * PRESTIGE + board_worth(s, t, other))
    return worth - best * RIVAL // 100


# --- the table now -----------------------------------------------------------------------------------


@kernel
def board_worth(s: State, t: Tables, seat: int) -> int:
    """The value of rows, portrait, islands and panoramas."""
    worth = islands_controlled(s, t, seat) * t.control_value * CONTROL
    twice = 2 if s.era == 1 and s.phase != n.CHOOSE_WONDER else 1
    worth *= twice
    for index in range(n.IN_PLAY):
        worth += twice * s.instances[seat, index] * t.panorama_value[s.panorama[index]] * PRESTIGE
    for colour in range(n.COLOURS):
        worth += row_worth(s, t, seat, colour, s.held[seat, colour], 0)
    for letter in range(n.LETTERS):
        worth += s.patron[seat, letter] * tile_worth(s, t, seat, letter)
    worth += (excess_discs(s, seat) * t.excess_value + t.key_value[s.key[seat]]) * PRESTIGE
    worth += (commission_points(s, t, seat) + 3 * s.commissions[seat]) * PRESTIGE
    return worth


@kernel
def row_worth(s: State, t: Tables, seat: int, colour: int, held: int, more: int) -> int:
    """What a colour's row will score with `more` structures there, and some still to come."""
    there = count(s.own[seat] & t.colour_set[colour]) + more
    left = n.BUILDINGS + t.figures - count(s.own[seat]) - more
    return t.row_value[min(held, n.ROW)] * (there * PRESTIGE + left * SOON)


@kernel
def tile_worth(s: State, t: Tables, seat: int, letter: int) -> int:
    """A patron's tile, or the average of the tiles if the seat does not know it."""
    if knows_tile(s, seat, letter):
        return s.tile[letter] * PRESTIGE
    together = 0
    for k in range(n.LETTERS):
        together += t.tile_value[k]
    return together * PRESTIGE // n.LETTERS


@kernel
def goal_worth(s: State, t: Tables, seat: int, more: int) -> int:
    """The objective with `more` structures on its colour, by the square of the progress."""
    goal = s.objective[seat]
    there = count(s.own[seat] & t.colour_set[t.objective_colour[goal]]) + more
    need = t.objective_need[goal]
    if there >= need:
        return t.objective_value[goal] * PRESTIGE
    return t.objective_value[goal] * GOAL * there * there // (need * need)


# --- structures not built yet ------------------------------------------------------------------------


@kernel
def unbuilt_worth(s: State, t: Tables, seat: int) -> int:
    """The value of everything not built yet, bids included."""
    worth = 0
    for structure in range(n.BUILDINGS):
        spot = s.spot[seat, structure]
        if spot == n.EMPTY or not has(s.built, spot):
            worth += TO_BUILD + PER_NUMBER * t.number[s.number_set[seat], structure]
    for figure in range(n.FIGURES):
        card = s.wonder[seat, figure]
        if card != n.EMPTY:
            spot = s.spot[seat, n.BUILDINGS + figure]
            if spot == n.EMPTY or not has(s.built, spot):
                worth += FIGURE + effect_worth(s, t, seat, card)
    return worth


@kernel
def effect_worth(s: State, t: Tables, seat: int, card: int) -> int:
    """A wonder's points, estimated for a neighbourhood where the seat has built already."""
    effect = t.card_effect[card]
    if effect == n.EXTRA_DISC or effect == n.PER_BID or effect == n.STRUCTURES_LEFT:
        return PLAIN_EFFECT
    most = 0
    sites = s.own[seat]
    while sites != 0:
        most = max(most, wonder_points(s, t, seat, card, first(sites)))
        sites &= sites - 1
    return most * PRESTIGE


# --- the highest bid ---------------------------------------------------------------------------------


@kernel
def bid_worth(s: State, t: Tables, seat: int) -> int:
    """What winning the auction would bring, times the chance that nobody outbids."""
    spot = s.bid[s.bids - 1]
    structure = s.piece[spot]
    gain = prize_worth(s, t, seat, spot) + standing_worth(s, t, seat, spot, structure)
    if structure < n.BUILDINGS:
        gain -= TO_BUILD + PER_NUMBER * t.number[s.number_set[seat], structure]
    else:
        gain -= FIGURE
    chance = 100
    for other in range(s.seats):
        if is_in(s, other) and can_outbid(s, t, other):
            chance = chance * HOLDS // 100
    return gain * chance // 100


@kernel
def prize_worth(s: State, t: Tables, seat: int, spot: int) -> int:
    """What the disc of a neighbourhood is worth to a seat."""
    disc = s.disc[spot]
    if disc == n.EMPTY:
        return 0
    if disc == n.WILD:
        best = 0
        for colour in range(n.COLOURS):
            best = max(best, disc_worth(s, t, seat, colour))
        return best
    if disc < n.COLOURS:
        return disc_worth(s, t, seat, disc)
    if disc == n.COMMISSIONS:
        return 6 * PRESTIGE
    return tile_worth(s, t, seat, disc - n.PATRON) + s.commissions[seat] * PRESTIGE


@kernel
def disc_worth(s: State, t: Tables, seat: int, colour: int) -> int:
    """The value of one more disc of a colour: a step of the row, or the portrait."""
    held = s.held[seat, colour]
    if held >= n.ROW:
        return (t.excess_value + s.commissions[seat]) * PRESTIGE
    now = row_worth(s, t, seat, colour, held, 0)
    return row_worth(s, t, seat, colour, held + 1, 0) - now


@kernel
def standing_worth(s: State, t: Tables, seat: int, spot: int, structure: int) -> int:
    """What the structure would bring there: its row, the objective, panoramas, the island."""
    colour = t.colour[spot]
    worth = t.row_value[min(s.held[seat, colour], n.ROW)] * PRESTIGE
    if colour == t.objective_colour[s.objective[seat]]:
        worth += goal_worth(s, t, seat, 1) - goal_worth(s, t, seat, 0)
    twice = 2 if s.era == 1 else 1
    s.own[seat] |= bit(spot)  # restored below
    for k in range(n.IN_PLAY):
        more = panorama_instances(s, t, seat, s.panorama[k], n.AROUND) - s.instances[seat, k]
        worth += twice * more * t.panorama_value[s.panorama[k]] * PRESTIGE
    s.own[seat] &= ~bit(spot)
    if s.control[t.island[spot]] & bit(seat) == 0:
        # Tall buildings win islands, medium ones sometimes, short ones rarely.
        worth += t.control_value * CONTROL * (height_of(s, t, seat, structure) % 3 + 1) // 3
    return worth

"""New York 1901: a rough estimate of what a position is worth to a seat, in hundredths of a point.

The greedy bot uses it after its own turn and between the choices of a turn. Land is worth what could be built
on it, so the bot plans one placement ahead.
"""

from __future__ import annotations

from rooftop.engine.bits import count, first
from rooftop.engine.kernel import kernel
from rooftop.engine.ranking import best_other, total
from rooftop.titles.new_york_1901 import state as n
from rooftop.titles.new_york_1901.rules_building import covered
from rooftop.titles.new_york_1901.scoring import challenge_points, unlocked
from rooftop.titles.new_york_1901.state import State, Tables

POINT = 100
WIN = 500
CARD = 160  # an action card in hand
WORKER = 25  # in reserve
NEXT_BUILD = 62  # per cent of the best tile that fits on vacant land
LATER_BUILD = 40  # ... if its generation is still locked
VACANT = 22  # a vacant square
SPREAD = 5  # ... for each other square in the block, vacant or under a tile that can be replaced
UPGRADE = 9  # a square under a tile that can be replaced
STREET_LEAD = 260
STREET_TIE = 90
STREET_STEP = 25
SILVER_REACHED = 150
GOLD_REACHED = 250
RIVAL = 35  # per cent of the points of the strongest opponent


@kernel
def value(s: State, t: Tables, seat: int) -> int:
    """An estimate from public information only."""
    worth = total(s, seat) * POINT - best_other(s, seat) * RIVAL
    if s.to_act < 0:
        return worth + (WIN if s.rank[seat] == 1 else 0)
    if s.to_act == seat and s.tile != n.NONE:
        worth += t.tile_points[s.tile] * POINT
    for card in range(n.ACTION_CARDS):
        worth += s.hand[seat, card] * CARD
    worth += streets_worth(s, seat) + challenge_worth(s, t, seat)
    if s.ending == n.GOING_ON:
        worth += s.workers[seat] * WORKER + land_worth(s, t, seat)
        highest = unlocked(s, t, seat)
        worth += (SILVER_REACHED if highest >= n.SILVER else 0) + (GOLD_REACHED if highest == n.GOLD else 0)
    return worth


@kernel
def land_worth(s: State, t: Tables, seat: int) -> int:
    """The best tile for the vacant land, room for more, and land that can be rebuilt."""
    worth = 0
    for block in range(t.blocks):
        land = s.land[seat, block]
        if land != 0:
            vacant = count(land & ~covered(s, block))
            old = count(land & s.built[n.SILVER, block])
            worth += vacant * VACANT + old * UPGRADE + vacant * (vacant + old - 1) * SPREAD
    return worth + next_build_worth(s, t, seat)


@kernel
def next_build_worth(s: State, t: Tables, seat: int) -> int:
    best = 0
    highest = unlocked(s, t, seat)
    tiles = s.fitting[seat] & t.own_tiles
    while tiles != 0:
        tile = first(tiles)
        tiles &= tiles - 1
        share = NEXT_BUILD if t.tile_generation[tile] <= highest else LATER_BUILD
        best = max(best, t.tile_points[tile] * share)
    return best


@kernel
def streets_worth(s: State, seat: int) -> int:
    """A lead counts most; every tile on a street in play counts a little."""
    worth = 0
    for k in range(n.IN_PLAY):
        street = s.street[k]
        own = s.on_street[seat, street]
        most = 0
        for other in range(s.seats):
            if other != seat:
                most = max(most, s.on_street[other, street])
        if own > most:
            worth += STREET_LEAD
        elif own == most and own > 0:
            worth += STREET_TIE
        worth += min(own, most + 2) * STREET_STEP
    return worth


@kernel
def challenge_worth(s: State, t: Tables, seat: int) -> int:
    """What the challenge would pay now, plus progress towards it."""
    if s.challenge == n.NONE or s.challenge == n.PRESTIGE:
        return 0
    worth = challenge_points(s, t, seat) * 80
    if s.challenge == n.ARCHITECT:
        worth += min(s.hexagons[seat], 5) * 60
    elif s.challenge == n.BARON:
        worth += s.standing[seat, n.BRONZE] * 90
    return worth

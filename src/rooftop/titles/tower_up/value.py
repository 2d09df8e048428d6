"""Tower Up: a small hand-made guess of what a position is worth to a seat, in hundredths of a million.

It is what the greedy bot looks at after its own turn; the numbers were tried out in play against itself.
"""

from __future__ import annotations

from rooftop.engine.kernel import kernel
from rooftop.titles.tower_up.scoring import final_score, slowest_machine, total
from rooftop.titles.tower_up.state import COLOURS, EMPTY, GOING_ON, IN_PLAY, State, Tables

MILLION = 100
EXTRA_TURN = 230
FLOOR = 28  # in stock
FIRST_OF_COLOUR = 24  # more for the first floor of a colour
SAFE_ROOF = 90  # on top, and nothing can cover it
OPEN_ROOF = 50  # on top
SLOWEST = 25  # for each column of the machine that holds up the next star
RIVAL = 30  # for each million of the richest opponent


@kernel
def value(s: State, t: Tables, seat: int) -> int:
    """From what everyone can see; the order of the pile plays no part."""
    if s.to_act < 0:
        return final_score(s, seat) * MILLION
    worth = total(s, seat) * MILLION
    if s.cone[seat] < 0:
        worth += roofs_worth(s, t, seat)
    if s.to_act == seat and s.in_extra == 1:
        worth += EXTRA_TURN
    if s.ending == GOING_ON:
        worth += stock_worth(s, seat) + slowest_machine(s, seat) * SLOWEST
        worth += objectives_worth(s, t, seat)
    richest = 0
    for other in range(s.seats):
        if other != seat:
            richest = max(richest, total(s, other))
    return worth - richest * RIVAL


@kernel
def stock_worth(s: State, seat: int) -> int:
    worth = 0
    for colour in range(COLOURS):
        if s.stock[seat, colour] > 0:
            worth += FIRST_OF_COLOUR + FLOOR * s.stock[seat, colour]
    return worth


@kernel
def roofs_worth(s: State, t: Tables, seat: int) -> int:
    """Visible roofs will count at the end, unless somebody builds beside them."""
    worth = 0
    for site in range(t.sites):
        if s.height[site] > 0 and s.roof[site, s.height[site] - 1] == seat:
            safe = True
            for k in range(t.degree[site]):
                if s.colour[t.neighbour[site, k]] == EMPTY:
                    safe = False
            worth += SAFE_ROOF if safe else OPEN_ROOF
    return worth


@kernel
def objectives_worth(s: State, t: Tables, seat: int) -> int:
    """The token that could be won, by the square of the progress towards it."""
    worth = 0
    for place in range(IN_PLAY):
        if s.token[seat, place] == 0:
            token = t.token_value[s.tokens_taken[place]]
            steps = s.progress[seat, place]
            whole = t.objective_total[s.objective[place]]
            worth += 80 * token * steps * steps // (whole * whole)
    return worth

"""Tower Up: a hand-made estimate of a position for a seat, in hundredths of a million.

The greedy bot maximises it at the end of its turn. The numbers were tuned in self-play.
"""

from __future__ import annotations

from rooftop.engine.kernel import kernel
from rooftop.engine.ranking import best_other, total
from rooftop.titles.tower_up import state as n
from rooftop.titles.tower_up.scoring import slowest_machine
from rooftop.titles.tower_up.state import State, Tables

MILLION = 100
WIN = 500
EXTRA_TURN = 230
FLOOR = 28  # in stock
FIRST_OF_COLOUR = 24  # more for the first floor of a colour
SAFE_ROOF = 90  # on top, and nobody can cover it
OPEN_ROOF = 50  # on top
SLOWEST = 25  # for each column of the machine that holds up the next star
RIVAL = 30  # for each million of the richest opponent


@kernel
def value(s: State, t: Tables, seat: int) -> int:
    """The estimate, from what everyone can see."""
    worth = total(s, seat) * MILLION - best_other(s, seat) * RIVAL
    if s.to_act < 0:
        return worth + (WIN if s.rank[seat] == 1 else 0)
    if s.cone[seat] < 0:
        worth += roofs_worth(s, t, seat)
    if s.to_act == seat and s.in_extra == 1:
        worth += EXTRA_TURN
    if s.ending == n.GOING_ON:
        worth += stock_worth(s, seat) + slowest_machine(s, seat) * SLOWEST
        worth += objectives_worth(s, t, seat)
    return worth


@kernel
def stock_worth(s: State, seat: int) -> int:
    worth = 0
    for colour in range(n.COLOURS):
        if s.stock[seat, colour] > 0:
            worth += FIRST_OF_COLOUR + FLOOR * s.stock[seat, colour]
    return worth


@kernel
def roofs_worth(s: State, t: Tables, seat: int) -> int:
    """Visible roofs count at the end, unless somebody builds next to them."""
    worth = 0
    for site in range(t.sites):
        if s.height[site] > 0 and s.roof[site, s.height[site] - 1] == seat:
            safe = True
            for k in range(t.degree[site]):
                if s.colour[t.neighbour[site, k]] == n.EMPTY:
                    safe = False
            worth += SAFE_ROOF if safe else OPEN_ROOF
    return worth


@kernel
def objectives_worth(s: State, t: Tables, seat: int) -> int:
    """The next token of each objective, weighted by the square of the progress."""
    worth = 0
    for slot in range(n.IN_PLAY):
        if s.token[seat, slot] == 0:
            token = t.token_value[s.tokens_taken[slot]]
            steps = s.progress[seat, slot]
            whole = t.objective_total[s.objective[slot]]
            worth += 80 * token * steps * steps // (whole * whole)
    return worth

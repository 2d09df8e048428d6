"""Lanterns: laws that hold after every decision."""

from __future__ import annotations

from lanterns import state as n
from lanterns.state import State, Tables
from rooftop.engine.kernel import kernel
from rooftop.engine.ranking import total


@kernel
def check(s: State, t: Tables) -> int:
    """The number of the first law that is broken, or 0."""
    taken = s.seen
    points = 0
    for seat in range(s.seats):
        if s.hand[seat] & taken != 0:
            return n.IN_ONE_PLACE
        taken |= s.hand[seat]
        points += total(s, seat)
    strongest = t.wind * (1 + s.gusts)
    if points > s.night * (2 * strongest + t.gift) or points < s.night:
        return n.POINTS_OF_NIGHTS
    return 0

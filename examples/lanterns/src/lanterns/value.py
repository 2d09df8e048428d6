"""Lanterns: what a position is worth to a seat, in hundredths of a point."""

from __future__ import annotations

from lanterns import state as n
from lanterns.state import State, Tables
from rooftop.engine.bits import has
from rooftop.engine.kernel import kernel
from rooftop.engine.ranking import total


@kernel
def value(s: State, t: Tables, seat: int) -> int:
    """Points ahead, and lanterns: a chosen one is worth the more, the stronger the wind."""
    worth = 100 * lead(s, seat)
    for lantern in range(t.highest):
        if has(s.hand[seat], lantern):
            worth += 7 * lantern
    if s.phase == n.CHOOSE and s.chosen[seat] != n.NONE:
        worth += s.chosen[seat] * (2 * s.wind - 1 - t.wind)
    return worth


@kernel
def lead(s: State, seat: int) -> int:
    """Points ahead of the best other player."""
    best = 0
    for other in range(s.seats):
        if other != seat:
            best = max(best, total(s, other))
    return total(s, seat) - best

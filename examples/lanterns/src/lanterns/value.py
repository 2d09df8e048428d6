"""Lanterns: what a position is worth to a seat, in hundredths of a point."""

from __future__ import annotations

from lanterns.state import CHOOSE, NONE, State, Tables
from rooftop.engine.bits import has
from rooftop.engine.kernel import kernel
from rooftop.engine.ranking import total


@kernel
def value(s: State, t: Tables, seat: int) -> int:
    """Points ahead of the best other player, and lanterns: a chosen one is worth the more, the stronger the
    wind."""
    best = 0
    for other in range(s.seats):
        if other != seat:
            best = max(best, total(s, other))
    worth = 100 * (total(s, seat) - best)
    for lantern in range(t.highest):
        if has(s.hand[seat], lantern):
            worth += 7 * lantern
    if s.phase == CHOOSE and s.chosen[seat] != NONE:
        worth += s.chosen[seat] * (2 * s.wind - 1 - t.wind)
    return worth

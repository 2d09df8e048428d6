"""Lanterns: observations for learning agents."""

from __future__ import annotations

from lanterns.state import LANTERNS, State, Tables
from rooftop.engine.bits import has
from rooftop.engine.kernel import kernel
from rooftop.engine.ranking import total
from rooftop.engine.record import Array


@kernel
def observe(s: State, t: Tables, seat: int, out: Array) -> None:
    """Write OBSERVATION small integers to `out`."""
    for lantern in range(LANTERNS):
        out[lantern] = 1 if has(s.hand[seat], lantern) else -1 if has(s.seen, lantern) else 0
    best = 0
    for other in range(s.seats):
        if other != seat:
            best = max(best, total(s, other))
    out[LANTERNS] = s.phase
    out[LANTERNS + 1] = s.night
    out[LANTERNS + 2] = s.wind
    out[LANTERNS + 3] = s.chosen[seat]
    out[LANTERNS + 4] = total(s, seat) - best

"""Lanterns: observations for learning agents."""

from __future__ import annotations

from lanterns import state as n
from lanterns.state import State, Tables
from rooftop.engine.bits import has
from rooftop.engine.kernel import kernel
from rooftop.engine.ranking import best_other, total
from rooftop.engine.record import Array


@kernel
def observe(s: State, t: Tables, seat: int, out: Array) -> None:
    """Write OBSERVATION small integers to `out`."""
    for lantern in range(n.LANTERNS):
        out[lantern] = 1 if has(s.hand[seat], lantern) else -1 if has(s.seen, lantern) else 0
    out[n.LANTERNS] = s.phase
    out[n.LANTERNS + 1] = s.night
    out[n.LANTERNS + 2] = s.wind
    out[n.LANTERNS + 3] = s.chosen[seat]
    out[n.LANTERNS + 4] = total(s, seat) - best_other(s, seat)

"""Skyrise: a small hand-made guess of what a position is worth to a seat, in hundredths of a prestige."""

from __future__ import annotations

from rooftop.core.kernel import kernel
from rooftop.titles.skyrise.scoring import final_rank, total
from rooftop.titles.skyrise.state import State, Tables

PRESTIGE = 100


@kernel
def value(s: State, t: Tables, seat: int) -> int:
    """From what the seat knows."""
    if s.to_act < 0:
        return final_rank(s, seat) * PRESTIGE
    return total(s, seat) * PRESTIGE

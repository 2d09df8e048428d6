"""New York 1901: a small hand-made guess of what a position is worth to a seat, in hundredths of a point.

It is what the greedy bot looks at after its own turn, and between a tile and its place.
"""

from __future__ import annotations

from rooftop.core.kernel import kernel
from rooftop.titles.new_york_1901.scoring import final_rank, total
from rooftop.titles.new_york_1901.state import State, Tables

POINT = 100


@kernel
def value(s: State, t: Tables, seat: int) -> int:
    """From what everyone can see; the order of the future market plays no part."""
    if s.to_act < 0:
        return final_rank(s, t, seat)
    return total(s, seat) * POINT

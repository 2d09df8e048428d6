"""Points and final ranks, for all titles."""

from __future__ import annotations

from typing import Any

from rooftop.engine.kernel import kernel
from rooftop.engine.state import SharedState


@kernel
def total(s: Any, seat: int) -> int:
    """The points of a seat from all sources."""
    points = 0
    for source in range(s.points.shape[1]):
        points += s.points[seat, source]
    return points


@kernel
def best_other(s: Any, seat: int) -> int:
    """The most points that another seat has."""
    best = 0
    for other in range(s.seats):
        if other != seat:
            best = max(best, total(s, other))
    return best


@kernel
def rank_by_points(s: Any) -> None:
    """Rank the seats by their points alone."""
    for seat in range(s.seats):
        s.final_score[seat] = total(s, seat)
    rank_seats(s)


@kernel
def rank_seats(s: SharedState) -> None:
    """Rank the seats by `s.final_score`: 1 for the highest, equal for ties.

    A title writes points there, with its tie-breaks as lower digits.
    """
    for seat in range(s.seats):
        s.rank[seat] = 1
        for other in range(s.seats):
            if s.final_score[other] > s.final_score[seat]:
                s.rank[seat] += 1
    for seat in range(s.seats):
        s.final_score[seat] = 0

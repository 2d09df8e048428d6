"""New York 1901: the only secret is the order of the future market."""

from __future__ import annotations

from rooftop.engine.bits import bit
from rooftop.engine.kernel import kernel
from rooftop.engine.rng import draw, reseed
from rooftop.titles.new_york_1901 import state as n
from rooftop.titles.new_york_1901.state import State, Tables


@kernel
def blind(s: State, t: Tables, seat: int, salt: int) -> None:
    """NY-15, NY-16: reshuffle each layer, using only `salt`; its cards are known to everyone."""
    reseed(s, salt)
    start = 0
    while start < s.future_count:
        end = start + 1
        while end < s.future_count and s.layer[end] == s.layer[start]:
            end += 1
        sort_cards(s, start, end)
        for k in range(end - 1, start, -1):
            swap(s, k, start + draw(s, k - start + 1))
        start = end
    # Old values above the top of the pile would reveal earlier draws.
    for k in range(s.future_count, n.LOTS):
        s.future[k] = 0
        s.layer[k] = 0


@kernel
def sort_cards(s: State, start: int, end: int) -> None:
    """Sort the cards from start to end by kind, so that nothing of their order remains."""
    counts = 0  # of every kind, in five bits each: there are at most LOTS_OF_KIND
    for k in range(start, end):
        counts += bit(5 * s.future[k])
    for kind in range(n.KINDS):
        for _ in range((counts >> (5 * kind)) & 31):
            s.future[start] = kind
            start += 1


@kernel
def swap(s: State, a: int, b: int) -> None:
    card = s.future[a]
    s.future[a] = s.future[b]
    s.future[b] = card

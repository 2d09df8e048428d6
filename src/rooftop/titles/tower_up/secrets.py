"""Tower Up: the one secret is the order of the face-down pile."""

from __future__ import annotations

from rooftop.engine.bits import bit, first
from rooftop.engine.kernel import kernel
from rooftop.engine.rng import reseed, shuffle
from rooftop.titles.tower_up.state import State, Tables


@kernel
def blind(s: State, t: Tables, seat: int, salt: int) -> None:
    """Shuffle the pile by `salt` alone. Everyone can work out which cards are in it."""
    reseed(s, salt)
    cards = 0
    for k in range(s.pile_count):
        cards |= bit(s.pile[k])
    # Beyond the pile the array still holds drawn cards, which would reveal its former order.
    for k in range(t.cards):
        if k < s.pile_count:
            s.pile[k] = first(cards)
            cards &= cards - 1
        else:
            s.pile[k] = 0
    shuffle(s, s.pile, s.pile_count)

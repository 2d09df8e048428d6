"""Skytopia: the only secret is the order of the decks."""

from __future__ import annotations

from rooftop.engine.bits import bit, first
from rooftop.engine.kernel import kernel
from rooftop.engine.rng import reseed, shuffle
from rooftop.titles.skytopia import state as n
from rooftop.titles.skytopia.state import State, Tables


@kernel
def blind(s: State, t: Tables, seat: int, salt: int) -> None:
    """ST-10: shuffle each deck using only `salt`. Everyone knows which cards are in it."""
    reseed(s, salt)
    for colour in range(n.COLOURS):
        cards = 0
        for k in range(s.deck_count[colour]):
            cards |= bit(s.deck[colour, k])
        for k in range(s.deck_count[colour]):
            s.deck[colour, k] = first(cards)
            cards &= cards - 1
        shuffle(s, s.deck[colour], s.deck_count[colour])

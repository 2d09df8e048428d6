"""Lanterns: what a seat cannot know are the hands and the choices of the others, and the winds to come."""

from __future__ import annotations

from lanterns import state as n
from lanterns.state import State, Tables
from rooftop.engine.bits import bit, count
from rooftop.engine.kernel import kernel
from rooftop.engine.rng import one_of, reseed, some_of
from rooftop.engine.state import EVERYONE


@kernel
def blind(s: State, t: Tables, seat: int, salt: int) -> None:
    """Deal the hands of the others again, from the lanterns that `seat` has not seen, and let those who have
    chosen choose again."""
    reseed(s, salt)
    unlit = (bit(t.highest) - 1) & ~s.seen
    if seat >= 0:
        unlit &= ~s.hand[seat]
    for other in range(s.seats):
        if other != seat:
            s.hand[other] = some_of(s, unlit, count(s.hand[other]))
            unlit &= ~s.hand[other]
            if s.phase == n.CHOOSE and s.chosen[other] != n.NONE:
                s.chosen[other] = one_of(s, s.hand[other])


@kernel
def known_to(s: State, t: Tables, action: int) -> int:
    """LA-4: a choice is a secret of its player, until `rise` sets `unveiled`."""
    return bit(s.to_act) if s.phase == n.CHOOSE else EVERYONE

"""Lanterns: the rules, in the order of RULES.md."""

from __future__ import annotations

from lanterns import state as n
from lanterns.state import State, Tables
from rooftop.engine.bits import bit, has
from rooftop.engine.events import because, note, note_for
from rooftop.engine.kernel import kernel
from rooftop.engine.ranking import rank_by_points
from rooftop.engine.record import Array
from rooftop.engine.refusals import LEGAL, NOT_NOW
from rooftop.engine.rng import draw, some_of
from rooftop.engine.state import NOBODY


@kernel
def setup(s: State, t: Tables, seats: int, options: Array) -> None:
    """LA-2: everyone gets lanterns, and the first wind blows."""
    unlit = bit(t.highest) - 1
    for seat in range(seats):
        s.chosen[seat] = n.NONE
        s.hand[seat] = some_of(s, unlit, t.hand)
        unlit &= ~s.hand[seat]
    s.gusts = options[0]
    blow(s, t)


@kernel
def blow(s: State, t: Tables) -> None:
    """LA-3: the wind of a night, which everyone knows before they choose."""
    s.wind = 1 + draw(s, t.wind)
    if s.gusts == 1:
        s.wind += 1 + draw(s, t.wind)
    s.reveals += 1
    note(s, n.BLEW, 0, s.wind, 0)


@kernel
def refusal(s: State, t: Tables, action: int) -> int:
    """Why the seat to act may not do this."""
    if action < n.OVER:
        if s.phase != n.CHOOSE:
            return NOT_NOW
        return LEGAL if has(s.hand[s.to_act], action) else because(n.NOT_IN_HAND, 0, 0)
    if action - n.OVER >= s.seats:
        return because(n.NO_SUCH_ROOF, 0, 0)
    return LEGAL if s.phase == n.SEND else NOT_NOW


@kernel
def apply(s: State, t: Tables, action: int) -> None:
    if action < n.OVER:
        choose(s, action)
    else:
        send(s, t, action - n.OVER)


@kernel
def choose(s: State, lantern: int) -> None:
    """LA-4: a lantern is chosen in secret. Seats choose one after the other, knowing nothing more."""
    s.chosen[s.to_act] = lantern
    note_for(s, bit(s.to_act), n.CHOSE, s.to_act, lantern, 0)
    s.to_act += 1
    if s.to_act == s.seats:
        rise(s)


@kernel
def rise(s: State) -> None:
    """LA-5: all lanterns rise, and the player of the highest decides."""
    highest = 0
    for seat in range(s.seats):
        s.hand[seat] &= ~bit(s.chosen[seat])
        s.seen |= bit(s.chosen[seat])
        note(s, n.ROSE, seat, s.chosen[seat], 0)
        if s.chosen[seat] > s.chosen[highest]:
            highest = seat
    s.unveiled = s.ply
    s.reveals += 1
    s.turn += 1
    s.to_act = highest
    s.phase = n.SEND


@kernel
def send(s: State, t: Tables, roof: int) -> None:
    """LA-6, LA-7: the highest lantern shines over a roof."""
    if roof == s.to_act:
        shine(s, roof, n.OWN, s.wind)
    else:
        shine(s, s.to_act, n.OWN, s.wind + t.gift)
        shine(s, roof, n.GUESTS, s.wind)
    end_night(s, t)


@kernel
def shine(s: State, seat: int, source: int, points: int) -> None:
    s.points[seat, source] += points
    note(s, n.SHONE, seat, points, 0)


@kernel
def end_night(s: State, t: Tables) -> None:
    """LA-8: the next wind blows, or the game is over."""
    s.turn += 1
    s.night += 1
    s.phase = n.CHOOSE
    for seat in range(s.seats):
        s.chosen[seat] = n.NONE
    if s.night < t.nights:
        s.to_act = 0
        blow(s, t)
        return
    s.to_act = NOBODY
    rank_by_points(s)

"""What the state of every title holds."""

from __future__ import annotations

from rooftop.core.kernel import Record, i8, i16, i64, record

SEATS = 4
EVENTS = 48  # more than one decision of any title causes
EVERYONE = -1  # as a set of seats: all of them, and the spectators
UNKNOWN = -1  # in place of an event's details that a seat may not know
NOBODY = -1  # as `to_act`: the game is over


@record
class SharedState(Record):
    """Fields of every state; a title adds `points = i16(SEATS, its sources)` and its own."""

    rng = i64(4)
    seats = i8()
    to_act = i8()  # the seat that decides, or NOBODY at the end
    ply = i16()  # decisions made so far
    turn = i16()  # changes whenever a player's turn ends
    reveals = i16()  # counts everything that became known to anyone
    unveiled = i16()  # secret decisions made before this ply are open to all
    place = i8(SEATS)  # at the end: 1 for the winners, equal for shared places
    event_count = i8(derived=True)
    events = i16(EVENTS, 5, derived=True)  # inside the last decision: kind, seat, a, b, who knows


@record
class Chooser(Record):
    """A generator of its own for random players, so that their choices do not disturb the game's chance."""

    stream = i64()  # unused; without it Numba would take every state for a kind of Chooser
    rng = i64(4)

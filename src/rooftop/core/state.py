"""What the state of every title holds, and how rules tell what happened."""

from __future__ import annotations

from typing import Any

from rooftop.core.kernel import Record, i8, i16, i64, kernel, record

SEATS = 4
EVENTS = 32  # more than one decision of any title causes
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

    rng = i64(4)


@kernel
def note(s: Any, kind: int, seat: int, a: int, b: int) -> None:
    """Something happened that everyone may know."""
    note_for(s, EVERYONE, kind, seat, a, b)


@kernel
def note_for(s: Any, known_to: int, kind: int, seat: int, a: int, b: int) -> None:
    """Something happened whose details only the seats in the set `known_to` learn."""
    n = s.event_count
    s.events[n, 0] = kind
    s.events[n, 1] = seat
    s.events[n, 2] = a
    s.events[n, 3] = b
    s.events[n, 4] = known_to
    s.event_count = n + 1

"""The fields that the states of all titles share."""

from __future__ import annotations

from rooftop.engine.record import Record, i8, i16, i32, i64, record

SEATS = 4
EVENTS = 48  # more than any one decision causes
EVERYONE = -1  # as a set of seats: all of them, and the spectators
UNKNOWN = -1  # replaces the details of an event that a seat may not know
NOBODY = -1  # as `to_act`: the game is over
SKIP, RENEW = -1, -2  # in a batch, instead of an action: leave the game as it is, start a new one


@record
class SharedState(Record):
    """Fields of every state; a title adds `points = i16(SEATS, its sources)` and its own."""

    rng = i64(4)
    seats = i8()
    to_act = i8()  # the seat that decides, or NOBODY at the end
    ply = i16()  # decisions made so far
    turn = i16()  # increases whenever a player's turn ends
    reveals = i16()  # counts how often something hidden became known
    unveiled = i16()  # secret decisions before this ply are open to everyone
    rank = i8(SEATS, hashed_as="place")  # at the end: 1 for the winners, equal for ties
    final_score = i32(SEATS, derived=True)  # points with the tie-breaks as lower digits, for `rank_seats`
    event_count = i8(derived=True)
    events = i16(EVENTS, 5, derived=True)  # of the last decision: kind, seat, a, b, who knows


def without_events(state: type[Record]) -> type[Record]:
    """The same record without room for events: `note` compiles to nothing for it."""

    class Quiet(state):  # type: ignore[misc, valid-type]
        events = i16(0, 5, derived=True)

    return record(Quiet)


@record
class RandomStream(Record):
    """A random generator outside any game, for players who choose at random."""

    stream = i64()  # unused; without it Numba takes every state for a RandomStream
    rng = i64(4)

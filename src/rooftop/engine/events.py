"""How rules report what happened inside a decision, and why an action is not legal."""

from __future__ import annotations

from rooftop.engine.kernel import kernel
from rooftop.engine.refusals import CODE_BITS, NUMBER_BITS
from rooftop.engine.state import EVERYONE, SharedState


@kernel
def note(s: SharedState, kind: int, seat: int, a: int, b: int) -> None:
    """Report something that everyone may know."""
    note_for(s, EVERYONE, kind, seat, a, b)


@kernel
def note_for(s: SharedState, known_to: int, kind: int, seat: int, a: int, b: int) -> None:
    """Report something whose details only the seats in the set `known_to` learn.

    States of games that nobody watches have no room for events (`state.without_events`).
    """
    if s.events.shape[0] > 0:
        n = s.event_count
        s.events[n, 0] = kind
        s.events[n, 1] = seat
        s.events[n, 2] = a
        s.events[n, 3] = b
        s.events[n, 4] = known_to
        s.event_count = n + 1


@kernel
def because(code: int, a: int, b: int) -> int:
    """A refusal as one number. `a` and `b` are not negative."""
    return code | a << CODE_BITS | b << (CODE_BITS + NUMBER_BITS)

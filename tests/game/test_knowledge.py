"""One function decides who may know what."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rooftop.engine.state import EVERYONE
from rooftop.game.knowledge import SPECTATOR, events_for, may_know
from rooftop.game.title import Event


@pytest.mark.parametrize(
    ("known_to", "seat", "answer"),
    [
        (EVERYONE, 0, True),
        (EVERYONE, SPECTATOR, True),
        (0b0101, 0, True),
        (0b0101, 1, False),
        (0b0101, 2, True),
        (0b0101, SPECTATOR, False),
        (0b1111, SPECTATOR, False),  # all seats are not everyone: spectators have none
        (0, 3, False),
    ],
)
def test_a_seat_knows_what_it_was_told(known_to, seat, answer):
    assert may_know(known_to, seat) is answer
    assert may_know(known_to, seat, unveiled=True)


@given(st.integers(-1, 15), st.integers(-1, 3))
def test_details_are_shown_exactly_to_those_who_may_know(known_to, seat):
    [event] = events_for(seat, [(7, 2, 10, 20, known_to)])
    details = (10, 20) if may_know(known_to, seat) else (None, None)
    assert event == Event(7, 2, *details)

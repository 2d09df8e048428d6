"""The worked examples of the rulebook, each from a position file to its result."""

from typing import cast

import pytest

from rooftop.game.match import Match
from rooftop.game.position import read_position
from tests.conftest import FIXTURES
from tests.titles.new_york_1901.tables import NewYorkMatch, notations, play, said, seat, standing, workers_on


def example(name: str) -> NewYorkMatch:
    position = read_position(FIXTURES / "new-york-1901" / "positions" / f"{name}.toml")
    return cast(NewYorkMatch, Match.at(position))


@pytest.mark.clause("NY-22", "NY-30", "NY-36")
def test_green_builds_on_the_two_squares_just_acquired_for_two_points_and_the_worker_returns():
    match = play(example("green-builds-two-squares"), "card 1", "lot Gc")
    assert seat(match, "green").workers == 3
    play(match, "tile b1", "place D2 E2")
    assert seat(match, "green").total == 2
    assert seat(match, "green").workers == 4
    assert standing(match, "green") == {"start": "E3 E4", "b1": "D2 E2"}


@pytest.mark.clause("NY-49", "NY-50", "NY-54")
def test_a_rebuild_over_vacant_land_keeps_the_points_and_brings_the_worker_back():
    match = example("rebuild-over-vacant-land")
    assert (seat(match, "blue").total, seat(match, "blue").workers) == (8, 3)
    play(match, "tile s2", "place E2 E3 E4")
    assert said(match)[0] == "Blue tears down Tower Building."
    assert (seat(match, "blue").total, seat(match, "blue").workers) == (12, 4)
    assert standing(match, "blue") == {"s2": "E2 E3 E4"}
    assert seat(match, "blue").tiles["b1"] == "demolished"


@pytest.mark.clause("NY-56", "NY-57")
def test_a_demolition_that_would_leave_a_lot_without_skyscraper_and_worker_is_not_offered():
    match = example("too-few-workers")
    assert workers_on(match, "blue") == {"Rg", "Rl", "Yc", "Yd"}
    play(match, "tile s1")
    moves = notations(match)
    assert "place C2 D2" in moves  # Gb and Gc keep a square each
    assert "place D2 E2" not in moves  # Gb would be empty
    assert match.why_not("place D2 E2") == ("The emptied lots need 1 more worker than you have.")


@pytest.mark.clause("NY-67", "NY-69")
def test_brown_controls_wall_street_with_four_against_one_one_and_three():
    match = example("wall-street")
    assert match.view().tallies["wa"] == (3, 1, 1, 4)
    play(match, "card 1", "lot Rg", "end")
    assert match.over
    assert match.points(3)["street-3"] == 5
    assert [match.points(seat)["street-3"] for seat in range(3)] == [0, 0, 0]
    assert "Brown leads on Wall Street: 5 points." in said(match)

"""What a player is told before a decision: who can still answer."""

import random

import pytest

from rooftop.core.outlook import outlook
from rooftop.titles.skyrise.reasons import can_answer
from tests.titles.skyrise.tables import at, new


@pytest.mark.clause("SR-24")
def test_only_those_with_a_higher_number_are_said_to_answer():
    """Era 1: blue bids 102. Red has 104 and yellow 103, but teal's highest number is 101."""
    match = at(4, to_act="blue")
    assert outlook(match, "bid tall-1 F1").lines[0] == "May still answer: Red and Yellow."


@pytest.mark.clause("SR-66")
def test_only_the_owner_of_the_hammer_is_said_to_answer_a_wonder():
    match = at(
        4,
        era=2,
        bids=["blue short-1 F1"],
        wonders={"red": ["palace"], "teal": ["hammer"]},
    )
    assert outlook(match, "bid wonder-1 F2").lines[0] == "May still answer: Teal."


@pytest.mark.clause("SR-24")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_who_can_answer_is_what_the_rules_would_ask(players):
    """In random games, at every bid, for every seat that has not passed."""
    match, chance = new(players, seed=8), random.Random(8)
    while not match.over:
        position = match.position.clone()
        if (view := position.view())["phase"] == "bid":
            for seat in range(players):
                if seat != view["auction"]["bidder"] and not view["seats"][seat]["passed"]:
                    position.state["to_act"] = seat
                    assert can_answer(match.game.board, view, seat) == (len(position.legal()) > 1)
        match.play(chance.choice(match.legal()))

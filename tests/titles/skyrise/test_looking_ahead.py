"""What a player is told before a decision: who can still answer, what it gives, which hints matter."""

import random

import pytest

from rooftop.core.outlook import outlook
from rooftop.titles.skyrise import guide
from rooftop.titles.skyrise.reasons import can_answer
from tests.titles.skyrise.tables import at, new, play


@pytest.mark.clause("SR-24")
def test_only_those_with_a_higher_number_are_said_to_answer():
    """Era 1: blue bids 102. Red has 104 and yellow 103, but teal's highest number is 101."""
    match = at(4, to_act="blue")
    assert outlook(match, "bid tall-1 F1").lines[0] == "May still answer: Red and Yellow."
    named = outlook(match, "bid tall-1 F1", names=["Ada", "Bob", "Cleo", "Dana"]).lines[0]
    assert named == "May still answer: Ada and Cleo."


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


@pytest.mark.clause("SR-52")
def test_an_objective_that_is_met_is_no_prize_any_more():
    brown = {"A4": "short-2", "A8": "short-3", "A11": "medium-1"}
    there = {name: f"red {piece}" for name, piece in brown.items()}
    match = at(3, objectives={"red": "brown"}, structures=there, discs={"F4": "white"})
    assert "Your objective: 4 of 4." in outlook(match, "bid tall-1 F4").lines
    there["F4"] = "red medium-2"
    match = at(3, objectives={"red": "brown"}, structures=there)
    lines = outlook(match, "bid tall-1 M12").lines
    assert not [line for line in lines if line.startswith("Your objective")]


@pytest.mark.clause("SR-25")
def test_the_hint_about_wonders_is_for_those_who_have_one():
    def hints(**position):
        match = at(3, era=2, bids=["teal short-1 F1"], wonders={"red": ["shard"]}, **position)
        return [name for name, _ in guide.hints(match.game.board, match.view(0), match.words("en"))]

    assert "wonder" in hints()
    assert "wonder" not in hints(structures={"A1": "red wonder-1"})


@pytest.mark.clause("SR-36")
def test_an_auction_lasts_until_its_disc_has_a_colour():
    match = play(at(2, discs={"F1": "wild"}), "bid tall-1 F1")
    assert (match.view()["phase"], match.view()["auction"]["number"]) == ("colour", 1)
    play(match, "colour white")
    assert (match.view()["phase"], match.view()["auction"]["number"]) == ("start", 2)

"""Objectives, wonder cards and patron tiles are secret; nothing else is."""

import random

import pytest

from rooftop.titles.skyrise import state as n
from tests.titles.skyrise.tables import at, bid, new, play


def blinds(match, seat, count=60):
    return [match.position.blind(seat, salt).state for salt in range(count)]


@pytest.mark.clause("SR-14")
def test_blinding_keeps_everything_public():
    match, chance = new(4, 3), random.Random(3)
    secret = {"rng", "hand", "wonder", "objective", "tile"}
    while not match.over:
        before = match.position.state
        for seat in range(-1, 4):
            after = match.position.blind(seat, 5).state
            for name in match.title.state.fields:
                if name not in secret and name not in ("events",):
                    assert before[name].tolist() == after[name].tolist(), name
        match.play(chance.choice(match.legal()))


@pytest.mark.clause("SR-14", "SR-7", "SR-8")
def test_a_seat_keeps_its_own_cards_and_others_get_random_ones():
    match = new(4, 3)
    own = int(match.position.state["hand"][1])
    seen = set()
    for state in blinds(match, 1):
        assert int(state["hand"][1]) == own
        assert state["objective"][1] == match.position.state["objective"][1]
        assert sorted(state["objective"].tolist()) == [0, 1, 2, 3]
        hands = [int(hand) for hand in state["hand"]]
        assert all(hand.bit_count() == 3 for hand in hands)
        assert sum(hands).bit_count() == 12
        seen |= {k for k in range(20) if (hands[0] | hands[2] | hands[3]) >> k & 1}
    assert seen == {k for k in range(20) if not own >> k & 1}
    assert len({tuple(state["objective"].tolist()) for state in blinds(match, 1)}) == 6
    assert len({tuple(state["objective"].tolist()) for state in blinds(match, -1, 200)}) == 24


@pytest.mark.clause("SR-35")
def test_known_tiles_stay_and_the_others_are_shuffled():
    match = at(3, boards={"red": {"A": 1, "C": 1}}, tiles={"A": 5, "B": 4, "C": 3, "D": 2})
    assert {tuple(state["tile"].tolist()) for state in blinds(match, 0)} == {(5, 4, 3, 2), (5, 2, 3, 4)}
    assert len({tuple(state["tile"].tolist()) for state in blinds(match, 1, 200)}) == 24
    match = at(3, boards={"red": {"A": 1, "B": 1, "C": 1}}, tiles={"A": 5, "B": 4, "C": 3, "D": 2})
    assert {tuple(state["tile"].tolist()) for state in blinds(match, 0)} == {(5, 4, 3, 2)}


@pytest.mark.clause("SR-43")
def test_a_secret_choice_can_be_any_card_for_the_others():
    match = at(
        2,
        pool={"red": ["tall-1"]},
        discs={"F1": "green"},
        hands={"red": ["hammer", "shard", "vault", "kahn", "munch"]},
    )
    bid(match, "104 F1")
    play(match, "choose shard")
    own = {int(state["wonder"][0][0]) for state in blinds(match, 0)}
    assert own == {14}
    others = {int(state["wonder"][0][0]) for state in blinds(match, 1, 300)}
    mine = int(match.position.state["hand"][1])
    assert others == {k for k in range(20) if not mine >> k & 1}
    assert all(state["wonder"][0][1] == n.EMPTY for state in blinds(match, 1))
    for seat in (-1, 0, 1):
        for state in blinds(match, seat):  # no card is also held or chosen by another seat
            hands = [int(hand) for hand in state["hand"][:2]]
            assert sum(hand.bit_count() for hand in hands) == 9
            assert (hands[0] | hands[1] | 1 << int(state["wonder"][0][0])).bit_count() == 10
    assert match.moves() == play(match.clone()).moves()


@pytest.mark.clause("SR-77", "SR-14")
def test_nobody_else_has_a_revealed_objective():
    match = new(4, 3)
    match.position.state["objective_shown"] = 0b0001
    shown = int(match.position.state["objective"][0])
    for state in blinds(match, 2):
        assert state["objective"][0] == shown
        assert sorted(state["objective"].tolist()) == [0, 1, 2, 3]


@pytest.mark.clause("SR-43", "SR-44")
def test_in_the_second_era_wonder_cards_are_open_and_the_rest_is_gone():
    match, chance = new(3, 4), random.Random(4)
    while match.view().era == 1:
        match.play(chance.choice(match.legal()))
    cards = match.position.state["wonder"].tolist()
    assert all(state["wonder"].tolist() == cards for state in blinds(match, -1))
    assert match.position.state["hand"].tolist() == [0, 0, 0, 0]
    assert "?" not in match.record()


def test_after_the_end_nothing_is_secret():
    match, chance = new(3, 4), random.Random(4)
    while not match.over:
        match.play(chance.choice(match.legal()))
    for state in blinds(match, -1, 5):
        assert state["tile"].tolist() == match.position.state["tile"].tolist()
        assert state["objective"].tolist() == match.position.state["objective"].tolist()

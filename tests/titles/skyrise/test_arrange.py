"""Positions set up by hand: impossible ones are refused, and missing details are filled in."""

from collections import Counter

import pytest

import rooftop
from rooftop.errors import OptionError
from tests.titles.skyrise.tables import FIRST, LATER, PLAYERS, TITLE, at

DONE = [*LATER, "wonder-1"]  # the pool of somebody who has built all of the first era


def arranged(players: int = 3, **position):
    """A position exactly as written, without `lawful`."""
    return rooftop.new_game(TITLE, players).arranged(position)


@pytest.mark.clause("SR-45")
@pytest.mark.parametrize(
    "position",
    [
        {"structures": {"A1": "red wonder-1"}},
        {"bids": ["red wonder-1 F1"]},
        {"pool": {"red": ["wonder-1"]}},
    ],
)
def test_there_are_no_wonders_in_the_first_era(position):
    with pytest.raises(OptionError, match="wonders join in the second era"):
        at(3, **position)


@pytest.mark.clause("SR-12")
@pytest.mark.parametrize(
    "position", [{"structures": {"A1": "red wonder-2"}}, {"pool": {"red": ["wonder-2"]}}]
)
def test_only_two_players_have_two_wonders_each(position):
    with pytest.raises(OptionError, match="only one wonder"):
        at(3, era=2, **position)
    at(2, era=2, **position)


@pytest.mark.parametrize(
    ("position", "sentence"),
    [
        ({"structures": {"A1": "red tall-3"}}, "A1: tall-3 joins in the second era; add era = 2"),
        ({"structures": {"A1": "red"}}, "structures.A1: must be a player and a structure, not 'red'"),
        ({"bids": ["red short-2"]}, "bids[0]: must be a player, a structure and a neighbour"),
        ({"pool": {"red": ["tall-1", "tall-1"]}}, "pool.red: 'tall-1' is a duplicate"),
        ({"pool": {"red": ["tall-1"]}, "bids": ["red tall-1 F1"]}, "pool.red: tall-1 is on the map"),
        ({"structures": {f"A{k}": f"red {one}" for k, one in enumerate(FIRST, 1)}}, "red has built all of"),
        ({"era": 2}, "nobody has built all of the first era"),
        ({"finished": ["red"]}, "nobody finishes in the first era"),
        ({"era": 2, "finished": ["red"], "pool": {"red": DONE}}, "red still has something to build"),
        ({"era": 2, "finished": ["red"], "bids": ["red tall-1 F1"]}, "red still has something to build"),
        (
            {"era": 2, "finished": ["red", "teal", "yellow"]},
            "must have something to build",
        ),
        ({"era": 2, "finished": ["teal", "teal"]}, "finished: 'teal' is a duplicate"),
        ({"era": 2, "finished": ["teal"], "pool": {"red": []}}, "must name red, who has built everything"),
        ({"wonders": {"red": ["hammer"]}}, "wonders: cards are chosen at the end of the first era"),
        ({"era": 2, "hands": {"red": ["hammer"]}}, "hands: there are none in the second era"),
        (
            {"hands": {"red": ["hammer", "kahn", "shard", "vault"]}},
            "too many cards (4; at most 3)",
        ),
        ({"hands": {"red": ["hammer"], "teal": ["hammer"]}}, "hands: 'hammer' is a duplicate"),
        ({"objectives": {"red": "brown", "teal": "brown"}}, "objectives: 'brown' is a duplicate"),
        ({"tiles": {"A": 9}}, "tiles.A: must be one of 2, 3, 4, 5, not 9"),
        ({"tiles": {"A": 4, "B": 4}}, "tiles.B: must be one of 2, 3, 5, not 4"),
        ({"discs": {"F1": "none"}}, "only a built Vault takes one"),
        ({"discs": {"F1": "A"}, "structures": {"F1": "red tall-1"}}, "must be none, because F1 is built on"),
        ({"discs": {"Z1": "A"}}, "discs: must be one of F1, F2"),
        ({"boards": {"red": {"white": 8}}}, "have 8 white discs; there are only 7"),
        ({"boards": {"red": {"white": 2}}}, "2 discs are collected, but only 0 have left the map"),
        ({"boards": {"red": {"white": -1}}}, "boards"),
        (
            {"structures": {"F1": "red tall-1"}, "boards": {"red": {}, "teal": {}, "yellow": {}}},
            "1 more discs have left the map; add them to a board",
        ),
        ({"passed": ["red"]}, "nobody can pass before the first bid"),
        ({"bids": ["red short-2 F1"], "passed": ["red"]}, "passed: red has the highest bid"),
        ({"bids": ["red short-2 F1"], "passed": ["teal", "teal"]}, "passed: 'teal' is a duplicate"),
        ({"bids": ["red short-2 F1"], "to_act": "red"}, "red has the highest bid; someone else must act"),
        ({"bids": ["red short-2 F1"], "passed": ["teal"], "to_act": "teal"}, "to_act: teal has passed"),
        ({"bids": ["red short-2 F1"], "passed": ["teal", "yellow"]}, "nobody has a structure to bid"),
        ({"era": 2, "finished": ["teal"], "to_act": "teal"}, "to_act: teal has no structure to bid"),
        ({"bids": ["red short-3 F1", "teal short-2 F2"]}, "every bid of an auction is higher"),
        ({"bids": ["red short-2 F1", "teal short-3 F3"]}, "every bid of an auction is higher"),
        ({"bids": ["red short-2 F1", "red short-3 F2"]}, "every bid of an auction is higher"),
        ({"bids": ["red tall-1 F1"]}, "the seat to act has not passed"),  # nobody has more than 104
    ],
)
def test_impossible_positions_are_refused(position, sentence):
    islands = {"W": "meridian", "N": "aerie", "E": "cirrus"}
    with pytest.raises(OptionError) as refused:
        arranged(islands=islands, **position)
    assert str(refused.value).startswith("position")
    assert sentence in str(refused.value)


def test_other_islands_keep_their_slots_if_possible():
    before = arranged(4).view().islands
    moved = before["S"]
    after = arranged(4, islands={"N": moved}).view().islands
    assert after["N"] == moved
    assert sorted(after.values()) == sorted(before.values())
    assert sum(after[slot] == before[slot] for slot in "NESW") == 2
    assert len(set(arranged(2, islands={"E": "halcyon"}).view().islands.values())) == 3


def test_structures_that_are_neither_ready_nor_named_are_built_elsewhere():
    position = arranged(
        3,
        islands={"N": "aerie", "E": "cirrus", "W": "meridian"},
        era=2,
        pool={"yellow": DONE},
        structures={"A3": "red tall-1"},
        discs={"A9": "white"},
    )
    view = position.view()
    states = Counter(row.state for row in view.seats[2].structures)
    assert states == {"built": 7, "ready": 6}
    standing = {name for name, row in view.neighbourhoods.items() if row.structure}
    assert {name[0] for name in standing - {"A3"}} == {"M"}
    assert view.auction.number == 9


@pytest.mark.clause("SR-6")
def test_the_discs_of_a_position_are_those_of_the_bag():
    built = {"A3": "teal tall-1", "A4": "yellow tall-1", "A5": "yellow short-2"}
    view = arranged(3, islands={"N": "aerie"}, structures=built, boards={"red": {"D": 1}}).view(0)
    assert view.seats[0].patrons["D"] == 1
    held = [sum(len(discs) for _, discs in row.rows.items()) + row.items for row in view.seats]
    assert held == [1, 1, 1]  # red's is said; the other two go to those who have built
    assert sum(view.discs_left.values()) + sum(held) == 46
    assert view.discs_left["D"] <= 3


@pytest.mark.clause("SR-77", "SR-68")
def test_built_wonders_have_their_lasting_effects():
    match = at(
        4,
        era=2,
        structures={"A3": "red wonder-1", "A9": "teal wonder-1"},
        wonders={"red": ["kahn"], "teal": ["hammer"]},
    )
    assert match.view(2).seats[0].objective_shown
    assert match.view().hammer == "A9"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_missing_hands_and_wonders_are_dealt(players):
    hands = arranged(players, hands={"red": ["hammer"]})
    cards = [hands.view(k).seats[k].hand for k in range(players)]
    assert "hammer" in cards[0]
    assert len({card for hand in cards for card in hand}) == sum(map(len, cards))
    chosen = at(players, era=2, wonders={PLAYERS[players][1]: ["niemeyer"]}).view()
    named = [card for row in chosen.seats for card in row.wonders or ()]
    assert named.count("niemeyer") == 1
    assert len(set(named)) == len(named) == players * (2 if players == 2 else 1)

"""The two eras, the final scoring and the winner: SR-39 to SR-58."""

import random

import pytest

from tests.titles.skyrise.tables import (
    PLAYERS,
    at,
    bid,
    new,
    notations,
    play,
    points,
    said,
    seat,
    standing,
    to_act,
    with_the_rest,
)

SEVEN = ("short-2", "short-3", "medium-1", "medium-2", "medium-3", "medium-5")


def last_of_era(players: int = 3, **position):
    """Red has one building of the first era left: the tall one, 104, which nobody can outbid on F1."""
    position.setdefault("discs", {"F1": "green"})
    position.setdefault("panoramas", ["lakes", "chains"])
    return at(players, pool={"red": ["tall-1"], **position.pop("pool", {})}, **position)


def last_of_all(structure: str, spot: str = "F1", players: int = 3, **position):
    """Everyone but red has finished, and red builds the last structure of the game."""
    others = [name for name in PLAYERS[players] if name != "red"]
    position.setdefault("finished", others)
    position.setdefault("discs", {spot: "green"})
    position.setdefault("panoramas", ["lakes", "chains"])
    match = at(players, era=2, pool={"red": [structure]}, **position)
    return play(match, f"bid {structure} {spot}")


# --- the end of the first era ---


@pytest.mark.clause("SR-39")
def test_the_first_era_ends_after_somebodys_seventh_building():
    match = bid(last_of_era(), "104 F1")
    assert match.view().phase == "wonder"
    assert "The first era ends: Red has built everything." in said(match)
    states = {one.number: one.state for one in seat(match, "teal").structures}
    assert states[22] == "ready"


@pytest.mark.clause("SR-39")
def test_the_disc_is_taken_before_the_era_ends():
    match = bid(last_of_era(discs={"F1": "wild"}), "104 F1")
    assert match.view().phase == "colour"
    assert points(match, "red", "control-1") == 0
    play(match, "colour green")
    assert match.view().phase == "wonder"
    assert points(match, "red", "control-1") == 10  # the Forum, and Meridian with the other six


CONTROL = [
    ({"red": "tall-1"}, {"red"}),
    ({"red": "short-2 short-3 medium-1", "teal": "tall-1"}, {"teal"}),
    ({"red": "tall-1 short-2", "teal": "tall-1 medium-1"}, {"teal"}),
    ({"red": "medium-1 medium-2", "teal": "medium-1 short-2 short-3"}, {"red"}),
    ({"red": "tall-1 medium-1 short-2", "teal": "tall-1 medium-1"}, {"red"}),
    ({"red": "tall-1 medium-1", "teal": "tall-1 medium-1"}, {"red", "teal"}),
    ({"red": "tall-1", "teal": "tall-1", "yellow": "medium-1 medium-2 medium-3"}, {"red", "teal"}),
    ({"red": "tall-1 medium-1", "teal": "tall-1", "yellow": "tall-1 medium-1"}, {"red", "yellow"}),
    ({"red": "short-2", "teal": "short-2"}, {"red", "teal"}),
    ({}, set()),
]


@pytest.mark.clause("SR-40", "SR-41")
@pytest.mark.parametrize(("buildings", "leaders"), CONTROL)
def test_tall_then_medium_then_short_buildings_decide_control(buildings, leaders):
    free = iter(f"C{number}" for number in range(1, 15))
    structures = {next(free): f"{name} {one}" for name, row in buildings.items() for one in row.split()}
    match = at(3, structures=structures)
    assert {PLAYERS[3][k] for k in match.view().control["cirrus"].leaders} == leaders
    assert match.view().control["aerie"].leaders == ()


@pytest.mark.clause("SR-40", "SR-41")
def test_every_island_scores_five_for_all_who_control_it_and_an_empty_one_for_nobody():
    match = last_of_era(
        structures={
            "A1": "teal tall-1", "C1": "teal medium-1", "C2": "yellow medium-1", "C3": "yellow short-2",
            "C4": "teal short-2", **{f"A{k}": f"red {one}" for k, one in enumerate(SEVEN, 2)},
        },
    )  # fmt: skip
    bid(match, "104 F1")
    assert [points(match, name, "control-1") for name in PLAYERS[3]] == [5, 10, 5]  # Meridian is empty
    told = said(match)
    assert "Red controls Forum with the most tall buildings: 5." in told
    assert "Teal controls Aerie with the most tall buildings: 5." in told
    assert "Teal and Yellow share Cirrus, tied in tall, medium and short buildings: 5 each." in told


@pytest.mark.clause("SR-40")
@pytest.mark.parametrize(
    ("teal", "yellow", "sentence"),
    [
        ("medium-1", "short-2 short-3", "Teal controls Cirrus with the most medium buildings: 5."),
        ("short-2", "", "Teal controls Cirrus with the most short buildings: 5."),
        ("tall-1 medium-1", "tall-1", "Teal controls Cirrus; medium buildings break the tie: 5."),
        ("medium-1 short-2", "medium-1", "Teal controls Cirrus; short buildings break the tie: 5."),
        ("tall-1 short-2", "tall-1", "Teal controls Cirrus; short buildings break the tie: 5."),
    ],
)
def test_the_log_says_what_decided_control(teal, yellow, sentence):
    spots = iter(("C1", "C2", "C3", "C4"))
    structures = {next(spots): f"teal {one}" for one in teal.split()}
    structures |= {next(spots): f"yellow {one}" for one in yellow.split()}
    told = said(bid(last_of_era(structures=structures), "104 F1"))
    assert [line for line in told if "Cirrus" in line] == [sentence]


@pytest.mark.clause("SR-41", "SR-83")
def test_a_wonder_has_no_height_but_the_atelier_is_tall():
    match = at(3, era=2, structures={"C1": "red wonder-1"}, wonders={"red": ["palace"]})
    assert match.view().control["cirrus"].leaders == ()
    match = at(
        3,
        era=2,
        structures={"C1": "red wonder-1", "C2": "teal medium-1"},
        wonders={"red": ["atelier"]},
    )
    assert match.view().control["cirrus"].leaders == (0,)


@pytest.mark.clause("SR-42")
def test_panoramas_are_scored_at_the_end_of_both_eras():
    match = last_of_era(
        structures={"C9": "teal short-2", "C10": "teal medium-1", "C13": "teal medium-2"},
    )
    bid(match, "104 F1")
    # C-L1 touches C9 and C10, C-L2 touches C9 and C13: C9 counts for both, and for the chain.
    assert points(match, "teal", "panoramas-1") == 2 * 3 + 5
    assert "Teal scores 6 for the panorama Lakes." in said(match)
    done = last_of_all("tall-1", structures={"C9": "red wonder-1"}, wonders={"red": ["palace"]})
    worth = [row.worth[0] for row in done.view().panoramas]
    assert points(done, "red", "panoramas-2") == sum(worth) > 0


# --- wonder cards ---


@pytest.mark.clause("SR-43", "SR-44")
def test_wonder_cards_are_chosen_in_secret_and_shown_together():
    match = bid(
        last_of_era(hands={"red": ["hammer", "shard", "vault"], "teal": ["palace", "kahn", "munch"]}),
        "104 F1",
    )
    assert notations(match) == {"choose hammer", "choose shard", "choose vault"}
    assert match.why_not("choose palace") == "You do not have this card; choose one from your hand."
    play(match, "choose shard")
    assert match.record() == ["bid tall-1 F1", "?"]
    assert match.record(0) == ["bid tall-1 F1", "choose shard"]
    assert match.view(0).seats[0].wonders == ("shard",)
    for viewer in (-1, 1, 2):
        row = match.view(viewer).seats[0]
        assert row.wonders is None
        assert row.initiative is None
        assert (row.wonders_chosen, row.hand_count) == (1, 2)
    assert "Red chooses a wonder card." in said(match)
    play(match, "choose kahn")
    play(match, match.moves()[0].notation)
    assert match.view().seats[0].wonders == ("shard",)
    assert match.record()[1:3] == ["choose shard", "choose kahn"]
    assert all(row.hand_count == 0 for row in match.view().seats)
    assert "Teal shows Kahn's Ambition, initiative 8." in said(match)


@pytest.mark.clause("SR-43", "SR-44")
def test_two_players_choose_two_cards_each_before_anything_is_shown():
    match = last_of_era(
        2,
        hands={
            "red": ["hammer", "shard", "vault", "munch", "lynch"],
            "blue": ["palace", "kahn", "jacobs", "summit", "niemeyer"],
        },
    )
    bid(match, "104 F1")
    play(match, "choose shard")
    assert to_act(match) == "red"
    play(match, "choose hammer")
    assert to_act(match) == "blue"
    assert match.view(1).seats[0].wonders is None
    play(match, "choose kahn", "choose palace")
    names = {one.id: one.wonder for one in seat(match, "red").structures if one.number is None}
    assert names == {"wonder-1": "shard", "wonder-2": "hammer"}


@pytest.mark.clause("SR-45")
def test_waiting_structures_join_the_pool():
    match = bid(last_of_era(pool={"teal": ["short-2"], "yellow": ["medium-1"]}), "104 F1")
    for _ in range(3):
        match.play(match.moves()[0])
    ready = [one.id for one in seat(match, "teal").structures if one.state == "ready"]
    assert sorted(ready) == ["medium-4", "short-1", "short-2", "short-4", "tall-2", "tall-3", "wonder-1"]
    assert match.view().era == 2


@pytest.mark.clause("SR-46")
def test_the_lowest_initiative_starts_the_second_era():
    match = last_of_era(
        hands={
            "red": ["vault", "hammer", "capital"],
            "teal": ["palace", "kahn", "lynch"],
            "yellow": ["munch", "jacobs", "summit"],
        }
    )
    bid(match, "104 F1")
    play(match, "choose vault", "choose palace", "choose munch")
    assert to_act(match) == "teal"
    assert "Teal has the lowest initiative (3) and starts." in said(match)


@pytest.mark.clause("SR-46")
@pytest.mark.parametrize(
    ("red", "blue", "starter", "sentence"),
    [
        (("hammer", "munch"), ("palace", "lynch"), "blue", "Blue has the lowest initiative (9) and starts."),
        (
            ("capital", "lynch"),
            ("palace", "zeppelinstone"),
            "red",
            "The initiative is tied at 8: Red has the lowest single card and starts.",
        ),
        (
            ("palace", "zeppelinstone"),
            ("capital", "lynch"),
            "blue",
            "The initiative is tied at 8: Blue has the lowest single card and starts.",
        ),
    ],
)
def test_with_two_players_the_sum_counts_and_then_the_lowest_card(red, blue, starter, sentence):
    spare = ["vault", "summit", "niemeyer"], ["kahn", "jacobs", "olmsted"]
    match = last_of_era(2, hands={"red": [*red, *spare[0]], "blue": [*blue, *spare[1]]})
    bid(match, "104 F1")
    play(match, *(f"choose {card}" for card in red + blue))
    assert to_act(match) == starter
    assert sentence in said(match)


# --- the second era ---


@pytest.mark.clause("SR-47")
def test_the_second_era_goes_on_until_everything_is_built():
    match, chance = new(3, 8), random.Random(8)
    while not match.over:
        assert any(row.left for row in match.view().seats)
        match.play(chance.choice(match.legal()))
    assert all(row.left == 0 for row in match.view().seats)


@pytest.mark.clause("SR-48", "SR-49")
def test_after_a_last_structure_the_lowest_initiative_of_the_others_starts():
    match = at(
        4,
        era=2,
        wonders={"red": ["hammer"], "teal": ["shard"], "yellow": ["kahn"], "blue": ["vault"]},
        pool={"red": ["tall-3"]},
        discs={"F1": "green"},
    )
    bid(match, "124 F1", "pass", "pass", "pass")
    assert to_act(match) == "yellow"
    assert match.view().seats[0].key == "large"
    assert match.view().seats[0].finished == 1
    assert "Red gets the large key to the city." in said(match)
    assert "Yellow has the lowest initiative (8) and starts." in said(match)


@pytest.mark.clause("SR-48")
def test_the_winner_starts_the_next_auction_unless_somebody_finishes():
    match = at(4, era=2, wonders={"red": ["hammer"]}, to_act="blue", discs={"F1": "green"})
    bid(match, "122 F1", "pass", "pass", "pass")
    assert to_act(match) == "blue"


@pytest.mark.clause("SR-49")
@pytest.mark.parametrize(("players", "key"), [(2, None), (3, "small"), (4, "small")])
def test_the_second_to_finish_has_the_small_key_if_it_is_in_the_game(players, key):
    other = PLAYERS[players][1]
    match = at(players, era=2, finished=[other], pool={"red": ["tall-3"]}, discs={"F1": "green"})
    bid(match, "124 F1")
    while not match.over and match.view().seats[0].finished is None:
        match.play("pass")
    row = match.view().seats[0]
    assert row.finished == 2
    assert row.key == key


@pytest.mark.clause("SR-49")
def test_the_third_to_finish_has_no_key():
    match = last_of_all("tall-3", players=3)
    assert match.view().seats[0].key is None
    assert [row.key for row in match.view().seats[1:]] == ["large", "small"]


@pytest.mark.clause("SR-50")
def test_the_last_player_wins_every_auction_at_once():
    match = at(3, era=2, finished=["teal", "yellow"], discs={"F1": "green", "F2": "green"})
    bid(match, "11 F1")
    assert to_act(match) == "red"
    assert match.view().auction.bids == ()
    bid(match, "24 F2")
    assert standing(match, "F2").bid is False


# --- the end ---


@pytest.mark.clause("SR-51")
def test_the_end_is_scored_in_order():
    match = last_of_all("tall-1", boards={"red": {"A": 1, "commissions": 1, "white": 5}, "teal": {"B": 1}})
    assert match.over
    told = said(match)
    marks = [
        "second era ends", "controls", "secret objective", "Patron tiles: ", "patron disc",
        "beyond a full row", "commissions disc", "structures.", "The game is over",
    ]  # fmt: skip
    lines = [next(at for at, line in enumerate(told) if mark in line) for mark in marks]
    assert lines == sorted(lines)
    led = sum(0 in row.leaders for row in match.view().control.values())
    assert match.points(0)["control-2"] == 5 * led > 0
    assert match.points(0)["control-1"] == 0


BROWN = ("A4", "A8", "A11")


@pytest.mark.clause("SR-52")
@pytest.mark.parametrize(("spots", "worth"), [(("A4", "A8"), 0), (BROWN, 10), ((*BROWN, "C8"), 10)])
def test_an_objective_is_all_or_nothing(spots, worth):
    """The last structure of the game, on F4, is also on brown."""
    structures = {spot: f"red {one}" for spot, one in zip(spots, SEVEN, strict=False)}
    structures = with_the_rest(structures, "red", "tall-1", "brown")
    match = last_of_all("tall-1", "F4", structures=structures, objectives={"red": "brown"})
    assert points(match, "red", "objective") == worth
    for viewer in (-1, 1):
        goal = match.view(viewer).seats[0].objective
        assert goal is not None
        assert goal.id == "brown"


@pytest.mark.clause("SR-52")
def test_a_wonder_counts_for_an_objective():
    structures = {spot: f"red {one}" for spot, one in zip(BROWN, SEVEN, strict=False)}
    structures["A8"] = "red wonder-1"
    structures = with_the_rest(structures, "red", "tall-1", "brown")
    match = last_of_all(
        "tall-1", "F4", structures=structures, objectives={"red": "brown"}, wonders={"red": ["palace"]}
    )
    assert points(match, "red", "objective") == 10


@pytest.mark.clause("SR-53")
def test_patron_discs_are_worth_their_tiles():
    match = last_of_all("tall-1", boards={"red": {"A": 2, "D": 1}}, tiles={"A": 5, "B": 4, "C": 3, "D": 2})
    assert points(match, "red", "patrons") == 12
    assert match.view().patrons["C"].tile == 3  # all are open now


@pytest.mark.clause("SR-54")
def test_discs_beyond_a_full_row_score_ten_including_wild_discs():
    board = {"white": 5, "green": 4, "wild-green": 1}
    match = last_of_all("tall-1", discs={"F1": "yellow"}, boards={"red": board})
    assert points(match, "red", "excess") == 20


@pytest.mark.clause("SR-55")
def test_keys_score_ten_and_four():
    match = last_of_all("tall-1")
    assert [points(match, name, "keys") for name in PLAYERS[3]] == [0, 10, 4]


@pytest.mark.clause("SR-56")
@pytest.mark.parametrize(("commissions", "worth"), [(0, 0), (1, 4), (2, 10)])
def test_commissions_count_everything_on_the_portrait_themselves_included(commissions, worth):
    """Two patron discs and a disc beyond a full row, and the commissions discs."""
    board = {"A": 1, "B": 1, "white": 5, "commissions": commissions}
    match = last_of_all("tall-1", players=4, boards={"red": board})
    assert points(match, "red", "commissions") == worth


@pytest.mark.clause("SR-56")
def test_a_key_counts_for_commissions():
    match = last_of_all("tall-1", boards={"teal": {"commissions": 1}})
    assert points(match, "teal", "commissions") == 2


@pytest.mark.clause("SR-57")
def test_every_structure_is_worth_its_row_and_never_less_than_two():
    match = last_of_all(
        "tall-1",
        "F4",
        structures={"A9": "red short-1", "C9": "red wonder-1", "A1": "red short-2", "A2": "red short-3"},
        wonders={"red": ["palace"]},
        discs={"F4": "commissions"},
        boards={"red": {"white": 3, "green": 1, "yellow": 4}},
    )
    worth = {"white": 6, "green": 3, "yellow": 3, "brown": 2}
    standing = match.view().seats[0].standing
    assert sum(count for _, count in standing.items()) == 13
    for colour, value in worth.items():
        assert points(match, "red", f"structures-{colour}") == value * standing[colour] > 0


@pytest.mark.clause("SR-58")
def test_most_prestige_wins_and_a_tie_goes_to_the_first_to_finish():
    match = last_of_all("tall-1", boards={"red": {"white": 7, "green": 6}})
    assert match.ranks[0] == 1
    assert sorted(match.ranks) == [1, 2, 3]
    assert "The game is over: Red wins." in said(match)

    def ending(teal: int, yellow: int):
        ready = at(3, era=2, finished=["yellow", "teal"], pool={"red": ["short-1"]}, discs={"F1": "green"})
        ready.position.state["points"][1:3, 2] = 200 + teal, 200 + yellow  # for wonders
        return play(ready, "bid short-1 F1")

    before = ending(0, 0)
    ahead = before.total(1) - before.total(2)
    tied = ending(max(-ahead, 0), max(ahead, 0))
    assert tied.total(1) == tied.total(2)
    assert tied.ranks == [3, 2, 1]
    assert "The game is over: Yellow wins the tie, having built everything first." in said(tied)

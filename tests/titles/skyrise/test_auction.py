"""Auctions: SR-16 to SR-31."""

import random
from typing import Any

import pytest

import rooftop
from rooftop.titles.skyrise.view import Standing
from tests.titles.skyrise.tables import at, bid, new, notations, play, said, seat, standing, to_act, where


@pytest.mark.clause("SR-16")
def test_the_winner_of_an_auction_starts_the_next():
    match = at(3, discs={"F2": "green", "F1": "yellow"})
    bid(match, "24 F1", "33 F2", "pass", "pass")
    assert match.view().auction.number == 2
    assert to_act(match) == "teal"
    assert match.view().phase == "start"


@pytest.mark.clause("SR-17")
def test_the_starter_may_use_any_ready_building_and_cannot_pass():
    match = at(3)
    used = {move.split()[1] for move in notations(match)}
    assert used == {"short-2", "short-3", "medium-1", "medium-2", "medium-3", "medium-5", "tall-1"}
    assert "pass" not in notations(match)
    assert match.why_not("pass") == "You start this auction, so you cannot pass; place a bid."


@pytest.mark.clause("SR-18")
def test_an_auction_starts_on_the_centre_or_next_to_any_structure():
    assert where(at(4), "tall-1") == {"F1", "F2", "F3", "F4"}
    match = at(4, structures={"F1": "teal short-2", "H5": "blue tall-1"})
    assert where(match, "tall-1") == {"F2", "F3", "F4", "A12", "M14", "H4", "H6", "H11"}
    assert "neither on the central island nor next to a structure" in str(match.why_not("bid tall-1 C1"))


@pytest.mark.clause("SR-19")
def test_a_wonder_starts_only_when_no_building_is_left():
    match = at(4, era=2, wonders={"red": ["palace"]}, pool={"red": ["short-1", "wonder-1"]})
    assert not where(match, "wonder-1")
    assert "only when you have no buildings left" in str(match.why_not("bid wonder-1 F1"))
    match = at(4, era=2, wonders={"red": ["palace"]}, pool={"red": ["wonder-1"]})
    assert {"F1", "F2", "F3", "F4"} <= where(match, "wonder-1") == set(match.view().starts)


@pytest.mark.clause("SR-19")
def test_with_two_wonders_and_no_building_either_may_start():
    match = at(2, era=2, wonders={"red": ["palace", "shard"]}, pool={"red": ["wonder-1", "wonder-2"]})
    assert where(match, "wonder-1") == where(match, "wonder-2") == set(match.view().starts)


@pytest.mark.clause("SR-20")
def test_bidding_goes_clockwise():
    match = at(4, to_act="yellow")
    bid(match, "23 F1")
    assert to_act(match) == "blue"
    bid(match, "34 F2")
    assert to_act(match) == "red"
    assert {move.split()[0] for move in notations(match)} == {"bid", "pass"}


@pytest.mark.clause("SR-21")
def test_a_bid_is_strictly_higher_and_next_to_the_latest_one():
    match = at(4, bids=["blue short-3 A10"], to_act="red")  # 34
    assert where(match, "short-3") == set()  # 31
    assert match.why_not("bid short-3 A9") == "You must bid more than 34, or pass."
    assert where(match, "medium-1") == {"A4", "A5", "A9", "A11", "A13"}
    assert "is not next to the latest bid on A10 (Aerie)" in str(match.why_not("bid medium-1 F1"))
    bid(match, "54 A9", "63 A8", "pass", "pass")
    assert to_act(match) == "red"
    assert where(match, "medium-3") == {"A7", "A12", "A13"}
    assert match.why_not("bid medium-1 A7") == "54 (medium) is already a bid in this auction."


@pytest.mark.clause("SR-22")
def test_a_player_who_passes_is_out_of_this_auction_only():
    match = at(3)
    bid(match, "24 F1", "pass", "32 F2")
    assert match.view().seats[1].passed
    bid(match, "54 F3")
    assert to_act(match) == "yellow"  # teal is skipped
    bid(match, "pass")
    assert to_act(match) == "red"
    bid(match, "61 F4")
    assert to_act(match) == "teal"


@pytest.mark.clause("SR-23", "SR-26")
def test_when_all_others_have_passed_the_highest_bid_wins():
    match = at(3, discs={"F1": "green"})
    bid(match, "24 F1", "pass", "pass")
    assert standing(match, "F1").bid is False
    assert "Red wins the auction and builds 24 (short) on F1 (Forum)." in said(match)
    assert "Nobody bids higher." in said(match)


@pytest.mark.clause("SR-24")
def test_a_player_without_a_higher_number_is_passed_over():
    match = at(3)
    bid(match, "104 F1")
    assert match.view().auction.number == 2  # 103 and 101 are not enough
    told = said(match)
    assert "Teal cannot outbid and is passed over." in told
    assert "Yellow cannot outbid and is passed over." in told


@pytest.mark.clause("SR-24")
def test_a_player_who_has_built_everything_does_not_take_part():
    match = at(3, era=2, finished=["teal"], discs={"F1": "green"})
    bid(match, "24 F1")
    assert to_act(match) == "yellow"
    bid(match, "pass")
    assert match.view().auction.bids == ()
    assert not any("Teal" in line for line in match.log())


@pytest.mark.clause("SR-24", "SR-68")
def test_a_player_without_room_to_bid_stays_out_even_if_the_auction_moves_on():
    match = at(
        4,
        era=2,
        structures={"A10": "blue wonder-1"},
        wonders={"blue": ["hammer"]},
        bids=["teal short-4 A11"],
        pool={
            "red": ["medium-5"],
            "teal": ["tall-2"],
            "yellow": ["tall-3"],
            "blue": ["tall-2", "tall-3"],
        },
        discs={"A6": "green"},
    )
    bid(match, "93 A6")  # next to it only A5 is free, by the Hammer
    assert to_act(match) == "blue"
    assert match.view().auction.passed == (1, 2)
    assert "Yellow cannot outbid and is passed over." in said(match)


@pytest.mark.clause("SR-25")
def test_a_wonder_beats_every_number_and_wins_at_once():
    match = at(4, era=2, wonders={"red": ["shard"]}, bids=["blue tall-3 A10"], discs={"A9": "B"})
    assert where(match, "wonder-1") == {"A4", "A5", "A9", "A11", "A13"}
    play(match, "bid wonder-1 A9")
    assert standing(match, "A9").wonder == "shard"
    assert standing(match, "A9").bid is False
    told = said(match)
    assert told.index("A wonder ends the auction.") < told.index("1 bid returns to its owner.")
    assert where(at(4), "wonder-1") == set()
    assert at(4).why_not("bid wonder-1 F1") == "Your wonder is not available until the second era."


@pytest.mark.clause("SR-25")
def test_a_wonder_that_starts_an_auction_wins_at_once():
    match = at(4, era=2, wonders={"red": ["shard"]}, pool={"red": ["wonder-1"]}, discs={"F1": "B"})
    play(match, "bid wonder-1 F1")
    assert standing(match, "F1").bid is False


@pytest.mark.clause("SR-26")
def test_an_auction_ends_when_nothing_is_free_next_to_the_latest_bid():
    match = at(4, structures={"A2": "blue short-2"}, bids=["yellow short-2 A7"], discs={"A1": "green"})
    bid(match, "24 A1")  # next to A1 lie only A2 and A7
    assert standing(match, "A1").bid is False
    assert said(match)[1:4] == [
        "There is no free neighbourhood next to the latest bid.",
        "Red wins the auction and builds 24 (short) on A1 (Aerie).",
        "1 bid returns to its owner.",
    ]
    assert not any("passed over" in line for line in said(match))


@pytest.mark.clause("SR-27", "SR-28")
def test_the_winner_builds_and_all_other_bids_return():
    match = at(3, discs={"F3": "green"})
    bid(match, "24 F1", "33 F2", "53 F3", "pass", "pass")
    view = match.view()
    assert view.neighbourhoods["F3"].structure == Standing(
        seat=2, id="medium-1", number=53, height="medium", wonder=None, bid=False
    )
    assert view.neighbourhoods["F1"].structure is view.neighbourhoods["F2"].structure is None
    ready = {one.number for one in seat(match, "red").structures if one.state == "ready"}
    assert 24 in ready
    assert next(one for one in seat(match, "teal").structures if one.number == 33).state == "ready"
    assert next(one for one in seat(match, "yellow").structures if one.number == 53).state == "built"
    assert match.why_not("bid medium-1 F4") == "53 (medium) is already built."


@pytest.mark.clause("SR-29")
def test_the_winner_takes_the_disc_if_there_is_one():
    match = at(3, discs={"F1": "green"})
    bid(match, "24 F1", "pass", "pass")
    assert seat(match, "red").rows["green"] == ("green",)
    assert match.view().neighbourhoods["F1"].disc is None
    emptied: dict[str, Any] = {
        "structures": {"A9": "teal wonder-1"},
        "discs": {"A8": "none"},
    }  # the Vault took it
    match = at(3, era=2, wonders={"red": ["shard"], "teal": ["vault"]}, boards={"red": {}}, **emptied)
    bid(match, "124 A8")
    while match.view().phase == "bid":
        match.play("pass")
    assert standing(match, "A8").bid is False
    assert sum(len(row) for _, row in seat(match, "red").rows.items()) == 0


@pytest.mark.clause("SR-30")
def test_a_wonder_takes_effect_after_the_disc():
    match = at(
        4,
        era=2,
        wonders={"red": ["jacobs"]},
        bids=["teal short-1 A10"],
        discs={"A9": "wild"},
        boards={"red": {"white": 1}},
    )
    play(match, "bid wonder-1 A9")
    assert match.view().phase == "colour"
    assert match.points(0)["wonders"] == 0
    play(match, "colour white")
    assert match.points(0)["wonders"] == 6  # both white discs


@pytest.mark.clause("SR-31")
@pytest.mark.parametrize(("players", "auctions", "empty"), [(2, 28, 4), (3, 39, 7), (4, 52, 8)])
def test_every_auction_builds_one_structure(players, auctions, empty):
    match, chance = new(players, 3), random.Random(3)
    while not match.over:
        match.play(chance.choice(match.legal()))
    view = match.view()
    assert sum("wins the auction" in line for line in match.log()) == auctions == view.auction.of
    assert sum(row.structure is None for row in view.neighbourhoods.values()) == empty


@pytest.mark.parametrize(
    "text", ["", "bid", "bid medium-9 A3", "bid short-1 Z9", "colour pink", "choose me", "out"]
)
def test_an_invalid_move_is_refused(text):
    with pytest.raises(rooftop.MoveError, match=r"is not a move; moves look like|unknown"):
        new().play(text)


def test_moves_are_parsed_in_upper_and_lower_case():
    parse, board = new().title.moves.parse, new().game.board
    assert parse(board, "BID Medium-2 a3") == parse(board, "bid medium-2 A3")

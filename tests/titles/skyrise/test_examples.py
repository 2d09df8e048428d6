"""The worked examples of the rulebook, each from a position file to its printed result."""

from typing import cast

import pytest

from rooftop.game.match import Match
from rooftop.game.position import read_position
from tests.conftest import FIXTURES
from tests.titles.skyrise.tables import PLAYERS, SkyriseMatch, bid, play, points, said, seat, standing, to_act


def example(name: str) -> SkyriseMatch:
    path = FIXTURES / "skyrise" / "positions" / f"{name}.toml"
    return cast(SkyriseMatch, Match.at(read_position(path)))


@pytest.mark.clause("SR-18", "SR-20", "SR-22", "SR-23", "SR-27", "SR-28", "SR-29")
def test_blue_wins_the_auction_24_32_64_72_91_and_takes_the_white_disc():
    match = example("auction")
    bid(match, "24 A3")  # next to teal's building
    assert to_act(match) == "teal"
    bid(match, "pass", "32 A2", "64 A7", "72 A8")
    assert to_act(match) == "yellow"  # teal has passed and is skipped
    bid(match, "pass", "91 A9")
    assert to_act(match) == "red"
    bid(match, "pass")
    assert standing(match, "A9").seat == 3
    assert standing(match, "A9").bid is False
    assert seat(match, "blue").rows["white"] == ("white",)
    assert said(match)[:4] == [
        "Red passes.",
        "Nobody bids higher.",
        "Blue wins the auction and builds 91 (medium) on A9 (Aerie).",
        "4 bids return to their owners.",
    ]
    assert to_act(match) == "blue"
    assert all(match.view().neighbourhoods[spot].structure is None for spot in ("A3", "A2", "A7", "A8"))


@pytest.mark.clause("SR-40")
def test_red_controls_an_island_with_its_only_tall_building():
    match = bid(example("one-tall"), "104 C3")
    assert match.view().control["cirrus"].leaders == (0,)
    assert "Red controls Cirrus with the most tall buildings: 5." in said(match)
    assert [points(match, name, "control-1") for name in PLAYERS[4][1:]] == [0, 0, 0]


@pytest.mark.clause("SR-40")
def test_red_and_blue_share_an_island_with_as_many_tall_and_medium_buildings():
    match = bid(example("shared-island"), "104 C3")
    told = "Red and Blue share Cirrus, tied in tall, medium and short buildings: 5 each."
    assert told in said(match)
    assert [points(match, name, "control-1") for name in PLAYERS[4][1:]] == [0, 0, 5]


@pytest.mark.clause("SR-42", "SR-59", "SR-60")
def test_yellow_scores_blimps_twice_for_six_and_windmills_for_two():
    match = bid(example("panoramas"), "103 A9", "pass")
    assert points(match, "yellow", "panoramas-1") == 8
    assert "Yellow scores 6 for the panorama Blimps." in said(match)
    assert "Yellow scores 2 for the panorama Windmills." in said(match)


@pytest.mark.clause("SR-52")
def test_blue_has_met_the_objective_with_four_structures_on_inventors():
    match = example("objective")
    before = seat(match, "blue").objective
    bid(match, "114 F4")
    after = seat(match, "blue").objective
    assert before is not None
    assert after is not None
    assert (before.met, after.met) == (False, True)
    assert points(match, "blue", "objective") == 10


@pytest.mark.clause("SR-36", "SR-57")
def test_artists_are_worth_six_each_and_the_wild_disc_raises_the_inventors():
    match = example("final")
    assert seat(match, "blue").rows["brown"] == ("brown", "wild")
    bid(match, "114 F3")
    assert points(match, "blue", "structures-white") == 18
    assert points(match, "blue", "structures-brown") == 8


@pytest.mark.clause("SR-56")
def test_commissions_count_themselves():
    match = play(example("commissions"), "bid tall-1 F1")
    assert points(match, "blue", "patrons") == 9
    assert points(match, "blue", "excess") == points(match, "blue", "keys") == 10
    assert points(match, "blue", "commissions") == 5

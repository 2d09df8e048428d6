"""The captions of the figures in the rules match the positions they show."""

from typing import cast

from rooftop.titles.skyrise.view import View
from tests import figures
from tests.titles.skyrise.tables import PLAYERS, TITLE


def shown(name: str) -> View:
    return cast(View, figures.shown(TITLE, name).view(0))


def test_the_figures_follow_the_same_clauses_in_both_languages():
    figures.assert_figures_stand_alike(TITLE)


def test_every_figure_can_be_drawn():
    figures.assert_figures_can_be_drawn(TITLE)


def test_the_summary_shows_three_bids_and_a_forecast():
    view = shown("bidding")
    told = [(PLAYERS[3][bid.seat], bid.number, bid.neighbourhood) for bid in view.auction.bids]
    assert told == [("red", 31, "F1"), ("teal", 33, "F2"), ("red", 54, "F3")]
    assert view.neighbourhoods["F3"].disc == "white"
    own = shown("player").seats[0]
    assert own.objective is not None
    assert (own.objective.progress, own.hand_count) == (2, 3)
    assert own.if_ended.total > own.total


def test_a_bid_can_be_outbid_across_borders_only():
    assert set(shown("adjacent").auction.room) == {"A7", "A9", "A12", "A13"}


def test_seven_buildings_are_ready_at_the_start():
    states = [row.state for row in shown("buildings").seats[0].structures]
    assert states.count("ready") == 7
    assert states.count("locked") == 6


def test_the_auction_has_reached_72():
    row = shown("auction").auction
    told = [(PLAYERS[4][bid.seat], bid.number, bid.neighbourhood) for bid in row.bids]
    assert told == [("red", 24, "A3"), ("yellow", 32, "A9"), ("blue", 64, "A10"), ("red", 72, "A13")]
    assert set(row.room) == {"A8", "A14"}
    assert row.passed == (1,)


def test_three_discs_are_worth_six_and_a_full_row_three():
    own = shown("rows").seats[0]
    assert (own.row_value["yellow"], own.standing["yellow"]) == (6, 2)
    assert (own.row_value["white"], own.excess["white"]) == (3, 2)


def test_red_and_blue_share_cirrus_and_teal_controls_the_forum():
    control = shown("control").control
    assert control["cirrus"].leaders == (0, 3)
    assert control["forum"].leaders == (1,)


def test_one_bridge_counts():
    row = shown("bridges").panoramas
    assert next(card.instances for card in row if card.id == "bridges") == (1, 0, 0, 0)

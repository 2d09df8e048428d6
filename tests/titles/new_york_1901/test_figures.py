"""The captions of the figures in the rules match the positions shown."""

from typing import cast

from rooftop.game.title import title
from tests import figures
from tests.titles.new_york_1901.tables import NewYorkMatch

TITLE = title("new-york-1901")


def shown(name: str, moves: int | None = None) -> NewYorkMatch:
    return cast(NewYorkMatch, figures.shown(TITLE, name, moves))


def test_the_figures_follow_the_same_clauses_in_both_languages():
    figures.assert_figures_stand_alike(TITLE)


def test_every_figure_can_be_drawn():
    figures.assert_figures_can_be_drawn(TITLE)


def test_the_market_shows_lots_of_two_and_three_squares():
    cards = shown("market").view().market
    assert [card.size for card in cards if card] == [2, 3, 2, 3]
    assert len({card.district for card in cards if card}) == 4


def test_blue_and_green_each_have_a_bronze_skyscraper_and_a_worker_in_the_block():
    view = shown("block").view()
    assert [(row.seat, row.tile) for row in view.skyscrapers] == [(0, "start"), (0, "b1"), (1, "b2")]
    assert [lot for lot, row in view.lots.items() if row.worker] == ["Gb", "Gd"]


def test_one_street_has_a_leader_one_a_tie_and_one_nobody():
    rows = shown("tally").view().streets
    assert [(row.tally, row.leader) for row in rows] == [((3, 0, 0), 0), ((1, 1, 0), None), ((0, 0, 0), None)]


def test_eight_green_lots_of_two_squares_are_free():
    moves = [move.notation for move in shown("lots").moves()]
    assert moves == [f"lot {lot}" for lot in ("Gc", "Ge", "Gf", "Gg", "Gh", "Gj", "Gk", "Gl")]


def test_the_worker_of_a_lot_returns_when_it_is_built_on():
    before, after = (shown("worker", moves).view() for moves in (2, None))
    assert [view.seats[0].workers for view in (before, after)] == [2, 3]
    assert [view.seats[0].total for view in (before, after)] == [0, 2]
    assert after.lots["Gf"].worker
    assert not after.lots["Gc"].worker


def test_a_skyscraper_spans_two_lots_and_districts_and_touches_two_streets():
    (row,) = shown("span").view().skyscrapers
    assert row.lots == ("Rb", "Gk")
    assert row.districts == ("red", "green")
    assert row.streets == ("bw", "pt")


def test_with_eight_points_silver_is_unlocked_and_gold_is_not():
    seat = shown("generations").view().seats[0]
    assert (seat.total, seat.generation) == (8, "silver")
    assert seat.tiles["b1"] == "standing"
    assert seat.tiles["b3"] == seat.tiles["b4"] == "demolished"


def test_a_rebuild_needs_something_older_under_it():
    match = shown("rebuild")
    standing = {square for row in match.view().skyscrapers for square in row.squares}
    places = [set(move.notation.split()[1:]) for move in match.moves()]
    assert places
    assert all(place & standing for place in places)


def test_the_rebuild_tears_down_both_and_leaves_no_lot_empty():
    before, after = shown("rebuilt", 1).view(), shown("rebuilt").view()
    assert [row.tile for row in before.skyscrapers] == ["start", "b1"]
    assert [(row.tile, row.squares) for row in after.skyscrapers] == [("s4", ("D2", "E2", "D3", "E3"))]
    assert after.seats[0].workers == before.seats[0].workers + 1
    assert not any(row.worker for row in after.lots.values())


def test_wall_street_has_a_sole_leader():
    row = shown("streets").view().streets[2]
    assert (row.code, row.tally, row.leader) == ("wa", (3, 1, 1, 4), 3)

"""Demolishing and rebuilding: generations, what is torn down, workers for emptied lots."""

from typing import Any

import pytest

from tests.titles.new_york_1901.tables import (
    EIGHTEEN_POINTS,
    at,
    notations,
    play,
    said,
    seat,
    standing,
    workers_on,
)

TWOS = ["red-2", "red-2", "blue-2", "blue-2"]
NO_CARDS: dict[str, Any] = {"actions": {"blue": ""}, "market": TWOS}
SIX: dict[str, Any] = {"blue": "b3 b4"}


@pytest.mark.clause("NY-48", "NY-49", "NY-17")
def test_a_rebuild_replaces_acquiring_land():
    match = at(lots={"blue": "Ga"}, tiles={"blue": {"start": "E3 E4"}}, **NO_CARDS)
    play(match, "tile b1", "place E3 E4")
    assert standing(match, "blue") == {"b1": "E3 E4"}
    assert seat(match, "blue").total == 2
    assert match.to_act == 1  # no card was taken, and the turn is over
    assert len([card for card in match.view().market if card]) == 4
    assert seat(match, "blue").tiles["start"] == "demolished"


@pytest.mark.clause("NY-48")
def test_a_rebuild_must_replace_something_when_land_could_be_acquired():
    match = at(lots={"blue": "Ga Gc Gf"}, tiles={"blue": {"start": "E3 E4"}}, **NO_CARDS)
    play(match, "tile b1")
    assert notations(match) == {"place E3 E4", "place E2 E3"}
    assert match.why_not("place B4 C4") == (
        "You have a worker in reserve: acquire land first, or replace other skyscrapers."
    )


@pytest.mark.clause("NY-48", "NY-20")
def test_a_tile_that_only_fits_on_vacant_land_is_not_offered_before_land_is_acquired():
    match = at(lots={"blue": "Ga Gb Gf"}, tiles={"blue": {"start": "E3 E4"}}, **NO_CARDS)
    assert "tile b1" in notations(match)  # over the starting property
    assert "tile b3" not in notations(
        match
    )  # three squares in a row are vacant in the block, but not beside it
    assert match.why_not("tile b3") == (
        "You have a worker in reserve: acquire a lot first, then build Havemeyer Building."
    )


@pytest.mark.clause("NY-50", "NY-42")
def test_demolished_skyscrapers_leave_the_game_and_keep_their_points():
    match = at(lots={"blue": "Ga"}, tiles={"blue": {"b1": "E3 E4"}}, demolished=SIX, **NO_CARDS)
    assert seat(match, "blue").total == 8
    play(match, "tile s1", "place E3 E4")
    assert said(match)[:2] == [
        "Blue tears down Tower Building.",
        "Blue builds Gillender Building (silver, 2 squares, 3 points) on E3, E4 (lot Ga; Broadway; Cedar).",
    ]
    assert seat(match, "blue").total == 11
    assert seat(match, "blue").tiles["b1"] == "demolished"
    assert seat(match, "blue").unbuilt == 14


@pytest.mark.clause("NY-51")
def test_exactly_the_overlapped_skyscrapers_are_torn_down():
    match = at(
        lots={"blue": "Gb Gc Gd Ga"},
        tiles={"blue": {"b1": "B2 C2", "b2": "D2 D3", "b5": "D4 E4 E3"}},
        demolished={"blue": "b3"},
        **NO_CARDS,
    )
    play(match, "tile s2", "place B2 C2 D2")
    assert standing(match, "blue") == {"b5": "E3 D4 E4", "s2": "B2 C2 D2"}
    assert seat(match, "blue").tiles["b1"] == seat(match, "blue").tiles["b2"] == "demolished"


APART: dict[str, Any] = {
    "lots": {"blue": "Gb Gc Gd Ga"},
    "tiles": {"blue": {"b1": "B2 B3", "b2": "D2 D3"}},  # C2 and C3 are between them
    "demolished": {"blue": "b3"},
}


@pytest.mark.clause("NY-51")
def test_skyscrapers_torn_down_together_must_be_adjacent_unless_the_edition_allows_more():
    strict = play(at(**APART, **NO_CARDS), "tile s2")
    assert "place B2 C2 D2" not in notations(strict)
    assert "place C2 D2 E2" in notations(strict)  # b2 alone
    assert strict.why_not("place B2 C2 D2") == (
        "Tower Building and American Tract Society do not touch;"
        " you can only tear down adjacent skyscrapers together."
    )
    loose = at(**APART, **NO_CARDS, rulings={"demolished_must_touch": False})
    play(loose, "tile s2", "place B2 C2 D2")
    assert standing(loose, "blue") == {"s2": "B2 C2 D2"}


@pytest.mark.clause("NY-51")
def test_a_chain_of_touching_skyscrapers_is_one_group_in_any_order():
    match = at(
        lots={"blue": "Gb Gc Gd Ga"},
        tiles={"blue": {"b1": "B2 B3", "b2": "D2 E2", "b5": "C2 C3 D3"}},  # b5 connects the other two
        demolished={"blue": "b3"},
        **NO_CARDS,
    )
    play(match, "tile s2", "place B2 C2 D2")
    assert standing(match, "blue") == {"s2": "B2 C2 D2"}


@pytest.mark.clause("NY-51")
def test_two_skyscrapers_connected_by_a_third_are_torn_down_with_it():
    match = at(
        lots={"blue": "Ga Gb Gc Gd Gf"},
        tiles={"blue": {"b1": "C2 C3", "b2": "E2 E3", "b3": "C4 D4 E4"}},  # b3 is below the other two
        demolished={"blue": "b4 b5 b6 s1"},
        **NO_CARDS,
    )
    play(match, "tile g5", "place C3 D3 E3 C4 D4 E4")
    assert standing(match, "blue") == {"g5": "C3 D3 E3 C4 D4 E4"}


@pytest.mark.clause("NY-51")
def test_corners_do_not_make_skyscrapers_adjacent():
    match = at(
        lots={"blue": "Gb Gc Gd Ga"},
        tiles={"blue": {"b1": "C2 D2", "b2": "E3 E4"}},
        demolished={"blue": "b3"},
        **NO_CARDS,
    )
    play(match, "tile s3")  # three squares around a corner
    assert "place D2 E2 E3" not in notations(match)
    assert "place D2 E2 D3" in notations(match)


@pytest.mark.clause("NY-51")
def test_a_tile_that_fits_only_over_two_that_do_not_touch_is_not_offered():
    position: dict[str, Any] = {
        "lots": {"blue": "Ba Pk"},
        "tiles": {"blue": {"b1": "K14 K15", "b2": "M15 M16"}},
        "demolished": SIX,
    }
    assert "tile s2" not in notations(at(**position, **NO_CARDS))
    loose = at(**position, **NO_CARDS, rulings={"demolished_must_touch": False})
    assert "place K15 L15 M15" in notations(play(loose, "tile s2"))


GENERATIONS = [("start", 0), ("b1", 1), ("s1", 2), ("g1", 3)]
NEW = [("b2", 1), ("s2", 2), ("g2", 3), ("l1", 3)]


@pytest.mark.clause("NY-52", "NY-53")
@pytest.mark.parametrize(("old", "age"), GENERATIONS)
@pytest.mark.parametrize(("new", "rank"), NEW)
def test_the_new_skyscraper_must_be_of_a_later_generation(old, age, new, rank):
    """In order: starting property, bronze, silver, gold and legendary."""
    others = " ".join(tile for tile in EIGHTEEN_POINTS.split() if tile not in (old, new)) + " s3 s4"
    match = at(
        lots={"blue": "Ya Yb Yi"},
        tiles={"blue": {old: "K2 L2"}},
        demolished={"blue": others},
        **NO_CARDS,
    )
    assert (f"tile {new}" in notations(match)) == (rank > age)


@pytest.mark.clause("NY-53")
def test_why_gold_and_equal_generations_cannot_be_replaced():
    match = at(
        lots={"blue": "Ga Gc Gd"},
        tiles={"blue": {"g1": "E3 E4", "b1": "D2 E2"}},
        demolished={"blue": "b2 b3 b4 b5 b6 s1"},
        **NO_CARDS,
    )
    play(match, "tile s2")
    assert match.why_not("place E2 E3 E4") == (
        "Empire Building cannot replace Liberty Tower:"
        " it must be of a later generation, and gold is never replaced."
    )
    assert notations(match) == {"place D2 D3 D4"}


@pytest.mark.clause("NY-54", "NY-55")
def test_the_new_skyscraper_may_be_larger_and_free_workers_on_vacant_land():
    match = at(lots={"blue": "Ga Gc Gd"}, tiles={"blue": {"b1": "E3 E4"}}, demolished=SIX, **NO_CARDS)
    assert workers_on(match, "blue") == {"Gc", "Gd"}
    play(match, "tile s4", "place D3 E3 D4 E4")
    assert workers_on(match, "blue") == {"Gc"}
    assert seat(match, "blue").workers == 3
    foreign = at(lots={"blue": "Ga", "green": "Gc"}, tiles={"blue": {"b1": "E3 E4"}}, demolished=SIX)
    play(foreign, "tile s1")
    assert notations(foreign) == {"place E3 E4"}
    assert foreign.why_not("place E2 E3") == "E2 is not your land: another player owns it."


@pytest.mark.clause("NY-54", "NY-56")
def test_the_new_skyscraper_may_be_smaller_and_each_emptied_lot_takes_a_worker():
    match = at(
        lots={"blue": "Ga Gc Gd"},
        tiles={"blue": {"b3": "E2 E3 E4"}},
        demolished={"blue": "b4 b5"},
        **NO_CARDS,
    )
    assert workers_on(match, "blue") == {"Gd"}
    play(match, "tile s1", "place D2 E2")
    assert standing(match, "blue") == {"s1": "D2 E2"}
    assert workers_on(match, "blue") == {"Gd", "Ga"}
    assert seat(match, "blue").workers == 2
    assert "Blue puts a worker on empty lot Ga." in said(match)


@pytest.mark.clause("NY-57")
def test_too_few_workers_forbid_a_rebuild_and_freed_workers_may_be_used():
    tiles = {"blue": {"b3": "E2 E3 E4"}}
    short = at(lots={"blue": "Ga Gc Rg Rl Yc Yd"}, tiles=tiles, demolished={"blue": "b4 b5"}, **NO_CARDS)
    assert seat(short, "blue").workers == 0
    play(short, "tile s1")
    assert "place E2 E3" in notations(short)  # both lots keep a square
    assert "place D2 E2" not in notations(short)  # Ga would be empty
    assert short.why_not("place D2 E2") == "The emptied lots need 1 more worker than you have."
    freed = at(lots={"blue": "Ga Gc Gd Rl Yc Yd"}, tiles=tiles, demolished={"blue": "b4 b5"}, **NO_CARDS)
    assert seat(freed, "blue").workers == 0
    play(freed, "tile s1")
    assert "place D3 E3" in notations(freed)  # Gc is emptied, but the worker of Gd returns
    play(freed, "place D3 E3")
    assert workers_on(freed, "blue") == {"Gc", "Rl", "Yc", "Yd"}
    assert seat(freed, "blue").workers == 0


@pytest.mark.clause("NY-55")
def test_a_rebuild_needs_a_side_on_a_street_too():
    match = at(
        lots={"blue": "Gb Gd Gc"},
        tiles={"blue": {"b1": "C2 C3", "b2": "D3 D4"}},
        demolished=SIX,
        **NO_CARDS,
    )
    play(match, "tile s1")
    assert not any("C3 D3" in move for move in notations(match))
    assert "place D2 D3" in notations(match)


@pytest.mark.clause("NY-44", "NY-50")
def test_a_demolished_tile_counts_as_built_for_the_end():
    torn = "b2 b3 b4 b5 b6 s1 s2 s3 s4 s5 s6"
    match = at(
        lots={"blue": "Ga Gc Yd"},
        tiles={"blue": {"b1": "E3 E4", "g1": "O2 O3"}},
        demolished={"blue": torn},
        **NO_CARDS,
    )
    assert seat(match, "blue").unbuilt == 5
    play(match, "tile g2", "place E2 E3 E4")
    assert match.view().ending == "tiles"
    assert seat(match, "blue").unbuilt == 4

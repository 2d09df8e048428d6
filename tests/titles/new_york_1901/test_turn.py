"""A turn: land, workers, the open market, and giving a lot back."""

from typing import Any

import pytest

import rooftop
from rooftop.titles.new_york_1901.view import Lot
from tests.titles.new_york_1901.tables import (
    EIGHTEEN_POINTS,
    at,
    market,
    new,
    notations,
    play,
    said,
    seat,
    workers_on,
)

TWOS = ["green-2", "green-2", "red-2", "blue-2"]
BIG: dict[str, Any] = {"yellow": "Pb Pc", "green": "Gm"}


@pytest.mark.clause("NY-17", "NY-20")
def test_with_a_worker_in_reserve_a_turn_begins_with_a_card_and_cannot_be_passed():
    match = at(market=TWOS)
    assert notations(match, "card") == {"card 1", "card 2", "card 3", "card 4"}
    assert "end" not in notations(match)
    assert match.why_not("end") == "You cannot pass: take a lot card, or demolish and rebuild."
    assert match.why_not("tile b1") == ("Tower Building does not fit on your land.")


@pytest.mark.clause("NY-20", "NY-30")
def test_building_after_an_acquisition_is_optional():
    match = play(at(market=TWOS, actions={"blue": ""}), "card 1", "lot Gf")
    assert notations(match) == {"tile b1", "tile b2", "end"}
    play(match, "end")
    assert match.to_act == 1
    assert "Blue does not build." in said(match)


@pytest.mark.clause("NY-18", "NY-22")
def test_a_taken_card_is_used_before_anything_else():
    match = play(at(market=TWOS), "card 1")
    assert all(move.startswith("lot ") for move in notations(match))
    assert match.why_not("grab") == "You have taken a card: put the worker on a lot first."
    play(match, "lot Gf", "grab")
    assert all(move.startswith("card ") for move in notations(match))
    assert match.why_not("tile b1") == "Finish Land Grab first: take a card for a two-square lot."


@pytest.mark.clause("NY-22", "NY-24")
def test_the_worker_goes_to_any_free_lot_of_the_cards_colour_and_size():
    match = at(market=["green-2", "green-3", "red-2", "blue-2"], lots={"green": "Gf"})
    play(match, "card 1")
    free = {"Ga", "Gc", "Ge", "Gg", "Gh", "Gj", "Gk", "Gl"}
    assert notations(match) == {f"lot {lot}" for lot in free}
    assert match.why_not("lot Gf") == "Lot Gf already has an owner."
    assert match.why_not("lot Gb") == "Lot Gb has three squares; the card is for a two-square lot."
    assert match.why_not("lot Ra") == "Lot Ra is red; the card is green."
    play(match, "lot Gc")
    assert workers_on(match, "blue") == {"Gc"}
    assert seat(match, "blue").workers == 3


@pytest.mark.clause("NY-23", "NY-26")
def test_land_stays_owned_when_its_worker_has_gone_home():
    match = at(lots={"blue": "Gd Ga"}, tiles={"blue": {"b1": "D4 E4"}})
    assert workers_on(match, "blue") == set()
    assert seat(match, "blue").workers == 4
    assert set(seat(match, "blue").lots) == {"Gd", "Ga"}
    assert match.view().lots["Gd"] == Lot(owner=0, worker=False)


@pytest.mark.clause("NY-24")
def test_nobody_else_can_build_on_my_land():
    match = at(lots={"blue": "Gc", "green": "Ga"}, market=TWOS, to_act="green")
    play(match, "card 1", "lot Gf", "tile b1")
    assert notations(match) == {"place E3 E4", "place B4 C4"}
    assert match.why_not("place D2 E2") == "D2 is not your land: another player owns it."


@pytest.mark.clause("NY-25")
def test_the_lot_acquired_in_this_turn_can_be_built_on():
    match = play(at(market=TWOS, actions={"blue": ""}), "card 1", "lot Gc", "tile b2", "place D2 E2")
    assert seat(match, "blue").total == 2
    assert seat(match, "blue").workers == 4


@pytest.mark.clause("NY-19")
def test_no_acquiring_after_building_and_no_demolishing_after_acquiring():
    match = at(lots={"blue": "Ga"}, tiles={"blue": {"start": "E3 E4"}}, market=TWOS)
    assert {"tile b1", "card 1"} <= notations(match)  # a rebuild or an acquisition
    play(match, "card 3", "lot Rg")
    play(match, "tile b1")
    assert notations(match) == {"place B13 C13"}
    assert match.why_not("place E3 E4") == (
        "One of your skyscrapers is there; you can rebuild only instead of acquiring land."
    )
    play(match, "place B13 C13")
    assert match.view().phase == "after"
    assert notations(match) == {"grab", "end"}
    assert match.why_not("card 1") == "You have built: play an action card or end the turn."


@pytest.mark.clause("NY-21")
def test_without_a_worker_the_turn_goes_straight_to_building_and_must_build():
    match = at(lots={"blue": "Gc Gf Rg Rl"}, actions={"blue": ""})
    assert seat(match, "blue").workers == 0
    assert notations(match) == {"tile b1", "tile b2"}
    assert match.why_not("card 1") == "You have no worker in reserve: build or rebuild first."
    assert match.why_not("end") == (
        "You cannot pass: you have no worker in reserve, so you must build or rebuild."
    )
    play(match, "tile b1", "place B4 C4")
    assert match.to_act == 1
    assert match.view().seats[0].workers == 1


@pytest.mark.clause("NY-21", "NY-48")
def test_without_a_worker_a_tile_may_go_on_vacant_land_or_replace_another():
    match = at(
        lots={"blue": "Ga Gc Gf Rg Rl"}, tiles={"blue": {"start": "E3 E4"}}, demolished={"blue": "b3 b4"}
    )
    assert seat(match, "blue").workers == 0
    play(match, "tile s1")
    assert notations(match) == {
        "place E3 E4", "place D2 E2", "place E2 E3", "place B4 C4", "place B13 C13", "place B16 C16",
    }  # fmt: skip


@pytest.mark.clause("NY-27")
def test_there_are_always_as_many_cards_of_a_kind_as_free_lots():
    match = new(seed=8)
    for number in range(120):
        if match.over:
            break
        assert match.position.law_broken() == 0
        legal = match.legal()
        match.play(legal[number * 7 % len(legal)])


@pytest.mark.clause("NY-28", "NY-60")
def test_the_open_market_is_filled_only_at_the_end_of_the_turn():
    match = at(market=TWOS, future=["pink-3", "yellow-3"])
    play(match, "card 2", "lot Gf")
    assert [card and card.id for card in match.view().market] == ["green-2", None, "red-2", "blue-2"]
    assert match.why_not("card 2") == "You have acquired land: build a skyscraper or end the turn."
    play(match, "grab")
    assert notations(match) == {"card 1", "card 3", "card 4"}
    play(match, "card 4", "lot Bd", "end")
    assert market(match) == ["green-2", "pink-3", "red-2", "yellow-3"]
    assert said(match)[-2:] == [
        "New card in the open market: pink, 3 squares.",
        "New card in the open market: yellow, 3 squares.",
    ]


@pytest.mark.clause("NY-29", "NY-81")
def test_a_turn_with_nothing_left_to_choose_ends_by_itself_unless_it_is_held():
    moves = ("card 1", "lot Gk")  # Gk is inside its block: nothing can be built there
    place: dict[str, Any] = {"market": TWOS, "actions": {"blue": ""}}
    match = play(at(**place), *moves)
    assert match.to_act == 1
    held = play(at(options={"hold": True}, **place), *moves)
    assert held.to_act == 0
    assert held.view().phase == "done"
    assert notations(held) == {"end"}
    assert held.undoable == 2
    play(held, "end")
    assert held.to_act == 1
    assert held.undoable == 0


@pytest.mark.clause("NY-36")
def test_a_freed_worker_can_be_used_again_in_the_same_turn():
    match = at(lots={"blue": "Gc Gf Rg"}, market=TWOS)
    play(match, "card 4", "lot Ba")
    assert seat(match, "blue").workers == 0
    assert match.why_not("grab") == "Land Grab needs a worker in reserve."
    play(match, "tile b1", "place B4 C4")
    assert seat(match, "blue").workers == 1
    play(match, "grab", "card 1", "lot Ge")
    assert workers_on(match, "blue") == {"Gc", "Rg", "Ba", "Ge"}


# --- nothing to do -----------------------------------------------------------------------------------

STUCK: dict[str, Any] = {
    "lots": {"blue": "Gc Ge Rg Yd"},  # two squares each in different blocks, and no two-square tile is left
    "demolished": {"blue": "b1 b2"},
    "market": TWOS,
}


@pytest.mark.clause("NY-47", "NY-23")
def test_a_player_with_no_worker_and_nothing_to_build_gives_a_lot_back():
    match = at(**STUCK)
    assert match.view().phase == "blocked"
    assert notations(match) == {"return Gc", "return Ge", "return Rg", "return Yd"}
    hidden = match.view().future.count
    play(match, "return Rg")
    assert said(match) == ["Blue gives back lot Rg (red, 2 squares)."]
    assert match.to_act == 1
    assert seat(match, "blue").workers == 1
    assert match.view().lots["Rg"] == Lot(owner=None, worker=False)
    assert match.view().future.count == hidden + 1
    assert match.view().future.bottom == (("red-2",),)
    assert match.position.law_broken() == 0


@pytest.mark.clause("NY-47", "NY-21")
def test_a_player_who_can_build_or_rebuild_is_not_blocked():
    assert at(**{**STUCK, "demolished": {"blue": "b1"}}).view().phase == "turn"
    tiles = {"blue": {"start": "E3 E4"}}
    rebuild = at(**{**STUCK, "lots": {"blue": "Gc Ge Rg Yd Ga"}}, tiles=tiles, actions={"blue": ""})
    assert notations(rebuild) == {"tile b3", "tile b4", "tile b5"}  # over the starting property and Gc


@pytest.mark.clause("NY-47")
def test_only_a_lot_with_a_worker_can_be_given_back():
    match = at(
        lots={"blue": "Ge Rg Yd Bh Ga"},
        tiles={"blue": {"b1": "E3 E4"}},
        demolished={"blue": "b2"},
        market=TWOS,
    )
    assert match.view().phase == "blocked"
    assert match.why_not("return Ga") == (
        "Lot Ga has a skyscraper on it; you can only give back a lot with a worker."
    )
    assert match.why_not("return Gc") == "Lot Gc is not yours."


@pytest.mark.clause("NY-84")
def test_a_player_who_gives_a_lot_back_cannot_play_a_card():
    match = at(**STUCK)
    assert seat(match, "blue").actions == ("boom", "shift", "grab")
    for card in ("shift", "grab", "boom"):
        assert match.why_not(card) == (
            "You have no worker and nothing to build: you can only give a lot back."
        )
    held = play(at(options={"hold": True}, **STUCK), "return Ge")
    assert notations(held) == {"end"}


@pytest.mark.clause("NY-16", "NY-59")
def test_everyone_knows_the_cards_at_the_bottom():
    match = at(**STUCK, actions={"green": "shift"})
    play(match, "return Rg", "shift")
    assert match.view().future.bottom == (("red-2", "blue-2", "green-2", "green-2"), ("red-2",))
    assert len(match.view().market) == 4


# --- words and undo ----------------------------------------------------------------------------------


def test_a_whole_turn_can_be_undone_until_the_market_is_refilled():
    match = at(options={"hold": True}, market=TWOS, actions={"blue": ""})
    before = match.position.rows.tobytes()
    play(match, "card 1", "lot Gc", "tile b1", "place D2 E2")
    assert match.view().phase == "done"
    assert match.undoable == 4
    match.undo(4)
    assert match.position.rows.tobytes() == before


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("card 5", "unknown card '5'; expected one of 1, 2, 3, 4"),
        ("lot Xx", "unknown lot 'Xx'; expected one of"),
        ("tile q1", "unknown skyscraper 'q1'; expected one of start, b1"),
        ("place C3 D3", "no skyscraper fits these squares; they must have the shape of one"),
        ("place Z9", "unknown building square 'Z9'"),
        ("dance", "is not a move; moves look like 'card 1', 'lot Gb', 'return Gb', 'tile s4'"),
        ("", "is not a move"),
    ],
)
def test_an_invalid_move_is_rejected_with_what_is_expected(text, reason):
    with pytest.raises(rooftop.MoveError, match=reason):
        new().play(text)


def test_moves_are_read_in_any_case():
    match = at(market=TWOS)
    play(match, "CARD 1", "Lot gf")
    assert workers_on(match, "blue") == {"Gf"}


def test_a_gold_tile_is_offered_to_a_player_with_enough_points():
    match = at(demolished={"blue": EIGHTEEN_POINTS}, lots={"blue": "Gc"}, market=TWOS)
    play(match, "card 1", "lot Gf")
    assert {"tile g1", "end"} <= notations(match)

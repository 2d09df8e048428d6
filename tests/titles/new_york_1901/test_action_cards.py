"""The three action cards."""

import random
from typing import Any

import pytest

from tests.titles.new_york_1901.tables import (
    BRONZE,
    SILVER,
    at,
    market,
    notations,
    play,
    said,
    seat,
    standing,
    workers_on,
)

TWOS = ["red-2", "red-2", "blue-2", "blue-2"]

NO_BOOM_YET = "You can play Construction Boom only after the first skyscraper of the turn."


@pytest.mark.clause("NY-58")
def test_each_card_can_be_played_once_per_game():
    match = play(at(market=TWOS), "shift")
    assert seat(match, "blue").actions == ("boom", "grab")
    assert match.why_not("shift") == "You have already played Market Shift."
    assert seat(match, "green").actions == ("boom", "shift", "grab")


# --- Market Shift ------------------------------------------------------------------------------------


@pytest.mark.clause("NY-59")
def test_market_shift_replaces_the_open_cards_and_puts_them_at_the_bottom():
    match = at(market=TWOS, future=["pink-3", "pink-2", "yellow-3", "green-3"])
    hidden = match.view().future.count
    play(match, "shift")
    view = match.view()
    assert market(match) == ["pink-3", "pink-2", "yellow-3", "green-3"]
    assert view.future.count == hidden
    assert view.future.bottom == (("red-2", "red-2", "blue-2", "blue-2"),)
    assert match.undoable == 0  # something was revealed
    assert match.to_act == 0
    assert notations(match, "card") == {"card 1", "card 2", "card 3", "card 4"}


@pytest.mark.clause("NY-59")
def test_the_old_cards_are_shuffled():
    orders = set()
    for seed in range(40):
        match = at(market=["red-2", "red-3", "blue-2", "blue-3"])
        chance = random.Random(seed)
        match.position.state["rng"] = [chance.getrandbits(32) for _ in range(4)]
        play(match, "shift")
        orders.add(tuple(match.position.state["future"][:4].tolist()))
    assert len(orders) > 12


@pytest.mark.clause("NY-59")
def test_market_shift_comes_before_anything_else():
    sentence = "You can play Market Shift only at the start of a turn, before anything else."
    match = play(at(market=TWOS), "grab", "card 1", "lot Rg")
    assert match.view().phase == "turn"
    assert match.why_not("shift") == sentence
    play(match, "card 3")
    assert match.why_not("shift") == sentence
    play(match, "lot Ba")
    assert match.why_not("shift") == sentence


@pytest.mark.clause("NY-59")
def test_market_shift_can_be_followed_by_a_rebuild_or_by_any_other_card():
    match = at(lots={"blue": "Ga"}, tiles={"blue": {"start": "E3 E4"}}, market=TWOS,
               future=["pink-2", "pink-2", "pink-2", "pink-2"])  # fmt: skip
    play(match, "shift")
    assert {"tile b1", "grab", "card 1"} <= notations(match)


FEW = "Pa Pb Pc Pd Pe Pf Pg Ph Pi Pj Pk Pl Pm Ya Yb Yc Yd Ye Yf Yg Yh Yi Yj Yk Yl Ym"
FEW += " Ra Rb Rc Rd Re Rf Rg Rh Ri Rj Rk Rl Rm Ga Gb Gc Gd Ge Gf Gg Gh Gi Gj Gk Gl Gm"


@pytest.mark.clause("NY-59")
@pytest.mark.parametrize(("out", "able"), [("Ba Bb Bc Bd Bg", True), ("Ba Bb Bc Bd Bg Be", False)])
def test_market_shift_needs_four_face_down_cards(out, able):
    match = at(out=f"{FEW} {out}")
    assert match.view().future.count == (4 if able else 3)
    assert ("shift" in notations(match)) == able
    if not able:
        assert match.why_not("shift") == "The future market has too few cards for Market Shift: 3."


# --- Land Grab ---------------------------------------------------------------------------------------


@pytest.mark.clause("NY-60", "NY-63")
def test_land_grab_acquires_a_second_lot_and_gives_no_second_build():
    match = play(at(market=TWOS), "card 1", "lot Rg", "grab", "card 3", "lot Ba")
    assert workers_on(match, "blue") == {"Rg", "Ba"}
    assert match.view().phase == "build"
    play(match, "tile b1", "place B13 C13")
    assert notations(match) == {"boom", "end"}
    assert match.why_not("tile b2") == "You have built: play an action card or end the turn."


@pytest.mark.clause("NY-60")
def test_land_grab_needs_a_worker():
    match = play(at(market=TWOS, lots={"blue": "Gc Gf Yd"}), "card 1", "lot Rg")
    assert match.why_not("grab") == "Land Grab needs a worker in reserve."
    assert "grab" not in notations(match)


@pytest.mark.clause("NY-61")
def test_no_three_square_lot_in_a_turn_with_land_grab():
    mixed = ["red-3", "red-2", "blue-2", "blue-3"]
    before = play(at(market=mixed), "grab")
    assert notations(before) == {"card 2", "card 3"}
    play(before, "card 2", "lot Rg")
    assert notations(before, "card") == {"card 3"}
    assert before.why_not("card 1") == "In a turn with Land Grab you can only acquire two-square lots."
    after = play(at(market=mixed), "card 1", "lot Rk")
    assert after.why_not("grab") == (
        "You cannot play Land Grab in a turn in which you acquire a three-square lot."
    )
    later = play(at(market=mixed), "card 2", "lot Rg", "grab")
    assert notations(later) == {"card 3"}


@pytest.mark.clause("NY-62")
def test_land_grab_needs_a_face_down_card_and_an_open_two_square_card():
    empty = at(out=f"{FEW} Ba Bb Bc Bd Be Bf Bh Bl Bm")
    assert empty.view().future.count == 0
    assert empty.why_not("grab") == "You cannot play Land Grab when the future market is empty."
    threes = at(market=["red-3", "red-3", "blue-3", "blue-3"])
    assert threes.why_not("grab") == "The open market has no card for a two-square lot."


@pytest.mark.clause("NY-63")
def test_land_grab_after_a_build_with_the_worker_just_freed():
    match = at(market=TWOS, lots={"blue": "Gc Gf Yd"})
    play(match, "card 1", "lot Rg", "tile b1", "place D2 E2", "grab", "card 2", "lot Rl")
    assert workers_on(match, "blue") == {"Gf", "Yd", "Rg", "Rl"}
    play(match, "end")
    assert match.to_act == 1


@pytest.mark.clause("NY-63")
def test_land_grab_before_or_after_a_rebuild():
    start: dict[str, Any] = {"lots": {"blue": "Ga"}, "tiles": {"blue": {"start": "E3 E4"}}}
    greens = ["green-2", "green-2", "red-2", "blue-2"]
    before = play(at(market=greens, **start), "grab", "card 1", "lot Gc", "tile b3", "place E2 E3 E4")
    assert standing(before, "blue") == {"b3": "E2 E3 E4"}
    assert seat(before, "blue").workers == 4
    after = play(at(market=greens, **start), "tile b1", "place E3 E4", "grab", "card 1", "lot Gc")
    assert workers_on(after, "blue") == {"Gc"}


@pytest.mark.clause("NY-63", "NY-20")
def test_after_a_land_grab_at_the_start_land_must_still_be_acquired_if_possible():
    match = play(at(market=TWOS), "grab", "card 1", "lot Rg")
    assert notations(match) == {"card 2", "card 3", "card 4"}
    assert match.why_not("tile b1") == (
        "You have a worker in reserve: acquire a lot first, then build Tower Building."
    )
    play(match, "card 2", "lot Rl")
    assert {"tile b1", "end"} <= notations(match)


@pytest.mark.clause("NY-63")
def test_no_acquiring_if_land_grab_used_the_last_worker():
    match = at(market=TWOS, lots={"blue": "Gc Gf Yd"})
    play(match, "grab", "card 1", "lot Rg")
    assert seat(match, "blue").workers == 0
    assert notations(match) == {"tile b1", "tile b2", "end"}
    play(match, "end")
    assert match.to_act == 1
    assert len([card for card in match.view().market if card]) == 4


@pytest.mark.clause("NY-63")
def test_no_acquiring_if_land_grab_took_the_last_two_square_card():
    match = play(at(market=["red-2", "red-3", "blue-3", "blue-3"]), "grab", "card 1", "lot Rg")
    assert notations(match) == {"tile b1", "tile b2", "end"}


# --- Construction Boom -------------------------------------------------------------------------------


@pytest.mark.clause("NY-64", "NY-31")
def test_construction_boom_builds_a_second_skyscraper_after_a_build():
    match = at(market=TWOS, lots={"blue": "Gc"})
    assert match.why_not("boom") == NO_BOOM_YET
    play(match, "card 1", "lot Rg")
    assert match.why_not("boom") == NO_BOOM_YET
    play(match, "tile b1", "place B13 C13", "boom", "tile b2")
    assert notations(match) == {"place D2 E2"}
    play(match, "place D2 E2")
    assert seat(match, "blue").total == 4
    assert seat(match, "blue").workers == 4


@pytest.mark.clause("NY-64")
def test_construction_boom_follows_a_rebuild_too():
    match = at(lots={"blue": "Ga Gf"}, tiles={"blue": {"start": "E3 E4"}}, market=TWOS)
    play(match, "tile b1", "place E3 E4", "boom", "tile b2", "place B4 C4")
    assert standing(match, "blue") == {"b1": "E3 E4", "b2": "B4 C4"}


@pytest.mark.clause("NY-65")
def test_construction_boom_never_demolishes():
    match = at(lots={"blue": "Ga Gf"}, tiles={"blue": {"start": "E3 E4"}}, market=TWOS)
    play(match, "card 1", "lot Rg", "tile b1", "place B13 C13", "boom", "tile b2")
    assert notations(match) == {"place B4 C4"}
    assert match.why_not("place E3 E4") == (
        "One of your skyscrapers is there; you can rebuild only instead of acquiring land."
    )


@pytest.mark.clause("NY-65", "NY-18")
def test_construction_boom_needs_room_and_must_be_used():
    none = at(lots={"blue": "Ga"}, tiles={"blue": {"start": "E3 E4"}}, market=TWOS)
    play(none, "tile b1", "place E3 E4")
    assert none.why_not("boom") == "No second skyscraper fits on your vacant land."
    match = at(lots={"blue": "Ga Gf"}, tiles={"blue": {"start": "E3 E4"}}, market=TWOS)
    play(match, "tile b1", "place E3 E4", "boom")
    assert notations(match) == {"tile b2"}
    assert match.why_not("end") == "Finish Construction Boom first: choose the second skyscraper."


TORN = "b3 b4 b5 b6 s1 s2 s3 s4 s5 s6"  # ten of eighteen


@pytest.mark.clause("NY-65", "NY-44")
def test_the_second_skyscraper_may_trigger_the_end():
    match = at(
        lots={"blue": "Gf Gd Yd Gc Rf"},
        tiles={"blue": {"g1": "O2 O3", "g2": "B4 C4 D4"}},
        demolished={"blue": TORN},
        market=TWOS,
    )
    assert seat(match, "blue").unbuilt == 6
    play(match, "card 1", "lot Rg", "tile b1", "place D2 E2")
    assert match.view().ending is None
    play(match, "boom", "tile b2", "place G10 G11")
    assert match.view().ending == "tiles"


@pytest.mark.clause("NY-65", "NY-44")
def test_construction_boom_is_barred_if_the_first_skyscraper_triggered_the_end():
    match = at(
        lots={"blue": "Gf Gd Yd Gc Rf"},
        tiles={"blue": {"g1": "O2 O3", "g2": "B4 C4 D4"}},
        demolished={"blue": TORN + " b1"},
        market=TWOS,
    )
    assert seat(match, "blue").unbuilt == 5
    play(match, "card 1", "lot Rg", "tile b2", "place D2 E2")
    assert "Blue has only 4 unbuilt skyscrapers left: everyone else gets one last turn." in said(match)
    assert "boom" not in notations(match)
    assert match.view().so_far.boom_barred or match.to_act == 1


@pytest.mark.clause("NY-65")
def test_construction_boom_may_be_played_in_a_last_turn():
    match = at(
        lots={"blue": "Gf Gd Yd Gc Rf", "yellow": "Ga Bj"},
        tiles={
            "blue": {"g1": "O2 O3", "g2": "B4 C4 D4"},
            "yellow": {"g1": "E3 E4", "g2": "G13 H13 I13"},
        },
        demolished={"blue": "b4 b5 b6 s1 s2 s3 s4 s5 s6 b3", "yellow": f"{BRONZE} {SILVER}"},
        market=TWOS,
        ending="tiles",
        last_turns=2,
    )
    play(match, "card 1", "lot Rg", "tile b1", "place D2 E2", "boom", "tile b2", "place G10 G11")
    assert seat(match, "blue").unbuilt == 4
    assert match.view().last_turns >= 1

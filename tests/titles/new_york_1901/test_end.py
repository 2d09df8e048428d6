"""Triggering the end, the last turns, the final scoring and ties."""

from typing import Any, cast

import msgspec
import pytest

from rooftop.testing import recorded
from rooftop.titles.new_york_1901.view import View
from tests.titles.new_york_1901.tables import EIGHTEEN_POINTS, at, new, notations, play, said, seat

TWOS = ["red-2", "red-2", "blue-2", "blue-2"]
NOBODY_PLAYS_CARDS = dict.fromkeys(("blue", "green", "yellow"), "")
TORN = "b3 b4 b5 b6 s1 s2 s3 s4 s5 s6"
FIVE_LEFT: dict[str, Any] = {
    "lots": {"blue": "Gf Gd Yd Gc"},
    "tiles": {"blue": {"g1": "O2 O3", "g2": "B4 C4 D4"}},
    "demolished": {"blue": TORN + " b1"},
}
ALL_BUT_BLUE = " ".join(f"{district}{letter}" for district in "RYGP" for letter in "abcdefghijklm")


@pytest.mark.clause("NY-44", "NY-46")
def test_four_unbuilt_skyscrapers_trigger_the_end_and_everyone_else_gets_one_turn():
    match = at(**FIVE_LEFT, market=TWOS, actions=NOBODY_PLAYS_CARDS)
    play(match, "card 1", "lot Rg", "tile b2", "place D2 E2")
    assert match.view().ending == "tiles"
    assert match.to_act == 1
    assert match.view().last_turns == 2
    play(match, "card 2", "lot Rl", "end", "card 3", "lot Ba", "end")
    assert match.over
    assert match.view().phase == "over"
    assert said(match)[-1] == "The game is over."


@pytest.mark.clause("NY-44")
def test_legendary_skyscrapers_and_the_starting_property_are_not_among_the_eighteen():
    match = at(
        lots={"blue": "Gf Gd Yd Ya Yb Yi", "green": "Rg"},
        tiles={"blue": {"g1": "O2 O3", "g2": "B4 C4 D4"}},
        demolished={"blue": TORN + " b1"},
        market=TWOS,
        actions=NOBODY_PLAYS_CARDS,
    )
    assert seat(match, "blue").unbuilt == 5
    play(match, "card 1", "lot Rl", "tile l1", "place K2 L2 K3 L3 K4 L4")
    assert match.view().ending is None
    assert seat(match, "blue").unbuilt == 5
    assert new().view().seats[0].unbuilt == 18


@pytest.mark.clause("NY-45", "NY-46")
def test_three_open_cards_and_no_face_down_ones_trigger_the_end():
    match = at(out=f"{ALL_BUT_BLUE} Ba Bb Bc Bd Be Bg Bi Bj", actions=NOBODY_PLAYS_CARDS)
    assert match.view().future.count == 1
    play(match, "card 1", "lot Bf", "end")
    assert match.view().ending is None
    assert match.view().future.count == 0
    play(match, "card 2", "lot Bh", "end")
    assert match.view().ending == "cards"
    assert len([card for card in match.view().market if card]) == 3
    assert match.view().last_turns == 2
    assert "The lot cards run out on Green's turn: everyone else gets one last turn." in said(match)


@pytest.mark.clause("NY-45")
def test_a_land_grab_with_one_face_down_card_triggers_the_end():
    match = at(out=f"{ALL_BUT_BLUE} Ba Bb Bc Bd Bg Bi Bj Bk", actions={"green": "", "yellow": ""})
    assert match.view().future.count == 1
    play(match, "card 1", "lot Be", "grab", "card 2", "lot Bf", "end")
    assert match.view().ending == "cards"
    assert len([card for card in match.view().market if card]) == 3


@pytest.mark.clause("NY-46")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_player_who_triggers_the_end_gets_no_other_turn(players):
    names = ["blue", "green", "yellow", "brown"][:players]
    quiet = dict.fromkeys(names, "")
    match = at(players, **FIVE_LEFT, market=TWOS, actions=quiet)
    play(match, "card 1", "lot Rg", "tile b2", "place D2 E2")
    turns = []
    while not match.over:
        turns.append(match.to_act)
        here = match.to_act
        while match.to_act == here:
            match.play(match.legal()[-1] if match.view().phase != "turn" else match.legal()[0])
    assert turns == list(range(1, players))


@pytest.mark.clause("NY-46")
def test_a_second_cause_in_the_last_turns_changes_nothing():
    match = at(
        lots={"green": "Gf Gd Yd Gc"},
        tiles={"green": {"g1": "O2 O3", "g2": "B4 C4 D4"}},
        demolished={"green": TORN + " b1", "blue": "b1 b2 b3 b4 b5 b6 s1 s2 s3 s4 s5 s6"},
        market=TWOS,
        actions=NOBODY_PLAYS_CARDS,
        to_act="green",
        ending="stalemate",
        last_turns=2,
    )
    play(match, "card 1", "lot Rg", "tile b2", "place D2 E2")
    assert seat(match, "green").unbuilt == 4
    assert match.view().ending == "stalemate"
    assert match.view().last_turns == 1
    assert match.to_act == 2


@pytest.mark.clause("NY-82")
def test_twenty_rounds_without_a_new_skyscraper_trigger_the_end():
    quiet: dict[str, Any] = {"market": TWOS, "actions": NOBODY_PLAYS_CARDS}
    match = at(turns_without_building=58, **quiet)
    play(match, "card 1", "lot Rg", "end")
    assert match.view().ending is None
    play(match, "card 2", "lot Rl", "end")
    assert match.view().ending == "stalemate"
    assert match.view().last_turns == 2
    assert "Nobody has built for 20 rounds: everyone but Green gets one last turn." in said(match)
    turns = []
    while not match.over:
        turns.append(match.to_act)
        play(match, match.moves()[0].notation)
        play(match, match.moves()[0].notation, "end")
    assert turns == [2, 0]
    built = at(turns_without_building=59, **quiet)
    play(built, "card 1", "lot Rg", "tile b1", "place B13 C13")
    assert built.view().turns_without_building == 0
    assert built.view().ending is None


@pytest.mark.clause("NY-82")
def test_from_the_tenth_round_on_everyone_sees_the_count_and_the_log_reports_it():
    match = at(turns_without_building=28, market=TWOS, actions=NOBODY_PLAYS_CARDS)
    assert match.view().quiet_rounds is None
    play(match, "card 1", "lot Rg", "end")
    assert match.view().quiet_rounds is None
    assert not any("Nobody has built" in line for line in said(match))
    play(match, "card 2", "lot Rl", "end")
    assert match.view().quiet_rounds == 10
    assert "Nobody has built for 10 rounds; 20 in a row trigger the end." in said(match)
    assert "No new skyscraper for 10 of 20 rounds." in match.text()
    play(match, "card 3", "lot Ba", "end")
    assert match.view().quiet_rounds == 10
    assert not any("Nobody has built" in line for line in said(match))  # once a round
    play(match, "card 4", "lot Bb", "tile b1", "place B13 C13")
    assert match.view().quiet_rounds is None


# --- final scoring -----------------------------------------------------------------------------------

LAST: dict[str, Any] = {
    "ending": "stalemate",
    "last_turns": 1,
    "to_act": "yellow",
    "market": TWOS,
    "streets": "bw nb wa",
}


def finish(match):
    """Yellow's last turn: acquire land, build nothing."""
    play(match, "card 1", "lot Rl")
    return match if match.over else play(match, "end")


@pytest.mark.clause("NY-66", "NY-70")
def test_unused_action_cards_give_a_point_each():
    match = finish(at(**LAST, actions={"blue": "boom", "green": "boom shift grab", "yellow": ""}))
    assert [match.points(seat)["cards"] for seat in range(3)] == [1, 3, 0]
    assert [line for line in said(match) if "unused" in line] == [
        "Blue has 1 unused action card: 1 point.",
        "Green has 3 unused action cards: 3 points.",
    ]


STREETS: dict[str, Any] = {
    "bw": ("G4 H4", "Gg", "D13 E13", "Ra"),
    "nb": ("K2 L2", "Ya", "I10 I11", "Bf"),
    "ce": ("B4 C4", "Gf", "B6 B7", "Gh"),
    "pt": ("B8 C8", "Rc", "B10 B11", "Rd"),
    "wa": ("H10 H11", "Be", "M13 M14", "Bl"),
}


@pytest.mark.clause("NY-67", "NY-68")
@pytest.mark.parametrize("street", STREETS)
def test_each_street_gives_five_points_to_its_sole_leader_and_nothing_on_a_tie(street):
    others = [code for code in STREETS if code != street][:2]
    last: dict[str, Any] = {**LAST, "streets": " ".join([street, *others]), "actions": NOBODY_PLAYS_CARDS}
    squares, lot, more_squares, more = STREETS[street]
    alone = at(**last, lots={"blue": lot}, tiles={"blue": {"b1": squares}})
    codes = [row.code for row in alone.view().streets]
    source = f"street-{codes.index(street) + 1}"
    assert alone.view().tallies[street] == (1, 0, 0)
    assert finish(alone).points(0)[source] == 5
    tied = at(
        **last,
        lots={"blue": lot, "green": more},
        tiles={"blue": {"b1": squares}, "green": {"b1": more_squares}},
    )
    assert tied.view().tallies[street] == (1, 1, 0)
    finish(tied)
    assert [tied.points(seat)[source] for seat in range(3)] == [0, 0, 0]
    name = next(row.name["en"] for row in tied.game.board.streets if row.code == street)
    assert f"{name}: Blue and Green are tied, so nobody scores." in said(tied)


@pytest.mark.clause("NY-68")
def test_a_street_without_any_skyscraper_gives_nothing():
    match = finish(at(**LAST, actions=NOBODY_PLAYS_CARDS))
    assert all(match.points(seat)[f"street-{k}"] == 0 for seat in range(3) for k in (1, 2, 3))
    assert "Wall Street: no skyscrapers, so nobody scores." in said(match)


@pytest.mark.clause("NY-69", "NY-4")
def test_a_skyscraper_on_two_streets_counts_on_both_and_start_and_legendary_count():
    match = at(
        **{**LAST, "streets": "bw ce wa"},
        actions=NOBODY_PLAYS_CARDS,
        lots={"blue": "Ga", "green": "Bj Rj Bm"},
        tiles={"blue": {"start": "E3 E4"}, "green": {"l1": "G13 H13 G14 H14 G15 H15"}},
        demolished={"green": EIGHTEEN_POINTS},
    )
    assert match.view().tallies == {"bw": (1, 1, 0), "nb": (0, 0, 0), "ce": (1, 0, 0), "pt": (0, 0, 0),
                                       "wa": (0, 1, 0)}  # fmt: skip
    finish(match)
    assert [match.points(0)[f"street-{k}"] for k in (1, 2, 3)] == [0, 5, 0]
    assert [match.points(1)[f"street-{k}"] for k in (1, 2, 3)] == [0, 0, 5]


@pytest.mark.clause("NY-69")
def test_demolished_skyscrapers_do_not_count_on_a_street():
    match = at(lots={"blue": "Ga Gc"}, tiles={"blue": {"b3": "E2 E3 E4"}}, demolished={"blue": "b4 b5"},
               actions=NOBODY_PLAYS_CARDS, market=TWOS)  # fmt: skip
    assert match.view().tallies["ce"] == (1, 0, 0)
    play(match, "tile s1", "place D2 E2")
    assert match.view().tallies["ce"] == (0, 0, 0)
    assert match.view().tallies["bw"] == (1, 0, 0)


# --- ranks -------------------------------------------------------------------------------------------


def ending_with(**position):
    return finish(at(**{**LAST, "actions": NOBODY_PLAYS_CARDS, **position}))


@pytest.mark.clause("NY-71", "NY-72")
def test_most_points_win_and_points_are_the_sum_of_all_sources():
    match = ending_with(demolished={"blue": "b1 b3", "green": "b3 b6", "yellow": "b1"})
    assert [match.total(seat) for seat in range(3)] == [5, 7, 2]
    assert match.ranks == [2, 1, 3]
    assert all(sum(match.points(seat).values()) == match.total(seat) for seat in range(3))


@pytest.mark.clause("NY-73")
def test_a_tie_goes_to_the_taller_legendary_skyscraper():
    match = ending_with(
        streets="bw pt wa",
        lots={"blue": "Ya Yb Yi"},
        tiles={"blue": {"l1": "K2 L2 K3 L3 K4 L4"}},
        demolished={"blue": EIGHTEEN_POINTS, "green": EIGHTEEN_POINTS + " s2 s4"},
    )
    assert match.total(0) == match.total(1) == 29
    assert match.ranks == [1, 2, 3]  # only blue has one
    assert "Tied on points: Blue beats Green with the taller legendary skyscraper (391 feet)." in said(match)


@pytest.mark.clause("NY-73")
def test_feet_decide_between_two_legendary_skyscrapers():
    match = ending_with(
        lots={"blue": "Ya Yb Yi", "green": "Bb Bc Bd Yk"},
        tiles={"blue": {"l1": "K2 L2 K3 L3 K4 L4"}, "green": {"l2": "K6 L6 M6 K7 L7 M7 K8"}},
        demolished={"blue": "b1 b2 b3 b4 b5 b6 s2", "green": EIGHTEEN_POINTS},
    )
    assert match.total(0) == match.total(1) == 30
    assert seat(match, "green").feet == 612
    assert match.ranks == [2, 1, 3]


@pytest.mark.clause("NY-74")
def test_without_legendary_skyscrapers_gold_breaks_the_tie_or_the_rank_is_shared():
    gold = ending_with(
        lots={"blue": "Yd"},
        tiles={"blue": {"g1": "O2 O3"}},
        demolished={"blue": EIGHTEEN_POINTS, "green": EIGHTEEN_POINTS + " s2"},
    )
    assert gold.total(0) == gold.total(1) == 24
    assert gold.ranks == [1, 2, 3]
    assert "Tied on points: Blue beats Green with more gold skyscrapers (1)." in said(gold)
    shared = ending_with(demolished={"blue": "b6", "green": "b1 b2", "yellow": "b6"})
    assert shared.ranks == [1, 1, 1]
    assert [line for line in said(shared) if "share" in line] == [
        "Blue and Green are tied on everything and share place 1.",
        "Green and Yellow are tied on everything and share place 1.",
    ]
    apart = ending_with(demolished={"blue": "b1", "green": "b3", "yellow": "b6"})
    assert not any("Tied on points" in line or "share" in line for line in said(apart))


@pytest.mark.clause("NY-72")
def test_points_never_fall_in_a_whole_game():
    match = new(seed=12)
    best = [0, 0, 0]
    for number in range(400):
        if match.over:
            break
        legal = match.legal()
        match.play(legal[number * 11 % len(legal)])
        now = [match.total(seat) for seat in range(3)]
        assert all(a >= b for a, b in zip(now, best, strict=True))
        best = now


@pytest.mark.clause("NY-40")
def test_a_player_with_many_points_may_choose_among_all_generations():
    match = at(lots={"blue": "Gc"}, demolished={"blue": EIGHTEEN_POINTS}, market=TWOS)
    play(match, "card 1", "lot Rg")
    assert notations(match, "tile") == {"tile s5", "tile g1", "tile g6"}


@pytest.mark.clause("NY-66")
def test_everyone_sees_their_points_if_the_game_ended_now():
    match = at(
        lots={"blue": "Gc Ga", "green": "Bj"},
        tiles={"blue": {"b1": "D2 E2", "b2": "E3 E4"}, "green": {"b3": "G13 H13 I13"}},
        actions={"blue": "boom shift", "green": "", "yellow": "grab"},
        streets="bw ce wa",
        challenge="king",
    )
    rows = match.view().seats
    assert [sum(msgspec.structs.astuple(row.if_ended)) for row in rows] == [4 + 5 + 5 + 5 + 2, 3 + 5, 1]
    assert (rows[0].if_ended.street_1, rows[0].if_ended.street_3, rows[1].if_ended.street_3) == (5, 0, 5)


def test_the_forecast_before_the_last_decision_is_the_final_score():
    compared = 0
    for path in recorded.games("new-york-1901"):
        match = recorded.replayed(path)
        final = [row.points for row in cast(View, match.view()).seats]
        assert [row.if_ended for row in cast(View, match.view()).seats] == final
        before = cast(View, match.position_at(match.ply - 1).view(-1))
        if before.phase in ("done", "after"):
            assert [row.if_ended for row in before.seats] == final, path.name
            compared += 1
    assert compared

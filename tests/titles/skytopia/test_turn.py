"""The turn: finished projects, towers, assigning a golem, the market; rounds and the chronometer."""

from typing import Any

import pytest

import rooftop
from tests.titles.skytopia.tables import (
    TITLE,
    at,
    bare,
    golems,
    new,
    notations,
    play,
    said,
    seat,
    slot,
    view_of,
    why_not,
)

# In the first round: 6 costs 10 and needs 1 round, 5: 6 and 2, 4: 3 and 3, 3: 1 and 4, 2: 0 and 5.

FIRST_GAME: dict[str, Any] = TITLE.first_game


def ready(**position):
    """A position in which yellow only needs to end the turn; green is next."""
    return at(to_act="yellow", phase="end", **position)


# --- rounds ---


@pytest.mark.clause("ST-16", "ST-17")
def test_after_each_round_the_dial_turns_and_the_marker_passes_anticlockwise():
    match = new(3, seed=2)
    order: list[tuple[int, int]] = []
    while view_of(match).round < 4:
        before = view_of(match).round
        if not order or order[-1] != (before, match.to_act):
            order.append((before, match.to_act))
        match.play("skip" if "skip" in notations(match) else min(notations(match)))
    assert order == [(1, 0), (1, 1), (1, 2), (2, 2), (2, 0), (2, 1), (3, 1), (3, 2), (3, 0)]
    assert view_of(match).dial.hammers == 4
    assert view_of(match).first == 0


@pytest.mark.clause("ST-17", "ST-20")
def test_prices_move_with_the_dial():
    match = at(round=2, to_act="white", first="white", market={"blue-1": "B05"}, coins={"white": 20})
    play(match, "assign blue-1 5")
    assert seat(match, "white").coins == 10  # 5 is one round away now
    assert view_of(match).dial.hammers == 6


@pytest.mark.clause("ST-18")
def test_the_phases_are_completing_then_assigning_then_refilling():
    match = ready(market={"gold-1": "G05: green 1"}, next=["G09"])
    play(match, "end", "skip")
    assert view_of(match).phase == "assign"
    assert slot(match, "gold-1").card is None  # ST-38: the gap stays until the end of the turn
    play(match, "assign gold-2 2")
    assert slot(match, "gold-1").card == "G09"


# --- phase 1 ---


@pytest.mark.clause("ST-23", "ST-25", "ST-27")
def test_a_finished_card_must_be_taken_and_its_golem_goes_home_without_coins():
    match = ready(market={"blue-2": "B05: green 1"}, cities={"green": {"blue": ["B09"]}})
    play(match, "end")
    green = seat(match, "green")
    assert green.towers.blue == ("B09", "B05")
    assert green.home == 5
    assert green.coins == 5
    assert green.points.cards == 3 + 2
    assert green.points.foundations == 1
    assert "Nimbara completes Cloud Court." in said(match)


@pytest.mark.clause("ST-23")
def test_only_golems_at_the_hammers_finish():
    match = ready(market={"blue-2": "B05: green 6"})
    play(match, "end")
    assert seat(match, "green").cards == 0
    assert golems(match, "blue-2") == [("green", 6)]


@pytest.mark.clause("ST-24")
def test_the_player_chooses_the_order_of_finished_cards_of_one_colour():
    match = ready(market={"blue-1": "B05: green 1", "blue-2": "B09: green 1", "red-1": "R01: green 1"})
    play(match, "end")
    assert seat(match, "green").towers.red == ("R01",)  # no choice there
    assert view_of(match).phase == "complete"
    assert notations(match) == {"complete blue-1", "complete blue-2"}
    assert match.why_not("complete red-1") is not None
    play(match, "complete blue-2")
    assert seat(match, "green").towers.blue == ("B09", "B05")


@pytest.mark.clause("ST-25")
def test_other_golems_of_the_taker_go_home_without_coins_too():
    match = ready(market={"blue-1": "B05: green 1, green 4"})
    play(match, "end")
    assert seat(match, "green").home == 5
    assert seat(match, "green").coins == 5


@pytest.mark.clause("ST-26")
def test_golems_of_others_on_a_finished_card_go_home_with_three_coins_each():
    match = ready(market={"blue-1": "B05: green 1, white 4, white 2, yellow 6"})
    play(match, "end")
    assert seat(match, "white").coins == 5 + 6
    assert seat(match, "yellow").coins == 5 + 3
    assert seat(match, "white").home == 5
    line = "Nimbara completes Cloud Court. Golems go home with 3 coins each: Aurelle and Stratholm (×2)."
    assert line in said(match)


@pytest.mark.clause("ST-27")
def test_a_tower_is_activated_once_no_matter_how_many_cards_it_got():
    match = ready(market={"blue-1": "B05: green 1", "blue-2": "B09: green 1"})
    play(match, "end", "complete blue-1")
    assert seat(match, "green").points.cards == 2 + 3
    assert seat(match, "green").points.foundations == 1
    assert view_of(match).phase == "assign"


@pytest.mark.clause("ST-28")
def test_the_player_chooses_the_order_of_towers_and_finishes_one_before_the_next():
    match = ready(market={"red-1": "R01: green 1", "gold-1": "G05: green 1", "blue-1": "B05: green 4"})
    play(match, "end")
    assert notations(match) == {"tower gold", "tower red"}
    why = "The blue tower has not grown this turn."
    assert match.why_not("tower blue") == why
    play(match, "tower red")
    assert view_of(match).effect.card == "F3"
    play(match, "skip")
    assert view_of(match).effect.card == "R01"
    play(match, "rotate 3 2")
    assert view_of(match).effect.card == "F2"  # the gold tower is the last one
    play(match, "use")
    assert seat(match, "green").coins == 5 - 1 + 4


@pytest.mark.clause("ST-29")
def test_a_tower_works_from_the_foundation_up():
    cities = {"green": {"gold": ["G01", "G09"]}}
    match = ready(market={"gold-1": "G05: green 1"}, cities=cities, coins={"green": 0})
    play(match, "end")  # the foundation cannot be paid for: its coins come only from cards above it
    assert view_of(match).phase == "assign"
    assert seat(match, "green").coins == 2 + 5 + 4
    match = ready(market={"gold-1": "G05: green 1"}, cities=cities, coins={"green": 1})
    play(match, "end")
    assert view_of(match).effect.card == "F2"
    assert seat(match, "green").coins == 1


@pytest.mark.clause("ST-30")
def test_effects_with_a_choice_can_be_skipped_and_plain_gains_are_taken():
    match = ready(market={"red-1": "R05: green 1", "blue-1": "B05: green 4"})
    play(match, "end", "skip")  # the red foundation
    assert view_of(match).effect.card == "R05"
    assert seat(match, "green").points.cards == 1  # taken
    play(match, "skip")
    assert "Nimbara skips the effect of Bellows House." in said(match)
    assert golems(match, "blue-1") == [("green", 4)]
    assert view_of(match).phase == "assign"


@pytest.mark.clause("ST-30", "ST-59")
def test_a_player_who_profits_from_having_no_coins_may_refuse_them():
    market, coins = {"gold-1": "G01"}, {"yellow": 0}
    match = at(market=market, coins=coins, abilities={"yellow": "1B"})
    play(match, "assign gold-1 2")
    assert notations(match) == {"use", "skip"}
    assert seat(play(match.clone(), "skip"), "yellow").coins == 0
    used = seat(play(match, "use"), "yellow")
    assert (used.coins, used.points.cards) == (2, 1)
    match = at(market={"blue-1": "B05"}, abilities={"yellow": "1B"})
    assert play(match, "assign blue-1 2").to_act == 1  # nobody refuses points alone


@pytest.mark.clause("ST-31")
def test_an_effect_that_can_do_nothing_is_skipped():
    match = at(market={"red-1": "R01"})
    play(match, "assign red-1 2")
    assert "Flywheel Hall has no effect now." in said(match)
    assert match.to_act == 1


# --- phase 2 ---


@pytest.mark.clause("ST-32")
def test_exactly_one_golem_must_be_assigned():
    match = at(market={"blue-1": "B05"})
    assert {move.split()[0] for move in notations(match)} == {"assign"}
    assert match.why_not("end") == "You must assign a golem to a card now."
    assert match.why_not("skip") == "You must assign a golem to a card now."
    play(match, "assign blue-1 2")
    assert match.to_act == 1
    assert seat(match, "yellow").home == 4


@pytest.mark.clause("ST-33")
def test_without_a_golem_at_home_one_is_recalled_without_coins_and_may_go_back():
    market = {
        "blue-1": "B05: yellow 6, yellow 4",
        "gold-1": "G05: yellow 6, yellow 5",
        "red-1": "R01: yellow 3",
    }
    match = at(market=market, abilities={"yellow": "1A"})
    assert view_of(match).phase == "recall"
    assert notations(match) == {f"recall {k}" for k in range(1, 6)}
    assert "recall one from" in why_not(match, "assign blue-2 2")
    play(match, "recall 2")
    assert golems(match, "blue-1") == [("yellow", 6)]
    yellow = seat(match, "yellow")
    assert (yellow.coins, yellow.total, yellow.home) == (5, 0, 1)
    play(match, "assign blue-1 4")
    assert golems(match, "blue-1") == [("yellow", 6), ("yellow", 4)]
    assert seat(match, "yellow").coins == 2


@pytest.mark.clause("ST-34", "ST-21")
def test_a_golem_may_go_to_any_card_with_any_free_and_affordable_face():
    match = at(market={"blue-1": "B05: green 4, white 2"}, coins={"yellow": 6})
    faces = {move.split()[2] for move in notations(match, "assign blue-1")}
    assert faces == {"5", "3"}
    assert match.why_not("assign blue-1 1") == "Face 1 is at the hammers; choose another one."
    shown = "A golem on that card already shows face 4; choose another face or card."
    assert match.why_not("assign blue-1 4") == shown
    assert match.why_not("assign blue-1 6") == "Face 6 costs 10 coins; you have 6 coins."
    play(match, "assign blue-1 5")
    assert seat(match, "yellow").coins == 0


@pytest.mark.clause("ST-34")
def test_the_price_is_paid_before_the_card_gives_anything():
    match = at(market={"gold-1": "G09"}, coins={"yellow": 5})
    assert match.why_not("assign gold-1 6") == "Face 6 costs 10 coins; you have 5 coins."
    assert match.why_not("assign gold-1 5") == "Face 5 costs 6 coins; you have 5 coins."
    play(match, "assign gold-1 4")
    assert seat(match, "yellow").coins == 5 - 3 + 5


@pytest.mark.clause("ST-35")
def test_a_card_may_hold_several_golems_of_one_or_many_players():
    match = at(market={"blue-1": "B05: green 4, yellow 3"})
    play(match, "assign blue-1 2")
    assert golems(match, "blue-1") == [("green", 4), ("yellow", 3), ("yellow", 2)]
    taken = slot(match, "blue-1")
    assert (taken.taker, taken.rounds) == (1, 3)


@pytest.mark.clause("ST-36")
def test_the_card_works_once_when_a_golem_arrives():
    match = at(market={"blue-1": "B01"})
    play(match, "assign blue-1 2")
    yellow = seat(match, "yellow")
    assert (yellow.points.cards, yellow.coins) == (1, 6)
    assert yellow.cards == 0


@pytest.mark.clause("ST-37")
def test_phase_2_is_skipped_if_no_golem_can_be_assigned():
    position = bare(blue_1="B10: green 1", blue_2="B09: yellow 6")
    match = at(2, round=2, to_act="green", phase="end", coins={"yellow": 0}, **position)
    play(match, "end")  # yellow takes one of the two cards; on the other the free face is shown
    assert "Aurelle cannot assign a golem anywhere." in said(match)
    assert int(match.position.state["unplaced"]) == 1
    assert view_of(match).round == 3


@pytest.mark.clause("ST-33", "ST-37")
def test_a_golem_is_recalled_only_if_one_can_be_assigned_afterwards():
    """The assignment cannot be avoided by recalling a golem that cannot be assigned again."""
    position = bare(blue_1="B10: green 1, yellow 2, yellow 3", blue_2="B09: yellow 1, yellow 2, yellow 4")
    match = at(2, round=2, to_act="yellow", coins={"yellow": 0}, **position)
    assert notations(match) == {"recall 3"}  # the free face, 1, is shown on both cards
    reason = "You could not assign that golem again: face 2 costs 1 coin. Recall another one."
    assert match.why_not("recall 1") == reason
    play(match, "recall 3")
    assert notations(match) == {"assign blue-2 1"}
    rich = at(2, round=2, to_act="yellow", coins={"yellow": 10}, **position)
    assert notations(rich) == {f"recall {k}" for k in range(1, 6)}


@pytest.mark.clause("ST-33", "ST-37")
def test_nothing_is_recalled_if_no_golem_could_be_assigned_afterwards():
    position = bare(
        blue_1="B10: green 1, yellow 2, yellow 3", blue_2="B09: green 1, yellow 2, yellow 3, yellow 4"
    )
    match = at(2, round=2, to_act="green", phase="end", coins={"yellow": 0}, **position)
    play(match, "end")
    assert "Aurelle cannot assign a golem anywhere." in said(match)
    assert seat(match, "yellow").home == 0


# --- phase 3 ---


@pytest.mark.clause("ST-38")
def test_gaps_are_refilled_from_their_decks_nearest_the_deck_first():
    market = {"gold-1": "G05: green 1", "gold-3": "G06: green 1", "blue-2": "B05: green 1"}
    match = ready(market=market, next=["G09", "G10", "B09"])
    play(match, "end", "complete gold-1", "tower blue", "skip", "assign red-1 2")
    while match.to_act == 1:
        match.play("skip")
    assert [slot(match, name).card for name in ("gold-1", "gold-3", "blue-2")] == ["G09", "G10", "B09"]
    reveals = [line for line in said(match) if "New card" in line]
    assert [line.split("(")[1] for line in reveals] == ["blue 2).", "gold 1).", "gold 3)."]


@pytest.mark.clause("ST-39", "ST-66")
def test_a_gap_whose_deck_is_empty_stays():
    city = [f"B{number:02}" for number in range(4, 13)]
    market = {"blue-1": "B01: green 1", "blue-2": "B02", "blue-3": "B03"}
    match = ready(market=market, cities={"white": {"blue": city}})
    assert view_of(match).decks.blue == 0
    play(match, "end", "assign gold-1 2")
    assert slot(match, "blue-1").card is None
    assert "assign blue-1 2" not in notations(match)
    assert match.why_not("assign blue-1 2") == "There is no card at blue 1."


@pytest.mark.clause("ST-40")
def test_in_a_first_game_a_turn_waits_for_its_player():
    match = play(new(**FIRST_GAME), "assign blue-2 2")
    assert view_of(match).phase == "end"
    assert match.to_act == 0


@pytest.mark.clause("ST-40")
def test_a_held_turn_waits_and_can_be_undone():
    match = at(options={"hold": True}, market={"blue-1": "B05"})
    play(match, "assign blue-1 2")
    assert view_of(match).phase == "end"
    assert notations(match) == {"end"}
    assert match.undoable == 1
    match.undo()
    play(match, "assign blue-1 3", "end")
    assert match.to_act == 1
    assert match.undoable == 0


# --- faces ---


@pytest.mark.clause("ST-19")
def test_a_golem_is_finished_in_the_round_in_which_its_face_is_at_the_hammers():
    match = at(2, market={"blue-1": "B05"}, coins={"yellow": 10})
    play(match, "assign blue-1 6")
    assert slot(match, "blue-1").rounds == 1
    play(match, "assign gold-1 2", "assign gold-2 2")
    assert view_of(match).round == 2
    assert seat(match, "yellow").towers.blue == ("B05",)


@pytest.mark.clause("ST-21")
def test_no_golem_can_be_placed_at_the_hammers_or_on_a_shown_face():
    match = at(market={"blue-1": "B05: white 3"}, coins={"yellow": 99})
    assert {move.split()[2] for move in notations(match, "assign blue-1")} == {"6", "5", "4", "2"}


@pytest.mark.clause("ST-22", "ST-44")
def test_rotating_moves_a_golem_by_exactly_the_steps_shown_and_may_pass_others():
    match = at(market={"red-1": "R01", "blue-1": "B05: yellow 3, green 4", "gold-1": "G05: yellow 2"})
    play(match, "assign red-1 2")
    assert notations(match) == {"rotate 1 2", "rotate 2 2", "skip"}  # past green's 4 to 5
    assert match.why_not("rotate 2 1") == "This rotates a golem by 2 steps."
    play(match, "rotate 1 2")
    assert golems(match, "blue-1") == [("yellow", 5), ("green", 4)]


@pytest.mark.clause("ST-22", "ST-21")
def test_no_golem_is_rotated_to_the_hammers_or_past_them():
    market = {"red-1": "R01", "blue-1": "B05: yellow 6", "blue-2": "B06: yellow 5", "gold-1": "G05: yellow 4"}
    match = play(at(market=market), "assign red-1 2")
    assert notations(match) == {"rotate 3 2", "skip"}
    assert "to the hammers or past" in why_not(match, "rotate 1 2")
    assert "to the hammers or past" in why_not(match, "rotate 2 2")


@pytest.mark.clause("ST-22", "ST-31")
def test_an_effect_of_two_steps_is_skipped_if_only_one_is_possible():
    market = {"red-1": "R01", "blue-1": "B05: yellow 5", "blue-2": "B06: yellow 3, green 5"}
    match = play(at(market=market), "assign red-1 2")
    assert "Flywheel Hall has no effect now." in said(match)
    assert match.to_act == 1


# --- moves as words ---


@pytest.mark.parametrize(
    ("move", "same"),
    [
        ("Assign BLUE-1 2", "assign blue-1 2"),
        ("ACTIVATE city Gold-0", "activate city gold-0"),
        ("activate Market gold-2", "activate market gold-2"),
        ("side b", "side B"),
    ],
)
def test_moves_may_be_written_in_capitals(move, same):
    match = at()
    assert match.action(move) == match.action(same)
    assert TITLE.moves.notation(match.game.board, match.action(move)) == same


@pytest.mark.parametrize(
    ("move", "problem"),
    [
        ("assign blue-9 2", "'assign blue-9 2': unknown slot 'blue-9'; expected one of blue-1, blue-2"),
        ("assign blue-1 7", "unknown face '7'; expected one of 1, 2, 3, 4, 5, 6"),
        ("rotate 6 1", "unknown golem '6'"),
        ("rotate 1 3", "unknown number of steps '3'"),
        ("activate city gold-13", "unknown floor 'gold-13'"),
        ("activate sky gold-2", "'activate sky gold-2' is not a move; moves look like 'assign gold-2 5'"),
        ("assign blue-1", "is not a move"),
        ("", "'' is not a move"),
    ],
)
def test_what_is_no_move_is_refused_with_what_is_expected(move, problem):
    with pytest.raises(rooftop.MoveError, match=problem):
        at().action(move)

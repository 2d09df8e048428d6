"""The eight abilities and when they work."""

import pytest

from tests.titles.skytopia.tables import at, golems, notations, play, said, seat, view_of, why_not


def ready(**position):
    """A position in which yellow only needs to end the turn; green is next."""
    return at(to_act="yellow", phase="end", **position)


@pytest.mark.clause("ST-57", "ST-63")
def test_the_end_of_phase_1_comes_in_every_turn_even_if_nothing_was_finished():
    match = play(ready(abilities={"green": "3B"}, market={"blue-1": "B05: green 3"}), "end")
    assert view_of(match).phase == "ability"
    match = play(ready(abilities={"green": "1B"}, coins={"green": 0}), "end")
    assert seat(match, "green").coins == 3


@pytest.mark.clause("ST-58")
def test_1a_gives_a_point_for_a_golem_sent_home_by_another_player():
    market = {"blue-1": "B05: green 1, white 4, white 2"}
    match = play(ready(abilities={"white": "1A"}, market=market), "end")
    assert seat(match, "white").points.ability == 2
    assert seat(match, "white").coins == 5 + 6  # and the coins
    assert "Ability 1A gives Stratholm 2 points." in said(match)


@pytest.mark.clause("ST-58")
def test_1a_counts_effects_even_ones_own_but_not_finished_projects_or_recalls():
    market = {"purple-1": "P01", "blue-1": "B05: yellow 4, yellow 2"}
    match = play(at(abilities={"yellow": "1A"}, market=market), "assign purple-1 2", "build blue-1")
    assert seat(match, "yellow").points.ability == 2
    match = play(ready(abilities={"green": "1A"}, market={"blue-1": "B05: green 1, green 4"}), "end")
    assert seat(match, "green").points.ability == 0
    market = {"purple-1": "P01", "blue-1": "B05: yellow 4, green 2"}
    match = play(at(abilities={"green": "1A"}, market=market), "assign purple-1 2", "build blue-1")
    assert seat(match, "green").points.ability == 1


@pytest.mark.clause("ST-59")
def test_1b_gives_three_coins_to_a_player_without_coins_at_the_end_of_phase_1():
    match = play(ready(abilities={"green": "1B"}, coins={"green": 0}), "end")
    assert seat(match, "green").coins == 3
    match = play(ready(abilities={"green": "1B"}, coins={"green": 1}), "end")
    assert seat(match, "green").coins == 1
    # coins of a tower come earlier
    match = ready(abilities={"green": "1B"}, coins={"green": 0}, market={"gold-1": "G05: green 1"})
    play(match, "end")
    assert seat(play(match.clone(), "use"), "green").coins == 4
    assert seat(play(match, "skip"), "green").coins == 3


@pytest.mark.clause("ST-60")
def test_2a_gives_a_point_for_a_golem_that_cost_exactly_six_coins():
    for face, points in (("5", 1), ("6", 0), ("4", 0), ("2", 0)):
        match = at(abilities={"yellow": "2A"}, market={"blue-1": "B05"}, coins={"yellow": 10})
        play(match, f"assign blue-1 {face}")
        assert seat(match, "yellow").points.ability == points


@pytest.mark.clause("ST-60")
def test_2a_comes_at_the_end_of_phase_2_after_the_card():
    match = at(
        abilities={"yellow": "2A"}, market={"red-1": "R01", "blue-1": "B05: yellow 3"}, coins={"yellow": 6}
    )
    play(match, "assign red-1 5")
    assert seat(match, "yellow").points.ability == 0
    play(match, "skip")
    assert seat(match, "yellow").points.ability == 1


@pytest.mark.clause("ST-61")
def test_2b_gives_two_coins_when_another_player_places_or_moves_a_golem_to_the_card():
    match = at(abilities={"green": "2B"}, market={"blue-1": "B05: green 4, green 3"})
    play(match, "assign blue-1 2")
    assert seat(match, "green").coins == 7  # once for the card, not for each golem
    market = {"red-1": "R09", "blue-1": "B05: green 4", "gold-1": "G05: yellow 3"}
    match = play(at(abilities={"green": "2B"}, market=market), "assign red-1 2", "move 1 blue-1")
    assert seat(match, "green").coins == 7
    market = {"red-1": "R01: green 1", "blue-1": "B05: yellow 4"}
    match = play(ready(abilities={"yellow": "2B"}, market=market), "end", "free blue-1")
    assert seat(match, "yellow").coins == 7
    match = at(abilities={"yellow": "2B"}, market={"blue-1": "B05: yellow 4"})
    assert seat(play(match, "assign blue-1 2"), "yellow").coins == 5  # not for the player's own


@pytest.mark.clause("ST-62")
def test_3a_gives_a_point_for_golems_on_three_cards_with_the_same_crest():
    market = {"blue-1": "B05: yellow 3, yellow 4", "gold-1": "G05: yellow 3", "red-1": "R05", "red-2": "R06"}
    match = play(at(abilities={"yellow": "3A"}, market=market), "assign red-1 2", "skip")
    assert seat(match, "yellow").points.ability == 1  # three herons
    match = play(at(abilities={"yellow": "3A"}, market=market), "assign red-2 2", "skip")
    assert seat(match, "yellow").points.ability == 0  # two herons, three golems on them
    match = play(at(abilities={"yellow": "3A"}, market=market), "assign blue-1 2")
    assert seat(match, "yellow").points.ability == 0


@pytest.mark.clause("ST-63")
def test_3b_a_coin_rotates_a_golem_by_one_step():
    match = play(ready(abilities={"green": "3B"}, market={"blue-1": "B05: green 3"}), "end")
    assert notations(match) == {"rotate 1 1", "skip"}
    assert match.why_not("rotate 1 2") == "This rotates a golem by 1 step."
    assert "Your ability comes first" in why_not(match, "assign blue-2 2")
    turned = play(match.clone(), "rotate 1 1")
    assert seat(turned, "green").coins == 4
    assert said(turned)[0] == "Nimbara pays 1 coin for ability 3B."
    assert golems(turned, "blue-1") == [("green", 4)]
    assert view_of(turned).phase == "assign"
    play(match, "skip")
    assert seat(match, "green").coins == 5
    poor = play(
        ready(abilities={"green": "3B"}, coins={"green": 0}, market={"blue-1": "B05: green 3"}), "end"
    )
    assert view_of(poor).phase == "assign"


@pytest.mark.clause("ST-64")
def test_4a_gives_a_point_for_two_cards_in_a_turn_including_by_effects():
    market = {"blue-1": "B05: green 1", "red-1": "R01: green 1"}
    match = play(ready(abilities={"green": "4A"}, market=market), "end", "tower blue", "skip")
    while view_of(match).phase == "effect":
        match.play("skip")
    assert seat(match, "green").points.ability == 1
    match = play(ready(abilities={"green": "4A"}, market={"blue-1": "B05: green 1"}), "end")
    assert seat(match, "green").points.ability == 0
    market = {"purple-1": "P01: green 1", "blue-1": "B05: green 4"}
    match = play(ready(abilities={"green": "4A"}, market=market), "end", "build blue-1")
    assert seat(match, "green").points.ability == 1


@pytest.mark.clause("ST-65")
def test_4b_gives_five_coins_if_all_golems_are_at_home_at_the_end_of_phase_1():
    match = play(ready(abilities={"green": "4B"}, market={"blue-1": "B05: green 1"}), "end")
    assert seat(match, "green").coins == 10
    match = play(ready(abilities={"green": "4B"}, market={"blue-1": "B05: green 4"}), "end")
    assert seat(match, "green").coins == 5

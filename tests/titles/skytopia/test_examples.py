"""The worked examples of the rulebook, each from a position file to its printed result."""

import pytest

from rooftop.game.match import Match
from rooftop.game.position import read_position
from tests.conftest import FIXTURES
from tests.titles.skytopia.tables import golems, new, notations, play, seat, slot, view_of


def example(name: str) -> Match:
    return Match.at(read_position(FIXTURES / "skytopia" / "positions" / f"{name}.toml"))


@pytest.mark.clause("ST-9")
def test_the_player_with_the_gold_tile_starts_on_the_first_gold_card():
    match = play(new(2, abilities="draft"), "tile 3", "tile 1")
    assert match.game.board.abilities[4].colour == "gold"
    assert golems(match, "gold-1") == [("green", 5)]


@pytest.mark.clause("ST-23", "ST-25", "ST-26")
def test_of_three_golems_on_a_finished_card_one_takes_it_and_the_others_get_three_coins_each():
    match = play(example("three-on-one-card"), "end", "skip")
    assert seat(match, "green").towers.gold == ("G07",)
    assert [seat(match, name).coins for name in ("yellow", "green", "white")] == [8, 5 + 4, 8]
    assert [seat(match, name).home for name in ("yellow", "green", "white")] == [5, 5, 5]
    assert slot(match, "gold-2").card is None


@pytest.mark.clause("ST-24", "ST-27", "ST-28", "ST-29")
def test_two_blue_cards_and_a_red_one_activate_two_towers_each_once_from_the_foundation_up():
    match = play(example("two-blue-one-red"), "end")
    assert notations(match) == {"complete blue-1", "complete blue-3"}
    play(match, "complete blue-1")
    green = seat(match, "green")
    assert green.towers.blue == ("B02", "B06", "B10")
    assert green.towers.red == ("R06", "R02")
    assert notations(match) == {"tower blue", "tower red"}
    play(match, "tower blue")
    green = seat(match, "green")
    assert green.points.foundations == 1
    assert green.points.cards == 1 + 2 + 3
    asked = []
    while view_of(match).phase == "effect":
        asked.append(view_of(match).effect.card)
        match.play("skip")
    assert asked == ["F3", "R06", "R02"]
    assert view_of(match).phase == "assign"


@pytest.mark.clause("ST-20", "ST-19", "ST-26", "ST-36")
def test_a_golem_for_six_coins_finishes_two_rounds_later_and_the_free_one_goes_home_with_three():
    match = play(example("free-and-six"), "assign gold-1 2")
    assert seat(match, "yellow").coins == 5 + 5
    play(match, "assign gold-1 5")
    assert seat(match, "green").coins == 6 - 6 + 5
    assert view_of(match).round == 2
    play(match, "assign blue-1 1", "assign blue-2 1")
    assert view_of(match).round == 3
    assert match.to_act == 0
    play(match, "assign blue-2 6")
    assert view_of(match).dial.hammers == 5
    assert seat(match, "green").towers.gold == ("G09",)
    assert view_of(match).effect.card == "F2"
    yellow = seat(match, "yellow")
    assert slot(match, "gold-1").golems == ()
    assert yellow.home == 3


@pytest.mark.clause("ST-68", "ST-69", "ST-72", "ST-70", "ST-75", "ST-82", "ST-83", "ST-84")
def test_forty_five_sixteen_five_four_and_two_make_seventy_two():
    match = play(example("seventy-two"), "assign purple-1 2")
    assert match.over
    points = seat(match, "green").points
    assert points.cards == 45
    assert [row.id for row in view_of(match).guilds] == ["builders", "merchants", "mechanics"]
    assert (points.guild_1, points.guild_2, points.guild_3) == (4, 6, 6)
    assert (points.laboratories, points.coins, points.golems) == (5, 4, 2)
    assert match.total(1) == 72

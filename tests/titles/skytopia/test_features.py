"""The observation: named parts of one row of numbers, seen from one seat."""

from typing import Any

import pytest

from rooftop.titles.skytopia import state as n
from tests.titles.skytopia.tables import at, play

POSITION: dict[str, Any] = {
    "to_act": "green",
    "round": 3,
    "market": {"blue-1": "B01: yellow 3, green 1", "red-1": "R01: green 4"},
    "cities": {"green": {"blue": ["B05", "B10"], "purple": ["P10"]}, "white": {"gold": ["G01"]}},
    "coins": {"green": 7, "white": 2},
    "points": {"yellow": 9},
    "guilds": ["builders", "merchants", "priests"],
    "abilities": {"yellow": "2A", "green": "3B", "white": "1A"},
}
SEATS_AT = n.SLOTS * n.PER_SLOT
GUILDS_AT = SEATS_AT + 4 * n.PER_SEAT
DECKS_AT = GUILDS_AT + n.GUILDS
GENERAL_AT = DECKS_AT + n.COLOURS


@pytest.fixture
def row():
    return lambda seat: at(**POSITION).position.observe(seat).tolist()


def part(row, start, length):
    return row[start : start + length]


def test_the_parts_fill_the_row():
    assert GENERAL_AT + n.GENERAL == n.OBSERVATION


def test_a_card_is_its_crest_kind_points_coins_and_the_golems_by_rounds_left(row):
    crest, kind = [1, 0, 0, 0], [1] + [0] * 9
    # rounds left 0 to 5, each with four seats starting with the observer: yellow 2 rounds, green 4
    golems = [0] * 4 * 6
    golems[2 * 4 + 2] = 1  # observed by green: itself, white, yellow
    golems[4 * 4 + 0] = 1
    assert part(row(1), 0, n.PER_SLOT) == crest + kind + [1, 1] + golems
    golems = [0] * 4 * 6
    golems[2 * 4 + 0] = golems[4 * 4 + 1] = 1
    assert part(row(0), 0, n.PER_SLOT) == crest + kind + [1, 1] + golems


def test_a_gap_is_empty():
    match = play(at(to_act="yellow", phase="end", market={"gold-2": "G05: green 1"}), "end")
    row = match.position.observe(1).tolist()
    assert part(row, 5 * n.PER_SLOT, n.PER_SLOT) == [0] * n.PER_SLOT
    assert part(row, 6 * n.PER_SLOT, n.PER_SLOT) != [0] * n.PER_SLOT


def test_seats_are_in_order_from_the_observing_one(row):
    heads = [part(row(1), SEATS_AT + k * n.PER_SEAT, n.SEAT_HEAD) for k in range(4)]
    #               coins, golems at home, points, Laboratories, first; 1A to 4B; guild points
    assert heads[0] == [7, 3, 0, 1, 1, 0, 0, 0, 0, 0, 1, 0, 0, 3, 3, 9]
    assert heads[1] == [2, 5, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 2, 6, 6]
    assert heads[2] == [5, 4, 9, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 3, 3]
    assert heads[3] == [0] * n.SEAT_HEAD


def test_a_tower_is_its_height_crests_gains_and_top(row):
    tower = part(row(1), SEATS_AT + n.SEAT_HEAD, n.PER_TOWER)
    # green's blue tower: foundation stag (1 point), B05 heron (2), B10 stag (3)
    assert tower == [2] + [1, 1, 0, 0] + [6, 0] + [1] + [0] * 9
    purple = part(row(1), SEATS_AT + n.SEAT_HEAD + 3 * n.PER_TOWER, n.PER_TOWER)
    assert purple[:7] == [1, 1, 0, 0, 0, 0, 0]
    assert purple[7 + n.LABORATORY] == 1


def test_guilds_and_decks(row):
    assert part(row(0), GUILDS_AT, n.GUILDS) == [1, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0]
    assert part(row(0), DECKS_AT, 4) == [7, 8, 9, 8]


def test_the_general_part_says_phase_asking_effect_round_and_whose_turn_it_is(row):
    assert part(row(1), GENERAL_AT, n.GENERAL) == [n.ASSIGN, 0, 3, 0, 3, 0, 0, 0, 0, 1]
    assert part(row(0), GENERAL_AT, n.GENERAL)[-1] == 0
    match = at(to_act="yellow", phase="end", market={"red-1": "R01: green 1", "gold-1": "G05: green 1"})
    play(match, "end", "tower red")
    general = match.position.observe(1).tolist()[GENERAL_AT:]
    assert general == [n.TOWERS, 1 + n.FREE_GOLEM, 1, 0, 3, 2, 3, 1, 2, 1]


def test_names_stand_where_the_numbers_are():
    match = at(**POSITION)
    names, board = match.game.observation_names(), match.game.board
    assert names[match.position.observe(0).tolist().index(1)] == f"blue-1.crest.{board.card('B01').crest}"
    assert names[5 * n.PER_SLOT] == f"gold-2.crest.{board.crests[0].id}"
    assert names[n.PER_SLOT - 4] == "blue-1.golem-in-5.me"
    assert names[SEATS_AT] == "me.coins"
    assert names[SEATS_AT + n.SEAT_HEAD] == "me.blue.height"
    assert names[SEATS_AT + n.PER_SEAT - 1] == "me.purple.top.laboratory"
    assert names[GUILDS_AT] == "guild.builders"
    assert names[DECKS_AT] == "deck.blue"
    assert names[GENERAL_AT] == "phase"

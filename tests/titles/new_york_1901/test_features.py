"""Observations for learners: named parts of one row of numbers, from the seat's point of view."""

from typing import Any

import pytest

from rooftop.titles.new_york_1901 import state as n
from tests.titles.new_york_1901.tables import EIGHTEEN_POINTS, at, play

POSITION: dict[str, Any] = {
    "to_act": "green",
    "streets": "bw ce wa",
    "challenge": "king",
    "market": ["red-2", "red-2", "blue-3", "pink-2"],
    "lots": {"blue": "Ga Gc", "green": "Bj Rj Bm"},
    "tiles": {"blue": {"b5": "E2 E3 D2"}, "green": {"l1": "G13 H13 G14 H14 G15 H15"}},
    "demolished": {"green": EIGHTEEN_POINTS},
    "actions": {"blue": "grab"},
}


@pytest.fixture
def match():
    return at(**POSITION)


def part(row, start, length):
    return row[start : start + length]


LOTS_AT = n.SQUARES * n.PER_SQUARE
SEATS_AT = LOTS_AT + n.LOTS * n.PER_LOT
CARDS_AT = SEATS_AT + 4 * n.PER_SEAT
STREETS_AT = CARDS_AT + n.KINDS * n.PER_KIND
CHALLENGE_AT = STREETS_AT + n.STREETS
GENERAL_AT = CHALLENGE_AT + n.CHALLENGES


def test_the_parts_fill_the_row():
    assert GENERAL_AT + n.GENERAL == n.OBSERVATION


def test_a_square_shows_owner_generation_legend_and_shape(match):
    board = match.game.board
    row = match.position.observe(0).tolist()
    #                   owner       generation  legendary hexagon
    shown = {"E3": [1, 0, 0, 0, 0, 1, 0, 0, 0, 1], "E4": [1] + [0] * 9, "G13": [0, 1, 0, 0, 0, 0, 0, 1, 1, 0]}
    for name, numbers in shown.items():
        assert part(row, board.square_number[name] * n.PER_SQUARE, n.PER_SQUARE) == numbers
    other = match.position.observe(1).tolist()
    at_e3 = part(other, board.square_number["E3"] * n.PER_SQUARE, 4)
    assert at_e3 == [0, 0, 1, 0]  # from green: itself, yellow, blue


def test_workers_are_on_lots(match):
    play(match, "card 1", "lot Rg")
    row = match.position.observe(0).tolist()
    lot = match.game.board.lot_number["Rg"]
    assert part(row, LOTS_AT + lot * n.PER_LOT, n.PER_LOT) == [0, 1, 0, 0]


def test_the_observing_seat_comes_first(match):
    row = match.position.observe(1).tolist()
    green, yellow, blue, nobody = (part(row, SEATS_AT + k * n.PER_SEAT, n.PER_SEAT) for k in range(4))
    assert green[:4] == [4, 1, 1, 1]
    assert blue[:4] == [4, 0, 0, 1]
    assert nobody == [0] * n.PER_SEAT
    tiles = green[4 : 4 + n.TILES]
    assert (tiles[0], tiles[1], tiles[8], tiles[19]) == (2, 2, 0, 1)  # removed, torn down, unbuilt, standing
    streets = green[4 + n.TILES : 4 + n.TILES + n.STREETS]
    assert streets == [1, 0, 0, 0, 1, 0]  # Broadway and Wall Street
    assert green[-3:] == [11, 391, 29]
    assert blue[-3:] == [17, 0, 3]
    assert yellow[-3:] == [18, 0, 0]
    rest = 4 + n.TILES + n.STREETS
    assert part(blue, rest, n.GENERATIONS + 1) == [0, 1, 0, 0, 1]
    assert part(green, rest, n.GENERATIONS + 1) == [0, 0, 0, 1, 0]
    assert part(green, rest + n.GENERATIONS + 1, n.DISTRICTS) == [1, 1, 0, 0, 0, 0]


def test_cards_streets_and_challenge(match):
    row = match.position.observe(0).tolist()
    red_two = part(row, CARDS_AT, n.PER_KIND)
    assert red_two == [2, 6, 0]  # nine lots; Rj is green's, two cards are open
    assert part(row, STREETS_AT, n.STREETS) == [1, 0, 1, 0, 1, 0]
    assert part(row, CHALLENGE_AT, n.CHALLENGES) == [0, 0, 0, 0, 1]
    play(match, "shift")
    after = match.position.observe(0).tolist()
    assert part(after, CARDS_AT, n.PER_KIND)[2] == 2  # two red cards are known to be at the bottom


def test_the_general_part_holds_phase_choices_and_turn(match):
    row = match.position.observe(1).tolist()
    assert part(row, GENERAL_AT, n.GENERAL) == [n.TURN, 3, 0, 0, 56, 0, 0, 0, 0, 0, 0, 1]
    play(match, "grab", "card 1")
    row = match.position.observe(0).tolist()
    assert part(row, GENERAL_AT, n.GENERAL) == [n.CHOOSE_LOT, 3, 0, 1, 56, 0, 1, 0, 0, 0, 0, 0]
    torn = {"green": f"{EIGHTEEN_POINTS} s2 s3"}  # 28 points
    late = at(
        **{**POSITION, "ending": "stalemate", "last_turns": 2, "demolished": torn}, options={"expert": True}
    )
    row = late.position.observe(1).tolist()
    assert part(row, GENERAL_AT, n.GENERAL)[8:] == [3, 2, 1, 1]


def test_names_stand_where_the_numbers_are(match):
    names, board = match.game.observation_names(), match.game.board
    assert names[board.square_number["E3"] * n.PER_SQUARE] == "E3.owner.me"
    assert names[LOTS_AT + board.lot_number["Rg"] * n.PER_LOT] == "Rg.worker.me"
    assert names[SEATS_AT + n.PER_SEAT] == "next.workers"
    assert names[SEATS_AT + 1] == "me.action.boom"
    assert names[SEATS_AT + 4] == f"me.tile.{board.tiles[0].id}"
    assert names[CARDS_AT].endswith("-2.open")
    assert names[STREETS_AT] == "street.bw"
    assert names[CHALLENGE_AT + 4] == "challenge.king"
    assert names[GENERAL_AT] == "phase"

"""Observations for learners: the parts of the row, with seats numbered from the observer."""

from typing import Any

import pytest

from rooftop.titles.tower_up import state as n
from tests.titles.tower_up.tables import at, edition

POSITION: dict[str, Any] = {
    "to_act": "yellow",
    "objectives": ["A", "E", "J"],
    "market": ["E06", "A04", "B03"],
    "buildings": {
        "T1": "white: blue - yellow",
        "T2": "grey: green",
        "F10": "brown: green",
        "H4": "black: green",
        "R2": "white: green",
    },
    "stock": {"blue": {"black": 3}, "yellow": {"white": 2, "grey": 1}, "green": {}},
    "track": {"yellow": {"white": 3, "grey": 2, "brown": 2, "black": 4}},
    "tokens": {"green": [7, 0, 0]},
}


@pytest.fixture
def row():
    return lambda seat: at(**POSITION).position.observe(seat).tolist()


def part(row, start, length):
    return row[start : start + length]


SEATS_AT = n.SITES * n.PER_SITE
CARDS_AT = SEATS_AT + 4 * n.PER_SEAT
TRAY_AT = CARDS_AT + n.MARKET * n.PER_CARD
OBJECTIVES_AT = TRAY_AT + 4
GENERAL_AT = OBJECTIVES_AT + n.OBJECTIVES + n.IN_PLAY


def test_the_parts_fill_the_observation():
    assert GENERAL_AT + n.GENERAL == n.OBSERVATION


def test_a_building_shows_height_colour_prices_roofs_and_top_roof(row):
    #      height  colour       prices by colour  roofs by seat  top roof by seat
    t1 = [3, 1, 0, 0, 0, 0, 1, 1, 0, 1, 0, 1, 0, 1, 0, 0, 0]
    assert part(row(1), 0, n.PER_SITE) == t1  # observed by yellow: itself, green, blue
    t1_blue = [3, 1, 0, 0, 0, 0, 1, 1, 0, 1, 1, 0, 0, 0, 1, 0, 0]
    assert part(row(0), 0, n.PER_SITE) == t1_blue
    t2 = [1, 0, 1, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0]
    assert part(row(1), n.PER_SITE, n.PER_SITE) == t2


def test_an_empty_site_shows_its_price(row):
    t5 = part(row(1), 4 * n.PER_SITE, n.PER_SITE)  # next to T1 and T2
    assert t5 == [0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]


def test_seats_are_in_order_from_the_observing_one(row):
    #         stock       tracks      roofs stars cone tokens  points
    yellow = [2, 1, 0, 0, 3, 2, 2, 4, 9, 1, -1, 0, 0, 0, 11]
    green = [0, 0, 0, 0, 0, 0, 0, 0, 6, 0, -1, 7, 0, 0, 7]
    blue = [0, 0, 0, 3, 0, 0, 0, 0, 9, 0, -1, 0, 0, 0, 0]
    nobody = [0] * n.PER_SEAT
    assert part(row(1), SEATS_AT, 4 * n.PER_SEAT) == yellow + green + blue + nobody
    assert part(row(0), SEATS_AT, 4 * n.PER_SEAT) == blue + yellow + green + nobody


def test_cards_tray_and_objectives(row):
    e06, a04, b03 = [2, 0, 0, 2, 0, 0, 0, 0, 0], [0, 0, 0, 0, 1, 0, 0, 0, 2], [1, 0, 1, 0, 0, 0, 1, 0, 0]
    assert part(row(0), CARDS_AT, 4 * n.PER_CARD) == e06 + a04 + b03 + [0] * n.PER_CARD
    assert part(row(0), TRAY_AT, 4) == [24, 28, 29, 26]
    assert part(row(0), OBJECTIVES_AT, n.OBJECTIVES) == [1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0]
    assert part(row(0), OBJECTIVES_AT + n.OBJECTIVES, n.IN_PLAY) == [1, 0, 0]


def test_the_general_part_shows_phase_players_pile_and_whose_turn_it_is(row):
    assert part(row(1), GENERAL_AT, n.GENERAL) == [n.TURN, 3, 0, 0, 0, 0, 0, 41, 1]
    assert part(row(0), GENERAL_AT, n.GENERAL)[-1] == 0
    match = at(
        ending="shortage",
        last_turns=2,
        extra_turn=True,
        market=["D01", "E06", "B03"],
        track={"blue": dict.fromkeys(("white", "grey", "brown", "black"), 2)},
    )
    match.play("card 1")
    assert match.position.observe(0).tolist()[GENERAL_AT:] == [n.CHOOSE_FLOOR, 3, 2, 0, 1, 2, 2, 41, 1]
    match = at(
        edition=edition(floors_per_colour=20),
        market=["E06", "D01", "B03"],
        stock={"yellow": {"black": 10}, "green": {"black": 10}, "blue": {}},
    )
    match.play("card 1")
    assert match.position.observe(0).tolist()[GENERAL_AT:] == [n.CHOOSE_FLOOR, 3, 2, 2, 0, 2, 0, 41, 1]


def test_names_stand_where_the_numbers_are():
    names = at(**POSITION).game.observation_names()
    assert names[:2] + names[5:6] + names[9:10] == [
        "T1.height",
        "T1.colour.white",
        "T1.price.white",
        "T1.roofs.me",
    ]
    assert names[SEATS_AT] == "me.stock.white"
    assert names[SEATS_AT + n.PER_SEAT] == "next.stock.white"
    assert names[CARDS_AT] == "card-1.floors.white"
    assert names[TRAY_AT] == "supply.white"
    assert names[OBJECTIVES_AT] == "objective.A"
    assert names[GENERAL_AT] == "phase"

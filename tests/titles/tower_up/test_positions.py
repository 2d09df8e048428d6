"""Positions set up by hand: what is wrong is said, what follows is worked out."""

import random

import pytest

import rooftop
from rooftop.testing.arranging import ArrangingContract
from tests.titles.tower_up.tables import TITLE, at, edition, new, play, seat

ALL_ON_TWO = dict.fromkeys(("white", "grey", "brown", "black"), 2)


class TestArranging(ArrangingContract):
    title = TITLE


@pytest.mark.parametrize(
    ("position", "sentence"),
    [
        ({"buildings": {"T99": "white: -"}}, "buildings: 'T99' is not one of T1, T2"),
        ({"buildings": {"T1": "white"}}, "buildings.T1: 'white' is not like 'white: - blue', with 1 to 7"),
        ({"buildings": {"T1": "pink: -"}}, "buildings.T1: 'pink' is not one of white, grey, brown, black"),
        ({"buildings": {"T1": "white: orange"}}, "buildings.T1: 'orange' is not one of blue, yellow, green"),
        ({"buildings": {"T1": "white: -", "T2": "white: -"}}, "neighbours must differ: T1 and T2 are white"),
        ({"buildings": {"T1": "white: - -"}}, "buildings: no order of founding leads to these heights"),
        (
            {"buildings": {"T1": "white: - -", "T2": "grey: - -"}},
            "buildings: no order of founding leads to these heights",
        ),
        ({"stock": {"blue": {"white": 11}}}, "stock.blue: 11 floors; a turn ends with at most 10"),
        ({"stock": {"pink": {}}}, "stock: 'pink' is not one of blue, yellow, green"),
        ({"track": {"blue": {"white": 13}}}, "track.blue.white: column 13 is not from 0 to 12"),
        ({"tokens": {"blue": [7]}}, "tokens.blue: must be 3 values, 0 for none"),
        ({"tokens": {"blue": [6, 0, 0]}}, "tokens.blue: 6 is not one of 7, 5, 3"),
        ({"tokens": {"blue": [7, 0, 0]}}, "breaks a law: whoever has met an objective in play has a token"),
        ({"objectives": ["A", "A", "B"]}, "objectives: must be 3 different ones"),
        ({"market": ["E01", "E02"]}, "market: 2 cards; it must have 3"),
        ({"market": ["E01", "E02", "E01"]}, "market and discards: the card E01 lies there twice"),
        (
            {"market": ["E01", "E02", "E03"], "discards": ["E02"]},
            "market and discards: the card E02 lies there twice",
        ),
        ({"extra_turn": True}, "extra_turn: the machines of blue have not all reached a star column"),
        ({"last_turns": 1}, "last_turns: 1 without an ending"),
        ({"ending": "shortage"}, "last_turns: must be given with an ending, unless it is an extra turn"),
        ({"ending": "shortage", "last_turns": 4}, "last_turns: 4 is not from 0 to 3"),
        ({"ending": "stalemate"}, "last_turns: 0 is not from 1 to 3"),
        (
            {"ending": "last-roof", "last_turns": 2},
            "ending: green must have laid the last roof and has 10 left",
        ),
        (
            {"turns_without_building": 15},
            "turns_without_building: after 15 the end has begun; give an ending",
        ),
        (
            {"ending": "shortage", "last_turns": 2, "counted": {"blue": 0}},
            "counted.blue: has not had the last turn yet",
        ),
        (
            {"ending": "shortage", "last_turns": 2, "counted": {"green": 1}},
            "counted.green: 1 is not from 0 to 0",
        ),
        ({"roofs": {"blue": 3}}, "there is no key 'roofs'; the keys are buildings, stock"),
        ({"to_act": "orange"}, "to_act: 'orange' is not one of blue, yellow, green"),
    ],
)
def test_a_wrong_position_is_refused_in_a_sentence(position, sentence):
    with pytest.raises(rooftop.OptionError) as refused:
        at(**position)
    assert sentence in str(refused.value)


def test_more_floors_or_roofs_than_there_are_are_refused():
    with pytest.raises(rooftop.OptionError, match="buildings and stock: 11 white floors; there are 10"):
        at(
            edition=edition(floors_per_colour=10),
            buildings={"T1": "white: -"},
            stock={"blue": {"white": 10}, "yellow": {}, "green": {}},
        )
    with pytest.raises(rooftop.OptionError, match="buildings: 2 roofs of blue; a player has 1"):
        at(edition=edition(roofs_per_player=1), buildings={"T1": "white: blue", "H1": "white: blue"})
    with pytest.raises(rooftop.OptionError, match="buildings: blue has no roof left; give an ending"):
        at(edition=edition(roofs_per_player=1), buildings={"T1": "white: blue"})


def test_roofs_left_and_star_columns_follow_from_the_rest():
    match = at(buildings={"T1": "white: blue -", "T2": "grey: blue"}, track={"blue": ALL_ON_TWO})
    assert seat(match, "blue").roofs == 8
    assert seat(match, "blue").stars == 1
    assert seat(match, "blue").total == 8


def test_who_has_had_the_last_turn_has_counted_what_is_visible_or_what_is_said():
    buildings = {"T1": "white: green -", "T2": "grey: green", "H1": "brown: yellow"}
    match = at(buildings=buildings, ending="shortage", last_turns=1)
    assert [row.visible for row in match.view().seats] == [None, 1, 1]
    match = at(buildings=buildings, ending="shortage", last_turns=1, counted={"green": 2})
    assert [row.visible for row in match.view().seats] == [None, 1, 2]
    assert seat(match, "green").points.cone == 2


def test_cards_that_are_not_named_are_in_the_market_and_the_pile():
    match = at(discards=["E01", "E02", "E03"])
    view = match.view()
    assert len(set(view.market)) == 3
    assert not {"E01", "E02", "E03"} & set(view.market)
    assert view.pile == 44 - 6


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_city_of_a_real_game_can_be_set_up_by_hand(players):
    """However it came about: an order of founding is found that leads to its heights."""
    for number in range(3):
        match, chance = new(players, number, starting_floors=5 if players == 4 else 7), random.Random(number)
        while not match.over:
            view = match.view()
            if view.phase == "turn" and chance.random() < 0.2:
                again = written(view)
                assert again.buildings == view.buildings
                assert again.seats == view.seats
            play(match, chance.choice(match.moves()).notation)


def written(view):
    """The view of a position that says what another view shows."""
    names = [row.id for row in view.seats]
    counted = {row.id: row.visible for row in view.seats if row.visible is not None}
    again = at(
        players=view.players,
        to_act=names[view.to_act],
        buildings={
            site: f"{row.colour}: " + " ".join("-" if who is None else names[who] for who in row.roofs)
            for site, row in view.buildings.items()
        },
        stock={row.id: row.stock for row in view.seats},
        track={row.id: row.track for row in view.seats},
        tokens={row.id: [value or 0 for value in row.tokens] for row in view.seats},
        market=view.market,
        discards=view.discards,
        objectives=[row.id for row in view.objectives],
        extra_turn=view.extra_turn,
        ending=view.ending,
        last_turns=view.last_turns,
        counted=counted,
        turns_without_building=min(view.turns_without_building, 120),
    )
    return again.view()

"""Positions set up by hand: errors, and details filled in."""

import random

import pytest
from msgspec.structs import asdict

import rooftop
from rooftop.testing.arranging import ArrangingContract
from tests.titles.tower_up.tables import TITLE, at, edition, new, play, seat, view_of

ALL_ON_TWO = dict.fromkeys(("white", "grey", "brown", "black"), 2)


class TestArranging(ArrangingContract):
    title = TITLE


@pytest.mark.parametrize(
    ("position", "sentence"),
    [
        ({"buildings": {"T99": "white: -"}}, "buildings: must be one of T1, T2"),
        (
            {"buildings": {"T1": "white"}},
            "buildings.T1: must look like 'white: - blue', with 1 to 7 floors, not 'white'",
        ),
        ({"buildings": {"T1": "pink: -"}}, "buildings.T1: must be one of white, grey, brown, black"),
        ({"buildings": {"T1": "white: orange"}}, "buildings.T1: must be one of blue, yellow, green"),
        (
            {"buildings": {"T1": "white: -", "T2": "white: -"}},
            "neighbours must differ in colour: T1 and T2 are both white",
        ),
        ({"buildings": {"T1": "white: - -"}}, "buildings: no founding order leads to these heights"),
        (
            {"buildings": {"T1": "white: - -", "T2": "grey: - -"}},
            "buildings: no founding order leads to these heights",
        ),
        ({"stock": {"blue": {"white": 11}}}, "stock.blue: must be at most 10 floors, not 11"),
        ({"stock": {"pink": {}}}, "stock: must be one of blue, yellow, green"),
        ({"track": {"blue": {"white": 13}}}, "track.blue.white: must be a column from 0 to 12, not 13"),
        ({"tokens": {"blue": [7]}}, "tokens.blue: must be 3 values, 0 for no token"),
        ({"tokens": {"blue": [6, 0, 0]}}, "tokens.blue: must be one of 7, 5, 3, not 6"),
        ({"tokens": {"blue": [7, 0, 0]}}, "breaks a law: players who have met an objective in play have a"),
        ({"objectives": ["A", "A", "B"]}, "objectives: must be 3 different objectives"),
        ({"market": ["E01", "E02"]}, "market: must have 3 cards, not 2"),
        ({"market": ["E01", "E02", "E01"]}, "market and discards: card E01 is a duplicate"),
        (
            {"market": ["E01", "E02", "E03"], "discards": ["E02"]},
            "market and discards: card E02 is a duplicate",
        ),
        ({"extra_turn": True}, "extra_turn: the machines of blue have not all reached a star column"),
        ({"last_turns": 1}, "last_turns: must be 0 without an ending"),
        ({"ending": "shortage"}, "last_turns: missing; needed with an ending"),
        ({"ending": "shortage", "last_turns": 4}, "last_turns: must be 0 to 3, not 4"),
        ({"ending": "stalemate"}, "last_turns: must be 1 to 3, not 0"),
        (
            {"ending": "last-roof", "last_turns": 2},
            "ending: green must have laid their last roof, but has 10 left",
        ),
        (
            {"turns_without_building": 15},
            "turns_without_building: must be less than 15 without an ending",
        ),
        (
            {"ending": "shortage", "last_turns": 2, "counted": {"blue": 0}},
            "counted.blue: this player has not had their last turn yet",
        ),
        (
            {"ending": "shortage", "last_turns": 2, "counted": {"green": 1}},
            "counted.green: must be 0 to 0, not 1",
        ),
        ({"roofs": {"blue": 3}}, "unknown key 'roofs'; expected buildings, stock"),
        ({"to_act": "orange"}, "to_act: must be one of blue, yellow, green"),
    ],
)
def test_an_invalid_position_is_refused_with_a_message(position, sentence):
    with pytest.raises(rooftop.OptionError) as refused:
        at(**position)
    assert sentence in str(refused.value)


def test_too_many_floors_or_roofs_are_refused():
    with pytest.raises(
        rooftop.OptionError, match="buildings and stock: must be at most 10 white floors, not 11"
    ):
        at(
            edition=edition(floors_per_colour=10),
            buildings={"T1": "white: -"},
            stock={"blue": {"white": 10}, "yellow": {}, "green": {}},
        )
    with pytest.raises(rooftop.OptionError, match="buildings: blue must have at most 1 roofs, not 2"):
        at(edition=edition(roofs_per_player=1), buildings={"T1": "white: blue", "H1": "white: blue"})
    with pytest.raises(rooftop.OptionError, match="buildings: blue has no roofs left; add an ending"):
        at(edition=edition(roofs_per_player=1), buildings={"T1": "white: blue"})


def test_roofs_left_and_star_columns_follow_from_the_rest():
    match = at(buildings={"T1": "white: blue -", "T2": "grey: blue"}, track={"blue": ALL_ON_TWO})
    assert seat(match, "blue").roofs == 8
    assert seat(match, "blue").stars == 1
    assert seat(match, "blue").total == 8


def test_players_who_have_had_their_last_turn_have_counted_visible_roofs_or_the_given_number():
    buildings = {"T1": "white: green -", "T2": "grey: green", "H1": "brown: yellow"}
    match = at(buildings=buildings, ending="shortage", last_turns=1)
    assert [row.visible for row in view_of(match).seats] == [None, 1, 1]
    match = at(buildings=buildings, ending="shortage", last_turns=1, counted={"green": 2})
    assert [row.visible for row in view_of(match).seats] == [None, 1, 2]
    assert seat(match, "green").points.cone == 2


def test_cards_that_are_not_listed_are_in_the_market_and_the_pile():
    match = at(discards=["E01", "E02", "E03"])
    view = view_of(match)
    assert len(set(view.market)) == 3
    assert not {"E01", "E02", "E03"} & set(view.market)
    assert view.pile == 44 - 6


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_city_of_a_real_game_can_be_set_up_by_hand(players):
    """A founding order exists for all heights."""
    for number in range(3):
        match, chance = new(players, number, starting_floors=5 if players == 4 else 7), random.Random(number)
        while not match.over:
            view = view_of(match)
            if view.phase == "turn" and chance.random() < 0.2:
                again = written(view)
                assert again.buildings == view.buildings
                assert again.seats == view.seats
            play(match, chance.choice(match.moves()).notation)


def written(view):
    """The view of a position that is set up like another view."""
    names = [row.id for row in view.seats]
    counted = {row.id: row.visible for row in view.seats if row.visible is not None}
    again = at(
        players=view.players,
        to_act=names[view.to_act],
        buildings={
            site: f"{row.colour}: " + " ".join("-" if who is None else names[who] for who in row.roofs)
            for site, row in view.buildings.items()
        },
        stock={row.id: asdict(row.stock) for row in view.seats},
        track={row.id: asdict(row.track) for row in view.seats},
        tokens={row.id: [value or 0 for value in row.tokens] for row in view.seats},
        market=list(view.market),
        discards=list(view.discards),
        objectives=[row.id for row in view.objectives],
        extra_turn=view.extra_turn,
        ending=view.ending,
        last_turns=view.last_turns,
        counted=counted,
        turns_without_building=min(view.turns_without_building, 120),
    )
    return view_of(again)

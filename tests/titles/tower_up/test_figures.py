"""The captions of the figures in the rules match the positions shown."""

import pytest

from rooftop.game.match import Match
from tests import figures
from tests.titles.tower_up.tables import TITLE, floors, machines, seat, view_of


def shown(name: str, moves: int | None = None) -> Match:
    return figures.shown(TITLE, name, moves)


def test_the_figures_follow_the_same_clauses_in_both_languages():
    figures.assert_figures_stand_alike(TITLE)


def test_every_figure_can_be_drawn():
    figures.assert_figures_can_be_drawn(TITLE)


def test_three_cards_bring_what_the_caption_says():
    cards = [shown("glance-cards").game.board.card(name) for name in view_of(shown("glance-cards")).market]
    assert [len(set(card.floors)) for card in cards] == [3, 2, 2]
    assert [(len(card.floors), card.machines) for card in cards] == [(3, []), (4, []), (2, ["white"])]


def test_a_roof_at_a_glance_drives_the_white_machine_three_columns():
    match = shown("glance-building")
    buildings = view_of(match).buildings
    assert [buildings[site].height for site in ("O1", "H3", "M6")] == [1, 3, 2]
    assert machines(match, "blue")["white"] == 3


def test_points_at_a_glance_are_machines_and_tokens():
    match = shown("glance-points")
    assert match.total(0) == 35
    assert sum(machines(match, "blue").values()) == 21
    assert sum(building.roofs[-1] == 0 for building in view_of(match).buildings.values()) == 6


def test_neighbours_are_joined_by_streets():
    streets = {frozenset(pair) for pair in shown("neighbours").game.board.city.streets}
    assert {site for pair in streets if "C4" in pair for site in pair} == {"C4", "C6", "H2", "M1", "M6"}


def test_a_building_with_three_neighbours_costs_four_floors():
    assert floors(shown("paying", 0), "blue") == {"white": 1, "grey": 1, "brown": 1, "black": 1}
    match = shown("paying")
    assert floors(match, "blue") == {}
    buildings = view_of(match).buildings
    assert [buildings[site].height for site in ("H2", "C4", "H3", "H5")] == [1, 3, 2, 3]
    assert buildings["C4"].roofs == (None, 1, None)


def test_the_roof_on_three_floors_moves_the_brown_machine_three_columns():
    match = shown("roof")
    assert view_of(match).buildings["S6"].roofs == (None, 1, 0)
    assert machines(match, "blue") == {"white": 0, "grey": 0, "brown": 3, "black": 0}


def test_the_last_machine_to_reach_the_first_star_column_gives_an_extra_turn():
    assert not view_of(shown("stars", 0)).extra_turn
    match = shown("stars")
    assert match.to_act == 0
    assert view_of(match).extra_turn
    assert seat(match, "blue").track.grey == 2


def test_two_of_four_roofs_are_visible():
    match = shown("cone")
    assert seat(match, "blue").roofs == 6
    assert seat(match, "blue").visible == 2
    assert seat(match, "blue").points.cone == 2


@pytest.mark.parametrize(("moves", "token"), [(0, None), (2, 7)])
def test_the_fourth_building_by_the_lake_takes_the_better_token(moves, token):
    match = shown("lakeside", moves)
    assert seat(match, "blue").tokens == (None, token, None)
    if token:
        assert view_of(match).objectives[1].tokens == (3,)

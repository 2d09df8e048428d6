"""The worked examples of the rulebook, each from a position file to its printed result."""

import pytest

from rooftop.game.match import Match
from rooftop.game.position import read_position
from tests.conftest import FIXTURES
from tests.titles.tower_up.tables import floors, machines, notations, play, said, seat, view_of


def example(name: str) -> Match:
    return Match.at(read_position(FIXTURES / "tower-up" / "positions" / f"{name}.toml"))


@pytest.mark.clause("TU-27", "TU-28")
def test_a_black_building_next_to_the_brown_one_has_two_possible_sites():
    match = example("black-next-to-brown")
    black = {move for move in notations(match, "build") if move.endswith("black")}
    assert black == {"build T1 black", "build T3 black"}
    assert (
        match.why_not("build T5 black")
        == "Neighbours must differ in colour: there is a black building on O2 (Orchards)."
    )


@pytest.mark.clause("TU-29", "TU-31", "TU-32", "TU-36")
def test_the_roof_on_the_white_building_of_four_floors_moves_the_white_machine_by_four():
    match = play(example("roof-on-white"), "build T8 black")
    buildings = view_of(match).buildings
    assert buildings["T7"].height == 4
    assert buildings["T9"].height == 2
    assert floors(match, "blue") == {}
    play(match, "roof T7")
    assert view_of(match).buildings["T7"].roofs == (None, 1, None, 0)
    assert machines(match, "blue") == {"white": 4, "grey": 0, "brown": 0, "black": 0}


@pytest.mark.clause("TU-40", "TU-41", "TU-43")
def test_the_orange_player_has_an_extra_turn_when_the_last_machine_reaches_the_first_star_column():
    match = play(example("orange-extra-turn"), "build T1 white", "roof T1")
    assert seat(match, "orange").track.white == 2
    assert match.to_act == 3
    assert view_of(match).extra_turn


@pytest.mark.clause("TU-40")
def test_reaching_the_second_star_column_later_gives_the_orange_player_another_extra_turn():
    match = example("orange-extra-turn")
    play(match, "build T1 white", "roof T1", "card 1")
    assert seat(match, "orange").stars == 1
    match.position.state["track"][3][0] = 3
    match.position.state["to_act"] = 3
    play(match, "build H4 white", "roof H4")
    assert seat(match, "orange").track.white == 4
    assert seat(match, "orange").stars == 2
    assert view_of(match).extra_turn


@pytest.mark.clause("TU-55", "TU-63")
def test_the_blue_player_takes_the_token_worth_five_for_five_districts_when_the_seven_is_gone():
    match = play(example("five-districts"), "build O1 black", "roof O1")
    assert seat(match, "blue").tokens == (None, 5, None)
    assert view_of(match).objectives[1].tokens == (3,)
    assert "Blue meets an objective (buildings in all five districts) and wins 5 million." in said(match)


@pytest.mark.clause("TU-46", "TU-47", "TU-49")
def test_the_last_roof_with_five_visible_puts_the_cone_on_the_fifth_field():
    match = play(example("cone-on-five"), "build F4 white", "roof F4")
    assert view_of(match).ending == "last-roof"
    assert seat(match, "blue").visible == 5
    assert seat(match, "blue").points.cone == 5


@pytest.mark.clause("TU-48", "TU-60")
def test_thirty_one_for_machines_and_cone_and_twelve_for_tokens_make_forty_three():
    match = play(example("forty-three"), "card 1")
    assert match.over
    points = match.points(2)
    assert sum(points[source] for source in ("white", "grey", "brown", "black", "cone")) == 31
    assert points["token-1"] + points["token-2"] + points["token-3"] == 12
    assert match.total(2) == 43

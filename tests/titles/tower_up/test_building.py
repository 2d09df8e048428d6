"""TU-27..39: where you may build, what it costs, the roof, the machine it moves."""

import pytest

from rooftop.game.preview import reasons
from tests.titles.tower_up.tables import at, edition, floors, machines, notations, play, said, seat, view_of

# T8 joins T7 and T9; T9 joins R3, R5, T6, T8.
ENOUGH = {"white": 2, "grey": 2, "brown": 2, "black": 2}


@pytest.mark.clause("TU-27")
def test_a_building_needs_a_neighbouring_building():
    match = at(buildings={"T9": "white: -"}, stock={"blue": ENOUGH})
    assert {move.split()[1] for move in notations(match, "build")} == {"R3", "R5", "T6", "T8"}
    assert match.why_not("build H1 grey") == "There is no building next to H1 (Highgate)."
    assert reasons(match, "site-H1") == ["There is no building next to H1 (Highgate)."]


@pytest.mark.clause("TU-27")
def test_a_building_needs_an_empty_site():
    match = at(buildings={"T9": "white: -", "T8": "grey: -"}, stock={"blue": ENOUGH})
    assert not notations(match, "build T8")
    assert match.why_not("build T8 black") == "There is already a building on T8 (Old Town)."


@pytest.mark.clause("TU-28")
def test_a_building_differs_from_all_its_neighbours():
    match = at(buildings={"T7": "white: -", "T9": "grey: -"}, stock={"blue": ENOUGH})
    assert notations(match, "build T8") == {"build T8 brown", "build T8 black"}


@pytest.mark.clause("TU-28")
def test_nobody_can_build_on_a_site_whose_neighbours_have_all_four_colours():
    match = at(
        buildings={"R3": "white: -", "R5": "grey: -", "T6": "brown: -", "T8": "black: -"},
        stock={"blue": ENOUGH},
    )
    assert not notations(match, "build T9")


@pytest.mark.clause("TU-29")
def test_the_builder_adds_a_floor_of_its_own_colour_to_every_neighbour():
    match = at(
        buildings={"R3": "white: -", "R5": "white: - -", "O7": "grey: -", "T6": "grey: -"},
        stock={"blue": {"white": 2, "grey": 1, "black": 1}},
    )
    tray = view_of(match).tray
    play(match, "build T9 black")
    buildings = view_of(match).buildings
    assert {site: buildings[site].height for site in buildings} == {
        "R3": 2, "R5": 3, "O7": 1, "T6": 2, "T9": 1,
    }  # fmt: skip
    assert {site: buildings[site].colour for site in buildings} == {
        "R3": "white", "R5": "white", "O7": "grey", "T6": "grey", "T9": "black",
    }  # fmt: skip
    assert floors(match, "blue") == {}
    assert view_of(match).tray == tray


@pytest.mark.clause("TU-30")
@pytest.mark.parametrize(
    ("stock", "reason"),
    [
        ({"white": 1, "grey": 1, "black": 1}, "You need 2 white floors; you have 1."),
        ({"white": 2, "black": 1}, "You need 1 grey floor; you have 0."),
        ({"white": 2, "grey": 1}, "You need 1 black floor; you have 0."),
    ],
)
def test_a_player_who_cannot_pay_for_all_neighbours_cannot_build(stock, reason):
    match = at(buildings={"R3": "white: -", "R5": "white: -", "T6": "grey: -"}, stock={"blue": stock})
    assert "build T9 black" not in notations(match)
    assert match.why_not("build T9 black") == reason


@pytest.mark.clause("TU-30")
def test_each_colour_must_be_paid_for_separately():
    """Too many floors of one colour do not make up for too few of the next."""
    for lacking in ("white", "grey", "brown"):
        stock = {"white": 3, "grey": 3, "brown": 3, "black": 1} | {lacking: 0}
        match = at(buildings={"R3": "white: -", "R5": "grey: -", "T6": "brown: -"}, stock={"blue": stock})
        assert not notations(match, "build T9")


@pytest.mark.clause("TU-31", "TU-34")
def test_new_floors_cover_roofs_even_your_own_and_presence_stays():
    match = at(
        objectives=["E", "F", "I"],
        buildings={"T9": "white: blue", "T7": "grey: yellow"},
        stock={"blue": {"white": 1, "grey": 1, "black": 1}},
    )
    play(match, "build T8 black", "roof T8")
    buildings = view_of(match).buildings
    assert buildings["T9"].roofs == (0, None)
    assert buildings["T7"].roofs == (1, None)
    present = match.position.state["present"]
    board = match.game.board
    assert present[0] == 1 << board.site_number["T9"] | 1 << board.site_number["T8"]
    assert present[1] == 1 << board.site_number["T7"]


@pytest.mark.clause("TU-32")
def test_the_roof_is_mandatory_and_goes_on_one_of_the_floors_just_laid():
    match = at(
        buildings={"T7": "white: -", "T9": "grey: -", "H1": "brown: -"},
        stock={"blue": {"white": 1, "grey": 1, "black": 1}},
    )
    play(match, "build T8 black")
    assert match.to_act == 0
    assert notations(match) == {"roof T7", "roof T8", "roof T9"}
    assert match.why_not("roof H1") == "You laid no floor on H1 (Highgate) this turn."
    assert match.why_not("roof T6") == "You laid no floor on T6 (Old Town) this turn."
    assert match.why_not("card 1") == "Lay the roof first, on one of the floors you have just laid."
    assert match.why_not("end") == "Lay the roof first, on one of the floors you have just laid."
    assert reasons(match, "site-T6") == ["You laid no floor on T6 (Old Town) this turn."]
    assert reasons(match, "card-0") == ["Lay the roof first, on one of the floors you have just laid."]


@pytest.mark.clause("TU-32", "TU-35")
def test_a_building_uses_one_roof():
    match = at(buildings={"T9": "grey: -"}, stock={"blue": {"grey": 1, "black": 1}})
    play(match, "build T8 black", "roof T9")
    assert seat(match, "blue").roofs == 9
    assert view_of(match).buildings["T9"].roofs == (None, 0)
    assert view_of(match).buildings["T8"].roofs == (None,)


@pytest.mark.clause("TU-33")
def test_a_player_may_have_several_roofs_in_one_building():
    match = at(buildings={"T9": "grey: blue"}, stock={"blue": {"grey": 1, "black": 1}})
    play(match, "build T8 black", "roof T9")
    assert view_of(match).buildings["T9"].roofs == (0, 0)


@pytest.mark.clause("TU-35")
def test_without_a_roof_nobody_builds():
    match = at(
        edition=edition(roofs_per_player=1),
        buildings={"T9": "grey: -", "H1": "white: blue"},
        stock={"blue": ENOUGH},
        ending="shortage",
        last_turns=3,
    )
    assert not notations(match, "build")
    assert match.why_not("build T8 black") == "You have no roofs left."
    assert reasons(match, "site-T8") == ["You have no roofs left."]
    assert match.prompt() == "Your last turn: take a card. You have no roofs left, so you cannot build."


@pytest.mark.clause("TU-36", "TU-37")
@pytest.mark.parametrize(
    ("where", "colour", "steps"), [("T8", "black", 1), ("T9", "grey", 3), ("T7", "white", 2)]
)
def test_the_machine_of_the_buildings_colour_moves_by_its_height(where, colour, steps):
    match = at(
        buildings={"T9": "grey: - -", "R5": "brown: -", "T7": "white: -"},
        stock={"blue": {"grey": 1, "white": 1, "black": 1}},
        track={"blue": {"white": 1, "grey": 1, "black": 1}},
    )
    play(match, "build T8 black", f"roof {where}")
    expected = {"white": 1, "grey": 1, "brown": 0, "black": 1}
    expected[colour] += steps
    assert machines(match, "blue") == expected
    assert {source: match.points(0)[source] for source in expected} == expected


@pytest.mark.clause("TU-38")
def test_a_machine_stops_at_the_last_column():
    match = at(
        buildings={"T9": "grey: - - -", "R5": "brown: -", "T6": "brown: -"},
        stock={"blue": {"grey": 1, "black": 1}},
        track={"blue": {"grey": 10, "black": 12}},
    )
    play(match, "build T8 black")
    texts = {move.notation: move.text for move in match.moves()}
    assert texts == {
        "roof T8": "Lay the roof on T8 (Old Town), level 1: the black machine is at the end of its track",
        "roof T9": "Lay the roof on T9 (Old Town), level 4: the grey machine moves 2 columns",
    }
    play(match, "roof T9")
    assert seat(match, "blue").track.grey == 12
    assert seat(match, "blue").points.grey == 12


@pytest.mark.clause("TU-39")
def test_the_level_of_a_roof_is_the_height_of_the_building_when_it_was_laid():
    match = at(
        buildings={"T9": "grey: - -", "T6": "brown: -"},
        stock={"blue": {"grey": 1, "black": 1}, "yellow": {"grey": 1, "white": 1}},
    )
    play(match, "build T8 black", "roof T9")
    play(match, "build R5 white", "roof R5")
    assert view_of(match).buildings["T9"].roofs == (None, None, 0, None)


@pytest.mark.clause("TU-29", "TU-32", "TU-36")
def test_the_log_tells_a_building_step_by_step():
    match = at(
        buildings={"T7": "white: -", "T9": "grey: -"},
        stock={"blue": {"white": 1, "grey": 1, "black": 1}},
        objectives=["E", "F", "I"],
    )
    play(match, "build T8 black")
    assert said(match) == [
        "Blue builds a black building on T8 (Old Town).",
        "T7 (Old Town) grows to 2 floors.",
        "T9 (Old Town) grows to 2 floors.",
    ]
    play(match, "roof T7")
    assert said(match) == [
        "Blue lays a roof on T7 (Old Town), level 2.",
        "Blue: the white machine reaches column 2.",
    ]

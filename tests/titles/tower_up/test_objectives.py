"""TU-55, TU-56, TU-62..71: tokens and the ten objectives, each just met and just missed."""

import pytest

from tests.titles.tower_up.tables import at, edition, play, said, seat, view_of

ALL = {"white": 2, "grey": 2, "brown": 2, "black": 2}


def present(*sites, colour="white"):
    """Buildings of one floor, each with a roof of blue."""
    return dict.fromkeys(sites, f"{colour}: blue")


def meets(letter, buildings, *moves, players=3):
    """Whether these moves win blue the token of an objective."""
    others = [other for other in "EGI" if other != letter][:2]
    match = at(
        players=players, objectives=[letter, *others], buildings=buildings, stock={"blue": ALL},
        market=["E06", "C09", "B03"],
    )  # fmt: skip
    before = seat(match, "blue").tokens[0]
    play(match, *moves)
    return before is None and seat(match, "blue").tokens[0] is not None


@pytest.mark.clause("TU-55")
def test_a_player_takes_the_best_token_left_at_once():
    match = at(
        objectives=["E", "F", "G"],
        buildings=present("O1", "H1", "R9", colour="brown") | {"T9": "grey: -"},
        stock={"blue": ALL},
    )
    play(match, "build T8 brown", "roof T8")
    assert seat(match, "blue").tokens == (7, None, None)
    assert seat(match, "blue").points["token-1"] == 7
    assert view_of(match).objectives[0].tokens == (5, 3)
    assert "Blue meets an objective (four brown buildings) and wins 7 million." in said(match)


@pytest.mark.clause("TU-55")
@pytest.mark.parametrize(
    ("gone", "value", "left"), [([], 7, (5, 3, 3)), ([7], 5, (3, 3)), ([7, 5], 3, (3,)), ([7, 5, 3], 3, ())]
)
def test_tokens_are_taken_in_order(gone, value, left):
    """One brown building is enough in this edition."""
    holders = dict(zip(("yellow", "green", "orange"), gone, strict=False))
    match = at(
        players=4, objectives=["E", "F", "G"], stock={"blue": ALL},
        edition=edition('colour = "brown"\ncount = 4', 'colour = "brown"\ncount = 1'),
        tokens={name: [token, 0, 0] for name, token in holders.items()},
        buildings={"T9": "grey: -"} | {
            site: f"brown: {name}" for site, name in zip(("O1", "H1", "R9"), holders, strict=False)
        },
    )  # fmt: skip
    play(match, "build T8 brown", "roof T8")
    assert seat(match, "blue").tokens[0] == value
    assert view_of(match).objectives[0].tokens == left


@pytest.mark.clause("TU-56")
def test_an_objective_gives_each_player_one_token():
    match = at(
        objectives=["E", "F", "G"], tokens={"blue": [7, 0, 0]}, stock={"blue": ALL},
        buildings=present("O1", "H1", "R9", "F3", colour="brown") | {"T9": "grey: -"},
    )  # fmt: skip
    play(match, "build T8 brown", "roof T8")
    assert seat(match, "blue").tokens == (7, None, None)
    assert view_of(match).objectives[0].tokens == (5, 3)


@pytest.mark.clause("TU-56")
def test_several_objectives_can_be_met_at_once():
    buildings = present("T1", "T3", "H6", colour="brown") | {"F6": "grey: -"}
    match = at(objectives=["E", "F", "G"], buildings=buildings, stock={"blue": ALL})
    play(match, "build F5 brown", "roof F5")
    assert seat(match, "blue").tokens == (7, 7, None)


@pytest.mark.clause("TU-55")
def test_an_objective_that_is_not_in_play_gives_nothing():
    buildings = present("O1", "H1", "R9", colour="brown") | {"T9": "grey: -"}
    match = at(objectives=["F", "G", "H"], buildings=buildings, stock={"blue": ALL})
    play(match, "build T8 brown", "roof T8")
    assert seat(match, "blue").tokens == (None, None, None)


@pytest.mark.clause("TU-34", "TU-66")
def test_a_covered_roof_still_counts_as_presence():
    covering = dict.fromkeys(("O4", "F2", "R7"), "grey: yellow")
    buildings = dict.fromkeys(("O1", "H1", "R9"), "brown: blue -") | covering | {"T9": "grey: -"}
    assert meets("E", buildings, "build T8 brown", "roof T8")


@pytest.mark.clause("TU-34", "TU-66")
def test_a_building_without_your_roof_does_not_count():
    buildings = {"O1": "brown: blue", "H1": "brown: blue", "R9": "brown: yellow", "T9": "grey: -"}
    assert not meets("E", buildings, "build T8 brown", "roof T8")
    assert not meets(
        "E", present("O1", "H1", "R9", colour="brown") | {"T9": "grey: -"}, "build T8 brown", "roof T9"
    )


@pytest.mark.clause("TU-62")
def test_a_one_building_of_each_colour():
    three = {"O1": "white: blue", "H1": "grey: blue", "R9": "brown: blue", "T9": "grey: -"}
    assert meets("A", three, "build T8 black", "roof T8")
    assert not meets("A", three, "build T8 brown", "roof T8")


@pytest.mark.clause("TU-63")
def test_b_a_building_in_every_district():
    four = present("O1", "H1", "R9", "F3") | {"T9": "grey: -"}
    assert meets("B", four, "build T8 black", "roof T8")
    assert not meets("B", present("O1", "H1", "R9") | {"T9": "grey: -"}, "build T8 black", "roof T8")
    small = present("C1", "M2", "S1", "H4") | {"O4": "grey: -"}
    assert meets("B", small, "build O5 black", "roof O5", players=2)
    assert not meets("B", small, "build H6 black", "roof H6", players=2)


@pytest.mark.clause("TU-64")
def test_c_five_connected_buildings():
    chain = {"T1": "white: blue", "T2": "grey: blue", "T3": "white: blue", "T4": "grey: blue"}
    assert meets("C", chain, "build H9 black", "roof H9")
    assert meets("C", chain, "build H9 black", "roof H9", players=4)
    # five, but one apart from the others
    apart = {"T1": "white: blue", "T2": "grey: blue", "T3": "white: blue", "O8": "grey: blue"}
    assert not meets("C", apart, "build T6 black", "roof T6")
    # the fifth building of the chain is somebody else's
    gap = chain | {"T3": "white: yellow"}
    assert not meets("C", gap, "build H9 black", "roof H9")


@pytest.mark.clause("TU-64")
def test_c_a_roof_in_the_middle_joins_two_groups():
    pieces = {"T1": "white: blue", "T2": "grey: blue", "T4": "grey: blue", "H9": "white: blue"}
    assert meets("C", pieces, "build T3 black", "roof T3")


@pytest.mark.clause("TU-64")
def test_c_branches_count_as_well_as_chains():
    star = {"R3": "white: blue", "R5": "white: blue", "T6": "white: blue", "T8": "white: blue"}
    match = at(objectives=["C", "E", "F"], buildings=star, stock={"blue": {"white": 4, "black": 1}})
    play(match, "build T9 black", "roof T9")
    assert seat(match, "blue").tokens[0] == 7


@pytest.mark.clause("TU-65")
def test_d_three_buildings_in_one_grey_district_and_two_in_another():
    # foundry and railyard are grey on the large map
    assert meets("D", present("F1", "F2", "F9", "R9") | {"R6": "grey: -"}, "build R8 black", "roof R8")
    assert meets("D", present("F1", "F2", "R4", "R9") | {"R6": "grey: -"}, "build R8 black", "roof R8")
    assert not meets("D", present("F1", "R4", "R9", "R5") | {"R6": "grey: -"}, "build R8 black", "roof R8")
    assert not meets("D", present("F1", "F2", "F9", "O8") | {"O6": "grey: -"}, "build O9 black", "roof O9")
    # three and two, but one of the districts is not grey
    assert not meets("D", present("H1", "H4", "H8", "R9") | {"R6": "grey: -"}, "build R8 black", "roof R8")
    assert not meets("D", present("R4", "R9", "R5", "O8") | {"O6": "grey: -"}, "build O9 black", "roof O9")


@pytest.mark.clause("TU-65")
def test_d_on_the_small_map_mint_and_harbour_are_grey():
    assert meets(
        "D", present("M2", "M4", "H1", "H4") | {"H5": "grey: -"}, "build H6 black", "roof H6", players=2
    )
    assert not meets(
        "D", present("C1", "C3", "H1", "H4") | {"H5": "grey: -"}, "build H6 black", "roof H6", players=2
    )


@pytest.mark.clause("TU-66")
def test_e_four_brown_buildings():
    assert meets(
        "E", present("O1", "H1", "R9", colour="brown") | {"T9": "grey: -"}, "build T8 brown", "roof T8"
    )
    assert not meets(
        "E", present("O1", "H1", colour="brown") | {"T9": "grey: -"}, "build T8 brown", "roof T8"
    )
    assert not meets(
        "E", present("O1", "H1", "R9", colour="brown") | {"T9": "grey: -"}, "build T8 black", "roof T8"
    )


@pytest.mark.clause("TU-67")
def test_f_four_buildings_by_the_lake():
    assert meets("F", present("T1", "T3", "H5") | {"F6": "grey: -"}, "build F5 black", "roof F5")
    assert not meets("F", present("T1", "T3", "H5") | {"F6": "grey: -"}, "build F8 black", "roof F8")
    assert not meets("F", present("T1", "T3") | {"F6": "grey: -"}, "build F5 black", "roof F5")
    assert meets("F", present("S6", "O5", "H6") | {"H5": "grey: -"}, "build H4 black", "roof H4", players=2)


@pytest.mark.clause("TU-68")
def test_g_two_roofs_in_each_of_two_buildings():
    double = {"O1": "white: blue - blue", "O2": "grey: -", "O4": "grey: -", "T9": "grey: blue"}
    assert meets("G", double, "build T8 black", "roof T9")
    assert not meets("G", double, "build T8 black", "roof T8")
    # three roofs in one building do not count as a second building
    three = {"T9": "grey: blue blue", "R5": "brown: -", "O1": "white: blue"}
    assert not meets("G", three, "build T8 black", "roof T9")


@pytest.mark.clause("TU-69")
def test_h_roofs_on_levels_one_to_four():
    low = {"O1": "white: blue", "H1": "white: - blue", "F7": "white: - - blue"}
    low |= dict.fromkeys(("F2", "F3", "F8"), "grey: -")  # they have raised H1 and F7
    beside = {"R5": "brown: -", "T6": "brown: -"}  # they have raised T9
    spread = low | beside | {"T9": "grey: - - -"}
    assert meets("H", spread, "build T8 black", "roof T9")
    assert not meets("H", spread, "build T8 black", "roof T8")
    one_tower = beside | {"T9": "grey: blue blue blue"}
    assert meets("H", one_tower, "build T8 black", "roof T9")
    # level 5 does not count as level 4
    higher = {"T9": "grey: - - - -", "R3": "brown: -"}
    assert not meets("H", spread | higher, "build T8 black", "roof T9")


@pytest.mark.clause("TU-70")
def test_i_four_buildings_in_a_park():
    assert meets("I", present("T6", "O6", "O10") | {"T9": "grey: -"}, "build R3 black", "roof R3")
    assert not meets("I", present("T6", "O6", "O10") | {"T9": "grey: -"}, "build T8 black", "roof T8")
    assert not meets("I", present("T6", "O6") | {"T9": "grey: -"}, "build R3 black", "roof R3")


@pytest.mark.clause("TU-71")
def test_j_both_sides_of_two_different_borders():
    # T6-R1 joins Old Town and Railyard, O2-F10 Orchards and Foundry
    three = {"T6": "white: blue", "O2": "white: blue", "F10": "grey: blue", "H9": "grey: -"}
    assert meets("J", three, "build R1 black", "roof R1")
    assert not meets("J", three, "build R2 black", "roof R2")


@pytest.mark.clause("TU-71")
def test_j_the_same_border_twice_is_not_enough():
    # T6-R1 and T9-R5 both join Old Town and Railyard
    three = {"T6": "white: blue", "R5": "white: blue", "T9": "grey: blue", "H9": "grey: -"}
    assert not meets("J", three, "build R1 black", "roof R1")


@pytest.mark.clause("TU-71")
def test_j_no_building_counts_twice():
    # T1-F6 (Foundry) and T1-F10 (Foundry) share T1; F9-O1 and F10-O2 share the border
    # T4-H9 (Highgate) and H9-R1 (Railyard) share H9
    shared = {"T4": "white: blue", "H9": "grey: blue", "R3": "grey: -"}
    assert not meets("J", shared, "build R1 black", "roof R1")
    # a second street across the border completes it: T4-H7 and H9-R1
    assert meets("J", shared | {"H7": "black: blue"}, "build R1 black", "roof R1")


@pytest.mark.clause("TU-71")
def test_j_buildings_on_both_sides_must_be_joined_by_a_street():
    # T3 and H6 lie on both sides of a border, but no street joins them
    three = {"T3": "white: blue", "H6": "white: blue", "O2": "white: blue", "O5": "grey: -"}
    assert not meets("J", three, "build O7 black", "roof O7")
    assert not meets("J", three | {"F9": "grey: blue"}, "build O7 black", "roof O7")

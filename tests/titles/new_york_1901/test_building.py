"""Building: where, with which tiles, and with what effect."""

from typing import Any

import pytest

import rooftop
from rooftop.titles.new_york_1901.board import board
from tests.titles.new_york_1901.tables import (
    BRONZE,
    EIGHTEEN_POINTS,
    TITLE,
    at,
    notations,
    play,
    said,
    seat,
    standing,
    workers_on,
)

TWOS = ["red-2", "red-2", "blue-2", "blue-2"]
QUIET: dict[str, Any] = {"market": TWOS, "actions": {"blue": ""}}
BOARD = board(TITLE.edition(), 4)


def to_build(*lots: str, **position):
    """Blue has acquired Rl and may build."""
    lots_of_blue = " ".join(lots)
    return play(at(**{**QUIET, "lots": {"blue": lots_of_blue}, **position}), "card 1", "lot Rl")


@pytest.mark.clause("NY-30", "NY-31")
def test_one_skyscraper_per_turn():
    match = to_build("Gc", "Gf")
    play(match, "tile b1", "place D2 E2")
    assert match.to_act == 1
    assert standing(match, "blue") == {"b1": "D2 E2"}


@pytest.mark.clause("NY-32")
def test_a_skyscraper_covers_vacant_squares_of_my_own_lots_only():
    match = to_build("Gb", "Gc", tiles={"blue": {"b3": "B2 C2 D2"}}, to_act="blue")
    play(match, "tile b1")
    assert notations(match) == {"place B16 C16"}
    assert match.why_not("place B2 B3") == (
        "One of your skyscrapers is there; you can rebuild only instead of acquiring land."
    )
    assert match.why_not("place B3 B4") == "B4 is not your land: nobody owns it."


@pytest.mark.clause("NY-4", "NY-33")
@pytest.mark.parametrize(
    ("switch", "lots", "place"),
    [
        ("board_edge_is_street", ("Yf", "Yh"), "place Q3 R3"),  # R3 is at the edge, Q3 beside it
        ("printed_building_is_street", ("Bm",), "place H14 H15"),  # beside the Stock Exchange
    ],
)
def test_an_edition_can_count_the_edge_and_printed_buildings_as_streets(switch, lots, place):
    for on in (False, True):
        match = play(to_build(*lots, rulings={switch: on}), "tile b1")
        assert (place in notations(match)) == on


@pytest.mark.clause("NY-33")
def test_at_least_one_side_touches_a_street_or_park():
    inner = BOARD.square_number["C3"], BOARD.square_number["D3"]
    assert tuple(sorted(inner)) not in BOARD.placement_number  # landlocked, so no tile fits there
    match = to_build("Gb", "Gd")
    play(match, "tile b1")
    assert notations(match) == {
        "place B2 C2", "place B2 B3", "place B3 C3", "place C2 C3", "place D3 D4", "place B16 C16",
    }  # fmt: skip


@pytest.mark.clause("NY-33", "NY-4")
def test_a_park_counts_like_a_street():
    match = to_build("Ge")
    assert "tile b1" in notations(match)
    place = BOARD.placements[BOARD.placement_number[(BOARD.square_number["G3"], BOARD.square_number["H3"])]]
    assert [BOARD.streets[street].code for street in place.streets] == ["bw"]


@pytest.mark.clause("NY-34")
def test_a_skyscraper_may_span_lots_and_districts_but_not_a_street():
    match = to_build("Gk", "Rb", "Rc", demolished={"blue": "b1 b2"})
    play(match, "tile b3")
    assert ["place", "E7", "D7", "C7"][1] in " ".join(notations(match))
    assert "place C7 D7 E7" in notations(match)  # green and red
    assert "place B8 C8 D8" in notations(match)  # two red lots
    over_cedar = [BOARD.square_number[name] for name in ("B4", "B6")]
    assert tuple(over_cedar) not in BOARD.placement_number
    blocks = {BOARD.squares[square].block for place in BOARD.placements for square in place.squares[:1]}
    assert all(
        len({BOARD.squares[square].block for square in place.squares}) == 1 for place in BOARD.placements
    )
    assert blocks == set(range(16))


@pytest.mark.clause("NY-35", "NY-26")
def test_several_of_my_skyscrapers_may_share_a_lot_and_one_square_frees_its_worker():
    match = at(lots={"blue": "Gb Gf Gd"}, **QUIET)
    play(match, "card 1", "lot Rl", "tile b1", "place B3 B4")  # one square of Gb, one of Gf
    assert workers_on(match, "blue") == {"Gd", "Rl"}
    match = at(lots={"blue": "Gb Gf Gd"}, tiles={"blue": {"b1": "B3 B4"}}, **QUIET)
    play(match, "card 1", "lot Rl", "tile b5", "place C3 C4 D4")
    assert standing(match, "blue") == {"b1": "B3 B4", "b5": "C3 C4 D4"}
    assert workers_on(match, "blue") == {"Rl"}


@pytest.mark.clause("NY-35")
def test_three_skyscrapers_on_one_lot_of_three_squares():
    match = at(
        lots={"blue": "Gi Gh Gk Rb"}, tiles={"blue": {"b1": "B6 C6", "b2": "D6 D7"}},
        demolished={"blue": "b3 b4 b5 b6"}, **QUIET,
    )  # fmt: skip
    play(match, "card 1", "lot Rl", "tile s1", "place E6 E7")
    cover = [row.tile for row in match.view().skyscrapers if "Gi" in row.lots]
    assert sorted(cover) == ["b1", "b2", "s1"]


@pytest.mark.clause("NY-36", "NY-72")
def test_points_count_at_once_and_workers_return():
    match = at(lots={"blue": "Gc Ga"}, **QUIET)
    play(match, "card 1", "lot Rl", "tile b3", "place E2 E3 E4")
    assert said(match)[:2] == [
        "Blue builds Havemeyer Building (bronze, 3 squares, 3 points) on E2, E3, E4 (lots Ga and Gc;"
        " Broadway; Cedar).",
        "Blue gets 2 workers back.",
    ]
    assert seat(match, "blue").points.bronze == 3
    assert seat(match, "blue").total == 3
    assert seat(match, "blue").workers == 3


@pytest.mark.clause("NY-37")
def test_tiles_are_rotated_but_not_flipped():
    match = at(lots={"blue": "Gb Gc Gd Gf"}, tiles={"blue": {"b1": "D2 E2"}}, **QUIET)
    play(match, "card 1", "lot Rl", "tile b6")
    assert {"place B2 B3 C3 D3", "place B2 C2 B3 B4"} <= notations(match)  # two of its four orientations
    with pytest.raises(rooftop.MoveError, match="they must have the shape of one"):
        match.play("place D3 B4 C4 D4")  # the mirror image
    assert not any(place.mirrored for place in BOARD.placements)


# --- generations -------------------------------------------------------------------------------------


@pytest.mark.clause("NY-38", "NY-39")
def test_bronze_from_the_start_and_silver_from_six_points():
    match = to_build("Gc")
    assert notations(match, "tile") == {"tile b1", "tile b2"}
    assert match.why_not("tile s1") == "Gillender Building needs 6 points on the score track; you have 0."
    five = to_build("Gc", demolished={"blue": "b3 b1"})
    assert "tile s1" not in notations(five)
    six = to_build("Gc", demolished={"blue": "b3 b4"})
    assert "tile s1" in notations(six)
    assert "tile g1" not in notations(six)


@pytest.mark.clause("NY-40", "NY-43")
def test_gold_and_legendary_from_eighteen_points():
    room = ("Yb", "Yi", "Ya")
    seventeen = to_build(*room, demolished={"blue": BRONZE})
    assert seat(seventeen, "blue").total == 17
    assert seventeen.why_not("tile g1") == "Liberty Tower needs 18 points on the score track; you have 17."
    assert seventeen.why_not("tile l1") == "Park Row needs 18 points on the score track; you have 17."
    enough = to_build(*room, demolished={"blue": EIGHTEEN_POINTS})
    assert {"tile g1", "tile g2", "tile l1"} <= notations(enough)


@pytest.mark.clause("NY-83")
def test_experts_need_ten_and_twenty_five_points():
    experts = {"expert": True}
    nine = at(options=experts, lots={"blue": "Gc"}, demolished={"blue": "b3 b4 b5"}, **QUIET)
    play(nine, "card 1", "lot Rl")
    assert nine.why_not("tile s1") == "Gillender Building needs 10 points on the score track; you have 9."
    ten = at(options=experts, lots={"blue": "Gc"}, demolished={"blue": "b3 b4 b6"}, **QUIET)
    play(ten, "card 1", "lot Rl")
    assert "tile s1" in notations(ten)
    for torn, able in ((BRONZE + " s1 s2", False), (BRONZE + " s1 s4", True)):
        match = at(options=experts, lots={"blue": "Gc"}, demolished={"blue": torn}, **QUIET)
        play(match, "card 1", "lot Rl")
        assert ("tile g1" in notations(match)) == able


@pytest.mark.clause("NY-41")
def test_points_unlock_a_generation_at_once():
    match = at(lots={"blue": "Gc Ga"}, demolished={"blue": "b3"}, market=TWOS)
    play(match, "card 1", "lot Rl", "tile b4", "place E2 E3 E4")
    assert "Blue unlocks silver." in said(match)
    play(match, "boom")
    assert "tile s1" in notations(match)


@pytest.mark.clause("NY-42")
def test_each_tile_is_built_once():
    match = to_build("Gc", tiles={"blue": {"b1": "D2 E2"}}, demolished={"blue": "b3"})
    assert match.why_not("tile b1") == "You have already built Tower Building."
    assert match.why_not("tile b3") == "You have already built Havemeyer Building."
    assert match.why_not("tile start") == "There is no such skyscraper to build."
    assert seat(match, "blue").unbuilt == 16


@pytest.mark.clause("NY-43")
def test_a_legendary_skyscraper_is_built_once_and_a_player_builds_one():
    rich = {"blue": EIGHTEEN_POINTS, "green": EIGHTEEN_POINTS}
    lots = {"blue": "Ya Yb Yi", "green": "Gm Gl Gj"}
    match = at(lots=lots, demolished=rich, **QUIET)
    play(match, "card 1", "lot Rl", "tile l1", "place K2 L2 K3 L3 K4 L4")
    assert seat(match, "blue").legendary == "l1"
    assert seat(match, "blue").points.legendary == 9
    assert seat(match, "blue").unbuilt == 11
    assert match.view().legendary["l1"] == 0
    play(match, "card 2", "lot Rg")
    assert match.why_not("tile l1") == (
        "Park Row is already built; there is only one of each legendary skyscraper."
    )
    own = at(lots={"blue": "Ya Yb Yi Yc"}, tiles={"blue": {"l1": "K2 L2 K3 L3 K4 L4"}},
             demolished={"blue": EIGHTEEN_POINTS}, **QUIET)  # fmt: skip
    play(own, "card 1", "lot Rl")
    assert own.why_not("tile l2") == (
        "You already have a legendary skyscraper; each player can build only one."
    )


@pytest.mark.clause("NY-85")
def test_the_log_announces_when_five_skyscrapers_are_left():
    torn = "b2 b3 b4 b5 b6 s1 s2 s3 s4 s5 s6"
    match = to_build("Gc", "Yd", tiles={"blue": {"g1": "O2 O3"}}, demolished={"blue": torn})
    play(match, "tile b1", "place D2 E2")
    assert "Blue has 5 unbuilt skyscrapers left." in said(match)
    assert match.view().ending is None
    assert seat(match, "blue").until_end == 1

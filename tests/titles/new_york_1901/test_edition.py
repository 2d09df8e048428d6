"""An invalid edition is rejected, with a line for each problem."""

from typing import Any

import pytest

import rooftop
from rooftop.errors import EditionError
from rooftop.game.edition import Edition
from rooftop.titles.new_york_1901.board import board
from rooftop.titles.new_york_1901.board.ground import ground
from tests.titles.new_york_1901.tables import TITLE, at

OWN = TITLE.edition()


def problems(*changes: tuple[str, str]) -> list[str]:
    """The problems for two players after these changes to the text."""
    text = OWN.text
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    try:
        board(Edition.parse("mine.toml", text), 2)
    except EditionError as error:
        return error.problems
    return []


def test_the_built_in_edition_is_valid():
    assert TITLE.problems(OWN) == []


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        (".. Gb Gb Gc", ".. Gb Zz Gc", "board.map: row 2, cell 3: must be a lot"),
        (".. Gb Gb Gc Gc bw", ".. Gb Gb Gc bw", "board.map: row 2 must have 18 cells, not 17"),
        (".. Gb Gb Gc Gc bw", ".. Gb Gc Gc Gb bw", "the squares of lot Gb are not connected"),
        (".. Gb Gd Gd Ga bw", ".. Gb Gb Gd Ga bw", "lot Gb must have 2 or 3 squares, not 4"),
        (
            ".. Rd Re p2 p2 bw",
            ".. Rd Re Re p2 bw",
            "lot_cards.per_district_three: is 4, but district R has 5 such lots",
        ),
        ('shape = ["#.", "##"]', 'shape = ["#.", ".#"]', "must be connected squares"),
        ('shape = ["#.", "##"]', 'shape = ["##", "##"]', "tiles.tile[4].squares: is 3, but the shape has 4"),
        (
            'icon = "hexagon"\nshape = ["#.", "##"]',
            'icon = "circle"\nshape = ["#.", "##"]',
            "must be circle for a rectangle",
        ),
        ("deck = 50", "deck = 51", "setup[0].deck: is 51, but 2 players play with 50 cards"),
        ("placements_mirror = 3342", "placements_mirror = 3000", "check.placements_mirror: is 3000"),
        ("silver = 6", "silver = 20", "technology.silver: must be at most technology.gold (18), not 20"),
        ('id = "boom"', 'id = "bang"', "action[0].id"),
        ('id = "fletcher"\n', 'id = "schneider"\n', "character[1]: 'schneider'"),
        ("count = [4, 5, 6]", "count = [4, 5]", "challenge[3].count: must be 3 rising numbers"),
        ("feet = 391", "feet = 3910", "tiles.legendary[0].feet"),
        ("min_gold_per_district = 2\n", "", "challenge[0].min_gold_per_district: tycoon must have"),
        ("needs_future_min = 1\n", "", "action[2].needs_future_min: required for grab"),
        (
            "count = [4, 5, 6]",
            "count = [4, 5, 6]\npoints_each = 2",
            "challenge[3].points_each: baron must have",
        ),
        ("players = 3\n", "players = 4\n", "setup[2].players: the tables must be for [2, 3, 4]"),
        ('pl = "Z" }', 'pl = "C" }', "board.district[3].letter_shown.pl: 'C'"),
        ("workers = 4", "workers = 0", "player.workers"),
        ("warn_at_unbuilt = 5", "warn_at_unbuilt = 4", "must be more than end.unbuilt_left"),
        ('mark = { en = "N"', 'mark = { en = "B"', "marks must be different letters"),
        ("per_generation = 6", "per_generation = 5", "but there are 6 bronze tiles"),
    ],
)
def test_a_problem_is_reported_with_its_path(old, new, line):
    assert any(line in problem for problem in problems((old, new))), problems((old, new))


def test_unknown_and_missing_tables_are_reported():
    assert any("weather: unknown table; New York 1901 has" in line for line in problems(
        ("[end]\n", '[weather]\nsource = "reconstructed"\n\n[end]\n')))  # fmt: skip
    start = OWN.text.index("[final]")
    text = OWN.text[:start] + OWN.text[OWN.text.index("[rulings]") - 90 :].partition("\n\n")[2]
    with pytest.raises(EditionError, match=r"missing table \[final\]"):
        board(Edition.parse("mine.toml", text), 3)


def test_mirroring_adds_placements_and_changes_the_hash():
    mirrored = Edition.parse("mine.toml", OWN.text.replace("mirror = false", "mirror = true", 1))
    assert TITLE.problems(mirrored) == []
    placements = board(mirrored, 3).placements
    assert len(placements) > len(board(OWN, 3).placements)
    assert any(placement.mirrored for placement in placements)
    assert TITLE.hash(mirrored) != TITLE.hash(OWN)


@pytest.mark.parametrize(
    ("switch", "square"), [("board_edge_is_street", "R3"), ("printed_building_is_street", "H7")]
)
def test_the_edge_and_printed_buildings_can_count_as_streets(switch, square):
    also = {"edge"} if switch == "board_edge_is_street" else {"printed"}
    own = board(OWN, 4)
    letters = [district.letter for district in own.districts]
    streets, parks = [row.code for row in own.streets], [row.code for row in own.table.park]
    changed = ground(own.table.map, letters, streets, parks, also)
    assert not own.squares[own.square_number[square]].frontage
    assert changed.squares[own.square_number[square]].frontage
    assert problems((f"{switch} = false", f"{switch} = true")) == []


EVERY_LOT = " ".join(f"{district}{letter}" for district in "RBYGP" for letter in "abcdefghijklm")
LEGENDS: dict[str, Any] = {"blue": "Ya Yb Yc Yi Gd Ga Gc Gb", "green": "Ri Rk Rg Rh"}
PARK_ROW, SINGER, WEST = "K2 L2 K3 L3 K4 L4", "C2 D2 E2 D3 E3 D4 E4", "B14 C14 D14 B15 C15 D15"
FOUR_LEFT: dict[str, Any] = {
    "lots": {"blue": "Ga Yd Yj"},
    "tiles": {"blue": {"g1": "E3 E4", "g2": "O4 P4 Q4", "b1": "O2 O3"}},
    "demolished": {"blue": "b2 b3 b4 b5 b6 s1 s2 s3 s4 s5 s6"},
}


@pytest.mark.parametrize(
    ("position", "reason"),
    [
        ({"lots": {"blue": "Ga", "green": "Ga"}}, "lots.green: blue already owns Ga"),
        ({"lots": {"blue": "Xx"}}, "not 'Xx'"),
        ({"lots": {"red": "Ga"}}, "must be one of blue, green, yellow, not 'red'"),
        (
            {"lots": {"blue": "Ga Gb Gc Gd Gf"}},
            "lots.blue: 5 lots have no skyscraper, but there are only 4 workers",
        ),
        ({"tiles": {"blue": {"b1": "E3 E4"}}}, "blue must own all of"),
        ({"lots": {"blue": "Ga"}, "tiles": {"blue": {"b3": "E3 E4"}}}, "b3 does not fit on"),
        ({"lots": {"blue": "Ga"}, "tiles": {"blue": {"b1": "E3 E4", "b2": "E3 E4"}}}, "is already covered"),
        ({"demolished": {"blue": "g1"}}, "g1 can never be torn down"),
        ({"market": ["red-2"]}, "must have 4 cards"),
        ({"market": ["red-2"], "ending": "cards", "last_turns": 1}, "must have 4 cards"),
        ({"out": EVERY_LOT, "ending": "cards", "last_turns": 1}, "must have at least 1 card"),
        (
            {"lots": LEGENDS, "tiles": {"blue": {"l1": PARK_ROW, "l2": SINGER}}},
            "already has a legendary skyscraper",
        ),
        (
            {"lots": LEGENDS, "tiles": {"blue": {"l1": PARK_ROW}, "green": {"l1": WEST}}},
            "l1 is already on the board",
        ),
        (FOUR_LEFT, "ending: required, since blue has only 4 skyscrapers to build"),
        ({"market": ["red-3"] * 5}, "no free lot left for a card red-3"),
        ({"streets": "bw"}, "must be 3 different streets"),
        ({"streets": "bw bw nb"}, "must be 3 different streets"),
        ({"weather": 1}, "weather"),
        ({"lots": {"blue": "Ga Ga"}}, "lots.blue: Ga appears twice"),
        ({"out": "Ga", "lots": {"blue": "Ga"}}, "Ga is not in the game"),
        ({"actions": {"blue": "boom boom"}}, "actions.blue: boom appears twice"),
        ({"demolished": {"blue": "b1 b1"}}, "demolished.blue: b1 appears twice"),
        (
            {"lots": {"blue": "Ga"}, "tiles": {"blue": {"b1": "E3 E4"}}, "demolished": {"blue": "b1"}},
            "b1 is on the board",
        ),
        ({"lots": {"blue": "Gf"}, "tiles": {"blue": {"start": "B4 C4"}}}, "must be on a start lot"),
        ({"prestige": {"blue": 2}}, "prestige.blue: the challenge must be prestige"),
        ({"challenge": "prestige", "prestige": {"blue": 2}}, "blue has built no gold skyscraper"),
        (
            {"lots": {"blue": "Ga"}, "tiles": {"blue": {"s1": "E3 E4"}}},
            "silver, which needs 6 points, .* gave 0",
        ),
        (
            {"lots": {"blue": "Ga"}, "tiles": {"blue": {"g1": "E3 E4"}}, "demolished": {"blue": "b3 b4 s2"}},
            "gold, which needs 18 points, but earlier generations gave 10",
        ),
        ({"last_turns": 1}, "last_turns: must be 0 without an ending"),
        ({"ending": "stalemate"}, "last_turns: must be from 1 to 2 with an ending"),
        ({"ending": "stalemate", "last_turns": 3}, "last_turns: must be from 1 to 2 with an ending"),
        ({"ending": "cards", "last_turns": 2}, "at most 3 cards may be left when the cards run out, not 65"),
        ({"ending": "tiles", "last_turns": 2}, "yellow triggered the end and must have 4 .*, not 18"),
        (
            {**FOUR_LEFT, "ending": "stalemate", "last_turns": 2},
            "blue has a last turn and must have more than 4 .* not 4",
        ),
        ({"turns_without_building": 60}, "turns_without_building: must be less than 60"),
        ({"ending": "stalemate", "last_turns": 1, "turns_without_building": 60}, "must be one of 61, 0 here"),
    ],
)
def test_an_impossible_position_is_rejected(position, reason):
    with pytest.raises(rooftop.OptionError, match=reason):
        at(**position)


def test_arranged_expert_games_have_no_starting_property():
    with pytest.raises(rooftop.OptionError, match="experts have no starting property"):
        at(options={"expert": True}, lots={"blue": "Ga"}, tiles={"blue": {"start": "E3 E4"}})


def test_an_arranged_starting_property_decides_the_character():
    match = at(lots={"green": "Ga"}, tiles={"green": {"start": "E3 E4"}})
    assert [row.character for row in match.view().seats] == [None, "halvorsen", None]

"""An edition that cannot be played is refused, with a line for everything that is wrong."""

import pytest

import rooftop
from rooftop.core.edition import Edition
from rooftop.core.errors import EditionError
from rooftop.titles.new_york_1901.board import board
from rooftop.titles.new_york_1901.ground import ground
from tests.titles.new_york_1901.tables import TITLE, at

OWN = TITLE.edition()


def problems(*changes: tuple[str, str]) -> list[str]:
    """What is wrong for two players after these changes of the text."""
    text = OWN.text
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    try:
        board(Edition.parse("mine.toml", text), 2)
    except EditionError as error:
        return error.problems
    return []


def test_the_edition_that_comes_with_the_title_is_sound():
    assert TITLE.problems(OWN) == []


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        (".. Gb Gb Gc", ".. Gb Zz Gc", "board.map: row 2, cell 3: 'Zz' is not a lot"),
        (".. Gb Gb Gc Gc bw", ".. Gb Gb Gc bw", "board.map: row 2 has 17 cells, not 18"),
        (".. Gb Gb Gc Gc bw", ".. Gb Gc Gc Gb bw", "the squares of lot Gb do not hang together"),
        (".. Gb Gd Gd Ga bw", ".. Gb Gb Gd Ga bw", "lot Gb has 4 squares; lots have [2, 3]"),
        (".. Rd Re p2 p2 bw", ".. Rd Re Re p2 bw", "district R has 5 lots of 3 squares, not 4"),
        ('shape = ["#.", "##"]', 'shape = ["#.", ".#"]', "must be squares that hang together"),
        ('shape = ["#.", "##"]', 'shape = ["##", "##"]', "tiles.tile[4].squares: is 3, but the shape has 4"),
        (
            'icon = "hexagon"\nshape = ["#.", "##"]',
            'icon = "circle"\nshape = ["#.", "##"]',
            "a circle stands for",
        ),
        ("deck = 50", "deck = 51", "setup for 2 players: deck is 51, but the lots in play make 50"),
        ("placements_mirror = 3174", "placements_mirror = 3000", "check.placements_mirror: is 3000"),
        ("silver = 6", "silver = 20", "technology: thresholds must not fall from bronze to gold"),
        ('id = "boom"', 'id = "bang"', "action[0].id"),
        ('id = "fletcher"\n', 'id = "schneider"\n', "character[1]: 'schneider' stands twice"),
        ("count = [4, 5, 6]", "count = [4, 5]", "needs 3 rising counts"),
        ("feet = 391", "feet = 3910", "must be gold and 1 to 1023 feet high"),
        ("second_build_sees_new_score = true", "second_build_sees_new_score = false", "rulings.second_build"),
        ("workers = 4", "workers = 0", "player.workers"),
        ("warn_at_unbuilt = 5", "warn_at_unbuilt = 4", "must be more than end.unbuilt_left"),
        ('mark_en = "N"', 'mark_en = "B"', "marks must be different letters"),
        ("per_generation = 6", "per_generation = 5", "but 6 tiles are bronze"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(old, new, line):
    assert any(line in problem for problem in problems((old, new))), problems((old, new))


def test_unknown_tables_and_missing_ones_are_named():
    assert any("weather: is no table of New York 1901" in line for line in problems(
        ("[end]\n", '[weather]\nsource = "reconstructed"\n\n[end]\n')))  # fmt: skip
    start = OWN.text.index("[final]")
    text = OWN.text[:start] + OWN.text[OWN.text.index("[rulings]") - 90 :].partition("\n\n")[2]
    with pytest.raises(EditionError, match=r"has no table \[final\]"):
        board(Edition.parse("mine.toml", text), 3)


def test_the_mirror_switch_gives_more_placements_and_another_hash():
    mirrored = Edition.parse("mine.toml", OWN.text.replace("mirror = false", "mirror = true", 1))
    assert TITLE.problems(mirrored) == []
    made = board(mirrored, 3)
    assert len(made.placements) > len(board(OWN, 3).placements)
    assert any(place.mirrored for place in made.placements)
    assert TITLE.hash(mirrored) != TITLE.hash(OWN)


@pytest.mark.parametrize(
    ("switch", "square"), [("board_edge_is_street", "R3"), ("printed_building_is_street", "H7")]
)
def test_the_edge_and_printed_buildings_can_be_made_streets(switch, square):
    also = {"edge"} if switch == "board_edge_is_street" else {"printed"}
    made = board(OWN, 4)
    letters = [district.letter for district in made.districts]
    streets, parks = [row.code for row in made.streets], [row.code for row in made.table.park]
    changed = ground(made.table.map, letters, streets, parks, also)
    assert not made.squares[made.square_number[square]].frontage
    assert changed.squares[made.square_number[square]].frontage
    found = problems((f"{switch} = false", f"{switch} = true"))
    assert found
    assert all("check." in line for line in found)  # only the counts have to be corrected


EVERY_LOT = " ".join(f"{district}{letter}" for district in "RBYGP" for letter in "abcdefghijklm")
LEGENDS = {"blue": "Ya Yb Yc Yi Gd Ga Gc Gb", "green": "Ri Rk Rg Rh"}
PARK_ROW, SINGER, WEST = "K2 L2 K3 L3 K4 L4", "C2 D2 E2 D3 E3 D4 E4", "B14 C14 D14 B15 C15 D15"
FOUR_LEFT = {
    "lots": {"blue": "Ga Yd Yj"},
    "tiles": {"blue": {"g1": "E3 E4", "g2": "O4 P4 Q4", "b1": "O2 O3"}},
    "demolished": {"blue": "b2 b3 b4 b5 b6 s1 s2 s3 s4 s5 s6"},
}


@pytest.mark.parametrize(
    ("position", "reason"),
    [
        ({"lots": {"blue": "Ga", "green": "Ga"}}, "Ga is owned twice"),
        ({"lots": {"blue": "Xx"}}, "'Xx' is not one of"),
        ({"lots": {"red": "Ga"}}, "'red' is not one of blue, green, yellow"),
        ({"lots": {"blue": "Ga Gb Gc Gd Gf"}}, "blue has 5 lots without a skyscraper"),
        ({"tiles": {"blue": {"b1": "E3 E4"}}}, "is land of blue"),
        ({"lots": {"blue": "Ga"}, "tiles": {"blue": {"b3": "E3 E4"}}}, "b3 cannot stand on"),
        ({"lots": {"blue": "Ga"}, "tiles": {"blue": {"b1": "E3 E4", "b2": "E3 E4"}}}, "stands on .* already"),
        ({"demolished": {"blue": "g1"}}, "g1 stands, or can never be torn down"),
        ({"market": ["red-2"]}, "needs 4 cards"),
        ({"market": ["red-2"], "ending": "cards", "last_turns": 1}, "needs 4 cards"),
        ({"out": EVERY_LOT, "ending": "cards", "last_turns": 1}, "needs a card to take"),
        ({"lots": LEGENDS, "tiles": {"blue": {"l1": PARK_ROW, "l2": SINGER}}}, "has a legendary skyscraper"),
        ({"lots": LEGENDS, "tiles": {"blue": {"l1": PARK_ROW}, "green": {"l1": WEST}}}, "l1 stands already"),
        (FOUR_LEFT, "ending: must be said, for blue has only 4 skyscrapers to build"),
        ({"market": ["red-3"] * 5}, "no free lot for another card red-3"),
        ({"streets": "bw"}, "must be 3 different ones"),
        ({"weather": 1}, "weather"),
    ],
)
def test_a_position_that_cannot_be_is_refused(position, reason):
    with pytest.raises(rooftop.OptionError, match=reason):
        at(**position)

"""The five challenges."""

from typing import Any

import pytest

from tests.titles.new_york_1901.tables import EIGHTEEN_POINTS, SIX_POINTS, at, challenge, play, said, seat

TWOS = ["red-2", "red-2", "blue-2", "blue-2"]
LAST: dict[str, Any] = {
    "ending": "stalemate", "last_turns": 1, "to_act": "yellow", "market": TWOS,
    "actions": {"blue": "", "green": "", "yellow": ""},
}  # fmt: skip


def finish(match):
    """Yellow's last turn: acquire land, build nothing."""
    play(match, "card 1", "lot Rl")
    return match if match.over else play(match, "end")


def progress(match):
    """Blue's progress."""
    found = challenge(match).progress[0]
    assert isinstance(found, dict)
    return found


def challenge_points(match):
    promised = list(challenge(match).points)
    finish(match)
    paid = [match.points(seat)["challenge"] for seat in range(3)]
    assert paid == promised  # the view already shows the final score
    return paid


@pytest.mark.clause("NY-75")
def test_gold_tycoon_gives_three_points_for_each_district_with_two_gold_skyscrapers():
    match = at(
        **LAST, challenge="tycoon",
        lots={"blue": "Yd Yj", "green": "Ga Gc"},
        tiles={"blue": {"g1": "O2 O3", "g2": "O4 P4 Q4"}, "green": {"g1": "E3 E4", "b1": "D2 E2"}},
        demolished={"blue": EIGHTEEN_POINTS, "green": EIGHTEEN_POINTS.replace("b1 ", "")},
    )  # fmt: skip
    assert progress(match)["yellow"] == 2
    assert challenge_points(match) == [3, 0, 0]


@pytest.mark.clause("NY-75")
def test_a_gold_skyscraper_in_two_districts_counts_in_both():
    match = at(
        **LAST, challenge="tycoon",
        lots={"blue": "Bb Bc Yk Bd Bh Yd"},
        tiles={"blue": {"g3": "K6 L6 L7 M7", "g1": "M10 M11", "g2": "K8 L8 M8"}},
        demolished={"blue": EIGHTEEN_POINTS},
    )  # fmt: skip
    districts = progress(match)
    assert (districts["blue"], districts["yellow"]) == (3, 2)
    assert challenge_points(match) == [6, 0, 0]


@pytest.mark.clause("NY-76")
def test_master_architect_counts_shapes_that_are_not_rectangles():
    tiles: dict[str, Any] = {"b5": "K2 K3 L3", "s3": "O2 O3 P2", "s1": "P3 P4"}
    known: dict[str, Any] = {"challenge": "architect", "lots": {"blue": "Ya Yb Yd Ye Yj Yf Yh"}}
    known["demolished"] = {"blue": SIX_POINTS}
    two = at(**LAST, **known, tiles={"blue": tiles})
    assert seat(two, "blue").hexagons == 2
    assert challenge_points(two) == [0, 0, 0]
    three = at(**LAST, **known, tiles={"blue": {**tiles, "b6": "R2 R3 Q4 R4"}})
    assert seat(three, "blue").hexagons == 3
    assert challenge_points(three) == [3, 0, 0]


@pytest.mark.clause("NY-76", "NY-78")
@pytest.mark.parametrize(
    ("challenge", "field", "steps"),
    [
        ("architect", "hexagons", {2: 0, 3: 3, 4: 6, 5: 10, 6: 10, 8: 10}),
        ("baron", "standing", {3: 0, 4: 5, 5: 10, 6: 15}),
    ],
)
def test_the_steps_of_master_architect_and_bronze_baron(challenge, field, steps):
    for have, points in steps.items():
        match = at(**LAST, challenge=challenge)
        if field == "hexagons":
            match.position.state["hexagons"][0] = have
        else:
            match.position.state["standing"][0][1] = have
        assert challenge_points(match) == [points, 0, 0]


@pytest.mark.clause("NY-77")
def test_gold_prestige_pays_at_once_for_older_neighbours_of_opponents():
    position: dict[str, Any] = {
        "challenge": "prestige", "market": TWOS,
        "lots": {"blue": "Gb Gc", "green": "Gd Gf", "yellow": "Ga"},
        "tiles": {"green": {"b1": "D3 D4", "s1": "B4 C4"}, "yellow": {"start": "E3 E4"}},
        "demolished": {"blue": EIGHTEEN_POINTS, "green": "b3 b4"},
    }  # fmt: skip
    match = play(at(**position), "card 1", "lot Rg", "tile g2", "place C2 D2 E2")
    assert match.points(0)["challenge"] == 2  # b1 under D2, the starting property under E2
    assert "Blue scores 2 points for older neighbours (Gold Prestige)." in said(match)
    corner = play(at(**position), "card 1", "lot Rg", "tile g1", "place B2 C2")
    assert corner.points(0)["challenge"] == 0  # touches only at corners, and its own land
    beside = play(at(**position), "card 1", "lot Rg", "tile g1", "place B2 B3")
    assert beside.points(0)["challenge"] == 1  # s1


@pytest.mark.clause("NY-77")
def test_gold_prestige_counts_a_neighbour_once_and_neither_gold_nor_own_ones():
    match = at(
        challenge="prestige", market=TWOS,
        lots={"blue": "Ya Yb", "green": "Yi Yc"},
        tiles={"green": {"b3": "K4 L4 M4", "g1": "M2 M3"}, "blue": {"b1": "K2 L2"}},
        demolished={
            "blue": EIGHTEEN_POINTS.replace("b1 ", "") + " s2", "green": EIGHTEEN_POINTS.replace("b3 ", ""),
        },
    )  # fmt: skip
    play(match, "card 1", "lot Rg", "tile g1", "place K3 L3")
    assert match.points(0)["challenge"] == 1  # b3 touches twice, g1 is gold, b1 is blue's own


@pytest.mark.clause("NY-77")
def test_gold_prestige_pays_for_gold_only_also_in_a_rebuild_and_not_across_a_street():
    position: dict[str, Any] = {
        "challenge": "prestige", "market": TWOS,
        "lots": {"blue": "Gf Rg", "green": "Gh", "yellow": "Gd"},
        "tiles": {"blue": {"b1": "B4 C4"}, "green": {"b1": "B6 B7"}, "yellow": {"b1": "D3 D4"}},
        "demolished": {"blue": EIGHTEEN_POINTS.replace("b1 ", "").replace(" s1", "") + " s2"},
    }  # fmt: skip
    silver = play(at(**position), "tile s1", "place B4 C4")
    assert silver.points(0)["challenge"] == 0
    gold = play(at(**position), "tile g1", "place B4 C4")
    assert gold.points(0)["challenge"] == 1  # D4 beside C4; B6 lies across Cedar


@pytest.mark.clause("NY-77", "NY-72")
def test_prestige_points_count_on_the_score_track():
    match = at(
        challenge="prestige",
        prestige={"blue": 3},
        demolished={"blue": EIGHTEEN_POINTS},
        lots={"blue": "Gc"},
        tiles={"blue": {"g1": "D2 E2"}},
        market=TWOS,
    )
    assert seat(match, "blue").total == 20 + 4 + 3


@pytest.mark.clause("NY-78")
def test_bronze_baron_counts_standing_bronze_skyscrapers():
    tiles: dict[str, Any] = {"b1": "K2 L2", "b2": "K3 L3", "b3": "K4 L4 M4", "b4": "O4 P4 Q4"}
    lots = {"blue": "Ya Yb Yi Yj"}
    assert challenge_points(at(**LAST, challenge="baron", lots=lots, tiles={"blue": tiles})) == [5, 0, 0]
    tiles.pop("b1")
    gone = at(**LAST, challenge="baron", lots=lots, tiles={"blue": tiles}, demolished={"blue": "b1"})
    assert challenge_points(gone) == [0, 0, 0]


@pytest.mark.clause("NY-79")
def test_generation_king_pays_for_the_sole_lead_in_each_generation():
    match = at(
        **LAST, challenge="king",
        lots={"blue": "Ya Yb Yd", "green": "Ga Gc", "yellow": "Bh Ba"},
        tiles={
            "blue": {"b1": "K2 L2", "b2": "K3 L3", "g1": "O2 O3"},
            "green": {"b1": "E3 E4", "s1": "D2 E2"},
            "yellow": {"g1": "M10 M11", "start": "K14 K15"},
        },
        demolished={"blue": "b3 b4 b5 b6 s1", "green": SIX_POINTS, "yellow": EIGHTEEN_POINTS},
    )  # fmt: skip
    assert progress(match) == {"bronze": 2, "silver": 0, "gold": 1}
    assert challenge_points(match) == [5, 5, 0]  # bronze, silver; gold is tied
    assert [line for line in said(match) if "Generation King" in line] == [
        "Generation King: Blue and Yellow are tied in gold skyscrapers, so nobody scores.",
        "Blue scores 5 points for Generation King.",
        "Green scores 5 points for Generation King.",
    ]


@pytest.mark.clause("NY-79")
def test_generation_king_does_not_depend_on_the_order_of_seats():
    match = at(
        **LAST, challenge="king",
        lots={"blue": "Ya", "green": "Ga Gc"},
        tiles={"blue": {"b1": "K2 L2"}, "green": {"b1": "E3 E4", "b2": "D2 E2"}},
    )  # fmt: skip
    assert challenge_points(match) == [0, 5, 0]


@pytest.mark.clause("NY-79", "NY-43")
def test_a_legendary_skyscraper_counts_as_gold_for_the_king_and_by_its_shape_for_the_architect():
    lots, tiles = {"blue": "Bb Bc Bd Yk", "green": "Yd"}, {"blue": {"l2": "K6 L6 M6 K7 L7 M7 K8"},
                                                           "green": {"g1": "O2 O3"}}  # fmt: skip
    torn = {"blue": EIGHTEEN_POINTS, "green": EIGHTEEN_POINTS}
    king = at(**LAST, challenge="king", lots=lots, tiles=tiles, demolished=torn)
    assert seat(king, "blue").standing.gold == 1
    assert challenge_points(king) == [0, 0, 0]
    architect = at(**LAST, challenge="architect", lots=lots, tiles=tiles, demolished=torn)
    assert seat(architect, "blue").hexagons == 1


@pytest.mark.clause("NY-14")
def test_without_a_challenge_nothing_is_paid():
    match = finish(at(**LAST, challenge="none", lots={"blue": "Ya"}, tiles={"blue": {"b1": "K2 L2"}}))
    assert all(match.points(seat)["challenge"] == 0 for seat in range(3))

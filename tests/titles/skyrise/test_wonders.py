"""One test or more for each wonder, with its position drawn: SR-65 to SR-89.

Capitals are structures or red's new wonder W, lower-case letters are other neighbourhoods; the wonder is
placed next to the opponent's bid on `near`. This is Aerie, the main scene:

    a1 - a2 - a3 - a4 - a5 - a6
      \\  |        | \\  / |    |
        a7        a9 - a10 - a11 = c7
        | \\      |     |      |
       a12 - a8 - +-   a13 - a14
        ‖            \\_/      ‖
        F1 ----------------- F2
"""

import random
from pathlib import Path
from typing import Any

import pytest

from rooftop.engine import kernel
from rooftop.engine.interpreted import InterpretedRecord
from rooftop.titles.skyrise.view import ByHeight
from tests.titles.skyrise.tables import (
    at,
    bid,
    notations,
    play,
    points,
    said,
    seat,
    standing,
    switched,
    to_act,
    where,
    wonder,
)

NEXT_TO_A10 = {"A4", "A5", "A9", "A11", "A13"}


@pytest.mark.clause("SR-65")
def test_only_the_owner_scores_and_only_once():
    match = wonder("shard", "A10", "A9", disc="B", boards={"red": {"A": 1}, "teal": {"A": 3}})
    assert points(match, "red") == 4
    assert points(match, "teal") == 0
    bid(match, "124 F1", "pass", "pass", "pass")
    assert points(match, "red") == 4


# --- 1, the Hammer ---


def hammer_waits(**position):
    """
    A3 blue's bid - A4 teal's wonder; red, who holds the Hammer, is the last to be asked
    """
    position.setdefault("wonders", {"red": ["hammer"], "teal": ["atlantis"]})
    position.setdefault("discs", {"A4": "B", "A5": "B"})
    match = at(4, era=2, bids=["blue short-1 A3"], to_act="teal", **position)
    return play(match, "bid wonder-1 A4")


@pytest.mark.clause("SR-66")
def test_a_wonder_does_not_end_the_auction_while_the_hammer_can_outbid():
    match = hammer_waits()
    assert to_act(match) == "red"
    assert notations(match) == {"pass", "bid wonder-1 A5", "bid wonder-1 A9", "bid wonder-1 A10"}
    assert "Yellow cannot outbid and is passed over." in said(match)
    assert "Blue cannot outbid and is passed over." in said(match)
    assert match.why_not("bid tall-3 A5") == "Only the Hammer can outbid a wonder; bid it or pass."
    assert match.prompt() == "A wonder stands on A4 (Aerie): outbid it with the Hammer, or pass."
    play(match, "pass")
    assert standing(match, "A4").bid is False


@pytest.mark.clause("SR-66", "SR-67")
def test_a_wonder_that_the_hammer_outbids_returns_without_effect():
    match = play(hammer_waits(structures={"M9": "teal short-2", "C9": "teal short-3"}), "bid wonder-1 A5")
    assert standing(match, "A5").wonder == "hammer"
    assert match.view().neighbourhoods["A4"].structure is None
    assert next(one for one in seat(match, "teal").structures if one.wonder).state == "ready"
    assert points(match, "teal") == 0
    assert said(match)[1:5] == [
        "A wonder ends the auction.",
        "Red wins the auction and builds The Hammer on A5 (Aerie).",
        "Teal takes back Atlantis: it was outbid and has no effect.",
        "1 bid returns to its owner.",
    ]


@pytest.mark.clause("SR-66")
def test_a_player_who_has_passed_or_used_the_hammer_cannot_outbid():
    match = hammer_waits(passed=["red"])
    assert standing(match, "A4").bid is False
    match = hammer_waits(structures={"C1": "red wonder-1"})
    assert standing(match, "A4").bid is False


@pytest.mark.clause("SR-66")
def test_without_room_next_to_it_not_even_the_hammer_can_outbid():
    match = hammer_waits(
        structures={"A5": "yellow short-2", "A9": "yellow short-3", "A10": "yellow medium-1"},
        discs={"A4": "B"},
    )
    assert standing(match, "A4").bid is False


@pytest.mark.clause("SR-66")
def test_a_wonder_that_starts_an_auction_may_be_outbid_by_the_hammer():
    match = at(
        4,
        era=2,
        to_act="teal",
        wonders={"red": ["hammer"], "teal": ["shard"]},
        pool={"teal": ["wonder-1"]},
    )
    play(match, "bid wonder-1 F1")
    assert to_act(match) == "red"
    assert where(match, "wonder-1") == set(match.view().auction.room) >= {"F2", "F4", "A12"}


@pytest.mark.clause("SR-66")
def test_nothing_outbids_the_hammer():
    match = wonder("hammer", "A10", "A9")
    assert standing(match, "A10").bid is False
    assert "passed over" not in " ".join(said(match))


@pytest.mark.clause("SR-67")
def test_the_hammer_cannot_outbid_a_wonder_of_its_owner():
    match = at(
        2,
        era=2,
        wonders={"red": ["hammer", "atlantis"]},
        bids=["blue short-1 A3"],
        discs={"A4": "B"},
    )
    play(match, "bid wonder-2 A4")
    assert standing(match, "A4").bid is False


@pytest.mark.clause("SR-68")
def test_opponents_may_not_bid_tall_buildings_next_to_the_hammer():
    """Teal's Hammer on a10: red may not bid tall buildings next to it, neither to start nor to outbid."""
    built: dict[str, Any] = {
        "structures": {"A10": "teal wonder-1"},
        "wonders": {"teal": ["hammer"], "red": ["atelier"]},
    }
    match = at(4, era=2, **built)
    starts = set(match.view().starts)
    assert {"F1", "F2", "F3", "F4"} | NEXT_TO_A10 <= starts == where(match, "medium-1")
    assert where(match, "tall-1") == starts - NEXT_TO_A10
    assert "The Hammer on A10 (Aerie) bans" in str(match.why_not("bid tall-1 A4"))
    match = at(4, era=2, bids=["yellow short-2 A4"], **built)
    assert where(match, "tall-1") == {"A3"}
    assert where(match, "medium-1") == {"A3", "A5", "A9"}
    assert where(match, "wonder-1") == {"A3"}  # the Atelier is a tall building for everything
    assert "The Hammer on A10 (Aerie) bans" in str(match.why_not("bid wonder-1 A5"))
    assert "The Hammer on A10 (Aerie) bans" in str(match.why_not("bid tall-1 A5"))
    match = at(4, era=2, bids=["yellow short-2 A4"], to_act="teal", **built)
    assert where(match, "tall-1") == {"A3", "A5", "A9"}  # its owner is free
    built["wonders"]["red"] = ["shard"]
    match = at(4, era=2, bids=["yellow short-2 A4"], **built)
    assert where(match, "wonder-1") == {"A3", "A5", "A9"}  # other wonders have no height


@pytest.mark.clause("SR-68")
def test_the_edition_may_allow_the_atelier_next_to_the_hammer():
    match = at(
        4,
        switched("hammer_ban_blocks_atelier"),
        era=2,
        structures={"A10": "teal wonder-1"},
        wonders={"teal": ["hammer"], "red": ["atelier"]},
        bids=["yellow short-2 A4"],
    )
    assert where(match, "wonder-1") == {"A3", "A5", "A9"}
    assert where(match, "tall-1") == {"A3"}
    assert match.why_not("bid wonder-1 A5") is None


def crowd(free: set[str], pool: list[str], red: tuple[str, str] = ("shard", "munch"), edition=None):
    """Two players; everything is built on except `free`; blue's Hammer stands on a10, red has `pool` left."""
    spots = [
        *(f"F{k}" for k in range(1, 5)), *(f"A{k}" for k in range(1, 15)), *(f"C{k}" for k in range(1, 15)),
    ]  # fmt: skip
    names = [
        f"{height}-{k}"
        for height, most in (("short", 4), ("medium", 5), ("tall", 3))
        for k in range(1, most + 1)
    ]
    pieces = [f"blue {one}" for one in (*names, "wonder-2")]
    pieces += [f"red {one}" for one in (*names, "wonder-1", "wonder-2") if one not in pool]
    structures = {"A10": "blue wonder-1"}
    for spot in spots:
        if spot not in free and spot != "A10":
            structures[spot] = pieces.pop()
    assert not pieces
    return at(
        2,
        edition,
        era=2,
        structures=structures,
        wonders={"blue": ["hammer", "palace"], "red": list(red)},
        pool={"red": pool},
        finished=["blue"],
    )


@pytest.mark.clause("SR-69")
def test_the_ban_is_lifted_if_everything_free_is_next_to_the_hammer():
    match = crowd(NEXT_TO_A10, ["tall-1"])
    assert where(match, "tall-1") == NEXT_TO_A10


@pytest.mark.clause("SR-69")
def test_the_ban_is_lifted_for_a_starter_without_another_start():
    """a6 is free too, but has no structure next to it: red could only start next to the Hammer."""
    match = crowd({"A4", "A5", "A6", "A9", "A11"}, ["tall-1"])
    assert where(match, "tall-1") == {"A4", "A5", "A9", "A11"}
    match = crowd({"A4", "A5", "A6", "A9", "A11", "A13"}, ["short-1", "tall-1"])
    assert where(match, "tall-1") == set()
    assert match.why_not("bid tall-1 A4") is not None
    bid(match, "11 A13")
    assert "Red has no other start, so the Hammer's ban is lifted this time." in said(match)
    assert where(match, "tall-1") == {"A4", "A5", "A9", "A11"}


SIX = {"A4", "A5", "A6", "A9", "A11", "A13"}  # next to a10, and a6, which has no structure beside it


@pytest.mark.clause("SR-69")
def test_the_capital_building_does_not_count_as_another_start():
    """The Capital could start on a6, with the edition's switch even now; the ban is still lifted."""
    cards = ("capital", "munch")
    match = crowd(SIX, ["tall-1", "wonder-1"], cards)
    assert where(match, "tall-1") == SIX - {"A6"}
    assert where(match, "wonder-1") == set()
    assert match.why_not("bid tall-1 A4") is None
    match = crowd(SIX, ["tall-1", "wonder-1"], cards, switched("may_start_any_time"))
    assert where(match, "tall-1") == SIX - {"A6"}
    assert where(match, "wonder-1") == SIX
    match = crowd(SIX, ["wonder-1", "wonder-2"], ("capital", "atelier"))
    assert where(match, "wonder-2") == SIX - {"A6"}
    assert where(match, "wonder-1") == SIX


@pytest.mark.clause("SR-68", "SR-69")
def test_the_ban_is_lifted_for_the_atelier_only_if_nothing_else_can_start():
    match = crowd(SIX - {"A13"}, ["wonder-1"], ("atelier", "munch"))
    assert where(match, "wonder-1") == SIX - {"A6", "A13"}
    match = crowd(SIX, ["wonder-1", "wonder-2"], ("atelier", "munch"))
    assert where(match, "wonder-1") == set()
    assert where(match, "wonder-2") == SIX - {"A6"}
    assert str(match.why_not("bid wonder-1 A4")).startswith("The Hammer on A10 (Aerie) bans")


@pytest.mark.clause("SR-69")
@pytest.mark.parametrize("card", ["capital", "shard"])
@pytest.mark.parametrize("any_time", [False, True])
def test_the_log_says_that_the_ban_is_lifted(card, any_time):
    edition = switched("may_start_any_time") if any_time else None
    match = crowd(SIX | {"C6"}, ["short-1", "tall-1", "wonder-1"], (card, "munch"), edition)
    bid(match, "11 C6")
    assert "Red has no other start, so the Hammer's ban is lifted this time." in said(match)
    assert where(match, "tall-1") == SIX - {"A6"}


@pytest.mark.clause("SR-70")
def test_the_hammer_scores_six():
    match = wonder("hammer", "A10", "A9")
    assert points(match, "red") == 6
    assert match.view().hammer == "A10"


# --- 2 to 20 ---


def free_spots(match):
    return {name for name, row in match.view().neighbourhoods.items() if row.structure is None}


@pytest.mark.clause("SR-71")
def test_the_capital_building_starts_anywhere_but_like_every_wonder_not_before_buildings():
    """W may start on c6, where nothing is built nearby; as a higher bid it must be next to a3."""
    match = at(4, era=2, wonders={"red": ["capital"]}, pool={"red": ["short-1", "wonder-1"]})
    assert where(match, "wonder-1") == set()
    assert "only when you have no buildings left" in str(match.why_not("bid wonder-1 C6"))
    match = at(4, era=2, wonders={"red": ["capital"]}, pool={"red": ["wonder-1"]}, discs={"C6": "B"})
    assert where(match, "wonder-1") == free_spots(match) > set(match.view().starts)
    play(match, "bid wonder-1 C6")
    assert points(match, "red") == 6
    match = at(4, era=2, wonders={"red": ["capital"]}, bids=["teal short-1 A3"])
    assert where(match, "wonder-1") == {"A2", "A4", "A9"}


@pytest.mark.clause("SR-71")
def test_the_edition_may_let_the_capital_building_start_at_any_time():
    match = at(4, switched("may_start_any_time"), era=2, wonders={"red": ["capital"], "teal": ["shard"]})
    assert where(match, "wonder-1") == free_spots(match)
    assert match.why_not("bid wonder-1 C6") is None
    match = at(4, switched("may_start_any_time"), era=2, wonders={"red": ["shard"]})
    assert where(match, "wonder-1") == set()  # other wonders wait


@pytest.mark.clause("SR-72")
def test_the_palace_scores_two_for_every_numbered_bid():
    """a3 blue 14 - a4 yellow 23 - a5 teal 33 - W"""
    match = at(
        4,
        era=2,
        wonders={"red": ["palace"]},
        bids=["blue short-1 A3", "yellow short-2 A4", "teal short-3 A5"],
        discs={"A10": "B"},
    )
    play(match, "bid wonder-1 A10")
    assert points(match, "red") == 6
    alone = at(4, era=2, wonders={"red": ["palace"]}, pool={"red": ["wonder-1"]}, discs={"F1": "B"})
    assert points(play(alone, "bid wonder-1 F1"), "red") == 0


@pytest.mark.clause("SR-72")
def test_the_edition_may_count_the_palace_itself():
    edition = switched("counts_itself")
    position = {"era": 2, "wonders": {"red": ["palace"]}}
    match = at(4, edition, bids=["blue short-1 A3", "yellow short-2 A4"], discs={"A5": "B"}, **position)
    assert points(play(match, "bid wonder-1 A5"), "red") == 6
    alone = at(4, edition, pool={"red": ["wonder-1"]}, discs={"F1": "B"}, **position)
    assert points(play(alone, "bid wonder-1 F1"), "red") == 2


@pytest.mark.clause("SR-73")
@pytest.mark.parametrize(("spot", "worth"), [("M3", 8), ("M1", 0)])
def test_atlantis_scores_for_three_different_lakes(spot, worth):
    """A10 ~ a lake of Aerie, C4 ~ a lake of Cirrus, W on m3 ~ a lake of Meridian (m1 lies at none)"""
    match = wonder("atlantis", spot, "M2", structures={"A10": "red short-1", "C4": "red short-2"})
    assert points(match, "red") == worth


@pytest.mark.clause("SR-73")
def test_one_structure_may_touch_two_lakes_and_two_structures_one():
    match = wonder("atlantis", "M9", "M8", structures={"A10": "red short-1"})  # m9 lies at two
    assert points(match, "red") == 8
    match = wonder("atlantis", "M3", "M2", structures={"A10": "red short-1", "A11": "red short-2"})
    assert points(match, "red") == 0


@pytest.mark.clause("SR-74")
@pytest.mark.parametrize(("spot", "worth"), [("F1", 8), ("A12", 0)])
def test_zeppelinstone_scores_for_four_different_blimps(spot, worth):
    """A10 touches two blimps of Aerie, C1 one of Cirrus, W on f1 the one of the centre"""
    near = {"F1": "F4", "A12": "A8"}[spot]
    match = wonder("zeppelinstone", spot, near, structures={"A10": "red short-1", "C1": "red short-2"})
    assert points(match, "red") == worth


@pytest.mark.clause("SR-75")
def test_lynch_scores_for_everyones_neighbours():
    """
    t4   b5
      \\ /
       W -- R11     the bid on a9 goes home and does not count, nor does a1
    """
    match = wonder(
        "lynch",
        "A10",
        "A9",
        structures={"A4": "teal short-2", "A5": "blue short-2", "A11": "red short-1", "A1": "blue short-3"},
    )
    assert points(match, "red") == 6


@pytest.mark.clause("SR-76")
def test_opportunity_scores_for_free_neighbours_after_bids_return():
    """a4 is built on; a5, a9 (where the bid was), a11 and a13 are free"""
    assert points(wonder("opportunity", "A10", "A9", structures={"A4": "teal short-2"}), "red") == 8


@pytest.mark.clause("SR-77")
def test_kahn_shows_the_objective_and_scores_for_its_colour():
    """Brown: A4, C8 and W on a8; A1 is green"""
    match = wonder(
        "kahn",
        "A8",
        "A7",
        structures={"A4": "red short-1", "C8": "red short-2", "A1": "red short-3"},
        objectives={"red": "brown"},
    )
    assert points(match, "red") == 6
    assert "Red reveals the secret objective: Inventors." in said(match)
    for viewer in (-1, 1, 2, 3):
        row = match.view(viewer).seats[0]
        assert row.objective is not None
        assert row.objective.id == "brown"
        assert row.objective_shown
    assert points(match, "red", "objective") == 0
    assert match.undoable == 0


@pytest.mark.clause("SR-78")
def test_jacobs_scores_for_discs_of_its_colour():
    """W on a9, which is white, with a white disc there"""
    board = {"white": 1, "wild-white": 1, "green": 3}
    assert points(wonder("jacobs", "A9", "A10", disc="white", boards={"red": board}), "red") == 9
    assert points(wonder("jacobs", "A9", "A10", disc="white", boards={"red": {"white": 5}}), "red") == 18
    assert points(wonder("jacobs", "A9", "A10", disc="green", boards={"red": {"green": 5}}), "red") == 0


@pytest.mark.clause("SR-79")
def test_the_intelligentsium_scores_both_panoramas_on_its_island():
    """
    Blimps: A8 A10 and A10 A11 on Aerie; F2 F3 in the centre do not count.
    Bridges: W14 = F2 and A11 = C7 have an end on Aerie; F3 = C14 has not.
    """
    structures = dict(
        zip(
            ("A8", "A10", "A11", "F2", "F3", "C7", "C14"),
            (
                f"red {one}"
                for one in ("short-1", "short-2", "short-3", "short-4", "medium-1", "medium-2", "medium-3")
            ),
            strict=True,
        )
    )
    match = wonder("intelligentsium", "A14", "A13", structures=structures, panoramas=["blimps", "bridges"])
    assert points(match, "red") == 2 * 3 + 2 * 5
    assert [match.total(k) for k in (1, 2, 3)] == [0, 0, 0]
    assert [row.instances[0] for row in match.view().panoramas] == [3, 3]


@pytest.mark.clause("SR-79")
def test_the_intelligentsium_counts_chains_and_lakes_of_its_island_only():
    """A1 - A2 - W3, and C1 - C2 - C3 elsewhere; A2 ~ W3 at a lake"""
    structures = {"A1": "red short-1", "A2": "red short-2"}
    structures |= {"C1": "red short-3", "C2": "red short-4", "C3": "red medium-1"}
    match = wonder("intelligentsium", "A3", "A4", structures=structures, panoramas=["lakes", "chains"])
    assert points(match, "red") == 5 + 3


@pytest.mark.clause("SR-80")
def test_the_olmsted_scores_for_the_central_island_wherever_it_stands():
    """f1 teal, F2, f4 blue; W on a12 or on f3"""
    structures = {"F1": "teal short-2", "F2": "red short-1", "F4": "blue short-1"}
    assert points(wonder("olmsted", "A12", "A8", structures=structures), "red") == 6
    assert points(wonder("olmsted", "F3", "C14", structures=structures), "red") == 8


@pytest.mark.clause("SR-81")
@pytest.mark.parametrize(("disc", "worth"), [("green", 9), ("A", 9), ("C", 12)])
def test_munch_scores_for_different_letters(disc, worth):
    match = wonder("munch", "A10", "A9", disc=disc, boards={"red": {"A": 1, "B": 2, "D": 1}})
    assert points(match, "red") == worth


@pytest.mark.clause("SR-82")
def test_sullivan_scores_for_everyones_tall_buildings_on_its_island():
    """t4 tall, A1 tall, b5 the Atelier; c1 is tall on another island, a2 is medium"""
    match = wonder(
        "sullivan",
        "A10",
        "A9",
        structures={
            "A4": "teal tall-1", "A1": "red tall-1", "A5": "blue wonder-1", "C1": "teal tall-2",
            "A2": "teal medium-1",
        },
    )  # fmt: skip
    assert points(match, "red") == 6  # blue's wonder is another one
    match = at(
        4,
        era=2,
        wonders={"red": ["sullivan"], "blue": ["atelier"]},
        structures={"A4": "teal tall-1", "A1": "red tall-1", "A5": "blue wonder-1", "C1": "teal tall-2"},
        bids=["teal short-1 A9"],
        discs={"A10": "B"},
    )
    assert points(play(match, "bid wonder-1 A10"), "red") == 9


@pytest.mark.clause("SR-83")
def test_the_atelier_counts_as_a_tall_building_for_everything():
    """C4 tall and W; on Aerie W beats two medium ones of teal"""
    match = wonder(
        "atelier",
        "A10",
        "A9",
        structures={"C4": "red tall-1", "A1": "teal medium-1", "A2": "teal medium-2", "C5": "teal tall-1"},
    )
    assert points(match, "red") == 4
    assert match.view().control["aerie"].leaders == (0,)
    assert match.view().control["aerie"].tally[0] == ByHeight(short=0, medium=0, tall=1)


@pytest.mark.clause("SR-84")
def test_the_shard_scores_for_patron_discs_held_now():
    match = wonder("shard", "A10", "A9", disc="A", boards={"red": {"A": 2, "B": 1, "commissions": 1}})
    assert points(match, "red") == 8
    match = wonder("shard", "A10", "A9", boards={"red": {}}, discs={"A9": "A"})
    assert points(match, "red") == 0
    bid(match, "124 A9", "pass", "pass", "pass")
    assert seat(match, "red").patrons["A"] == 1
    assert points(match, "red") == 0  # what comes later does not count


@pytest.mark.clause("SR-85")
def test_la_boca_scores_for_colours_on_its_island():
    """A1 green, A4 brown, W on a9 white; F1 is yellow on another island, A2 yellow on this one"""
    structures = {"A1": "red short-1", "A4": "red short-2", "F1": "red short-3"}
    assert points(wonder("la-boca", "A9", "A10", structures=structures), "red") == 9
    structures |= {"A2": "red short-4", "A3": "red medium-1"}
    assert points(wonder("la-boca", "A9", "A10", structures=structures), "red") == 12


@pytest.mark.clause("SR-86")
@pytest.mark.parametrize(("left", "worth"), [(0, 9), (1, 6), (2, 3), (3, 0), (12, 0)])
def test_le_baron_scores_for_few_structures_left(left, worth):
    others = ["short-1", "short-2", "short-3", "short-4", "medium-1", "medium-2"]
    others += ["medium-3", "medium-4", "medium-5", "tall-1", "tall-2", "tall-3"]
    match = wonder("le-baron", "A10", "A9", pool={"red": [*others[:left], "wonder-1"]})
    assert points(match, "red") == worth


@pytest.mark.clause("SR-87")
def test_the_vault_takes_a_second_disc_next_to_it():
    """W on a10: a4 yellow disc, a5 wild, a11 green, a13 is built on, a9 patron B"""
    discs = {"A4": "yellow", "A5": "wild", "A11": "green", "A9": "B"}
    position: dict[str, Any] = {"discs": discs, "structures": {"A13": "teal short-2"}, "disc": "green"}
    match = wonder("vault", "A10", "A9", boards={"red": {}}, **position)
    assert match.view().phase == "disc"
    assert notations(match) == {"disc A4", "disc A5", "disc A9", "disc A11", "decline"}
    assert "is occupied" in str(match.why_not("disc A13"))
    assert "is not next to The Vault" in str(match.why_not("disc F1"))
    play(match, "disc A5")
    assert match.view().phase == "colour"
    play(match, "colour green")
    assert seat(match, "red").rows["green"] == ("green", "wild")
    assert match.view().neighbourhoods["A5"].disc is None
    assert "A5" in where(match, "medium-1")
    assert points(match, "red") == 0
    bid(match, "124 A5", "pass", "pass", "pass")
    assert standing(match, "A5").bid is False
    assert sum(len(row) for _, row in seat(match, "red").rows.items()) == 2


@pytest.mark.clause("SR-87")
def test_the_vault_may_decline_and_is_skipped_without_discs():
    match = play(wonder("vault", "A10", "A9"), "decline")
    assert match.view().phase == "start"
    assert "Red takes no second disc." in said(match)
    match = at(4, era=2, bids=["teal short-1 A9"], wonders={"red": ["vault"]}, discs={"A10": "commissions"})
    number = match.game.board.spot
    match.position.state["disc"][[number[spot] for spot in NEXT_TO_A10 - {"A4"}]] = -1
    emptied = play(match.clone(), "bid wonder-1 A10")
    assert emptied.why_not("disc A5") == "There is no disc on A5 (Aerie); choose another neighbourhood."
    match.position.state["disc"][number["A4"]] = -1
    assert play(match, "bid wonder-1 A10").view().phase == "start"


@pytest.mark.clause("SR-87", "SR-35")
def test_a_patron_disc_from_the_vault_is_known_at_once_and_cannot_be_undone():
    match = wonder("vault", "A10", "A9", discs={"A4": "C"})
    play(match, "disc A4")
    assert match.view(0).patrons["C"].tile is not None
    assert match.undoable == 0


@pytest.mark.clause("SR-88")
def test_the_summit_scores_for_islands_controlled_now():
    """Aerie alone, Cirrus with teal, Halcyon is teal's"""
    match = wonder(
        "summit",
        "A10",
        "A9",
        structures={
            "A1": "red short-1", "C1": "red medium-1", "C2": "teal medium-1", "H1": "teal tall-1",
            "H2": "red medium-2",
        },
    )  # fmt: skip
    assert points(match, "red") == 10
    assert points(match, "teal", "control-2") == points(match, "teal") == 0


def chain(*spots: str) -> int:
    names = [
        f"{height}-{k}"
        for height, most in (("short", 4), ("medium", 5), ("tall", 3))
        for k in range(1, most + 1)
    ]
    structures = {spot: f"red {one}" for spot, one in zip(spots, names, strict=False)}
    return points(wonder("niemeyer", "C5", "C6", structures=structures), "red") // 2


@pytest.mark.clause("SR-89")
def test_niemeyer_scores_for_the_longest_chain_without_repeats():
    """
    A2 - A1
      \\  |
        A7 - A12 = F1 - F4 = M12 - M13     the line; F2 is a branch, W on c5 stands apart
                   |
                   F2
    """
    assert chain("A7", "A12", "F1", "F4", "M12", "M13", "A1", "A2", "F2") == 8


@pytest.mark.clause("SR-89")
def test_a_star_gives_three_and_separate_structures_one():
    assert chain("A9", "A3", "A8") == 3
    assert chain("A10", "A5", "A9", "A11", "A13") == 3  # a star
    assert chain("A1", "A6", "M1") == 1
    assert chain() == 1
    assert chain("C4", "C3", "C2", "C1") == 5  # with the wonder on c5
    assert chain("A12", "A7", "A8") == 3  # a triangle


@pytest.mark.clause("SR-89")
def test_the_longest_chain_is_exact_on_random_maps():
    """Compare with a simple recursive search on many sets of neighbourhoods."""
    (wonders,) = kernel.load(["rooftop.titles.skyrise.rules_wonders"], compiled=False)
    position = at(4, era=2).position
    chance = random.Random(4)
    board = position.game.board
    twin = InterpretedRecord(position.rows, 0)
    for _ in range(60):
        own = set(chance.sample(range(60), 30)[:4])
        while len(own) < chance.randint(4, 14):
            near = {k for spot in own for k in range(60) if position.state["adjacent"][spot] >> k & 1} - own
            own.add(chance.choice(sorted(near)) if chance.random() < 0.9 else chance.randrange(60))
        for structure, spot in enumerate(own):
            position.state["piece"][spot] = structure
            position.state["spot"][0][structure] = spot
        position.state["own"][0] = sum(1 << spot for spot in own)
        around = {a: [b for b in own if position.state["adjacent"][a] >> b & 1] for a in own}

        def walk(path, around=around):
            return max([len(path)] + [walk([*path, k]) for k in around[path[-1]] if k not in path])

        assert wonders.longest_chain(twin, 0) == max(walk([spot]) for spot in own)
    assert len(board.cells) == 60


def test_every_wonder_has_a_test_here():
    cards = {card.id for card in at(4).game.board.wonders}
    text = Path(__file__).read_text(encoding="utf-8")
    assert all(f'"{card}"' in text for card in cards)
    assert len(cards) == 20

"""Everything in the picture has an explanation, with its current state."""

import itertools
from collections.abc import Iterator
from typing import Any

import pytest

from rooftop.game.match import Match
from rooftop.game.title import Info
from rooftop.game.translation import bound
from rooftop.testing import SOAK
from rooftop.testing.explanations import Explanations
from tests.titles.skyrise.tables import TITLE, SkyriseMatch, at


class TestExplanations(Explanations):
    title = TITLE
    every = 60

    def moments(self) -> Iterator[Match]:
        """Yield some of them: each game has another map, which takes long to draw."""
        return super().moments() if SOAK else itertools.islice(super().moments(), 0, None, 17)


def told(match: SkyriseMatch, part: str, seat: int = 0, language: str = "en") -> Info:
    info = match.explain(part, seat, language)
    assert info is not None, part
    return info


def facts(match: SkyriseMatch, part: str, seat: int = 0, language: str = "en") -> dict[str, str]:
    return dict(told(match, part, seat, language).facts)


# Red has two structures at one blimp and three on white; blue's objective is unknown to red.
TABLE: dict[str, Any] = {
    "panoramas": ["blimps", "windmills"],
    "objectives": {"red": "white"},
    "structures": {"F1": "red medium-1", "F3": "red short-2", "F2": "teal medium-1"},
}


def test_the_picture_says_what_the_game_is_about_and_how_everyone_stands():
    match = at(3, **TABLE)
    info = told(match, "scene")
    assert info.name == "Skyrise"
    assert info.text.startswith("You bid with your buildings for the neighbourhoods of a city in the sky.")
    own, teal = (match.view(0).seats[seat] for seat in (0, 1))
    assert info.facts == (
        ("Now", "Era 1, auction 4 of 39"),
        ("You", f"0; {own.if_ended.total} if it ended now"),
        ("Teal", f"0; {teal.if_ended.total} if it ended now"),
        ("Yellow", "0; 0 if it ended now"),
    )


def test_a_neighbourhood_tells_its_disc_its_neighbours_and_its_worth():
    match = at(3, **TABLE, discs={"F4": "commissions"})
    info = told(match, "place-F4")
    assert info.name == "F4, Forum, brown"
    assert info.text == (
        "Brown ground: at the end, a structure here scores what its owner's row of this colour shows."
        " Whoever builds here takes the commissions disc; at the end it scores 1 for each item on the"
        " portrait. The next bid may go here."
    )
    assert facts(match, "place-F4")["Next to it"].startswith("F1, F3")
    assert facts(match, "place-F4")["Worth to you at the end"] == "2"
    assert facts(match, "place-F1")["Built here"].startswith("You: ")
    assert facts(match, "place-F1", 1)["Built here"].startswith("Red: ")
    assert "SR-56" in info.clauses


def test_an_island_tells_who_controls_it():
    match = at(3, **TABLE)
    for part in ("island-forum", "control-forum"):
        assert facts(match, part) == {
            "Controlled by": "You",
            "You": "1 medium, 1 short",
            "Teal": "1 medium",
            "Free neighbourhoods": "1 of 4",
        }
    assert "scores 5 for whoever controls it" in told(match, "island-aerie").text
    assert facts(match, "island-aerie")["Controlled by"] == "nobody"
    assert match.explain("island-halcyon", 0) is None  # not in this game


def test_panoramas_and_what_they_count():
    match = at(3, **TABLE)
    assert told(match, "panorama-0").text == (
        "For each blimp bordered by at least 2 of your structures. A panorama scores for every player at the"
        " end of both eras, 3 each time you fulfil it."
    )
    assert facts(match, "panorama-0") == {"You": "1 × 3 = 3", "Teal": "0 × 3 = 0", "Yellow": "0 × 3 = 0"}
    assert facts(match, "blimp-F-B1")["You"] == "2 structures there"
    assert facts(match, "blimp-F-B1", 0, "pl")["Ty"] == "2 budowle"
    assert "Panorama Blimps, 3 each" in told(match, "blimp-F-B1").text
    assert "No panorama in this game scores it." in told(match, "lake-A-L1").text


def test_an_objective_is_known_to_its_owner_alone():
    match = at(3, **TABLE)
    assert told(match, "objective-0").name == "Objective: Artists"
    assert facts(match, "objective-0") == {"You": "1 of 4", "Worth at the end": "10"}
    hidden = told(match, "objective-0", 1)
    assert hidden.name == "Secret objective"
    assert hidden.facts == (("Owner", "Red"),)


def test_a_hidden_patron_tells_what_it_can_be():
    match = at(3, era=2, boards={"red": {"B": 2}}, tiles={"A": 3, "B": 5})
    assert facts(match, "patron-B")["Value"] == "5"
    assert facts(match, "patron-B")["You"] == "2 discs"
    assert facts(match, "patron-A")["Value"] == "hidden: 2, 3 or 4"
    assert facts(match, "patron-B", 1)["Value"] == "hidden: 2, 3, 4 or 5"


def test_a_key_tells_how_far_everyone_is():
    match = at(3, era=2, structures={"F1": "red wonder-1"}, wonders={"red": ["olmsted"]})
    assert facts(match, "key-large")["You"] == "12 structures left"
    assert match.explain("key-small", 0) is not None
    assert at(2).explain("key-small", 0) is None


@pytest.mark.parametrize(
    ("card", "fact"),
    [
        ("atlantis", ("Lakes touched so far", "0 of 3")),
        ("zeppelinstone", ("Blimps touched so far", "1 of 4")),
        ("palace", ("Bids in this auction", "1")),
        ("kahn", ("Structures on the objective's colour", "1")),
        ("olmsted", ("Structures on the central island", "2")),
        ("munch", ("Different patron letters", "1")),
        ("shard", ("Patron discs", "2")),
        ("atelier", ("Tall buildings so far", "1")),
        ("le-baron", ("Structures left", "11")),
        ("summit", ("Islands controlled", "1")),
        ("niemeyer", ("Longest chain so far", "2")),
    ],
)
def test_a_wonder_tells_how_its_effect_stands(card, fact):
    match = at(
        3, era=2, objectives={"red": "white"}, wonders={"red": [card]}, boards={"red": {"A": 2}},
        structures={"F2": "red tall-1", "F3": "red short-2"}, bids=["teal short-1 F1"],
    )  # fmt: skip
    assert fact in told(match, f"wonder-{card}").facts
    assert fact in told(match, "structure-wonder-1").facts
    assert (fact in told(match, "seat-0-wonder-1", 1).facts) == (card != "kahn")  # whose objective is secret


def test_a_wonder_tells_what_it_would_score_in_this_auction():
    match = at(3, era=2, wonders={"red": ["lynch"]}, bids=["teal short-1 F1"])
    assert facts(match, "wonder-lynch")["Built on F2"] == "0 points"
    assert facts(match, "wonder-lynch", 0, "pl")[bound("W dzielnicy F2", "pl")] == "0 punktów"


def test_rows_and_structures_tell_their_numbers():
    match = at(3, era=2, boards={"red": {"yellow": 2}}, structures={"F1": "red tall-1"}, finished=["teal"])
    assert facts(match, "colour-yellow") == {
        "Owner": "You", "Discs": "2", "Each structure scores": "4", "Structures built": "1",
        "Together": "1 × 4 = 4", "With another disc": "6",
    }  # fmt: skip
    assert facts(match, "seat-0-yellow", 2)["Owner"] == "Red"
    building = facts(match, "structure-tall-3")
    assert building == {"Owner": "You", "Height": "tall", "State": "ready", "Higher numbers": "nobody"}
    assert facts(match, "structure-tall-1")["State"] == "built on F1"
    assert match.explain("structure-tall-3") is None  # a spectator has none


def test_a_player_tells_the_points_by_source_if_it_ended_now():
    match = at(3, **TABLE)
    own = facts(match, "seat-0")
    assert own["Points"] == "0"
    assert own["If it ended now"] == str(match.view(0).seats[0].if_ended.total)
    assert own["Islands, first era"] == "5"
    assert own["Structures on white"] == "2"
    assert own["Built"] == "2 of 13"

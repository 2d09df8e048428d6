"""The explanations of the parts of the picture."""

from typing import Any

import pytest

from rooftop.game.title import Info
from rooftop.testing.explanations import Explanations
from tests.titles.tower_up.tables import TITLE, at, play

Position = dict[str, Any]
THREE = {"T9": "grey: blue -", "T8": "white: -"}


class TestExplanations(Explanations):
    title = TITLE
    every = 64


def asked(part: str, seat: int = 0, language: str = "en", **position: Any) -> Info:
    info = at(**position).explain(part, seat, language)
    assert info is not None
    return info


def facts(part: str, seat: int = 0, language: str = "en", **position: Any) -> dict[str, str]:
    return dict(asked(part, seat, language, **position).facts)


def test_an_empty_site_tells_its_price_and_who_can_pay_it():
    position: Position = {
        "buildings": THREE,
        "stock": {"blue": {"white": 1, "black": 2}, "yellow": {"grey": 9}},
    }
    told = asked("site-T7", **position)
    assert told.name == "T7, Old Town"
    assert told.facts == (
        ("Neighbours", "T5, T8, O3, O5"),
        ("For the neighbours", "1 white floor"),
        ("Possible colours", "grey, brown, black"),
        ("You can pay for", "black"),
    )
    assert facts("site-T7", 1, **position)["You lack"] == "1 white floor"
    assert "You lack" not in facts("site-T7", -1, **position)
    assert "nobody can build here now" in asked("site-H1", **position).text


def test_a_building_tells_its_floors_roofs_and_what_a_roof_would_do():
    told = asked("site-T9", buildings=THREE)
    assert told.facts[:2] == (("Floors", "2"), ("Roofs", "level 1: Blue"))
    assert "then the grey machine of that player moves one column for every floor" in told.text
    assert told.name == "T9, Old Town, in a park"
    assert "TU-70" in told.clauses


def test_a_card_tells_what_it_brings_and_what_it_starts():
    told = asked("card-0", market=["E06", "A04", "B03"], stock={"blue": {"white": 8}})
    assert told.facts == (("White floors", "2"), ("Black floors", "2"), ("Your stock after it", "12 of 10"))
    assert asked("card-1", -1, market=["E06", "A04", "B03"]).facts == (
        ("Floors of any colour", "1"),
        ("Black machine", "2 columns"),
    )
    assert "TU-50" not in told.clauses
    short = {"yellow": {"black": 10}, "green": {"black": 10}, "blue": {"black": 9}}
    assert "begins the end" in asked("card-0", market=["E06", "A04", "B03"], stock=short).text


def test_an_objective_tells_how_everyone_stands():
    position: Position = {
        "objectives": ["A", "F", "J"],
        "tokens": {"green": [7, 0, 0]},
        "buildings": {"F1": "grey: green", "H1": "brown: green", "R1": "black: green", "O1": "white: green"},
    }
    told = asked("objective-0", 1, **position)
    assert told.name == "Buildings of all four colours"
    assert told.facts == (
        ("Tokens left", "5, 3"), ("Blue", "0 of 4"), ("You", "0 of 4"), ("Green", "has won 7 million"),
    )  # fmt: skip
    assert told.clauses[0] == "TU-62"
    assert facts("objective-0", 1, "pl", **position)["Zielony"] == "żeton: 7 milionów"


@pytest.mark.parametrize(
    ("part", "expected"),
    [
        (
            "machine-grey",
            {"Worth now": "3 million", "Columns to the next star": "1", "Columns to the end": "9"},
        ),
        (
            "stars",
            {
                "Used": "0 of 4",
                "Next star column": "2",
                "Not there yet": "White machine, Brown machine, Black machine",
            },
        ),
        ("stock-white", {"White floors": "2", "Whole stock": "3 of 10"}),
        ("roofs", {"Roofs left": "8 of 10"}),
        ("cone", {"Visible roofs": "1", "If it ended now": "1 million"}),
        ("total", {"Grey machine": "3", "If it ended now": "4"}),
    ],
)
def test_the_things_of_a_player_tell_their_numbers(part, expected):
    position: Position = {
        "buildings": {**THREE, "H1": "white: blue"},
        "stock": {"blue": {"white": 2, "black": 1}},
        "track": {"blue": {"grey": 3}},
    }
    assert facts(f"seat-0-{part}", **position) == expected


def test_the_floors_of_the_player_to_act_move_with_the_turn():
    match = at(market=["E06", "A04", "B03"], stock={"blue": {"white": 2}, "yellow": {"white": 5}})
    assert dict(match.explain("stock-white", 0).facts)["White floors"] == "2"
    play(match, "card 1")
    assert match.explain("stock-white", 0).name == "Yellow: 5 white floors"


def test_the_end_tells_its_cause():
    told = asked("ending", ending="shortage", last_turns=2)
    assert told.text.startswith("The tray could not fill a card.")
    assert told.clauses[0] == "TU-50"
    assert at().explain("ending", 0) is None

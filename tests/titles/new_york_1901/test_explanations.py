"""Every part of the picture has an explanation, with the numbers of the position."""

from __future__ import annotations

from typing import Any

import pytest

from rooftop.game.title import Info, title
from rooftop.game.translation import bound
from rooftop.testing.explanations import Explanations
from tests.titles.new_york_1901.tables import EIGHTEEN_POINTS, SIX_POINTS, NewYorkMatch, at

TITLE = title("new-york-1901")


class TestExplanations(Explanations):
    title = TITLE
    every = 29  # games are long: a turn has two to five decisions
    every_recorded = 10


BUILT: dict[str, Any] = {
    "lots": {"blue": "Gc Ga Gd Rg", "green": "Bj Rj", "yellow": "Ya"},
    "tiles": {"blue": {"b1": "D2 E2", "s1": "E3 E4"}, "green": {"g2": "G13 H13 I13"}},
    "demolished": {"blue": SIX_POINTS, "green": EIGHTEEN_POINTS},
    "streets": "bw ce wa",
}


def told(match: NewYorkMatch, part: str, seat: int = 0, language: str = "en") -> Info:
    info = match.explain(part, seat, language)
    assert info is not None, part
    return info


def test_a_lot_card_says_what_it_is_good_for():
    info = told(at(**BUILT, market=["green-2", "red-3", "blue-2", "pink-3"]), "card-0")
    assert info.name == "Card 1: green, 2 squares"
    assert dict(info.facts) == {
        "Free lots of this kind": "7: Ge, Gf, Gg, Gh, Gj, Gk and Gl",
        "Such cards face down": "6",
        "Your workers in reserve": "2",
    }


def test_the_place_of_a_taken_card_says_when_it_is_refilled():
    match = at(**BUILT, market=["green-2", "red-3", "blue-2", "pink-3"])
    match.play("card 2")
    info = told(match, "card-1")
    assert info.name == "Card 2: no card"
    assert info.text == ("The card from here has been taken. The market is refilled at the end of the turn.")


def test_a_lot_names_its_owner_its_kind_and_what_it_touches():
    match = at(**BUILT)
    free, worker, built = (told(match, f"lot-{lot}") for lot in ("Gb", "Gd", "Gc"))
    assert free.name == "Lot Gb, green, 3 squares"
    assert free.text.startswith("Free land.")
    assert dict(free.facts) == {"Touches": "a street or park"}
    assert worker.text.startswith("Blue owns this lot. The worker waits here")
    assert dict(worker.facts)["Touches"] == "Cedar"
    assert built.name == "Lot Gc, green, 2 squares"
    assert built.text.startswith("Blue owns this lot to the end of the game.")
    assert dict(built.facts) == {"Here": "Tower Building", "Touches": "Broadway"}


def test_a_skyscraper_on_the_map_says_where_it_counts():
    info = told(at(**BUILT), "built-0-s1")
    assert info.name == "Gillender Building"
    assert info.text == (
        "Blue has built this skyscraper and scored 3 points for it. It may make room for a skyscraper of a"
        " later generation; its points stay."
    )
    assert dict(info.facts)["Counts on"] == "Broadway and Cedar"
    gold = told(at(**BUILT), "built-1-g2")
    assert gold.text.endswith("Gold skyscrapers are never torn down.")
    assert "NY-53" in gold.clauses


def test_a_street_says_who_would_score_it_on_the_map_and_in_the_table():
    match = at(**BUILT)
    assert told(match, "street-0") == told(match, "road-bw")
    assert told(match, "road-bw").facts == (
        ("Blue", "2"), ("Green", "1"), ("Yellow", "0"), ("Now", "Blue leads"),
    )  # fmt: skip
    assert told(match, "road-nb").text.startswith("This street gives no points in this game.")
    assert "NY-34" in told(match, "road-side").clauses


def test_a_locked_generation_says_how_far_away_it_is():
    match = at(**BUILT)
    assert told(match, "plate-gold").name == "Gold: Blue"
    assert dict(told(match, "plate-gold").facts) == {
        "Points needed": "18", "Points": "11", "Left to build": "6", "Standing": "0",
    }  # fmt: skip
    assert told(match, "threshold-gold") == told(match, "plate-gold")
    assert dict(told(match, "tile-g1").facts)["Still locked"] == "11 of 18 points"
    assert "Still locked" not in dict(told(match, "tile-s2").facts)
    assert told(match, "mini-1-gold").name == "Gold: Green"


@pytest.mark.parametrize(
    ("challenge", "progress"),
    [
        ("tycoon", ["0 points", "blue 1: 0 points", "0 points"]),
        ("architect", ["0 of 3: 0 points"] * 3),
        ("prestige", ["0 points"] * 3),
        ("baron", ["1 of 4: 0 points", "0 of 4: 0 points", "0 of 4: 0 points"]),
        ("king", ["bronze 1, silver 1: 10 points", "gold 1: 5 points", "0 points"]),
    ],
)
def test_a_challenge_counts_for_everyone(challenge, progress):
    info = told(at(**BUILT, challenge=challenge), "challenge")
    assert [value for _, value in info.facts] == progress


def test_a_player_is_told_by_source_workers_and_lots():
    facts = dict(told(at(**BUILT), "seat-0").facts)
    assert facts == {
        "Points": "11", "Bronze skyscrapers": "8", "Silver skyscrapers": "3",
        "If the game ended now": "24 points", "Workers in reserve": "2", "Action cards": "3",
        "Lots": "Rg, Ga, Gc and Gd", "Left to build": "14",
    }  # fmt: skip
    assert dict(told(at(**BUILT), "workers-0").facts)["On lots"] == "Rg and Gd"


def test_a_spectator_is_told_about_others_and_not_about_themselves():
    match = at(**BUILT, to_act="green")
    assert told(match, "tray", -1).name == "Green's skyscrapers"
    assert "Your workers in reserve" not in dict(told(match, "card-0", -1).facts)
    assert told(match, "plate-gold", -1).name == "Gold: Green"


def test_the_picture_as_a_whole_tells_the_goal_and_the_end():
    info = told(at(**BUILT), "scene")
    assert "only 4 skyscrapers left to build" in info.text
    facts = dict(info.facts)
    assert facts["Green"] == "25 points"
    assert facts["Skyscrapers until the end begins"] == "6"
    late = at(ending="stalemate", last_turns=1)
    assert dict(told(late, "scene").facts)["The end"] == "This is the last turn"
    assert told(late, "ending").text.startswith("Nobody has built for a long time")


def test_polish_players_are_told_in_polish():
    info = told(at(**BUILT), "lot-Gd", language="pl")
    assert info.name == "Działka Zd, zielona, 3 pola"
    assert info.text == bound(
        "Działka gracza Niebieski. Robotnik czeka tu, aż drapacz chmur zajmie któreś z jej pól.", "pl"
    )
    assert info.facts == (("Obok", "Cedar"),)


def test_sources_of_points_have_the_names_of_the_game():
    match = at(**BUILT, challenge="baron")
    names = TITLE.source_names(match.translator("en"), match.game.board, match.view())
    assert list(names) == list(TITLE.sources)
    assert [names[f"street-{k}"] for k in (1, 2, 3)] == ["Broadway", "Cedar", "Wall Street"]
    assert names["challenge"] == "Bronze Baron"
    assert TITLE.source_names(match.translator("en"), None, None)["street-1"] == "First street"


@pytest.mark.parametrize("language", ["en", "pl"])
def test_names_of_sources_fit_a_narrow_column(language):
    for challenge in ("tycoon", "architect", "prestige", "baron", "king", "none"):
        match = at(streets="nb pt wa", challenge=challenge)
        names = TITLE.source_names(match.translator(language), match.game.board, match.view())
        assert max(map(len, names.values())) <= 24

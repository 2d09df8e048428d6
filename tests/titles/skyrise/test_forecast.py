"""The scores if the game ended now."""

import random
import xml.etree.ElementTree as ET

import pytest

from rooftop.engine import kernel
from rooftop.engine.interpreted import InterpretedRecord
from rooftop.game.position import new_game
from rooftop.game.translation import translator
from rooftop.testing.pictures import SIZES, part, texts_of, title_of
from rooftop.titles.skyrise.parts.words import source_names
from rooftop.titles.skyrise.view import view
from tests.titles.skyrise.tables import TITLE, at, new


@pytest.mark.clause("SR-51")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_forecast_is_what_the_rules_would_score(players):
    """With everything revealed, in a random game: the end of the current era and then of the game."""
    (scoring,) = kernel.load(["rooftop.titles.skyrise.scoring"], compiled=False)
    game, chance = new_game(TITLE, players), random.Random(players)
    position = game.position(players)
    while not position.over:
        if position.ply % 7 == 0 and view(game.board, position.state, -1).phase != "wonder":
            opened = position.clone()
            opened.state["objective_shown"], opened.state["tiles_shown"] = (1 << players) - 1, 1
            told = [row.if_ended.by_source for row in view(game.board, opened.state, -1).seats]
            s, t = InterpretedRecord(opened.rows, 0), InterpretedRecord(game.tables, 0)
            scoring.score_era(s, t)
            scoring.score_end(s, t)
            assert told == [tuple(row) for row in opened.state["points"].tolist()[:players]]
        position.apply(chance.choice(position.legal()))
    rows = view(game.board, position.state, -1).seats
    assert [row.if_ended for row in rows] == [row.points for row in rows]


def test_what_is_hidden_counts_as_little_as_it_can():
    white = {"F3": "tall-1", "A6": "short-2", "A9": "medium-1", "A14": "medium-2"}
    match = at(
        3,
        objectives={"red": "white"},
        tiles={"A": 5, "B": 4, "C": 3, "D": 2},
        boards={"red": {"A": 2, "B": 1}},
        structures={spot: f"red {piece}" for spot, piece in white.items()},
    )
    own, other = (match.view(viewer).seats[0].if_ended for viewer in (0, -1))
    assert (own.objective, own.patrons) == (10, 14)
    assert (other.objective, other.patrons) == (0, 6)  # a spectator knows no tile, and the lowest is 2
    assert own.total - other.total == 18


def test_the_first_era_is_not_counted_twice_while_wonders_are_chosen():
    match, chance = new(3, seed=5), random.Random(5)
    while match.view().phase != "wonder":
        match.play(chance.choice(match.legal()))
    row = match.view().seats[0]
    assert row.if_ended.control_1 == row.points.control_1
    assert row.if_ended.control_2 == row.if_ended.control_1


@pytest.mark.parametrize(
    ("language", "names"),
    [
        ("en", ["Blimps, Windmills (I)", "Blimps, Windmills (II)"]),
        ("pl", ["Sterowce, Wiatraki (I)", "Sterowce, Wiatraki (II)"]),
    ],
)
def test_sources_of_points_have_the_names_of_the_cards_in_play(language, names):
    match, say = new(3, panoramas="blimps windmills"), translator(TITLE.package, language)
    told = source_names(say, match.game.board, match.view())
    assert [told["panoramas-1"], told["panoramas-2"]] == names
    assert all(len(name) <= 24 for name in told.values())
    assert told.keys() == source_names(say).keys() == set(TITLE.sources)


@pytest.mark.parametrize("size", SIZES)
def test_the_picture_shows_the_forecast_and_says_it(size):
    match = at(3, structures={"F1": "red tall-1"})
    after = match.view(0).seats[0].if_ended.total
    root = ET.fromstring(match.svg(0, size=size))
    assert texts_of(part(root, "seat-0-forecast")) == [f"{after} if it ended now"]
    assert f"; {after} if it ended now; " in title_of(root, "seat-0")


def test_the_end_has_points_and_no_forecast():
    match, chance = new(2, seed=5), random.Random(5)
    while not match.over:
        match.play(chance.choice(match.legal()))
    root = ET.fromstring(match.svg())
    assert texts_of(part(root, "seat-0-forecast")) == []
    assert "if it ended now" not in title_of(root, "seat-0")

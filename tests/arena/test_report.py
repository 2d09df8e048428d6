"""The table and the page of a run show what was played, in both languages."""

import csv
import io

import pytest

import rooftop
from rooftop.arena.report import csv_text, html_page
from rooftop.arena.tournament import Tournament
from rooftop.game.position import new_game
from rooftop.testing import COMPLETE


@pytest.fixture(scope="module")
def three():
    agreed = Tournament(new_game("tower-up", 2), ["greedy", "random", "search:simulations=2"], 6, seed=3)
    return agreed, agreed.play()


def test_a_table_has_a_row_for_each_game_and_seat(three):
    _, report = three
    rows = list(csv.DictReader(io.StringIO(csv_text(report))))
    assert len(rows) == 12
    assert {row["bot"] for row in rows} == {"greedy", "random", "search:simulations=2"}
    assert [(row["game"], row["seat"]) for row in rows[:3]] == [("0", "0"), ("0", "1"), ("1", "0")]
    assert {row["round"] for row in rows} == {"0"}
    assert len({row["seed"] for row in rows}) == 1
    assert sum(float(row["win"]) for row in rows) == pytest.approx(6)
    for row in rows:
        assert int(row["points"]) == sum(int(row[name]) for name in rooftop.title("tower-up").sources)
        assert (row["rank"] == "1") == (float(row["win"]) > 0)
        assert int(row["decisions"]) > 0 < float(row["seconds"])


@pytest.mark.parametrize("language", COMPLETE)
def test_a_page_shows_ratings_wins_pairs_points_lengths_and_times(three, language):
    agreed, report = three
    text = html_page(report, agreed.terms, language)
    headings = {
        "en": ["Ratings", "Wins", "Pairs", "Points", "Lengths", "Time"],
        "pl": ["Rankingi", "Zwycięstwa", "Pary", "Punkty", "Długość partii", "Czas"],
    }[language]
    at = [text.index(f'<h2 id="part-{number}">{heading}</h2>') for number, heading in enumerate(headings, 1)]
    assert at == sorted(at)
    assert text.count('role="img"') == 5
    assert f"{report.ratings[0].value:,.0f}".replace(",", "," if language == "en" else "\xa0") in text
    assert f"{report.results[0].points:.1f}".replace(".", "." if language == "en" else ",") in text


def test_a_page_of_two_bots_tells_the_verdict_and_has_no_pairs():
    agreed = Tournament(new_game("tower-up", 3), ["random", "greedy"], 36, seed=0, sprt=True)
    text = html_page(agreed.play(), agreed.terms)
    assert "The sequential test says: greedy is stronger than random." in text
    assert "2 × greedy" in text
    assert "Pairs" not in text
    assert "Ratings" not in text

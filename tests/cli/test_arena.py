"""`rooftop arena`, as a person types it."""

import json
import re

import pytest
from click.testing import CliRunner

import rooftop
from rooftop.arena.results import Terms, default_file
from rooftop.cli import main
from tests.conftest import ROOT

EDITION = ROOT / "src" / "rooftop" / "titles" / "tower_up" / "edition.toml"


@pytest.fixture
def arena(tmp_path):
    """Run the command in this process, with its own file."""

    def run(*words):
        own = [] if "--out" in words else ["--out", tmp_path / "run.jsonl"]
        own += [] if {"--workers", "--ray"} & set(words) else ["--workers", 1]
        return CliRunner().invoke(main, ["arena", *map(str, [*words, *own])])

    return run


def test_json_has_the_agreed_shape(arena):
    answer = arena("tower-up", "--bots", "greedy,random", "--players", 4, "--games", 8, "--seed", 3, "--json")
    assert answer.exit_code == 0, answer.output
    report = json.loads(answer.stdout)
    assert (report["title"], report["players"], report["games"]) == ("tower-up", 4, 8)
    assert [row["bot"] for row in report["results"]] == ["greedy", "random"]
    for row in report["results"]:
        assert set(row) >= {"bot", "games", "wins", "share", "low", "high", "points", "seconds_per_decision"}
        assert row["games"] == 8
        assert 0 <= row["low"] <= row["share"] <= row["high"] <= 1
        assert row["share"] == pytest.approx(row["wins"] / 8)
        assert row["points"] == pytest.approx(sum(row["points_by_source"].values()), abs=0.01)
        assert set(row["points_by_source"]) == set(rooftop.title("tower-up").sources)
    assert "sprt" not in report


def test_the_table_is_aligned_and_names_copies(arena):
    answer = arena("tower-up", "--bots", "greedy,random", "--players", 3, "--games", 3)
    first, head, alone, copies, *sources = answer.stdout.splitlines()
    assert first == "Tower Up, 3 players, seed 0: 3 games in 1 round"
    assert head.split() == ["bot", "wins", "share", "95", "%", "points", "decisions", "ms", "each"]
    assert alone.startswith("greedy      ")
    assert copies.startswith("2 × random  ")
    assert len(head) == len(alone) == len(copies)
    assert [line.partition(":")[0] for line in sources] == ["greedy", "2 × random"]


def test_sprt_says_which_bot_is_stronger(arena):
    words = ("tower-up", "--bots", "random,greedy", "--games", 100, "--sprt")
    assert "greedy is stronger than random (log-likelihood ratio -" in arena(*words).stdout
    report = json.loads(arena(*words, "--json").stdout)
    assert report["sprt"]["stronger"] == "greedy"
    assert report["sprt"]["games"] == report["games"] < 100
    assert report["sprt"]["ratio"] <= -report["sprt"]["bound"]


def test_sprt_can_end_undecided(arena):
    answer = arena("tower-up", "--bots", "greedy,greedy", "--games", 4, "--sprt", "--json")
    assert answer.exit_code == 0
    assert json.loads(answer.stdout)["sprt"]["stronger"] is None
    answer = arena("tower-up", "--bots", "greedy,greedy", "--games", 4, "--sprt")
    assert answer.stdout.splitlines()[-1] == "neither is proved stronger (log-likelihood ratio 0.00 of 2.94)"


def test_bots_can_be_listed_once_or_one_by_one(arena):
    together = arena("tower-up", "--bots", "random,random,greedy", "--games", 3, "--json")
    apart = arena("tower-up", "--bots", "random", "--bots", "random,greedy", "--games", 3, "--json")
    assert together.stdout == apart.stdout  # the second run prints the games of the first
    assert "3 of 3 games are in " in apart.stderr


def test_more_bots_than_players_play_a_round_robin_with_ratings(arena, tmp_path):
    words = ("tower-up", "--bots", "random,greedy,random", "--players", 2, "--games", 12)
    answer = arena(
        *words, "--csv", tmp_path / "games.csv", "--html", tmp_path / "report.html", "--lang", "pl"
    )
    first, head, *rows = answer.stdout.splitlines()
    assert first == "Tower Up, 2 players, seed 0: 12 games in 2 rounds"
    assert head.split()[:3] == ["bot", "rating", "wins"]
    assert re.match(r"greedy +\d+ ± \d+ ", rows[1])
    assert len({len(row) for row in (head, *rows[:3])}) == 1
    assert len((tmp_path / "games.csv").read_text().splitlines()) == 25
    page = (tmp_path / "report.html").read_text()
    assert '<html lang="pl">' in page
    assert "Tower Up: boty przeciw botom" in page
    report = json.loads(arena(*words, "--json").stdout)
    assert [row["games"] for row in report["results"]] == [8, 8, 8]
    assert max(report["results"], key=lambda row: row["rating"])["bot"] == "greedy"
    assert all(row["range"] > 0 for row in report["results"])
    pair = next(pair for pair in report["pairs"] if (pair["bot"], pair["against"]) == ("greedy", "random"))
    assert (pair["games"], pair["low"] <= pair["share"] <= pair["high"]) == (4, True)
    assert len(report["pairs"]) == 6


def test_the_same_command_goes_on_where_it_stopped(arena, tmp_path):
    words = ("tower-up", "--bots", "greedy,random", "--json")
    whole = json.loads(arena(*words, "--games", 8, "--out", tmp_path / "whole.jsonl").stdout)
    assert arena(*words, "--games", 4).stderr == ""
    rest = arena(*words, "--games", 8)
    assert f"4 of 8 games are in {tmp_path / 'run.jsonl'}" in rest.stderr

    def timeless(report):
        for row in report["results"]:
            row.pop("seconds_per_decision")
        return report

    assert timeless(json.loads(rest.stdout)) == timeless(whole)
    assert arena(*words, "--games", 8, "--fresh").stderr == ""


def test_runs_are_kept_in_the_cache_folder_by_what_they_depend_on(monkeypatch, tmp_path):
    monkeypatch.setenv("ROOFTOP_CACHE", str(tmp_path))
    terms = Terms("tower-up", 2, ("greedy", "random"), 0, {"hold": False}, "edition", 2, "0.1", "code")
    file = default_file(terms)
    assert file.parent == tmp_path / "arena"
    assert file.name.startswith("tower-up-")
    assert default_file(terms) == file
    for name, value in (("seed", 1), ("bots", ("random", "greedy")), ("rules", 3), ("code", "other")):
        assert (
            default_file(Terms(**{**{f: getattr(terms, f) for f in terms.__struct_fields__}, name: value}))
            != file
        )


def test_options_and_editions_reach_the_games(arena, tmp_path):
    mine = tmp_path / "mine.toml"
    mine.write_text(EDITION.read_text(encoding="utf-8").replace("market_size = 3", "market_size = 4"))
    words = ("tower-up", "--bots", "greedy,random", "--games", 2, "--json")
    reports = [
        json.loads(arena(*words, *more, "--out", tmp_path / f"{number}.jsonl").stdout)["results"][0]
        for number, more in enumerate([(), ("--edition", mine), ("-o", "objectives=random")])
    ]
    assert len({json.dumps(report["points_by_source"]) for report in reports}) == 3


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--bots", "greedy,deep blue"], "not 'deep blue'"),
        (["--bots", "greedy"], "the arena needs at least 2 bots, not 1"),
        (["--bots", "greedy,random", "--players", 7], "Tower Up is for 2, 3, 4 players, not 7"),
        (["--bots", "greedy,random,random", "--players", 4], "4 players need 2, 4 or more bots, not 3"),
        (["--bots", "greedy,random,random", "--sprt"], "the sequential test compares 2 bots, not 3"),
        (["--bots", "greedy,random,"], "a bot is missing in 'greedy,random,'"),
        (["--bots", "greedy,random", "--games", 0], "0 is not in the range"),
        (["--bots", "greedy,random", "--edition", "nowhere.toml"], "No such file"),
        (["--bots", "greedy,random", "-o", "fast=1"], "Tower Up has no option 'fast'"),
        (["--bots", "greedy,random", "--out", "nowhere/run.jsonl"], "No such file"),
        (["--bots", "greedy,random", "--html", "nowhere/a.html"], "nowhere/a.html: cannot write this file"),
        (["--bots", "greedy,random", "--csv", "nowhere/a.csv"], "nowhere/a.csv: cannot write this file"),
        (["--bots", "greedy,random", "--workers", 0], "0 is not in the range"),
        ([], "Missing option '--bots'"),
    ],
)
def test_invalid_input_exits_with_a_message_and_writes_nothing(arena, tmp_path, words, sentence):
    answer = arena("tower-up", *words)
    assert answer.exit_code == 2
    assert sentence in answer.stderr
    assert answer.stdout == ""
    assert "Traceback" not in answer.output
    assert not list(tmp_path.iterdir())


def test_a_failing_bot_ends_with_1_its_game_and_a_traceback(arena, monkeypatch):
    def fail(*arguments):
        raise ZeroDivisionError("no floors")

    monkeypatch.setattr("rooftop.arena.play.warm_up", lambda *arguments: None)
    monkeypatch.setattr("rooftop.bots.random.RandomBot.choose", fail)
    answer = arena("tower-up", "--bots", "random,random", "--seed", 8)
    assert answer.exit_code == 1
    assert answer.stderr.startswith("rooftop: game 0 of seed 8 (its own seed is ")
    assert "random in seat 0 failed: ZeroDivisionError: no floors" in answer.stderr
    assert "Traceback" in answer.stderr

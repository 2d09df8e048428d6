"""Runs are repeatable, can be interrupted, and count wins, points and decisions correctly."""

import json
import os
import signal
import subprocess
import sys
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest

import rooftop
from rooftop import BotError, OptionError
from rooftop.arena import run
from rooftop.arena.play import play_game
from rooftop.arena.ratings import won
from rooftop.arena.results import PlayedGame
from rooftop.arena.tournament import Tournament
from rooftop.game.match import Match
from rooftop.game.position import new_game
from tests.arena.bots import Asked, Cheating, Dying, Failing
from tests.waiting import LIMIT, until

ONE_BY_ONE = """
import sys
from rooftop.arena import run
run("tower-up", ["greedy", "random"], games=100_000, file=sys.argv[1], workers=int(sys.argv[2]))
"""


def timeless(report):
    """A report without its times."""
    return replace(report, results=[replace(result, seconds_per_decision=0) for result in report.results])


def lines_of(path):
    return [json.loads(line) for line in path.read_text().splitlines()[1:]]


def whole_lines(path):
    """The complete lines of a run that may have been killed while writing the last one."""
    _, *lines = path.read_text().splitlines()
    with suppress(ValueError):
        for line in lines:
            yield json.loads(line)


def test_equal_runs_give_equal_results_in_one_process_and_in_several():
    reports = [
        timeless(run("tower-up", ["greedy", "random"], players=3, games=12, seed=4, workers=workers))
        for workers in (1, 1, 3)
    ]
    assert reports[0] == reports[1] == reports[2]
    assert timeless(run("tower-up", ["greedy", "random"], players=3, games=12, seed=5)) != reports[0]


def test_searching_bots_repeat_their_games_too():
    """Even though they keep their trees between decisions."""
    bots = ["search:simulations=40", "search:simulations=10,noise=0.1"]
    first, second = (timeless(run("tower-up", bots, games=4, workers=workers)) for workers in (1, 2))
    assert first == second
    assert [result.bot for result in first.results] == bots


def test_a_report_adds_up():
    report = run("tower-up", ["greedy", "random"], players=4, games=10)
    assert (report.title, report.players, report.games, report.rounds) == ("tower-up", 4, 12, 3)
    alone, copies = report.results
    assert (alone.bot, alone.seats, copies.bot, copies.seats) == ("greedy", 1, "random", 3)
    assert alone.games == copies.games == 12
    assert alone.wins + copies.wins == pytest.approx(12)
    assert alone.wins >= 9
    for result in report.results:
        assert result.share == pytest.approx(result.wins / 12)
        assert result.interval.low <= result.share <= result.interval.high
        assert result.points == pytest.approx(sum(result.points_by_source.values()))
        assert result.decisions > 12
        assert result.seconds_per_decision > 0
    assert set(alone.points_by_source) == set(rooftop.title("tower-up").sources)
    assert 10 < copies.points < alone.points < 100
    assert report.verdict is None


def test_each_of_several_bots_has_a_result_of_its_own():
    report = run("tower-up", ["random", "greedy", "random"], games=9)
    assert [(result.bot, result.seats) for result in report.results] == [
        ("random", 1),
        ("greedy", 1),
        ("random", 1),
    ]
    assert sum(result.wins for result in report.results) == pytest.approx(9)
    assert max(report.results, key=lambda result: result.wins).bot == "greedy"


def test_shared_wins_are_split_between_seats():
    game = PlayedGame(0, (1, 0, 1, 1), (1, 1, 3, 1), ((0,),) * 4, (1,) * 4, (0.0,) * 4)
    assert (won(game, 0), won(game, 1)) == pytest.approx((1 / 3, 2 / 3))


def test_a_game_follows_from_its_fixture():
    """The recorded points match those of a game with the fixture's seed and seats."""
    agreed = Tournament(new_game("tower-up", 3), ["greedy", "random"], 3, seed=9)
    played = play_game(agreed.job, agreed.game, 1)
    assert played == replace_seconds(play_game(agreed.job, agreed.game, 1), played)
    assert played.bots == (1, 0, 1)
    fixture = agreed.schedule.fixture(1)
    assert (
        Match(agreed.game, fixture.seed).hash() == Match(agreed.game, agreed.schedule.fixture(0).seed).hash()
    )


def replace_seconds(played, other):
    return PlayedGame(played.game, played.bots, played.ranks, played.points, played.decisions, other.seconds)


def test_forced_decisions_are_not_asked_and_not_counted():
    Asked.seen.clear()
    report = run("tower-up", [Asked, "random"], games=4)
    warming = 1
    assert report.results[0].decisions == len(Asked.seen) - warming
    assert min(Asked.seen) > 1


def test_a_bot_can_be_a_function_of_a_seed():
    report = run("tower-up", [Asked, "greedy"], games=4)
    assert [result.bot for result in report.results] == ["Asked", "greedy"]


def test_the_sequential_test_stops_early_and_leaves_out_later_games():
    reports = [
        timeless(run("tower-up", ["random", "greedy"], games=200, sprt=True, workers=workers))
        for workers in (1, 3)
    ]
    assert reports[0] == reports[1]
    assert reports[0].verdict.stronger == 1
    assert 12 <= reports[0].games == 2 * reports[0].verdict.rounds < 40


def test_the_sequential_test_ends_undecided_after_the_last_game():
    report = run("tower-up", ["greedy", "greedy"], games=20, sprt=True)
    assert report.games == 20
    assert report.verdict.stronger is None


# --- files ---


def test_a_finished_run_is_not_played_again(tmp_path):
    file, played = tmp_path / "run.jsonl", list[int]()
    first = run("tower-up", ["greedy", "random"], games=6, file=file, progress=played.append)
    assert played == [1] * 6
    assert sorted(line["game"] for line in lines_of(file)) == list(range(6))
    before = file.read_bytes()
    again = run("tower-up", ["greedy", "random"], games=6, file=file, progress=played.append)
    assert again == first  # with the same times
    assert len(played) == 6
    assert file.read_bytes() == before


def test_more_games_extend_a_run_and_fewer_use_its_beginning(tmp_path):
    file, played = tmp_path / "run.jsonl", list[int]()
    run("tower-up", ["greedy", "random"], games=6, file=file)
    more = run("tower-up", ["greedy", "random"], games=10, file=file, progress=played.append)
    assert len(played) == 4
    assert timeless(more) == timeless(run("tower-up", ["greedy", "random"], games=10))
    fewer = run("tower-up", ["greedy", "random"], games=4, file=file, progress=played.append)
    assert len(played) == 4
    assert timeless(fewer) == timeless(run("tower-up", ["greedy", "random"], games=4))


def test_fresh_plays_everything_again(tmp_path):
    file, played = tmp_path / "run.jsonl", list[int]()
    run("tower-up", ["random", "random"], games=4, file=file)
    run("tower-up", ["greedy", "random"], games=4, file=file, fresh=True, progress=played.append)
    assert len(played) == 4
    assert len(lines_of(file)) == 4


@pytest.mark.parametrize("cut", [1, 2, 30])
def test_a_line_that_was_cut_off_is_played_again(tmp_path, cut):
    file, played = tmp_path / "run.jsonl", list[int]()
    whole = run("tower-up", ["random", "random"], games=6, file=file)
    file.write_bytes(file.read_bytes()[:-cut])
    again = run("tower-up", ["random", "random"], games=6, file=file, progress=played.append)
    assert timeless(again) == timeless(whole)
    assert len(played) == (0 if cut == 1 else 1)
    assert timeless(run("tower-up", ["random", "random"], games=6, file=file)) == timeless(whole)
    extended = run("tower-up", ["random", "random"], games=8, file=file, progress=played.append)
    assert len(played) == (2 if cut == 1 else 3)
    assert extended.games == 8


@pytest.mark.parametrize(
    ("changed", "name"),
    [
        ({"seed": 1}, "seed"),
        ({"bots": ["random", "greedy"]}, "bots"),
        ({"players": 3}, "players"),
        ({"title": "skyrise"}, "title"),
        ({"options": {"hold": True}}, "options"),
    ],
)
def test_a_file_of_another_run_is_refused_and_left_alone(tmp_path, changed, name):
    file = tmp_path / "run.jsonl"
    terms: dict[str, Any] = {"title": "tower-up", "bots": ["greedy", "random"], "games": 2}
    run(**terms, file=file)
    before = file.read_bytes()
    with pytest.raises(OptionError, match=rf"holds another run \(.*{name}.* differ\)"):
        run(**{**terms, **changed}, file=file)
    assert file.read_bytes() == before


def test_another_edition_is_another_run(tmp_path):
    file = tmp_path / "run.jsonl"
    text = rooftop.title("tower-up").edition().text.replace("stock_limit = 10", "stock_limit = 9")
    mine = rooftop.Edition.parse("mine.toml", text)
    run("tower-up", ["greedy", "random"], games=2, edition=mine, file=file, workers=2)
    with pytest.raises(OptionError, match=r"holds another run \(edition differ"):
        run("tower-up", ["greedy", "random"], games=2, file=file)


def test_a_file_that_is_no_run_is_never_overwritten(tmp_path):
    file = tmp_path / "letter.txt"
    file.write_text("Dear Ann,\n")
    for fresh in (False, True):
        with pytest.raises(OptionError, match="not a file of the arena"):
            run("tower-up", ["random", "random"], games=2, file=file, fresh=fresh)
    assert file.read_text() == "Dear Ann,\n"


def test_a_file_that_cannot_be_written_is_an_error(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(OptionError, match="cannot keep the games here: Not a directory"):
        run("tower-up", ["random", "random"], games=2, file=tmp_path / "file" / "run.jsonl")


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"bots": ["greedy"]}, "the arena needs at least 2 bots, not 1"),
        ({"bots": ["greedy", "deep blue"]}, "not 'deep blue'"),
        ({"players": 4, "bots": ["greedy", "random", "random"]}, "4 players need 2, 4 or more bots, not 3"),
        ({"bots": ["greedy", "random", "random"], "sprt": True}, "compares 2 bots, not 3"),
        ({"games": 0}, "the number of games must be at least 1"),
        ({"workers": 0}, "the number of workers must be at least 1"),
        ({"seed": -1}, "seed must be an integer"),
    ],
)
def test_invalid_terms_are_refused_before_anything_is_written(tmp_path, wrong, sentence):
    file = tmp_path / "run.jsonl"
    with pytest.raises(OptionError, match=sentence):
        run(**{"title": "tower-up", "bots": ["greedy", "random"], "games": 2, "file": file, **wrong})
    assert not list(tmp_path.iterdir())


# --- accidents ---


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize(
    ("bad", "sentence"),
    [
        (Failing, r"ply \d+: Failing in seat [01] failed: ZeroDivisionError: no floors"),
        (Cheating, r"ply 2\d: Cheating in seat [01] chose -1, which is not a legal action"),
    ],
)
def test_a_bot_that_fails_is_reported_with_its_game(tmp_path, workers, bad, sentence):
    own = rooftop.arena.schedule.Schedule(2, 2, 3).fixture(0).seed.hex()
    with pytest.raises(BotError, match=rf"game [01] of seed 3 \(its own seed is {own}\), {sentence}"):
        run("tower-up", [bad, "random"], games=2, seed=3, workers=workers)


def test_a_worker_that_dies_is_reported_with_its_game(tmp_path):
    with pytest.raises(BotError, match=r"game [01] of seed 3 .*: the worker process died \(exit status 7\)"):
        run("tower-up", [Dying, "random"], games=2, seed=3, workers=2)


def finished(file):
    return len(file.read_bytes().splitlines()) - 1 if file.exists() else 0


def has_ended(session):
    """Whether all processes of a session have ended."""
    try:
        os.killpg(session, 0)
    except ProcessLookupError:
        return True
    return False


@pytest.mark.slow
@pytest.mark.parametrize("workers", [1, 2])
def test_the_workers_of_a_killed_run_end_and_it_goes_on(tmp_path, workers):
    file, played = tmp_path / "run.jsonl", list[int]()
    words = [sys.executable, "-c", ONE_BY_ONE, str(file), str(workers)]
    process = subprocess.Popen(words, start_new_session=True)
    try:
        until(lambda: finished(file) >= 5)
    finally:
        process.kill()
        process.wait()
    until(lambda: has_ended(process.pid))
    games = 2 * (finished(file) // 2) + 10  # more than there were when it was killed
    kept = [line["game"] for line in whole_lines(file) if line["game"] < games]
    report = run("tower-up", ["greedy", "random"], games=games, file=file, progress=played.append)
    assert len(played) == games - len(kept) > 0
    assert timeless(report) == timeless(run("tower-up", ["greedy", "random"], games=games))


def test_ctrl_c_stops_a_run_and_says_how_to_go_on(tmp_path):
    file = tmp_path / "run.jsonl"
    command = "from rooftop.cli import main; main()"
    words = [
        "arena",
        "tower-up",
        "--bots",
        "greedy,random",
        "--games",
        "100000",
        "--workers",
        "2",
        "--out",
        file,
    ]
    process = subprocess.Popen(
        [sys.executable, "-c", command, *map(str, words)],
        start_new_session=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # A shell lets programs in the background ignore it.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    try:
        until(lambda: finished(file) >= 5)
        os.killpg(process.pid, signal.SIGINT)  # to all processes, as a terminal does
        shown, errors = process.communicate(timeout=LIMIT)
    finally:
        process.kill()
        process.communicate()
    assert process.returncode == 130
    assert shown == ""
    assert f"interrupted; the same command goes on with the games in {file}" in errors
    assert "Traceback" not in errors
    assert finished(file) == len(lines_of(file)) >= 5

"""Split work gives the same results, whichever worker does it."""

import shutil
import sys
from importlib import resources

import pytest

import rooftop
from rooftop import BotError, OptionError
from rooftop.arena import run, simulation
from rooftop.arena.jobs import Job, code_of, everything_of
from rooftop.arena.play import TournamentJob
from rooftop.arena.schedule import Schedule
from rooftop.arena.simulation import Simulation, simulate
from rooftop.arena.workers import Crew
from rooftop.engine import kernel
from rooftop.engine.simulation import simulate as simulate_here
from rooftop.game.agreed import agreed, game_of
from rooftop.game.position import new_game
from tests.arena.bots import Dying
from tests.conftest import ROOT


def test_random_games_are_the_same_in_one_process_and_in_several(monkeypatch):
    monkeypatch.setattr(simulation, "ALONE", 0)
    game, seen = new_game("tower-up", 3), list[int]()
    alone = simulate_here(game, 1300, seed=4, check=True)
    assert simulate(game, 1300, 4, True, Crew(2), seen.append) == alone
    assert sorted(seen) == [20, 256, 256, 256, 256, 256]
    assert simulate(game, 1300, 4, True, Crew(1)) == alone
    assert alone.games == 1300
    assert sum(alone.wins) == pytest.approx(1300)


def test_a_short_simulation_starts_no_processes(monkeypatch):
    monkeypatch.setattr("multiprocessing.get_context", None)
    assert simulate(new_game("tower-up", 2), 10, 0, False, Crew(8)).games == 10


def test_a_part_that_fails_is_named(monkeypatch):
    monkeypatch.setattr(simulation, "ALONE", 0)
    game = new_game("tower-up", 2)
    job = Simulation(agreed(game), 600, -1, False)  # no such seed
    with pytest.raises(BotError, match=r"part [01] of the random games of seed -1: .*seed(.|\n)*Traceback"):
        list(Crew(2).work(job, [0, 1]))


def test_a_game_survives_the_way_to_another_process():
    text = rooftop.title("tower-up").edition().text.replace("stock_limit = 10", "stock_limit = 9")
    mine = rooftop.Edition.parse("mine.toml", text)
    game = new_game("tower-up", 3, {"hold": True}, mine, colours=["orange", "blue", "green"])
    again = game_of(agreed(game))
    assert (again.options, again.players, again.colours) == (game.options, 3, game.colours)
    assert again.edition.text == text
    assert again.position(5).hash() == game.position(5).hash()
    assert agreed(new_game("tower-up", 3)).edition is None


def test_a_job_knows_whether_it_has_to_compile(monkeypatch, tmp_path):
    terms = agreed(new_game("tower-up", 2, compiled=True))
    jobs: list[Job] = [
        TournamentJob(terms, ("greedy", "random"), Schedule(2, 2, 0)),
        TournamentJob(terms, ("search:simulations=5", "random"), Schedule(2, 2, 0)),
        Simulation(terms, 10, 0, False),
    ]
    for job in jobs:
        job.open()
    assert not any(job.is_cold() for job in jobs)
    monkeypatch.setenv("ROOFTOP_CACHE", str(tmp_path))
    kernel.cache_folder.cache_clear()
    try:
        assert all(job.is_cold() for job in jobs)
    finally:
        monkeypatch.undo()
        kernel.cache_folder.cache_clear()
    interpreted = agreed(new_game("tower-up", 2, compiled=False))
    assert not Simulation(interpreted, 10, 0, False).is_cold()


def test_the_hashes_of_the_sources_depend_on_the_title():
    hashes = [code_of("tower-up"), code_of("skyrise"), everything_of("tower-up"), everything_of("skyrise")]
    assert len(set(hashes)) == 4


@pytest.mark.parametrize("changed", ["edition.toml", "rules.py"])
def test_a_hash_covers_rules_and_editions(tmp_path, monkeypatch, changed):
    before = everything_of("tower-up")
    copy = shutil.copytree(ROOT / "src" / "rooftop" / "titles" / "tower_up", tmp_path / "tower_up")
    monkeypatch.setattr(
        "rooftop.arena.jobs.resources.files",
        lambda package, real=resources.files: copy if package.endswith("tower_up") else real(package),
    )
    assert everything_of.__wrapped__("tower-up") == before
    (copy / changed).write_bytes((copy / changed).read_bytes() + b"# one more line")
    monkeypatch.setattr("rooftop.arena.jobs.code_of", code_of.__wrapped__)
    assert everything_of.__wrapped__("tower-up") != before


@pytest.mark.parametrize("workers", [0, -1, True, 2.5])
def test_an_invalid_number_of_workers_is_refused(workers):
    with pytest.raises(OptionError, match="the number of workers must be at least 1"):
        Crew(workers)


def test_without_ray_a_run_on_a_cluster_is_refused_before_anything_is_written(monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(OptionError, match=r'Ray is not installed: pip install "rooftop\[ray\]"'):
        run("tower-up", ["greedy", "random"], games=2, ray="local", file=tmp_path / "run.jsonl")
    assert not list(tmp_path.iterdir())


def test_no_pieces_are_done_at_once():
    job = TournamentJob(agreed(new_game("tower-up", 2)), (Dying, "random"), Schedule(2, 2, 0))
    assert list(Crew(2).work(job, [])) == []

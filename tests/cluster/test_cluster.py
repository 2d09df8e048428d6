"""Runs on a real Ray cluster on this machine: the same results as without it, whatever dies."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path

import pytest
import ray
from ray.cluster_utils import Cluster

from rooftop import BotError, OptionError
from rooftop.arena import cluster, run
from rooftop.arena.simulation import simulate
from rooftop.arena.tournament import Tournament
from rooftop.arena.workers import Crew
from rooftop.engine.simulation import simulate as simulate_here
from rooftop.game.position import new_game
from tests.arena.bots import Dying, Failing
from tests.cluster.work import Compiling, Waiting
from tests.waiting import until

pytestmark = pytest.mark.filterwarnings("ignore::FutureWarning")  # Ray's own

SEARCHING = ["search:simulations=40", "greedy", "random"]  # budgets in simulations make runs repeatable


@pytest.fixture(scope="module")
def here():
    """A cluster of two workers, with this process connected to it."""
    with cluster.joined("local", 2):
        yield


def timeless(report):
    return replace(report, results=[replace(result, seconds_per_decision=0) for result in report.results])


def outcomes(report):
    return [(game.game, game.bots, game.ranks, game.points, game.decisions) for game in report.played]


def command_lines():
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            yield folder, (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")


def children(parent):
    """The ids and command lines of the daemons started by a process."""
    for folder, words in command_lines():
        with suppress(OSError):
            if f"\nPPid:\t{parent}\n" in (folder / "status").read_text():
                yield int(folder.name), words


def running_in(session):
    """The processes of a cluster."""
    return [words for _, words in command_lines() if session in words]


def test_a_worker_killed_in_the_middle_of_a_game_changes_nothing(here, tmp_path):
    """Its game is played again by another one."""
    killed = list[int]()

    def kill():
        until((tmp_path / "pid").exists)
        killed.append(int((tmp_path / "pid").read_text()))
        os.kill(killed[0], signal.SIGKILL)

    killer = threading.Thread(target=kill)
    killer.start()
    file, searching = tmp_path / "run.jsonl", "search:simulations=40"
    report = run("tower-up", [Waiting(tmp_path), searching], games=12, seed=3, ray="local", file=file)
    killer.join()
    assert killed
    assert outcomes(report) == outcomes(run("tower-up", ["random", searching], games=12, seed=3))
    assert len(file.read_bytes().splitlines()) == 13


def test_a_round_robin_is_the_same_with_and_without_ray(here, tmp_path):
    files = [tmp_path / name for name in ("here", "there")]
    reports = [
        timeless(run("tower-up", SEARCHING, players=2, games=12, seed=1, ray=address, file=file))
        for address, file in zip((None, "local"), files, strict=True)
    ]
    assert reports[0] == reports[1]
    assert outcomes(reports[0]) == outcomes(reports[1])


def test_a_run_goes_on_with_ray_where_it_stopped_without(here, tmp_path):
    played = list[int]()
    run("tower-up", ["greedy", "random"], games=6, file=tmp_path / "run")
    report = run(
        "tower-up", ["greedy", "random"], games=10, file=tmp_path / "run", ray="local", progress=played.append
    )
    assert len(played) == 4
    assert outcomes(report) == outcomes(run("tower-up", ["greedy", "random"], games=10))


def test_the_sequential_test_stops_a_run_on_a_cluster(here):
    reports = [
        timeless(run("tower-up", ["random", "greedy"], games=200, sprt=True, ray=address))
        for address in (None, "local")
    ]
    assert reports[0] == reports[1]
    assert reports[0].games < 60


def test_random_games_are_the_same_with_ray(here):
    game = new_game("tower-up", 3)
    assert simulate(game, 1300, 4, True, Crew(ray="local")) == simulate_here(game, 1300, 4, True)


def test_a_machine_compiles_once(here, tmp_path):
    found = dict(Crew(ray="local").work(Compiling(tmp_path), range(2)))
    assert len(set(found.values())) == 2
    assert len((tmp_path / "compiled").read_text().split()) == 1


def test_a_bot_that_fails_is_reported_with_its_game(here):
    with pytest.raises(
        BotError, match=r"game [01] of seed 3 .*: Failing in seat [01] failed: ZeroDivisionError"
    ):
        run("tower-up", [Failing, "random"], games=2, seed=3, ray="local")


def test_a_bot_that_kills_every_worker_is_reported_with_its_game(here, monkeypatch):
    monkeypatch.setattr(cluster, "RETRIES", 1)
    with pytest.raises(BotError, match=r"game [01] of seed 3 .*: the worker process died 2 times"):
        run("tower-up", [Dying, "random"], games=2, seed=3, ray="local")


def test_a_machine_with_other_sources_is_refused(here, monkeypatch):
    monkeypatch.setattr(cluster, "everything_of", lambda title: "another hash")
    sentence = r"the machine [\d.]+ of the cluster has other sources of Rooftop; install the same version"
    with pytest.raises(OptionError, match=sentence):
        run("tower-up", ["greedy", "random"], games=2, ray="local")


def is_running(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_a_cluster_that_is_not_there_is_an_error_at_once(tmp_path, monkeypatch):
    """Ray would retry for minutes, so we check before we call it."""
    ray.shutdown()
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{unused.getsockname()[1]}"
        with monkeypatch.context() as patched:
            patched.setattr(ray, "init", None)
            with pytest.raises(OptionError, match=f"no Ray cluster at '{address}': Connection refused"):
                run("tower-up", ["greedy", "random"], games=2, ray=address, file=tmp_path / "run.jsonl")
    for address in ("nonsense", "auto"):
        with pytest.raises(OptionError, match=f"no Ray cluster at '{address}': "):
            run("tower-up", ["greedy", "random"], games=2, ray=address, file=tmp_path / "run.jsonl")
    assert not list(tmp_path.iterdir())


def test_closing_the_work_ends_what_is_under_way(tmp_path):
    ray.shutdown()
    agreed = Tournament(new_game("tower-up", 2), [Waiting(tmp_path), "random"], 40, 0)
    with closing(Crew(ray="local").work(agreed.job, range(40))) as results:
        next(results)
        until((tmp_path / "pid").exists)
    stuck = int((tmp_path / "pid").read_text())
    until(lambda: not is_running(stuck))


def to_raylet(*steps):
    """Send signals to the daemon of the next cluster once it is running; a number is a pause in seconds."""

    def raylets():
        return [pid for pid, words in children(os.getpid()) if "/raylet/raylet " in words]

    def send():
        until(raylets)
        (pid,) = raylets()
        for step in steps:
            if isinstance(step, signal.Signals):
                os.kill(pid, step)
            else:
                time.sleep(step)

    thread = threading.Thread(target=send)
    thread.start()
    return thread


def test_a_machine_may_take_a_minute_to_start():
    """Ray itself gives up after 30 seconds."""
    ray.shutdown()
    slow = to_raylet(signal.SIGSTOP, 40, signal.SIGCONT)
    report = run("tower-up", ["greedy", "random"], games=2, ray="local")
    assert not slow.is_alive()
    assert outcomes(report) == outcomes(run("tower-up", ["greedy", "random"], games=2))


@pytest.mark.parametrize(
    ("sent", "seconds", "sentence"),
    [
        (signal.SIGSTOP, 5, "it did not start within 5 seconds; see /"),
        (signal.SIGKILL, 600, "its process raylet has ended; see /"),
    ],
)
def test_a_cluster_that_does_not_start_is_an_error_and_leaves_nothing(monkeypatch, sent, seconds, sentence):
    ray.shutdown()
    monkeypatch.setattr(cluster, "START", seconds)
    sending = to_raylet(sent)
    with pytest.raises(OptionError, match=f"^no Ray cluster at 'local': {sentence}") as error:
        run("tower-up", ["greedy", "random"], games=2, ray="local")
    sending.join()
    session = re.findall(r"session_[\w-]+", str(error.value))[0]
    until(lambda: not running_in(session))


def test_a_machine_that_goes_away_changes_nothing(tmp_path):
    """Two machines, as far as Ray can tell; one is lost while it plays a game."""
    ray.shutdown()
    with cluster.patient():
        machines = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
        other = machines.add_node(num_cpus=1)
    try:
        lost = threading.Event()

        def lose():
            until((tmp_path / "pid").exists)
            machines.remove_node(other, allow_graceful=False)
            with open(tmp_path / "pid") as pid:  # unless it was waiting on that machine
                number = int(pid.read())
            if is_running(number):
                os.kill(number, signal.SIGKILL)
            lost.set()

        threading.Thread(target=lose).start()
        report = run("tower-up", [Waiting(tmp_path), "random"], games=30, seed=3, ray=machines.address)
        assert lost.wait(600)
        assert outcomes(report) == outcomes(run("tower-up", ["random", "random"], games=30, seed=3))
    finally:
        ray.shutdown()
        machines.shutdown()


def test_a_machine_without_rooftop_is_named(tmp_path, monkeypatch):
    ray.shutdown()
    (tmp_path / "rooftop").mkdir()
    (tmp_path / "rooftop" / "__init__.py").write_text("raise ImportError('there is no Rooftop here')")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    with pytest.raises(
        OptionError, match=r"the machine [\d.]+ of the cluster cannot load Rooftop: ImportError"
    ):
        run("tower-up", ["greedy", "random"], games=2, ray="local")
    assert not ray.is_initialized()


def test_ctrl_c_stops_a_run_and_its_cluster(tmp_path):
    file = tmp_path / "run.jsonl"
    words = [
        "arena",
        "tower-up",
        "--bots",
        "greedy,random",
        "--games",
        "100000",
        "--ray",
        "local",
        "--workers",
        "2",
    ]
    process = subprocess.Popen(
        [
            sys.executable,
            "-c",
            "from rooftop.cli import main; main()",
            *words,
            "--out",
            str(file),
        ],
        start_new_session=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    until(lambda: file.exists() and len(file.read_bytes().splitlines()) > 5)
    session = re.findall(r"session_[\w-]+", " ".join(words for _, words in children(process.pid)))[0]
    assert running_in(session)
    os.killpg(process.pid, signal.SIGINT)  # to all processes, as a terminal does
    shown, errors = process.communicate(timeout=600)
    assert process.returncode == 130
    assert shown == ""
    assert f"interrupted; the same command goes on with the games in {file}" in errors
    assert "Traceback" not in errors
    until(lambda: not running_in(session))

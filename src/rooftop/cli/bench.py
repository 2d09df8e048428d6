"""rooftop bench: measure the speed of the rules and the search, beside other engines in the same run."""

from __future__ import annotations

import math
import os
import platform
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from typing import Any

import click
import numpy as np

from rooftop.bots.search.bot import CHUNK
from rooftop.bots.search.tree import Tree
from rooftop.cli.common import print_json, progress
from rooftop.engine.batch import Batch
from rooftop.engine.state import RandomStream
from rooftop.engine.streams import seed_rows
from rooftop.game.position import Game, new_game
from rooftop.game.title import title, title_ids

Round = Callable[[], float]  # plays for a while and returns a rate per second

FIRST_MOVE = """
import rooftop
match = rooftop.new({title!r}, players=3, seed=1)
match.play(match.moves()[0])
"""
COMPILE = """
import rooftop
from rooftop.engine.engine import ENTRIES, engine
for entry in engine(rooftop.title({title!r})).prepare(ENTRIES): pass
"""


@click.command()
@click.option(
    "--title",
    "titles",
    multiple=True,
    type=click.Choice(title_ids()),
    help="Title to measure; repeatable (default: all).",
)
@click.option(
    "--rounds", type=click.IntRange(min=1), default=9, show_default=True, help="Number of interleaved rounds."
)
@click.option(
    "--seconds",
    type=click.FloatRange(min=0, min_open=True),
    default=0.5,
    show_default=True,
    help="Seconds per measurement in a round.",
)
@click.option(
    "--cold/--no-cold", default=True, show_default=True, help="Also measure compile and start times."
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def bench(titles: tuple[str, ...], rounds: int, seconds: float, cold: bool, as_json: bool) -> None:
    """Measure random play and search of every title on one core, beside OpenSpiel and catanatron.

    Only whole games count, and every decision computes the legal moves. Searches start from the opening with
    four players and the master's settings; OpenSpiel's IS-MCTS, in C++ with random playouts, starts from the
    first card of Hearts, also a game of four with hidden hands. The figures are medians of interleaved
    rounds, so a busy machine slows all of them alike: compare ratios, not numbers. Peers are measured if they
    are installed: `pip install "rooftop[bench]"`.
    """
    games = {name: new_game(title(name), 3, compiled=True) for name in titles or title_ids()}
    measured: dict[str, Round] = {}
    for name, game in games.items():
        measured[f"{name} decisions_per_s"] = _random_games(game, seconds)
        measured[f"{name} batch_decisions_per_s"] = _batches(game, seconds)
        measured[f"{name} copies_per_s"] = _copies(game)
        measured[f"{name} simulations_per_s"] = _searches(new_game(game.title, 4, compiled=True), seconds)
    peers = _peers(seconds)
    for kind in peers.values():
        measured |= kind
    rates: dict[str, list[float]] = {name: [] for name in measured}
    with progress(rounds * len(measured), "bench") as bar:
        for play in measured.values():
            play()  # compile and warm up
        for _ in range(rounds):
            for name, play in measured.items():
                rates[name].append(play())
                bar.update()
    median = {name: round(statistics.median(values)) for name, values in rates.items()}
    report: dict[str, Any] = {"titles": {}, "peers": {}, "ratios": {}, "machine": _machine()}
    for name, game in games.items():
        row: dict[str, Any] = {
            key: median[f"{name} {key}"]
            for key in ("decisions_per_s", "batch_decisions_per_s", "copies_per_s", "simulations_per_s")
        }
        row["state_bytes"] = game.title.state.dtype.itemsize
        if cold:
            row["cold_compile_s"], row["warm_start_s"] = _starts(name)
        report["titles"][name] = row
        for rate, kind in peers.items():
            for peer in kind:
                pairs = zip(rates[f"{name} {rate}"], rates[peer], strict=True)
                ratio = statistics.median(ours / theirs for ours, theirs in pairs)
                report["ratios"][f"{name} / {peer}"] = round(ratio, 2)
    for rate, kind in peers.items():
        for peer in kind:
            report["peers"][peer] = {rate: median[peer]}
    if as_json:
        print_json(report)
        return
    for group in ("titles", "peers"):
        for name, row in report[group].items():
            click.echo(name + "".join(f"\n    {key:24}{value:>16,}" for key, value in row.items()))
    for name, ratio in report["ratios"].items():
        click.echo(f"{name}: {ratio} times as fast")


# --- ours -------------------------------------------------------------------------------------------------


def _random_games(game: Game, seconds: float, size: int = 256) -> Round:
    engine, states, streams = game.engine, game.title.state.array(size), RandomStream.array(size)
    broken, room, run = np.zeros(size, np.int16), engine.room(), iter(range(10**9))

    def play() -> float:
        decisions, spent = 0, 0.0
        while spent < seconds:
            number = next(run)
            seed_rows(states, number, range(size), "game")
            seed_rows(streams, number, range(size), "choices")
            began = time.perf_counter()
            decisions += engine.play_games(
                states, game.tables, engine.blank, streams, game.players, game.encoded, False, room, broken
            )
            spent += time.perf_counter() - began
        return decisions / spent

    return play


def _batches(game: Game, seconds: float, size: int = 4096) -> Round:
    batch = Batch(game, size)

    def play() -> float:
        steps, began = 0, time.perf_counter()
        while time.perf_counter() - began < seconds:
            batch.step(batch.random())
            steps += 1
        return steps * size / (time.perf_counter() - began)

    return play


def _copies(game: Game, times: int = 2_000_000) -> Round:
    source, target = game.title.state.array(64), game.title.state.array(64)

    def play() -> float:
        began = time.perf_counter()
        game.engine.copy_states(source, target, times)
        return times / (time.perf_counter() - began)

    return play


def _searches(game: Game, seconds: float) -> Round:
    tree, budget = Tree(game, game.title.search), game.title.search.simulations
    opening = game.position(0)
    rows = opening.blind(opening.to_act, 0).rows
    tree.seed("bench", "search")

    def play() -> float:
        simulations, spent = 0, 0.0
        while spent < seconds:
            if tree.visits >= budget:
                tree.forget()
            tree.plant()
            began = time.perf_counter()
            tree.simulate(rows, CHUNK)
            spent += time.perf_counter() - began
            simulations += CHUNK
        return simulations / spent

    return play


def _starts(name: str) -> tuple[float, float]:
    """Return the CPU seconds to compile everything, and from starting Python to the first move."""
    with tempfile.TemporaryDirectory() as cache:
        environment = {**os.environ, "ROOFTOP_CACHE": cache}
        cold = _cpu_seconds(COMPILE.format(title=name), environment)
        _cpu_seconds(FIRST_MOVE.format(title=name), environment)
        warm = min(_cpu_seconds(FIRST_MOVE.format(title=name), environment) for _ in range(3))
    return round(cold, 2), round(warm, 2)


def _cpu_seconds(program: str, environment: dict[str, str]) -> float:
    import resource  # not at the top: only Unix has it

    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-c", program], check=True, env=environment, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


# --- peers --------------------------------------------------------------------------------------------------


def _peers(seconds: float) -> dict[str, dict[str, Round]]:
    """The installed peers, by what is measured."""
    found: dict[str, Round] = {}
    searches: dict[str, Round] = {}
    try:
        import pyspiel
    except ImportError:
        click.echo('OpenSpiel is not installed: pip install "rooftop[bench]"', err=True)
    else:
        for name in ("connect_four", "backgammon"):
            found[f"open_spiel/{name}"] = _open_spiel(pyspiel.load_game(name), seconds)
        searches["open_spiel/is-mcts hearts"] = _open_spiel_search(pyspiel, seconds)
    try:
        from catanatron import Color, RandomPlayer  # noqa: F401
    except ImportError:
        click.echo('catanatron is not installed: pip install "rooftop[bench]"', err=True)
    else:
        found["catanatron/random"] = _catanatron(seconds)
    return {"decisions_per_s": found, "simulations_per_s": searches}


def _open_spiel(spiel: Any, seconds: float) -> Round:
    chance = random.Random(1)

    def play() -> float:
        decisions, began = 0, time.perf_counter()
        while time.perf_counter() - began < seconds:
            state = spiel.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes = state.chance_outcomes()
                    state.apply_action(outcomes[int(chance.random() * len(outcomes))][0])
                    continue
                legal = state.legal_actions()
                state.apply_action(legal[int(chance.random() * len(legal))])
                decisions += 1
        return decisions / (time.perf_counter() - began)

    return play


def _open_spiel_search(pyspiel: Any, seconds: float, simulations: int = 1000) -> Round:
    """The game of OpenSpiel that is most like ours among those that its IS-MCTS can play: Hearts has four
    players, hidden hands, up to 13 legal actions and 64 decisions."""
    chance = random.Random(1)
    opening = pyspiel.load_game("hearts").new_initial_state()
    while opening.is_chance_node():
        opening.apply_action(chance.choice(opening.legal_actions()))
    bot = pyspiel.ISMCTSBot(1, pyspiel.RandomRolloutEvaluator(1, 1), math.sqrt(2), simulations)

    def play() -> float:
        searches, began = 0, time.perf_counter()
        while time.perf_counter() - began < seconds:
            bot.step(opening)
            searches += 1
        return searches * simulations / (time.perf_counter() - began)

    return play


def _catanatron(seconds: float) -> Round:
    from catanatron import Color, Game, RandomPlayer

    def play() -> float:
        decisions, began = 0, time.perf_counter()
        while time.perf_counter() - began < seconds:
            match = Game([RandomPlayer(colour) for colour in (Color.RED, Color.BLUE, Color.WHITE)])
            match.play()
            decisions += len(getattr(match.state, "action_records", None) or match.state.actions)
        return decisions / (time.perf_counter() - began)

    return play


def _machine() -> dict[str, object]:
    return {
        "processor": _processor(),
        "cores": os.cpu_count(),
        "system": platform.system(),
        "python": platform.python_version(),
    }


def _processor() -> str:
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as lines:
            return next(line.split(":")[1].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor()

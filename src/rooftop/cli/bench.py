"""rooftop bench: measure the speed of the rules and the search, beside other engines in the same run."""

from __future__ import annotations

import os
import platform
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import click
import msgspec
import numpy as np

from rooftop.bots.search.bot import CHUNK
from rooftop.bots.search.tree import Tree
from rooftop.cli.common import print_json, progress
from rooftop.cli.peers import PEERS, Kind, PeerError, Program, install, is_installed, peers_folder, running
from rooftop.engine.batch import Batch
from rooftop.engine.state import RandomStream
from rooftop.engine.streams import seed_rows
from rooftop.game.position import Game, new_game
from rooftop.game.title import title, title_ids

Round = Callable[[], float]  # plays for a while and returns a rate per second of processor time
Rates = dict[Any, list[float]]  # those of all rounds, by (title, what) and (peer, number of its measure)

BATCH = 512  # games
KINDS: dict[Kind, str] = {
    "python": "one game at a time, from Python",
    "batch": "many games at once",
    "compiled": "whole games in compiled code",
    "search": "simulations of a search",
}
OURS: dict[tuple[Kind, bool], str] = {  # what is measured of a title, by way and observations
    ("compiled", False): "decisions_per_s",
    ("python", False): "python_decisions_per_s",
    ("python", True): "python_observed_decisions_per_s",
    ("batch", False): "batch_decisions_per_s",
    ("batch", True): "batch_observed_decisions_per_s",
    ("search", False): "simulations_per_s",
}

FIRST_MOVE = """
import rooftop
match = rooftop.new({title!r}, players=3, seed=1)
match.play(match.moves()[0])
"""
COMPILE = """
import rooftop
from rooftop.engine.engine import engine
engine(rooftop.title({title!r})).prepare()
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
@click.option(
    "--peers",
    "folder",
    type=click.Path(path_type=Path, file_okay=False),
    envvar="ROOFTOP_PEERS",
    help="Folder with the environments of the peers (default: in your cache folder).",
)
@click.option("--install", "installs", is_flag=True, help="Create the environments that are missing (2 GB).")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def bench(
    titles: tuple[str, ...],
    rounds: int,
    seconds: float,
    cold: bool,
    folder: Path | None,
    installs: bool,
    as_json: bool,
) -> None:
    """Measure random play and search of every title on one core, and compare them with other engines.

    The peers are OpenSpiel, catanatron, RLCard, PettingZoo classic and Pgx, each in its own environment
    (--install). A title is compared with a peer in the same way of playing (one game at a time from Python,
    many games at once, or whole games in compiled code), and our batches with every peer. Each decision
    computes the legal moves, and with observations also what the seat to act knows. Searches start from the
    opening with four players and the master's settings; OpenSpiel's IS-MCTS from the first card of Hearts.
    Times are processor time, and figures are medians of interleaved rounds, so a busy machine slows all
    alike: compare ratios, not numbers.
    """
    with ExitStack() as opened:
        programs, missing = _programs(folder or peers_folder(), installs, opened)
        games = {name: new_game(title(name), 3, compiled=True) for name in titles or title_ids()}
        ours = {(name, key): play for name, game in games.items() for key, play in _ours(game, seconds)}
        theirs = {
            (program, index): _peer(program, index, seconds)
            for program in programs
            for index in range(len(program.hello.measures))
        }
        rates = _interleaved({**ours, **theirs}, rounds)
    report: dict[str, Any] = {
        "peers": [_compare(program, index, list(games), rates) for program, index in theirs],
        "missing": missing,
        "titles": {name: _title(name, game, rates, cold) for name, game in games.items()},
        "machine": _machine(),
        "rounds": rounds,
        "seconds": seconds,
    }
    if as_json:
        print_json(report)
    else:
        for line in report_lines(report):
            click.echo(line)
    for row in missing:
        click.echo(f"Not measured: {row['why']}", err=True)


def _interleaved(measured: Mapping[Any, Round], rounds: int) -> Rates:
    """Return the rates of all rounds. A busy moment slows measures that run side by side alike."""
    rates: Rates = {key: [] for key in measured}
    with progress((rounds + 1) * len(measured), "bench") as bar:
        for number in range(rounds + 1):
            for key, play in measured.items():
                rate = play()
                bar.update()
                if number:  # the first round compiles and warms up
                    rates[key].append(rate)
    return rates


def _compare(program: Program, index: int, names: list[str], rates: Rates) -> dict[str, Any]:
    """Compare what a peer has measured with our own way to play like that, and with our batches."""
    measure, theirs = program.hello.measures[index], rates[program, index]
    kinds: list[Kind] = [measure.kind] if measure.kind in ("search", "batch") else [measure.kind, "batch"]
    return {
        "peer": program.peer.name,
        "version": program.hello.version,
        **msgspec.structs.asdict(measure),
        "per_s": round(statistics.median(theirs)),
        "ratios": {
            kind: {name: _ratio(rates[name, OURS[kind, measure.observed]], theirs) for name in names}
            for kind in kinds
        },
    }


def _ratio(ours: list[float], theirs: list[float]) -> float:
    ratio = statistics.median(mine / other for mine, other in zip(ours, theirs, strict=True))
    return float(f"{ratio:.3g}")


def _title(name: str, game: Game, rates: Rates, cold: bool) -> dict[str, Any]:
    row: dict[str, Any] = {
        key: round(statistics.median(rates[name, key])) for key in (*OURS.values(), "copies_per_s")
    }
    row["state_bytes"] = game.title.state.dtype.itemsize
    if cold:
        row["cold_compile_s"], row["warm_start_s"] = _starts(name)
    return row


def report_lines(report: dict[str, Any]) -> Iterator[str]:
    """Return the report in words: ratios first."""
    names = list(report["titles"])
    for kind, words in KINDS.items():
        rows = [row for row in report["peers"] if kind in row["ratios"]]
        if rows:
            yield f"{'Times as fast, ' + words:52}{'a second':>14}" + "".join(f"{name:>15}" for name in names)
        for row in rows:
            peer = f"{row['peer']} {row['game']}" + (", observed" if row["observed"] else "")
            if kind != row["kind"]:
                peer += f", {row['kind']}"
            ratios = "".join(f"{row['ratios'][kind][name]:>15,}" for name in names)
            yield f"  {peer:50}{row['per_s']:>14,}{ratios}"
    for name, row in report["titles"].items():
        yield name + "".join(f"\n    {key:36}{value:>16,}" for key, value in row.items())


# --- ours -------------------------------------------------------------------------------------------------


def _ours(game: Game, seconds: float) -> Iterator[tuple[str, Round]]:
    yield OURS["compiled", False], _random_games(game, seconds)
    for observed in (False, True):
        yield OURS["python", observed], _positions(game, seconds, observed)
        yield OURS["batch", observed], _batches(game, seconds, observed)
    yield OURS["search", False], _searches(new_game(game.title, 4, compiled=True), seconds)
    yield "copies_per_s", _copies(game)


def _random_games(game: Game, seconds: float, size: int = 256) -> Round:
    engine, states, streams = game.engine, game.title.state.array(size), RandomStream.array(size)
    broken, room, run = np.zeros(size, np.int16), engine.room(), iter(range(10**9))

    def play() -> float:
        decisions, spent = 0, 0.0
        while spent < seconds:
            number = next(run)
            seed_rows(states, number, range(size), "game")
            seed_rows(streams, number, range(size), "choices")
            began = time.process_time()
            decisions += engine.play_games(
                states, game.tables, engine.blank, streams, game.players, game.encoded, False, room, broken
            )
            spent += time.process_time() - began
        return decisions / spent

    return play


def _positions(game: Game, seconds: float, observed: bool) -> Round:
    chance, seeds = random.Random(1), iter(range(10**9))

    def play() -> float:
        decisions, began = 0, time.process_time()
        while time.process_time() - began < seconds:
            position = game.position(next(seeds))
            while not position.over:
                if observed:
                    position.observe(position.to_act)
                legal = position.legal()
                position.apply(legal[int(chance.random() * len(legal))])
                decisions += 1
        return decisions / (time.process_time() - began)

    return play


def _batches(game: Game, seconds: float, observed: bool) -> Round:
    batch = Batch(game, BATCH, masks=observed, observations=observed)

    def play() -> float:
        steps, began = 0, time.process_time()
        while time.process_time() - began < seconds:
            batch.step(batch.random())
            steps += 1
        return steps * BATCH / (time.process_time() - began)

    return play


def _copies(game: Game, times: int = 2_000_000) -> Round:
    source, target = game.title.state.array(64), game.title.state.array(64)

    def play() -> float:
        began = time.process_time()
        game.engine.copy_states(source, target, times)
        return times / (time.process_time() - began)

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
            began = time.process_time()
            tree.simulate(rows, CHUNK)
            spent += time.process_time() - began
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


def _programs(folder: Path, installs: bool, opened: ExitStack) -> tuple[list[Program], list[dict[str, str]]]:
    """Start the peers. Those that cannot be started are missing, with the reason."""
    programs, missing = [], []
    with progress(len(PEERS), "peers") as bar:
        for peer in PEERS:
            try:
                if installs and not is_installed(folder, peer):
                    install(folder, peer)
                programs.append(opened.enter_context(running(folder, peer)))
            except PeerError as error:
                missing.append({"peer": peer.name, "why": str(error)})
            bar.update()
    return programs, missing


def _peer(program: Program, measure: int, seconds: float, first: int = 500) -> Round:
    wanted = [first]

    def play() -> float:
        done = program.play(measure, wanted[0])
        rate = done.decisions / max(done.seconds, 1e-6)
        wanted[0] = max(1, round(rate * seconds))
        return rate

    return play


def _machine() -> dict[str, object]:
    return {
        "processor": _processor(),
        "cores": os.cpu_count(),
        "load": round(os.getloadavg()[0], 1) if hasattr(os, "getloadavg") else None,
        "system": platform.system(),
        "python": platform.python_version(),
    }


def _processor() -> str:
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as lines:
            return next(line.split(":")[1].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor()

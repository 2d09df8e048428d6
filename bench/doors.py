"""Measure an installed Rooftop through its documented API: python bench/doors.py MEASURE TITLE [--little].

`make against` runs this file with the Python of one revision, then with that of another, so it imports only
what docs/api.md and docs/write-a-bot.md name. Prints one JSON object: processor time by measure, the best of
several equal pieces of work. A revision without what is measured answers with the reason, as `missing`.
`--little` does a small part of the work: it compiles what has to be compiled.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import sys
import time
from collections.abc import Callable
from typing import Any

PLAYERS = 3
PIECES = 5  # of equal work; the best one counts
Work = Callable[[], int]  # does a piece of work and returns how many parts it had


def best(work: Work, pieces: int) -> float:
    """Seconds of processor time for a part of the work, in the best piece. The first one warms up."""
    work()
    taken = []
    for _ in range(pieces):
        began = time.process_time()
        parts = work()
        taken.append((time.process_time() - began) / parts)
    return min(taken)


def rules(title: str, share: float) -> dict[str, float]:
    """Whole random games in compiled code."""
    import rooftop
    from rooftop.engine.simulation import simulate

    game = rooftop.new_game(title, PLAYERS, compiled=True)
    games = max(1, round(4000 * share))
    return {"a decision, ns": 1e9 * best(lambda: simulate(game, games, seed=1).decisions, PIECES)}


def one_game(title: str, share: float) -> dict[str, float]:
    """One random game after the other, from Python."""
    import rooftop

    game = rooftop.new_game(title, PLAYERS, compiled=True)
    games = max(1, round(150 * share))

    def play() -> int:
        decisions, chance = 0, random.Random(1)
        for seed in range(games):
            position = game.position(seed)
            while not position.over:
                legal = position.legal()
                position.apply(legal[int(chance.random() * len(legal))])
                decisions += 1
        return decisions

    return {"a decision, ns": 1e9 * best(play, PIECES)}


def batch(title: str, share: float, **shown: Any) -> dict[str, float]:
    """A batch of random games."""
    import rooftop
    from rooftop.engine.batch import Batch

    size, steps = 512, max(1, round((100 if shown else 400) * share))
    games: Any = Batch(rooftop.new_game(title, PLAYERS, compiled=True), size, seed=1, **shown)

    def play() -> int:
        for _ in range(steps):
            games.step(games.random())
        return size * steps

    return {"a decision, ns": 1e9 * best(play, PIECES)}


def observed(title: str, share: float) -> dict[str, float]:
    """A batch that also writes masks and observations."""
    return batch(title, share, masks=True, observations=True)


def search(title: str, share: float) -> dict[str, float]:
    """Decisions of a search, at the start of some games and later in them."""
    import rooftop
    from rooftop.bots import bot

    simulations = max(10, round(500 * share))
    chooser = bot(f"search:simulations={simulations}", seed=1)
    game, chance, positions = rooftop.new_game(title, PLAYERS, compiled=True), random.Random(1), []
    for seed in range(6):
        position = game.position(seed)
        for _ in range(6 * seed):
            if not position.over:
                position.apply(chance.choice(list(position.legal())))
        if not position.over:
            positions.append(position.blind(position.to_act, salt=1))

    def think() -> int:
        for position in positions:
            chooser.choose(position)
        return simulations * len(positions)

    return {"a simulation, µs": 1e6 * best(think, 3)}


def pictures(title: str, share: float) -> dict[str, float]:
    """Every position of the beginning of a game, drawn once, as at a live table."""
    import rooftop

    match, chance, taken = rooftop.new(title, players=PLAYERS, seed=7), random.Random(7), []
    for _ in range(max(2, round(80 * share))):
        if match.over:
            break
        began = time.process_time()
        match.svg(0, size="wide")
        taken.append(time.process_time() - began)
        match.play(chance.choice(match.legal()))
    return {"a picture, ms": 1000 * statistics.median(taken)}


MEASURES: dict[str, Callable[[str, float], dict[str, float]]] = {
    "rules": rules,
    "game": one_game,
    "batch": batch,
    "observed": observed,
    "search": search,
    "pictures": pictures,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("measure", choices=MEASURES)
    parser.add_argument("title")
    parser.add_argument("--little", action="store_true")
    given = parser.parse_args()
    from rooftop.errors import RooftopError

    try:
        found: dict[str, Any] = dict(MEASURES[given.measure](given.title, 0.02 if given.little else 1))
    except (ImportError, AttributeError, TypeError, RooftopError) as error:
        found = {"missing": f"{type(error).__name__}: {error}"}
    json.dump(found, sys.stdout)
    print()


if __name__ == "__main__":
    main()

"""Measure how long networks take: python bench/networks.py [--titles tower-up,skyrise] [--random 384,256].

For each title: microseconds of an evaluation and of its parts, and simulations a second of a search without
and with the network (with three parts of the judgement of leaves, and with the title's own settings), in
positions of random games of two players. The networks are the package's or those in
ROOFTOP_NETWORKS; with `--random`, networks of that size that know nothing.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable
from dataclasses import replace

import numpy as np

from rooftop.bots.network import Evaluator, Meta, Weights, network
from rooftop.bots.network.numbers import HINTS
from rooftop.bots.network.weights import shapes
from rooftop.bots.search.tree import Tree
from rooftop.game.match import Match
from rooftop.game.position import Position, new_game
from rooftop.game.title import AnyTitle, SearchSettings, title, title_ids

POSITIONS = 24
EVALUATIONS = 400
SIMULATIONS = 400


def random_weights(kind: AnyTitle, width: int, hidden: int) -> Weights:
    chance = np.random.default_rng(1)
    meta = Meta(
        title=kind.id,
        rules=kind.rules_version,
        observations=kind.observation,
        actions=kind.actions,
        hints=True,
        width=width,
        hidden=hidden,
        layers=2,
    )
    return Weights(
        meta, {name: chance.normal(0, 0.1, shape).astype(np.float16) for name, shape in shapes(meta).items()}
    )


def positions(kind: AnyTitle) -> list[Position]:
    """Return decisions of random games, as the seat to act sees them."""
    found: list[Position] = []
    game, chance = new_game(kind, 2), random.Random(1)
    while len(found) < POSITIONS:
        match = Match(game, chance.getrandbits(60))
        while not match.over:
            legal = match.legal()
            if len(legal) > 1 and chance.random() < 0.1:
                found.append(match.position.blind(match.to_act))
            match.play(chance.choice(legal))
    return chance.sample(found, POSITIONS)


def microseconds(call: Callable[[], object], times: int) -> float:
    call()
    began = time.process_time()
    for _ in range(times):
        call()
    return (time.process_time() - began) / times * 1e6


def evaluations(seen: list[Position], evaluator: Evaluator) -> float:
    """Return the mean microseconds of an evaluation."""
    program, taken = network(seen[0].game.engine), 0.0
    for position in seen:
        call = program.bind(
            "evaluate", position.rows, 0, position.game.tables, evaluator.states, *evaluator.arrays,
            evaluator.out, evaluator.more, evaluator.values, evaluator.logits, evaluator.shares,
        )  # fmt: skip
        taken += microseconds(call, EVALUATIONS)
    return taken / len(seen)


def simulations(seen: list[Position], settings: SearchSettings, evaluator: Evaluator | None) -> float:
    """Return simulations per second, in fresh trees."""
    tree, taken = Tree(seen[0].game, settings, evaluator), 0.0
    tree.plant()
    tree.simulate(seen[0].rows, 1)
    for position in seen:
        tree.forget()
        tree.seed("bench", "tree")
        tree.plant()
        began = time.process_time()
        tree.simulate(position.rows, SIMULATIONS)
        taken += time.process_time() - began
    return SIMULATIONS * len(seen) / taken


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--titles", default=",".join(title_ids()))
    parser.add_argument("--random", help="WIDTH,HIDDEN: networks of this size that know nothing")
    given = parser.parse_args()
    parts = "".join(f"{leaf:>10}" for leaf in ("leaf=0", "0.5", "1", "own"))
    print(f"{'title':15}{'evaluation':>11}{'no hints':>10}{'playouts':>12}{parts}")
    for kind in map(title, given.titles.split(",")):
        weights = random_weights(kind, *map(int, given.random.split(","))) if given.random else None
        evaluator, seen = Evaluator(kind, weights), positions(kind)
        whole = evaluations(seen, evaluator)
        sizes = evaluator.arrays[0].copy()
        blunt = Evaluator(kind, weights)
        sizes[HINTS] = 0
        blunt.arrays = (sizes, *blunt.arrays[1:])
        plain = simulations(seen, kind.search, None)
        base = kind.network_search or kind.search
        with_it = [
            simulations(seen, replace(base, leaf=leaf, leaf_end=leaf), evaluator) for leaf in (0.0, 0.5, 1.0)
        ]
        with_it.append(simulations(seen, base, evaluator))
        print(
            f"{kind.id:15}{whole:8.1f} µs{evaluations(seen, blunt):7.1f} µs{plain:10.0f}/s"
            + "".join(f"{rate:8.0f}/s" for rate in with_it),
            flush=True,
        )


if __name__ == "__main__":
    main()

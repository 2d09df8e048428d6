"""Measure the speed of a batch on a GPU: python bench/gpu_batch.py [TITLE...]

Plays random games of every player count in parallel. Prints million decisions per second with masks and
observations, with and without waiting after every step, and with action lists only.
"""

from __future__ import annotations

import sys
import time

import rooftop
from rooftop.engine.batch import Batch
from rooftop.game.position import new_game

STEPS = 60


def rate(batch: Batch, wait: bool) -> float:
    """Return million decisions per second, the best of three runs."""
    best = 0.0
    for _ in range(3):
        batch.step(batch.random())
        began = time.perf_counter()
        for _ in range(STEPS):
            batch.step(batch.random(), wait)
        batch.check()
        best = max(best, batch.size * STEPS / (time.perf_counter() - began) / 1e6)
    return best


def main() -> None:
    for name in sys.argv[1:] or rooftop.title_ids():
        games = [new_game(name, players, compiled=True) for players in rooftop.title(name).players]
        for size in (16_384, 65_536, 262_144):
            full = Batch(games, size, seed=1, device="cuda", masks=True, observations=True)
            rates = [rate(full, False), rate(full, True)]
            rates.append(rate(Batch(games, size, seed=1, device="cuda"), False))
            print(f"{name:16}{size:>8,} games" + "".join(f"{million:8.1f}" for million in rates), flush=True)


if __name__ == "__main__":
    main()

"""Compare batches on one core with plain random games: python bench/batch.py [TITLE...]

Prints nanoseconds per decision of plain games with three players, and the relative speed of batches of
several sizes: medians of nine interleaved rounds. The last batch also writes masks and observations.
"""

from __future__ import annotations

import statistics
import sys
import time

import numpy as np

import rooftop
from rooftop.engine.batch import Batch
from rooftop.engine.state import RandomStream
from rooftop.engine.streams import seed_rows
from rooftop.game.position import Game, new_game

SIZES = (128, 256, 512, 1024, 2048)
GAMES, DECISIONS, ROUNDS = 256, 100_000, 9


def plain(game: Game, number: int) -> float:
    """Return nanoseconds per decision of whole random games, one after the other."""
    engine, states, streams = game.engine, game.title.state.array(GAMES), RandomStream.array(GAMES)
    seed_rows(states, number, range(GAMES), "game")
    seed_rows(streams, number, range(GAMES), "choices")
    broken, room = np.zeros(GAMES, np.int16), engine.room()
    began = time.perf_counter()
    decisions = engine.play_games(
        states, game.tables, engine.blank, streams, game.players, game.encoded, False, room, broken
    )
    return (time.perf_counter() - began) / decisions * 1e9


def stepped(batch: Batch) -> float:
    """Return nanoseconds per decision of a batch with random actions."""
    steps = DECISIONS // batch.size
    began = time.perf_counter()
    for _ in range(steps):
        batch.step(batch.random())
    return (time.perf_counter() - began) / steps / batch.size * 1e9


def main() -> None:
    for name in sys.argv[1:] or rooftop.title_ids():
        game = new_game(name, 3, compiled=True)
        batches = [Batch(game, size) for size in SIZES]
        batches.append(Batch(game, 512, masks=True, observations=True))
        for batch in batches:
            stepped(batch)
        alone = [plain(game, number) for number in range(2)]
        ratios: list[list[float]] = [[] for _ in batches]
        for number in range(ROUNDS):
            alone.append(plain(game, number))
            for batch, found in zip(batches, ratios, strict=True):
                found.append(alone[-1] / stepped(batch))
        shares = "".join(f"{statistics.median(found):7.2f}" for found in ratios)
        print(f"{name:16}{statistics.median(alone):5.0f} ns{shares}", flush=True)


if __name__ == "__main__":
    main()

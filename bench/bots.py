"""Measure how long bots take at tables of a busy machine: python bench/bots.py [--decisions 1000] [--idle].

A busy loop on every processor competes with the workers of a server. At `--tables` tables at a time, bots of
one level play games of all titles with two, three and four players: each decision waits for a worker and is
made there, as on a server. Forced moves do not count. The run fails if a decision was later than its cap plus
a second, or if its bot did not make it.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import multiprocessing
import os
import random
import sys
import time
from statistics import mean, quantiles

from rooftop.bots.levels import LEVELS, common_levels
from rooftop.game.match import Match
from rooftop.game.position import new_game
from rooftop.game.title import title, title_ids
from rooftop.server.bots import BotPool
from rooftop.server.settings import Settings, processors

LATE = 1.0  # seconds after the cap
STRETCH = 20  # decisions in one game before switching to the next title


def be_busy() -> None:
    while os.getppid() != 1:
        for _ in range(1_000_000):
            pass


class Run:
    """The decisions of one level."""

    def __init__(self, pool: BotPool, level: str, decisions: int, chance: random.Random) -> None:
        self.pool = pool
        self.level = level
        self.left = decisions
        self.chance = chance
        self.seconds: list[float] = []
        self.strange = 0  # decisions that somebody else had to make

    async def play(self, table: int) -> None:
        """Play games of all titles at a table, some decisions of each in turn."""
        players = {name: itertools.cycle(title(name).players) for name in title_ids()}
        matches: dict[str, Match] = {}
        for name in itertools.cycle(title_ids()):
            if name not in matches or matches[name].over:
                matches[name] = Match(new_game(name, next(players[name])), self.chance.getrandbits(60))
            for _ in range(STRETCH):
                await self.decide(f"{table} {name}", matches[name])
                if self.left <= 0 or matches[name].over:
                    break
            if self.left <= 0:
                return

    async def decide(self, table: str, match: Match) -> None:
        """Play the forced moves, then make one decision."""
        while not match.over and len(match.legal()) == 1:
            match.play(match.legal()[0])
        if match.over or self.left <= 0:
            return
        self.left -= 1
        seat = match.to_act
        position, record = match.position.blind(seat), match.known_actions(seat)
        began = time.perf_counter()
        action, own = await self.pool.choose(table, self.level, position, record)
        self.seconds.append(time.perf_counter() - began)
        self.strange += not own
        match.play(action)

    def report(self) -> bool:
        """Print a line of results. Return whether all decisions were in time."""
        cap, latest = LEVELS[self.level].seconds, max(self.seconds)
        percentiles = quantiles(self.seconds, n=100)
        reached = sum(taken >= cap for taken in self.seconds) / len(self.seconds)
        print(
            f"{self.level:12}{len(self.seconds):6}{cap:6.1f}{mean(self.seconds):8.2f}{percentiles[49]:8.2f}"
            f"{percentiles[98]:8.2f}{latest:8.2f}{100 * reached:8.1f} %"
            + (f"  {self.strange} not its own" if self.strange else ""),
            flush=True,
        )
        return latest <= cap + LATE and not self.strange


async def measure(levels: list[str], decisions: int, processes: int, tables: int, seed: int) -> bool:
    pool = BotPool(processes)
    in_time = True
    try:
        await pool.prepare()
        print(f"{'level':12}{'n':>6}{'cap':>6}{'mean':>8}{'median':>8}{'99 %':>8}{'latest':>8}{'at cap':>10}")
        for level in levels:
            run = Run(pool, level, decisions, random.Random(seed))
            await asyncio.gather(*(run.play(table) for table in range(tables)))
            in_time &= run.report()
    finally:
        pool.close()
        await asyncio.sleep(0.01)
    return in_time


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--decisions", type=int, default=1000, help="for each level")
    parser.add_argument("--levels", default=",".join(common_levels(map(title, title_ids()))))
    parser.add_argument("--processes", type=int, default=Settings.bot_processes)
    parser.add_argument("--tables", type=int, default=2, help="at a time")
    parser.add_argument("--idle", action="store_true", help="without busy loops")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    loops = [
        multiprocessing.get_context("spawn").Process(target=be_busy, daemon=True)
        for _ in range(0 if given.idle else processors())
    ]
    for loop in loops:
        loop.start()
    try:
        in_time = asyncio.run(
            measure(given.levels.split(","), given.decisions, given.processes, given.tables, given.seed)
        )
    finally:
        for loop in loops:
            loop.kill()
    sys.exit(0 if in_time else "a decision was late")


if __name__ == "__main__":
    main()

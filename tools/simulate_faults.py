"""Simulate faults: python tools/simulate_faults.py --seeds 10000, or --seed 4711 --verbose.

Each seed is a schedule: people play on a server that is killed, cannot write, loses its connections, has a
wrong clock, and so on; see tests/faults. If a schedule breaks a law, its seed is printed, which reproduces
it, and the exit status is 1.
"""

from __future__ import annotations

import argparse
import gc
import logging
import multiprocessing
import os
import sys
import time
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from itertools import islice
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "examples" / "lanterns" / "src")]  # the example title

from tests.faults.schedule import simulate  # noqa: E402

BATCH = 20  # schedules that a process runs between reports


def run_batch(seeds: range) -> tuple[int, list[tuple[int, str]]]:
    """Run schedules. Return their number, and the findings by seed."""
    logging.getLogger("rooftop").setLevel(logging.CRITICAL)
    gc.disable()  # a world becomes garbage all at once
    found = [(seed, simulate(seed).finding) for seed in seeds]
    gc.collect()
    gc.freeze()
    return len(seeds), [(seed, finding) for seed, finding in found if finding is not None]


def batches(first: int, count: int, seconds: float) -> Iterator[range]:
    """Yield seeds up to a number or a time limit; with neither, forever."""
    until = time.monotonic() + seconds if seconds else None
    start = first
    while (not count or start < first + count) and (until is None or time.monotonic() < until):
        stop = start + BATCH if not count else min(start + BATCH, first + count)
        yield range(start, stop)
        start = stop


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seed", type=int, help="run this schedule alone, twice: it must be the same again")
    parser.add_argument("--verbose", action="store_true", help="with --seed: tell everything that happens")
    parser.add_argument("--first", type=int, default=0, help="the first of many seeds")
    parser.add_argument("--seeds", type=int, default=0, help="how many")
    parser.add_argument("--minutes", type=float, default=0.0, help="how long, at most")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")
    given = parser.parse_args()
    if given.seed is not None:
        logging.getLogger("rooftop").setLevel(logging.CRITICAL)
        outcome = simulate(given.seed, print if given.verbose else None)
        print(outcome.finding or "no finding", f"({outcome.steps} steps, digest {outcome.digest})")
        if simulate(given.seed) != outcome:
            print("the second run differed from the first")
            return 1
        return 1 if outcome.finding else 0
    began, done, findings = time.monotonic(), 0, 0
    seeds = given.seeds or (0 if given.minutes else 1000)
    work = batches(given.first, seeds, given.minutes * 60)
    with ProcessPoolExecutor(given.jobs, multiprocessing.get_context("spawn")) as pool:
        running = {pool.submit(run_batch, batch) for batch in islice(work, 2 * given.jobs)}
        while running:
            ended, running = wait(running, return_when=FIRST_COMPLETED)
            running |= {pool.submit(run_batch, batch) for batch in islice(work, len(ended))}
            for count, found in (one.result() for one in ended):
                done += count
                findings += len(found)
                for seed, finding in found:
                    print(f"seed {seed}: {finding}", flush=True)
    took = time.monotonic() - began
    print(f"{done} schedules, {findings} findings, {took:.0f} s, {60 * done / took:.0f} a minute")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())

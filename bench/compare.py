"""Time a command here and in another checkout: python bench/compare.py --before FOLDER -- make quick.

The two take turns, so that both run under the same conditions. Prints the wall-clock and processor seconds of
each run, then the medians and their ratio: below 1, this checkout is faster. Processor time includes
everything that the command started and waited for. With `--page URL`, a run ends as soon as that page
answers, and the command is stopped: this is how long a newcomer waits.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import signal
import statistics
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).resolve().parents[1]


class Taken(NamedTuple):
    wall: float
    processor: float


def answers(url: str) -> bool:
    with contextlib.suppress(OSError), urllib.request.urlopen(url, timeout=10):
        return True
    return False


def timed(command: list[str], folder: Path, page: str | None) -> Taken:
    """Run a command in a folder until it ends or a page answers. Exit if it fails."""
    began = time.perf_counter()
    process = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL, start_new_session=True)
    while page and not answers(page):
        if process.poll() is not None:
            sys.exit(f"{' '.join(command)} in {folder} ended before {page} answered.")
        time.sleep(0.02)
    if page is None:
        os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
    wall = time.perf_counter() - began
    if page:
        os.killpg(process.pid, signal.SIGTERM)
    _, status, used = os.wait4(process.pid, 0)
    if status and page is None:
        sys.exit(f"{' '.join(command)} in {folder}: status {os.waitstatus_to_exitcode(status)}.")
    while page and answers(page):  # until the server has stopped
        time.sleep(0.02)
    return Taken(wall, used.ru_utime + used.ru_stime)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--before", type=Path, required=True, help="the other checkout")
    parser.add_argument("--times", type=int, default=3, help="runs of each")
    parser.add_argument("--page", metavar="URL", help="stop when this answers")
    parser.add_argument("command", nargs="+")
    given = parser.parse_args()
    runs: dict[str, list[Taken]] = {"before": [], "now": []}
    for _ in range(given.times):
        for name, folder in (("before", given.before), ("now", HERE)):
            taken = timed(given.command, folder, given.page)
            runs[name].append(taken)
            print(f"{name:8} {taken.wall:8.1f} s {taken.processor:8.1f} s of processor time", flush=True)
    before, now = (Taken(*map(statistics.median, zip(*runs[name], strict=True))) for name in runs)
    for name in Taken._fields:
        first, second = getattr(before, name), getattr(now, name)
        print(f"{name}: {first:.1f} s before, {second:.1f} s now, ratio {second / first:.2f}")


if __name__ == "__main__":
    main()

"""One game at a time from Python, beside OpenSpiel: python bench/position.py [--before FOLDER] [TITLE...]

Plays random games of three players like `rooftop bench`: through the C type, through ctypes, and in another
checkout. Each runs in its own process and takes turns with OpenSpiel's connect four, so that all run under
the same conditions. Prints decisions per second of processor time, and their ratio to OpenSpiel's: medians of
the rounds. `rooftop bench --peers FOLDER --install` creates OpenSpiel's environment.
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve()


def play() -> None:
    """For each line on stdin, a title and a number of seconds, play that long and print the rate."""
    import rooftop

    games = {name: rooftop.new_game(name, 3) for name in rooftop.title_ids()}
    chance, seeds = random.Random(1), iter(range(10**9))
    for line in sys.stdin:
        name, seconds = line.split()
        decisions, began = 0, time.process_time()
        while time.process_time() - began < float(seconds):
            position = games[name].position(next(seeds))
            while not position.over:
                legal = position.legal()
                position.apply(legal[int(chance.random() * len(legal))])
                decisions += 1
        print(decisions / (time.process_time() - began), flush=True)


def started(checkout: Path, **settings: str) -> subprocess.Popen[str]:
    environment = {**os.environ, "PYTHONPATH": str(checkout / "src"), **settings}
    command = [sys.executable, str(HERE), "--play"]
    return subprocess.Popen(
        command, env=environment, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )


def asked(process: subprocess.Popen[str], title: str, seconds: float) -> float:
    assert process.stdin is not None
    assert process.stdout is not None
    print(title, seconds, file=process.stdin, flush=True)
    return float(process.stdout.readline())


def main() -> None:
    from rooftop.cli.peers import PEERS, peers_folder, running
    from rooftop.game.title import title_ids

    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--before", type=Path, help="another checkout")
    parser.add_argument("--peers", type=Path, default=peers_folder(), help="where OpenSpiel is installed")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--seconds", type=float, default=0.3)
    parser.add_argument("titles", nargs="*", metavar="TITLE")
    given = parser.parse_args()
    ours = {"C type": started(HERE.parents[1]), "ctypes": started(HERE.parents[1], ROOFTOP_QUICK="0")}
    if given.before:
        ours = {"before": started(given.before.resolve()), **ours}
    with running(given.peers, PEERS[0]) as open_spiel:
        peer = next(
            number
            for number, one in enumerate(open_spiel.hello.measures)
            if (one.game, one.kind, one.observed) == ("connect_four", "python", False)
        )
        for title in given.titles or title_ids():
            rates: dict[str, list[float]] = {name: [] for name in ours}
            ratios: dict[str, list[float]] = {name: [] for name in ours}
            wanted = 10_000
            for number in range(given.rounds + 1):
                for name, process in ours.items():
                    done = open_spiel.play(peer, wanted)
                    rate, theirs = asked(process, title, given.seconds), done.decisions / done.seconds
                    wanted = round(theirs * given.seconds)
                    if number:  # the first round warms up
                        rates[name].append(rate)
                        ratios[name].append(rate / theirs)
            found = (
                f"{name} {statistics.median(rates[name]):,.0f} a second, ratio"
                f" {statistics.median(ratios[name]):.2f} ({min(ratios[name]):.2f} to {max(ratios[name]):.2f})"
                for name in ours
            )
            print(f"{title}: {'; '.join(found)}", flush=True)
    for process in ours.values():
        process.communicate()


if __name__ == "__main__":
    play() if "--play" in sys.argv else main()

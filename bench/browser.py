"""Compare searches in Chromium with the same ones here: python bench/browser.py [TITLE...] [--rounds 8].

Both answer the same questions in turn on one core: decisions with a fixed number of simulations, in random
positions of games with two, three and four players. Times are processor time of the searching thread, without
Chromium's first rounds, in which it compiles. Prints simulations per second here, and Chromium's ratio to
them.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import tempfile
import time
from collections.abc import Iterator
from math import prod
from pathlib import Path
from typing import Any

import msgspec

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from playwright.sync_api import sync_playwright  # noqa: E402
from tests import equality  # noqa: E402
from tests.browser.people import start_browser  # noqa: E402

from rooftop.bots import browser  # noqa: E402
from rooftop.bots.search import SearchBot  # noqa: E402
from rooftop.game.position import Game, Position, new_game  # noqa: E402
from rooftop.game.title import AnyTitle, title, title_ids  # noqa: E402

CALL = "([name, wasm, given]) => equal[name](wasm, given)"
QUESTIONS = 6  # for each number of players
WARM = 4  # warm-up rounds


class Chromium:
    """A page that searches, with the processor time of its thread."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.session = page.context.new_cdp_session(page)
        self.session.send("Performance.setTimeDomain", {"timeDomain": "threadTicks"})
        self.session.send("Performance.enable")

    def seconds(self) -> float:
        told = self.session.send("Performance.getMetrics")["metrics"]
        return float(next(row["value"] for row in told if row["name"] == "TaskDuration"))

    def search(self, wasm: str, given: object) -> float:
        before = self.seconds()
        self.page.evaluate(CALL, ["think", wasm, msgspec.to_builtins(given)])
        return self.seconds() - before


def positions(game: Game) -> Iterator[Position]:
    chance = random.Random(game.players)
    for _ in range(QUESTIONS):
        yield equality.somewhere(game, chance)


def compare(
    chromium: Chromium, kind: AnyTitle, players: int, network: bool, given: argparse.Namespace
) -> tuple[float, float]:
    """Return simulations per second here, and Chromium's ratio to them."""
    game, wasm = new_game(kind, players), equality.rules_of(kind)
    bot = SearchBot(1, simulations=given.simulations, network=int(network))
    asked = [
        browser.Question(
            rows=position.rows.tobytes(),
            stream=bot.stream(position).tobytes(),
            seat=position.to_act,
            simulations=given.simulations,
            network=network,
        )
        for position in positions(game)
    ]
    net = browser.network_bytes(kind)[1] if network else None
    work = {"kit": browser.kit(game), "network": net, "questions": asked}
    here, done = 0.0, 0
    for _ in range(given.rounds):
        began = time.thread_time()
        for position in positions(game):
            done += sum(one.visits for one in bot.judge(position))
        here += time.thread_time() - began
    first = chromium.search(wasm, work | {"questions": WARM * asked})
    there = chromium.search(wasm, work | {"questions": (WARM + given.rounds) * asked}) - first
    return done / here, here / there


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("titles", nargs="*", metavar="TITLE")
    options.add_argument("--rounds", type=int, default=8)
    options.add_argument("--simulations", type=int, default=1000)
    given = options.parse_args()
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})  # Chromium inherits this
    print("| | here, simulations/s | in Chromium | here, with the network | in Chromium |")
    print("|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as running:
        page = start_browser(running).new_page()
        page.add_script_tag(path=equality.bundle(Path(folder)))
        chromium = Chromium(page)
        for name in given.titles or title_ids():
            kind, cells = title(name), [title(name).name]
            for network in (False, True):
                if network and kind.network_search is None:
                    cells += ["–", "–"]
                    continue
                found = [compare(chromium, kind, players, network, given) for players in kind.players]
                speed, ratio = (prod(column) ** (1 / len(found)) for column in zip(*found, strict=True))
                cells += [f"{speed:,.0f}", f"{ratio:.2f}"]
            print(f"| {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()

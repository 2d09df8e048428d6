"""Play whole games in Chromium and measure the page: python bench/page.py [TITLE...] [--phone].

One person plays against two novices by clicking. Reported are the layout shift as web-vitals counts it (the
worst window of shifts with gaps under one second, at most five seconds long), the longest task of the main
thread (on the clock, and in processor time, which does not depend on what else the machine does), and the
clicks for a turn.
"""

from __future__ import annotations

import json
import sys
import tempfile
from itertools import cycle
from pathlib import Path
from statistics import mean
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from playwright.sync_api import sync_playwright  # noqa: E402
from tests.browser.people import CHROMIUM, FLAGS, LAPTOP, People, may_play, number, over, past  # noqa: E402
from tests.browser.test_clicks import CLICK, LISTEN  # noqa: E402
from tests.server.clients import Person, Server, new_table  # noqa: E402

from rooftop.game.title import title, title_ids  # noqa: E402

PHONE = {"width": 390, "height": 844}
PACE = 300  # milliseconds for a decision of the others
OBSERVE = """window.tasks = [], window.shifts = [];
new PerformanceObserver(list => tasks.push(...list.getEntries().map(entry => entry.duration)))
  .observe({type: 'longtask', buffered: true});
new PerformanceObserver(list => shifts.push(...list.getEntries().filter(entry => !entry.hadRecentInput)
  .map(entry => [entry.startTime, entry.value]))).observe({type: 'layout-shift', buffered: true});"""
WISHES = cycle([["site-", "structure-", "tile-", "lot-", "square-", "card-"], ["card-", "place-", "golem-"]])


def main() -> None:
    names = [word for word in sys.argv[1:] if not word.startswith("-")] or list(title_ids())
    phone = "--phone" in sys.argv
    server = Server(Path(tempfile.mkdtemp()), ROOFTOP_TITLES=" ".join(names))
    server.start()
    print("| | layout shift | longest task | in processor time | decisions | clicks per turn |")
    print("|---|---|---|---|---|---|")
    try:
        with sync_playwright() as running:
            chromium = running.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
            for name in names:
                print(
                    f"| {title(name).name} | {' | '.join(measure(chromium, server, name, phone))} |",
                    flush=True,
                )
            chromium.close()
    finally:
        server.kill()


def measure(chromium: Any, server: Server, name: str, phone: bool) -> list[str]:
    """Play a game; return the figures of its row."""
    people, ann = People(chromium, server, 120_000), Person(server)
    options: dict[str, Any] = dict(title(name).first_game)
    table = new_table([ann], bots=2, title=name, **options)
    look = {"viewport": PHONE, "has_touch": True, "is_mobile": True} if phone else {"viewport": LAPTOP}
    trace = Path(tempfile.mkdtemp()) / "trace.json"
    chromium.start_tracing(path=trace, categories=["toplevel"])
    page = people.come(
        f"/tables/{table}", ann, script=OBSERVE + LISTEN, pace=PACE, reduced_motion="no-preference", **look
    )
    clicks, turns = play(page)
    shift, tasks = worst_window(page.evaluate("shifts")), page.evaluate("tasks")
    chromium.stop_tracing()
    made = page.evaluate("played.length")
    people.leave()
    return [
        f"{shift:.3f}",
        f"{max(tasks, default=0):.0f} ms",
        f"{longest(trace):.0f} ms",
        f"{made}",
        f"{mean(clicks) if clicks else 0:.1f} (of {turns})",
    ]


def play(page: Any) -> tuple[list[int], int]:
    """Play to the end. Return the clicks of each turn, and how many turns there were."""
    page.wait_for_function("() => document.body.dataset.status === 'playing'")
    clicks: list[int] = []
    made, waited = 0, True
    while not over(page):
        if not may_play(page):
            waited = True
            page.wait_for_timeout(20)
            continue
        if waited:
            clicks.append(0)
        before, wanted, made, waited = number(page), next(WISHES), made + 1, False
        while page.evaluate("played.length") < made:
            clicks[-1] += page.evaluate(CLICK, [wanted, made])
            page.wait_for_timeout(30)
        past(page, before)
    return clicks, len(clicks)


def worst_window(shifts: list[tuple[float, float]]) -> float:
    """The largest sum of shifts in a window, as web-vitals counts it."""
    worst = total = 0.0
    began = last = float("-inf")
    for at, value in shifts:
        if at - last >= 1000 or at - began >= 5000:
            began, total = at, 0.0
        last, total = at, total + value
        worst = max(worst, total)
    return worst


def longest(trace: Path) -> float:
    """The longest task of a page's main thread, in milliseconds of processor time."""
    events = json.loads(trace.read_text())["traceEvents"]
    mains = {
        (event["pid"], event["tid"])
        for event in events
        if event.get("name") == "thread_name" and event["args"].get("name") == "CrRendererMain"
    }
    tasks = [
        event.get("tdur", 0)
        for event in events
        if event.get("ph") == "X" and (event["pid"], event["tid"]) in mains and "RunTask" in event["name"]
    ]
    return max(tasks, default=0) / 1000


if __name__ == "__main__":
    main()

"""Play whole games in Chromium and measure the page: python bench/page.py [TITLE...] [--phone].

One person plays against two novices by clicking. It reports the layout shift as web-vitals counts it (the
worst window of shifts with gaps under one second, at most five seconds long), the clicks per turn, and the
longest task of the main thread, both in processor time, which hardly depends on the load of the machine, and
in wall-clock time. It measures the same after the game: opening the finished game with its result, opening
its log, going through its replay, and the rules of the title.
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Callable
from itertools import cycle
from pathlib import Path
from statistics import mean
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from playwright.sync_api import sync_playwright  # noqa: E402
from tests.browser.people import (  # noqa: E402
    LAPTOP,
    People,
    may_play,
    number,
    over,
    past,
    settled,
    start_browser,
)
from tests.browser.test_clicks import CLICK, LISTEN  # noqa: E402
from tests.server.clients import Person, Server, new_table  # noqa: E402

from rooftop.game.title import title, title_ids  # noqa: E402

PHONE = {"width": 390, "height": 844}
PACE = 300  # milliseconds per decision of the others
MARK = "rooftop"  # to tell the page's main thread from those of the browser's own pages
OBSERVE = """window.shifts = [];
new PerformanceObserver(list => shifts.push(...list.getEntries().filter(entry => !entry.hadRecentInput)
  .map(entry => [entry.startTime, entry.value]))).observe({type: 'layout-shift', buffered: true});"""
STEPS = 25  # of the replay
WISHES = cycle([["site-", "structure-", "tile-", "lot-", "square-", "card-"], ["card-", "place-", "golem-"]])


def main() -> None:
    names = [word for word in sys.argv[1:] if not word.startswith("-")] or list(title_ids())
    phone = "--phone" in sys.argv
    server = Server(Path(tempfile.mkdtemp()), ROOFTOP_TITLES=" ".join(names))
    server.start()
    print("| | layout shift | clicks per turn | a game | finished game | log | replay | rules |")
    print("|---|---|---|---|---|---|---|---|")
    try:
        with sync_playwright() as running:
            chromium = start_browser(running)
            for name in names:
                print(
                    f"| {title(name).name} | {' | '.join(measure(chromium, server, name, phone))} |",
                    flush=True,
                )
            chromium.close()
    finally:
        server.kill()


def measure(chromium: Any, server: Server, name: str, phone: bool) -> list[str]:
    """Play a game. Return its row of figures."""
    people, ann = People(chromium, server, 120_000), Person(server)
    options: dict[str, Any] = dict(title(name).first_game)
    table = new_table([ann], bots=2, title=name, **options)
    look = {"viewport": PHONE, "has_touch": True, "is_mobile": True} if phone else {"viewport": LAPTOP}
    tasks: list[str] = []

    def watch(do: Callable[[], Any]) -> Any:
        """Do something in the page, and record its longest task."""
        trace = Path(tempfile.mkdtemp()) / "trace.json"
        chromium.start_tracing(path=trace, categories=["toplevel", "blink.user_timing"])
        done = do()
        page.evaluate(f"performance.mark('{MARK}')")
        chromium.stop_tracing()
        tasks.append("{:.0f} ms ({:.0f})".format(*longest(trace)))
        return done

    page = people.come(
        "/about", ann, script=OBSERVE + LISTEN, pace=PACE, reduced_motion="no-preference", **look
    )
    clicks = watch(lambda: play(page, f"{server.url}/tables/{table}"))
    shift = worst_window(page.evaluate("shifts"))
    watch(lambda: reopen(page))
    watch(lambda: open_log(page))
    watch(lambda: replay(page))
    watch(lambda: page.goto(f"{server.url}/rules/{name}"))
    people.leave()
    return [f"{shift:.3f}", f"{mean(clicks):.1f} (of {len(clicks)})", *tasks]


def play(page: Any, table: str) -> list[int]:
    """Play to the end. Return the number of clicks of each turn."""
    page.goto(table)
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
    return clicks


def reopen(page: Any) -> None:
    page.reload()
    page.locator("#replay-begin").wait_for()
    settled(page)


def open_log(page: Any) -> None:
    page.locator("#tool-log").click()
    page.locator("#log li").last.wait_for()
    page.wait_for_timeout(300)


def replay(page: Any) -> None:
    page.locator("#tool-result").click()
    page.locator("#replay-begin").click()
    for _ in range(STEPS):
        before = page.locator("#picture").get_attribute("data-number")
        page.keyboard.press("ArrowRight")
        page.wait_for_function("was => document.getElementById('picture').dataset.number !== was", arg=before)
        page.wait_for_timeout(50)


def worst_window(shifts: list[tuple[float, float]]) -> float:
    """Return the largest sum of shifts in a window, as web-vitals counts it."""
    worst = total = 0.0
    began = last = float("-inf")
    for at, value in shifts:
        if at - last >= 1000 or at - began >= 5000:
            began, total = at, 0.0
        last, total = at, total + value
        worst = max(worst, total)
    return worst


def longest(trace: Path) -> tuple[float, float]:
    """Return the longest task of the page's main thread in milliseconds: processor time and wall-clock
    time."""
    events = json.loads(trace.read_text())["traceEvents"]
    mains = {(event["pid"], event["tid"]) for event in events if event["name"] == MARK}
    tasks = [
        event
        for event in events
        if event["ph"] == "X" and (event["pid"], event["tid"]) in mains and "RunTask" in event["name"]
    ]
    assert tasks, "the page left no trace"
    return max(task.get("tdur", 0) for task in tasks) / 1000, max(task["dur"] for task in tasks) / 1000


if __name__ == "__main__":
    main()

"""Take screenshots of every state of every page: python tools/screens.py [part of a name].

They are written to screens/, for laptop and phone in both themes and languages; tables and lessons also for a
phone in landscape and a tablet.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from playwright.sync_api import TimeoutError as PlaywrightTimeoutError  # noqa: E402
from playwright.sync_api import sync_playwright  # noqa: E402
from tests.browser.people import LAPTOP, TELEPHONE, People, start_browser  # noqa: E402
from tests.browser.states import OTHERS, TITLE, State, other_titles, states  # noqa: E402
from tests.browser.test_access import LOOKS, SWITCH  # noqa: E402
from tests.server.clients import Server  # noqa: E402

SCREENS = ROOT / "screens"
TOUCH = {"has_touch": True, "is_mobile": True}
SIDE_SIZES: dict[str, dict[str, Any]] = {
    "landscape": {"viewport": {"width": 844, "height": 390}, **TOUCH},
    "tablet": {"viewport": {"width": 820, "height": 1180}, **TOUCH},
}
SIZES = {"laptop": {"viewport": LAPTOP}, "telephone": {"viewport": TELEPHONE}, **SIDE_SIZES}
TIMEOUT = 180_000  # milliseconds; the machine may be busy


def main() -> None:
    wanted = sys.argv[1] if len(sys.argv) > 1 else ""
    SCREENS.mkdir(exist_ok=True)
    failures = []
    server = Server(Path(tempfile.mkdtemp()), ROOFTOP_TITLES=" ".join((TITLE, *OTHERS)))
    server.start()
    try:
        with sync_playwright() as running:
            chromium = start_browser(running)
            for size, context in SIZES.items():
                people = People(chromium, server, TIMEOUT)
                only_titles = any(title in wanted for title in OTHERS) or size in SIDE_SIZES
                first = () if only_titles else states(people, **context)
                others = other_titles(people, **context)
                for state in chain(first, others, lessons(people, **context)):
                    if wanted in f"{state.name}-{size}":
                        failures += _shoot(state, size)
                people.leave()
            chromium.close()
    finally:
        server.kill()
    if failures:
        sys.exit("Missing screenshots:\n" + "\n".join(failures))


def lessons(people: People, **context: Any) -> Iterator[State]:
    """Open the beginning of every lesson."""
    for title in (TITLE, *OTHERS):
        page = people.come(f"/learn/{title}", **context)
        yield State(f"{title}-lesson", page, page.locator("#picture svg#scene").wait_for)


def _shoot(state: State, size: str) -> list[str]:
    """Take the screenshots of a state. Return the files that are missing, and why."""
    failures = []
    for theme, lang in LOOKS:
        file = SCREENS / f"{state.name}-{size}-{theme}-{lang}.png"
        try:
            state.page.evaluate(SWITCH, [theme, lang])
            state.arrange()
            state.page.wait_for_timeout(600)
            state.page.screenshot(path=file)
        except PlaywrightTimeoutError as error:
            failures.append(f"{file.name}: {error.message.splitlines()[0]}")
        else:
            print(file.relative_to(ROOT))
    return failures


if __name__ == "__main__":
    main()

"""The page in all its states, as pictures: python tools/screens.py [part of a name]. They lie in screens/."""

from __future__ import annotations

import sys
import tempfile
from itertools import chain
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from playwright.sync_api import sync_playwright  # noqa: E402
from tests.browser.people import CHROMIUM, FLAGS, LAPTOP, TELEPHONE, People  # noqa: E402
from tests.browser.states import OTHERS, State, other_titles, states  # noqa: E402
from tests.browser.test_access import LOOKS, SWITCH  # noqa: E402
from tests.server.clients import Server  # noqa: E402

SCREENS = ROOT / "screens"


def main() -> None:
    wanted = sys.argv[1] if len(sys.argv) > 1 else ""
    SCREENS.mkdir(exist_ok=True)
    server = Server(Path(tempfile.mkdtemp()), ROOFTOP_TITLES=" ".join(("tower-up", *OTHERS)))
    server.start()
    try:
        with sync_playwright() as running:
            chromium = running.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
            for size, viewport in (("laptop", LAPTOP), ("telephone", TELEPHONE)):
                people = People(chromium, server)
                rooms = () if any(title in wanted for title in OTHERS) else states(people, viewport=viewport)
                for state in chain(rooms, other_titles(people, viewport=viewport)):
                    if wanted in f"{state.name}-{size}":
                        _shoot(state, size)
                people.leave()
            chromium.close()
    finally:
        server.kill()


def _shoot(state: State, size: str) -> None:
    for theme, lang in LOOKS:
        state.page.evaluate(SWITCH, [theme, lang])
        state.arrange()
        state.page.wait_for_timeout(600)
        file = SCREENS / f"{state.name}-{size}-{theme}-{lang}.png"
        state.page.screenshot(path=file)
        print(file.relative_to(ROOT))


if __name__ == "__main__":
    main()

"""Open every page of the built documentation in Chromium: python tools/check_site.py [part of a name].

`rooftop serve` shows site/ under its content policy, to a laptop by day and a phone at night. No page logs
anything, asks another host, or scrolls sideways; Axe finds nothing; the search works.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from playwright.sync_api import sync_playwright  # noqa: E402
from tests.browser.people import CHROMIUM, FLAGS, LAPTOP, TELEPHONE, People  # noqa: E402
from tests.browser.test_access import AXE, LOOK, SIDEWAYS  # noqa: E402
from tests.server.clients import Server  # noqa: E402

SITE = ROOT / "site"
TIMEOUT = 60_000  # milliseconds; other programs may keep the machine busy
LOOKS: list[dict[str, Any]] = [
    {"viewport": LAPTOP, "color_scheme": "light"},
    {"viewport": TELEPHONE, "color_scheme": "dark"},
]
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]


def main() -> None:
    wanted = sys.argv[1] if len(sys.argv) > 1 else ""
    pages = sorted(str(page.relative_to(SITE)) for page in SITE.rglob("*.html"))
    pages = [page for page in pages if wanted in page]
    if not pages:
        sys.exit("no such page in site/: make site")
    server = Server(Path(tempfile.mkdtemp()), ROOFTOP_DOCS=str(SITE))
    server.start()
    try:
        with sync_playwright() as running:
            people = People(running.chromium.launch(executable_path=CHROMIUM, args=FLAGS), server, TIMEOUT)
            problems = [problem for look in LOOKS for problem in _looked(people, pages, look)]
            problems += _searched(people)
            problems += people.complaints
            problems += [f"asks {url}" for url in people.foreign_requests()]
            people.leave()
    finally:
        server.kill()
    if problems:
        sys.exit("\n".join(problems))
    print(f"{len(pages)} pages are right")


def _looked(people: People, pages: list[str], look: dict[str, Any]) -> list[str]:
    page, problems = people.come("/docs/index.html", **look), []
    for name in pages:
        page.goto(f"{people.server.url}/docs/{name}")
        page.evaluate(AXE.read_text(encoding="utf-8"))
        found = page.evaluate(LOOK, RULES)
        if page.evaluate(SIDEWAYS) > 0:
            found.append("it scrolls sideways")
        problems += [f"{name} {look['color_scheme']}: {row}" for row in found]
    return problems


def _searched(people: People) -> list[str]:
    page = people.come("/docs/index.html")
    page.get_by_text("Type to start searching").wait_for(state="attached")  # the index is there
    page.locator(".md-search__input").click()
    page.locator(".md-search__input").press_sequentially("blind")
    page.locator("a.md-search-result__link").first.click()
    page.locator("article", has_text="blind").first.wait_for()
    return [] if "/docs/" in page.url else [f"the search leads to {page.url}"]


if __name__ == "__main__":
    main()

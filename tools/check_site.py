"""Open every page of the built documentation in Chromium: python tools/check_site.py [part of a name].

`rooftop serve` serves site/ under its content security policy, to a laptop with the light theme and a phone
with the dark one. No page logs anything, sends requests to another host, or scrolls sideways; Axe finds no
problems; the search, the menu and the theme switch work.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from playwright.sync_api import sync_playwright  # noqa: E402
from tests.browser.people import LAPTOP, TELEPHONE, People, start_browser  # noqa: E402
from tests.browser.test_access import AXE, LOOK, SIDEWAYS  # noqa: E402
from tests.server.clients import Server  # noqa: E402

SITE = ROOT / "site"
TIMEOUT = 60_000  # milliseconds; the machine may be busy
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
            people = People(start_browser(running), server, TIMEOUT)
            problems = [problem for look in LOOKS for problem in _looked(people, pages, look)]
            problems += _searched(people) + _opened(people) + _switched(people)
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
        found = _axe(page)
        if page.evaluate(SIDEWAYS) > 0:
            found.append("it scrolls sideways")
        found += people.complaints
        people.complaints.clear()
        problems += [f"{name} {look['color_scheme']}: {row}" for row in found]
    return problems


def _axe(page: Any) -> list[str]:
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found: list[str] = page.evaluate(LOOK, RULES)
    return found


def _searched(people: People) -> list[str]:
    page = people.come("/docs/index.html")
    page.get_by_text("Type to start searching").wait_for(state="attached")  # the index has loaded
    page.locator(".md-search__input").click()
    page.locator(".md-search__input").press_sequentially("blind")
    result = page.locator("a.md-search-result__link").first
    result.wait_for()
    found = [f"the search: {row}" for row in _axe(page)]
    result.click()
    page.locator("article", has_text="blind").first.wait_for()
    return found if "/docs/" in page.url else [*found, f"the search leads to {page.url}"]


def _opened(people: People) -> list[str]:
    """Open the menu on a phone."""
    page, found = people.come("/docs/index.html", viewport=TELEPHONE), []
    page.locator("label.md-header__button[for=__drawer]").click()
    page.locator(".md-sidebar--primary").get_by_text("Start in two minutes").wait_for()
    found += [f"the menu: {row}" for row in _axe(page)]
    return found


def _switched(people: People) -> list[str]:
    """Switch between day and night on a device that prefers day; the next page keeps the choice."""
    page = people.come("/docs/index.html", viewport=LAPTOP, color_scheme="light")
    seen = []
    for wanted in ("Change to day", "Change to night"):
        page.locator(f"label.md-header__button[title='{wanted}']:visible").click()
        page.locator(f"label.md-header__button[title='{wanted}']").wait_for(state="hidden")
        seen.append(page.locator("body").get_attribute("data-md-color-scheme"))
    page.goto(f"{people.server.url}/docs/start.html")
    page.locator("label.md-header__button[title='Follow the device']:visible").wait_for()
    seen.append(page.locator("body").get_attribute("data-md-color-scheme"))
    found = [f"night on a laptop: {row}" for row in _axe(page)]
    return found if seen == ["default", "slate", "slate"] else [*found, f"the switch shows {seen}"]


if __name__ == "__main__":
    main()

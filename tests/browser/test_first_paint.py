"""Pages arrive complete: nothing moves while they load, and they are readable before any script runs."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.people import TELEPHONE, People
from tests.server.clients import Person, new_table
from tests.waiting import page_until

# All shifts, not only the worst window: stricter than web-vitals.
SHIFTS = """window.shifts = 0;
new PerformanceObserver(list => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifts += entry.value;
}).observe({type: 'layout-shift', buffered: true})"""


def _slow(page: Any) -> None:
    """A slow connection and an empty cache."""
    line = page.context.new_cdp_session(page)
    line.send("Network.enable")
    line.send("Network.setCacheDisabled", {"cacheDisabled": True})
    throughput = 1_600_000 / 8
    line.send(
        "Network.emulateNetworkConditions",
        {"offline": False, "latency": 100, "downloadThroughput": throughput, "uploadThroughput": throughput},
    )


@pytest.mark.parametrize("path", ["/", "/rules/tower-up", "/new"])
def test_nothing_moves_while_a_page_loads_on_a_phone(people: People, path: str) -> None:
    page = people.come("/about", viewport=TELEPHONE, script=SHIFTS)
    _slow(page)
    page.goto(people.server.url + path, wait_until="networkidle")
    page.wait_for_function("() => document.fonts.check('16px \"Rooftop Text\"')")
    assert page.evaluate("window.shifts") < 0.05


def test_pages_can_be_read_without_scripts(people: People) -> None:
    page = people.come("/", java_script_enabled=False, locale="pl-PL")
    page.get_by_role("heading", name="Tower Up").wait_for()
    page.get_by_role("link", name="Zasady gry Tower Up").click()
    page.get_by_role("heading", level=2).first.wait_for()
    assert page.locator("#TU-12").inner_text().startswith("TU-12")


def test_a_link_to_a_clause_goes_there(people: People) -> None:
    page = people.come("/rules/tower-up#TU-12")
    page.locator("#TU-12:target").wait_for()
    page.wait_for_function("() => document.readyState === 'complete' && scrollY > 300")
    before = page.locator("#TU-12").bounding_box()["y"]
    page.evaluate("document.querySelector('[data-lang-is=pl]').click()")
    page.locator("#TU-12", has_text="gracz").wait_for()
    assert abs(page.locator("#TU-12").bounding_box()["y"] - before) < 400  # the scroll position stays


def test_friends_are_invited_under_the_name_typed_on_the_home_page(people: People) -> None:
    page = people.come()
    page.get_by_label("Your name").fill("Maria")
    page.get_by_role("button", name="With friends: Skyrise").click()
    page.locator("#lobby .name").first.wait_for()
    assert page.locator("#lobby .name").all_inner_texts() == ["Maria", "Seat 2", "Seat 3"]
    assert page.locator("#lobby .soft").all_inner_texts().count("waiting for a friend") == 2


def test_an_open_seat_is_one_click_away(people: People) -> None:
    ann = Person(people.server)
    ann.post("/api/me", {"name": "Ann"})
    order = {"title": "tower-up", "players": 2, "seats": ["me", "open"], "visibility": "public"}
    table = ann.post("/api/tables", order).json()["table"]
    ann.post(f"/api/tables/{table}/sit", {"nonce": "x"})
    page = people.come()
    page.get_by_role("link", name="Join: Tower Up, host Ann").click()
    page.get_by_text("You are ready. The game starts when Ann says so.").wait_for()
    ann.post(f"/api/tables/{table}/start")
    page.locator("body[data-status=playing]").wait_for()
    assert table in page.url
    assert page.locator("body").get_attribute("data-seat") == "1"


def test_the_lists_of_the_home_page_stay_fresh(people: People) -> None:
    ann = Person(people.server)
    page = people.come("/about", ann)
    page.clock.install()
    answers: list[Any] = []
    page.on("response", lambda answer: answers.append(answer) if answer.url.endswith("/api/tables") else None)
    page.goto(f"{people.server.url}/")
    page.clock.run_for(3100)
    page_until(page, lambda: answers, "the page asks for nothing")
    answers[0].finished()
    page.evaluate("fetch('/api/tables').then(answer => answer.text())")  # it has read the response by then
    table = new_table([ann], bots=1)
    page.clock.run_for(20_100)
    page.locator(f"#running-{table}").wait_for()

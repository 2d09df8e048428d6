"""The replay: its points and log belong to the moment shown, and the moment has a URL."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser import moments
from tests.browser.people import People, settled
from tests.browser.states import played_out
from tests.server.clients import Person

STEP = 1100  # milliseconds for a decision, as in web/src/table/replay.ts
AT = "() => Number(document.getElementById('replay-at').value)"


@pytest.fixture(scope="module")
def finished(served: Any) -> tuple[str, list[Person]]:
    return played_out(served)


def _at(page: Any, ply: int) -> None:
    """Wait until the picture of a ply is shown."""
    page.wait_for_function(
        "ply => document.getElementById('picture').dataset.number?.includes(`&ply=${ply}&`)", arg=ply
    )


def test_points_and_log_are_those_of_the_moment(people: People, finished: Any) -> None:
    table, everyone = finished
    page = people.come(f"/tables/{table}#ply=9", everyone[0])
    _at(page, 9)
    history = everyone[0].get(f"/api/tables/{table}/history").json()
    row = history["plies"][9]
    shown = page.locator(".chair-points").evaluate_all("all => all.map(each => parseInt(each.innerText))")
    assert shown == row["totals"]
    page.locator("#tool-log").click()
    numbers = page.locator("#log li:visible").evaluate_all("all => all.map(each => +each.dataset.number)")
    assert max(numbers) == row["entry"]
    assert page.locator("#log li.now").get_attribute("data-number") == str(row["entry"])
    page.locator("#tool-score").click()
    totals = page.locator("#score tr.total td").all_inner_texts()
    assert [int(text) for text in totals] == row["totals"]
    columns = page.locator("#score tbody tr").evaluate_all("all => all.length")
    assert columns == len(history["sources"]) + 1  # and the total; no ranks before the end
    page.locator("#replay-leave").click()
    settled(page)
    last = history["plies"][-1]
    shown = page.locator(".chair-points").evaluate_all("all => all.map(each => parseInt(each.innerText))")
    assert shown == last["totals"]
    assert page.locator("#log li.later").count() == 0


def test_keys_work_everywhere(people: People, finished: Any) -> None:
    table, everyone = finished
    page = people.come(f"/tables/{table}#ply=5", everyone[0])
    _at(page, 5)
    for focus in ("#prompt", "#tool-log", "#picture > svg", "#replay-at"):
        page.evaluate("where => document.querySelector(where).focus()", focus)
        page.keyboard.press("ArrowRight")
        _at(page, 6)
        page.keyboard.press("ArrowLeft")
        _at(page, 5)
    page.keyboard.press("Home")
    _at(page, 0)
    page.keyboard.press("End")
    last = int(page.locator("#replay-at").get_attribute("max"))
    _at(page, last)
    page.locator("#replay-speed").select_option("4")
    page.locator("#prompt").focus()
    page.clock.install()
    moments.stop(page)
    page.keyboard.press(" ")  # plays from the start
    for ply in range(4):
        _at(page, ply)
        page.clock.run_for(STEP / 4)
    _at(page, 4)
    page.keyboard.press(" ")
    page.clock.run_for(STEP)
    assert page.evaluate(AT) == 4
    page.clock.resume()
    page.keyboard.press("Escape")
    page.locator("#replay").wait_for(state="hidden")


def test_a_log_line_and_the_chart_lead_to_their_moment(people: People, finished: Any) -> None:
    table, everyone = finished
    plies = everyone[0].get(f"/api/tables/{table}/history").json()["plies"]
    page = people.come(f"/tables/{table}", everyone[0])
    page.locator("#result .chart").wait_for()
    page.get_by_text("Shuffle verified").wait_for()  # from now on the chart stays in place
    page.locator("#tool-log").click()
    page.locator(f"#log li[data-number='{plies[12]['entry']}'] .entry").click()
    _at(page, 12)
    line = page.locator(f"#log li[data-number='{plies[7]['entry']}'] .entry")
    line.focus()
    page.keyboard.press("Enter")
    _at(page, 7)
    page.locator("#tool-result").click()
    chart = page.locator("#result .chart")
    box = chart.bounding_box()
    chart.click(position={"x": box["width"] * (30 + 376 / 2) / 440, "y": box["height"] / 2})
    page.wait_for_function(
        "middle => Math.abs(Number(document.getElementById('replay-at').value) - middle) <= 1",
        arg=(len(plies) - 1) / 2,
    )


def test_a_link_shows_somebody_else_the_same_moment(people: People, finished: Any) -> None:
    table, everyone = finished
    page = people.come(
        f"/tables/{table}#ply=4", everyone[0], permissions=["clipboard-read", "clipboard-write"]
    )
    _at(page, 4)
    page.locator("#replay-seat").select_option("1")
    page.locator("#replay-link").click()
    page.locator("#replay-copied", has_text="Copied").wait_for()
    link = page.evaluate("navigator.clipboard.readText()")
    assert link.endswith(f"/tables/{table}#ply=4&seat=1")
    other = people.come(link.removeprefix(people.server.url))
    _at(other, 4)
    assert other.locator("#replay-seat").input_value() == "1"
    for each in (page, other):
        each.locator("#picture[data-number$='ply=4&seat=1']").wait_for()
    words = "document.querySelector('#picture #scene-words, #picture desc').textContent"
    assert other.evaluate(words) == page.evaluate(words)

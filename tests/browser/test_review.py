"""Suggestions and reviews, by mouse and by keyboard."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal
from typing import Any

import pytest

from rooftop.arena.review import Review
from tests.browser.people import TIMEOUT, People, settled
from tests.browser.states import played_out, store_review
from tests.server.clients import Person, Server, new_table

SHOWN = "ply => document.getElementById('picture').dataset.number?.includes(`&ply=${ply}&`)"
FOCUS = "() => document.activeElement.id"
# A move that cannot be undone is confirmed.
PLAYED = """before => {
  if (document.body.dataset.number !== before) return true;
  document.getElementById('confirm')?.click();
  return false;
}"""


def percent(part: float) -> str:
    """A share in percent, as the page rounds it."""
    return f"{Decimal(str(part)).scaleb(2).quantize(Decimal(1), ROUND_HALF_UP)}%"


@pytest.fixture(scope="module")
def reviewed(served: Server) -> tuple[str, Person, Review]:
    table, everyone = played_out(served)
    return table, everyone[0], store_review(served, table)


def test_a_review_by_mouse(people: People, reviewed: Any) -> None:
    table, person, found = reviewed
    page = people.come(f"/tables/{table}", person)
    page.get_by_text("Shuffle verified").wait_for()  # from now on the button stays in place
    page.locator("#review-begin").click()
    chart = page.locator("#review-chart")
    chart.wait_for()
    box = chart.bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.locator("#replay").wait_for()
    at = int(page.locator("#replay-at").input_value())
    assert found.plies / 3 < at < found.plies * 2 / 3
    page.wait_for_function(SHOWN, arg=at)
    assert chart.get_attribute("aria-valuenow") == str(at)
    assert chart.locator(".now").get_attribute("d") != ""
    for seat in range(2):
        for one in found.costliest(seat):
            line = page.locator(f"#review-costly-{one.ply}")
            assert percent(round(one.cost, 4)) in line.inner_text()  # as the server sends it
            line.click()
            page.wait_for_function(SHOWN, arg=one.ply)
            assert page.evaluate("location.hash") == f"#ply={one.ply}&seat={seat}"
            assert line.get_attribute("aria-current") == "true"
    swing = page.locator("#review-swing-0")
    swing.click()
    page.wait_for_function(SHOWN, arg=int(swing.get_attribute("data-ply")))


def test_a_review_by_keyboard(people: People, reviewed: Any) -> None:
    table, person, found = reviewed
    page = people.come(f"/tables/{table}", person, locale="pl-PL")
    page.locator("#tool-review").wait_for()
    page.locator("#tool-review").focus()
    page.keyboard.press("Enter")
    page.locator("#review-chart").wait_for()
    assert page.evaluate(FOCUS) == "panel-title"
    while page.evaluate(FOCUS) != "review-chart":
        page.keyboard.press("Tab")
    page.keyboard.press("ArrowRight")
    page.wait_for_function(SHOWN, arg=0)
    page.keyboard.press("ArrowRight")
    page.wait_for_function(SHOWN, arg=1)
    assert page.evaluate(FOCUS) == "review-chart"
    told = page.locator("#review-chart").get_attribute("aria-valuetext")
    assert told.startswith("Decyzja 1: ")
    assert told.count("%") == 2
    page.keyboard.press("End")
    page.wait_for_function(SHOWN, arg=found.plies)
    costly = found.costliest(0)[0]
    while page.evaluate(FOCUS) != f"review-costly-{costly.ply}":
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_function(SHOWN, arg=costly.ply)
    assert page.evaluate(FOCUS) == f"review-costly-{costly.ply}"


def test_a_phone_says_at_the_position_what_would_have_been_better(people: People, reviewed: Any) -> None:
    table, person, found = reviewed
    page = people.come(f"/tables/{table}", person, viewport={"width": 360, "height": 640}, has_touch=True)
    page.locator("#tool-review").tap()
    costly = found.costliest(1)[0]
    line = page.locator(f"#review-costly-{costly.ply}")
    line.wait_for()
    line.tap()
    page.wait_for_function(SHOWN, arg=costly.ply)
    assert not page.locator("#panel").is_visible()
    assert "Better by" in page.locator("#replay-note").inner_text()
    page.locator("#replay-forth").tap()
    page.wait_for_function(SHOWN, arg=costly.ply + 1)


def test_suggestions_take_the_place_of_what_was_pointed_at_in_a_narrow_window(
    people: People, served: Server
) -> None:
    person = Person(served)
    page = people.come(f"/tables/{new_table([person], 1)}", person, viewport={"width": 360, "height": 640})
    page.locator("body.my-turn").wait_for()
    settled(page)
    page.locator("#pile").hover()
    page.locator("#info").wait_for()
    page.locator("#suggest").click()
    page.locator("#suggestions [data-move]").first.wait_for()
    assert not page.locator("#info").is_visible()


def test_a_suggestion_that_must_be_confirmed_makes_room_for_the_question_on_a_phone(
    people: People, served: Server
) -> None:
    person = Person(served)
    table = new_table([person], 1, "new-york-1901")
    phone: dict[str, Any] = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}
    page = people.come(f"/tables/{table}", person, **phone)
    page.locator("body.my-turn").wait_for()
    settled(page)
    shift = {
        "move": "shift",
        "text": "Market Shift",
        "parts": [],
        "chance": 0.5,
        "means": "even",
        "points": 0,
    }
    page.route("**/hint?*", lambda route: route.fulfill(json={"moves": [shift]}))
    page.locator("#suggest").tap()
    page.locator("#suggestions [data-move]").tap()
    page.locator("#confirm").wait_for()
    assert not page.locator("#suggestions").is_visible()
    before = page.locator("body").get_attribute("data-number")
    page.locator("#confirm").tap()
    page.wait_for_function(PLAYED, arg=before, polling=100)


@pytest.mark.parametrize("by_keys", [False, True])
def test_suggestions_can_be_looked_at_chosen_and_closed(
    people: People, served: Server, by_keys: bool
) -> None:
    person = Person(served)
    page = people.come(f"/tables/{new_table([person], 1)}", person)
    page.locator("body.my-turn").wait_for()
    settled(page)
    if by_keys:
        page.locator("#picture > svg").focus()
        page.keyboard.press("h")
    else:
        page.locator("#suggest").click()
    moves = page.locator("#suggestions [data-move]")
    moves.first.wait_for()
    assert moves.count() == 3
    assert all("to win" in text for text in moves.all_inner_texts())
    assert page.locator("[data-layer=look] .look").count() > 0
    page.wait_for_function("() => document.getElementById('spoken').innerText.includes('to win')")
    if by_keys:
        page.wait_for_function("() => document.activeElement.closest('#suggestions [data-move]')")
        page.keyboard.press("Escape")
        assert page.evaluate(FOCUS) == "suggest"
        assert not page.locator("#suggestions").is_visible()
        assert page.locator("[data-layer=look] .look").count() == 0
        page.keyboard.press("Enter")
        page.wait_for_function("() => document.activeElement.closest('#suggestions [data-move]')")
    wanted = moves.first.get_attribute("data-move")
    before = page.locator("body").get_attribute("data-number")
    if by_keys:
        page.keyboard.press("Enter")
    else:
        moves.first.click()
    page.wait_for_function(PLAYED, arg=before, polling=100)
    page.locator("#suggestions").wait_for(state="hidden")
    table = page.url.rpartition("/")[2].partition("#")[0]
    assert wanted in person.get(f"/api/tables/{table}/file").json()["moves"]
    if not by_keys:
        _end_and_review(page)


def _end_and_review(page: Any) -> None:
    """End the game early and let bots judge its few decisions."""
    page.locator("#tool-more").click()
    page.locator("#ask-end").click()
    page.locator("#leaving-yes").click()
    page.locator("body.replayable").wait_for()
    page.locator("#tool-review").click()
    page.locator("#review-ask").click()
    page.locator("#review-chart").wait_for(timeout=3 * TIMEOUT)
    assert page.locator("#review-chart .line").first.get_attribute("d") != ""

"""A rematch of two browsers, and two people with one browser."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.browser.people import LAPTOP, TELEPHONE, People, hurry, settled
from tests.browser.test_access import found
from tests.server.clients import Person, new_table

VISIBLE = """() => [...document.querySelector('main').children]
  .filter(part => part.checkVisibility()).map(part => part.id).filter(id => id !== 'spoken')"""
PASSED = "() => document.body.matches('.passing') && document.activeElement?.id === 'handover-ready'"


def named(people: People, *names: str) -> list[Person]:
    everyone = [Person(people.server) for _ in names]
    for person, name in zip(everyone, names, strict=True):
        person.post("/api/me", {"name": name})
    return everyone


def end(page: Any) -> None:
    """Propose to end the game."""
    if not page.locator("#leaving").is_visible():
        page.locator("#tool-more").click()
    page.locator("#ask-end").click()
    page.locator("#leaving-yes").click()


def agree(page: Any, gone: int = 0) -> None:
    """Agree to a rematch, when the page has nothing more to tell about the game, and so many have gone."""
    page.get_by_text("Shuffle verified").wait_for()
    page.locator("#result .chart").wait_for()
    page.wait_for_function("gone => document.querySelectorAll('#seats .gone').length === gone", arg=gone)
    page.locator("#result-rematch").click()


def test_two_people_end_a_game_together_and_play_again(people: People) -> None:
    ann, bob = named(people, "Ann", "Bob")
    table = new_table([ann, bob])
    mine, other = (people.come(f"/tables/{table}", who) for who in (ann, bob))
    for page in (mine, other):
        settled(page)
    end(mine)
    other.locator("#end-yes").wait_for()
    assert "Ann: shall we end the game" in other.inner_text("#proposal")
    assert found(other) == []
    other.locator("#end-no").click()
    mine.wait_for_function("() => document.querySelector('#proposal').textContent.includes('Bob')")
    other.locator("#tool-more").click()
    other.locator("#ask-end").click()
    other.locator("#leaving-no").click()
    assert other.evaluate("document.activeElement.id") == "ask-end"
    end(other)
    mine.locator("#end-yes").click()
    for page in (mine, other):
        page.wait_for_function("() => document.body.dataset.status === 'over'")
        assert "nobody has won" in page.inner_text("#prompt")
        page.locator("#result-rematch").wait_for()
    agree(mine)
    mine.wait_for_url(lambda url: table not in url)
    other.locator("#result-decline").wait_for()
    assert "Ann would like a rematch." in other.inner_text("#result")
    assert found(other) == []
    mine.wait_for_function("() => document.querySelector('#lobby').textContent.includes('has been asked')")
    agree(other, gone=1)
    other.wait_for_url(mine.url)
    for page in (mine, other):
        page.wait_for_function("() => document.body.dataset.status === 'playing'")
        settled(page)
    assert [page.get_attribute("body", "data-seat") for page in (mine, other)] == ["1", "0"]


@pytest.mark.parametrize("size", ["laptop", "telephone"])
def test_two_people_with_one_browser_pass_it_on(people: People, size: str) -> None:
    (ann,) = named(people, "Ann")
    viewport = LAPTOP if size == "laptop" else TELEPHONE
    page = people.come("/new?title=skyrise&players=2", ann, viewport=viewport, has_touch=size == "telephone")
    frames: list[dict[str, Any]] = []
    page.on("websocket", lambda ws: ws.on("framereceived", lambda raw: frames.append(json.loads(raw))))
    page.select_option("#seat-1", "me")
    page.fill("#seat-1-name", "Bob")
    page.locator("#create").click()
    passed = []
    for _ in range(4):
        page.wait_for_function(PASSED)
        last = next(frame for frame in reversed(frames) if frame["type"] == "update")
        assert last["seat"] == -1
        assert last["own"] == [0, 1]
        passed.append(last["passing"])
        name = ("Ann", "Bob")[last["passing"]]
        assert page.text_content("#handover-title") == f"Pass the device to {name}"
        # Nothing else is on the screen, or in the log.
        assert page.evaluate(VISIBLE) == ["handover"]
        if len(passed) == 1:
            assert found(page) == []
        page.keyboard.press("Enter")
        page.locator("#handover").wait_for(state="hidden")
        page.wait_for_function("seat => document.body.dataset.seat === String(seat)", arg=last["passing"])
        settled(page)
        while page.evaluate("document.body.matches('.my-turn')"):
            hurry(page)
            page.wait_for_function("() => !document.body.matches('.busy')")
    assert set(passed) == {0, 1}
    # No frame has secrets of a person who did not hold the device then.
    held = -1
    for frame in frames:
        if frame["type"] == "update":
            if frame["passing"] is not None:
                assert frame["seat"] == -1
                held = frame["passing"]
            elif frame["seat"] >= 0:
                assert frame["seat"] == held

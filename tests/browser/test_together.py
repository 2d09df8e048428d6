"""A rematch between two browsers, and two people who share a browser."""

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
    """Agree to a rematch, once everything about the game is shown and this many people have left."""
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


MARKS = "() => [...document.querySelectorAll('#seats .chair-mark')].map(mark => mark.textContent)"


def test_somebody_is_away_a_bot_plays_and_the_other_concedes(people: People) -> None:
    ann, bob = named(people, "Ann", "Bob")
    table = new_table([ann, bob])
    mine, other = (people.come(f"/tables/{table}", who) for who in (ann, bob))
    for page in (mine, other):
        settled(page)
    assert mine.evaluate(MARKS) == []
    other.close()
    # The player's plate says so, and the dock tells what can be done.
    mine.wait_for_function(
        "() => document.querySelector('#seats .chair-mark')?.textContent.match(/^away \\d:\\d\\d$/)"
    )
    mine.locator("#away-bot-1:enabled").wait_for()
    assert "You have waited long enough: a bot (builder) can play" in mine.inner_text("#away-1")
    assert found(mine) == []
    mine.locator("#away-end-1").click()
    assert mine.evaluate("document.activeElement.id") == "ask-leave"
    assert [button.get_attribute("id") for button in mine.locator("#leaving button").all()] == [
        "ask-leave", "ask-concede", "ask-scores", "ask-end",
    ]  # fmt: skip
    assert mine.evaluate("document.querySelector('[data-panel=more]').firstElementChild.id") == "leaving"
    mine.locator("#away-bot-1").click()
    mine.locator("#absence").wait_for(state="hidden")
    mine.wait_for_function(f"() => ({MARKS})().join() === 'a bot plays'")
    # People who wait need not decide at once.
    mine.wait_for_function("() => document.body.matches('.my-turn')")
    mine.locator("#ask-concede").click()
    assert "The game ends, and you come last" in mine.inner_text("#leaving-ask")
    assert found(mine) == []
    mine.locator("#leaving-no").click()
    assert mine.evaluate("document.activeElement.id") == "ask-concede"
    mine.locator("#ask-concede").click()
    mine.locator("#leaving-yes").click()
    mine.wait_for_function("() => document.body.dataset.status === 'over'")
    told = mine.inner_text("#result .winner")
    assert "Conceded by Ann." in told
    assert "The bot that played for Bob comes first with" in told
    assert "That counts for nobody." in told
    assert [head.inner_text() for head in mine.locator("#result .head-level").all()] == [
        "conceded", "a bot stood in",
    ]  # fmt: skip
    # At the start of a replay, the bot has not taken over yet.
    mine.locator("#replay-begin").click()
    mine.wait_for_function(f"() => ({MARKS})().length === 0")
    assert "(builder)" not in mine.inner_text("#replay-seat")
    spoken = mine.locator("#seats .chair").all_text_contents()
    assert not [text for text in spoken if "a bot" in text or "conceded" in text]
    mine.locator("#replay-last").click()
    mine.goto(f"{people.server.url}/games")
    cell = mine.locator("#finished-games td").first
    cell.wait_for()
    assert "rank 2 of 2" in cell.inner_text()
    assert "(conceded)" in cell.inner_text()
    assert found(mine) == []
    mine.goto(people.server.url)
    assert "your rank: 2 · conceded · with Bob" in mine.inner_text(f"#mine li:has(#table-{table})")


def test_guests_and_their_host_in_the_waiting_room(people: People) -> None:
    ann, bob, eve = named(people, "Ann", "Bob", "Eve")
    order = {"title": "tower-up", "players": 3, "seats": ["me", "open", "open"], "visibility": "public"}
    table = ann.post("/api/tables", order).json()["table"]
    for who in (ann, bob, eve):
        who.post(f"/api/tables/{table}/sit", {"nonce": "x"})
    host, guest, troll = (people.come(f"/tables/{table}", who) for who in (ann, bob, eve))
    # The host removes somebody by keyboard, and they cannot come back.
    host.locator("#remove-person-2").press("Enter")
    assert host.evaluate("document.activeElement.id") == "remove-no"
    host.keyboard.press("Shift+Tab")
    host.keyboard.press("Enter")
    troll.get_by_text("The host has removed you from this table.").wait_for()
    assert troll.locator("#sit").count() == 0
    # A guest stands up and sits down again.
    guest.locator("#stand-1").press("Enter")
    guest.locator("#sit").click()
    guest.locator("#ready-no").wait_for()
    # The host changes the settings: the guest sees it at once, and is asked again.
    host.locator("#facts-summary").press("Enter")
    host.locator("#facts-time").select_option("live 600+15")
    host.locator("#option-hold").check()
    host.locator("#facts-save").press("Enter")
    guest.locator("#gathering", has_text="The host has changed how you play.").wait_for()
    guest.locator("#ready-yes").wait_for()
    assert guest.locator(".agreed dd.changed").all_inner_texts() == [
        "10 min + 15 s per turn (new)",
        "yes (new)",
    ]
    host.locator("#bot-2").click()
    host.get_by_text("Not ready yet: Bob.").wait_for()
    # Bob becomes host and gives the role back; then the game starts.
    host.locator("#host-1").click()
    guest.locator("#host-0").click()
    host.locator("#start").click()
    for page, own in ((host, 0), (guest, 1)):
        page.wait_for_function("() => document.body.dataset.status === 'playing'")
        assert page.locator("#seats .you").all_inner_texts() == ["you"]
        page.locator(f"#chair-{own} .you").wait_for()
    # Other options, but the seed committed to at first.
    end(host)
    guest.locator("#end-yes").click()
    for page in (host, guest):
        page.get_by_text("Shuffle verified").wait_for()


def test_the_last_one_who_gives_up_has_not_won(people: People) -> None:
    ann, bob = named(people, "Ann", "Bob")
    table = new_table([ann, bob], time="days 1", timeout="forfeit")
    mine, other = (people.come(f"/tables/{table}", who) for who in (ann, bob))
    for page, way in ((mine, "leave"), (other, "concede")):
        settled(page)
        page.locator("#tool-more").click()
        page.locator(f"#ask-{way}").click()
        page.locator("#leaving-yes").click()
        page.locator("#leaving").wait_for(state="hidden")
    for page in (mine, other):
        page.locator("#result .winner").wait_for()
        assert page.inner_text("#result .winner") == "The game is over. Conceded by Bob."


def test_a_game_begins_when_the_last_guest_is_ready_if_the_host_has_agreed(people: People) -> None:
    ann, bob = named(people, "Ann", "Bob")
    order = {"title": "tower-up", "players": 2, "seats": ["me", "open"]}
    table = ann.post("/api/tables", order).json()["table"]
    for who in (ann, bob):
        who.post(f"/api/tables/{table}/sit", {"nonce": "x"})
    host, guest = (people.come(f"/tables/{table}", who) for who in (ann, bob))
    guest.locator("#ready-no").click()
    host.get_by_text("Not ready yet: Bob.").wait_for()
    host.locator("#ready-yes").click()
    host.get_by_text("The game will start as soon as everyone is here and ready.").wait_for()
    guest.locator("#ready-yes").click()
    for page in (host, guest):
        page.wait_for_function("() => document.body.dataset.status === 'playing'")


def test_who_is_removed_from_a_table_by_invitation_is_told(people: People) -> None:
    ann, bob = named(people, "Ann", "Bob")
    order = {"title": "tower-up", "players": 2, "seats": ["me", "invite"], "visibility": "invitation"}
    made = ann.post("/api/tables", order).json()
    ann.post(f"/api/tables/{made['table']}/sit", {"nonce": "x"})
    bob.post("/api/join", {"secret": made["invitation"], "nonce": "x"})
    host, guest = (people.come(f"/tables/{made['table']}", who) for who in (ann, bob))
    guest.locator("#stand-1").wait_for()
    host.locator("#remove-person-1").click()
    host.locator("#remove-yes").click()
    guest.locator("#archive", has_text="The host has removed you from this table.").wait_for()
    assert not guest.locator("#lobby, #talk-lobby").first.is_visible()
    assert found(guest) == []


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
        # Nothing else is on the screen or in the log.
        assert page.evaluate(VISIBLE) == ["handover"]
        if len(passed) == 1:
            assert found(page) == []
        page.keyboard.press("Enter")
        page.locator("#handover").wait_for(state="hidden")
        page.wait_for_function("seat => document.body.dataset.seat === String(seat)", arg=last["passing"])
        settled(page)
        assert page.text_content("#prompt").startswith(f"{name} · ")  # whose turn it is
        while page.evaluate("document.body.matches('.my-turn')"):
            hurry(page)
            page.wait_for_function("() => !document.body.matches('.busy')")
    assert set(passed) == {0, 1}
    # No frame contains secrets of a person who did not hold the device at the time.
    held = -1
    for frame in frames:
        if frame["type"] == "update":
            if frame["passing"] is not None:
                assert frame["seat"] == -1
                held = frame["passing"]
            elif frame["seat"] >= 0:
                assert frame["seat"] == held

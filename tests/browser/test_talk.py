"""Two people chat in two languages, on a laptop and on a phone, before and during a game. A third watches."""

from __future__ import annotations

from typing import Any

from tests.browser.people import People, hurry, may_play, settled
from tests.browser.test_access import found
from tests.server.clients import Person

UPRIGHT = {"width": 390, "height": 844}
# The texts of all visible messages.
SAID = """() => [...document.querySelectorAll('.talk-text')].filter(text => text.checkVisibility())
  .map(text => text.textContent)"""


def reads(page: Any, *texts: str) -> None:
    """Wait until a page shows exactly these messages."""
    page.wait_for_function(f"texts => JSON.stringify(({SAID})()) === JSON.stringify(texts)", arg=list(texts))


def write(page: Any, text: str) -> None:
    page.locator("#talk-text").fill(text)
    page.locator("#talk-text").press("Enter")


def test_two_people_talk_about_their_game_and_one_mutes_the_other(people: People) -> None:
    ada, bob = Person(people.server), Person(people.server)
    for person, name in ((ada, "Ada"), (bob, "Bob")):
        person.post("/api/me", {"name": name})
    seats = {"seats": ["me", "open"], "visibility": "public"}
    table = ada.post("/api/tables", {"title": "tower-up", "players": 2, **seats}).json()["table"]
    ada.post(f"/api/tables/{table}/sit", {"nonce": "x"})
    path = f"/tables/{table}"

    # Before the game, everyone who opens the page can read, but only people with a seat can write.
    laptop = people.come(path, ada)
    phone = people.come(
        path, bob, viewport=UPRIGHT, has_touch=True, is_mobile=True, locale="pl-PL", color_scheme="dark"
    )
    phone.locator("#connection[data-state=connected]").wait_for(state="attached")
    write(laptop, "Come in")
    reads(phone, "Come in")
    phone.locator("#talk-notice", has_text="Come in").wait_for()  # also for the first line at a table
    phone.wait_for_function("() => document.querySelector('#spoken').textContent.includes('Ada: Come in')")
    assert phone.locator("#talk-form").is_hidden()
    phone.locator("#talk-jump", has_text="Czat, 1 nowa wiadomość").tap()  # it stands below the lobby
    phone.locator("#talk-jump").wait_for(state="hidden")
    bob.post(f"/api/tables/{table}/sit", {"nonce": "y"})
    ada.post(f"/api/tables/{table}/start")
    watcher = people.come(path)
    for page in (laptop, phone, watcher):
        settled(page)

    # By keyboard on the laptop; the phone counts what is new. A link is only text.
    laptop.keyboard.press("c")
    laptop.wait_for_function("() => document.activeElement.id === 'talk-text'")
    reads(laptop, "Come in")
    laptop.keyboard.type("See https://example.org/ <b>now</b>")
    laptop.keyboard.press("Enter")
    phone.locator("#talk-count", has_text="1").wait_for()
    assert phone.locator("#tool-talk").inner_text().split() == ["Czat", ",", "1", "nowa", "wiadomość", "1"]
    phone.wait_for_function("() => document.querySelector('#spoken').textContent.includes('Ada: See https')")
    # New lines are shown to people whose chat is closed, with a link to it.
    notice = phone.locator("#talk-notice button")
    notice.wait_for()
    assert "Ada See https://example.org/ <b>now</b>" in " ".join(notice.inner_text().split())
    assert phone.evaluate("!document.activeElement.closest('#talk-notice')")
    notice.tap()
    lines = ["Come in", "See https://example.org/ <b>now</b>"]
    reads(phone, *lines)
    assert phone.locator("#talk-count").inner_text() == ""
    assert phone.locator("#talk-notice").is_hidden()
    assert laptop.locator("#talk-notice").is_hidden()  # she has written it herself
    assert phone.locator("#talk-lines :is(a, b)").count() == 0

    # Everyone reads a ready-made phrase in their own language.
    phone.locator("[data-phrase=thinking]").tap()
    reads(phone, *lines, "Myślę…")
    reads(laptop, *lines, "Thinking…")

    # A message can refer to a line of the log, and links back to it.
    acting = laptop if may_play(laptop) else phone
    hurry(acting)
    for page in (laptop, phone):
        page.wait_for_function("() => document.querySelectorAll('#log .log-say').length > 0")
    laptop.locator("#tool-log").click()
    laptop.locator("#log .log-say[tabindex='0']").focus()
    laptop.keyboard.press("Enter")
    laptop.locator("#talk-about .talk-quote").wait_for()
    laptop.keyboard.press("Escape")
    laptop.locator("#talk-about").wait_for(state="hidden")
    assert laptop.locator("#panel").is_visible()
    laptop.locator("#tool-log").click()
    laptop.locator("#log .log-say[tabindex='0']").click()
    write(laptop, "Why?")
    laptop.locator("button.talk-quote").wait_for()
    number = phone.evaluate(
        "Number([...document.querySelectorAll('#log li:not([hidden])')].at(-1).dataset.number)"
    )
    phone.locator("button.talk-quote").tap()
    phone.wait_for_function(
        "n => document.activeElement.matches(`#log .pointed[data-number='${n}']`)", arg=number
    )
    phone.locator("#tool-talk").tap()
    for page in (laptop, phone):
        assert found(page) == []

    # Lines of muted people are not even sent, until they are unmuted.
    phone.locator(".talk-mute").first.tap()
    reads(phone, "Myślę…")
    assert phone.locator(".talk-muted").all_inner_texts() == [
        "Wyciszono: Ada (2 ukryte wiadomości)\nPokaż", "Wyciszono: Ada (1 ukryta wiadomość)\nPokaż"
    ]  # fmt: skip
    write(laptop, "Are you there?")
    phone.locator(".talk-muted", has_text="2 ukryte").nth(1).wait_for()
    assert "Are you there?" not in phone.content()
    phone.locator(".talk-muted button").first.tap()
    reads(phone, *lines, "Myślę…", "Why?", "Are you there?")

    # A refused message is not lost, and the reason is shown.
    laptop.locator("#talk-text").evaluate("field => field.removeAttribute('maxlength')")
    write(laptop, "x" * 301)
    laptop.locator("#talk-trouble", has_text="A message must have 1 to 300 characters.").wait_for()
    assert laptop.locator("#talk-text").input_value() == "x" * 301

    assert watcher.locator("#tool-talk").is_hidden()
    assert not any(text in watcher.content() for text in ("Come in", "Why?", "Are you there?"))

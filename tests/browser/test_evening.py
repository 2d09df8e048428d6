"""Three people, each with a browser, play a correspondence game, and one of them deletes everything."""

from __future__ import annotations

from typing import Any

from tests.browser.people import People, settled
from tests.browser.test_clock import replaced, time_passes
from tests.browser.test_talk import reads, write
from tests.browser.test_together import agree, end
from tests.server.clients import Person

DAY = 86_400
LOGGED = "said => document.querySelector('#log').textContent.includes(said)"


def by_link(people: People, link: str, name: str, **more: Any) -> Any:
    page = people.come(link, **more)
    page.locator("#name").fill(name)
    page.locator("#take").click()
    return page


def test_three_people_play_by_correspondence_until_one_deletes_everything(people, served):
    people.expected = "WebSocket|ERR_CONNECTION|Failed to load resource"  # while the server is down
    host = Person(served)
    host.post("/api/me", {"name": "Ann"})
    order = {"title": "tower-up", "players": 3, "seats": ["me", "invite", "invite"]}
    order |= {"time": "days 1", "timeout": "bot:novice"}
    made = host.post("/api/tables", order).json()
    path = f"/tables/{made['table']}"
    host.post(f"/api{path}/sit", {"nonce": "x"})
    ann = people.come(path, host)
    link = f"/join/{made['table']}#{made['invitation']}"
    bob, cleo = by_link(people, link, "Bob"), by_link(people, link, "Cleo", locale="pl-PL")
    everyone = [ann, bob, cleo]
    ann.locator("#start").click()
    for page in everyone:
        page.wait_for_url(f"**{path}")
        page.wait_for_function("() => document.body.dataset.status === 'playing'")
        settled(page)
        page.locator("#tool-talk").click()
    write(bob, "Good luck")
    reads(cleo, "Good luck")
    write(cleo, "Do jutra")
    for page in everyone:
        reads(page, "Good luck", "Do jutra")

    # Somebody forgets the game for a day; a bot plays until they are back.
    served.kill()
    ann.locator("#connection[data-state=reconnecting]").wait_for()
    time_passes(served, 0, {made["table"]: DAY + 3600})
    served.start()
    late = replaced(everyone)
    for page in everyone:
        # The late player reads "Your time was up; a bot decides for you", the others read whose time was up.
        said = "time was up; a bot decides for "
        page.wait_for_function(LOGGED, arg="decyduje" if page is cleo else said)
    late.locator("#return").click()
    late.locator("#return").wait_for(state="detached")
    ann.wait_for_function(LOGGED, arg="is back.")

    # Everything that Cleo has said is gone, and the others can still chat.
    cleo.goto(f"{served.url}/profile")
    cleo.locator("#delete").click()
    cleo.locator("#delete-for-good").click()
    cleo.wait_for_url(f"{served.url}/")
    for page in (ann, bob):
        page.locator("[id^=chair-]:has-text('someone')").wait_for()
        reads(page, "Good luck")
    bob.locator("#tool-log").click()
    write(ann, "Who was that?")
    bob.locator("#talk-count", has_text="1").wait_for()  # it does not reuse the number of the deleted line
    bob.reload()
    bob.locator("#talk-count", has_text="1").wait_for()
    bob.locator("#tool-talk").click()
    reads(bob, "Good luck", "Who was that?")

    # The remaining two play again and look for a third.
    end(ann)
    bob.locator("#end-yes").click()
    agree(ann)
    ann.wait_for_url(lambda url: made["table"] not in url)
    bob.locator("#result-decline").wait_for()
    agree(bob, gone=1)
    bob.wait_for_url(lambda url: made["table"] not in url)
    ann.wait_for_url(bob.url)
    for page in (ann, bob):
        page.wait_for_function("() => document.querySelectorAll('#lobby .lobby-seats > li').length === 3")
        assert "Cleo" not in page.content()

"""The page calls the player by its title and icon, sounds, notifications, and push messages."""

from __future__ import annotations

import json
from typing import Any

from tests.browser.people import People, hurry, may_play, settled
from tests.server.clients import Person, new_table
from tests.server.receivers import Browser
from tests.waiting import page_until

# A page that a test can hide, and an oscillator that records its use.
HIDING = """
window.away = false;
Object.defineProperty(document, 'hidden', {get: () => window.away});
Object.defineProperty(document, 'visibilityState', {get: () => window.away ? 'hidden' : 'visible'});
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (...more) {
  window.tones = (window.tones ?? 0) + 1;
  start.apply(this, more);
};
"""
# A headless shell shows no notifications. Its page and worker get a fake screen: a cache that both can read.
SCREEN = """
if (globalThis.Notification && Notification.permission !== 'granted') {
  const screen = () => caches.open('screen');
  Object.defineProperty(Notification, 'permission', {get: () => 'granted'});
  Notification.requestPermission = async () => 'granted';
  ServiceWorkerRegistration.prototype.showNotification = async (title, options) => {
    const answer = new Response(JSON.stringify({title, ...options}));
    await (await screen()).put(`/screen/${options.tag}`, answer);
  };
  ServiceWorkerRegistration.prototype.getNotifications = async () => {
    const shown = await screen();
    return Promise.all((await shown.keys()).map(async key => (await shown.match(key)).json()));
  };
}
"""
SHOWN = """async () => {
  const worker = await navigator.serviceWorker.getRegistration('/');
  const shown = worker ? await worker.getNotifications() : [];
  return shown.map(({title, body, tag, data}) => ({title, body, tag, url: data.url}));
}"""


def shown(page: Any, count: int) -> list[dict[str, str]]:
    """The notifications on the screen, once there are this many."""
    found: list[dict[str, str]] = []

    def are_shown() -> bool:
        found[:] = page.evaluate(SHOWN)
        return len(found) == count

    page_until(page, are_shown, lambda: f"{found} on the screen, not {count}")
    return found


def look(page: Any) -> Any:
    return page.evaluate(
        "[document.title.split(' · ')[0], document.querySelector('link[rel=icon]').href.includes('turn')]"
    )


def test_the_page_calls_a_player_who_looks_elsewhere(people: People) -> None:
    both = [Person(people.server), Person(people.server)]
    for person, name in zip(both, ("Ada", "Zygmunt"), strict=True):
        person.post("/api/me", {"name": name})
    path = f"/tables/{new_table(both)}"
    more: dict[str, Any] = {"permissions": ["notifications"], "script": SCREEN + HIDING}
    pages = [people.come(path, who, **more) for who in both]
    for page in pages:
        settled(page)
    acting, waiting = pages if pages[0].locator("body.my-turn").count() else reversed(pages)
    assert look(acting) == ["● Your turn", True]
    assert look(waiting) == ["Tower Up", False]

    # The offer is made once, to a waiting player, and any answer is remembered.
    assert not acting.locator("#offer").is_visible()
    waiting.locator("#offer-notification").click()
    waiting.locator("#offer").wait_for(state="hidden")
    waiting.wait_for_function("async () => (await navigator.serviceWorker.getRegistration('/'))?.active")
    waiting.evaluate("window.away = true")

    def is_passed() -> bool:
        if may_play(acting):
            hurry(acting)
        return waiting.locator("body.my-turn").count() > 0

    page_until(waiting, is_passed, "the turn does not pass")
    (call,) = shown(waiting, 1)
    assert (call["title"], call["url"]) == ("Your turn: Tower Up", path)
    assert call["tag"] == f"turn-{path.split('/')[-1]}"
    assert look(waiting) == ["● Your turn", True]

    acting.locator("#offer-sound").click()
    acting.wait_for_function("() => window.tones > 0")
    for page in pages:
        page.reload()
        settled(page)
        assert not page.locator("#offer").is_visible()


def test_a_message_of_the_server_is_shown_once(people: People) -> None:
    """One click turns push messages on. The browser's real push service is not used: the test replaces it and
    delivers the message to the worker."""
    person, device = Person(people.server), Browser("https://push.example/device")
    script = """PushManager.prototype.subscribe = async function ({userVisibleOnly, applicationServerKey}) {
      if (!userVisibleOnly || applicationServerKey.length !== 87) throw new Error('wrong options');
      return {toJSON: () => (DEVICE)};
    }""".replace("DEVICE", json.dumps(device.subscription))
    page = people.come("/settings", person, permissions=["notifications"], script=SCREEN + script)
    page.locator("#push-on").click()
    page.locator("#told", has_text="Saved.").wait_for()
    assert page.locator("#push-turn").is_checked()
    page.locator("#push-chat").check()
    page.locator("#told", has_text="Saved.").wait_for()  # each change notifies again
    page.locator("#push-when").select_option("daily")
    page.locator("#told", has_text="Saved.").wait_for()
    stored = person.get("/api/me/notifications").json()
    assert len(stored["devices"]) == 1
    assert {(wish["kind"], wish["when"]) for wish in stored["wishes"]} == {
        ("turn", "daily"),
        ("chat", "daily"),
    }

    talk = page.context.new_cdp_session(page)
    found: list[str] = []
    talk.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: found.extend(row["registrationId"] for row in event["registrations"]),
    )
    talk.send("ServiceWorker.enable")
    page.wait_for_function("async () => (await navigator.serviceWorker.getRegistration('/'))?.active")
    page_until(page, lambda: found and page.context.service_workers, "there is no worker")
    page.context.service_workers[0].evaluate(SCREEN)
    message = {
        "id": "1", "tag": "turn-x", "title": "Your turn: Tower Up", "body": "At the table: Ann.",
        "lang": "en", "url": "/tables/x", "icon": "",
    }  # fmt: skip
    for _ in range(2):  # a repeat replaces the first one
        talk.send(
            "ServiceWorker.deliverPushMessage",
            {"origin": people.server.url, "registrationId": found[0], "data": json.dumps(message)},
        )
        (call,) = shown(page, 1)
        assert (call["title"], call["body"]) == (message["title"], message["body"])
        assert (call["tag"], call["url"]) == ("turn-x", "/tables/x")


def test_an_address_can_be_entered_and_removed_by_keyboard(people: People) -> None:
    page = people.come("/settings")
    page.locator("#address").fill("ada@example.org")
    page.keyboard.press("Enter")
    page.locator("#told", has_text="Saved.").wait_for()
    assert page.locator("#email").inner_text().startswith("We have sent a link to ada@example.org.")
    assert page.locator("#email-turn").is_checked()
    assert page.evaluate("document.activeElement.id") == "email-remove"
    page.locator("[data-lang-is=pl]").click()
    page.locator("#email", has_text="Wysłaliśmy link").wait_for()
    page.locator("#email-remove").focus()
    page.keyboard.press("Enter")
    page.locator("#address").wait_for()
    assert page.locator("#email form.wishes").count() == 0

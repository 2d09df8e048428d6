"""Pages whose clock the test controls, with Playwright's clock. The server's time is real."""

from __future__ import annotations

from typing import Any

from tests.browser.people import People
from tests.server.clients import Person

# The socket answers pings at once: the page's time may run faster than any server can answer.
LIVELY = """window.WebSocket = class extends WebSocket {
  send(text) {
    if (JSON.parse(text).type !== 'ping') return super.send(text);
    queueMicrotask(() => this.dispatchEvent(new MessageEvent('message', {data: '{"type": "pong"}'})));
  }
};"""


def come(people: People, path: str, who: Person, script: str = "", **more: Any) -> Any:
    """Open a page that uses Playwright's clock, which runs until it is stopped."""
    page = people.come("/about", who, **more)
    page.clock.install()
    page.add_init_script(script)
    page.goto(people.server.url + path)
    return page


def stop(page: Any) -> None:
    """Stop the clock. From now on the test moves it: page.clock.run_for(milliseconds)."""
    page.clock.pause_at(page.evaluate("Date.now() / 1000") + 60)

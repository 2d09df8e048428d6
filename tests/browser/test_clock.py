"""Clocks on the page: two people, a countdown, a server that is killed meanwhile, and a bot that steps in."""

from __future__ import annotations

import time
from typing import Any

import pytest
import sqlalchemy as sa

from rooftop.server.settings import database_url
from rooftop.server.store import schema
from tests.browser.people import People, settled
from tests.server.clients import Person, Server, new_table

# The seconds that a seat's clock shows; -1 if it shows none.
SHOWN = """seat => {
  const parts = document.querySelector(`[data-clock="${seat}"]`)?.textContent.split(':').map(Number);
  return parts?.length > 1 ? parts.reduce((sum, part) => 60 * sum + part) : -1;
}"""
HOUR = 3600.0


def shown(page: Any, seat: int) -> int:
    return int(page.evaluate(SHOWN, seat))


def below(page: Any, seat: int, seconds: int) -> None:
    """Wait until a clock shows less than this."""
    page.wait_for_function(
        f"([seat, n]) => {{ const s = ({SHOWN})(seat); return s >= 0 && s < n; }}", arg=[seat, seconds]
    )


def replaced(pages: list[Any]) -> Any:
    """Wait until a bot plays for somebody. Return their page."""
    until = time.monotonic() + 60
    while time.monotonic() < until:
        for page in pages:
            if page.locator("#return").count():
                return page
        pages[0].wait_for_timeout(50)
    raise AssertionError("no bot has stepped in")


def an_hour_passes(server: Server) -> None:
    """Let the server have been down for an hour: everything that it stored is an hour older."""
    engine = sa.create_engine(database_url(server.database))
    table, house = schema.game_table, schema.house
    with engine.begin() as connection:
        connection.execute(
            table.update().values(deadline=table.c.deadline - HOUR, changed=table.c.changed - HOUR)
        )
        (alive,) = connection.execute(sa.select(house.c.value).where(house.c.key == "alive")).one()
        connection.execute(
            house.update().where(house.c.key == "alive").values(value=str(float(alive) - HOUR))
        )
    engine.dispose()


@pytest.fixture
def server(tmp_path):
    with Server(tmp_path) as running:
        yield running


@pytest.fixture
def people(chromium, server):
    everyone = People(chromium, server)
    everyone.expected = "WebSocket|ERR_CONNECTION|Failed to load resource"  # while the server is down
    yield everyone
    everyone.leave()
    assert everyone.complaints == []


def test_a_countdown_survives_a_kill_and_a_bot_steps_in_until_its_owner_returns(people, server):
    ann, bob = Person(server), Person(server)
    table = new_table([ann, bob], time="live 600+15")
    pages = [people.come(f"/tables/{table}", who) for who in (ann, bob)]
    for page in pages:
        settled(page)
    first = 0 if pages[0].locator("body.my-turn").count() else 1
    mine, other = pages[first], pages[1 - first]
    for page in pages:
        below(page, first, 599)
        assert shown(page, 1 - first) == 600
    server.kill()
    before = shown(mine, first)
    an_hour_passes(server)
    mine.locator("#connection[data-state=reconnecting]").wait_for()
    server.start()
    began = time.monotonic()
    for page in pages:
        page.locator("#connection[data-state=connected]").wait_for(state="attached")
        settled(page)
    passed = time.monotonic() - began
    # The hour is not charged; a killed server may give back the seconds since its last sign of life.
    assert before - 5 - passed <= shown(mine, first) <= before + 15
    assert abs(shown(mine, first) - shown(other, first)) <= 3

    table = new_table([ann, bob], time="live 5+0", timeout="bot:novice")
    for page in pages:
        page.goto(f"{server.url}/tables/{table}")
    mine = replaced(pages)
    assert "A bot is playing for you" in mine.inner_text("#prompt")
    for page in pages:
        page.wait_for_function(
            "said => document.querySelector('#log').textContent.includes(said)",
            arg="has run out of time. A bot plays on (novice).",
        )
    mine.locator("#return").click()
    for page in pages:
        page.wait_for_function("() => document.querySelector('#log').textContent.includes('is back.')")
    mine.locator("#return").wait_for(state="detached")
    # A minute, so that it does not happen again at once.
    assert shown(mine, int(mine.locator("body").get_attribute("data-seat"))) > 5

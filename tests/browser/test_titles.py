"""People and bots play every title in a browser, in both languages: the first decisions of a game here, whole
games with two, three and four seats in `make soak` (ROOFTOP_SOAK_GAMES)."""

import os
import re
from typing import Any

import pytest

from tests.browser.people import TELEPHONE, People, hurry, play_on, settled
from tests.browser.states import OTHERS
from tests.browser.test_access import SWITCH, found
from tests.server.clients import Person, Server

WHOLE = "ROOFTOP_SOAK_GAMES" in os.environ
SEATS = (2, 3, 4) if WHOLE else (3,)
REPEATED = """() => document.querySelectorAll('#picture .button[data-glow=yes]').length ===
  document.querySelectorAll('#actions .take.quiet').length"""


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with Server(tmp_path_factory.mktemp("titles"), ROOFTOP_TITLES=" ".join(OTHERS)) as running:
        yield running


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("title", OTHERS)
def test_people_and_bots_play_on_the_page(chromium: Any, server: Server, title: str, seats: int):
    """One person on a laptop in English, another (with three seats) on a phone in Polish, and bots."""
    people = People(chromium, server)
    known = [Person(server) for _ in range(min(seats - 1, 2))]
    chairs = ["me", *["open"] * (len(known) - 1)]
    chairs += ["bot:novice"] * (seats - len(chairs))
    created = known[0].post("/api/tables", {"title": title, "players": seats, "seats": chairs}).json()
    for person in known:
        person.post(f"/api/tables/{created['table']}/sit", {"nonce": "x"})
    path = f"/tables/{created['table']}"
    looks: list[dict[str, Any]] = [{}, {"locale": "pl-PL", "viewport": TELEPHONE}]
    pages = [people.come(path, who, **look) for who, look in zip(known, looks, strict=False)]
    for page in pages:
        settled(page)
    assert play_on(pages, 2000 if WHOLE else 10, _with_buttons_at_hand) >= 10
    for page, words in zip(
        pages, ("Game over|The game is over|wins|win", "Koniec|wygrywa|Wygrywa"), strict=False
    ):
        page.wait_for_selector(f"body[data-status={'over' if WHOLE else 'playing'}]")
        if WHOLE:
            assert re.search(words, page.get_by_role("heading", level=1).inner_text())
            assert page.locator("#result table tbody tr").count() > 3
        for theme in ("night", "day"):
            page.evaluate(SWITCH, [theme, page.evaluate("document.documentElement.lang")])
            settled(page)
            assert found(page) == []
    people.leave()
    assert people.complaints == []
    assert people.foreign_requests() == set()


def _with_buttons_at_hand(page: Any) -> None:
    """On a phone the buttons inside the picture may be far away, so they are repeated below it."""
    if page.viewport_size == TELEPHONE:
        page.wait_for_function(REPEATED)
    hurry(page)

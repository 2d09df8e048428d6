"""Three people play a whole game: one with the keyboard only, one with a bad connection, one on a phone. A
fourth watches. Languages and themes change during the game. The end is played without the pages, except in
`make soak`."""

from __future__ import annotations

from typing import Any

from rooftop.testing import SOAK
from tests.browser.hands import Play, by_keyboard, by_touch
from tests.browser.people import (
    TELEPHONE,
    People,
    Wire,
    hurry,
    may_play,
    number,
    over,
    past,
    play_on,
    settled,
)
from tests.browser.states import play_out
from tests.server.clients import Person, new_table


def test_three_people_play_a_whole_game_and_one_watches(people: People) -> None:
    known = [Person(people.server) for _ in range(3)]
    for person, name in zip(known, ("Ada", "Bo", "Cy"), strict=True):
        person.post("/api/me", {"name": name})
    table = new_table(known)
    wire = Wire(people.server)
    path = f"/tables/{table}"
    ada = people.come(path, known[0])
    bo = people.come(path, known[1], wire.host)
    cy = people.come(path, known[2], viewport=TELEPHONE, has_touch=True, is_mobile=True)
    watcher = people.come(path)
    pages = [ada, bo, cy]
    for page in (*pages, watcher):
        settled(page)
    plays: dict[Any, Play] = {ada: by_keyboard(), bo: hurry, cy: by_touch()}
    keys = 0

    def play(page: Any) -> None:
        nonlocal keys
        keys += page is ada
        plays[page](page)

    play_on(pages, 14, play)
    assert watcher.get_by_role("heading", level=1).inner_text().startswith("You are watching.")
    assert watcher.locator("[data-glow], #actions:visible").count() == 0

    # One connection is cut; the others continue as far as they can.
    people.expected = "WebSocket connection|net::ERR_"
    wire.cut()
    bo.get_by_text("connection lost").wait_for()
    lost = number(bo)
    while not may_play(bo) and any(may_play(page) for page in (ada, cy)):
        play_on([ada, cy], 1, play)
        if ada.evaluate("document.body.matches('.my-turn')") is False and not may_play(cy):
            break
    wire.mend()
    bo.locator("#connection[data-state=connected]").wait_for(state="attached")
    past(bo, lost - 1)
    play_on(pages, 6, play)

    # Language and theme change during the game.
    cy.locator("#tool-more").click()
    cy.locator("#settings [data-lang-is=pl]").click()
    cy.locator("#scene[lang=pl]").wait_for()
    cy.locator("#settings [data-theme-is=night]").click()
    cy.keyboard.press("Escape")
    settled(cy)
    assert cy.evaluate("document.documentElement.dataset.theme") == "night"
    assert cy.locator("#tool-log").inner_text() == "Dziennik"
    if SOAK:
        play_on(pages, 500, play)
    else:  # the pages only watch the rest: other tests cover every way to play
        play_out(table, known)

    for page in (*pages, watcher):
        page.locator("body[data-status=over]").wait_for()
        settled(page)
        numbers = page.locator("#log li").evaluate_all("all => all.map(line => Number(line.dataset.number))")
        assert numbers == list(range(1, number(ada) + 1))  # no gaps, no duplicates
    assert over(watcher)
    assert keys >= 5
    ada.get_by_text("Shuffle verified").wait_for()
    assert cy.locator("#result tbody tr").count() == ada.locator("#result tbody tr").count()
    assert cy.evaluate("document.documentElement.scrollWidth <= innerWidth")
    wire.close()

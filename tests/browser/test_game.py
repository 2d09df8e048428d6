"""Three people play a whole game: one by keyboard only, one with a bad connection, one on a phone. A fourth
watches. Languages and themes change during the game."""

from __future__ import annotations

from typing import Any

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
from tests.server.clients import Person, new_table

LISTEN = """() => {
  window.heard = 0;
  new MutationObserver(() => window.heard += 1).observe(document.getElementById('spoken'), {childList: true});
}"""
# Whether a keyboard user can see the focus: a ring or an outline, visible and not covered.
SEEN = """() => {
  const active = document.activeElement;
  const ring = active.closest('svg') ? document.querySelector('.ring.focus') : active;
  if (!ring || active === document.body) return `nothing: ${active.outerHTML.slice(0, 80)}`;
  const style = getComputedStyle(ring);
  const drawn = ring === active ? style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2
                                : parseFloat(style.strokeWidth) >= 2 && style.stroke !== 'none';
  if (!drawn) return `no outline: ${active.outerHTML.slice(0, 80)}`;
  const box = ring.getBoundingClientRect();
  if (box.right <= 0 || box.bottom <= 0 || box.left >= innerWidth || box.top >= innerHeight)
    return 'out of sight';
  const top = document.elementFromPoint(Math.max(0, Math.min(innerWidth - 1, box.left + box.width / 2)),
                                        Math.max(0, Math.min(innerHeight - 1, box.top + box.height / 2)));
  const mine = active.closest('svg') ? top.closest('svg, .dock')
                                     : active.contains(top) || top.contains(active);
  return mine ? '' : `covered: ${active.outerHTML.slice(0, 80)} by ${top.outerHTML.slice(0, 80)}`;
}"""
WHERE = """(active => active.getAttribute('data-glow') || (active.matches('[data-take]') ? 'take' : ''))
  (document.activeElement)"""


def _press(page: Any, key: str) -> None:
    page.keyboard.press(key)
    if page.evaluate("document.activeElement === document.body"):  # round the end of the page
        page.keyboard.press(key)
    assert page.evaluate(SEEN) == ""


def _hears(page: Any, before: int) -> None:
    page.wait_for_function("before => window.heard > before", arg=before)


def by_keyboard(page: Any) -> None:
    """Make one decision with Tab, arrows and Enter. The focus stays visible, each choice is spoken."""
    before = number(page)
    for _ in range(40):
        if page.evaluate(WHERE):
            break
        _press(page, "Tab")
    else:
        raise AssertionError("Tab leads to nothing that can be chosen")
    if page.evaluate(WHERE) == "yes":
        _press(page, "ArrowDown")
        _press(page, "ArrowRight")
    for _ in range(4):
        heard = page.evaluate("window.heard")
        page.keyboard.press("Enter")
        _hears(page, heard)
        page.wait_for_function("() => document.getElementById('card').ariaBusy !== 'true'")
        if page.evaluate("document.body.matches('.busy')") or number(page) > before:
            break
        for key in ("ArrowRight", "ArrowUp", "ArrowDown", "ArrowLeft") * 3:
            if page.locator("#confirm:visible").count() or page.evaluate(WHERE) == "yes":
                break
            _press(page, key)
    past(page, before)
    settled(page)
    assert page.evaluate("document.activeElement !== document.body"), "the focus is lost"


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
    ada.evaluate(LISTEN)
    keys = 0

    def play(page: Any) -> None:
        nonlocal keys
        if page is not ada:
            return hurry(page)
        keys += 1
        return by_keyboard(page)

    play_on(pages, 14, play)
    assert watcher.get_by_role("heading", level=1).inner_text().startswith("You are watching.")
    assert watcher.locator("[data-glow], #actions:visible").count() == 0

    # One connection is cut; the others play on as far as they can.
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
    play_on(pages, 500, play)

    for page in (*pages, watcher):
        page.locator("body[data-status=over]").wait_for()
        settled(page)
        numbers = page.locator("#log li").evaluate_all("all => all.map(line => Number(line.dataset.number))")
        assert numbers == list(range(1, number(ada) + 1))  # no gap, nothing twice
    assert over(watcher)
    assert keys > 10
    ada.get_by_text("Shuffle verified").wait_for()
    assert cy.locator("#result tbody tr").count() == ada.locator("#result tbody tr").count()
    assert cy.evaluate("document.documentElement.scrollWidth <= innerWidth")
    wire.close()

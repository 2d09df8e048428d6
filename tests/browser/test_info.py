"""Everything in a picture can be explained, by mouse, touch and keyboard, also to spectators."""

from __future__ import annotations

from typing import Any

from tests.browser.hands import by_keyboard, tap
from tests.browser.people import TELEPHONE, People, settled, site
from tests.browser.states import played_out
from tests.server.clients import Person, new_table

PARTS = """() => [...document.querySelectorAll('#picture [id] > title')].map(title => title.parentElement)
  .filter(part => part.id !== 'scene' && !part.matches('[data-glow]')).map(part => part.id)"""
SPOKEN = "() => [...document.querySelectorAll('#spoken p')].map(line => line.textContent)"
SHEET = "() => document.querySelector('#dock.sheet #info-name')?.checkVisibility() ?? false"
SIGNS = """() => [...document.querySelectorAll('#card .prices[aria-label=Cost] li')].map(row => {
  const [sign, box] = [row.querySelector('use'), row.querySelector('svg').viewBox.baseVal];
  const fits = sign.getBBox().width > 0 && box.width > sign.getBBox().width;
  return [sign.getAttribute('href'), row.querySelector('strong').textContent, row.title, fits];
})"""
CHOSEN = "#picture [data-glow=chosen]"


def _table(people: People, **more: Any) -> tuple[Any, Person, str]:
    ann = Person(people.server)
    table = new_table([ann], bots=1, hold=True)
    page = people.come(f"/tables/{table}", ann, **more)
    page.wait_for_function("() => document.body.matches('.my-turn')")
    settled(page)
    return page, ann, table


def _name(page: Any, text: str) -> None:
    page.locator("#info-name", has_text=text).wait_for()


def _explained(person: Person, table: str, part: str, **more: str) -> dict[str, Any]:
    answer = person.get(f"/api/tables/{table}/info", part=part, **more)
    assert answer.status_code == 200, part
    told: dict[str, Any] = answer.json()
    return told


def test_pointing_and_clicking_explain_what_cannot_be_chosen(people: People) -> None:
    page, ann, table = _table(people)
    told = _explained(ann, table, "pile")
    page.locator("#pile").hover()
    _name(page, told["name"])
    assert told["text"] in page.locator("#info").inner_text()
    assert page.locator("#info .facts dt").all_inner_texts() == [what for what, _ in told["facts"]]
    part = page.locator("#picture .site:not([data-glow])").first
    part.click()
    _name(page, _explained(ann, table, part.get_attribute("id"))["name"])
    page.locator("#info .not-now").wait_for()
    assert page.get_by_role("alert").count() == 0
    assert page.locator(CHOSEN).count() == 0
    clause = page.locator("#info .clause-link").first
    number = clause.inner_text()
    clause.click()
    assert page.locator("#clauses .asked h3").inner_text() == number
    page.keyboard.press("Escape")
    page.mouse.click(4, 400)  # outside the picture's parts
    _name(page, _explained(ann, table, "scene")["name"])


def test_what_is_chosen_is_explained_beside_the_choice(people: People) -> None:
    page, ann, table = _table(people)
    chosen = site(page)
    told = _explained(ann, table, chosen.get_attribute("id"))
    chosen.click(button="right")  # asks without choosing anything
    _name(page, told["name"])
    assert page.locator(CHOSEN).count() == 0
    assert page.evaluate("document.activeElement.id") == "info-name"
    page.keyboard.press("Escape")
    assert page.locator("#info").is_hidden()
    chosen.click()
    page.locator("#card .way").first.wait_for()
    _name(page, told["name"])
    assert page.locator("#info .not-now").count() == 0
    page.mouse.move(640, 10)  # the part under the resting mouse is explained
    page.keyboard.press("Escape")
    page.locator("#info").wait_for(state="hidden")


def test_a_building_shows_its_price_as_signs(people: People) -> None:
    page, ann, table = _table(people)
    site(page).click()
    way = page.locator("#card .way").first
    way.hover()
    page.locator("#card .prices").wait_for()
    move = way.get_attribute("data-way")
    prices = ann.get(f"/api/tables/{table}/preview", move=move).json()["prices"]
    assert all(price["change"] < 0 and price["sign"].startswith("slab-") for price in prices)
    assert page.evaluate(SIGNS) == [
        [f"#{price['sign']}", f"\N{MINUS SIGN}{-price['change']}", price["text"], True] for price in prices
    ]


def test_a_tap_opens_a_sheet_and_a_long_press_does_not_choose(people: People) -> None:
    page, ann, table = _table(people, viewport=TELEPHONE, has_touch=True, is_mobile=True)
    page.locator("#picture .site:not([data-glow])").first.tap()
    page.wait_for_function(SHEET)
    page.locator("#info-close").tap()
    page.wait_for_function(f"() => !({SHEET})()")
    chosen = site(page)
    told = _explained(ann, table, chosen.get_attribute("id"))
    chosen.scroll_into_view_if_needed()
    box = chosen.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    touch = page.context.new_cdp_session(page)
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    page.wait_for_function(SHEET)
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    _name(page, told["name"])
    assert page.locator(CHOSEN).count() == 0
    page.locator("#info-close").tap()
    tap(page, x, y)
    page.locator(CHOSEN).wait_for(state="attached")
    page.locator("#card-info").tap()
    page.wait_for_function(SHEET)
    _name(page, told["name"])


def test_the_keyboard_walks_over_everything(people: People) -> None:
    page, ann, table = _table(people)
    page.locator("#picture [tabindex='0']").focus()
    page.keyboard.press("ArrowRight")  # among the parts that can be chosen
    assert page.evaluate("document.activeElement.matches('[data-glow]')")
    seen = set()
    for key in ("ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown") * 6:
        page.keyboard.press(f"Shift+{key}")
        seen.add(page.evaluate("document.activeElement.id"))
        if not page.evaluate("document.activeElement.matches('[data-glow]')"):
            break
    part = page.evaluate("document.activeElement.id")
    assert part in page.evaluate(PARTS), seen
    told = _explained(ann, table, part)
    _name(page, told["name"])
    page.wait_for_function(f"text => ({SPOKEN})().some(line => line.includes(text))", arg=told["text"])
    assert page.locator(".ring.focus").count() == 1
    page.keyboard.press("i")
    page.wait_for_function("() => document.activeElement.id === 'info-name'")
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.id") == part


def test_a_complete_turn_can_be_ended_at_once_by_keyboard(people: People) -> None:
    page, _, _ = _table(people)
    play = by_keyboard()
    while page.locator("#picture [data-glow=yes]").count():
        play(page)
    page.wait_for_function("() => document.activeElement.matches('#actions .take')")  # the focus is on it
    page.keyboard.press("Tab")
    page.keyboard.press("e")
    page.wait_for_function("() => !document.querySelector('#actions .take')")


def test_spectators_and_replays_explain_too(people: People) -> None:
    ann, bob = Person(people.server), Person(people.server)
    table = new_table([ann, bob])
    watcher = people.come(f"/tables/{table}")
    settled(watcher)
    watcher.locator("#scene").focus()
    watcher.keyboard.press("ArrowDown")
    part = watcher.evaluate("document.activeElement.id")
    assert part in watcher.evaluate(PARTS)
    _name(watcher, _explained(bob, table, part)["name"])
    assert watcher.locator("#info .not-now").count() == 0
    finished, everyone = played_out(people.server)
    page = people.come(f"/tables/{finished}#ply=5", everyone[0])
    page.locator("#picture[data-number*='ply=5']").wait_for()
    page.locator("#pile").dispatch_event("click")
    told = _explained(everyone[0], finished, "pile", ply="5", seat="0")
    page.locator("#info .facts dd", has_text=told["facts"][0][1]).first.wait_for()
    assert told != _explained(everyone[0], finished, "pile")

"""What people do on the pages, in a real browser against a real server."""

from __future__ import annotations

import gzip
import re
from typing import Any

import pytest

from rooftop.game.seed import commitment
from rooftop.game.title import OptionValue, title, title_ids
from rooftop.server.routes.template import asset
from tests.browser.people import (
    LAPTOP,
    TELEPHONE,
    People,
    hear,
    may_play,
    number,
    past,
    play_on,
    resize,
    settled,
    site,
)
from tests.browser.states import played_out
from tests.browser.test_access import SWITCH
from tests.browser.test_clock import replaced
from tests.browser.test_push import WATCH
from tests.conftest import ROOT
from tests.server.clients import Person, new_table
from tests.waiting import page_until

STATIC = ROOT / "src" / "rooftop" / "web" / "static"


def _button(page: Any, name: str) -> Any:
    return page.get_by_role("button", name=name)


def _friends(people: People) -> tuple[Any, Any, str]:
    """Seat two people at a table by invitation. Return their pages and the used link."""
    one = people.come("/")
    one.get_by_label("Your name").fill("Ada")
    _button(one, "With friends: Tower Up").click()
    link = one.get_by_label("Invitation link", exact=True).input_value()
    _button(one, "Seat 3: Remove").click()
    one.locator("#lobby .name").nth(2).wait_for(state="detached")
    one.locator("#colour-blue").press("ArrowUp")  # the last one: orange
    one.locator("#lobby .lobby-seats .p-orange").wait_for()
    assert one.evaluate("document.activeElement.id") == "colour-orange"
    other = people.come(link.removeprefix(people.server.url))
    other.get_by_role("heading", name="Ada invites you to Tower Up").wait_for()
    other.get_by_text("1 free seat.").wait_for()
    other.get_by_label("Your name at the table").fill("Zygmunt")
    other.get_by_text("Your colour: Any colour").click()
    assert other.get_by_role("radio", name="Orange").is_disabled()
    other.get_by_role("radio", name="Green").click()
    _button(other, "Sit down").click()
    other.wait_for_url(one.url)
    _button(one, "Start the game").click()
    for page in (one, other):
        settled(page)
    assert "Zygmunt" in one.locator("#chair-1").inner_text()
    for page in (one, other):  # colours, in the picture and beside it
        assert page.locator(".p-orange #chair-0, .p-green #chair-1").count() == 2
        painted = "[...document.querySelectorAll('#picture pattern')].map((drawn) => drawn.id)"
        assert {"paint-orange", "paint-green"} <= set(page.evaluate(painted))
        assert not {"paint-blue", "paint-yellow"} & set(page.evaluate(painted))
    secret = link.partition("#")[2]
    assert len(secret) == 32
    assert [url for url in people.requested if secret in url and "#" not in url.partition(secret)[0]] == []
    return one, other, link


def _at_table(people: People, hold: bool = True, **more: Any) -> Any:
    """Seat one person with a bot. Return the page when it is their turn."""
    ann = Person(people.server)
    page = people.come(f"/tables/{new_table([ann], bots=1, hold=hold)}", ann, **more)
    page.wait_for_function("() => document.body.matches('.my-turn')")
    settled(page)
    return page


# --- a newcomer --------------------------------------------------------------------------------------------


def test_a_newcomer_plays_after_one_click_and_learns(people: People) -> None:
    page = people.come()
    page.get_by_role("button", name=re.compile("Play now: Tower Up")).click()
    page.wait_for_function("() => document.body.matches('.my-turn')")
    settled(page)
    assert page.get_by_role("heading", level=1).inner_text() == "Your turn: take a card or build."
    hint = page.locator("#hint p").first.inner_text()
    _button(page, "No more hints").click()
    page.locator("#tool-more").click()
    page.locator("#set-hints").check()  # the button turned the setting off
    page.locator("#panel-close").click()
    assert page.locator("#hint p").first.inner_text() == hint
    _button(page, "Got it").click()
    assert page.locator("#hint p").count() == 0 or page.locator("#hint p").first.inner_text() != hint
    site(page).click()
    ways = page.locator("#card .way").count()
    for language, word in (("PL", "Wstecz"), ("EN", "Back")):  # the choice stays
        page.locator("#bar").get_by_role("button", name=language).click()
        _button(page, word).wait_for()
        settled(page)
        assert page.locator("#card .way").count() == ways > 1
    page.keyboard.press("Escape")
    before = number(page)
    page.locator("#picture .card[data-glow]").first.click()  # it can be undone, so there is no confirmation
    past(page, before)
    while page.locator("#actions").get_by_role("button", name="End the turn").count() == 0:
        settled(page)
        play_on([page], 1)
    settled(page)
    before = number(page)
    _button(page, "Undo").first.click()
    past(page, before)
    settled(page)
    play_on([page], 1)
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")  # no scrolling


def test_the_picture_fills_the_window(people: People) -> None:
    page = _at_table(people)
    page.locator("#hint-none").click() if page.locator("#hint-none").count() else None
    box = page.locator("#scene").bounding_box()
    assert box["width"] >= 1040
    assert box["height"] >= 585


def test_choices_narrow_and_escape_backs_out_step_by_step(people: People) -> None:
    page = _at_table(people)
    glowing = page.locator("#picture [data-glow=yes]")
    everything = glowing.count()
    chosen = site(page)
    chosen.click()
    assert page.locator("[data-glow=chosen]").count() == 1
    ways = page.locator("#card .way")
    assert 0 < glowing.count() == ways.count() < everything
    page.keyboard.press("Escape")
    assert glowing.count() == everything
    assert page.locator("#card").is_hidden()
    chosen.click()
    before = number(page)
    ways.first.click()
    past(page, before)


def _at_a_plain_card(people: People) -> tuple[Any, Any]:
    """A page at its turn, and a card that asks for no colour: most markets have one."""
    for _ in range(5):
        page = _at_table(people, hold=False)
        card = page.locator("#picture .card[data-glow]").filter(has_not_text="any colour").first
        if card.count():
            return page, card
    raise AssertionError("five markets without a plain card")


def test_what_cannot_be_taken_back_asks_first(people: People) -> None:
    page, card = _at_a_plain_card(people)
    everything = page.locator("#picture [data-glow=yes]").count()
    before = number(page)
    card.click()
    page.locator("#confirm").wait_for()
    page.locator("[data-layer=ghost] *").first.wait_for(state="attached")
    page.keyboard.press("Escape")
    assert page.locator("#confirm").count() == 0
    assert page.locator("[data-layer=ghost] *").count() == 0
    assert page.locator("#picture [data-glow=yes]").count() == everything
    assert number(page) == before
    card.click()
    _button(page, "Confirm").click()
    past(page, before)


def test_hovering_shows_a_preview(people: People) -> None:
    page = _at_table(people)
    page.locator("#picture .card[data-glow]").first.hover()
    page.locator("#card.peek #card-head").wait_for()
    assert page.locator("#confirm").count() == 0
    page.mouse.move(640, 10)
    page.locator("#card").wait_for(state="hidden")


def test_a_part_that_cannot_be_chosen_says_why(people: People) -> None:
    page = _at_table(people)
    page.locator("#picture .site:not([data-glow])").first.click()
    said = page.locator("#info .not-now")
    said.wait_for()
    assert len(said.inner_text()) > 10
    assert page.get_by_role("alert").count() == 0  # it is an answer, not a refusal
    resize(page, TELEPHONE)
    settled(page)  # another picture has another height
    page.wait_for_function("() => { scrollTo(0, 1000); return scrollY > 200; }")
    page.locator("#picture .site:not([data-glow])").last.dispatch_event("click")
    page.wait_for_function("""() => {
      const {top, bottom} = document.querySelector('#info .not-now')?.getBoundingClientRect() ?? {};
      return scrollY > 200 && bottom > top && top >= 0 && bottom <= innerHeight;
    }""")


def test_one_click_plays_if_the_setting_is_on(people: People) -> None:
    page = _at_table(people, hold=False)
    page.locator("#tool-more").click()
    page.get_by_label("Play with one click, without confirming").check()
    page.keyboard.press("Escape")
    before = number(page)
    page.locator("#picture .card[data-glow]").first.click()
    past(page, before)


def test_moves_rules_and_points_are_one_click_away(people: People) -> None:
    page = _at_table(people)
    page.keyboard.press("m")
    page.locator("#moves h3").first.wait_for()
    for fold in page.locator("#moves summary").all():
        fold.click()
    page.locator("#moves details[open] [data-move]").first.wait_for()
    page.wait_for_function(
        "() => [...document.querySelectorAll('#moves details')].every(fold => fold.children.length > 1)"
    )
    moves = page.locator("#moves [data-move]").evaluate_all("all => all.map(line => line.dataset.move)")
    assert len(moves) == len(set(moves)) == int(page.locator("#moves-count").inner_text())
    page.locator("#tool-rules").click()
    page.locator("#clauses article").first.wait_for()
    page.locator("#chair-0").click()
    assert page.locator("#about-0 dt.sum + dd").inner_text() == "0"  # sources without points are omitted
    page.keyboard.press("Escape")
    assert page.locator("#about-0").is_hidden()


def test_animations_respect_the_setting_of_the_device(people: People) -> None:
    page = _at_table(people)
    page.evaluate("""() => { window.flown = 0; const old = Element.prototype.animate;
      Element.prototype.animate = function (...words) {
        window.flown += 1;
        return old.apply(this, words);
      } }""")
    for motion, moved in (("reduce", False), ("no-preference", True)):
        page.emulate_media(reduced_motion=motion)
        play_on([page], 2)
        settled(page)
        page.wait_for_function("moved => window.flown > 0 === moved", arg=moved)


# --- friends -----------------------------------------------------------------------------------------------


def test_every_option_can_be_chosen_and_is_shown_in_words(people: People) -> None:
    page = people.come("/new")
    for name in title_ids():
        page.locator("#title").select_option(name)
        page.locator(f"#new[data-title='{name}']").wait_for()
        offered = page.locator("#options select").evaluate_all(
            "all => all.map(select => select.selectedOptions[0].text)"
        )
        assert all(offered), f"{name}: {offered}"
        wanted = {option.name for option in title(name).options}
        assert wanted == set(page.locator("#options .field").evaluate_all(
            "all => all.map(field => field.querySelector('select, input').id.slice('option-'.length))"
        ))  # fmt: skip
    page.locator("#title").select_option("new-york-1901")
    page.locator("#new[data-title='new-york-1901']").wait_for()
    page.locator("#option-expert").check()
    page.locator("#option-streets").select_option(label="other …")
    assert page.locator("#option-streets-other").evaluate("field => field === document.activeElement")
    page.keyboard.type("bw bw wa")
    page.locator("#seat-1").select_option("open")
    people.expected = "status of 400"  # a refusal
    _button(page, "Create table").click()
    page.locator("#trouble").get_by_text("bw bw wa").wait_for()
    people.expected = ""
    page.locator("#option-streets-other").fill("bw nb wa")
    _button(page, "Create table").click()
    told = "[...document.querySelectorAll('#lobby .agreed dd')].slice(4).map(one => one.innerText).join()"
    said = ["one at random", "bw nb wa", "yes", "yes"]  # the labels of values load after the values
    page.wait_for_function(f"said => {told} === said", arg=",".join(said))


def test_friends_meet_by_a_link(people: People) -> None:
    one, other, link = _friends(people)
    play_on([one, other], 6)
    third = people.come(link.removeprefix(people.server.url))
    third.get_by_text("All seats are taken.").wait_for()
    assert third.get_by_role("button", name="Sit down").count() == 0
    third.get_by_role("link", name="Watch the game").click()
    settled(third)
    address = other.url
    other.goto("about:blank")
    one.locator("li.gone .chair").click()
    _button(one, "Let a bot play for Zygmunt").click()
    one.locator("#log").get_by_text("A bot plays for Zygmunt (builder).").wait_for(state="attached")
    other.goto(address)
    settled(other)
    replaced([other])
    other.locator("#chair-1").click()
    other.locator("#resume").click()
    other.locator("#log").get_by_text("Zygmunt is back.").wait_for(state="attached")


def test_a_game_survives_the_death_of_the_server(people: People) -> None:
    both = [Person(people.server), Person(people.server)]
    table = new_table(both)
    pages = [people.come(f"/tables/{table}", person) for person in both]
    play_on(pages, 5)
    before = max(map(number, pages))
    people.expected = "WebSocket connection|net::ERR_"
    people.server.kill()
    for page in pages:
        page.get_by_text("connection lost").wait_for()
    people.server.start()
    for page in pages:
        page.locator("#connection[data-state=connected]").wait_for(state="attached")
        page.wait_for_function("before => Number(document.body.dataset.number) >= before", arg=before)
    play_on(pages, 3)
    spoken = pages[0].locator("#log li").evaluate_all("all => all.map(line => Number(line.dataset.number))")
    assert spoken == list(range(1, len(spoken) + 1))  # nothing is missing or repeated


def test_a_finished_game_can_be_replayed(people: People) -> None:
    table, everyone = played_out(people.server)
    page = people.come(f"/tables/{table}#ply=5", everyone[1], script=WATCH)
    page.locator("#replay-at").wait_for()
    assert page.locator("#replay-at").input_value() == "5"
    page.locator("#picture[data-number$='ply=5&seat=1']").wait_for()
    _button(page, "Next decision").click()
    page.locator("#picture[data-number$='ply=6&seat=1']").wait_for()
    assert page.url.endswith("#ply=6&seat=1")
    page.locator("#replay-seat").select_option("-1")
    page.locator("#picture[data-number$='ply=6&seat=-1']").wait_for()
    assert page.evaluate("wrong('&ply=6&seat=-1')") == ""
    page.evaluate(SWITCH, ["night", "pl"])  # the replay continues in another look
    page.locator("#picture[data-look='theme=night&lang=pl&size=wide']").wait_for()
    assert page.locator("#picture[data-number$='ply=6&seat=-1']").count() == 1
    assert page.evaluate("wrong('&ply=6&seat=-1')") == ""
    page.evaluate(SWITCH, ["day", "en"])
    page.locator("#picture[data-look='theme=day&lang=en&size=wide']").wait_for()
    requested: list[str] = []
    page.on("request", lambda request: requested.append(request.url))
    page.keyboard.press("Escape")
    page.locator("#replay").wait_for(state="hidden")
    settled(page)
    assert [url for url in requested if "scene.svg" in url] == []  # the current picture is still there
    assert page.evaluate("wrong()") == ""
    page.locator("#tool-result").click()
    rows = page.locator("#result tbody tr").evaluate_all(
        "rows => rows.map(row => [...row.cells].slice(1).map(cell => Number(cell.textContent)))"
    )
    assert [sum(column) for column in zip(*rows[:-2], strict=True)] == rows[-2]
    assert page.locator("#result .chart .line").count() == 2


# --- languages, names, devices -----------------------------------------------------------------------------


def test_language_and_theme_follow_the_device_until_set(people: People) -> None:
    page = people.come(viewport=TELEPHONE, locale="pl-PL", color_scheme="dark")
    page.get_by_role("button", name=re.compile("Zagraj teraz")).first.wait_for()
    shown = "[document.documentElement.lang, document.documentElement.dataset.theme]"
    assert page.evaluate(shown) == ["pl", "night"]
    _button(page, "EN, English").click()
    _button(page, "Day").click()
    page.reload()
    page.get_by_role("button", name=re.compile("Play now")).first.wait_for()
    assert page.evaluate(shown) == ["en", "day"]


def test_a_change_of_language_does_not_overwrite_a_name(people: People) -> None:
    page = people.come()
    page.get_by_label("Your name").fill("Ada")
    _button(page, "PL, polski").click()
    page.get_by_role("button", name="Zagraj teraz: Tower Up, z botami").wait_for()
    assert page.get_by_label("Nick").input_value() == "Ada"


def test_a_recovery_phrase_moves_a_person_to_another_device(people: People) -> None:
    old, new = people.come(), people.come()
    old.get_by_label("Your name").fill("Maria")
    _button(old, "Save name").click()
    old.get_by_text("Your name is now Maria.").wait_for()
    _button(old, "Create a new phrase").click()
    phrase = old.locator(".phrase").inner_text()
    assert len(phrase.split()) == 12
    new.get_by_label("Your recovery phrase").fill(phrase)
    _button(new, "Use this phrase").click()
    new.get_by_text("Welcome back, Maria.").wait_for()
    assert new.get_by_label("Your name").input_value() == "Maria"


def test_a_missing_table_is_explained(people: People) -> None:
    people.expected = "status of 404"
    page = people.come("/tables/nothing")
    page.get_by_role("heading", name="There is no such table").wait_for()
    page.get_by_role("link", name="Go to the home page").click()
    page.locator("[data-play]").first.wait_for()


def test_high_zoom_and_forced_colours_work(people: People) -> None:
    half = {"width": LAPTOP["width"] // 2, "height": LAPTOP["height"] // 2}  # as 200 % zoom
    page = _at_table(people, viewport=half, forced_colors="active")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert may_play(page)
    play_on([page], 1)


# The height of the smallest letters in the picture, in pixels.
SMALLEST = """() => {
  const svg = document.querySelector('#picture > svg');
  const scale = svg.getScreenCTM().a;
  const drawn = [...svg.querySelectorAll('text')].filter(text => text.getClientRects().length);
  return Math.min(...drawn.map(text => parseFloat(getComputedStyle(text).fontSize) * scale));
}"""


# Scrolls the picture by 150 pixels before each frame, and records what moves that far up or down.
FLIGHTS = """window.flights = [];
window.scrolled = 0;
const frame = requestAnimationFrame, animate = Element.prototype.animate;
window.requestAnimationFrame = work => frame(time => {
  const box = document.getElementById('picture'), before = box?.scrollTop;
  box?.scrollTo(0, before > 100 ? 0 : 150);
  if (box?.scrollTop !== before) scrolled += 1;
  work(time);
});
Element.prototype.animate = function (frames, ...more) {
  const [, down] = frames.translate?.[0].split(' ').map(parseFloat) ?? [];
  if (Math.abs(down) > 75) flights.push(this.id);
  return animate.call(this, frames, ...more);
}"""


def test_a_phone_on_its_side_has_readable_letters_and_scrolls_to_what_is_chosen(people: People) -> None:
    aside = {"width": 844, "height": 390}
    page = _at_table(people, viewport=aside, has_touch=True, is_mobile=True)
    assert page.evaluate(SMALLEST) >= 9
    seen = page.locator("#picture").bounding_box()
    page.evaluate("document.querySelector('#picture').scrollTo(0, 10_000)")
    chosen = site(page)
    assert chosen.bounding_box()["y"] < seen["y"]
    chosen.dispatch_event("click")
    page.wait_for_function(
        "() => document.querySelector('#picture [data-glow=chosen]').getBoundingClientRect().top >= 0"
    )
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_scrolling_sets_nothing_in_motion(people: People) -> None:
    """A picture is scrolled between two positions: the places on its islands do not move."""
    person = Person(people.server)
    aside = {"width": 844, "height": 390}
    page = people.come(
        f"/tables/{new_table([person], 2, title='skyrise')}", person, script=FLIGHTS, viewport=aside,
        has_touch=True, is_mobile=True, reduced_motion="no-preference",
    )  # fmt: skip
    play_on([page], 3)
    settled(page)
    page.wait_for_function("() => scrolled > 0")
    assert page.evaluate("flights.filter(id => id.startsWith('place-'))") == []


# --- safety ----------------------------------------------------------------------------------------------


def test_a_changed_shuffle_is_detected(people: People) -> None:
    page = people.come()
    options: dict[str, OptionValue] = {"objectives": "A Ż J", "starting_floors": 3, "hold": False}
    file = {"title": "tower-up", "options": options, "seed": "2a" * 32}
    promised = commitment(bytes.fromhex("2a" * 32), "tower-up", options)
    check = """async ([script, file, promised]) =>
      (await import(script)).matchesCommitment(file, promised)"""
    script = asset("verify.js")
    assert page.evaluate(check, [script, file, promised]) is True
    assert page.evaluate(check, [script, {**file, "seed": "2b" * 32}, promised]) is False
    assert page.evaluate(check, [script, {**file, "seed": None}, promised]) is False
    assert page.evaluate(check, [script, {**file, "options": {**options, "hold": True}}, promised]) is False


def test_these_checks_notice_errors(people: People) -> None:
    """An inline style and a request to another host are both detected."""
    page = people.come()
    page.evaluate("""() => {
      document.body.setAttribute('style', 'color: red');
      return fetch('http://127.0.0.2:9/').catch(() => null);
    }""")
    wanted = {"CSP: style-src", "CSP: connect-src"}
    page_until(page, lambda: wanted <= {text[: text.find("-src") + 4] for text in people.complaints})
    assert people.foreign_requests() == {"http://127.0.0.2:9/"} or people.foreign_requests() == set()
    hear(page)
    people.complaints.clear()
    people.requested.clear()


def test_the_table_page_is_small(people: People) -> None:
    """At most 100 kB of scripts and styles, gzipped, and 120 kB of fonts."""
    page = people.come("/about")
    loaded: set[str] = set()
    page.on("response", lambda answer: loaded.add(answer.url.removeprefix(people.server.url)))
    ann = Person(people.server)
    page.goto(f"{people.server.url}/tables/{new_table([ann], bots=1)}")
    settled(page)
    code = [STATIC / url.removeprefix("/static/") for url in loaded if re.search(r"\.(js|css)$", url)]
    assert len(code) >= 3
    assert sum(len(gzip.compress(file.read_bytes())) for file in code) <= 100_000
    fonts = ROOT / "src" / "rooftop" / "web" / "fonts"
    assert sum(file.stat().st_size for file in fonts.glob("*.woff2")) <= 120_000


@pytest.mark.parametrize(
    ("path", "sign"), [("/editions/skytopia", "wpis"), ("/rules/skytopia", "Spis treści")]
)
def test_a_change_of_language_translates_everything(people: People, path: str, sign: str) -> None:
    """Even if theme and language change before the first answer has arrived."""
    page = people.come(path)
    page.locator("main h1").first.wait_for()
    page.evaluate(SWITCH, ["night", "pl"])
    page.locator("main", has_text=sign).wait_for()
    polish = Person(people.server).get(f"/api{path}", lang="pl").json()
    shown = " ".join(page.inner_text("main").split())
    texts = polish.get("notes") or [section["heading"] for section in polish["sections"]]
    for text in texts:
        assert " ".join(text.replace("`", "").split()) in shown


def test_pages_have_no_inline_script_or_style(people: People) -> None:
    page = people.come(expected="status of 404")  # for an unknown invitation
    for path in ("/", "/new", "/rules/tower-up", "/editions/tower-up", "/about", "/join/x"):
        page.goto(people.server.url + path)
        page.locator(".brand").wait_for()
        assert page.locator("[style], style, script:not([src])").count() == 0, path

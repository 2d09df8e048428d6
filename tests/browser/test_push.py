"""Pushed changes in a browser: after every update the page shows exactly what the server would draw from
scratch, in every look, even if updates are lost or duplicated."""

from __future__ import annotations

from typing import Any

import pytest

from rooftop.game.title import title_ids
from rooftop.testing import SOAK
from tests.browser import moments
from tests.browser.people import LAPTOP, TELEPHONE, People, number, over, play_on, settled
from tests.browser.seated import Seated
from tests.browser.test_access import SWITCH
from tests.browser.test_together import end
from tests.server.clients import Person, new_table
from tests.waiting import page_until

# `drawn(svg)` is a picture as text, without the page's own layers and attributes. `shown` has everything that
# the page has shown, by number. `wrong` and `wrongAt` tell how they differ from the server's drawings.
WATCH = r"""(() => {
  const ours = /^(data-|tabindex$|aria-pressed$)/;
  const drawn = window.drawn = node => {
    if (node.nodeType === Node.TEXT_NODE) return node.data;
    if (node.nodeType !== Node.ELEMENT_NODE || node.matches('[data-layer]')) return '';
    const glows = node.matches('[data-glow]');
    const attributes = [...node.attributes].filter(({name}) => !ours.test(name))
      .map(({name, value}) => `${name}="${glows && name === 'role' ? 'img' : value}"`).sort();
    return `\n<${node.localName} ${attributes.join(' ')}>${[...node.childNodes].map(drawn).join('')}`;
  };
  const svg = () => document.querySelector('#picture > svg');
  const differing = (is, should) => {
    if (is === should) return '';
    const [one, other] = [is.split('\n'), should.split('\n')];
    const at = one.findIndex((line, k) => line !== other[k]);
    return `${one.length} and ${other.length} elements: ${one[at]} should be ${other[at]}`;
  };
  const fetched = async query => {
    const {look} = document.getElementById('picture').dataset;
    const answer = await fetch(`${location.pathname}/scene.svg?${look}${query}`);
    return drawn(new DOMParser().parseFromString(await answer.text(), 'image/svg+xml').documentElement);
  };
  const log = new Map();
  window.WebSocket = class extends WebSocket {
    constructor(...where) {
      super(...where);
      this.addEventListener('message', event => {
        for (const entry of JSON.parse(event.data).log ?? []) log.set(entry.number, entry);
      });
    }
  };
  // An entry of the log has a move and those that follow from it.
  const plies = entry => entry.kind === 'move' ? entry.text.split('; ').length : 0;
  const plyOf = number => [...log.values()].filter(entry => entry.number <= number)
    .reduce((sum, entry) => sum + plies(entry), 0);
  window.wrong = async (query = '') => differing(drawn(svg()), await fetched(query));
  window.wrongAt = async seat => {
    const found = [], end = [...log.values()].find(entry => entry.kind === 'end')?.number;
    for (const [number, is] of shown) {
      if (number < end && plyOf(Number(number)) === plyOf(end)) continue;  // a replay shows this ply ended
      const difference = differing(is, await fetched(`&ply=${plyOf(Number(number))}&seat=${seat}`));
      if (difference) found.push(`${number}: ${difference}`);
    }
    return found;
  };
  const shown = window.shown = new Map();
  window.mixtures = 0;  // other pictures with a number that was already shown
  addEventListener('DOMContentLoaded', () => {
    const box = document.getElementById('picture');
    new MutationObserver(() => {
      const [at, is] = [box.dataset.number, drawn(svg())];
      if (at.includes('&')) return;
      if (shown.has(at) && shown.get(at) !== is && box.dataset.look === window.lastLook) window.mixtures += 1;
      shown.set(at, is);
      window.lastLook = box.dataset.look;
    }).observe(box, {attributes: true, attributeFilter: ['data-number']});
  });
})();"""

# Updates get lost or duplicated, or an older one is repeated; `fates` counts these, and `sent` is the number
# of the last update.
DISTURB = """
window.disturbed = true;
window.seen = 0;
window.sent = 0;
window.fates = {lost: 0, twice: 0, old: 0, again: 0};
window.WebSocket = class extends WebSocket {
  addEventListener(kind, listener) {
    let older = null;
    super.addEventListener(kind, kind !== 'message' ? listener : event => {
      const frame = JSON.parse(event.data);
      if (!window.disturbed || frame.type !== 'update') return listener(event);
      [seen, sent] = [seen + 1, frame.number];
      if (seen % 4 === 3 || seen % 11 === 0) return void (fates.lost += 1);
      listener(event);
      if (seen % 3 === 0) fates.twice += 1, listener(event);
      if (seen % 5 === 0 && older) fates.old += 1, listener(older);
      older = event;
    });
  }
  send(text) {
    if (JSON.parse(text).type === 'again') fates.again += 1;
    super.send(text);
  }
};"""


def _requests(page: Any) -> list[str]:
    """Record the pictures and previews that a page requests from now on."""
    found: list[str] = []
    page.on(
        "request",
        lambda request: (
            found.append(request.url) if "scene.svg" in request.url or "/preview" in request.url else None
        ),
    )
    return found


def _up_to(page: Any, number: int) -> None:
    page.wait_for_function("number => Number(document.body.dataset.number) >= number", arg=number)
    settled(page)


@pytest.mark.parametrize("title", title_ids() if SOAK else ["tower-up"])
def test_a_game_shows_the_pictures_that_the_server_draws(people: People, title: str) -> None:
    """A person plays against a bot, and another watches on a phone. Every picture they saw is compared, in
    the first decisions, or in whole games in `make soak`."""
    ann = Person(people.server)
    table = new_table([ann], bots=1, title=title)
    page = people.come(f"/tables/{table}", ann, script=WATCH)
    watcher = people.come(
        f"/tables/{table}", script=WATCH, viewport=TELEPHONE, locale="pl-PL", color_scheme="dark"
    )
    for each in (page, watcher):
        settled(each)
    requested = [_requests(page), _requests(watcher)]
    assert play_on([page], 2000 if SOAK else 20) > 10
    if not over(page):
        end(page)
    for each, seat, seen in ((page, 0, requested[0]), (watcher, -1, requested[1])):
        each.locator("body[data-status=over]").wait_for()
        settled(each)
        assert [url for url in seen if "scene.svg" in url] == []
        assert each.evaluate("shown.size") > number(page) / 4
        assert each.evaluate("seat => wrongAt(seat)", seat) == []
        assert each.evaluate("wrong()") == ""
        assert each.evaluate("mixtures") == 0


def test_lost_and_repeated_updates_never_mix_two_pictures(people: People) -> None:
    both = [Person(people.server), Person(people.server)]
    table = new_table(both)
    good = people.come(f"/tables/{table}", both[0], script=WATCH)
    bad = people.come(f"/tables/{table}", both[0], script=WATCH + DISTURB)
    for page in (good, bad):
        settled(page)
    with Seated(both, table) as seated:
        for _ in range(24):
            last = seated.decide()
            _up_to(good, last)
            bad.wait_for_function("number => sent >= number", arg=last)
        bad.evaluate("window.disturbed = false")
        for _ in range(2):
            last = seated.decide()
            _up_to(good, last)
    for page in (good, bad):
        _up_to(page, last)
        assert page.evaluate("wrong()") == ""
        assert page.evaluate("mixtures") == 0
    shown = [dict(page.evaluate("[...shown]")) for page in (good, bad)]
    assert {at: is_ for at, is_ in shown[1].items() if shown[0][at] != is_} == {}
    assert len(shown[1]) > 10
    fates = bad.evaluate("fates")
    assert min(fates.values()) > 0, fates
    log = bad.locator("#log li").evaluate_all("all => all.map(line => Number(line.dataset.number))")
    assert log == list(range(1, last + 1))  # no gaps, no duplicates


def _at_a_plain_card(people: People) -> tuple[Any, Any]:
    """A page at its turn, and a card that asks for no colour: most markets have one."""
    for _ in range(5):
        ann = Person(people.server)
        page = moments.come(people, f"/tables/{new_table([ann], bots=1)}", ann, script=moments.LIVELY)
        page.wait_for_function("() => document.body.matches('.my-turn')")
        settled(page)
        card = page.locator("#picture .card[data-glow]").filter(has_not_text="any colour").first
        if card.count():
            return page, card
    raise AssertionError("five markets without a plain card")


def test_a_hover_asks_once(people: People) -> None:
    page, card = _at_a_plain_card(people)
    moments.stop(page)
    requested = _requests(page)
    for _ in range(2):
        card.hover()
        page.clock.run_for(1000)
        page.locator("#card.peek #card-head").wait_for()
        page_until(page, lambda: requested)
        assert ["/preview" in url for url in requested] == [True]
        page.mouse.move(640, 10)
        page.locator("#card").wait_for(state="hidden")
    card.click()  # chosen, and the preview is known
    page.locator("#card:not(.peek) #card-head").wait_for()
    page.clock.run_for(1000)
    page.evaluate("fetch('/ready')")  # an earlier request would have been recorded before
    assert len(requested) == 1


LOOKS = [
    ("night", "en", LAPTOP), ("night", "pl", LAPTOP), ("night", "pl", TELEPHONE),
    ("day", "pl", TELEPHONE), ("day", "en", LAPTOP), ("night", "en", LAPTOP),
]  # fmt: skip


def test_every_look_shows_the_right_picture(people: People) -> None:
    """Each empty board is fetched once; the choice and the log stay."""
    both = [Person(people.server), Person(people.server)]
    table = new_table(both)
    page = people.come(f"/tables/{table}", both[0], script=WATCH)
    settled(page)
    requested = _requests(page)
    with Seated(both, table) as seated:
        for _ in range(8):
            seated.decide()
        for theme, lang, viewport in LOOKS:
            _up_to(page, seated.decide())
            assert page.locator("#log li").count() == number(page)
            page.set_viewport_size(viewport)
            page.evaluate(SWITCH, [theme, lang])
            size = "narrow" if viewport == TELEPHONE else "wide"
            look = f"theme={theme}&lang={lang}&size={size}"
            page.locator(f"#picture[data-look='{look}']").wait_for()
            settled(page)
            boards = [url for url in requested if "scene.svg" in url]
            assert page.evaluate("wrong()") == ""
            assert all(url.endswith("layer=board") for url in boards)
            assert len(boards) == len(set(boards))
            for own in [url for url in requested if "layer=board" not in url]:
                requested.remove(own)  # of the comparison
        _up_to(page, seated.decide())
        assert page.locator("#log li").count() == number(page)
    assert not over(page)

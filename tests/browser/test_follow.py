"""The decisions of others are shown one after the other; what they changed stays marked until one acts."""

from __future__ import annotations

import time
from itertools import pairwise
from typing import Any

import pytest

from tests.browser.people import TELEPHONE, People, hurry, number, play_on, settled
from tests.server.clients import Person, new_table

PACE = 200  # milliseconds
# What the page shows, each time the number of its picture changes or the turn comes.
RECORD = """
window.story = [];
addEventListener('DOMContentLoaded', () => {
  const tell = () => {
    const told = {
      at: Math.round(performance.now()), shown: Number(document.getElementById('picture').dataset.number),
      mine: document.body.matches('.my-turn'),
      caption: document.querySelector('#caption:not([hidden]) p')?.innerText ?? '',
      glows: document.querySelectorAll('[data-glow]').length, title: document.title.startsWith('●'),
    };
    if (JSON.stringify({...told, at: 0}) !== JSON.stringify({...story.at(-1), at: 0})) story.push(told);
  };
  new MutationObserver(tell).observe(document.body, {attributes: true, subtree: true, childList: true});
});
window.frames_ = [];
window.WebSocket = class extends WebSocket {
  constructor(url) {
    super(url);
    this.addEventListener('message', event => {
      const frame = JSON.parse(event.data);
      if (frame.type === 'update')
        frames_.push({number: frame.number, offers: frame.offers.length, entries: frame.log.length,
          own: frame.log.some(entry => entry.seat === frame.seat),
          sources: frame.sources, scores: frame.scores});
    });
  }
};
"""
MINE = "() => document.body.matches('.my-turn')"
BEHIND = "() => document.body.matches('.following')"


def _start(people: People, pace: int = PACE, **more: Any) -> Any:
    """A game against three bots, after one's own first turn."""
    ann = Person(people.server)
    table = new_table([ann], bots=3, hold=False)
    page = people.come(f"/tables/{table}", ann, script=RECORD, pace=pace, **more)
    page.wait_for_function(MINE)
    return page


def _end_turn(page: Any) -> int:
    """Decide until it is a bot's turn. Return the number of the last own decision."""
    while True:
        settled(page)
        hurry(page)
        page.wait_for_function("() => !frames_.at(-1).own || document.body.matches('.my-turn:not(.busy)')")
        if not page.evaluate("document.body.matches('.my-turn')"):
            return int(page.evaluate("frames_.findLast(frame => frame.own).number"))


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_decisions_come_one_after_the_other_and_then_the_turn(people: People, motion: str) -> None:
    page = _start(people, reduced_motion=motion)
    own = _end_turn(page)
    page.wait_for_function(MINE)
    story = [each for each in page.evaluate("story") if each["shown"] >= own]
    steps: dict[int, int] = {}
    for each in story:
        steps.setdefault(each["shown"], each["at"])
    told = page.locator("#log li:not([hidden])").evaluate_all(
        "all => all.map(line => Number(line.dataset.number))"
    )
    steps = {n: at for n, at in steps.items() if n == own or n in told}  # one without words takes no time
    assert list(steps) == [n for n in told if n >= own]  # every decision is shown
    assert all(later - before >= PACE - 20 for before, later in pairwise(steps.values())), steps
    first = next(each for each in story if each["mine"])
    assert first["shown"] == number(page)
    assert first["at"] >= steps[number(page)] + PACE - 20  # the last one can be seen before the turn comes
    followed = [each for each in story if own < each["shown"] and not each["mine"]]
    assert all(not each["glows"] and not each["title"] for each in followed)
    assert {each["shown"] for each in followed if each["caption"]} >= set(steps) - {own}
    # Each decision had an update of its own, and they arrived long before they were shown.
    frames = [frame for frame in page.evaluate("frames_") if frame["number"] > own]
    assert [frame["entries"] for frame in frames] == [1] * len(frames)


def test_a_skip_and_the_space_bar_jump_to_now(people: People) -> None:
    page = _start(people, pace=5000)
    for by_key in (False, True):
        _end_turn(page)
        page.wait_for_function("() => frames_.at(-1).offers > 0")  # the server waits for us
        page.wait_for_function(BEHIND)
        if by_key:
            page.keyboard.press(" ")
        else:
            page.locator("#caption-skip").click()
        page.wait_for_function(MINE)
        assert number(page) == page.evaluate("frames_.at(-1).number")
        assert not page.locator("#caption").is_visible()
        settled(page)  # the next decision is sent with the newest number


def test_a_screen_reader_hears_every_decision_once_and_in_order(people: People) -> None:
    page = _start(people)
    page.evaluate(
        """() => { window.heard = [];
        const hear = line => heard.push(line.innerText);
        new MutationObserver(all => all.forEach(({addedNodes}) => addedNodes.forEach(hear)))
          .observe(document.getElementById('spoken'), {childList: true}); }"""
    )
    own = _end_turn(page)
    page.wait_for_function(MINE)
    page.wait_for_timeout(100)
    lines = page.locator("#log li").evaluate_all(
        """(all, own) => all.filter(line => Number(line.dataset.number) > own)
        .map(line => [...line.querySelectorAll('.line')].map(each => each.textContent).join(' '))""",
        own,
    )
    heard = page.evaluate("heard")
    assert [text for text in heard if text in lines] == lines
    assert heard[-1] == page.inner_text("#prompt")
    assert page.locator("#caption p").get_attribute("aria-hidden") == "true"  # or it would be heard twice


@pytest.mark.parametrize("viewport", [{"width": 1280, "height": 720}, TELEPHONE], ids=["laptop", "telephone"])
def test_changes_stay_marked_and_told_until_one_acts(people: People, viewport: dict[str, int]) -> None:
    page = _start(people, viewport=viewport)
    assert page.locator(".mark").count() == 0
    own = _end_turn(page)
    page.wait_for_function(MINE)
    settled(page)
    assert page.locator(".mark").count() > 2
    movers = set(page.locator(".mark").evaluate_all("all => all.map(mark => mark.classList[1])"))
    others = page.locator("#seats > li").evaluate_all("all => all.slice(1).map(seat => seat.classList[0])")
    assert movers
    assert movers <= set(others)
    page.locator("#since summary").click()
    told = page.locator(".since-lines li").all_inner_texts()
    assert len(told) == 3  # one line for each opponent
    log = page.locator("#log li").evaluate_all(
        """(all, own) => all.filter(line => Number(line.dataset.number) > own)
        .map(line => line.lastChild.textContent)""",
        own,
    )
    assert all(any(line.split(".")[0] in text for text in told) for line in log)
    assert "changed since your last turn" in page.inner_text(".legend")
    marks = page.locator(".mark").count()
    page.reload()  # they are still there
    page.wait_for_function(MINE)
    page.locator(".mark").first.wait_for(state="attached")
    assert page.locator(".mark").count() == marks
    play_on([page], 1)
    settled(page)
    assert page.locator(".mark").count() == 0 or not page.locator("body.my-turn").count()


def test_a_hidden_page_waits_for_nothing(people: People) -> None:
    page = _start(people, pace=10_000)
    _end_turn(page)
    page.wait_for_function(BEHIND)
    began = time.monotonic()
    page.evaluate(
        """() => { Object.defineProperty(document, 'visibilityState', {get: () => 'hidden'});
        document.dispatchEvent(new Event('visibilitychange')); }"""
    )
    page.wait_for_function(MINE)
    assert time.monotonic() - began < 8


def test_the_pace_is_a_setting(people: People) -> None:
    page = _start(people)
    page.locator("#tool-more").click()
    page.locator("#set-pace").select_option("0")
    page.reload()
    page.wait_for_function(MINE)
    page.locator("#tool-more").click()
    assert page.locator("#set-pace option:checked").inner_text() == "all at once"
    page.keyboard.press("Escape")
    page.evaluate("story.length = 0")
    _end_turn(page)
    page.wait_for_function(MINE)
    assert not any(told["caption"] for told in page.evaluate("story"))


def test_every_score_opens_by_source_also_as_if_the_game_ended_now(people: People) -> None:
    ann = Person(people.server)
    table = new_table([ann], bots=1, title="skytopia")
    page = people.come(f"/tables/{table}", ann, script=RECORD)
    page.wait_for_function(MINE)
    sources = page.evaluate("frames_[0].sources")
    scores = page.evaluate("frames_.at(-1).scores")
    assert scores[1]["forecast"]
    page.locator("#chair-1").focus()
    page.keyboard.press("Enter")
    about = page.locator("#about-1 dl.forecast")
    about.wait_for()
    named = {source for source, points in scores[1]["forecast"].items() if points}
    assert {sources[source] for source in named} <= set(about.locator("dt").all_inner_texts())
    assert about.locator("dd.sum.ended").inner_text() == str(sum(scores[1]["forecast"].values()))
    page.keyboard.press("Escape")
    page.locator("#tool-score").click()
    assert page.locator("#score table").count() == 2
    ended = page.locator("#score table").nth(1)
    assert ended.locator("caption").inner_text() == "If the game ended now"
    assert ended.locator("tbody th").all_inner_texts() == [*sources.values(), "Total"]
    totals = [str(sum(score["forecast"].values())) for score in scores]
    assert ended.locator("tr.total td").all_inner_texts() == totals

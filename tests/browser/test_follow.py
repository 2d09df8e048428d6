"""The decisions of others are shown one by one; their changes stay marked until the player acts."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import pytest

from tests.browser import moments
from tests.browser.people import LAPTOP, TELEPHONE, People, hurry, number, play_on, settled
from tests.browser.states import in_thread
from tests.server.clients import Person, Player, Server, new_table

PACE = 200  # milliseconds
# Records announcements, and what the page shows whenever its picture's number changes or the turn comes.
RECORD = """
window.story = [];
window.heard = [];
addEventListener('DOMContentLoaded', () => {
  const tell = () => {
    const told = {
      at: performance.now(), shown: Number(document.getElementById('picture').dataset.number),
      mine: document.body.matches('.my-turn'),
      caption: document.querySelector('#caption:not([hidden]) p')?.innerText ?? '',
      glows: document.querySelectorAll('[data-glow]').length, title: document.title.startsWith('●'),
    };
    if (JSON.stringify({...told, at: 0}) !== JSON.stringify({...story.at(-1), at: 0})) story.push(told);
  };
  new MutationObserver(tell).observe(document.body, {attributes: true, subtree: true, childList: true});
  const hear = line => heard.push(line.innerText);
  new MutationObserver(all => all.forEach(({addedNodes}) => addedNodes.forEach(hear)))
    .observe(document.getElementById('spoken'), {childList: true});
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
# The player's own decision came without those of bots.
ALONE = "own => frames_.some(frame => frame.number === own)"
# All bots have decided after the player's own decision.
ASKED = "own => frames_.at(-1).number > own && frames_.at(-1).offers > 0"


# --- one turn of three bots, on the page's own clock -------------------------------------------------------


async def _turn(person: Person, table: str) -> int:
    """Decide until it is a bot's turn. Return the number of the last own decision."""
    chance, last = random.Random(1), -1
    async with Player(person, table, chance).open(0) as link:
        while True:
            frame = json.loads(await link.recv())
            if frame["type"] != "update" or frame["number"] <= last:
                continue
            last = frame["number"]
            if not frame["offers"]:  # the bots may have decided too
                mine = [entry["number"] for entry in frame["log"] if entry["seat"] == frame["seat"]]
                return int(max(mine))
            move = chance.choice(frame["offers"])["move"]
            command = {"type": "play", "id": f"move {last}", "seen": last, "move": move}
            await link.send(json.dumps(command))


def _follow(page: Any, ann: Person, table: str) -> int:
    """Let the player and then all bots decide. Return the number of the player's last decision: it came
    alone, before theirs. If a slow server sends everything at once, they decide again."""
    while True:
        own = in_thread(_turn(ann, table))
        page.wait_for_function(ASKED, arg=own)
        if page.evaluate(ALONE, own):
            return own


@pytest.fixture(
    scope="module", params=[("no-preference", LAPTOP), ("reduce", TELEPHONE)], ids=["laptop", "telephone"]
)
def followed(request: pytest.FixtureRequest, chromium: Any, served: Server) -> Iterator[SimpleNamespace]:
    """The player decides against three bots, and follows their decisions until the next turn."""
    motion, viewport = request.param
    people, ann = People(chromium, served), Person(served)
    table = new_table([ann], bots=3, hold=False)
    script = RECORD + moments.LIVELY
    more = {"script": script, "pace": PACE, "reduced_motion": motion, "viewport": viewport}
    page = moments.come(people, f"/tables/{table}", ann, **more)
    page.wait_for_function(MINE)
    settled(page)
    marks = page.locator(".mark").count()
    moments.stop(page)
    page.evaluate("() => { heard.length = 0; }")
    own = _follow(page, ann, table)
    page.clock.run_for(60_000)
    page.clock.resume()
    found = page.evaluate(
        "({story, heard, frames: frames_, prompt: document.getElementById('prompt').innerText})"
    )
    yield SimpleNamespace(page=page, own=own, marks=marks, **found)
    people.leave()
    assert people.complaints == []


def test_decisions_come_one_after_the_other_and_then_the_turn(followed: SimpleNamespace) -> None:
    page, own = followed.page, followed.own
    story = [each for each in followed.story if each["shown"] >= own]
    shown: dict[int, int] = {}
    for each in story:
        shown.setdefault(each["shown"], each["at"])
    told = page.locator("#log li:not([hidden])").evaluate_all(
        "all => all.map(line => Number(line.dataset.number))"
    )
    # An update has one decision, or several if the server was slow; one without words takes no time.
    updates = [frame["number"] for frame in followed.frames if frame["number"] >= own]
    spoken = [n for before, n in pairwise(updates) if any(before < number <= n for number in told)]
    last = updates[-1]
    assert [n for n in shown if n in spoken] == spoken  # every decision is shown
    steps = [shown[n] for n in (own, *spoken)]
    assert all(later - before >= PACE for before, later in pairwise(steps)), steps
    first = next(each for each in story if each["mine"])
    assert first["shown"] == last
    assert first["at"] >= steps[-1] + PACE  # the last one is visible before the turn comes
    others = [each for each in story if own < each["shown"] and not each["mine"]]
    assert all(not each["glows"] and not each["title"] for each in others)
    assert {each["shown"] for each in others if each["caption"]} >= set(spoken)
    # All decisions arrived long before they were shown.
    entries = [frame["entries"] for frame in followed.frames if frame["number"] > own]
    assert sum(entries) == last - own


def test_a_screen_reader_hears_every_decision_once_and_in_order(followed: SimpleNamespace) -> None:
    lines = followed.page.locator("#log li").evaluate_all(
        """(all, [own, last]) => all.filter(({dataset: {number}}) => own < number && number <= last)
        .map(line => [...line.querySelectorAll('.line')].map(each => each.textContent).join(' '))""",
        [followed.own, followed.frames[-1]["number"]],
    )
    assert " ".join(lines) in " ".join(followed.heard)
    assert followed.heard[-1] == followed.prompt
    hidden = followed.page.locator("#caption p").get_attribute("aria-hidden")
    assert hidden == "true"  # otherwise it would be announced twice


def test_changes_stay_marked_and_told_until_one_acts(followed: SimpleNamespace) -> None:
    page, own = followed.page, followed.own
    assert followed.marks == 0  # before the first turn
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
    page.reload()  # the marks are still there
    page.wait_for_function(MINE)
    page.locator(".mark").first.wait_for(state="attached")
    assert page.locator(".mark").count() == marks
    moments.stop(page)  # otherwise the bots would decide
    play_on([page], 1)
    page.clock.run_for(PACE / 2)
    assert page.locator(".mark").count() == 0


# --- skipping ahead ----------------------------------------------------------------------------------------


# A bot has decided after this many frames.
ANSWERED = "before => frames_.slice(before).some(frame => frame.entries && !frame.own)"


def _end_turn(page: Any) -> None:
    """Decide on the page until a bot decides."""
    before = page.evaluate("frames_.length")
    while not page.evaluate(ANSWERED, before):
        settled(page)
        hurry(page)
        page.wait_for_function(
            f"before => ({ANSWERED})(before) || document.body.matches('.my-turn:not(.busy)')", arg=before
        )


def test_a_skip_the_space_bar_and_a_hidden_page_jump_to_now(people: People) -> None:
    ann = Person(people.server)
    table = new_table([ann], bots=3, hold=False)
    page = moments.come(people, f"/tables/{table}", ann, script=RECORD + moments.LIVELY, pace=PACE)
    page.wait_for_function(MINE)
    moments.stop(page)
    for way in ("click", "key", "hide"):
        _follow(page, ann, table)
        page.clock.run_for(PACE)
        assert page.evaluate(BEHIND)
        if way == "click":
            page.locator("#caption-skip").click()
        elif way == "key":
            page.keyboard.press(" ")
        else:
            page.evaluate(
                """() => { Object.defineProperty(document, 'visibilityState', {get: () => 'hidden'});
                document.dispatchEvent(new Event('visibilitychange')); }"""
            )
        page.wait_for_function(MINE)
        assert number(page) == page.evaluate("frames_.at(-1).number")
        assert not page.locator("#caption").is_visible()
    page.clock.resume()
    settled(page)
    hurry(page)  # the next decision is sent with the newest number


def test_the_pace_is_a_setting(people: People) -> None:
    ann = Person(people.server)
    page = people.come(f"/tables/{new_table([ann], bots=3, hold=False)}", ann, script=RECORD, pace=PACE)
    page.wait_for_function(MINE)
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

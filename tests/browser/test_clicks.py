"""The number of clicks for a decision, from its prompt until it is made."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle
from typing import Any

import pytest

from rooftop.game.title import title
from tests.browser.people import People, may_play, number, over, past
from tests.server.clients import Person, new_table
from tests.waiting import page_until

# Records the moves that the page sends.
LISTEN = """window.played = [];
window.clicks = 0;
window.WebSocket = class extends WebSocket {
  send(text) {
    const command = JSON.parse(text);
    if (command.type === 'play') played.push(command.move);
    super.send(text);
  }
};"""
# Records the frames that the page has handled.
HEAR = """window.heard = [];
window.WebSocket = class extends WebSocket {
  constructor(...given) {
    super(...given);
    this.addEventListener('message', event => setTimeout(() => heard.push(JSON.parse(event.data))));
  }
};"""
# One click as a player would make it, until `count` moves were sent. `wanted` are prefixes of ids, the most
# wanted first. Returns whether the moves were sent.
CLICK = """([wanted, count]) => {
  const [card, confirm] = [document.getElementById('card'), document.getElementById('confirm')];
  if (played.length === count || card.ariaBusy === 'true') return played.length === count;
  const things = [...document.querySelectorAll('#picture [data-glow=yes]')];
  const best = wanted.flatMap(id => things.filter(thing => thing.id.startsWith(id)));
  const next = card.querySelector('.way') ?? best[0] ?? things[0];
  if (confirm?.checkVisibility()) confirm.click();
  else if (next) next.dispatchEvent(new MouseEvent('click', {bubbles: true}));
  else document.querySelector('#actions [data-take]:not(:disabled)').click();
  clicks += 1;
}"""

# The player's aims, decision by decision, the kinds of moves that must occur, and the maximum number of
# clicks for each kind.
GAMES: dict[str, tuple[list[list[str]], dict[str, int]]] = {
    # a card and the end of the turn: 2; a building and its roof: 3
    "tower-up": ([["site-"], ["card-"], ["site-"]], {"card": 1, "build": 2, "roof": 1, "end": 1}),
    "skyrise": ([["structure-"], ["pass"]], {"bid": 2, "pass": 1}),
    # with the end of the turn: 3
    "skytopia": ([["card-"]], {"assign": 2, "end": 1}),
    # a card and its lot: 2; a skyscraper and its squares: 3
    "new-york-1901": ([["tile-", "card-", "lot-", "square-"]], {"card": 1, "lot": 1, "tile": 1, "end": 1}),
}
OTHERS = 2  # maximum for a move of any other kind


@pytest.mark.parametrize("name", GAMES)
def test_a_decision_takes_as_few_clicks_as_it_can(people: People, name: str) -> None:
    wishes, limits = GAMES[name]
    ann = Person(people.server)
    options: dict[str, Any] = title(name).first_game
    table = new_table([ann], bots=1, title=name, **options)
    page = people.come(f"/tables/{table}", ann, script=LISTEN)
    clicks: dict[str, list[int]] = {kind: [] for kind in limits}
    for move, count in _decisions(page, cycle(wishes)):
        clicks.setdefault(move.split()[0], []).append(count)
        if sum(map(len, clicks.values())) >= 10 and all(clicks.values()):
            break
    assert all(clicks[kind] for kind in limits), clicks
    assert {
        kind: max(counts) for kind, counts in clicks.items() if max(counts) > limits.get(kind, OTHERS)
    } == {}


def _decisions(page: Any, wishes: Iterator[list[str]]) -> Iterator[tuple[str, int]]:
    """Play, and yield every move with its number of clicks."""
    page.wait_for_function("() => document.body.dataset.status === 'playing'")
    made = 0
    while page_until(page, lambda: over(page) or may_play(page)) and not over(page):
        before, made = number(page), made + 1
        page.evaluate("() => { clicks = 0; }")
        page.wait_for_function(CLICK, arg=[next(wishes), made])
        past(page, before)
        yield page.evaluate("played.at(-1)"), page.evaluate("clicks")


def test_a_click_counts_although_the_table_changes_while_the_button_is_down(people: People) -> None:
    ann, bob = Person(people.server), Person(people.server)
    order = {"title": "tower-up", "players": 2, "seats": ["me", "open"]}
    table = ann.post("/api/tables", order).json()["table"]
    for person in (ann, bob):
        person.post(f"/api/tables/{table}/sit", {"nonce": "x"})
    page = people.come(f"/tables/{table}", ann, script=HEAR)
    page.locator("#start").hover()
    page.mouse.down()
    bob.post(f"/api/tables/{table}/ready", {"ready": True})
    page.wait_for_function("() => heard.some(frame => frame.ready?.[1])")
    page.mouse.up()
    page.wait_for_function("() => document.body.dataset.status === 'playing'")

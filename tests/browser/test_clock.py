"""Clocks on the page: two people, a countdown, a server that is killed in between, and a bot that steps in.
Also a secret choice made ahead, which nobody else can notice."""

from __future__ import annotations

import json
import random
from functools import partial
from typing import Any

import sqlalchemy as sa

from rooftop.server.settings import database_url
from rooftop.server.store import schema
from tests.browser import moments
from tests.browser.hands import POINT
from tests.browser.people import hurry, past, settled
from tests.browser.states import in_thread
from tests.server.clients import Person, Player, Server, new_table
from tests.waiting import page_until

# The seconds on a seat's clock; -1 if it shows none.
SHOWN = """seat => {
  const parts = document.querySelector(`[data-clock="${seat}"]`)?.textContent.split(':').map(Number);
  return parts?.length > 1 ? parts.reduce((sum, part) => 60 * sum + part) : -1;
}"""
HOUR = 3600


def shown(page: Any, seat: int) -> int:
    return int(page.evaluate(SHOWN, seat))


def below(page: Any, seat: int, seconds: int) -> None:
    """Wait until a clock shows less than this."""
    page.wait_for_function(
        f"([seat, n]) => {{ const s = ({SHOWN})(seat); return s >= 0 && s < n; }}", arg=[seat, seconds]
    )


def forward(page: Any, seat: int) -> bool:
    """Advance a page by two minutes. Return whether a clock shows it: the next message of the server resets
    it."""
    page.clock.fast_forward(120_000)
    return 0 <= shown(page, seat) < 2900


def replaced(pages: list[Any]) -> Any:
    """Wait until a bot plays for somebody and has ended their turn. Return their page."""
    mine = page_until(
        pages[0], lambda: next((page for page in pages if page.locator("#return").count()), None)
    )
    # From the end of the bot's turn on, the button stays in place.
    mine.wait_for_function("() => !document.querySelector('#seats .replaced.turn')")
    return mine


def time_passes(server: Server, down: float, thought: dict[str, float]) -> None:
    """Make a killed server have been down for some seconds: everything that it stored gets older. Before
    that, somebody has been thinking for some seconds at these tables."""
    engine = sa.create_engine(database_url(server.database))
    table, key_value = schema.game_table, schema.key_value
    with engine.begin() as connection:
        connection.execute(
            table.update().values(deadline=table.c.deadline - down, changed=table.c.changed - down)
        )
        for name, seconds in thought.items():
            slow = table.update().where(table.c.id == name)
            assert connection.execute(slow.values(deadline=table.c.deadline - seconds)).rowcount == 1
        (alive,) = connection.execute(sa.select(key_value.c.value).where(key_value.c.key == "alive")).one()
        connection.execute(
            key_value.update().where(key_value.c.key == "alive").values(value=str(float(alive) - down))
        )
    engine.dispose()


def test_a_countdown_survives_a_kill_and_a_bot_steps_in_until_its_owner_returns(people, served):
    people.expected = "WebSocket|ERR_CONNECTION|Failed to load resource"  # while the server is down
    ann, bob = Person(served), Person(served)
    table = new_table([ann, bob], time="live 3000+15")
    hasty = new_table([ann, bob], time="live 300+0", timeout="bot:novice")
    pages = [moments.come(people, f"/tables/{table}", who, moments.LIVELY) for who in (ann, bob)]
    for page in pages:
        settled(page)
    first = 0 if pages[0].locator("body.my-turn").count() else 1
    for page in pages:
        page_until(page, partial(forward, page, first))
        assert shown(page, 1 - first) == 3000
    served.kill()
    time_passes(served, HOUR, {table: 1500, hasty: 1500})
    for page in pages:
        page.locator("#connection[data-state=reconnecting]").wait_for()
    served.start()
    for page in pages:
        page.locator("#connection[data-state=connected]").wait_for(state="attached")
        settled(page)
        # The hour is not charged, the thinking time is; a killed server may refund the seconds since its last
        # heartbeat.
        below(page, first, 1600)
        assert shown(page, first) > 500

    for page in pages:
        page.goto(f"{served.url}/tables/{hasty}")
    mine = replaced(pages)
    assert "Your time was up; a bot is playing for you." in mine.inner_text("#prompt")
    for page in pages:
        page.wait_for_function(
            "said => document.querySelector('#log').textContent.includes(said)",
            arg="Your time was up; a bot decides for you (novice)."
            if page is mine
            else "'s time was up; a bot decides for them (novice).",
        )
    mine.locator("#return").click()
    for page in pages:
        page.wait_for_function("() => document.querySelector('#log').textContent.includes('is back.')")
    mine.locator("#return").wait_for(state="detached")
    # A minute, so that the next timeout does not follow at once.
    assert shown(mine, int(mine.locator("body").get_attribute("data-seat"))) > 0


async def to_the_wonders(people: list[Person], table: str) -> int:
    """Play Skyrise at random until several seats may choose. Return the seat whose turn it is."""
    chance = random.Random(3)
    links = [await Player(person, table, chance).open(0) for person in people]
    try:
        for number in range(200):
            frames = []
            for link in links:
                while (frame := json.loads(await link.recv()))["type"] != "update" or frame[
                    "number"
                ] < number:
                    continue
                frames.append(frame)
            acting = int(frames[0]["to_act"])
            if all(frame["offers"] for frame in frames):
                return acting
            move = chance.choice(frames[acting]["offers"])["move"]
            command = {"type": "play", "id": f"move {number}", "seen": number, "move": move}
            await links[acting].send(json.dumps(command))
        raise AssertionError("nobody chooses wonder cards")
    finally:
        for link in links:
            await link.close()


# How much has been chosen ahead, and whether the page asks to confirm a choice.
CHOSEN = "() => document.querySelectorAll('#decided p').length"
ASKED = "() => document.getElementById('confirm')?.checkVisibility() ?? false"
# The page's last announcement is what to decide, and the changes are marked.
RESTS = """() => {
  const [said, prompt] = ['#spoken p:last-child', '#prompt'].map(where => document.querySelector(where));
  return document.querySelector('#picture [data-layer=marks]') && said?.textContent === prompt.textContent;
}"""
# Everything that a page shows or announces, except the clocks.
SEEN = """() => [document.title, document.getElementById('picture').innerHTML,
  ...['prompt', 'since', 'caption', 'log', 'spoken', 'dock', 'seats'].map(
    id => document.getElementById(id).textContent)]
  .join('|').replace(/\\d+:\\d\\d/g, '')"""


def test_a_wonder_card_is_chosen_ahead_by_clicks_and_the_other_page_sees_nothing(people, served):
    both = [Person(served), Person(served)]
    table = new_table(both, title="skyrise")
    acting = in_thread(to_the_wonders(both, table))
    asked: list[str] = []
    told: list[str] = []

    def listen(line: Any) -> None:
        line.on("framesent", lambda frame: asked.append(json.loads(frame)["type"]))
        line.on("framereceived", lambda frame: told.append(json.loads(frame)["type"]))

    other = people.come("/about", both[acting])
    other.on("websocket", listen)
    other.goto(f"{served.url}/tables/{table}")
    mine = people.come(f"/tables/{table}", both[1 - acting])
    for page in (other, mine):
        settled(page)
        page.locator("body.my-turn").wait_for()
    other.wait_for_function(
        "() => document.querySelector('#seats li') && !document.querySelector('#seats .gone')"
    )
    other.wait_for_function(RESTS)
    already = len(told)
    before, number = other.evaluate(SEEN), mine.get_attribute("body", "data-number")
    while mine.evaluate("document.body.matches('.my-turn')"):
        chosen = mine.evaluate(CHOSEN)
        card = mine.locator("#picture [data-glow=yes]").first.get_attribute("id")
        point = mine.evaluate(POINT, card)
        mine.mouse.click(point["x"], point["y"])
        mine.wait_for_function(f"before => ({CHOSEN})() > before || ({ASKED})()", arg=chosen)
        if mine.evaluate(ASKED):
            mine.locator("#confirm").click()
        mine.wait_for_function(
            f"before => ({CHOSEN})() > before && !document.body.matches('.busy')", arg=chosen
        )
    assert mine.inner_text("#prompt").startswith("Your choice stays secret until everyone has chosen.")
    assert mine.get_attribute("body", "data-number") == number
    # The pong to a ping sent now arrives after everything that this choice has caused.
    pings = asked.count("ping")
    other.evaluate("dispatchEvent(new Event('online'))")
    page_until(other, lambda: pings < asked.count("ping") <= told.count("pong"))
    assert set(told[already:]) == {"pong"}
    assert other.evaluate(SEEN) == before
    # When the turn comes, the choice is played.
    while other.evaluate("document.body.matches('.my-turn')"):
        hurry(other)
        settled(other)
    for page in (mine, other):
        past(page, int(number) + 1)
    mine.locator("#decided").wait_for(state="hidden")

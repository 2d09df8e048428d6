"""All states of all pages, for accessibility checks and screenshots."""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sa

from rooftop.arena.review import Budget, Review, review
from rooftop.game.title import title_ids
from rooftop.server.admin import announce
from rooftop.server.settings import database_url
from rooftop.server.store import schema
from tests.browser.people import People, Wire, settled
from tests.server.clients import Person, Player, Server, new_table, replayed

TITLE = "tower-up"  # shown in all states, other titles only in a few
OTHERS = tuple(name for name in title_ids() if name != TITLE)


class State(NamedTuple):
    name: str
    page: Any
    arrange: Callable[[], None]  # brings the page into this state, also after a change of language or theme


def states(people: People, **context: Any) -> Iterator[State]:
    """Yield the states. A page stays in its state until the next one is requested."""
    server = people.server
    yield _reading(people, "home", "/", "[data-play]", **context)
    yield _home_again(people, server, **context)
    missing = {"expected": "status of 404", **context}
    yield _reading(people, "missing", "/no/such/page", "main h1", **missing)
    yield _new_game(people, **context)
    yield _reading(people, "rules", f"/rules/{TITLE}", "#rules h2", **context)
    yield _reading(people, "edition", f"/editions/{TITLE}", "#edition details", **context)
    yield _reading(people, "about", "/about", "main h2", **context)
    yield _settings(people, server, **context)
    yield _reading(people, "unsubscribe", "/unsubscribe/x", "#stop-button", **context)
    yield _reading(people, "confirm", "/confirm#x", "#confirm:visible", **context)
    yield from _friends(people, server, **context)
    yield from _table(people, server, **context)
    yield from _practice(people, server, **context)
    yield from _ended(people, server, **context)


def other_titles(people: People, **context: Any) -> Iterator[State]:
    """Yield the tables, rules and editions of the other titles."""
    for title in OTHERS:
        everyone = [Person(people.server) for _ in range(3)]
        for person, name in zip(everyone, ("Ada", "Zygmunt", "Kim"), strict=True):
            person.post("/api/me", {"name": name})
        table = new_table(everyone, title=title)
        acting = in_thread(_some_moves(everyone, table, 60))
        page = people.come(f"/tables/{table}", everyone[acting], **context)
        yield State(f"{title}-my-turn", page, partial(settled, page))
        yield State(f"{title}-chosen", page, partial(_choose, page))
        yield State(f"{title}-points", page, partial(_open, page, "score"))
        finished, everyone = played_out(people.server, 3, title)
        page = people.come(f"/tables/{finished}", everyone[0], **context)
        yield State(f"{title}-ended", page, page.locator("#result .chart").wait_for)
        yield _reading(people, f"{title}-rules", f"/rules/{title}", "#rules h2", **context)
        yield _reading(people, f"{title}-edition", f"/editions/{title}", "#edition details", **context)
        yield _reading(people, f"{title}-new", f"/new?title={title}", "#options *", **context)


# Click a card whose move cannot be undone, so that the page asks; else the first thing that glows.
CHOOSE = """async () => {
  let chosen = document.querySelector('#picture [data-glow=yes]');
  for (const card of document.querySelectorAll('#picture .card[data-glow=yes]')) {
    const move = `card ${Number(card.id.split('-')[1]) + 1}`;
    const answer = await fetch(`/api${location.pathname}/preview?move=${move}`);
    if (answer.ok && (await answer.json()).asks) chosen = card;
  }
  chosen.dispatchEvent(new MouseEvent('click', {bubbles: true}));
}"""


def _choose(page: Any) -> None:
    settled(page)
    page.keyboard.press("Escape")
    page.evaluate(CHOOSE)
    page.locator("#confirm, .way, .card-some").first.wait_for()


def _open(page: Any, name: str) -> None:
    settled(page)
    if page.locator(f"#tool-{name}[aria-expanded=true]").count() == 0:
        page.locator(f"#tool-{name}").click()
    if name == "rules":
        page.locator("#clauses article").first.wait_for()


def _reading(people: People, name: str, path: str, sign: str, **context: Any) -> State:
    page = people.come(path, **context)
    return State(name, page, lambda: page.locator(sign).first.wait_for())


def _new_game(people: People, **context: Any) -> State:
    """The form for a new game with clocks."""
    page = people.come(f"/new?title={TITLE}", **context)

    def choose() -> None:
        page.locator("#option-objectives, #options input").first.wait_for()
        page.locator("#time").select_option("live 600+15")
        page.locator("#timeout").wait_for()

    return State("new-game", page, choose)


def _home_again(people: People, server: Server, **context: Any) -> State:
    """The home page of somebody who has a game, while another game waits for players."""
    ann, zoe = Person(server), Person(server)
    zoe.post("/api/me", {"name": "Zoe"})
    new_table([ann], bots=2)
    seats = {"seats": ["me", "open"], "visibility": "public"}
    table = zoe.post("/api/tables", {"title": TITLE, "players": 2, **seats}).json()["table"]
    zoe.post(f"/api/tables/{table}/sit", {"nonce": "x"})
    return _reading(people, "home-again", "/", f"#running a, #join-{table}", who=ann, **context)


def _settings(people: People, server: Server, **context: Any) -> State:
    """The settings of somebody who is waiting for a confirmation e-mail."""
    ann = Person(server)
    ann.post("/api/me/email", {"address": "ada@example.org"})
    ann.post("/api/me/notifications", {"channel": "email", "kinds": ["turn"], "when": "daily"})
    return _reading(people, "settings", "/settings", "#push-on:visible, #push em", who=ann, **context)


def _friends(people: People, server: Server, **context: Any) -> Iterator[State]:
    """A host's invitation; a friend who opens the link, and another one with an invalid link."""
    page = people.come(**context)
    page.locator("#friends-tower-up").click()
    page.locator("#lobby .qr").wait_for()
    yield State("lobby", page, lambda: page.locator("#lobby .qr").wait_for())
    link = page.locator("#invitation").input_value().removeprefix(server.url)
    friend = people.come(link, **context)

    def choose_colour() -> None:
        friend.locator("#take:visible, #join-people:not(:empty)").nth(1).wait_for()
        if friend.locator("#join-colours details[open]").count() == 0:
            friend.locator("#join-colours summary").click()

    yield State("invitation", friend, choose_colour)
    lost = people.come(f"{link}x", expected="status of 404", **context)
    yield State("wrong-invitation", lost, lambda: lost.locator("#to-home").wait_for())

    friend.locator("#take").click()
    friend.locator("#ready-no").wait_for()
    yield State("lobby-guest", friend, lambda: friend.locator("#ready-no").wait_for())

    def change_facts() -> None:
        page.locator("#remove-person-1, #remove-no").wait_for()
        if page.locator("#remove-no").count() == 0:
            page.locator("#remove-person-1").click()
        if page.locator("#facts[open]").count() == 0:
            page.locator("#facts-summary").click()
        page.locator("#facts-time:visible").wait_for()

    yield State("lobby-host", page, change_facts)
    page.locator("#remove-no").click()

    def admit_bot() -> None:
        page.wait_for_function("() => document.body.dataset.words === document.documentElement.lang")
        page.locator("#program-summary").wait_for()
        if page.locator("#program-token").count() == 0:
            page.locator("#program-summary").click()
            page.locator("#program-name").fill("Climber")
            page.locator("#program-admit").click()
        page.locator("#program-token:visible").wait_for()

    yield State("own-bot", page, admit_bot)
    page.locator("#close-table").click()
    page.locator("#close-yes").click()
    yield State("closed-lobby", page, lambda: page.locator("#lobby a[href='/']").wait_for())


def _table(people: People, server: Server, **context: Any) -> Iterator[State]:
    """Three people at a table: one to act, one waiting, one who has left."""
    everyone = [Person(server) for _ in range(3)]
    for person, name in zip(everyone, ("Ada", "Zygmunt", "Kim"), strict=True):
        person.post("/api/me", {"name": name})
    table = new_table(everyone, time="live 3600+30")
    turn = in_thread(_some_moves(everyone, table, 26))
    *both, third = (everyone[(turn + k) % 3] for k in range(3))
    in_thread(_leave(third, table))
    wire = Wire(server)
    hosts = [wire.host, wire.host]
    pages = [
        people.come(f"/tables/{table}", who, host, **context) for who, host in zip(both, hosts, strict=True)
    ]
    for page in pages:
        settled(page)
    acting = pages[0] if pages[0].locator("body.my-turn").count() else pages[1]
    waiting = pages[1] if acting is pages[0] else pages[0]

    def at_rest(page: Any) -> None:
        page.locator("#connection[data-state=connected]").wait_for(state="attached")
        settled(page)

    yield State("others-turn", waiting, lambda: at_rest(waiting))
    yield State("my-turn", acting, lambda: at_rest(acting))

    def choose() -> None:
        at_rest(acting)
        _choose(acting)

    yield State("chosen-not-confirmed", acting, choose)

    def refuse() -> None:
        at_rest(acting)
        acting.evaluate("document.activeElement.blur()")
        acting.keyboard.press("Escape")
        acting.keyboard.press("Escape")
        acting.locator("#picture .target:not([data-glow])").first.dispatch_event("click")
        acting.locator("#info .not-now").wait_for()

    yield State("refused", acting, refuse)

    def part(name: str) -> Callable[[], None]:
        def show() -> None:
            at_rest(acting)
            _open(acting, name)

        return show

    for name in ("moves", "log", "score", "rules", "more"):
        yield State(f"column-{name}", acting, part(name))
    acting.keyboard.press("Escape")
    people.expected = "WebSocket connection|net::ERR_"
    wire.cut()
    yield State(
        "disconnected", acting, lambda: acting.locator("#connection[data-state=reconnecting]").wait_for()
    )
    for page in pages:
        page.context.close()
        people.contexts.remove(page.context)
    wire.close()
    people.expected = ""


def _practice(people: People, server: Server, **context: Any) -> Iterator[State]:
    """One person against bots: the level of a bot can be changed, with an announcement of the server's host;
    another bot is thinking."""
    _announce(server, {"en": "Restart at 20:00", "pl": "Restart o 20:00"}, time.time() + 3600)
    person = Person(server)
    person.post("/api/me", {"name": "Zygmunt"})
    page = people.come(f"/tables/{new_table([person], 2)}", person, **context)

    def open_bot() -> None:
        page.locator("body.my-turn").wait_for()
        settled(page)
        if page.locator("#level-1:visible").count() == 0:
            page.locator("#chair-1").click()
        page.locator("#level-1").wait_for()
        page.locator("#announcement").wait_for()

    try:
        yield State("change-level", page, open_bot)
    finally:
        _announce(server, {}, 0)

    def ask() -> None:
        page.locator("body.my-turn").wait_for()
        settled(page)
        page.keyboard.press("Escape")
        page.locator("#suggest").click()
        page.locator("#suggestions [data-move]").first.wait_for()

    yield State("suggestions", page, ask)
    # Bots wait while no player is at the table, so with only spectators the bot to act keeps thinking.
    seats = ["bot:master", "bot:builder", "me"]
    created = person.post("/api/tables", {"title": TITLE, "players": 3, "seats": seats}).json()
    person.post(f"/api/tables/{created['table']}/sit", {"nonce": "x"})
    watching = people.come(f"/tables/{created['table']}", **context)

    def thinking() -> None:
        watching.locator(".thinking .dots").wait_for()
        settled(watching)

    yield State("bot-thinks", watching, thinking)


async def _leave(person: Person, table: str) -> None:
    """Leave a game permanently."""
    link = await Player(person, table, random.Random(1)).open(0)
    while (frame := json.loads(await link.recv()))["type"] != "update":
        continue
    await link.send(json.dumps({"type": "leave", "id": "leave", "seen": frame["number"]}))
    while json.loads(await link.recv())["type"] != "done":
        continue
    await link.close()


def _announce(server: Server, texts: dict[str, str], until: float) -> None:
    """Set or remove the announcement, for which the server polls every two seconds."""
    engine = sa.create_engine(database_url(server.database))
    with engine.begin() as connection:
        announce(connection, texts, until)
    engine.dispose()


def in_thread(work: Coroutine[Any, Any, Any]) -> Any:
    """Run a coroutine in another thread: Playwright occupies the event loop of this one."""
    with ThreadPoolExecutor(1) as other:
        return other.submit(asyncio.run, work).result()


async def _some_moves(both: list[Person], table: str, decisions: int) -> int:
    """Play the first decisions of a game; the players prefer to build. Return the seat to act."""
    chance = random.Random(7)
    players = [Player(person, table, chance) for person in both]
    links = [await player.open(0) for player in players]
    try:
        for number in range(decisions + 12):
            frames = []
            for link in links:
                while (frame := json.loads(await link.recv()))["type"] != "update" or frame[
                    "number"
                ] < number:
                    continue
                frames.append(frame)
            acting = next(seat for seat, frame in enumerate(frames) if frame["offers"])
            offers = frames[acting]["offers"]
            if number >= decisions and any(
                offer["move"].startswith(("card", "bid", "assign")) for offer in offers
            ):
                return acting
            building = [offer for offer in offers if offer["move"].startswith(("build", "end"))]
            move = chance.choice(building or offers)["move"]
            command = {"type": "play", "id": f"move {number}", "seen": number, "move": move}
            await links[acting].send(json.dumps(command))
        raise AssertionError("no turn started")
    finally:
        for link in links:
            await link.close()


def played_out(server: Server, players: int = 2, title: str = TITLE) -> tuple[str, list[Person]]:
    """Play a game to its end. Return the table and its players."""
    everyone = [Person(server) for _ in range(players)]
    for person, name in zip(everyone, ("Ada", "Zygmunt", "Kim", "Zoe"), strict=False):
        person.post("/api/me", {"name": name})
    table = new_table(everyone, title=title)
    play_out(table, everyone)
    return table, everyone


def store_review(server: Server, table: str) -> Review:
    """Store a review of a finished game, without the minute that bots would need."""
    found = review(replayed(server.database, table), Budget(None, 8))
    engine = sa.create_engine(database_url(server.database))
    with engine.begin() as database:
        row = {"table_id": table, "asked": 0.0, "body": msgspec.json.encode(found).decode()}
        database.execute(schema.review.insert().values(row))
    engine.dispose()
    return found


def play_out(table: str, everyone: list[Person]) -> None:
    """Play a game to its end, without pages."""
    seated = [Player(person, table, random.Random(seat)) for seat, person in enumerate(everyone)]
    for player in seated:
        player.undo = 0

    async def play() -> None:
        up = asyncio.Event()
        up.set()
        await asyncio.gather(*(player.play(up) for player in seated))

    in_thread(play())


def _ended(people: People, server: Server, **context: Any) -> Iterator[State]:
    """A finished game, and what is stored about it."""
    table, everyone = played_out(server)
    page = people.come(f"/tables/{table}", everyone[0], **context)
    yield State("ended", page, lambda: page.locator("#result .chart").wait_for())
    store_review(server, table)

    def open_review() -> None:
        _open(page, "review")
        page.locator("#review-chart").wait_for()

    yield State("review", page, open_review)

    def open_costly() -> None:
        if page.locator("#replay-leave").count():
            page.locator("#replay-leave").click()
        open_review()
        page.locator(".review-line").last.click()
        page.locator("#replay-words").wait_for()

    yield State("review-replay", page, open_costly)
    new_table(everyone)
    yield _reading(people, "games", "/games", ".history", who=everyone[0], **context)
    page = people.come("/profile", everyone[0], **context)
    page.locator("#delete").click()
    yield State("profile", page, lambda: page.locator(".bars").first.wait_for())
    yield _reading(people, "leaders", "/leaders", "#leaders p", **context)

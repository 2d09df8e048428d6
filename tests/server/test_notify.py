"""Messages to people who are away: stored with the move, delivered at least once, no more than wanted."""

import asyncio
import contextlib
import json
import re
import time
from email.utils import parseaddr

import httpx
import pytest
import sqlalchemy as sa

from rooftop.errors import OptionError
from rooftop.game.knowledge import SPECTATOR
from rooftop.server import auth
from rooftop.server.bots import BotPool
from rooftop.server.library import Library
from rooftop.server.notify import delivery as delivering
from rooftop.server.notify import letters, mail, outbox
from rooftop.server.notify.channels import Channels, open_channels
from rooftop.server.notify.delivery import Delivery, email_values
from rooftop.server.notify.letters import Letter
from rooftop.server.notify.push import subscription_id
from rooftop.server.notify.requests import Requests
from rooftop.server.notify.webhook import form
from rooftop.server.painting.jobs import Look
from rooftop.server.protocol import NewTable, Say, Subscription, SubscriptionKeys
from rooftop.server.settings import Settings, database_url
from rooftop.server.store import schema
from rooftop.server.store.store import ConflictError, Store
from rooftop.server.tables import gathering
from rooftop.server.tables.client import Client
from rooftop.server.tables.commands import End, Play, Undo
from rooftop.server.tables.registry import Registry
from rooftop.server.tables.state import LogEntry
from tests.server.clients import LIGHT, PLAIN, Person, Server
from tests.server.receivers import HOST, Browser, Endpoint, MailServer, certificate
from tests.server.serving import create_app, serving
from tests.waiting import LIMIT, eventually

SITE = "https://rooftop.example"
FROM = "Rooftop <games@rooftop.example>"


@pytest.fixture(scope="module")
def pem(tmp_path_factory):
    return certificate(tmp_path_factory.mktemp("tls"), HOST)


@pytest.fixture(autouse=True)
def trusted(pem, monkeypatch):
    monkeypatch.setenv("SSL_CERT_FILE", str(pem))
    monkeypatch.setattr(mail, "SECONDS", LIMIT)  # a mail server on a busy machine is not broken


class World:
    """Two people at a table, the outbox, and a clock that only the test moves."""

    def __init__(self, store, mail, endpoint, options=None):
        self.store, self.mail, self.endpoint = store, mail, endpoint
        self.registry = Registry(store, BotPool(), 0.0, Library())
        self.time = 1_800_000_000.0
        self.registry.now = lambda: self.time
        self.here = set()

    async def open(self):
        settings = Settings(
            public_url=SITE,
            smtp_url=self.mail.url,
            mail_from=FROM,
            vapid_contact="mailto:host@rooftop.example",
            webhooks=True,
            message_hosts=(self.endpoint.listed,),
        )
        outgoing = Requests(settings.message_hosts, seconds=LIMIT)
        self.channels = await open_channels(settings, self.store, outgoing)

        async def is_here(table, who):
            return (table, who) in self.here

        self.delivery = Delivery(self.store, self.channels, is_here, lambda: self.time)
        self.ann, self.bob = [await self.person(name) for name in ("Ann", "Bob")]
        self.table = await self.sit("live")
        return self

    async def person(self, name, language="en"):
        who, _ = await self.store.write(lambda connection: auth.create(connection, language))
        await self.store.write(lambda connection: auth.rename(connection, who.id, name))
        return auth.Identity(who.id, name, language)

    async def sit(self, pace, title="tower-up", seats=("me", "open"), time="none"):
        order = NewTable(title, len(seats), list(seats), time="days 1" if pace == "day" else time)
        table_id = (await self.registry.create(self.ann, order)).table
        for who in (self.ann, self.bob)[: sum(not seat.startswith("bot") for seat in seats)]:
            await self.registry.sit(who, table_id, who.name)
        await gathering.start(self.registry, self.ann, table_id)
        return await self.registry.table(table_id)

    async def wish(self, who, channel, *kinds, when="now"):
        def write(connection):
            for kind in kinds:
                row = {"identity": who.id, "kind": kind, "channel": channel, "when": when}
                connection.execute(schema.wish.insert().values(row))
            if channel == "email":
                address = f"{who.name.lower()}@example.org"
                values = email_values(self.channels.key, who.id, address, self.time) | {"confirmed": 1.0}
                connection.execute(schema.email.insert().values(identity=who.id, **values))
            if channel == "webhook":
                values = {"url": self.endpoint.url(), "style": "slack", "created": 1.0}
                connection.execute(schema.webhook.insert().values(identity=who.id, **values))

        await self.store.write(write)

    async def subscribe(self, who, path="/push"):
        browser = Browser(self.endpoint.url(path))
        values = browser.subscription
        one = Subscription(values["endpoint"], SubscriptionKeys(**values["keys"]))
        row = {"id": subscription_id(one), "identity": who.id, "created": 1.0}
        await self.store.write(
            lambda connection: connection.execute(
                schema.push.insert().values(subscription=json.dumps(values), **row)
            )
        )
        return browser

    async def play(self, table=None, chance=0):
        """Let the seat to act play its first legal moves until it is another person's turn, for a second."""
        table = table or self.table
        self.time += 1
        seat = table.started_match.to_act
        while not table.started_match.over and table.started_match.to_act == seat:
            match = table.started_match
            async with table.lock:
                await table.add(Play.moved(match, match.legal()[chance]), f"{seat}:{table.number}")

    async def turns(self, who, table=None):
        """Play until it is somebody's turn."""
        table = table or self.table
        for _ in range(4):
            await self.play(table)
            if table.chairs[table.started_match.to_act].identity == who.id:
                return
        raise AssertionError("it is never their turn")

    async def rows(self, **wanted):
        found = await self.store.read(
            lambda connection: connection.execute(
                sa.select(schema.outbox).order_by(schema.outbox.c.created)
            ).all()
        )
        return [row for row in found if all(getattr(row, name) == value for name, value in wanted.items())]

    async def deliver(self, later=0.0):
        self.time += later
        await self.delivery.once()

    def hooks(self):
        """The texts that have arrived at the webhook."""
        return [request.json["text"] for request in self.endpoint.requests]


def story(pem, url):
    """Return a function that runs a coroutine in a world with this database."""

    def run(tell):
        async def go():
            store = Store(url)
            try:
                async with MailServer() as mail, Endpoint(pem) as endpoint:
                    world = World(store, mail, endpoint)
                    await tell(await world.open())
            finally:
                world.channels.close()
                store.close()

        asyncio.run(go())

    return run


@pytest.fixture
def told(pem, tmp_path):
    return story(pem, f"sqlite:///{tmp_path / 'a.db'}")


# --- what is stored ----------------------------------------------------------------------------------------


def test_a_move_writes_a_message_to_the_next_player_who_wants_one(told):
    async def tell(world):
        await world.wish(world.bob, "webhook", "turn")
        await world.turns(world.bob)
        (row,) = await world.rows()
        assert (row.identity, row.kind, row.channel) == (world.bob.id, "turn", "webhook")
        assert row.table_id == world.table.id
        await world.turns(world.ann)  # who wants no messages
        assert len(await world.rows()) == 1

    told(tell)


def test_a_move_that_is_not_stored_tells_nobody(told):
    async def tell(world):
        await world.wish(world.bob, "webhook", "turn")
        await world.wish(world.ann, "webhook", "turn")
        await world.turns(world.bob)
        table, before = world.table, len(await world.rows())
        match, number = table.started_match.clone(), table.number
        await world.play()
        table.state = await world.registry.load(table.id)
        del table.state.log[number:]  # as if another server had stored these moves
        table.state.match = match
        with pytest.raises(ConflictError):
            await world.play()
        await world.registry.reload(table)
        assert table.number > number
        assert len(await world.rows()) == before + 1  # for the stored moves

    told(tell)


def test_undoing_bots_and_practice_games_tell_nobody(told):
    async def tell(world):
        for who in (world.ann, world.bob):
            await world.wish(who, "webhook", "turn", "over")
        await world.turns(world.bob)
        before = len(await world.rows())
        match = world.table.started_match

        def is_undoable(action):
            trial = match.clone()
            trial.play(action)
            return trial.undoable and trial.to_act == match.to_act

        async with world.table.lock:  # one decision of a turn, and back
            action = next(filter(is_undoable, match.legal()))
            await world.table.add(Play.moved(match, action), "x")
            await world.table.add(LogEntry(Undo.kind, match.to_act, "1"), "y")
        assert len(await world.rows()) == before
        practice = await world.sit("live", seats=("me", "bot:novice"))
        for _ in range(4):
            await world.play(practice)
        assert len(await world.rows()) == before

    told(tell)


@pytest.mark.parametrize("time", ["live 600+15", "turn 30"])
def test_nothing_about_a_live_game_goes_by_mail(told, time):
    """Mail is too slow for that; fast channels work as usual."""

    async def nowhere(frame):
        pass

    async def tell(world):
        for who in (world.ann, world.bob):
            await world.wish(who, "email", "turn", "over", "chat")
            await world.wish(who, "webhook", "turn", "over", "chat")
        table = await world.sit("live", time=time)
        await world.play(table)
        await world.play(table)
        ann = Client(world.ann, 0, Look("en"), nowhere, 0)
        async with asyncio.timeout(LIMIT):
            await world.registry.chat.handle(table, ann, Say("hello", "text", "hello"))
        async with table.lock:
            await table.add(LogEntry(End.kind, 0, ""), "end")
        rows = [row for row in await world.rows() if row.table_id == table.id]
        assert {row.kind for row in rows} == {"turn", "chat", "over"}
        assert {row.channel for row in rows} == {"webhook"}

    told(tell)


def test_the_first_player_is_told_that_a_game_has_begun_and_everyone_that_it_is_over(told):
    async def tell(world):
        for who in (world.ann, world.bob):
            await world.wish(who, "webhook", "turn", "over")
        table = await world.sit("live")
        first = table.chairs[table.started_match.to_act].identity
        # Ann has just started it, so she knows.
        assert [row.identity for row in await world.rows()] == (
            [world.bob.id] if first == world.bob.id else []
        )
        while not table.started_match.over:
            last = table.chairs[table.started_match.to_act].identity
            await world.play(table)
        told_of_end = {row.identity for row in await world.rows(kind="over")}
        assert told_of_end == {world.ann.id, world.bob.id} - {last}
        await world.deliver()
        (text,) = [text for text in world.hooks() if text.startswith("*Game over: Tower Up*")]
        assert re.search(r"(Ann|Bob) wins\.|You win!|share the victory", text)
        assert not any("Your turn" in text for text in world.hooks())  # no longer anybody's

    told(tell)


# --- channels ----------------------------------------------------------------------------------------------


def test_a_letter_by_mail(told):
    async def tell(world):
        await world.wish(world.bob, "email", "turn")
        await world.store.write(lambda connection: auth.speak(connection, world.bob.id, "pl"))
        await world.turns(world.bob)
        await world.deliver()
        (mail,) = world.mail.mails
        (row,) = await world.rows()
        assert mail["Message-ID"] == f"<{row.id}@rooftop.example>"
        assert row.sent == world.time
        assert (mail["To"], parseaddr(mail["From"])[1]) == ("bob@example.org", "games@rooftop.example")
        assert mail["Subject"] == "Twoja kolej: Tower Up"
        text = mail.get_content()
        assert "Przy stole: Ann." in text
        assert f"{SITE}/tables/{world.table.id}" in text
        # mail programs read these headers raw: one line each, neither folded nor encoded
        (raw,) = world.mail.received
        head = raw.partition(b"\r\n\r\n")[0].decode("ascii").split("\r\n")
        (line,) = [line for line in head if line.lower().startswith("list-unsubscribe:")]
        (link,) = re.findall(rf"^List-Unsubscribe: <({SITE}/unsubscribe/[0-9a-f]{{64}})>$", line)
        assert "List-Unsubscribe-Post: List-Unsubscribe=One-Click" in head
        assert f"Message-ID: <{row.id}@rooftop.example>" in head
        assert link in text
        await world.deliver(86400)
        assert len(world.mail.mails) == 1

    told(tell)


def test_a_push_message_is_encrypted_for_the_browser(told):
    async def tell(world):
        await world.wish(world.bob, "push", "turn")
        browsers = [await world.subscribe(world.bob, f"/push/{name}") for name in ("desk", "phone")]
        await world.turns(world.bob)
        await world.deliver()
        by_path = {request.path: request for request in world.endpoint.requests}
        (row,) = await world.rows()
        for browser, name in zip(browsers, ("desk", "phone"), strict=True):
            request = by_path[f"/push/{name}"]
            payload = browser.read(request)
            assert payload["id"] == row.id
            assert payload["tag"] == f"turn-{world.table.id}"
            assert payload["url"] == f"/tables/{world.table.id}"
            assert (payload["title"], payload["body"]) == ("Your turn: Tower Up", "At the table: Ann.")
            assert b"Tower" not in request.body
            assert len(request.headers["topic"]) == 32
            assert request.headers["ttl"] == "86400"

    told(tell)


@pytest.mark.parametrize("status", [404, 410])
def test_a_subscription_that_has_ended_is_forgotten(told, status):
    async def tell(world):
        await world.wish(world.bob, "push", "turn")
        await world.subscribe(world.bob)
        await world.turns(world.bob)
        world.endpoint.status(status)
        await world.deliver()
        assert len(world.endpoint.requests) == 1
        left = await world.store.read(lambda connection: connection.execute(sa.select(schema.push)).all())
        assert left == []
        assert [row.sent is not None for row in await world.rows()] == [True]

    told(tell)


def test_a_webhook_that_was_deleted_is_forgotten_with_its_wishes(told):
    async def tell(world):
        await world.wish(world.bob, "webhook", "turn", "chat")
        await world.turns(world.bob)
        world.endpoint.status(404)
        await world.deliver()
        for table in (schema.webhook, schema.wish):
            found = sa.select(table)
            assert await world.store.read(lambda database, found=found: database.execute(found).all()) == []

    told(tell)


LETTER = Letter(
    "i" * 32,
    "turn-x",
    "en",
    "Bob",
    "Your turn: *Up*",
    ("At the table: @every_one <!here>.",),
    ("/tables/a_b",),
)
DAY_LETTER = Letter("i" * 32, "digest", "en", "Bob", "Your games", ("One", "Two"), ("/tables/a", "/tables/b"))


def test_webhooks_have_the_form_of_each_service():
    url = "https://hooks.example/1/2"
    where, body = form("discord", url, LETTER, SITE)
    assert where == url
    assert body["content"] == (
        f"**Your turn: \\*Up\\***\nAt the table: @every\\_one <!here\\>.\n{SITE}/tables/a_b"
    )
    assert body["allowed_mentions"] == {"parse": []}
    where, body = form("slack", url, LETTER, SITE)
    assert body == {"text": f"*Your turn: *Up**\nAt the table: @every_one &lt;!here&gt;.\n{SITE}/tables/a_b"}
    where, body = form("ntfy", "https://ntfy.example/deep/my-games", LETTER, SITE)
    assert where == "https://ntfy.example/deep/"
    assert body["topic"] == "my-games"
    assert (body["title"], body["click"]) == (LETTER.heading, f"{SITE}/tables/a_b")
    _, body = form("slack", url, DAY_LETTER, SITE)
    assert body["text"].splitlines()[1:] == [f"One {SITE}/tables/a", f"Two {SITE}/tables/b"]
    _, body = form("ntfy", "https://ntfy.example/x", DAY_LETTER, SITE)
    assert (body["message"], body["click"]) == ("One\nTwo", f"{SITE}/")


# --- retries -----------------------------------------------------------------------------------------------


def test_a_message_is_tried_again_with_the_same_id_and_given_up_at_last(told):
    async def tell(world):
        await world.wish(world.bob, "webhook", "turn")
        await world.wish(world.bob, "email", "turn")
        await world.turns(world.bob)
        world.endpoint.status(503, "retry-after: 40")
        world.mail.refuses = "451 try later"
        await world.deliver()
        world.mail.refuses = ""
        await world.deliver(39)
        assert len(world.endpoint.requests) == 1  # the server asked for 40 seconds
        await world.deliver(2)
        assert len(world.endpoint.requests) == 2
        assert len({request.headers["idempotency-key"] for request in world.endpoint.requests}) == 1
        assert len(world.mail.mails) == 1
        for _ in range(60):
            await world.deliver(3600)
        assert len(world.endpoint.requests) == delivering.MOST_ATTEMPTS
        assert await world.rows(channel="webhook") == []  # given up after two days

    told(tell)


def test_a_mistake_of_ours_is_tried_again_like_any_other_failure(told, monkeypatch):
    async def tell(world):
        await world.wish(world.bob, "webhook", "turn")
        await world.turns(world.bob)
        with monkeypatch.context() as broken:
            broken.setitem(letters.WORDS, "turn", lambda *_: 1 / 0)
            await world.deliver()
        assert [row.attempts for row in await world.rows()] == [1]
        await world.deliver(20)
        assert len(world.hooks()) == 1

    told(tell)


def test_a_mail_that_is_refused_for_good_is_not_tried_again(told):
    async def tell(world):
        await world.wish(world.bob, "email", "turn")
        await world.turns(world.bob)
        world.mail.refuses = "550 no such person"
        await world.deliver()
        world.mail.refuses = ""
        for _ in range(5):
            await world.deliver(3600)
        assert world.mail.mails == []

    told(tell)


def test_a_slow_receiver_does_not_delay_the_others(told):
    async def tell(world):
        sent = asyncio.Event()

        async def never(*_):
            await asyncio.Event().wait()

        async def quick(*_):
            sent.set()

        await world.wish(world.ann, "webhook", "chat")
        await world.wish(world.bob, "email", "chat")
        for who in (world.ann, world.bob):
            await world.store.write(
                lambda database, who=who: outbox.chatted(database, who.id, world.table.id, who.id, world.time)
            )
        world.delivery._send_webhook, world.delivery._send_mail = never, quick
        world.time += 5
        await world.delivery.start_due()
        await asyncio.wait_for(sent.wait(), 60)
        for task in world.delivery._running:
            task.cancel()

    told(tell)


# --- no more than wanted -----------------------------------------------------------------------------------


def test_nobody_is_told_of_a_turn_that_is_over(told):
    async def tell(world):
        await world.wish(world.bob, "webhook", "turn")
        await world.turns(world.bob)
        await world.turns(world.ann)
        await world.deliver()
        assert world.endpoint.requests == []
        assert await world.rows() == []

    told(tell)


def test_somebody_at_the_table_is_told_when_they_have_left(told):
    async def tell(world):
        await world.wish(world.bob, "webhook", "turn")
        await world.turns(world.bob)
        world.here.add((world.table.id, world.bob.id))
        for _ in range(30):
            await world.deliver(60)
        assert world.endpoint.requests == []
        world.here.clear()
        await world.deliver(60)
        assert len(world.endpoint.requests) == 1

    told(tell)


def test_a_table_knows_who_has_it_open_and_says_who_comes(told):
    async def tell(world):
        async def send(frame):
            pass

        came: list[tuple[str, str]] = []
        world.registry.came = lambda table, who: came.append((table, who))
        seat = [chair.identity for chair in world.table.chairs].index(world.bob.id)
        player = Client(world.bob, seat, Look("en"), send, 0)
        for client in (player, Client(world.ann, SPECTATOR, Look("en"), send, 0)):
            world.registry.join(world.table, client)
        assert came == [(world.table.id, world.bob.id)]
        assert world.registry.is_at(world.table.id, world.bob.id)
        world.registry.leave(world.table, player)
        assert not world.registry.is_at(world.table.id, world.bob.id)
        assert not world.registry.is_at("elsewhere", world.ann.id)

    told(tell)


def test_with_days_for_a_move_an_open_page_is_no_reason_to_wait_for_long(told):
    async def tell(world):
        await world.wish(world.bob, "webhook", "turn")
        table = await world.sit("day")
        await world.turns(world.bob, table)
        world.here.add((table.id, world.bob.id))
        await world.deliver()
        assert world.endpoint.requests == []
        await world.deliver(400)
        assert len(world.endpoint.requests) == 1

    told(tell)


def test_turns_at_a_table_are_told_every_ten_minutes_at_most(told):
    async def tell(world):
        await world.wish(world.bob, "webhook", "turn")
        for _ in range(4):
            await world.turns(world.bob)
            await world.deliver(30)
        assert len(world.endpoint.requests) == 1
        await world.deliver(600)  # it is still his turn
        assert len(world.endpoint.requests) == 2

    told(tell)


def test_chat_is_told_once_until_it_is_read(told):
    async def tell(world):
        await world.wish(world.bob, "webhook", "chat")

        async def chat():
            await world.store.write(
                lambda database: outbox.chatted(
                    database, world.bob.id, world.table.id, world.ann.id, world.time
                )
            )
            await world.deliver(60)

        for _ in range(3):
            await chat()
        assert world.hooks() == [
            f"*New message: Tower Up*\nAnn has written at your table.\n{SITE}/tables/{world.table.id}"
        ]
        world.delivery.came(world.table.id, world.bob.id)
        await world.deliver()
        await chat()
        assert len(world.hooks()) == 2
        world.here.add((world.table.id, world.bob.id))
        world.delivery.came(world.table.id, world.bob.id)
        await chat()
        assert len(world.hooks()) == 2

    told(tell)


def test_nobody_gets_more_than_thirty_messages_an_hour(told):
    async def tell(world):
        await world.wish(world.bob, "webhook", "invitation")
        table = (await world.registry.create(world.ann, NewTable("tower-up", 2, ["me", "open"]))).table

        def write(database):
            database.execute(
                schema.seat.update()
                .where(schema.seat.c.table_id == table, schema.seat.c.seat == 1)
                .values(reserved=world.bob.id)
            )
            for _ in range(40):
                outbox.invited(database, world.bob.id, table, world.ann.id, world.time)

        await world.store.write(write)
        await world.deliver(5)
        assert len(world.hooks()) == delivering.HOURLY
        assert world.hooks()[0].startswith("*Invitation: Tower Up*\nAnn invites you to play.")
        await world.deliver(3600)
        assert len(world.hooks()) == 40

    told(tell)


def test_a_digest_has_everything_of_a_day_that_is_still_true(told):
    async def tell(world):
        await world.wish(world.bob, "email", "turn", "chat", when="daily")
        other = await world.sit("day")
        for table in (world.table, other):
            await world.turns(world.bob, table)
            await world.turns(world.ann, table)
            await world.turns(world.bob, table)
        await world.turns(world.ann, other)  # no longer Bob's turn there
        for _ in range(3):
            await world.store.write(
                lambda database: outbox.chatted(database, world.bob.id, other.id, world.ann.id, world.time)
            )
        due = {row.due for row in await world.rows()}
        assert len(due) == 1
        assert due.pop() % 86400 == outbox.DIGEST_HOUR * 3600
        await world.deliver()
        assert world.mail.mails == []
        world.mail.refuses = "451 later"
        await world.deliver(86400)
        world.mail.refuses = ""
        await world.deliver(60)
        (mail,) = world.mail.mails
        assert mail["Subject"] == "Your games on Rooftop"
        lines = [line for line in mail.get_content().splitlines() if "Tower Up" in line]
        assert sorted(lines) == [
            "New message: Tower Up · Ann has written at your table.",
            "Your turn: Tower Up · At the table: Ann.",
        ]
        assert f"{SITE}/tables/{world.table.id}" in mail.get_content()
        await world.deliver(3 * 86400)
        assert len(world.mail.mails) == 1

    told(tell)


def test_a_blocked_person_gets_nothing(told):
    async def tell(world):
        await world.wish(world.bob, "webhook", "chat")

        def write(database):
            outbox.chatted(database, world.bob.id, world.table.id, world.ann.id, world.time)
            blocked = schema.identity.c.id == world.bob.id
            database.execute(schema.identity.update().where(blocked).values(blocked=1.0))

        await world.store.write(write)
        await world.deliver(5)
        assert world.endpoint.requests == []
        assert await world.rows() == []

    told(tell)


def test_on_postgresql_messages_are_told_as_well(pem, cluster):
    async def tell(world):
        await world.wish(world.bob, "webhook", "turn", "chat")
        await world.wish(world.bob, "email", "turn", when="daily")
        for _ in range(2):
            await world.store.write(
                lambda database: outbox.chatted(
                    database, world.bob.id, world.table.id, world.ann.id, world.time
                )
            )
            await world.turns(world.bob)
            await world.deliver(30)
        assert [text.split(":")[0] for text in world.hooks()] == ["*New message", "*Your turn"]
        world.delivery.came(world.table.id, world.bob.id)
        world.endpoint.status(503)
        await world.deliver(700)
        assert [row.attempts for row in await world.rows(channel="webhook", sent=None)] == [1]
        await world.deliver(86400)
        assert [mail["Subject"] for mail in world.mail.mails] == ["Your games on Rooftop"]
        await world.delivery._clean()

    story(pem, database_url(cluster.new_database()))(tell)


# --- secrets -----------------------------------------------------------------------------------------------


def test_messages_depend_on_nothing_that_their_receiver_cannot_know(told):
    """Two games with different seeds, secrets and moves give the same messages."""

    async def tell(world):
        for channel in outbox.CHANNELS:
            await world.wish(world.bob, channel, *outbox.KINDS)
        browser = await world.subscribe(world.bob)
        seen = []
        for chance in (0, -1):
            table = await world.sit("day", title="skyrise")
            for _ in range(6):
                await world.play(table, chance)
            if table.chairs[table.started_match.to_act].identity != world.bob.id:
                await world.play(table, chance)
            await world.store.write(
                lambda database, table=table: outbox.chatted(
                    database, world.bob.id, table.id, world.ann.id, world.time
                )
            )
            await world.deliver(5)
            mails = [f"{mail['Subject']}\n{mail.get_content()}" for mail in world.mail.mails]
            pushes = [
                json.dumps({**browser.read(row), "id": ""})
                for row in world.endpoint.requests
                if row.path == "/push"
            ]
            hooks = [row.body.decode() for row in world.endpoint.requests if row.path == "/hook"]
            everything = sorted(text.replace(table.id, "TABLE") for text in (*mails, *pushes, *hooks))
            seen.append(everything)
            words = "\n".join(everything)
            for secret in (
                table.state.seed.hex(),
                table.state.commitment,
                *(row.text for row in table.state.log if len(row.text) > 3),
            ):
                assert secret not in words
            world.mail.mails.clear()
            world.endpoint.requests.clear()
            await world.store.write(lambda database: database.execute(schema.outbox.delete()))
        assert len(seen[0]) == 6
        assert seen[0] == seen[1]

    told(tell)


def test_somebody_without_a_seat_is_told_nothing_about_a_table(told):
    async def tell(world):
        stranger = await world.person("Eve")
        await world.wish(stranger, "webhook", *outbox.KINDS)
        for tell_of in (outbox.chatted, outbox.invited):
            await world.store.write(
                lambda database, tell_of=tell_of: tell_of(
                    database, stranger.id, world.table.id, world.ann.id, world.time
                )
            )
        await world.deliver(5)
        assert world.endpoint.requests == []

    told(tell)


def test_names_cannot_break_out_of_a_message(told):
    async def tell(world):
        assert letters.facts_of('{"by":"x"}').by == "x"
        await world.wish(world.bob, "email", "turn")
        evil = "Ann\r\nBcc: eve@example.org"
        await world.store.write(lambda database: auth.rename(database, world.ann.id, evil))
        await world.turns(world.bob)
        await world.deliver()
        (mail,) = world.mail.mails
        assert mail["Bcc"] is None

    told(tell)


# --- the routes --------------------------------------------------------------------------------------------


def settings_of(tmp_path, **more):
    return Settings(
        database=f"sqlite:///{tmp_path / 'a.db'}", titles=("tower-up",), painter_processes=0, **more
    )


@contextlib.asynccontextmanager
async def visiting(tmp_path, **more):
    """Yield a client with a cookie, and the context of its server."""
    app = create_app(settings_of(tmp_path, **more))
    async with (
        serving(app) as place,
        httpx.AsyncClient(base_url=place.url, verify=PLAIN, timeout=60) as client,
    ):
        await client.get("/")
        yield client, app.state["context"]


def test_without_settings_of_the_host_nothing_is_offered(tmp_path):
    async def go():
        async with visiting(tmp_path) as (client, _):
            offered = (await client.get("/api/me/notifications")).json()
            assert (offered["channels"], offered["push_key"]) == ([], None)
            for path, body in (
                ("email", {"address": "a@example.org"}),
                ("webhook", {"url": "https://example.org", "style": "slack"}),
                ("notifications", {"channel": "push", "kinds": ["turn"]}),
            ):
                answer = await client.post(f"/api/me/{path}", json=body)
                assert answer.status_code == 400
                assert answer.json() == {"error": "this server sends no such messages"}

    asyncio.run(go())


def test_an_address_is_confirmed_by_a_link_and_unsubscribed_with_one_click(tmp_path, monkeypatch):
    monkeypatch.setattr(delivering, "POLL_SECONDS", 0.05)

    async def go():
        async with (
            MailServer() as mail,
            visiting(tmp_path, public_url=SITE, smtp_url=mail.url, mail_from=FROM) as (client, context),
        ):
            bad = await client.post("/api/me/email", json={"address": "no address"})
            assert bad.status_code == 400
            asked = await client.post("/api/me/email", json={"address": " ada@example.org "})
            assert asked.json()["email"] == {"address": "ada@example.org", "confirmed": False}
            await client.post("/api/me/notifications", json={"channel": "email", "kinds": ["turn"]})
            await eventually(lambda: mail.mails)
            (letter,) = mail.mails
            assert (letter["To"], letter["Subject"]) == (
                "ada@example.org", "Rooftop: Confirm your e-mail address",
            )  # fmt: skip
            again = await client.post("/api/me/email", json={"address": "ada@example.org"})
            assert "has just been sent" in again.json()["error"]
            token = re.findall(rf"{SITE}/confirm#([0-9a-f]+)", letter.get_content())[0]
            client.cookies.clear()  # a mail is often read on another device
            wrong = await client.post("/api/email/confirm", json={"token": token[:-1] + "x"})
            assert wrong.status_code == 400
            for _ in range(2):
                right = await client.post("/api/email/confirm", json={"token": token})
                assert right.json() == {"address": "ada@example.org", "confirmed": True}
            find = sa.select(schema.email)
            (row,) = await context.store.read(lambda database: database.execute(find).all())
            assert row.confirmed
            assert token not in str(row)  # only its hash is stored
            stop = delivering.unsubscribe_token(context.channels.key, row.identity, row.address)
            page = await client.get(f"/unsubscribe/{stop}", headers={"accept": "text/html"})
            assert page.status_code == 200
            assert await context.store.read(
                lambda database: database.execute(find).all()
            )  # opening the page is not a click
            client.cookies.clear()
            clicked = await client.post(
                f"/unsubscribe/{stop}",
                content="List-Unsubscribe=One-Click",
                headers={"content-type": "application/x-www-form-urlencoded"},
            )
            assert clicked.status_code == 200
            for table in (schema.email, schema.wish):
                left = sa.select(table)
                assert not await context.store.read(lambda database, left=left: database.execute(left).all())

    asyncio.run(go())


def test_nobody_is_flooded_with_requests_to_confirm(told):
    async def tell(world):
        many = [await world.person(f"P{number}") for number in range(outbox.ASKED_A_DAY + 1)]
        for who in many[:-1]:
            await world.store.write(
                lambda database, who=who: outbox.ask(database, who.id, "a@example.org", world.time)
            )
        with pytest.raises(OptionError, match="several times today"):
            await world.store.write(
                lambda database: outbox.ask(database, many[-1].id, "a@example.org", world.time)
            )
        with pytest.raises(OptionError, match="just been sent"):
            await world.store.write(
                lambda database: outbox.ask(database, many[0].id, "b@example.org", world.time)
            )

    told(tell)


def test_devices_and_webhooks_are_added_and_removed(tmp_path, pem):
    async def go():
        async with (
            Endpoint(pem) as endpoint,
            visiting(
                tmp_path, public_url=SITE, webhooks=True, vapid_contact="https://rooftop.example",
                message_hosts=(endpoint.listed,),
            ) as (client, context),
        ):  # fmt: skip
            context.attempts.most = 100
            context.outgoing.seconds = LIMIT
            offered = (await client.get("/api/me/notifications")).json()
            assert offered["channels"] == ["push", "webhook"]
            assert len(offered["push_key"]) == 87
            browser = Browser(endpoint.url("/push"))
            added = await client.post("/api/me/push", json={"subscription": browser.subscription})
            (device,) = added.json()["devices"]
            damaged = {**browser.subscription, "keys": {"p256dh": "AAAA", "auth": "AAAA"}}
            foreign = {**browser.subscription, "endpoint": "https://elsewhere.example/push"}
            for wrong in (damaged, foreign):
                assert (await client.post("/api/me/push", json={"subscription": wrong})).status_code == 400
            removed = await client.post("/api/me/push/remove", json={"id": device})
            assert removed.json()["devices"] == []
            await client.post("/api/me/push", json={"subscription": browser.subscription})
            phrase = (await client.post("/api/me/phrase")).json()["phrase"]
            await client.post("/api/recover", json={"phrase": phrase})  # on another device
            assert (await client.get("/api/me/notifications")).json()["devices"] == []

            async def enter(url, style="discord"):
                return await client.post("/api/me/webhook", json={"url": url, "style": style})

            saved = await enter(endpoint.url("/api/webhooks/1"))
            assert saved.json()["webhook"] == {"host": f"{HOST}:{endpoint.port}", "style": "discord"}
            assert "Rooftop will write to you here" in endpoint.requests[-1].json["content"]
            endpoint.status(403)
            refused = await enter(endpoint.url("/other"))
            assert refused.json() == {"error": f"{HOST}:{endpoint.port} refused the message with status 403"}
            for url in ("http://push.example/", "https://127.0.0.1/", "https://localhost/"):
                assert (await enter(url)).status_code == 400
            now = (await client.get("/api/me/notifications")).json()
            assert now["webhook"]["style"] == "discord"  # the refused request has changed nothing
            assert (await enter("")).json()["webhook"] is None
            context.attempts.most = 0
            assert (await enter(endpoint.url())).status_code == 429

    asyncio.run(go())


def test_wishes_are_per_channel_and_withdrawn_ones_take_their_messages_along(tmp_path):
    async def go():
        async with visiting(tmp_path, vapid_contact="mailto:host@example.org") as (client, context):

            async def wish(**body):
                return await client.post("/api/me/notifications", json={"channel": "push", **body})

            for wrong in ({"kinds": ["weather"]}, {"kinds": ["turn"], "when": "weekly"}):
                assert (await wish(**wrong)).status_code == 400
            some = (await wish(kinds=["turn", "chat"], when="daily")).json()["wishes"]
            assert some == [
                {"channel": "push", "kind": "chat", "when": "daily"},
                {"channel": "push", "kind": "turn", "when": "daily"},
            ]
            store = context.store
            me = (await client.get("/api/me")).json()["id"]
            await store.write(lambda database: outbox.chatted(database, me, "x", me, time.time()))
            waiting = sa.select(schema.outbox)
            assert len(await store.read(lambda database: database.execute(waiting).all())) == 1
            await wish(kinds=["turn"])
            assert await store.read(lambda database: database.execute(waiting).all()) == []
            assert (await wish(kinds=[])).json()["wishes"] == []

    asyncio.run(go())


def test_the_keys_of_a_server_are_made_once(tmp_path):
    async def keys():
        async with visiting(tmp_path, vapid_contact="mailto:host@example.org") as (_, context):
            channels: Channels = context.channels
            return channels.push.public_key, channels.key

    assert asyncio.run(keys()) == asyncio.run(keys())


def test_the_language_of_messages_is_that_of_the_last_page(tmp_path):
    async def go():
        async with visiting(tmp_path) as (client, _):
            for language in ("pl", "en", "pl"):
                await client.get("/", headers={"accept-language": language})
                assert (await client.get("/api/me")).json()["language"] == language

    asyncio.run(go())


@pytest.mark.parametrize(
    "wrong",
    [
        {"smtp_url": "mail.example", "mail_from": FROM, "public_url": SITE},
        {"smtp_url": "smtp://mail.example", "public_url": SITE},
        {"smtp_url": "smtp://mail.example", "mail_from": FROM},
        {"webhooks": True},
        {"vapid_contact": "me"},
        {"vapid_contact": "mailto:a@b.example", "vapid_key": "short"},
        {"message_hosts": ("a b",)},
    ],
)
def test_settings_that_could_not_work_are_refused(wrong):
    with pytest.raises(OptionError) as refused:
        Settings(**wrong)
    assert "secret" not in str(refused.value)


# --- a server that dies ------------------------------------------------------------------------------------


def test_a_message_survives_the_server(tmp_path):
    """Killed between commit and delivery, then between delivery and its record: the message arrives, and its
    duplicate has the same id."""

    async def go():
        async with MailServer() as mail:
            server = Server(
                tmp_path,
                ROOFTOP_PUBLIC_URL=SITE,
                ROOFTOP_SMTP_URL=mail.url,
                ROOFTOP_MAIL_FROM=FROM,
                **LIGHT,
            )
            try:
                await asyncio.to_thread(server.start, "deliver")
                people = [await asyncio.to_thread(Person, server) for _ in range(2)]
                await wish_for_mails(server)
                order = {"title": "tower-up", "players": 2, "seats": ["me", "open"], "time": "days 1"}
                table = (await asyncio.to_thread(people[0].post, "/api/tables", order)).json()["table"]
                with contextlib.suppress(httpx.TransportError):  # it may die before it answers
                    for one in people:
                        await asyncio.to_thread(one.post, f"/api/tables/{table}/sit", {"nonce": "x"})
                        await asyncio.to_thread(one.post, f"/api/tables/{table}/ready", {"ready": True})
                await eventually(lambda: not server.alive)  # it was notifying the first player
                assert mail.mails == []
                server.launch("delivered")
                await eventually(lambda: not server.alive)
                assert len(mail.mails) == 1
                server.launch()
                await eventually(lambda: len(mail.mails) == 2)
            finally:
                await asyncio.to_thread(server.end)
            assert len({letter["Message-ID"] for letter in mail.mails}) == 1
            assert f"{SITE}/tables/{table}" in mail.mails[0].get_content()

    asyncio.run(go())


async def wish_for_mails(server):
    """Let everyone on a server be notified of their turn."""

    def write(database):
        for who in database.execute(sa.select(schema.identity.c.id)).scalars().all():
            address = {"address": f"{hash(who)}@example.org", "token": who, "unsubscribe": who}
            database.execute(schema.email.insert().values(identity=who, asked=1.0, confirmed=1.0, **address))
            wish = {"kind": "turn", "channel": "email", "when": "now"}
            database.execute(schema.wish.insert().values(identity=who, **wish))

    store = Store(server.database)
    try:
        await store.write(write)
    finally:
        store.close()

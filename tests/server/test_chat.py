"""Chat: who may write what to whom, and what is never delivered."""

import asyncio
import contextlib
import itertools
import json
import random
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa

import lanterns
from rooftop.errors import OptionError
from rooftop.game import match as core_match
from rooftop.game import position as core_position
from rooftop.server import auth
from rooftop.server import library as server_library
from rooftop.server.auth import Identity
from rooftop.server.bots import BotPool
from rooftop.server.library import Library
from rooftop.server.limits import Buckets
from rooftop.server.painting import paint
from rooftop.server.painting.jobs import Look
from rooftop.server.protocol import Earlier, Mute, NewTable, Say, decode
from rooftop.server.routes.template import words
from rooftop.server.store import schema
from rooftop.server.store.store import Store
from rooftop.server.tables import chat, gathering
from rooftop.server.tables.client import Client
from rooftop.server.tables.commands import Play
from rooftop.server.tables.live import LiveTable
from rooftop.server.tables.lobby import Lobby
from rooftop.server.tables.registry import Registry
from rooftop.server.tables.sockets import _send_frames
from tests.server.clients import Player, new_table
from tests.waiting import eventually

NOBODY = Identity("", "")


@pytest.fixture(autouse=True)
def always_the_same(monkeypatch):
    """Provide the example title, which is not installed, and give all games the same shuffle."""
    for module in (server_library, core_match, core_position, paint):
        monkeypatch.setattr(module, "title", lambda name: lanterns.TITLE)
    monkeypatch.setattr(Registry, "new_table", lambda self: (self.system.token_urlsafe(9), bytes(range(32))))


@pytest.fixture
def registry(tmp_path):
    store = Store(f"sqlite:///{tmp_path / 'chat.db'}")
    yield opened(store)
    store.close()


def opened(store: Store) -> Registry:
    made = Registry(store, BotPool(), 0.0, Library(offered=["lanterns"]))
    made.now = lambda: 1000.0
    return made


class Someone:
    """A page that is open at a table, and every frame that it was sent."""

    def __init__(self, registry: Registry, table: LiveTable, who: Identity, language: str = "en") -> None:
        async def send(frame: bytes) -> None:
            self.raw.append(frame)

        self.raw: list[bytes] = []
        self.registry, self.table = registry, table
        self.client = Client(who, table.state.seat_of(who), Look(language), send, 0)
        self._ids = itertools.count()

    @property
    def frames(self) -> list[dict[str, Any]]:
        return [json.loads(frame) for frame in self.raw]

    @property
    def talk(self) -> list[dict[str, Any]]:
        return [frame for frame in self.frames if frame["type"] == "talk"]

    @property
    def texts(self) -> list[str]:
        """The chat as shown by the page: the lines of all its frames."""
        lines: dict[int, str] = {}
        for frame in self.talk:
            lines = {} if frame["whole"] else lines
            lines |= {line["number"]: line["text"] for line in frame["lines"]}
        return [lines[number] for number in sorted(lines)]

    async def give(self, frame: Say | Mute | Earlier) -> str:
        """Send a frame. Return why it was refused, or nothing."""
        await self.registry.chat.handle(self.table, self.client, frame)
        await self.answered(frame.id)
        (answer,) = (row for row in self.frames[::-1] if row.get("id") == frame.id)
        return str(answer.get("reason", ""))

    async def answered(self, command: str) -> None:
        await eventually(lambda: any(frame.get("id") == command for frame in self.frames))

    async def say(self, text: str, kind: Any = "text", about: int | None = None, command: str = "") -> str:
        return await self.give(Say(command or f"s{next(self._ids)}", kind, text, about))

    async def mute(self, line: int, on: bool = True) -> str:
        return await self.give(Mute(f"m{next(self._ids)}", line, on))

    async def up_to_date(self) -> None:
        """Wait for the newest update and for everything in transit."""
        await eventually(lambda: not self._is_busy())
        await asyncio.sleep(0)

    def _is_busy(self) -> bool:
        client, painting = self.client, self.table._painting
        waits = client.stale or client.update or client.replies or self.registry._tasks
        return bool(waits) or (painting is not None and not painting.done())


@contextlib.asynccontextmanager
async def present(registry: Registry, table: LiveTable, *people: Identity, language: str = "en"):
    """People with a page open at a table."""
    pages = [Someone(registry, table, who, language) for who in people]
    for page in pages:
        registry.join(table, page.client)
    tasks = [asyncio.create_task(_send_frames(table, page.client)) for page in pages]
    try:
        for page in pages:
            await page.up_to_date()
        yield pages
    finally:
        for task, page in zip(tasks, pages, strict=True):
            task.cancel()
            registry.leave(table, page.client)


async def person(registry: Registry, name: str) -> Identity:
    new, _ = await registry.store.write(auth.create)
    await registry.store.write(lambda connection: auth.rename(connection, new.id, name))
    return Identity(new.id, name)


async def open_table(registry: Registry, seats: list[str], *people: Identity, **order: Any) -> LiveTable:
    """A table of the first of these people, where they all have seats."""
    made = await registry.create(people[0], NewTable("lanterns", len(seats), seats, **order))
    for number, who in enumerate(people):
        await registry.sit(who, made.table, f"{number}")
    table = await registry.table(made.table)
    if table.state.is_full:
        await gathering.start(registry, people[0], made.table)
    return table


async def play_out(table: LiveTable, pages: list[Someone]) -> None:
    """Play the game to its end. Everyone sees every decision."""
    while table.status == "playing":
        match = table.started_match
        command = Play(f"p{table.number}", table.number, match.moves()[0].notation)
        await table.handle(next(page.client for page in pages if page.client.seat == match.to_act), command)
        for page in pages:
            await page.up_to_date()


# --- what can be written -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "shown"),
    [("Hello!", "Hello!"), ("  two\n\t lines ", "two lines"), ("zaz\u0307o\u0301łc\u0301", "zażółć"),
     ("a\u200bb\u202ec\u0000d", "abcd"), ("x" + "\u0330" * 9, "x" + "\u0330" * 3), ("\u0301a", "a"),
     ("\u2764\ufe0f", "\u2764\ufe0f"), ("\u2764\ufe0f\u200d\U0001f525", "\u2764\ufe0f\u200d\U0001f525"),
     ("\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645", "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645"),
     ("\u200da\u200d\u200d b\ufe00", "a b"), ("<b>https://example.org/?a=1&b=2</b>", "<b>https://example.org/?a=1&b=2</b>"),
     ("x" * 300, "x" * 300)],
)  # fmt: skip
def test_a_text_is_shown_on_one_line_without_invisible_characters(typed, shown):
    assert chat.clean_text(typed) == shown


@pytest.mark.parametrize(
    "typed", ["", " \n", "\u200b\u2060", "\u200d\u200c\ufe0f", "\u0301", "x" * 301, "\u3164"]
)
def test_an_empty_or_long_text_is_refused(typed):
    with pytest.raises(OptionError, match="1 to 300 characters"):
        chat.clean_text(typed)


def test_every_ready_phrase_has_words_in_both_languages():
    for phrase in chat.PHRASES:
        said = {words(language).say(f"phrase_{phrase}") for language in ("en", "pl")}
        assert len(said) == 2, phrase
        assert all(said)


def test_a_phrase_is_sent_and_stored_by_its_id_and_other_words_are_refused(registry):
    async def meet() -> None:
        ann, bob = await person(registry, "Ann"), await person(registry, "Bob")
        table = await open_table(registry, ["me", "open"], ann, bob)
        async with present(registry, table, ann, bob, language="pl") as (one, other):
            assert await one.say("luck", "phrase") == ""
            assert other.talk[-1]["lines"][0]["kind"] == "phrase"
            assert other.texts == ["luck"]
            assert await one.say("good luck", "phrase") == "nie ma takiego zwrotu; wybierz inny"
            assert await one.say(" ") == "wiadomość musi mieć od 1 do 300 znaków"
            assert one.texts == other.texts == ["luck"]

    asyncio.run(meet())


def test_a_line_can_be_about_a_line_of_the_log(registry):
    async def meet() -> None:
        ann, bob = await person(registry, "Ann"), await person(registry, "Bob")
        table = await open_table(registry, ["me", "open"], ann, bob)
        async with present(registry, table, ann, bob) as (one, other):
            for number in (0, 1):
                assert await one.say("Why?", about=number) == "there is no such line in the log"
            match = table.started_match
            await table.handle(
                (one if match.to_act == 0 else other).client, Play("p", 0, match.moves()[0].notation)
            )
            assert await one.say("Why?", about=1) == ""
            assert [line["about"] for frame in other.talk for line in frame["lines"]] == [1]

    asyncio.run(meet())


# --- who reads it ------------------------------------------------------------------------------------------


def test_spectators_read_it_only_when_the_game_is_over_and_never_write(registry):
    async def meet() -> None:
        ann, bob, eve = [await person(registry, name) for name in ("Ann", "Bob", "Eve")]
        table = await open_table(registry, ["me", "open"], ann, bob)
        async with present(registry, table, ann, bob, eve, NOBODY) as (one, other, watcher, stranger):
            assert await one.say("Hello, Bob") == ""
            assert await other.say("played", "phrase") == ""
            for page in (watcher, stranger):
                assert await page.say("Hi") == "only people who sit at the table can write here"
                for frame in (Earlier("e", 9), Mute("m", 1, True)):
                    assert await page.give(frame) == "spectators can read what was said when the game is over"
                await page.up_to_date()
                assert page.talk == []
            assert other.texts == one.texts == ["Hello, Bob", "played"]
            assert [line["mine"] for frame in one.talk for line in frame["lines"]] == [True, False]
            assert [line["name"] for frame in one.talk for line in frame["lines"]] == ["Ann", "Bob"]
            await play_out(table, [one, other, watcher, stranger])
            for page in (watcher, stranger):
                assert page.texts == ["Hello, Bob", "played"]
                assert [frame["whole"] for frame in page.talk] == [True]
            assert await one.say("That was close") == ""
            await watcher.up_to_date()
            assert watcher.texts[-1] == "That was close"
            assert await watcher.say("Hi") == "only people who sit at the table can write here"
        async with present(registry, table, eve) as (watcher,):
            assert len(watcher.texts) == 3

    asyncio.run(meet())


def test_not_a_byte_to_a_spectator_depends_on_what_players_say(tmp_path):
    async def watched(folder: str, says: bool) -> tuple[list[bytes], bytes]:
        store = Store(f"sqlite:///{tmp_path / folder}.db")
        registry = opened(store)
        registry.chat.said = Buckets(1000)
        ann, bob, eve = [await person(registry, name) for name in ("Ann", "Bob", "Eve")]
        table = await open_table(registry, ["me", "open"], ann, bob)
        async with present(registry, table, ann, bob, eve) as pages:
            one, other, watcher = pages
            while True:
                for page in (one, other) if says else ():
                    about = table.number or None
                    assert await page.say(f"At {table.number}", about=about) == ""
                    assert await page.mute(1, page is other) == (
                        "these are your own words" if page is one else ""
                    )
                    assert await page.give(Earlier(f"e{table.number}", 3)) == ""
                for page in pages:
                    await page.up_to_date()
                seen, file = list(watcher.raw), table.started_match.file(secret=False).encode()
                match = table.started_match
                move = Play(f"p{table.number}", table.number, match.moves()[0].notation)
                await table.handle(pages[match.to_act].client, move)
                if table.status == "over":
                    break
            for page in pages:
                await page.up_to_date()
            assert len(watcher.texts) == (2 * table.number if says else 0)
            whole = table.started_match.file(secret=True).encode()
        store.close()
        assert b"At 0" not in whole
        return seen, file

    talking, silent = (asyncio.run(watched(str(says), says)) for says in (True, False))
    assert len(silent[0]) > 4
    assert talking == silent


def test_before_the_game_everyone_reads_and_the_host_writes_without_a_seat(registry):
    async def meet() -> None:
        ann, bob, eve = [await person(registry, name) for name in ("Ann", "Bob", "Eve")]
        made = await registry.create(ann, NewTable("lanterns", 2, ["open", "open"]))
        table = await registry.table(made.table)
        async with present(registry, table, ann, eve) as (host, visitor):
            assert await host.say("Come in") == ""
            await visitor.up_to_date()
            assert visitor.texts == ["Come in"]
            assert visitor.talk[0]["lines"][0]["seat"] == -1
            assert await visitor.say("May I?") == "only people who sit at the table can write here"
            await registry.sit(bob, table.id, "x")
            async with present(registry, table, bob) as (guest,):
                assert guest.texts == ["Come in"]
                assert await guest.say("Here I am") == ""
                await registry.sit(eve, table.id, "y")
                await gathering.start(registry, ann, table.id)
                assert table.status == "playing"
                assert await host.say("Have fun") == "only people who sit at the table can write here"
                assert await visitor.say("Hi", about=None) == ""  # Eve plays now
                assert guest.texts == visitor.texts == ["Come in", "Here I am", "Hi"]
                await host.up_to_date()
                assert host.texts == ["Come in", "Here I am"]
        closed = await open_table(registry, ["me", "open"], ann)
        await Lobby(registry).close(ann, closed.id)
        async with present(registry, closed, ann) as (host,):
            assert await host.say("Hello?") == "this table is closed; open another one"

    asyncio.run(meet())


def test_a_seat_that_moves_takes_its_words_along(registry):
    async def meet() -> None:
        ann, bob = await person(registry, "Ann"), await person(registry, "Bob")
        made = await registry.create(ann, NewTable("lanterns", 3, ["bot:novice", "me", "open"]))
        table = await registry.table(made.table)
        await registry.sit(ann, table.id, "x")
        async with present(registry, table, ann, bob) as (one, visitor):
            await one.say("Hello")
            assert one.talk[0]["lines"][0]["seat"] == 1
            await Lobby(registry).change_seats(ann, table.id, 0, "gone")
            for page in (one, visitor):
                await page.up_to_date()
                assert page.talk[-1]["lines"][0]["seat"] == 0

    asyncio.run(meet())


def test_people_who_share_a_browser_speak_under_their_own_names(registry):
    async def meet() -> None:
        ann, bob = await person(registry, "Ann"), await person(registry, "Bob")
        table = await open_table(registry, ["me", "open", "open"], ann, bob)
        await registry.sit(bob, table.id, "x", name="Eve")
        async with present(registry, table, ann, bob) as (one, other):
            other.client.seats = table.state.seats_of(bob)
            for seat in other.client.seats:
                other.client.seat = seat
                await other.say("Hello")
            assert [frame["lines"][0]["name"] for frame in one.talk] == ["Bob", "Eve"]
        async with present(registry, table, ann) as (again,):
            assert [line["name"] for line in again.talk[-1]["lines"]] == ["Bob", "Eve"]

    asyncio.run(meet())


def test_there_is_no_chat_with_bots(registry):
    async def meet() -> None:
        ann = await person(registry, "Ann")
        table = await open_table(registry, ["me", "bot:novice"], ann)
        async with present(registry, table, ann, NOBODY) as (one, watcher):
            assert await one.say("Hello") == "there is nobody to write to; the others are bots"
            assert one.talk == watcher.talk == []

    asyncio.run(meet())


# --- limits ------------------------------------------------------------------------------------------------


def test_a_person_can_say_only_so_much_in_a_minute(registry):
    async def meet() -> None:
        ann, bob = await person(registry, "Ann"), await person(registry, "Bob")
        table = await open_table(registry, ["me", "open"], ann, bob)
        registry.chat.said = Buckets(3, clock=lambda: 1000.0)
        async with present(registry, table, ann, bob) as (one, other):
            answers = [await one.say(f"{number}") for number in range(5)]
            assert answers == ["", "", "", *["you are writing too quickly; wait a moment"] * 2]
            assert await other.say("Slowly") == ""
            assert other.texts == ["0", "1", "2", "Slowly"]

    asyncio.run(meet())


def test_a_table_keeps_its_last_lines_and_sends_them_page_by_page(registry, monkeypatch):
    monkeypatch.setattr(chat, "KEPT", 7)
    monkeypatch.setattr(chat, "PAGE", 3)

    async def meet() -> None:
        ann, bob = await person(registry, "Ann"), await person(registry, "Bob")
        table = await open_table(registry, ["me", "open"], ann, bob)
        async with present(registry, table, ann) as (one,):
            for number in range(9):
                assert await one.say(f"{number}") == ""
        async with present(registry, table, bob) as (other,):
            assert (other.texts, other.talk[0]["older"]) == (["6", "7", "8"], True)
            assert await other.give(Earlier("e1", other.talk[0]["lines"][0]["number"])) == ""
            assert (other.texts, other.talk[1]["older"]) == (["3", "4", "5", "6", "7", "8"], True)
            assert await other.give(Earlier("e2", other.talk[1]["lines"][0]["number"])) == ""
            assert (other.texts[0], other.talk[2]["older"]) == ("2", False)

    asyncio.run(meet())


def test_a_repeated_command_says_nothing_twice_even_after_a_restart(registry):
    async def meet() -> None:
        ann, bob = await person(registry, "Ann"), await person(registry, "Bob")
        table = await open_table(registry, ["me", "open"], ann, bob)
        async with present(registry, table, ann, bob) as (one, other):
            assert await one.say("Once", command="same") == ""
            assert await one.say("Once", command="same") == ""
            assert await other.say("Me too", command="same") == ""  # nobody can use up another person's ids
            assert other.texts == ["Once", "Me too"]
        again = opened(registry.store)
        async with present(again, await again.table(table.id), ann, bob) as (one, other):
            assert await one.say("Once", command="same") == ""
            assert other.texts == ["Once", "Me too"]

    asyncio.run(meet())


# --- muting, blocking, deleting ----------------------------------------------------------------------------


def test_who_is_muted_is_hidden_at_all_tables_until_unmuted(registry):
    async def meet() -> None:
        ann, bob, cid = [await person(registry, name) for name in ("Ann", "Bob", "Cid")]
        first, second = [await open_table(registry, ["me", "open", "open"], ann, bob, cid) for _ in range(2)]
        async with (
            present(registry, first, ann, bob, cid) as (one, other, third),
            present(registry, second, ann, bob) as (elsewhere, beside),
        ):
            await other.say("Silly move", about=None)
            await beside.say("Silly too")
            assert elsewhere.texts == ["Silly too"]
            assert await one.mute(1) == ""
            assert one.texts == elsewhere.texts == [""]
            assert one.talk[-1]["lines"][0] | {"at": 0} == {
                "number": 1, "seat": 1, "name": "Bob", "mine": False, "kind": "text", "text": "",
                "about": None, "at": 0, "muted": True,
            }  # fmt: skip
            await other.say("Hear me")
            await third.say("I am still here")
            assert one.texts == ["", "", "I am still here"]
            assert third.texts == ["Silly move", "Hear me", "I am still here"]
            assert not any(b"Hear me" in raw for raw in one.raw)
            assert await one.mute(3, on=False) == ""
            assert one.texts[0] == ""
            assert await one.mute(2, on=False) == ""
            assert one.texts == third.texts
            assert elsewhere.texts == ["Silly too"]
            assert await one.mute(9) == "this message is no longer there"
            assert await other.mute(2) == "these are your own words"
        await play_out_alone(registry, first)
        async with present(registry, first, NOBODY) as (stranger,):
            assert await stranger.mute(1) == "open the home page first to get an identity"

    async def play_out_alone(registry: Registry, table: LiveTable) -> None:
        people = [Identity(chair.identity or "", chair.name) for chair in table.chairs]
        async with present(registry, table, *people) as pages:
            await play_out(table, pages)

    asyncio.run(meet())


def test_a_blocked_person_cannot_speak(registry):
    async def meet() -> None:
        ann, bob = await person(registry, "Ann"), await person(registry, "Bob")
        table = await open_table(registry, ["me", "open"], ann, bob)
        blocked = schema.identity.update().where(schema.identity.c.id == bob.id).values(blocked=1.0)
        async with present(registry, table, ann, bob) as (one, other):
            await registry.store.write(lambda connection: connection.execute(blocked))
            assert await other.say("Let me in") == "the host of this server has blocked you"
            assert one.talk == []

    asyncio.run(meet())


def test_the_words_of_somebody_who_was_deleted_go_from_open_pages_too(registry):
    async def meet() -> None:
        ann, bob = await person(registry, "Ann"), await person(registry, "Bob")
        table = await open_table(registry, ["me", "open"], ann, bob)
        async with present(registry, table, ann, bob) as (one, other):
            for page, text in ((other, "Forget me"), (one, "Who?"), (other, "Me"), (other, "Bob")):
                await page.say(text)
            await registry.store.write(lambda connection: chat.forget(connection, bob.id))
            await registry.reload(table)
            await one.up_to_date()
            assert one.texts == ["Who?"]
            assert one.talk[-1]["whole"]
            # The numbers are not reused: a page that knows line 4 does not mistake another one for it.
            assert await one.mute(4) == "this message is no longer there"
            await one.say("Gone")
            assert [line["number"] for frame in one.talk[-1:] for line in frame["lines"]] == [5]
            assert await one.give(Earlier("e", 5)) == ""
            assert [line["number"] for line in one.talk[-1]["lines"]] == [2]
            assert one.talk[-1]["older"] is False
        async with present(registry, table, ann) as (again,):
            assert again.texts == ["Who?", "Gone"]
            await registry.store.write(lambda connection: chat.forget(connection, ann.id))
            await registry.reload(table)
            await again.up_to_date()
            assert again.texts == []
            rows = await registry.store.read(lambda base: base.execute(sa.select(schema.chat)).all())
            assert [(row.number, row.identity, row.text, row.command) for row in rows] == [
                (4, None, "", ""), (5, None, "", ""),
            ]  # fmt: skip

    asyncio.run(meet())


# --- people who are away -----------------------------------------------------------------------------------


def test_mates_who_are_away_are_told_unless_they_muted_the_author(registry):
    async def told() -> list[tuple[str, str, str]]:
        rows = await registry.store.read(
            lambda connection: connection.execute(sa.select(schema.outbox)).all()
        )
        assert not any("there?" in row.body for row in rows)
        return [(row.identity, row.kind, row.table_id) for row in rows]

    async def meet() -> None:
        ann, bob, cid = people = [await person(registry, name) for name in ("Ann", "Bob", "Cid")]
        table = await open_table(registry, ["me", "open", "open"], *people)
        wishes = [{"identity": who.id, "kind": "chat", "channel": "email", "when": "now"} for who in people]
        await registry.store.write(lambda connection: connection.execute(schema.wish.insert(), wishes))
        async with present(registry, table, ann, bob) as (one, _):
            await one.say("Are you there?")
            await one.say("Are you there?", command="s0")  # repeated
            assert await told() == [(cid.id, "chat", table.id)]
            deaf = schema.mute.insert().values(identity=cid.id, muted=ann.id)
            await registry.store.write(lambda connection: connection.execute(deaf))
            await one.say("Still there?")
            assert await told() == [(cid.id, "chat", table.id)]

    asyncio.run(meet())


# --- over sockets, and on PostgreSQL -----------------------------------------------------------------------


@pytest.mark.parametrize(
    "frame",
    [{}, {"text": "x"}, {"kind": "html", "text": "x"}, {"kind": "text", "text": 3},
     {"kind": "text", "text": "x", "about": -1}, {"kind": "text", "text": "x", "seat": 1}],
)  # fmt: skip
def test_other_frames_are_no_frames(frame):
    with pytest.raises(msgspec.ValidationError):
        decode(json.dumps({"type": "say", "id": "1", **frame}).encode())


def test_two_people_talk_over_sockets(running, ann, bob, monkeypatch):
    monkeypatch.undo()
    table = new_table([ann, bob])

    async def until(link: Any, kind: str) -> dict[str, Any]:
        async with asyncio.timeout(60):
            while (frame := json.loads(await link.recv()))["type"] != kind:
                pass
        return frame

    async def talk() -> None:
        players = [Player(who, table, random.Random(1)) for who in (ann, bob)]
        async with players[0].open() as one, players[1].open() as other:
            await one.send(json.dumps({"type": "say", "id": "1", "kind": "text", "text": " Hello\u202e "}))
            assert (await until(other, "talk"))["lines"][0]["text"] == "Hello"
            assert (await until(one, "done"))["id"] == "1"
            await other.send(json.dumps({"type": "say", "id": "1", "kind": "text", "text": "x" * 4000}))
            assert (await until(other, "refused"))["reason"] == "a message must have 1 to 300 characters"
        async with players[1].open() as again:
            assert (await until(again, "talk"))["whole"]

    asyncio.run(talk())


def test_chat_is_stored_on_postgresql(cluster):
    store = Store(cluster.new_database().replace("postgresql://", "postgresql+psycopg://"))
    registry = opened(store)

    async def meet() -> None:
        ann, bob = await person(registry, "Ann"), await person(registry, "Bob")
        table = await open_table(registry, ["me", "open"], ann, bob)
        async with present(registry, table, ann, bob) as (one, other):
            assert await one.say("a\x00b żółć 塔" + "😀" * 280) == ""
            assert await one.say("again", command="s0") == ""
            assert await other.mute(1) == ""
            assert other.texts == [""]
            assert await other.mute(1, on=False) == ""
            assert other.texts == ["ab żółć 塔" + "😀" * 280]

    asyncio.run(meet())
    store.close()

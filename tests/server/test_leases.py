"""Who holds a table: leases, fencing numbers, and how processes on one database are kept apart."""

import asyncio
import sqlite3
from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest
import sqlalchemy as sa

from rooftop.errors import OptionError
from rooftop.server import auth
from rooftop.server.auth import ANONYMOUS, Identity
from rooftop.server.bots import BotPool
from rooftop.server.errors import Refusal
from rooftop.server.limits import Buckets, Tally
from rooftop.server.painting.jobs import Look
from rooftop.server.processes import peer_connection
from rooftop.server.processes.leases import BEAT, LEASE, Leases
from rooftop.server.processes.member import Member
from rooftop.server.processes.messages import Renamed
from rooftop.server.processes.notices import Listener, notify
from rooftop.server.processes.peer_connection import PeerConnection, PeerConnectionError
from rooftop.server.protocol import CreatedTable, NewTable, Say, TableChange
from rooftop.server.settings import database_url
from rooftop.server.store import schema
from rooftop.server.store.fences import ElsewhereError, LostError
from rooftop.server.store.store import Store, UnavailableError
from rooftop.server.system import System
from rooftop.server.tables import colours, facts, gathering, rematches
from rooftop.server.tables.client import Client
from rooftop.server.tables.commands import End, Play
from rooftop.server.tables.live import LiveTable
from rooftop.server.tables.lobby import Lobby
from rooftop.server.tables.registry import Registry
from tests.waiting import LIMIT


class NoBots(BotPool):
    def __init__(self) -> None:
        pass


class Machine(System):
    """A machine with a clock that the test moves."""

    def __init__(self, pair: "Pair") -> None:
        super().__init__()
        self.pair = pair

    def monotonic(self) -> float:
        return self.pair.time


class Process:
    """A registry with its leases, as in a separate process."""

    def __init__(self, pair: "Pair", name: str) -> None:
        self.registry = Registry(pair.store, NoBots(), 0.0)
        self.leases = self.registry.leases = Leases(pair.store, f"{name}:1", Machine(pair))
        nobody: Any = SimpleNamespace(meet=lambda living: None, me="")
        context: Any = SimpleNamespace(registry=self.registry, system=self.leases.system)
        self.member = Member(context, nobody, self.leases)
        self.lobby = Lobby(self.registry)

    async def holds(self, table_id: str) -> LiveTable:
        return await self.registry.table(table_id)


class Pair:
    """Two processes on one database, and its clock."""

    def __init__(self, url: str) -> None:
        self.store = Store(url)
        self.time = 1000.0
        self.one, self.two = Process(self, "one"), Process(self, "two")

    async def start(self) -> "Pair":
        for process in (self.one, self.two):
            await process.leases.register()
        self.ann, self.bob = [await self._person(name) for name in ("Ann", "Bob")]
        return self

    async def _person(self, name: str) -> Identity:
        who, _ = await self.store.write(auth.create)
        await self.store.write(lambda connection: auth.rename(connection, who.id, name))
        return Identity(who.id, name)

    async def table(self, *seats: str, seated: int = 1, at: Process | None = None, **order) -> LiveTable:
        """A table held by the first process, or another one."""
        here = at or self.one
        new = NewTable("tower-up", len(seats), list(seats), **order)
        table_id = (await here.registry.create(self.ann, new)).table
        for who in (self.ann, self.bob)[:seated]:
            await here.registry.sit(who, table_id, "nonce")
        table = await here.registry.table(table_id)
        if table.state.is_full:
            await gathering.start(here.registry, self.ann, table_id)
        return table

    async def pass_time(self, seconds: float, *alive: Process) -> None:
        """Let time pass while some processes send heartbeats."""
        for _ in range(round(seconds / BEAT)):
            self.time += BEAT
            for process in alive:
                await process.member.beat()

    def everything(self) -> dict[str, list[str]]:
        """All rows of the database, except heartbeats."""
        tables = [table for table in schema.metadata.sorted_tables if table is not schema.process]
        with self.store.engine.connect() as connection:
            return {table.name: sorted(map(repr, connection.execute(sa.select(table)))) for table in tables}

    def processes(self) -> set[str]:
        with self.store.engine.connect() as connection:
            return set(connection.execute(sa.select(schema.process.c.id)).scalars())


@pytest.fixture
def play(database):
    """Run a scenario with two processes on a file."""

    def run(story):
        async def tell() -> None:
            pair = Pair(database)

            @sa.event.listens_for(pair.store.engine, "checkout")
            def use_our_clock(raw: sqlite3.Connection, *_: object) -> None:
                raw.create_function("julianday", 1, lambda _: pair.time / 86400.0)

            try:
                await story(await pair.start())
            finally:
                pair.store.close()

        asyncio.run(tell())

    return run


async def nothing(frame: bytes) -> None:
    """Discard a frame."""


def client_of(table: LiveTable, who: Identity) -> Client:
    client = Client(who, table.state.seat_of(who), Look(), nothing, 0)
    client.seats = table.state.seats_of(who)
    return client


def a_move(table: LiveTable) -> Play:
    match = table.started_match
    return Play(f"id {table.number}", table.number, match.game.notation(match.legal()[0]))


# --- who holds a table -------------------------------------------------------------------------------------


def test_a_process_without_a_sign_of_life_is_buried_in_time():
    assert LEASE + BEAT < 3


def test_a_table_is_live_in_one_process(play):
    async def story(pair: Pair) -> None:
        table = await pair.table("me", "open")
        for _ in range(2):  # the second time it is cached
            with pytest.raises(ElsewhereError) as found:
                await pair.two.registry.table(table.id)
            assert (found.value.table_id, found.value.holder) == (table.id, pair.one.leases.id)
        assert await pair.one.registry.table(table.id) is table
        with pytest.raises(OptionError, match="no such table"):
            await pair.two.registry.table("nothing")

    play(story)


def test_simultaneous_takers_get_one_table(play):
    async def story(pair: Pair) -> None:
        made = await pair.one.registry.create(pair.ann, NewTable("tower-up", 2, ["me", "open"]))
        takers = [process.registry.table(made.table) for process in (pair.one, pair.two) for _ in range(3)]
        found = await asyncio.gather(*takers, return_exceptions=True)
        tables = {id(one) for one in found if isinstance(one, LiveTable)}
        assert len(tables) == 1
        assert sum(isinstance(one, ElsewhereError) for one in found) == 3

    play(story)


def test_a_forgotten_table_is_free(play):
    async def story(pair: Pair) -> None:
        table = await pair.table("me", "open")
        await pair.one.registry.forget_idle()
        taken = await pair.two.registry.table(table.id)
        assert (taken.fence, taken.is_ours, table.is_ours) == (table.fence + 1, True, False)

    play(story)


def test_a_process_that_leaves_gives_its_tables_back_at_once(play):
    async def story(pair: Pair) -> None:
        table = await pair.table("me", "open")
        client = client_of(table, pair.ann)
        pair.one.registry.join(table, client)
        await pair.one.member.leave()
        assert client.ended
        assert pair.processes() == {pair.two.leases.id}
        assert (await pair.two.registry.table(table.id)).fence > table.fence
        other = await pair.two.registry.create(pair.ann, NewTable("tower-up", 2, ["me", "open"]))
        with pytest.raises(UnavailableError, match="changing hands"):
            await pair.one.registry.table(other.table)

    play(story)


def test_signs_of_life_keep_all_tables(play):
    async def story(pair: Pair) -> None:
        table = await pair.table("me", "open", seated=2)
        await pair.pass_time(5 * LEASE, pair.one, pair.two)
        client = client_of(table, pair.ann)
        await table.handle(client, a_move(table))
        assert table.number == 1
        assert table.is_ours

    play(story)


# --- a process that dies, freezes, or is disconnected ------------------------------------------------------


def test_the_tables_of_a_silent_process_are_free(play):
    async def story(pair: Pair) -> None:
        table = await pair.table("me", "open", seated=2)
        await pair.pass_time(LEASE, pair.two)
        with pytest.raises(ElsewhereError):
            await pair.two.registry.table(table.id)
        await pair.pass_time(BEAT, pair.two)
        assert pair.processes() == {pair.two.leases.id}
        taken = await pair.two.registry.table(table.id)
        assert taken.fence > table.fence + 1  # the process was declared dead, then the table was taken over
        client = client_of(taken, pair.ann)
        await taken.handle(client, a_move(taken))
        assert taken.number == 1

    play(story)


def test_a_process_that_wakes_up_begins_anew(play):
    async def story(pair: Pair) -> None:
        table = await pair.table("me", "open", seated=2)
        client = client_of(table, pair.ann)
        pair.one.registry.join(table, client)
        before = pair.one.leases.id
        await pair.pass_time(LEASE + BEAT, pair.two)
        await pair.one.member.beat()
        assert client.ended
        assert not table.is_ours
        assert pair.one.registry.live() == []
        assert pair.one.leases.id != before
        assert pair.processes() == {pair.one.leases.id, pair.two.leases.id}
        assert (await pair.one.registry.table(table.id)).is_ours  # no other process wanted it

    play(story)


def test_nobody_is_buried_after_a_silence_of_all(play):
    """The database did not answer: the first process to reach it again waits for the others."""

    async def story(pair: Pair) -> None:
        table = await pair.table("me", "open")
        pair.time += 10 * LEASE
        for process in (pair.one, pair.two):
            await process.member.beat()
        await pair.pass_time(LEASE, pair.one, pair.two)
        assert len(pair.processes()) == 2
        with pytest.raises(ElsewhereError):
            await pair.two.registry.table(table.id)

    play(story)


def test_one_process_is_on_duty(play):
    async def story(pair: Pair) -> None:
        def on_duty() -> list[bool]:
            return [process.leases.on_duty for process in (pair.one, pair.two)]

        await pair.pass_time(LEASE, pair.one, pair.two)
        assert on_duty() == [True, False]
        await pair.pass_time(LEASE + 3 * BEAT, pair.two)
        assert pair.two.leases.on_duty
        await pair.pass_time(LEASE, pair.one, pair.two)
        assert on_duty() == [False, True]

    play(story)


# --- late writes -------------------------------------------------------------------------------------------


async def a_played_move(pair: Pair):
    table = await pair.table("me", "open", seated=2)
    client = client_of(table, pair.ann)
    return table, lambda: table.add(a_move(table).entry(table, client), "0:x")


async def a_last_move(pair: Pair):
    table = await pair.table("me", "open", seated=2)
    client = client_of(table, pair.ann)
    return table, lambda: table.add(End("x", 0).entry(table, client), "0:x")


async def an_agreement(pair: Pair):
    table = await pair.table("me", "open", seated=2)
    return table, lambda: table.agree({"end": {0}}, 0, "0:x")


async def a_decision_ahead(pair: Pair):
    table = await pair.table("me", "open", seated=2)
    return table, lambda: table._decide_ahead(0, [], "0:x")


async def an_arrival(pair: Pair):
    table = await pair.table("me", "open", seated=2, time="live 600+15")
    return table, partial(table.arrive, table.started_match.to_act)


async def a_time_out(pair: Pair):
    table = await pair.table("me", "open", seated=2, time="live 600+15")
    pair.one.registry.now = lambda: 1e11
    return table, table.time_out


async def a_seat(pair: Pair):
    table = await pair.table("me", "open")
    return table, lambda: pair.one.registry.sit(pair.bob, table.id, "nonce")


async def a_colour(pair: Pair):
    table = await pair.table("me", "open")
    colour = colours.choices(table.game, table.chairs, "en")[-1].id
    return table, lambda: pair.one.lobby.choose_colour(pair.ann, table.id, colour)


async def a_change_of_seats(pair: Pair):
    table = await pair.table("me", "open", "open")
    return table, lambda: pair.one.lobby.change_seats(pair.ann, table.id, 2, "gone")


async def a_start(pair: Pair):
    table = await pair.table("me", "open")
    await pair.one.registry.sit(pair.bob, table.id, "nonce")
    return table, lambda: gathering.start(pair.one.registry, pair.ann, table.id)


async def a_removal(pair: Pair):
    table = await pair.table("me", "open", "open", seated=2)
    return table, lambda: gathering.remove(pair.one.registry, pair.ann, table.id, 1)


async def a_change_of_facts(pair: Pair):
    table = await pair.table("me", "open")
    return table, lambda: facts.change(pair.one.registry, pair.ann, table.id, TableChange(time="days 1"))


async def a_new_link(pair: Pair):
    table = await pair.table("me", "invite")
    return table, lambda: pair.one.lobby.renew(pair.ann, table.id)


async def a_closed_table(pair: Pair):
    table = await pair.table("me", "open")
    return table, lambda: pair.one.lobby.close(pair.ann, table.id)


async def a_line(pair: Pair):
    table = await pair.table("me", "open", seated=2)
    client = client_of(table, pair.ann)
    return table, lambda: pair.one.registry.chat._say(table, client, Say(id="x", kind="text", text="hello"))


async def a_rematch(pair: Pair):
    table = await pair.table("me", "open", seated=2)
    client = client_of(table, pair.ann)
    await table.add(End("x", 0).entry(table, client), "0:x")
    return table, lambda: rematches.ask(pair.one.registry, pair.ann, table.id)


LATE = (
    a_played_move, a_last_move, an_agreement, a_decision_ahead, an_arrival, a_time_out, a_seat, a_colour,
    a_change_of_seats, a_start, a_removal, a_change_of_facts, a_new_link, a_closed_table, a_line, a_rematch,
)  # fmt: skip


@pytest.mark.parametrize("prepare", LATE, ids=lambda prepare: prepare.__name__)
def test_late_writes_are_refused(play, prepare):
    """A process that does not know yet that its table has another owner stores nothing, and unloads it."""

    async def story(pair: Pair) -> None:
        table, write = await prepare(pair)
        client = client_of(table, ANONYMOUS)  # a spectator
        pair.one.registry.join(table, client)
        await pair.pass_time(LEASE + BEAT, pair.two)
        await pair.two.registry.table(table.id)
        before = pair.everything()
        with pytest.raises(LostError):
            await write()
        assert pair.everything() == before
        assert not table.is_ours
        assert client.ended
        assert pair.one.registry.live() == []

    play(story)


def test_who_was_removed_stays_away_in_every_process(play):
    async def story(pair: Pair) -> None:
        table = await pair.table("me", "open", "open", seated=2)
        await gathering.remove(pair.one.registry, pair.ann, table.id, 1)
        await pair.pass_time(LEASE + BEAT, pair.two)
        with pytest.raises(Refusal, match="removed you"):
            await pair.two.registry.sit(pair.bob, table.id, "nonce")

    play(story)


def test_a_late_command_gets_no_answer(play):
    """Its sender reconnects and resends it; then another process answers."""

    async def story(pair: Pair) -> None:
        table = await pair.table("me", "open", seated=2)
        client = client_of(table, pair.ann)
        pair.one.registry.join(table, client)
        await pair.pass_time(LEASE + BEAT, pair.two)
        taken = await pair.two.registry.table(table.id)
        await table.handle(client, a_move(table))
        assert client.ended
        assert not any(b'"done"' in reply for reply in client.replies)
        again = client_of(taken, pair.ann)
        await taken.handle(again, a_move(table))
        assert b'"done"' in again.replies[0]

    play(story)


# --- limits that all processes share -----------------------------------------------------------------------


def test_tokens_that_other_processes_take_count():
    now = 0.0
    one, two = Buckets(10, 60.0, lambda: now), Buckets(10, 60.0, lambda: now)
    one.share()
    assert [one.take("ann") for _ in range(7)] == [True] * 7
    two.charge(one.taken())
    assert one.taken() == {}
    assert [two.take("ann") for _ in range(4)] == [True] * 3 + [False]
    assert two.take("bob")
    two.charge({"ann": 1000})
    now = 120.0
    assert two.take("ann"), "nobody is locked out for longer than two fills"


def test_connections_and_sockets_of_all_processes_count():
    one, two = Tally(), Tally()
    one.share()
    one.add("ann")
    one.add("ann")
    one.add("bob")
    two.hear("one", one.changes())
    two.add("ann")
    assert (two["ann"], two["bob"], one["ann"]) == (3, 1, 2)
    one.add("ann", -1)
    one.add("bob", -1)
    two.hear("one", one.changes())
    assert (two["ann"], two["bob"]) == (2, 0)
    two.forget("one")
    assert (two["ann"], one.everything()) == (1, {"ann": 1})


# --- the connection between processes ----------------------------------------------------------------------


@pytest.fixture(autouse=True)
def patience(monkeypatch):
    """Do not reject the process of a busy machine because it is slow."""
    monkeypatch.setattr(peer_connection, "GREETING_SECONDS", LIMIT)


def greeted(secret: bytes, me: str, dialled: bytes, to: str) -> tuple[object, object]:
    """Connect to a process. Return the outcome at both ends."""
    system, outcome = System(), list[object]()

    async def meet() -> tuple[object, object]:
        done = asyncio.Event()

        async def welcome(reader, writer) -> None:
            guest = PeerConnection(reader, writer)
            try:
                await peer_connection.answer(guest, secret, me, system)
                outcome.append(await guest.receive())
            except PeerConnectionError as error:
                outcome.append(error)
            guest.close()
            done.set()

        server = await asyncio.start_server(welcome, "127.0.0.1", 0)
        address = f"127.0.0.1:{server.sockets[0].getsockname()[1]}"
        try:
            found: PeerConnection | PeerConnectionError = await peer_connection.dial(
                address, dialled, "dialler", to, system
            )
            found.send(Renamed("ann", "Ann"))
        except PeerConnectionError as error:
            found = error
        await done.wait()
        if isinstance(found, PeerConnection):
            found.close()
            await asyncio.sleep(0)
        server.close()
        return found, outcome[0]

    return asyncio.run(meet())


def test_processes_with_the_same_secret_talk():
    found, heard = greeted(b"secret", "me", b"secret", "me")
    assert isinstance(found, PeerConnection)
    assert heard == Renamed("ann", "Ann")


@pytest.mark.parametrize(("secret", "to"), [(b"guess", "me"), (b"secret", "another"), (b"", "me")])
def test_strangers_are_turned_away(secret, to):
    found, heard = greeted(b"secret", "me", secret, to)
    assert isinstance(found, PeerConnectionError)
    assert isinstance(heard, PeerConnectionError)


@pytest.mark.parametrize("said", [b"\xff\xff\xff\x7f", b"\x04\0\0\0junk", b"GET / HTTP/1.1\r\n\r\n", b""])
def test_garbage_is_turned_away(said):
    async def meet() -> None:
        refused = asyncio.get_running_loop().create_future()

        async def welcome(reader, writer) -> None:
            guest = PeerConnection(reader, writer)
            with pytest.raises(PeerConnectionError):
                await peer_connection.answer(guest, b"secret", "me", System())
            guest.close()
            refused.set_result(True)

        server = await asyncio.start_server(welcome, "127.0.0.1", 0)
        reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
        writer.write(said)
        writer.write_eof()
        assert await refused
        assert await reader.read() == b""
        writer.close()
        server.close()

    asyncio.run(meet())


# --- PostgreSQL --------------------------------------------------------------------------------------------


def test_leases_and_fences_on_postgresql(cluster):
    async def story() -> None:
        pair = Pair(database_url(cluster.new_database()))
        try:
            await pair.start()
            table = await pair.table("me", "open", seated=2)
            with pytest.raises(ElsewhereError):
                await pair.two.registry.table(table.id)
            before = pair.one.leases.id
            silent = schema.process.update().where(schema.process.c.id == before).values(expires=0.0)
            await pair.store.write(lambda connection: connection.execute(silent))
            await pair.pass_time(BEAT, pair.two)
            taken = await pair.two.registry.table(table.id)
            client = client_of(table, pair.ann)
            with pytest.raises(LostError):
                await table.add(a_move(table).entry(table, client), "0:x")
            await taken.add(a_move(taken).entry(taken, client), "0:y")
            await pair.one.member.beat()
            assert pair.one.leases.id != before
            assert pair.processes() == {pair.one.leases.id, pair.two.leases.id}
            with pytest.raises(ElsewhereError):
                await pair.one.registry.table(table.id)
        finally:
            pair.store.close()

    asyncio.run(story())


def test_notices_reach_all_processes_with_the_commit(cluster):
    async def story() -> None:
        url = database_url(cluster.new_database())
        store, heard = Store(url), list[asyncio.Queue[str]]()
        listeners = []
        for _ in range(2):
            heard.append(asyncio.Queue())
            listeners.append(Listener(url, heard[-1].put_nowait))
        try:
            assert [await queue.get() for queue in heard] == ["", ""]  # from now on they listen

            def fail(connection: sa.Connection) -> None:
                notify(connection, ["lost"])
                raise OptionError("changed my mind")

            with pytest.raises(OptionError):
                await store.write(fail)
            await store.write(lambda connection: notify(connection, ["table", ""]))
            assert [[await queue.get(), await queue.get()] for queue in heard] == [["table", ""]] * 2
        finally:
            for listener in listeners:
                listener.close()
            store.close()

    asyncio.run(story())


def test_a_person_opens_no_more_tables_at_two_processes_than_at_one(cluster):
    async def story() -> None:
        url = database_url(cluster.new_database())
        stores = [Store(url), Store(url)]
        lobbies = [Lobby(Registry(store, NoBots(), 0.0), per_person=3) for store in stores]
        try:
            ann = (await stores[0].write(auth.create))[0]
            order = NewTable("tower-up", 2, ["me", "open"])
            opening = [lobby.open(ann, "127.0.0.1", order) for lobby in lobbies for _ in range(4)]
            outcomes = await asyncio.gather(*opening, return_exceptions=True)
            assert sum(isinstance(outcome, Refusal) for outcome in outcomes) == 5
            assert sum(isinstance(outcome, CreatedTable) for outcome in outcomes) == 3
        finally:
            for store in stores:
                store.close()

    asyncio.run(story())

"""A database that is locked, unavailable, in use or readable by others."""

import asyncio
import contextlib
import json
import logging
import sqlite3
import stat
import threading

import pytest
import sqlalchemy as sa
from click.testing import CliRunner
from litestar.testing import AsyncTestClient
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect as open_socket

from rooftop.cli import main
from rooftop.server import lifespan
from rooftop.server.app import create_app
from rooftop.server.auth import create
from rooftop.server.bots import BotPool
from rooftop.server.painting.jobs import Look
from rooftop.server.protocol import NewTable
from rooftop.server.settings import Settings, database_url
from rooftop.server.store import claims
from rooftop.server.store.claims import StoreError, TakenError
from rooftop.server.store.schema import identity
from rooftop.server.store.store import Store, UnavailableError, connect
from rooftop.server.tables.client import Client
from rooftop.server.tables.commands import Play
from rooftop.server.tables.registry import Registry
from tests.server.clients import CALM, Person, new_table
from tests.waiting import LIMIT, eventually, until


class Locked:
    """A SQLite file locked by another program."""

    def __init__(self, file) -> None:
        self.other = sqlite3.connect(file, isolation_level=None, check_same_thread=False)

    def hold(self) -> None:
        self.other.execute("BEGIN IMMEDIATE")

    def let_go(self) -> None:
        self.other.execute("ROLLBACK")
        self.other.close()


def table_with_a_bot(store: Store):
    """Create a table with a person and a bot that always plays its first legal move."""

    class FirstBot(BotPool):
        def __init__(self) -> None:
            pass

        async def choose(self, table, name, position, record=()):
            return position.legal()[0], True

    async def made():
        registry = Registry(store, FirstBot(), 0.0)
        who, _ = await store.write(create)
        table_id = (await registry.create(who, NewTable("tower-up", 2, ["me", "bot:novice"]))).table
        seat = await registry.sit(who, table_id, "x")
        table = await registry.table(table_id)

        async def send(frame: bytes) -> None:
            pass

        person = Client(who, seat, Look("en"), send, 0)
        registry.join(table, person)
        return table, person

    return made()


async def play_until_the_bot_decides(table, person) -> None:
    """Play until the next move ends the person's turn."""
    while table.started_match.to_act == person.seat:
        number = table.number
        move = table.started_match.moves()[0].notation
        trial = table.started_match.clone()
        trial.play(move)
        if trial.to_act != person.seat:
            return
        await table.handle(person, Play(f"{number}", number, move))


# --- bots --------------------------------------------------------------------------------------------------


def test_bots_continue_after_the_database_was_locked_for_too_long(database, tmp_path):
    async def play() -> None:
        store = Store(database)

        @sa.event.listens_for(store.engine, "checkout")
        def hurry(raw: sqlite3.Connection, *_: object) -> None:
            raw.execute("PRAGMA busy_timeout=10")

        table, person = await table_with_a_bot(store)
        await play_until_the_bot_decides(table, person)
        lock, add, failures = Locked(tmp_path / "new.db"), table.add, list[Exception]()

        async def locked_for_bots(entry, command):
            if not command.startswith("bot:"):
                return await add(entry, command)
            lock.hold()
            table.add = add
            try:
                return await add(entry, command)
            except UnavailableError as error:
                failures.append(error)
                lock.let_go()
                raise

        table.add = locked_for_bots
        number = table.number
        await table.handle(person, Play("last", number, table.started_match.moves()[0].notation))
        await eventually(lambda: table.number > number + 1)
        assert len(failures) == 1
        assert table.bot_task is not None
        table.registry.leave(table, person)
        await eventually(table.bot_task.done)
        store.close()

    asyncio.run(play())


@pytest.mark.parametrize("error", [UnavailableError("gone"), StoreError("wrong"), OSError("disk")])
def test_bots_survive_every_storage_error_and_wait_longer_each_time(database, monkeypatch, error):
    waits: list[float] = []

    async def play() -> None:
        store = Store(database)
        table, person = await table_with_a_bot(store)
        await play_until_the_bot_decides(table, person)
        add, left = table.add, [error] * 4
        sleep = asyncio.sleep

        async def failing(entry, command):
            if command.startswith("bot:") and left:
                raise left.pop()
            return await add(entry, command)

        async def quick(seconds):
            if seconds >= 0.2:
                waits.append(seconds)
            await sleep(0)

        table.add = failing
        monkeypatch.setattr(asyncio, "sleep", quick)
        number = table.number
        await table.handle(person, Play("last", number, table.started_match.moves()[0].notation))
        while table.number == number + 1:
            await sleep(0)
        table.registry.leave(table, person)
        await table.bot_task
        store.close()

    asyncio.run(play())
    assert waits == sorted(waits)
    assert len(waits) == 4


# --- a database that is unavailable -------------------------------------------------------------------------


@pytest.fixture
def warm(monkeypatch):
    """Start a server that has nothing to compile."""
    monkeypatch.setattr(lifespan, "is_cold", lambda kind: False)
    monkeypatch.setattr(lifespan, "load_rules", lambda kind: None)

    async def nothing(self):
        pass

    monkeypatch.setattr(BotPool, "prepare", nothing)


def test_requests_get_503_while_the_database_is_away(database, warm, monkeypatch, caplog):
    monkeypatch.setattr("rooftop.server.context.PROBE_SECONDS", LIMIT)
    order = {"title": "tower-up", "players": 2, "seats": ["me", "open"]}

    async def ask() -> None:
        app = create_app(Settings(database=database, titles=("tower-up",), painter_processes=0))
        async with AsyncTestClient(app) as web:
            await web.get("/")
            table = (await web.post("/api/tables", json=order)).json()["table"]
            here = app.state["context"]
            await eventually(lambda: here.warm)
            assert (await web.get("/ready")).json() == {"status": "ready"}
            there, here.store.engine = here.store.engine, connect("sqlite:////nowhere/a.db")
            here.store._writing = here.store.engine
            assert (await web.get("/health")).json() == {"status": "alive"}
            not_ready = await web.get("/ready")
            assert (not_ready.status_code, not_ready.json()) == (503, {"status": "no storage"})
            assert int(not_ready.headers["retry-after"]) > 0
            for answer in (
                await web.get("/"),
                await web.get("/api/me"),
                await web.get("/api/tables"),
                await web.get(f"/tables/{table}"),
                await web.get(f"/api/tables/{table}/file"),
                await web.post("/api/me", json={"name": "Ann"}),
                await web.post("/api/tables", json=order),
                await web.post(f"/api/tables/{table}/sit", json={"nonce": "x"}),
            ):
                assert answer.status_code == 503, (answer.url, answer.text)
                assert int(answer.headers["retry-after"]) > 0
                assert "try again" in answer.json()["error"]
            polish = await web.get("/api/me", headers={"accept-language": "pl"})
            assert polish.json()["error"].startswith("baza danych nie odpowiada")
            here.store.engine = here.store._writing = there
            assert (await web.get("/ready")).status_code == 200
            assert (await web.post(f"/api/tables/{table}/sit", json={"nonce": "x"})).json() == {"seat": 0}

    with caplog.at_level(logging.ERROR):
        asyncio.run(ask())
    assert "Traceback" not in caplog.text
    assert "unexpected error" not in caplog.text


def test_a_database_that_takes_too_long_is_not_ready(database, tmp_path, warm, monkeypatch):
    monkeypatch.setattr("rooftop.server.context.PROBE_SECONDS", 0.2)

    async def ask() -> None:
        app = create_app(Settings(database=database, titles=("tower-up",), painter_processes=0))
        async with AsyncTestClient(app) as web:
            await eventually(lambda: app.state["context"].warm)
            lock = Locked(tmp_path / "new.db")
            lock.hold()
            assert (await web.get("/ready")).json() == {"status": "no storage"}
            lock.let_go()
            async with asyncio.timeout(LIMIT):
                while (await web.get("/ready")).json() != {"status": "ready"}:
                    pass

    asyncio.run(ask())


def test_a_server_survives_a_restart_of_postgresql(pair, cluster):
    server = pair[0]
    before = len(server.errors.read_text())
    ann, bob = Person(server), Person(server)
    table = new_table([ann, bob])
    where = f"ws://{server.host}/tables/{table}/socket?lang=pl"
    with open_socket(where, additional_headers=ann.headers, close_timeout=1, **CALM) as link:
        first = json.loads(link.recv(LIMIT))
        play = {"type": "play", "seen": 0, "move": first["offers"][0]["move"]}
        cluster.stop()
        try:
            assert ann.get("/health").status_code == 200
            assert ann.get("/ready").json() == {"status": "no storage"}
            for answer in (ann.get("/api/me"), ann.post("/api/me", {"name": "Ann"})):
                assert answer.status_code == 503
                assert int(answer.headers["retry-after"]) > 0
            link.send(json.dumps(play | {"id": "one"}))
            refused = answer_to(link, "one")
            assert (refused["type"], refused["number"]) == ("refused", 0)
            assert refused["reason"].startswith("baza danych nie odpowiada")
            with open_socket(where, additional_headers=bob.headers, **CALM) as late:
                assert json.loads(late.recv(LIMIT))["reason"].startswith("baza danych nie odpowiada")
                with pytest.raises(ConnectionClosed) as closed:
                    late.recv(LIMIT)
                assert closed.value.rcvd.code == 4503
        finally:
            cluster.start()
        assert until(lambda: ann.get("/ready").json() == {"status": "ready"})
        link.send(json.dumps(play | {"id": "two"}))
        assert answer_to(link, "two") == {"type": "done", "id": "two", "number": 1}
    assert "Traceback" not in server.errors.read_text()[before:]


def answer_to(link, command: str) -> dict:
    while (frame := json.loads(link.recv(LIMIT))).get("id") != command:
        pass
    return frame


# --- a lost transaction -------------------------------------------------------------------------------------


def lose_a_transaction(url: str, statement: str) -> None:
    """Let three jobs share a transaction that the second one loses: none of them takes effect."""

    def lose(connection):
        connection.exec_driver_sql(statement)

    async def write() -> None:
        store = Store(url)
        begun, go_on = threading.Event(), threading.Event()

        def hold(_):
            begun.set()
            go_on.wait(LIMIT)

        first = asyncio.ensure_future(store.write(hold))
        await asyncio.to_thread(begun.wait, LIMIT)
        together = [asyncio.ensure_future(store.write(work)) for work in (create, lose, create)]
        await eventually(lambda: store._queue.qsize() == 3)
        go_on.set()
        await first
        for job in await asyncio.gather(*together, return_exceptions=True):
            assert isinstance(job, UnavailableError)
        count = sa.select(sa.func.count()).select_from(identity)
        assert await store.read(lambda connection: connection.execute(count).scalar()) == 0
        await store.write(create)
        assert await store.read(lambda connection: connection.execute(count).scalar()) == 1
        store.close()

    asyncio.run(write())


def test_no_job_is_done_if_sqlite_rolls_back_the_whole_transaction(database):
    """SQLite does this when the disk is full."""
    lose_a_transaction(
        database, "INSERT OR ROLLBACK INTO alembic_version SELECT version_num FROM alembic_version"
    )


def test_no_job_is_done_if_postgresql_ends_the_connection(cluster):
    lose_a_transaction(database_url(cluster.new_database()), "SELECT pg_terminate_backend(pg_backend_pid())")


# --- what PostgreSQL stores ---------------------------------------------------------------------------------


def test_characters_that_postgresql_cannot_store_are_refused(pair):
    ann = Person(pair[0])
    body = {"title": "tower-up", "players": 2, "seats": ["me", "open"]}
    table = ann.post("/api/tables", body).json()["table"]
    for answer in (
        ann.post(f"/api/tables/{table}/sit", {"nonce": "a\x00b"}),
        ann.get("/api/tables/a%00b/file"),
        ann.post("/api/tables", body | {"title": "a\x00b"}),
        ann.post("/api/tables", body | {"options": {"objectives": "a\x00b"}}),
    ):
        assert answer.status_code == 400, answer.text
        assert answer.json()["error"]
    assert ann.post("/api/join", {"secret": "a\x00b", "nonce": "x"}).status_code == 404
    assert ann.get("/join/a%00b").status_code == 404
    assert ann.post(f"/api/tables/{table}/sit", {"nonce": "łatwe 塔" * 8}).json() == {"seat": 0}


# --- who may use a database --------------------------------------------------------------------------


def run(*words):
    return CliRunner().invoke(main, [str(word) for word in words])


def test_a_second_server_on_a_file_is_refused(running, monkeypatch):
    """Until the first one ends or is killed (test_durability)."""
    monkeypatch.setattr(claims, "WAIT_SECONDS", 0)
    ann = Person(running)
    refused = run("serve", "--port", 0, "--database", running.database)
    assert refused.exit_code == 2
    assert "another server uses this database" in refused.stderr
    assert "share a PostgreSQL database" in refused.stderr
    assert ann.get("/api/me").status_code == 200


def test_several_processes_on_a_file_are_refused(tmp_path):
    refused = run("serve", "--port", 0, "--processes", 2, "--database", f"sqlite:///{tmp_path / 'a.db'}")
    assert refused.exit_code == 2
    assert "several processes need a PostgreSQL database" in refused.stderr
    assert list(tmp_path.iterdir()) == []


def test_processes_share_a_postgresql_database_and_keep_away_who_needs_it_alone(cluster, monkeypatch):
    """A store that has lost its lock writes nothing while another one has exclusive use of the database."""
    monkeypatch.setattr(claims, "WAIT_SECONDS", 0)
    url = database_url(cluster.new_database())

    async def write() -> None:
        first, second = Store(url, shared=True), Store(url, shared=True)
        await first.write(create)
        await second.write(create)
        second.close()
        with pytest.raises(TakenError):
            Store(url, alone=True)
        cluster.stop()
        cluster.start()
        alone = Store(url, alone=True)
        with pytest.raises(TakenError):
            Store(url, shared=True)
        with pytest.raises(UnavailableError):
            await first.write(create)
        await alone.write(create)
        alone.close()
        async with asyncio.timeout(LIMIT):  # PostgreSQL takes a moment to notice
            while True:
                with contextlib.suppress(UnavailableError):
                    await first.write(create)
                    break
        first.close()

    asyncio.run(write())


# --- a database readable only by its owner ------------------------------------------------------------------


def modes(folder) -> set[int]:
    return {stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()}


def test_only_the_owner_can_read_the_database_and_a_backup(tmp_path):
    folder = tmp_path / "data"
    folder.mkdir()
    store = Store(f"sqlite:///{folder / 'a.db'}", alone=True)
    asyncio.run(store.write(create))
    assert {path.name for path in folder.iterdir()} == {"a.db", "a.db-shm", "a.db-wal", "a.db.lock"}
    assert modes(folder) == {0o600}
    store.close()
    assert run("backup", folder / "copy.db", "--database", f"sqlite:///{folder / 'a.db'}").exit_code == 0
    assert modes(folder) == {0o600}


def test_a_readable_database_is_made_private(tmp_path):
    file = tmp_path / "a.db"
    Store(f"sqlite:///{file}").close()
    file.chmod(0o644)
    held = sqlite3.connect(file)  # so that SQLite's additional files exist
    held.execute("SELECT count(*) FROM identity").fetchone()
    store = Store(f"sqlite:///{file}")
    assert modes(tmp_path) == {0o600}
    store.close()
    held.close()


def test_a_file_that_is_no_database_stays_unchanged(tmp_path):
    file = tmp_path / "letter.txt"
    file.write_text("Dear Ann, " * 100)
    file.chmod(0o644)
    answer = run("serve", "--port", 0, "--database", f"sqlite:///{file}")
    assert answer.exit_code == 2
    assert "file is not a database" in answer.stderr
    assert stat.S_IMODE(file.stat().st_mode) == 0o644
    assert file.read_text() == "Dear Ann, " * 100

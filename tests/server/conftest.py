"""One server for all tests that do not change it."""

import asyncio
import random
import shutil
from unittest import mock

import pytest

from rooftop.server.store import store
from rooftop.server.store.store import Store
from tests.server.clients import Person, Player, Server, new_table
from tests.server.fleet import LONG_LEASE, Fleet
from tests.server.patient import wait_for_databases
from tests.server.postgres import Cluster

wait_for_databases()


@pytest.fixture(scope="session", autouse=True)
def migrated(tmp_path_factory):
    """Create new SQLite databases in this process as copies of the first one."""
    file = tmp_path_factory.mktemp("migrated") / "new.db"
    Store(f"sqlite:///{file}").close()
    new, migrate = file.read_bytes(), store.migrate

    def copied(engine, revision=store.NEWEST):
        target = store.database_file(engine)
        if revision == store.NEWEST and target and target.exists() and not target.stat().st_size:
            target.write_bytes(new)
        migrate(engine, revision)

    with mock.patch.object(store, "migrate", copied):
        yield file


@pytest.fixture(scope="session")
def running(tmp_path_factory):
    server = Server(tmp_path_factory.mktemp("server"), ROOFTOP_TITLES="")  # all of them
    server.start()
    yield server
    server.end()


@pytest.fixture
def ann(running):
    return Person(running)


@pytest.fixture
def bob(running):
    return Person(running)


@pytest.fixture
def database(migrated, tmp_path):
    """The URL of a new database."""
    return f"sqlite:///{shutil.copy(migrated, tmp_path / 'new.db')}"


@pytest.fixture(scope="session")
def finished(running):
    """The players of a game that is over."""
    people = [Person(running) for _ in range(2)]
    people[0].post("/api/me", {"name": 'A"><b'})
    table = new_table(people)
    players = [Player(person, table, random.Random(seat)) for seat, person in enumerate(people)]

    async def play() -> None:
        up = asyncio.Event()
        up.set()
        await asyncio.gather(*(player.play(up) for player in players))

    asyncio.run(play())
    return players


@pytest.fixture(scope="session")
def cluster():
    made = Cluster()
    yield made
    made.remove()


@pytest.fixture(scope="session")
def two_processes(cluster, tmp_path_factory):
    """Two processes on one database. A test may kill, freeze or disconnect one of them."""
    made = Fleet(tmp_path_factory.mktemp("processes"), cluster.new_database(), 2, **LONG_LEASE)
    try:
        yield made.start()
    finally:
        made.end()


@pytest.fixture
def pair(two_processes):
    """Their servers, for tests that do not change them."""
    return two_processes.start().servers

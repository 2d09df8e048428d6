"""The same server on PostgreSQL, in a private cluster of its own."""

import asyncio
import os
import random
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.server.clients import Person, Player, Server, first_update, free_port, new_table, verify

sys.path.insert(0, str(ROOT / "tools"))
from install_postgres import folder

BIN = folder()


def as_somebody(*command: object, check: bool = True) -> None:
    """PostgreSQL refuses to run as root."""
    who = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
    done = subprocess.run([*who, *map(str, command)], capture_output=True, text=True, timeout=60, cwd="/")
    assert not check or done.returncode == 0, done.stderr


@pytest.fixture(scope="module")
def cluster():
    assert BIN is not None, "PostgreSQL is missing: python tools/install_postgres.py"
    home = Path(tempfile.mkdtemp(prefix="rooftop-postgres-"))
    if os.geteuid() == 0:
        shutil.chown(home, "postgres")
    data, port = home / "data", free_port()
    as_somebody(BIN / "initdb", "-D", data, "-U", "rooftop", "-A", "trust", "-E", "UTF8", "--no-sync")
    options = f"-p {port} -k {home} -c listen_addresses=127.0.0.1"
    as_somebody(BIN / "pg_ctl", "-D", data, "-w", "-l", home / "log", "-o", options, "start")
    yield f"postgresql://rooftop@127.0.0.1:{port}/postgres"
    as_somebody(BIN / "pg_ctl", "-D", data, "-m", "immediate", "stop", check=False)
    shutil.rmtree(home, ignore_errors=True)


@pytest.fixture
def server(cluster, tmp_path):
    server = Server(tmp_path, cluster)
    yield server
    server.end()


def test_on_postgresql_a_killed_server_loses_nothing(server):
    server.start("after-commit:40")
    people = [Person(server) for _ in range(2)]
    table = new_table(people)
    players = [Player(person, table, random.Random(seat)) for seat, person in enumerate(people)]

    async def play() -> int:
        up, deaths = asyncio.Event(), 0
        up.set()
        playing = [asyncio.create_task(player.play(up)) for player in players]
        async with asyncio.timeout(500):
            while not all(task.done() for task in playing):
                await asyncio.sleep(0.02)
                if not server.alive:
                    up.clear()
                    deaths += 1
                    await asyncio.to_thread(server.start)
                    up.set()
        return deaths

    assert asyncio.run(play()) == 1
    told = {player: asyncio.run(first_update(player)) for player in players}
    verify(server, table, players, told.__getitem__)
    assert people[0].get(f"/api/tables/{table}/file").json()["seed"]


def test_letters_that_postgresql_cannot_keep_are_refused_with_a_sentence(server):
    server.start()
    ann = Person(server)
    body = {"title": "tower-up", "players": 2, "seats": ["me", "open"]}
    table = ann.post("/api/tables", body).json()["table"]
    for answer in (
        ann.post(f"/api/tables/{table}/sit", {"nonce": "a\x00b"}),
        ann.get("/api/tables/a%00b/file"),
        ann.post("/api/join", {"link": "a\x00b"}),
        ann.post("/api/tables", body | {"title": "a\x00b"}),
        ann.post("/api/tables", body | {"options": {"objectives": "a\x00b"}}),
    ):
        assert answer.status_code == 400, answer.text
        assert answer.json()["error"]
    assert ann.post(f"/api/tables/{table}/sit", {"nonce": "łatwe 塔" * 8}).json() == {"seat": 0}

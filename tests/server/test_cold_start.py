"""A server can be used before the rules are compiled."""

import asyncio
import os
import subprocess
import sys

import httpx

from rooftop.bots.search import Search
from rooftop.engine.program import Program
from rooftop.game.title import title
from rooftop.server import compiled, lifespan
from rooftop.server.auth import create
from rooftop.server.bots import BotPool
from rooftop.server.context import Context
from rooftop.server.painting.jobs import Look
from rooftop.server.protocol import NewTable
from rooftop.server.settings import Settings
from rooftop.server.tables.client import Client
from rooftop.server.tables.commands import Undo
from rooftop.server.tables.state import LogEntry
from tests.server.clients import free_port
from tests.server.patient import PROGRAM
from tests.waiting import LIMIT, until

# Compiled rules are never used, so that the server does not become ready before the test's request.
NEVER_READY = """
import threading
from rooftop.server import lifespan
lifespan.load_rules = lambda kind: threading.Event().wait()
"""


def test_a_cold_server_plays_interpreted_until_the_rules_are_compiled(tmp_path):
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    command = [sys.executable, "-c", NEVER_READY + PROGRAM, "serve", "--port", str(port)]
    environment = {**os.environ, "ROOFTOP_CACHE": str(tmp_path / "cache")}
    server = subprocess.Popen(
        [*command, "--database", f"sqlite:///{tmp_path / 'a.db'}"], env=environment, stderr=subprocess.DEVNULL
    )
    try:
        with httpx.Client(base_url=url, timeout=LIMIT) as person:
            play(person)
    finally:
        server.kill()
        server.wait()


def answers(person: httpx.Client) -> bool:
    try:
        person.get("/")
        return True
    except httpx.HTTPError:
        return False


def play(person: httpx.Client) -> None:
    until(lambda: answers(person))
    assert person.get("/health").json() == {"status": "alive"}
    assert person.get("/ready").status_code == 503
    wanted = {"title": "tower-up", "players": 2, "seats": ["me", "bot:builder"]}
    table = person.post("/api/tables", json=wanted).json()["table"]
    assert person.post(f"/api/tables/{table}/sit", json={"nonce": "cold"}).json() == {"seat": 0}
    assert "<svg" in person.get(f"/tables/{table}/scene.svg").text
    waiting = person.get("/ready")
    assert waiting.json() == {"status": "starting"}
    assert int(waiting.headers["retry-after"]) > 0


def test_a_title_is_cold_until_its_search_is_compiled(monkeypatch):
    monkeypatch.setattr(Program, "is_cold", lambda self: False)
    assert not compiled.is_cold(title("tower-up"))
    monkeypatch.setattr(Search, "is_cold", lambda self: True)
    assert compiled.is_cold(title("tower-up"))


def test_a_level_needs_nothing_that_a_server_does_not_compile():
    """Otherwise a worker would compile it on its first decision."""
    program = """
from rooftop.bots import bot, choose
from rooftop.engine.program import Program
from rooftop.game.match import new
match, player = new("tower-up", 2, 1), bot("novice", 1)
load = Program.load
def noted(self, name):
    print(self.part)
    return load(self, name)
Program.load = noted
for _ in range(12):
    match.play(choose(match, player))
"""
    answer = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert set(answer.stdout.split()) == {"rules", "search"}


def test_a_running_table_switches_to_compiled_rules(database, monkeypatch):
    """Nobody has to reconnect, nothing else changes, and undo still works."""
    monkeypatch.setattr(lifespan, "is_cold", lambda kind: False)

    async def nothing(self):
        pass

    monkeypatch.setattr(BotPool, "prepare", nothing)

    async def play() -> None:
        here = Context(Settings(database=database, titles=("tower-up",), painter_processes=0))
        try:
            who, _ = await here.store.write(create)
            order = NewTable("tower-up", 2, ["me", "bot:novice"], {"hold": True})
            table_id = (await here.registry.create(who, order)).table
            table = await here.registry.table(table_id)
            await here.registry.sit(who, table_id, "x")
            person = Client(who, 0, Look("en"), lambda frame: asyncio.sleep(0), 0)
            # The bot's turn is played here too.
            while (match := table.started_match).to_act != 0 or not match.undoable:
                async with table.lock:
                    entry = LogEntry("move", match.to_act, match.moves()[0].notation)
                    await table.add(entry, f"x{table.number}")
            here.registry.join(table, person)
            assert not table.game.engine.compiled
            before, number, undoable = match.position.hash(), table.number, match.undoable
            await lifespan._warm_up(here)
            assert table.game.engine.compiled
            assert table.started_match.game.engine.compiled
            assert (table.started_match.position.hash(), table.number) == (before, number)
            assert table.started_match.undoable == undoable
            assert person in table.clients
            await table.handle(person, Undo("back", number))
            assert table.number == number + 1
        finally:
            here.bots.close()
            here.store.close()

    asyncio.run(play())

"""A machine that has compiled nothing yet can be played on at once."""

import asyncio
import os
import subprocess
import sys
import time

import httpx

from rooftop.server import app as application
from rooftop.server.bots import BotPool
from rooftop.server.house import House
from rooftop.server.people import create
from rooftop.server.protocol import Undo
from rooftop.server.settings import Settings
from rooftop.server.tables import Client
from tests.server.clients import free_port


def test_a_cold_server_plays_interpreted_until_the_rules_are_compiled(tmp_path):
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    command = [sys.executable, "-c", "from rooftop.cli import main; main()", "serve", "--port", str(port)]
    environment = {**os.environ, "ROOFTOP_CACHE": str(tmp_path / "cache")}
    server = subprocess.Popen(
        [*command, "--database", f"sqlite:///{tmp_path / 'a.db'}"], env=environment, stderr=subprocess.DEVNULL
    )
    try:
        with httpx.Client(base_url=url, timeout=30) as person:
            play(person)
    finally:
        server.kill()
        server.wait()


def play(person: httpx.Client) -> None:
    until = time.monotonic() + 60
    while True:
        try:
            person.get("/")
            break
        except httpx.HTTPError:
            assert time.monotonic() < until
            time.sleep(0.1)
    assert person.get("/health").json() == {"status": "alive"}
    assert person.get("/ready").status_code == 503
    wanted = {"title": "tower-up", "players": 2, "seats": ["me", "bot:greedy"]}
    table = person.post("/api/tables", json=wanted).json()["table"]
    assert person.post(f"/api/tables/{table}/sit", json={"nonce": "cold"}).json() == {"seat": 0}
    assert "<svg" in person.get(f"/tables/{table}/scene.svg").text
    waiting = person.get("/ready")
    assert waiting.json() == {"status": "starting"}
    assert int(waiting.headers["retry-after"]) > 0


def test_a_running_table_changes_to_compiled_rules_while_people_are_at_it(tmp_path, monkeypatch):
    """As soon as they are there; nobody has to leave, nothing else changes, and undo goes on."""
    monkeypatch.setattr(application, "is_cold", lambda kind: False)

    async def nothing(self, names):
        pass

    monkeypatch.setattr(BotPool, "use_compiled", nothing)

    async def play() -> None:
        here = House(Settings(database=f"sqlite:///{tmp_path / 'a.db'}", titles=("tower-up",)))
        try:
            who, _ = await here.store.write(create)
            order = ("tower-up", 2, ["me", "bot:random"], {"hold": True}, "unlisted", "live")
            table_id, _, _ = await here.hub.create(who, *order)
            table = await here.hub.table(table_id)
            await here.hub.sit(who, table_id, "x")
            person = Client(who, 0, "en", lambda frame: asyncio.sleep(0), 0)
            while table._match.to_act != 0 or not table._match.undoable:  # the bot's turn is played here too
                async with table.lock:
                    move = table._match.moves()[0].notation
                    await table.enter("move", table._match.to_act, move, f"x{table.number}")
            here.hub.join(table, person)
            assert not table.game.engine.compiled
            before, number, undoable = table._match.position.hash(), table.number, table._match.undoable
            await application._warm_up(here)
            assert table.game.engine.compiled
            assert table._match.game.engine.compiled
            assert (table._match.position.hash(), table.number) == (before, number)
            assert table._match.undoable == undoable
            assert person in table.clients
            await table.obey(person, Undo("back", number))
            assert table.number == number + 1
        finally:
            here.bots.close()
            here.store.close()

    asyncio.run(play())

"""Tasks of hosts with `rooftop admin` while the server runs."""

import asyncio
import contextlib
import importlib
import json
import random
from types import SimpleNamespace
from unittest import mock

import pytest
import sqlalchemy as sa
from click.testing import CliRunner, Result

from rooftop.cli import main
from rooftop.server.admin import Orders
from rooftop.server.store.store import ConflictError, connect, migrate
from rooftop.server.tables.state import LogEntry
from tests.server.clients import LIGHT, Person, Player, Server, new_table
from tests.server.test_lobby import TABLE, LocalServer, hosted, run, watching


def command(opened: LocalServer, *words: str) -> Result:
    """Run a command at the server's time."""
    clock = SimpleNamespace(time=lambda: opened.time)
    with mock.patch.object(importlib.import_module("rooftop.cli.admin"), "time", clock):
        return CliRunner().invoke(
            main, ["admin", words[0], "--database", opened.context.settings.database, *words[1:]]
        )


def told(opened: LocalServer, *words: str) -> str:
    done = command(opened, *words)
    assert done.exit_code == 0, done.output
    return done.output


def test_a_host_lists_tables_and_people(tmp_path):
    async def play() -> None:
        async with (
            hosted(tmp_path) as opened,
            opened.person("Ann") as ann,
            opened.person("Bob 100%") as bob,
        ):
            waiting, _ = await ann.open(visibility="public")
            playing, _ = await bob.open(players=2, seats=["me", "bot:novice"])
            everything = json.loads(told(opened, "tables", "--json"))["tables"]
            assert {row["id"]: row["status"] for row in everything} == {
                waiting: "waiting",
                playing: "playing",
            }
            (row,) = json.loads(told(opened, "tables", "--json", "--status", "waiting"))["tables"]
            assert (row["host"], row["seated"], row["players"], row["visibility"]) == ("Ann", 1, 3, "public")
            lines = told(opened, "tables", "--owner", row["owner"]).splitlines()
            assert len(lines) == 2
            assert lines[1].split()[:3] == [waiting, "waiting", "tower-up"]
            assert told(opened, "tables", "--idle", "1").splitlines()[1:] == []
            assert len(told(opened, "tables", "--title", "skyrise").splitlines()) == 1
            names = json.loads(told(opened, "people", "--json", "--name", "b 100%"))["people"]
            assert [(one["name"], one["tables"], one["blocked"]) for one in names] == [("Bob 100%", 1, None)]
            assert "Ann" in told(opened, "people")
            counted = json.loads(told(opened, "stats", "--json"))
            assert (counted["people"], counted["new_people"]["day"]) == (2, 2)
            assert counted["tables"] == {"waiting": 1, "playing": 1}
            assert counted["titles"] == {"tower-up": 1}
            assert counted["waiting_for"] == {"tower-up": 2}
            assert "people: 2" in told(opened, "stats")
            # A deleted person is unknown.
            assert (await ann.web.delete("/api/me")).status_code == 200
            (left,) = json.loads(told(opened, "people", "--json"))["people"]
            assert left["name"] == "Bob 100%"
            assert json.loads(told(opened, "stats", "--json"))["people"] == 1
            assert command(opened, "block", "someone").exit_code != 0

    run(play())


def test_a_host_closes_waiting_and_running_tables(tmp_path):
    async def play() -> None:
        async with (
            contextlib.AsyncExitStack() as around,
            hosted(tmp_path) as opened,
            opened.person("Ann") as ann,
            opened.person("Bob") as bob,
        ):
            orders = Orders(opened.context)
            await orders.look()
            waiting, secret = await ann.open()
            playing, _ = await ann.open(players=2, seats=["me", "bot:novice"])
            watchers = [
                await around.enter_async_context(watching(opened, table)) for table in (waiting, playing)
            ]
            assert told(opened, "close", waiting, playing) == f"closed: {waiting}, {playing}\n"
            # The database decides, even before the server has checked it.
            assert await bob.join(secret) == "this table is closed; open another one"
            table = await opened.context.registry.table(playing)
            assert table.status == "playing"
            await orders.look()
            for watcher in watchers:
                await watcher.until(status="closed")
            match = table.started_match
            assert (table.status, match.over) == ("closed", False)
            opened.context.registry._tables.clear()
            again = await opened.context.registry.table(playing)
            assert (again.status, again.started_match.position.hash()) == ("closed", match.position.hash())
            for table_id in (waiting, "none"):
                failed = command(opened, "close", table_id)
                assert failed.exit_code == 2
                assert "nothing was closed" in failed.output

    run(play())


def test_a_move_at_a_table_that_the_host_has_closed_is_not_stored(tmp_path):
    async def play() -> None:
        async with hosted(tmp_path) as opened, opened.person("Ann") as ann:
            playing, _ = await ann.open(players=2, seats=["me", "bot:novice"])
            table = await opened.context.registry.table(playing)
            told(opened, "close", playing)
            match = table.started_match
            async with table.lock:
                with pytest.raises(ConflictError, match="closed"):
                    await table.add(LogEntry("move", match.to_act, match.moves()[0].notation), "test")
            assert (await opened.context.registry.load(playing)).log == []

    run(play())


def test_a_blocked_identity_is_refused_everywhere(tmp_path):
    async def play() -> None:
        async with hosted(tmp_path) as opened, opened.person("Ann") as ann, opened.person("Bob") as bob:
            phrase = (await ann.post("/api/me/phrase"))["phrase"]
            waiting, secret = await ann.open(visibility="public", seats=["me", "open", "open"])
            (who,) = json.loads(told(opened, "people", "--json", "--name", "ann"))["people"]
            assert told(opened, "block", who["id"]) == f"blocked: {who['id']}; tables closed: 1\n"
            refusal = "the host of this server has blocked you"
            for path, body in (
                ("/api/me", {"name": "Eve"}),
                ("/api/tables", TABLE),
                (f"/api/tables/{waiting}/sit", {"nonce": "x"}),
                ("/api/join", {"secret": secret, "nonce": "x"}),
                ("/api/invitation", {"secret": secret}),
                ("/api/recover", {"phrase": phrase}),
            ):
                assert await ann.post(path, **body) == refusal
            answer = await ann.web.get("/api/tables", headers={"Accept-Language": "pl"})
            assert answer.status_code == 403
            assert answer.json()["error"] == "administrator tego serwera zablokował ci dostęp"
            page = await ann.web.get("/", headers={"Accept": "text/html", "Accept-Language": "pl"})
            assert (page.status_code, "Brak wstępu" in page.text) == (403, True)
            assert [row["id"] for row in (await bob.lists())["open"]] == []
            assert [
                one["id"] for one in json.loads(told(opened, "people", "--json", "--blocked"))["people"]
            ] == [who["id"]]
            assert told(opened, "unblock", who["id"]) == f"unblocked: {who['id']}\n"
            assert (await ann.web.get("/api/me")).status_code == 200
            for words in (("unblock", who["id"]), ("block", "nobody")):
                assert command(opened, *words).exit_code == 2

    run(play())


def test_an_announcement_reaches_open_pages_and_ends(tmp_path):
    async def play() -> None:
        async with (
            contextlib.AsyncExitStack() as around,
            hosted(tmp_path) as opened,
            opened.person("Ann") as ann,
        ):
            orders = Orders(opened.context)
            await orders.look()
            table, _ = await ann.open()
            watcher = await around.enter_async_context(watching(opened, table))
            texts = {"en": 'Back in <5> "minutes"', "pl": "Zaraz wracamy"}
            said = told(opened, "announce", "--en", texts["en"], "--pl", texts["pl"], "--minutes", "5")
            assert said.startswith("announced until ")
            await orders.look()
            frame = await watcher.until(type="announcement")
            assert frame["texts"] == texts
            assert frame["until"] == opened.time + 300
            later = await around.enter_async_context(watching(opened, table))
            assert (await later.until(type="announcement"))["texts"] == texts
            assert (await ann.web.get("/api/announcement")).json()["texts"] == texts
            page = (await ann.web.get("/about")).text
            assert "Back in &lt;5&gt; &#34;minutes&#34;" in page
            assert ">Zaraz wracamy<" in (await ann.web.get("/", headers={"Accept-Language": "pl"})).text
            opened.time += 301
            assert (await ann.web.get("/api/announcement")).json()["texts"] == {}
            assert "Back in" not in (await ann.web.get("/about")).text
            opened.time -= 301
            assert told(opened, "announce", "--end") == "ended\n"
            await orders.look()
            assert (await watcher.until(type="announcement"))["texts"] == {}
            assert (await ann.web.get("/api/announcement")).json()["texts"] == {}
            for words in ((), ("--en", "x", "--end"), ("--en", "x" * 301), ("--en", "x", "--minutes", "0")):
                assert command(opened, "announce", *words).exit_code == 2

    run(play())


def test_one_language_is_enough_for_an_announcement(tmp_path):
    async def play() -> None:
        async with hosted(tmp_path) as opened, opened.person() as ann:
            told(opened, "announce", "--en", "Maintenance at noon")
            await Orders(opened.context).look()
            page = (await ann.web.get("/", headers={"Accept-Language": "pl"})).text
            assert ">Maintenance at noon<" in page

    run(play())


def test_a_running_server_on_postgresql_obeys(cluster, tmp_path):
    """A blocked person's socket is closed and refused, and others see a closed table and an announcement."""
    with Server(tmp_path, cluster.new_database(), **LIGHT) as server:
        ann, bob = Person(server), Person(server)
        table = new_table([ann, bob])
        name = ann.get("/api/me").json()["id"]
        runner = CliRunner()

        def host(*words: str) -> None:
            done = runner.invoke(main, ["admin", *words, "--database", server.database])
            assert done.exit_code == 0, done.output

        async def look() -> None:
            players = [Player(person, table, random.Random(1)) for person in (ann, bob)]
            async with players[0].open(0) as first, players[1].open(0) as second:
                for link in (first, second):
                    await asyncio.wait_for(link.recv(), 60)  # they are at the table
                await asyncio.to_thread(host, "block", name)
                async with asyncio.timeout(60):
                    with contextlib.suppress(Exception):
                        while await first.recv():
                            continue
                async with players[0].open(0) as again:
                    assert "has blocked you" in str(await again.recv())
                await asyncio.to_thread(host, "announce", "--en", "Soon")
                await asyncio.to_thread(host, "close", table)
                seen: set[str] = set()
                async with asyncio.timeout(60):
                    while not {"announcement", "closed"} <= seen:
                        frame = json.loads(await second.recv())
                        seen |= {frame["type"], frame.get("status", "")}

        asyncio.run(look())
        assert ann.get("/api/me").status_code == 403
        assert "blocked: 1" in runner.invoke(main, ["admin", "stats", "--database", server.database]).output


def test_a_database_that_is_not_there_or_not_current_is_not_touched(tmp_path):
    missing = tmp_path / "none.db"
    done = CliRunner().invoke(main, ["admin", "stats", "--database", f"sqlite:///{missing}"])
    assert (done.exit_code, missing.exists()) == (2, False)
    assert "there is no such database" in done.output
    url = f"sqlite:///{tmp_path / 'old.db'}"
    engine = connect(url)
    migrate(engine, "0003")
    done = CliRunner().invoke(main, ["admin", "stats", "--database", url])
    assert done.exit_code == 2
    assert "of another version" in done.output
    with engine.connect() as connection:
        assert not sa.inspect(connection).has_table("hosted")
    engine.dispose()


def test_ids_may_begin_with_a_dash(tmp_path):
    async def play() -> None:
        async with hosted(tmp_path) as opened:
            for name in ("close", "block", "unblock"):
                for made_up in ("-hello", "--help-me", "-x"):
                    failed = command(opened, name, made_up)
                    assert failed.output.startswith(f"rooftop: {made_up}: n"), failed.output

    run(play())

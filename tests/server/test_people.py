"""The pages and the API about people: games, profiles, leaders; exporting and deleting stored data."""

import asyncio
import contextlib
import html
import json
import re

import httpx
import pytest
import sqlalchemy as sa
from click.testing import CliRunner
from websockets.asyncio.client import connect as connect_socket
from websockets.exceptions import ConnectionClosed

from rooftop.cli import main
from rooftop.server import auth
from rooftop.server.memory import games, profiles, ratings
from rooftop.server.routes import tables
from rooftop.server.settings import database_url
from rooftop.server.store import schema
from rooftop.server.store.store import connect
from rooftop.server.tables.state import LogEntry
from tests.server.clients import CALM, Person
from tests.server.test_memory import Archive, in_archive
from tests.server.test_pages import BROWSER, POLISH, text_of


class Visitor(Person):
    """A person that the test has added to the server's database."""

    def __init__(self, server, cookie: str, identity: auth.Identity) -> None:
        self.server, self.cookie, self.identity = server, cookie, identity

    @property
    def id(self) -> str:
        return self.identity.id

    def page(self, path: str, **headers: str) -> httpx.Response:
        return self.ask_as("GET", path, {**BROWSER, **headers})

    def ask_as(self, method: str, path: str, headers: dict[str, str]) -> httpx.Response:
        return self.server.ask(method, path, headers={**self.headers, **headers})


def story(running, tell):
    """Add people and games to the database of the running server."""

    async def run(archive: Archive) -> None:
        async def come(name: str) -> Visitor:
            who, cookie = await archive.store.write(auth.create)
            await archive.store.write(lambda connection: auth.rename(connection, who.id, name))
            return Visitor(running, cookie, auth.Identity(who.id, name))

        await tell(archive, come)

    in_archive(database_url(running.database), run)


# --- games -------------------------------------------------------------------------------------------------


def test_ones_games_are_listed_with_opponents_results_and_replays(running):
    async def tell(archive: Archive, come) -> None:
        ann, bob = await come("Ann <b>"), await come("Bob")
        both = [ann.identity, bob.identity]
        over = [await archive.game(both, [1, 2]) for _ in range(games.PAGE + 1)]
        going = await archive.table(both)
        turn = (await archive.registry.table(going)).started_match.to_act
        acting, waiting = (ann, bob) if turn == 0 else (bob, ann)

        page = acting.page("/games").text
        assert re.search(rf'id="next-game" href="/tables/{going}"', page)
        assert "1 game is waiting for you" in text_of(page)
        assert page.count("#ply=0") == games.PAGE
        assert f'href="/tables/{over[-1]}#ply=0"' in page
        (older,) = re.findall(r'id="older" href="([^"]+)"', page)
        second = acting.page(older).text
        assert second.count("#ply=0") == 1
        assert f'href="/tables/{over[0]}#ply=0"' in second
        assert 'id="older"' not in second

        page = waiting.page("/games", **POLISH).text
        assert 'id="next-game"' not in page
        assert "Twoje gry" in page
        lines = text_of(bob.page("/games").text)
        assert "Ann &lt;b&gt; 40" in lines
        assert "rank 2 of 2, 30 points" in lines
        assert f'href="/people/{bob.id}">Bob</a>' in ann.page("/games").text

        # Running games show the remaining time; the home page shows opponents, and how games ended.
        slow = await archive.registry.table(await archive.table(both, time="days 3"))
        actor, other = (ann, bob) if slow.started_match.to_act == 0 else (bob, ann)
        assert re.search(r"your turn, (3 days|2 d 23 h) left", text_of(actor.page("/games").text))
        told = text_of(other.page("/games", **POLISH).text)
        assert re.search(rf"teraz gra {re.escape(html.escape(actor.identity.name))}, jeszcze (3|2) dni", told)
        async with slow.lock:
            await slow.add(LogEntry("end", 0, ""), "test")
        assert "ended by agreement, without a result" in text_of(ann.page("/games").text)
        assert "no result stored" not in text_of(ann.page("/games").text)
        home = text_of(ann.page("/").text)
        assert "with Bob" in home
        assert "finished · ended by agreement" in home

        # Lists distinguish who has conceded, who has forfeited, and who was left.
        cleo, dora = await come("Cleo"), await come("Dora")
        concede, first = LogEntry("concede", 1, "builder end"), LogEntry("forfeit", 1, "builder")
        for entries in ([concede], [first, LogEntry("forfeit", 0, "builder end")]):
            table = await archive.registry.table(await archive.table([cleo.identity, dora.identity]))
            async with table.lock:
                for entry in entries:
                    await table.add(entry, entry.text)
        lines = text_of(dora.page("/games").text)
        assert "rank 2 of 2, 0 points (conceded)" in lines
        assert "rank 2 of 2, 0 points (nobody was left to play on) (forfeited)" in lines
        assert "won , 0 points (everyone else gave up)" in text_of(cleo.page("/games").text)
        assert "finished · your rank: 1 · everyone else gave up" in text_of(cleo.page("/").text)
        assert "finished · your rank: 2 · conceded" in text_of(dora.page("/").text)
        assert "(nobody was left to play on)" in cleo.page(f"/tables/{table.id}").text
        assert ann.page("/games?before=x").status_code == 400

        assert acting.get("/api/games/next").json() == {"table": going, "waiting": 1}
        assert acting.get("/api/games/next", table=going).json() == {"table": None, "waiting": 0}
        assert waiting.get("/api/games/next").json() == {"table": None, "waiting": 0}

        eve = await come("Eve")
        for path in ("/games", "/", "/api/tables", "/profile"):
            shown = eve.page(path).text
            for secret in (*over, going, ann.id, bob.id, "Ann &lt;b", "Bob"):
                assert secret not in shown

    story(running, tell)


# --- profiles ----------------------------------------------------------------------------------------------


def test_a_hidden_profile_looks_like_none(running):
    async def tell(archive: Archive, come) -> None:
        ann, bob, eve = await come("Ann"), await come("Bob"), await come("Eve")
        table = await archive.game([ann.identity, bob.identity], [1, 2])
        secret = await archive.game([ann.identity, bob.identity], [1, 2], visibility="invitation")
        assert "Total" not in text_of(bob.page(f"/people/{ann.id}").text)

        hidden, missing = eve.page(f"/people/{ann.id}"), eve.page("/people/nobody")
        assert hidden.status_code == missing.status_code == 404
        assert hidden.text == missing.text
        for path in (f"/tables/{table}/people/0", f"/tables/{table}/people/7", "/people/someone"):
            assert eve.page(path).text == missing.text
        led = bob.page(f"/tables/{table}/people/0")
        assert (led.status_code, led.headers["location"]) == (302, f"/people/{ann.id}")

        def counted(who: Visitor, path: str) -> list[str]:
            return re.findall(r'<th scope="row">2</th><td>(\d+)</td>', who.page(path).text)

        assert counted(bob, f"/people/{ann.id}") == ["1"]  # nothing about the table by invitation
        assert counted(ann, "/profile") == ["2"]
        assert 'id="delete"' in ann.page("/profile").text
        assert 'id="delete"' not in bob.page(f"/people/{ann.id}").text
        assert ann.post("/api/me/profile", {"open": True}).json() == {"open": True}
        assert counted(eve, f"/people/{ann.id}") == ["1"]
        for path in (f"/people/{ann.id}", "/leaders"):
            assert secret not in eve.page(path).text
            assert table not in eve.page(path).text
        (chart,) = re.findall(r'<svg class="bars"[^>]*>', eve.page(f"/people/{ann.id}", **POLISH).text)
        assert 'aria-label="Punkty w\u00a01 grze: 40 (wygrana)"' in chart
        ann.post("/api/me/profile", {"open": False})
        assert eve.page(f"/people/{ann.id}").status_code == 404

    story(running, tell)


def test_the_id_of_a_person_opens_nothing(running):
    async def tell(archive: Archive, come) -> None:
        ann = await come("Ann")
        thief = Visitor(running, ann.id, ann.identity)
        assert thief.get("/api/me").status_code == 401
        assert thief.ask("DELETE", "/api/me").status_code == 401
        assert thief.post("/api/recover", {"phrase": ann.id}).status_code == 400
        assert ann.get("/api/me").json()["name"] == "Ann"

    story(running, tell)


def test_leaders_link_to_open_profiles_only(running):
    async def tell(archive: Archive, come) -> None:
        ann, bob = await come("Ann Leader"), await come("Bob Hidden")
        for _ in range(ratings.ENOUGH_GAMES):
            await archive.game([ann.identity, bob.identity], [1, 2], rated=True)
        ann.post("/api/me/profile", {"open": True})
        page = running.get("/leaders/tower-up").text
        assert f'<a href="/people/{ann.id}">Ann Leader</a>' in page
        assert "Bob Hidden" not in page
        assert bob.id not in page
        assert "±" in page
        assert running.get("/leaders/chess", headers=BROWSER).status_code == 404

    story(running, tell)


# --- rated games -------------------------------------------------------------------------------------------


async def first_frame(who: Person, table: str, language: str = "en") -> dict:
    address = f"ws://{who.server.host}/tables/{table}/socket?lang={language}"
    async with connect_socket(address, additional_headers=who.headers, **CALM) as link:
        return json.loads(await asyncio.wait_for(link.recv(), 60))


def test_a_rated_game_needs_time_gives_no_hints_and_keeps_its_levels(running, ann):
    order = {"title": "tower-up", "players": 2, "seats": ["me", "bot:novice"]}
    refused = ann.post("/api/tables", order | {"rated": True})
    assert refused.status_code == 400
    assert "time control" in refused.json()["error"]

    async def play() -> None:
        for rated in (False, True):
            timed = {"time": "turn 120"} if rated else {}
            table = ann.post("/api/tables", order | {"rated": rated, **timed}).json()["table"]
            assert (await first_frame(ann, table))["rated"] is rated
            ann.post(f"/api/tables/{table}/sit", {"nonce": "x"})
            address = f"ws://{running.host}/tables/{table}/socket?lang=en"
            async with connect_socket(address, additional_headers=ann.headers, **CALM) as link:
                while True:
                    frame = json.loads(await asyncio.wait_for(link.recv(), 60))
                    if frame["type"] == "update" and frame["offers"]:
                        break
                assert frame["rated"] is rated
                assert bool(frame["hints"]) is not rated
                level = {"type": "level", "id": "1", "seen": frame["number"], "seat": 1, "bot": "master"}
                await link.send(json.dumps(level))
                while frame["type"] not in ("done", "refused"):
                    frame = json.loads(await asyncio.wait_for(link.recv(), 60))
                assert frame["type"] == ("refused" if rated else "done")
            (line,) = (row for row in ann.get("/api/tables").json()["mine"] if row["id"] == table)
            assert line["rated"] is rated

    asyncio.run(play())


def test_ratings_are_computed_again_by_one_command(tmp_path):
    url = f"sqlite:///{tmp_path / 'games.db'}"

    async def tell(archive: Archive) -> None:
        ann, bob = await archive.person("Ann"), await archive.person("Bob")
        for ranks in ([1, 2], [2, 1], [1, 2]):
            await archive.game([ann, bob], ranks, rated=True)
        await archive.store.write(lambda c: c.execute(schema.rating.delete()))

    in_archive(url, tell)
    done = CliRunner().invoke(main, ["ratings", "--database", url])
    assert (done.exit_code, done.output) == (0, "3 rated games; 2 ratings have changed\n")
    done = CliRunner().invoke(main, ["ratings", "--database", url])
    assert done.output == "3 rated games; 0 ratings have changed\n"


# --- one's own data ----------------------------------------------------------------------------------------


def test_an_identity_deletes_itself(running):
    async def tell(archive: Archive, come) -> None:
        ann, bob = await come("Ann Gone"), await come("Bob")
        both = [ann.identity, bob.identity]
        over, going = await archive.game(both, [1, 2]), await archive.table(both, timeout="bot:novice")
        export = ann.get("/api/me/export")
        assert "attachment" in export.headers["content-disposition"]
        assert export.json()["identity"][0]["name"] == "Ann Gone"
        assert {row["table_id"] for row in export.json()["seat"]} == {over, going}

        address = f"ws://{running.host}/tables/{going}/socket?lang=pl"
        async with (
            connect_socket(address, additional_headers=ann.headers, **CALM) as gone,
            connect_socket(address, additional_headers=bob.headers, **CALM) as stays,
        ):
            await gone.recv()
            assert ann.ask_as("DELETE", "/api/me", {"Origin": "https://evil.example"}).status_code == 403
            done = await asyncio.to_thread(ann.ask, "DELETE", "/api/me")
            assert (done.status_code, done.json()) == (200, {"name": "Ann Gone"})
            assert 'rooftop=""' in done.headers["set-cookie"] or "rooftop=;" in done.headers["set-cookie"]
            assert "Max-Age=0" in done.headers["set-cookie"]
            with contextlib.suppress(ConnectionClosed):  # otherwise the loop does not end in time
                while True:
                    await asyncio.wait_for(gone.recv(), 60)
            while True:
                frame = json.loads(await asyncio.wait_for(stays.recv(), 60))
                if frame["type"] == "update" and frame["seats"][0]["name"] == "ktoś":
                    break
            assert (frame["seats"][0]["bot"], frame["seats"][0]["stand_in"]) == ("novice", True)
        assert ann.get("/api/me").status_code == 401
        assert ann.ask("DELETE", "/api/me").status_code == 401

        ended = f"/api/tables/{over}/result"
        assert [seat["name"] for seat in bob.get(ended).json()["seats"]] == ["someone", "Bob"]
        assert [seat["name"] for seat in bob.page(ended, **POLISH).json()["seats"]] == ["ktoś", "Bob"]
        assert "someone 40" in text_of(bob.page("/games").text)
        for path in ("/games", "/", f"/tables/{over}", f"/tables/{going}", f"/people/{ann.id}"):
            assert "Ann Gone" not in bob.page(path).text
        assert bob.page(f"/people/{ann.id}").status_code == 404

    story(running, tell)


# --- speed -------------------------------------------------------------------------------------------------

# The statistics of ANALYZE for a database with 100,000 finished games.
STATISTICS = {
    "identity": {f"sqlite_autoindex_identity_{n}": "3000 1" for n in (1, 2, 3)},
    "game_table": {
        "tables_of_an_owner": "100004 34 34 1",
        "deadlines": "100004 100004",
        "tables_in_lists": "100004 50002 25001 1",
        "sqlite_autoindex_game_table_1": "100004 1",
    },
    "seat": {
        "seats_for_an_identity": "299959 149980 100",
        "seats_in_games": "299959 100 100",
        "seats_of_an_identity": "299959 100 2",
        "sqlite_autoindex_seat_1": "299959 3 1",
    },
    "played": {
        "rated_games": "299953 149977 3 3",
        "results_of_an_identity": "299953 100 25 9 4 3",
        "games_by_title": "299953 100 25 2 2",
        "games_of_an_identity": "299953 100 2 2",
        "sqlite_autoindex_played_1": "299953 3 1",
    },
    "rating": {"leaders": "10030 2508 1254 1", "sqlite_autoindex_rating_1": "10030 4 1"},
}


@pytest.mark.parametrize("analysed", [False, True])
def test_no_page_reads_a_whole_table_of_the_database(tmp_path, analysed):
    url = f"sqlite:///{tmp_path / 'games.db'}"
    people = []

    async def tell(archive: Archive) -> None:
        people.extend([await archive.person("Ann"), await archive.person("Bob")])
        await archive.game(people, [1, 2], rated=True)
        await archive.table(people)

    in_archive(url, tell)
    ann, bob = people
    engine = connect(url)
    plans = []

    def explain(connection, cursor, statement, parameters, context, many):
        if statement.startswith("SELECT"):
            rows = connection.connection.execute(f"EXPLAIN QUERY PLAN {statement}", parameters)
            plans.append((statement, [row[3] for row in rows]))

    with engine.connect() as connection:
        if analysed:
            connection.exec_driver_sql("ANALYZE")
            connection.exec_driver_sql("DELETE FROM sqlite_stat1")
            for table, indices in STATISTICS.items():
                for index, numbers in indices.items():
                    connection.exec_driver_sql(
                        "INSERT INTO sqlite_stat1 VALUES (?, ?, ?)", (table, index, numbers)
                    )
            connection.exec_driver_sql("ANALYZE sqlite_schema")  # reads them
        sa.event.listen(engine, "before_cursor_execute", explain)
        fresh = schema.game_table.c.changed > 0
        tables._public_tables(connection, fresh)
        tables._open_tables(connection, fresh, ann.id)
        games.own_lines(connection, ann.id, 50, 0.0)
        games.running(connection, ann.id, 0.0)
        games.waiting_for(connection, ann.id)
        games.finished(connection, ann.id)
        games.finished(connection, ann.id, games.Cursor(5e9, "x"))
        profiles.profile(connection, ann.id, ann.id)
        profiles.profile(connection, ann.id, bob.id)
        ratings.leaders(connection, "tower-up", 50)
    engine.dispose()
    assert len(plans) > 15
    for statement, plan in plans:
        scans = [
            line for line in plan if re.match(r"SCAN (game_table|seat|played|rating|identity|log)", line)
        ]
        assert not scans, (statement, plan)

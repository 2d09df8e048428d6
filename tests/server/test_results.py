"""A finished game keeps its result when the rules change, and upgrading an older database loses nothing."""

import asyncio
import dataclasses
import json
import shutil
from importlib import resources
from pathlib import Path

import httpx
import pytest
import sqlalchemy as sa
from websockets.asyncio.client import connect as connect_socket
from websockets.exceptions import ConnectionClosed

from rooftop.game.title import title
from rooftop.server import auth, library
from rooftop.server.bots import BotPool
from rooftop.server.memory import games
from rooftop.server.protocol import JoinedTable, NewTable
from rooftop.server.settings import Settings, database_url
from rooftop.server.store import schema
from rooftop.server.store.audit import verify_all
from rooftop.server.store.claims import StoreError
from rooftop.server.store.store import NEWEST, Store, connect, migrate
from rooftop.server.tables.lobby import Lobby
from rooftop.server.tables.log import load_finished
from rooftop.server.tables.registry import Registry
from rooftop.server.tables.state import LogEntry
from tests.server.clients import CALM, PLAIN
from tests.server.serving import asking, create_app, serving
from tests.waiting import LIMIT

RULES = title("tower-up").rules_version
TABLES = (schema.identity, schema.game_table, schema.seat, schema.log, schema.invitation)


class NoBots(BotPool):
    def __init__(self) -> None:
        pass


async def play(store: Store) -> dict[str, str]:
    """Create a finished game, a running one and a waiting table, all of one person."""
    registry = Registry(store, NoBots(), 0)
    who, cookie = await store.write(auth.create)
    made = {"cookie": cookie}
    for name, moves in (("finished", 10_000), ("running", 5)):
        order = NewTable("tower-up", 2, ["me", "bot:novice"], {"hold": True})
        table_id = (await registry.create(who, order)).table
        await registry.sit(who, table_id, "nonce")
        table = await registry.table(table_id)
        async with table.lock:
            while table.status == "playing" and table.number < moves:
                match = table.started_match
                move = match.moves()[(7 * match.ply) % len(match.legal())].notation
                await table.add(LogEntry("move", match.to_act, move), f"test:{table.number}")
        made[name] = table_id
    waiting = NewTable("tower-up", 2, ["me", "invite"], visibility="public")
    created = await registry.create(who, waiting)
    made["waiting"], made["invitation"] = created.table, created.invitation or ""
    return made


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """A current database, its tables, and the result of its finished game."""
    url = f"sqlite:///{tmp_path_factory.mktemp('played') / 'games.db'}"

    async def make():
        store = Store(url)
        made = await play(store)
        table = await Registry(store, NoBots(), 0).table(made["finished"])
        assert table.match is not None
        result = table.match.result
        store.close()
        return made, result

    made, result = asyncio.run(make())
    return url, made, result


def rows(url: str, columns: dict[str, list[str]] | None = None) -> dict[str, list[dict]]:
    """Return all rows of a database, for some tables only some columns."""
    engine = connect(url)
    found = {}
    with engine.connect() as connection:
        for table in TABLES:
            names = (columns or {}).get(table.name) or [column.name for column in table.c]
            order = sa.select(*(table.c[name] for name in names)).order_by(*table.primary_key)
            found[table.name] = [dict(row) for row in connection.execute(order).mappings()]
    engine.dispose()
    return found


@pytest.fixture(params=["sqlite", "postgresql"])
def old(request, tmp_path, played):
    """The same games in a database of the previous version: migration 0002, without results."""
    url = f"sqlite:///{tmp_path / 'old.db'}"
    if request.param == "postgresql":
        url = database_url(request.getfixturevalue("cluster").new_database())
    engine = connect(url)
    migrate(engine, "0002")
    form = {
        table: [column["name"] for column in sa.inspect(engine).get_columns(table.name)] for table in TABLES
    }
    assert "result" not in form[schema.game_table]
    form = {table: [name for name in names if name in table.c] for table, names in form.items()}
    kept = rows(played[0], {table.name: names for table, names in form.items()})
    # An invitation was for one seat.
    more = {schema.invitation.name: {"seat": 1, "used_by": None}}
    with engine.begin() as connection:
        for table in TABLES:
            if kept[table.name]:
                extra = more.get(table.name, {})
                old_form = sa.table(
                    table.name,
                    *(sa.column(name, table.c[name].type) for name in form[table]),
                    *map(sa.column, extra),
                )
                connection.execute(old_form.insert(), [row | extra for row in kept[table.name]])
    engine.dispose()
    return url, kept, {table.name: names for table, names in form.items()}


@pytest.fixture
def newer(monkeypatch):
    """Rules of a later version."""
    later = dataclasses.replace(title("tower-up"), rules_version=RULES + 1)
    monkeypatch.setattr(library, "title", lambda name: later)
    return later


def asked(url: str, cookie: str, ask) -> None:
    """Run requests of the player against a server on this database."""

    async def serve() -> None:
        async with asking(Settings(database=url, titles=("tower-up",), painter_processes=0)) as web:
            web.cookies.set("rooftop", cookie)
            await ask(web)

    asyncio.run(serve())


# --- a database of the previous version --------------------------------------------------------------------


def test_the_newest_schema_is_that_of_the_newest_migration():
    versions = (resources.files("rooftop.server.store") / "migrations" / "versions").iterdir()
    assert max(file.name for file in versions if file.name[0].isdigit()).startswith(f"{NEWEST}_")


def test_an_older_database_is_upgraded_without_loss(old, played):
    url, kept, form = old
    Store(url).close()
    assert rows(url, form) == kept
    assert [row["result"] for row in rows(url)["game_table"]] == [None] * 3
    engine = connect(url)
    with engine.connect() as connection:
        assert connection.execute(sa.text("SELECT version_num FROM alembic_version")).scalar_one() == NEWEST
        names = {column["name"] for column in sa.inspect(connection).get_columns("game_table")}
    engine.dispose()
    assert names == set(schema.game_table.c.keys())


def test_an_older_database_is_verified_unchanged_or_refused(old):
    url, kept, form = old
    if url.startswith("sqlite"):
        assert verify_all(url).tables == 3
    else:
        with pytest.raises(StoreError, match="the database has an older schema"):
            verify_all(url)
    assert rows(url, form) == kept


def test_games_of_an_older_database_continue(old, played):
    url, _, _ = old
    _, made, result = played

    async def load() -> None:
        store = Store(url)
        registry = Registry(store, NoBots(), 0)
        running, ended = await registry.table(made["running"]), await registry.table(made["finished"])
        assert (running.number, running.status) == (5, "playing")
        assert ended.match is not None
        assert ended.match.result == result
        async with running.lock:
            match = running.started_match
            await running.add(LogEntry("move", match.to_act, match.moves()[0].notation), "test:on")
        assert running.number == 6
        friend, _ = await store.write(auth.create)
        joined = await Lobby(registry).join(friend, made["invitation"], "nonce")
        assert joined == JoinedTable(made["waiting"], 1)
        store.close()

    asyncio.run(load())


def test_missing_results_are_stored_after_the_upgrade(old, played):
    url, kept, form = old
    _, made, result = played

    async def upgrade() -> None:
        store = Store(url)
        await Registry(store, NoBots(), 0).store_missing_results()
        store.close()

    asyncio.run(upgrade())
    stored = {row["id"]: row["result"] for row in rows(url)["game_table"]}
    assert json.loads(stored[made["finished"]]) == {"places": result.ranks, "points": result.points}
    assert stored[made["running"]] is None
    assert rows(url, form) == kept


def test_a_finished_game_of_older_rules_without_a_result_is_listed(old, played, newer):
    url, _, _ = old
    _, made, _ = played

    async def ask(web) -> None:
        listed = {row["id"]: row for row in (await web.get("/api/tables")).json()["mine"]}
        assert (listed[made["finished"]]["status"], listed[made["finished"]]["rank"]) == ("over", None)
        page = await web.get(f"/tables/{made['finished']}")
        assert page.status_code == 200
        assert page.headers["content-type"].startswith("text/html")
        answer = await web.get(f"/api/tables/{made['finished']}/result")
        assert answer.status_code == 400
        assert answer.json()["error"] == "this game ended before results were stored"
        why = (await web.get(f"/api/tables/{made['finished']}/file")).json()["error"]
        assert (
            f"was played with rules version {RULES} of Tower Up; this server has version {RULES + 1}." in why
        )
        assert "results were not stored at that time" in why

    asked(url, made["cookie"], ask)


def test_games_that_ended_by_agreement_say_so_after_the_upgrade(tmp_path):
    """A database at migration 0008, which stored results as `"ended":true`."""
    url = f"sqlite:///{tmp_path / 'old.db'}"
    engine = connect(url)
    migrate(engine, "0008")
    person = {"id": "a", "name": "Ada", "token": "t", "phrase": "p", "created": 1.0}
    table = {
        "title": "tower-up", "rules": RULES, "edition": "{}", "players": 1, "options": "{}",
        "visibility": "public", "pace": "live", "owner": "a", "seed": b"", "commitment": "",
        "status": "over", "created": 1.0, "changed": 1.0,
    }  # fmt: skip
    seat = {"seat": 0, "identity": "a", "title": "tower-up", "players": 1, "rank": None, "total": 3}
    flags = {"forfeited": False, "away": False, "private": False, "rated": False, "ended": 2.0}
    results = {
        "agreed": '{"places":[0],"points":[{"rows":3}],"ended":true}',
        "played": '{"places":[1],"points":[{"rows":3}]}',
        "older": None,
    }
    with engine.begin() as connection:
        connection.execute(schema.identity.insert().values(**person))
        for name, result in results.items():
            old = sa.table("game_table", *map(sa.column, (*table, "id", "result")))
            connection.execute(old.insert().values(**table, id=name, result=result))
            remembered = sa.table("played", *map(sa.column, (*seat, *flags, "table_id")))
            connection.execute(remembered.insert().values(**seat, **flags, table_id=name))
    engine.dispose()
    store = Store(url)
    found, _ = store.read_now(lambda connection: games.finished(connection, "a"))
    assert {row.id: row.how for row in found} == {"agreed": "agreement", "played": "", "older": ""}
    finished = store.read_now(lambda connection: load_finished(connection, "agreed"))
    assert finished.result is not None
    assert finished.result.ended == "agreement"
    store.close()


# --- the current version -----------------------------------------------------------------------------------


def test_a_finished_game_stores_its_ranks_and_points_by_source(played):
    url, made, result = played
    stored = {row["id"]: row for row in rows(url)["game_table"]}
    assert json.loads(stored[made["finished"]]["result"]) == {
        "places": result.ranks,
        "points": result.points,
    }
    assert set(result.points[0]) == set(title("tower-up").sources)
    assert stored[made["running"]]["result"] is None
    assert stored[made["waiting"]]["result"] is None


def test_the_result_stays_readable_when_the_rules_have_changed(played, newer):
    url, made, result = played

    async def ask(web) -> None:
        shown = (await web.get(f"/api/tables/{made['finished']}/result")).json()
        assert shown["title"] == "tower-up"
        assert [seat["rank"] for seat in shown["seats"]] == result.ranks
        assert [seat["points"] for seat in shown["seats"]] == result.points
        assert [seat["total"] for seat in shown["seats"]] == [sum(row.values()) for row in result.points]
        assert shown["seats"][0]["name"].startswith("Guest")
        assert shown["seats"][1] | {"name": "Bruno", "bot": "novice"} == shown["seats"][1]
        listed = {row["id"]: row for row in (await web.get("/api/tables")).json()["mine"]}
        assert listed[made["finished"]]["rank"] == result.ranks[0]
        assert listed[made["running"]]["rank"] is None
        why = (await web.get(f"/api/tables/{made['finished']}/file")).json()["error"]
        assert why.endswith(f"this server has version {RULES + 1}, so it can show only the result")
        polish = await web.get(f"/api/tables/{made['finished']}/file", headers={"accept-language": "pl"})
        assert f"według wersji {RULES} zasad gry Tower Up" in polish.json()["error"]
        why = (await web.get(f"/api/tables/{made['running']}/file")).json()["error"]
        assert why == (
            f"this game was started with rules version {RULES} of Tower Up; this server has version"
            f" {RULES + 1}. The game is unchanged; a server with that version can resume it"
        )
        answer = await web.get(f"/api/tables/{made['running']}/result")
        assert (answer.status_code, answer.json()["error"]) == (
            400,
            "the game is not over yet, so it has no result",
        )

    asked(url, made["cookie"], ask)


def test_the_result_of_a_table_by_invitation_is_for_invited_people_only(played, tmp_path):
    url, made, _ = played
    engine = connect(url)
    with engine.begin() as connection:
        ended = schema.game_table.c.id == made["finished"]
        connection.execute(schema.game_table.update().where(ended).values(visibility="invitation"))

    async def ask(web) -> None:
        path = f"/api/tables/{made['finished']}/result"
        assert (await web.get(path)).status_code == 200
        web.cookies.clear()
        assert (await web.get(path)).status_code == 403

    try:
        asked(url, made["cookie"], ask)
    finally:
        with engine.begin() as connection:
            connection.execute(schema.game_table.update().where(ended).values(visibility="unlisted"))
        engine.dispose()


@pytest.mark.parametrize("language", ["en", "pl"])
@pytest.mark.parametrize("name", ["finished", "running"])
def test_the_socket_says_why_a_game_of_older_rules_is_not_shown(played, newer, name, language):
    url, made, _ = played

    async def ask() -> None:
        app = create_app(Settings(database=url, titles=("tower-up",), painter_processes=0))
        async with serving(app) as place:
            cookie = {"Cookie": f"rooftop={made['cookie']}"}
            where = f"ws://127.0.0.1:{place.port}/tables/{made[name]}/socket?lang={language}"
            async with connect_socket(where, additional_headers=cookie, **CALM) as link:
                frame = json.loads(await link.recv())
                with pytest.raises(ConnectionClosed) as closed:
                    await link.recv()
            assert (frame["type"], frame["id"], closed.value.rcvd.code) == ("refused", "", 4404)
            spoken = {**cookie, "accept-language": language}
            async with httpx.AsyncClient(
                base_url=place.url, headers=spoken, verify=PLAIN, timeout=LIMIT
            ) as web:
                told = (await web.get(f"/api/tables/{made[name]}/file")).json()
            assert frame["reason"] == told["error"]

    asyncio.run(ask())


def test_a_host_can_delete_the_moves_of_old_games_as_the_guide_says(played, tmp_path):
    url, made, result = played
    copy = f"sqlite:///{shutil.copy(url.removeprefix('sqlite:///'), tmp_path / 'copy.db')}"
    guide = (Path(__file__).parents[2] / "docs" / "hosting.md").read_text()
    commands = guide.split("```sql\n")[1].split("```")[0].replace("1735689600", f"{2**40}").split(";")
    engine = connect(copy)
    with engine.begin() as connection:
        for command in filter(str.strip, commands):
            connection.execute(sa.text(command))
    engine.dispose()
    entries = rows(copy)["log"]
    assert {entry["table_id"] for entry in entries} == {made["running"]}

    async def ask(web: httpx.AsyncClient) -> None:
        told = await web.get(f"/api/tables/{made['finished']}/result")
        assert [seat["rank"] for seat in told.json()["seats"]] == result.ranks
        assert (await web.get(f"/tables/{made['finished']}")).status_code == 200
        assert (await web.get("/games")).status_code == 200
        assert (await web.get(f"/api/tables/{made['running']}/file")).status_code == 200

    asked(copy, made["cookie"], ask)
    verdict = verify_all(copy)
    assert set(verdict.not_replayed) == {made["finished"]}
    assert not verdict.failed

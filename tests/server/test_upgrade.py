"""Databases written by earlier versions are upgraded without losing anything.

`databases/` has all their rows by table, in an order allowed by foreign keys, and the cookies of their
people. Files are named after their schema.
"""

import asyncio
import json
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from rooftop.game.gamefile import decode
from rooftop.game.title import title
from rooftop.server import auth
from rooftop.server.settings import database_url
from rooftop.server.store.audit import verify_all
from rooftop.server.store.store import Store, connect, migrate
from rooftop.server.tables.registry import Registry
from rooftop.server.tables.state import LogEntry
from tests.server.test_results import NoBots

FOLDER = Path(__file__).parent / "databases"
Rows = dict[str, list[dict[str, Any]]]


@pytest.fixture(params=["sqlite", "postgresql"])
def old(request, tmp_path) -> tuple[str, dict[str, str], Rows]:
    """The URL of such a database, the cookies, and the rows."""
    url = f"sqlite:///{tmp_path / 'old.db'}"
    if request.param == "postgresql":
        url = database_url(request.getfixturevalue("cluster").new_database())
    stored = json.loads((FOLDER / "0008.json").read_text())
    engine, kept, form = connect(url), stored["rows"], sa.MetaData()
    migrate(engine, "0008")
    form.reflect(engine)
    for rows in kept.values():
        for row in rows:
            for name, value in row.items():
                if isinstance(value, dict):
                    row[name] = bytes.fromhex(value["hex"])
    with engine.begin() as connection:
        connection.execute(form.tables["house"].delete())  # rows inserted by migrations
        for name, rows in kept.items():
            if rows:
                connection.execute(form.tables[name].insert(), _with_types(form.tables[name], rows))
    engine.dispose()
    return url, stored["cookies"], kept


def _with_types(table: sa.Table, rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Convert booleans, which SQLite stores as numbers."""
    truths = [column.name for column in table.columns if isinstance(column.type, sa.Boolean)]
    return [
        row | {name: row[name] if row[name] is None else bool(row[name]) for name in truths} for row in rows
    ]


def rows_of(url: str) -> Rows:
    engine, form = connect(url), sa.MetaData()
    form.reflect(engine)
    with engine.connect() as connection:
        found = {
            name: [dict(row) for row in connection.execute(sa.select(table)).mappings()]
            for name, table in form.tables.items()
        }
    engine.dispose()
    return found


def test_every_row_is_kept(old):
    url, _, kept = old
    Store(url).close()
    found = rows_of(url)
    for name, rows in kept.items():
        columns = rows[0] if rows else {}
        now = [{column: row[column] for column in columns} for row in found[name]]
        assert len(now) == len(rows), name
        assert [row for row in rows if row not in now] == [], name
    ready = {(row["table_id"], row["identity"]) for row in found["seat"] if row["ready"]}
    waiting = {row["id"]: row["owner"] for row in kept["game_table"] if row["status"] == "waiting"}
    again = {row["rematch"] for row in kept["game_table"]}
    assert ready == {
        (seat["table_id"], seat["identity"])
        for seat in kept["seat"]
        if seat["table_id"] in waiting and seat["identity"]
        if seat["identity"] != waiting[seat["table_id"]] or seat["table_id"] in again
    }
    assert len(ready) == 2


def test_every_game_leads_to_its_hashes(old):
    url, _, kept = old
    Store(url).close()
    verdict = verify_all(url)
    assert (verdict.tables, verdict.failed) == (len(kept["game_table"]), {})


def test_everybody_is_known_and_plays_on(old):
    url, cookies, kept = old
    store = Store(url)
    registry = Registry(store, NoBots(), 0)
    names = {row["id"]: row["name"] for row in kept["identity"]}
    agreed = {(row["table_id"], row["kind"], row["seat"]) for row in kept["agreement"]}

    async def play() -> None:
        for name, cookie in cookies.items():
            found = await store.read(partial(auth.find, cookie=cookie))
            assert found is not None
            assert names[found.id] == found.name == name
        for row in kept["game_table"]:
            if row["rules"] != title(row["title"]).rules_version:
                continue  # games of older rules stay, but cannot be played on
            table = await registry.table(row["id"])
            seats = [seat for seat in kept["seat"] if seat["table_id"] == row["id"]]
            assert [chair.identity for chair in table.chairs] == [seat["identity"] for seat in seats]
            assert (table.status, table.state.deadline) == (row["status"], row["deadline"])
            if table.status == "over":
                file = decode(table.started_match.file(secret=True).encode())
                assert file.result is not None
                assert file.result.ranks == json.loads(row["result"])["places"]
            elif table.status == "playing":
                clock, log = table.state.clock, [one for one in kept["log"] if one["table_id"] == row["id"]]
                assert (list(clock.left) if clock else None) == json.loads(row["clocks"] or "null")
                assert {
                    (row["id"], kind, seat) for kind, by in table.state.agreed.items() for seat in by
                } == {one for one in agreed if one[0] == row["id"]}
                match = table.started_match
                async with table.lock:
                    await table.add(LogEntry("move", match.to_act, match.moves()[0].notation), "test:on")
                assert table.number == len(log) + 1
        store.close()

    asyncio.run(play())

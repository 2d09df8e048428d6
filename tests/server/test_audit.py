"""Stored games can be verified and backed up while a server runs."""

import asyncio
import json
import shutil
import socket
import sqlite3

import pytest
import sqlalchemy as sa
from click.testing import CliRunner

from rooftop.cli import main
from rooftop.errors import OptionError
from rooftop.game.title import title
from rooftop.server import auth
from rooftop.server.bots import BotPool
from rooftop.server.protocol import NewTable
from rooftop.server.settings import database_url
from rooftop.server.store import schema
from rooftop.server.store.store import Store, connect, migrate
from rooftop.server.tables.registry import Registry
from rooftop.server.tables.state import LogEntry


def run(*words):
    return CliRunner().invoke(main, [str(word) for word in words])


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """Two games of a few moves, one of them with an undo, and a waiting table."""
    file = tmp_path_factory.mktemp("played") / "games.db"

    async def play():
        store = Store(f"sqlite:///{file}")
        registry = Registry(store, BotPool(), 0)
        who, _ = await store.write(auth.create)
        for moves in (3, 5):
            order = NewTable("tower-up", 2, ["me", "bot:novice"], {"hold": True})
            table_id = (await registry.create(who, order)).table
            await registry.sit(who, table_id, "nonce")
            table = await registry.table(table_id)
            async with table.lock:
                for number in range(moves):
                    match = table.started_match
                    await table.add(
                        LogEntry("move", match.to_act, match.moves()[0].notation), f"test:{number}"
                    )
                    if match.ply == 0:
                        await table.add(LogEntry("undo", 0, "1"), "test:undo")
                        await table.add(LogEntry("redo", 0, "1"), "test:redo")
        await registry.create(who, NewTable("tower-up", 2, ["me", "open"], visibility="public"))
        registry.bots.close()
        store.close()

    asyncio.run(play())
    return file


@pytest.fixture
def database(played, tmp_path):
    """A copy of these games."""
    return f"sqlite:///{shutil.copy(played, tmp_path / 'games.db')}"


def test_every_stored_game_is_replayed(database):
    answer = run("verify", "--database", database)
    assert answer.exit_code == 0, answer.output
    assert "3 of 3 tables OK" in answer.output
    assert json.loads(run("verify", "--database", database, "--json").stdout) == {
        "tables": 3,
        "failed": {},
        "not_replayed": {},
    }


def test_an_altered_move_is_found(database):
    engine = sa.create_engine(database)
    with engine.begin() as connection:
        row = connection.execute(sa.select(schema.log).where(schema.log.c.number == 2)).first()
        connection.execute(
            schema.log.update()
            .where(schema.log.c.table_id == row.table_id, schema.log.c.number == 2)
            .values(hash="0" * 64)
        )
    answer = run("verify", "--database", database)
    assert answer.exit_code == 1
    assert f"FAILED: table {row.table_id}: entry 2: the state differs" in answer.output


def test_an_entry_of_an_unknown_kind_is_found(database):
    engine = sa.create_engine(database)
    with engine.begin() as connection:
        connection.execute(schema.log.update().where(schema.log.c.number == 2).values(kind="dance"))
    answer = run("verify", "--database", database)
    assert answer.exit_code == 1
    assert "entry 2: unknown kind 'dance'" in answer.output


def test_a_missing_entry_is_found(database):
    engine = sa.create_engine(database)
    with engine.begin() as connection:
        connection.execute(schema.log.delete().where(schema.log.c.number == 2))
    answer = run("verify", "--database", database)
    assert answer.exit_code == 1
    assert "log entry 2 is missing" in answer.output


def test_a_game_of_another_rules_version_is_refused_with_a_sentence(database):
    engine = sa.create_engine(database)
    with engine.begin() as connection:
        connection.execute(schema.game_table.update().values(rules=99))
    answer = run("verify", "--database", database)
    assert answer.exit_code == 1
    mine = title("tower-up").rules_version
    assert f"was started with rules version 99 of Tower Up; this server has version {mine}" in answer.output


def test_a_finished_game_of_another_rules_version_is_reported_but_no_failure(database):
    engine = sa.create_engine(database)
    with engine.begin() as connection:
        connection.execute(schema.game_table.update().where(sa.true()).values(status="over", rules=99))
    answer = run("verify", "--database", database)
    assert answer.exit_code == 0
    assert answer.output.count("not replayed: table ") == 3
    assert "0 of 3 tables OK" in answer.output


def test_a_game_of_another_edition_is_refused_with_a_sentence(database):
    engine = sa.create_engine(database)
    with engine.begin() as connection:
        mark = json.dumps({"id": "mine", "version": 3, "hash": "0" * 64})
        connection.execute(schema.game_table.update().values(edition=mark))
    assert "was started with edition 'mine' version 3" in run("verify", "--database", database).output


def test_a_backup_is_a_complete_database(database, tmp_path):
    copy = tmp_path / "copy.db"
    answer = run("backup", copy, "--database", database)
    assert answer.exit_code == 0, answer.output
    assert run("verify", "--database", f"sqlite:///{copy}").exit_code == 0
    assert sqlite3.connect(copy).execute("select count(*) from log").fetchone()[0] == 12


def test_a_backup_never_overwrites(database, tmp_path):
    there = tmp_path / "there.db"
    there.write_text("mine")
    answer = run("backup", there, "--database", database)
    assert answer.exit_code == 2
    assert "a backup never overwrites a file" in answer.stderr
    assert there.read_text() == "mine"


def test_a_backup_of_a_missing_database_is_refused(tmp_path):
    answer = run("backup", tmp_path / "a.db", "--database", f"sqlite:///{tmp_path / 'none.db'}")
    assert answer.exit_code == 2
    assert "no such database" in answer.stderr
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("typed", "url"),
    [
        ("sqlite:///games.db", "sqlite:///games.db"),
        ("postgresql://me@here/games", "postgresql+psycopg://me@here/games"),
        ("postgres://me@here/games", "postgresql+psycopg://me@here/games"),
    ],
)
def test_database_urls_are_accepted_as_people_type_them(typed, url):
    assert database_url(typed) == url


def test_other_databases_are_refused():
    with pytest.raises(OptionError, match="must be sqlite:///FILE or postgresql://"):
        database_url("mysql://here")


def test_an_older_database_is_upgraded_and_keeps_everything(tmp_path):
    url = f"sqlite:///{tmp_path / 'old.db'}"
    old = connect(url)
    migrate(old, "0001")
    person = {"id": "a", "name": "Ada", "token": "t", "phrase": "p", "created": 1.0}
    with old.begin() as connection:
        connection.execute(schema.identity.insert().values(**person))
    old.dispose()
    store = Store(url)
    kept = store.read_now(lambda connection: connection.execute(sa.select(schema.identity)).mappings().all())
    assert [dict(row) | person for row in kept] == [dict(row) for row in kept]
    assert len(kept) == 1
    columns = sa.inspect(store.engine).get_columns(schema.game_table.name)
    assert {column["name"] for column in columns} == set(schema.game_table.c.keys())
    store.close()


NO_DATABASES = {
    "noise": ("file is not a database", b"noise" * 200),
    "empty": ("not a Rooftop database", b""),
    "none": ("no such database", None),
}


@pytest.mark.parametrize("name", NO_DATABASES)
@pytest.mark.parametrize("command", [("verify",), ("backup", "copy.db")])
def test_a_file_that_is_no_database_is_refused_and_stays_unchanged(tmp_path, monkeypatch, command, name):
    monkeypatch.chdir(tmp_path)
    sentence, held = NO_DATABASES[name]
    file = tmp_path / name
    if held is not None:
        file.write_bytes(held)
    answer = run(*command, "--database", f"sqlite:///{file}")
    assert answer.exit_code == 2
    assert sentence in answer.stderr
    assert answer.stderr.count("\n") == 1
    assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == (
        [] if held is None else [(name, held)]
    )


@pytest.mark.parametrize(
    ("database", "sentence"),
    [
        ("sqlite:////nowhere/games.db", "/nowhere/games.db: cannot open the database: unable to open"),
        (
            "postgresql://me:secret@127.0.0.1:1/games",
            "me:***@127.0.0.1:1/games: cannot open the database",
        ),
        ("postgresql://:a:b", "not a valid database URL"),
    ],
)
def test_a_database_that_cannot_be_opened_is_refused_with_a_sentence(database, sentence):
    answer = run("serve", "--port", 0, "--database", database)
    assert answer.exit_code == 2
    assert sentence in answer.stderr


def test_a_database_of_a_later_version_is_refused(tmp_path):
    url = f"sqlite:///{tmp_path / 'later.db'}"
    engine = connect(url)
    migrate(engine)
    with engine.begin() as connection:
        connection.execute(sa.text("UPDATE alembic_version SET version_num = '9999'"))
    for command in (["verify"], ["serve", "--port", 0]):
        answer = run(*command, "--database", url)
        assert answer.exit_code == 2
        assert "later.db: the database is from a later version of Rooftop" in answer.stderr


def test_games_of_an_older_database_are_verified_and_it_stays_unchanged(database, tmp_path):
    file = tmp_path / "older.db"
    older = connect(f"sqlite:///{file}")
    migrate(older, "0001")
    older.dispose()
    with sqlite3.connect(file) as raw:
        raw.execute(f"ATTACH '{tmp_path / 'games.db'}' AS later")
        for table in ("identity", "game_table", "seat", "log"):
            columns = ", ".join(row[1] for row in raw.execute(f"PRAGMA main.table_info({table})"))
            raw.execute(f"INSERT INTO main.{table} ({columns}) SELECT {columns} FROM later.{table}")
    raw.close()
    before = file.read_bytes()
    answer = run("verify", "--database", f"sqlite:///{file}")
    assert answer.exit_code == 0, answer.output
    assert file.read_bytes() == before


def test_a_port_in_use_is_reported_before_anything_is_written(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        answer = run("serve", "--port", port, "--database", f"sqlite:///{tmp_path / 'games.db'}")
    assert answer.exit_code == 2
    assert f"cannot listen on 127.0.0.1, port {port}: Address already in use" in answer.stderr
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("files", "sentence"),
    [
        ([], "no edition files (*.toml) found"),
        (["tower-up-reconstructed-1"], "edition.id: 'tower-up-reconstructed-1' is the id of the title's own"),
        (["mine", "mine"], "1.toml: edition.id: 'mine' is the id of 0.toml; choose another one"),
    ],
)
def test_an_invalid_folder_of_editions_stops_the_server(tmp_path, files, sentence):
    text, folder = title("tower-up").edition().text, tmp_path / "editions"
    folder.mkdir()
    for number, name in enumerate(files):
        (folder / f"{number}.toml").write_text(
            text.replace("tower-up-reconstructed-1", name), encoding="utf-8"
        )
    answer = run(
        "serve", "--port", 0, "--editions", folder, "--database", f"sqlite:///{tmp_path / 'games.db'}"
    )
    assert answer.exit_code == 2
    assert sentence in answer.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["editions"]

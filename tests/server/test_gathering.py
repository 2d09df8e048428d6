"""The waiting room: leaving, removing people, changing the host, the settings, and starting a game."""

import contextlib
from typing import Any

import pytest
import sqlalchemy as sa

from rooftop.game import seed
from rooftop.server.painting.jobs import Look
from rooftop.server.store import schema
from rooftop.server.store.store import Store, connect, migrate
from rooftop.server.tables.client import Client
from rooftop.server.tables.live import LiveTable
from tests.server.test_lobby import Guest, LocalServer, hosted, run, watching
from tests.server.test_rematch import come, identity

TWO = {"players": 2, "seats": ["me", "invite"]}


async def table_of(opened: LocalServer, table_id: str) -> LiveTable:
    return await opened.context.registry.table(table_id)


async def after_restart(opened: LocalServer, table_id: str) -> LiveTable:
    """The table as loaded from the database."""
    opened.context.registry._tables.clear()
    return await table_of(opened, table_id)


async def act(guest: Guest, table_id: str, what: str, **body: Any) -> Any:
    """Return the message of a refusal, or None."""
    return await guest.post(f"/api/tables/{table_id}/{what}", **body)


async def go(opened: LocalServer, table_id: str, client: Client) -> None:
    opened.context.registry.leave(await table_of(opened, table_id), client)


# --- starting ----------------------------------------------------------------------------------------------


def test_the_game_waits_for_the_hosts_word(tmp_path):
    async def play() -> None:
        async with (
            contextlib.AsyncExitStack() as around,
            hosted(tmp_path) as opened,
            opened.person("Ann") as ann,
            opened.person("Bob") as bob,
        ):
            table, secret = await ann.open(**TWO)
            watcher = await around.enter_async_context(watching(opened, table))
            assert "still empty" in await act(ann, table, "start")
            assert "only the host" in await act(bob, table, "start")
            await bob.join(secret)
            frame = await watcher.until(status="waiting", ready=[False, True])
            assert (frame["host"], frame["host_seat"]) == ("Ann", 0)
            assert (await after_restart(opened, table)).status == "waiting"
            assert await act(ann, table, "start") is None
            assert (await table_of(opened, table)).status == "playing"
            assert await act(ann, table, "start") is None  # a repeated request changes nothing
            assert "begun" in await act(bob, table, "ready", ready=False)
            assert "begun" in await act(bob, table, "stand")

    run(play())


def test_it_begins_when_everyone_is_ready_and_here_the_host_included(tmp_path):
    async def play() -> None:
        async with hosted(tmp_path) as opened, opened.person("Ann") as ann, opened.person("Bob") as bob:
            table, secret = await ann.open(**TWO)
            page = await come(opened, ann, table)
            assert await act(ann, table, "ready", ready=True) is None
            await go(opened, table, page)
            await bob.join(secret)
            live = await table_of(opened, table)
            assert live.status == "waiting"  # the host has left
            await come(opened, bob, table)
            assert live.status == "waiting"
            assert await act(bob, table, "ready", ready=False) is None
            page = await come(opened, ann, table)
            assert live.status == "waiting"  # Bob has to confirm again
            assert await act(bob, table, "ready", ready=True) is None
            assert live.status == "playing"

    run(play())


def test_somebody_who_was_missing_comes_back_and_the_game_begins(tmp_path):
    async def play() -> None:
        async with hosted(tmp_path) as opened, opened.person("Ann") as ann, opened.person("Bob") as bob:
            table, secret = await ann.open(**TWO)
            await act(ann, table, "ready", ready=True)
            await bob.join(secret)
            await come(opened, bob, table)
            live = await table_of(opened, table)
            assert live.status == "waiting"
            await come(opened, ann, table)
            assert live.status == "playing"
            # The same if the database did not answer at that moment.
            table, secret = await ann.open(**TWO)
            await act(ann, table, "ready", ready=True)
            await bob.join(secret)
            live = await table_of(opened, table)
            for who in (ann, bob):
                live.clients[Client(await identity(who), -1, Look("en"), nothing, 0)] = None
            await opened.context.registry.begin_agreed()
            assert live.status == "playing"

    async def nothing(frame: bytes) -> None:
        pass

    run(play())


def test_a_correspondence_game_needs_nobody_at_the_table(tmp_path):
    async def play() -> None:
        async with hosted(tmp_path) as opened, opened.person("Ann") as ann, opened.person("Bob") as bob:
            table, secret = await ann.open(**TWO, time="days 3")
            assert await act(ann, table, "ready", ready=True) is None
            await bob.join(secret)
            assert (await table_of(opened, table)).status == "playing"

    run(play())


def test_who_has_nobody_to_wait_for_plays_at_once(tmp_path):
    async def play() -> None:
        async with hosted(tmp_path) as opened, opened.person("Ann") as ann:
            for seats in (["me", "bot:novice"], ["me", "me"], ["me", "me", "bot:novice"]):
                table, _ = await ann.open(players=len(seats), seats=seats)
                assert (await table_of(opened, table)).status == "playing", seats
            table, _ = await ann.open(players=2, seats=["me", "open"])
            assert await act(ann, table, "sit", nonce="x", name="Bob") == {"seat": 1}
            assert (await table_of(opened, table)).status == "playing"

    run(play())


def test_a_rated_game_begins_only_if_all_guests_agree(tmp_path):
    async def play() -> None:
        async with hosted(tmp_path) as opened, opened.person("Ann") as ann, opened.person("Bob") as bob:
            table, secret = await ann.open(**TWO)
            await bob.join(secret)
            assert await act(ann, table, "facts", rated=True, time="live 600+15") is None
            assert await act(ann, table, "start") == "a rated game needs everyone's agreement; not ready: Bob"
            assert await act(bob, table, "ready", ready=True) is None
            assert await act(ann, table, "start") is None
            assert (await table_of(opened, table)).state.rated

    run(play())


def test_a_table_that_is_full_but_has_not_begun_can_be_closed(tmp_path):
    async def play() -> None:
        async with hosted(tmp_path) as opened, opened.person("Ann") as ann, opened.person("Bob") as bob:
            table, secret = await ann.open(**TWO)
            await bob.join(secret)
            assert await act(ann, table, "close") is None
            live = await after_restart(opened, table)
            assert (live.status, live.match) == ("closed", None)
            assert await act(ann, table, "start") == "this table is closed; open another one"

    run(play())


# --- leaving -----------------------------------------------------------------------------------------------


def test_a_guest_stands_up_and_the_seat_is_free_again(tmp_path):
    async def play() -> None:
        async with hosted(tmp_path) as opened, opened.person("Ann") as ann, opened.person("Bob") as bob:
            table, secret = await ann.open(players=3, seats=["me", "invite", "invite"])
            assert await act(bob, table, "stand") == "you have no seat at this table"
            await bob.post("/api/join", secret=secret, nonce="friend", colour="orange")
            assert (
                await act(bob, table, "sit", nonce="x", name="Cleo")
                == "no seat is free for you at this table; you can watch"
            )
            page = await come(opened, bob, table)
            live = await table_of(opened, table)
            assert live.is_here(1)
            assert await act(bob, table, "stand", seat=0) == "you can only stand up from a seat of your own"
            assert await act(bob, table, "stand") is None
            assert (page.seat, page.seats, live.is_here(1)) == (-1, (), False)
            for state in (live.state, (await after_restart(opened, table)).state):
                chair = state.chairs[1]
                assert (chair.identity, chair.reserved, chair.nonce, chair.colour, chair.ready) == (
                    None, "invitation", None, None, False,
                )  # fmt: skip
            assert (await bob.join(secret))["seat"] == 1

    run(play())


def test_people_who_share_a_browser_stand_up_one_by_one_or_together(tmp_path):
    async def play() -> None:
        async with hosted(tmp_path) as opened, opened.person("Ann") as ann, opened.person("Bob") as bob:
            table, _ = await ann.open(players=4, seats=["me", "open", "open", "invite"])
            await act(bob, table, "sit", nonce="b")
            await act(bob, table, "sit", nonce="c", name="Cleo")
            live = await table_of(opened, table)
            names = ["Ann", "Bob", "Cleo", ""]
            assert [chair.name for chair in live.chairs] == names
            assert await act(bob, table, "stand", seat=2) is None
            assert [chair.name for chair in live.chairs] == ["Ann", "Bob", "", ""]
            await act(bob, table, "sit", nonce="c", name="Cleo")
            assert await act(bob, table, "stand", seat=1) is None
            assert [chair.name for chair in live.chairs] == ["Ann", "", "", ""]
            # A host who stands up stays host, and may sit down again.
            assert await act(ann, table, "stand") is None
            assert live.chairs[0].reserved == "invitation"
            assert await act(ann, table, "sit", nonce="x") == {"seat": 0}

    run(play())


def test_a_host_removes_somebody_for_good(tmp_path):
    async def play() -> None:
        async with (
            contextlib.AsyncExitStack() as around,
            hosted(tmp_path) as opened,
            opened.person("Ann") as ann,
            opened.person("Troll") as troll,
            opened.person("Bob") as bob,
        ):
            seats = ["me", "invite", "open", "bot:novice"]
            table, secret = await ann.open(players=4, seats=seats, visibility="public")
            watcher = await around.enter_async_context(watching(opened, table))
            await troll.join(secret)
            page = await come(opened, troll, table)
            assert "only the host" in await act(troll, table, "remove", seat=0)
            for seat in (2, 3):
                assert "no person sits there" in await act(ann, table, "remove", seat=seat)
            assert "your own" in await act(ann, table, "remove", seat=0)
            assert await act(ann, table, "remove", seat=1) is None
            await watcher.until(kinds=["", "invite", "open", ""])
            assert (await troll.lists())["open"] == []
            assert [row["id"] for row in (await bob.lists())["open"]] == [table]
            assert page.seats == ()
            for _ in range(2):
                for answer in (await troll.join(secret), await act(troll, table, "sit", nonce="x")):
                    assert answer == "the host has removed you from this table"
                seen = await troll.post("/api/invitation", secret=secret)
                assert (seen["removed"], seen["free"]) == (True, 0)
                assert (await after_restart(opened, table)).status == "waiting"  # and after a restart
            fresh = (await ann.post(f"/api/tables/{table}/invitation"))["secret"]
            assert "removed you" in await troll.join(fresh)
            assert await bob.join(fresh) == {"table": table, "seat": 1}
            assert not (await bob.post("/api/invitation", secret=fresh))["removed"]

    run(play())


def test_who_is_removed_from_a_table_by_invitation_sees_it_no_more(tmp_path):
    async def play() -> None:
        async with hosted(tmp_path) as opened, opened.person("Ann") as ann, opened.person("Bob") as bob:
            table, secret = await ann.open(**TWO, visibility="invitation")
            await bob.join(secret)
            page = await come(opened, bob, table)
            assert await act(ann, table, "remove", seat=1) is None
            assert page.ended
            answer = await bob.web.get(f"/api/tables/{table}/file")
            assert answer.json()["error"] == "the host has removed you from this table"

    run(play())


def test_a_host_hands_on_the_role(tmp_path):
    async def play() -> None:
        async with hosted(tmp_path) as opened, opened.person("Ann") as ann, opened.person("Bob") as bob:
            table, secret = await ann.open(players=3, seats=["me", "invite", "bot:novice"])
            await bob.join(secret)
            await come(opened, ann, table)
            await come(opened, bob, table)
            assert "only the host" in await act(bob, table, "host", seat=1)
            for seat in (0, 2):
                assert isinstance(await act(ann, table, "host", seat=seat), str)
            assert await act(ann, table, "host", seat=1) is None
            live = await table_of(opened, table)
            assert (live.status, live.state.host) == ("waiting", "Bob")  # the new host has not agreed yet
            assert [chair.ready for chair in live.chairs] == [True, False, False]
            assert "only the host" in await act(ann, table, "start")
            assert (await bob.lists())["mine"][0]["id"] == table
            assert await act(bob, table, "start") is None
            assert (await after_restart(opened, table)).state.host == "Bob"

    run(play())


# --- settings ----------------------------------------------------------------------------------------------


def test_a_host_changes_what_is_agreed_and_everyone_looks_again(tmp_path):
    async def play() -> None:
        async with (
            contextlib.AsyncExitStack() as around,
            hosted(tmp_path) as opened,
            opened.person("Ann") as ann,
            opened.person("Bob") as bob,
        ):
            table, secret = await ann.open(players=3, seats=["me", "invite", "invite"])
            await bob.join(secret)
            await act(ann, table, "ready", ready=True)
            watcher = await around.enter_async_context(watching(opened, table))
            frame = await watcher.until(ready=[True, True, False])
            option, value = next(
                (name, value) for name, value in frame["options"].items() if isinstance(value, bool)
            )
            assert "only the host" in await act(bob, table, "facts", time="days 1")
            assert await act(ann, table, "facts", time=frame["time"], options={option: value}) is None
            changed = {"time": "turn 60", "timeout": "forfeit", "visibility": "public"}
            assert await act(ann, table, "facts", **changed, options={option: not value}) is None
            told = await watcher.until(ready=[False, False, False])  # unchanged settings have no effect
            assert told.items() >= (changed | {"options": {**frame["options"], option: not value}}).items()
            live = await after_restart(opened, table)
            promised = seed.commitment(live.state.seed, "tower-up", live.game.options)
            assert told["commitment"] == live.state.commitment == promised != frame["commitment"]
            assert await act(ann, table, "facts", time="days 3") is None
            assert (await table_of(opened, table)).state.pace == "day"
            seen = await bob.post("/api/invitation", secret=secret)
            assert (seen["time"], seen["timeout"], seen["visibility"]) == ("days 3", "forfeit", "public")

    run(play())


@pytest.mark.parametrize(
    ("wanted", "why"),
    [({"time": "never"}, "time must be"), ({"timeout": "x"}, "timeout must be"),
     ({"visibility": "x"}, "visibility"), ({"options": {"x": True}}, "no option"),
     ({"options": {"hold": "x"}}, "hold"), ({"rated": True}, "time control"),
     ({"rated": True, "time": "turn 60"}, "browser of their own"), ({"players": 2}, "unknown field")],
)  # fmt: skip
def test_what_cannot_be_agreed_changes_nothing(tmp_path, wanted, why):
    async def play() -> None:
        async with hosted(tmp_path) as opened, opened.person("Ann") as ann:
            table, _ = await ann.open(players=3, seats=["me", "me", "open"])
            before = await opened.read(sa.select(schema.game_table))
            assert why in await act(ann, table, "facts", **wanted)
            assert await opened.read(sa.select(schema.game_table)) == before

    run(play())


def test_a_table_with_somebodys_bot_cannot_become_rated(tmp_path):
    async def play() -> None:
        async with hosted(tmp_path) as opened, opened.person("Ann") as ann:
            table, _ = await ann.open(players=3, seats=["me", "open", "open"])
            assert (await act(ann, table, "bots", seat=1, name="Climber"))["token"]
            assert "bots of your own" in await act(ann, table, "facts", rated=True, time="turn 60")

    run(play())


def test_strangers_see_no_more_of_a_table_that_becomes_private(tmp_path):
    async def play() -> None:
        async with hosted(tmp_path) as opened, opened.person("Ann") as ann, opened.person("Eve") as eve:
            table, _ = await ann.open(players=2, seats=["me", "open"])
            page = await come(opened, eve, table)
            assert await act(ann, table, "facts", visibility="invitation") is None
            assert page.ended

    run(play())


# --- names -------------------------------------------------------------------------------------------------


def test_nobody_at_a_table_has_the_name_of_another(tmp_path):
    async def play() -> None:
        async with (
            hosted(tmp_path) as opened,
            opened.person("Ann") as ann,
            opened.person("ann") as other,
        ):
            table, secret = await ann.open(players=4, seats=["me", "invite", "invite", "bot:novice"])
            await other.join(secret)
            live = await table_of(opened, table)
            assert [chair.name for chair in live.chairs] == ["Ann", "ann (2)", "", "Dawid"]
            await other.post("/api/me", name="Bob")
            assert [chair.name for chair in live.chairs] == ["Ann", "Bob", "", "Dawid"]
            await other.post("/api/me", name="Dawid")  # people come first
            assert [chair.name for chair in live.chairs] == ["Ann", "Dawid", "", "Dawid (2)"]
            assert (await act(ann, table, "sit", nonce="x", name="Dаwid")) == {"seat": 2}
            names = [chair.name for chair in (await after_restart(opened, table)).chairs]
            assert names == ["Ann", "Dawid", "Dаwid (2)", "Dawid (3)"]
            assert "looks like" in await act(ann, table, "sit", nonce="x", name="bot: master")

    run(play())


# --- invitations -------------------------------------------------------------------------------------------


def test_an_unknown_or_withdrawn_invitation_is_not_found(tmp_path):
    async def play() -> None:
        async with hosted(tmp_path) as opened, opened.person("Ann") as ann, opened.person("Bob") as bob:
            table, old = await ann.open()
            practice, _ = await ann.open(players=2, seats=["me", "bot:novice"])
            for place, status in ((table, 200), (old, 200), ("x", 404), (practice, 404)):
                answer = await bob.web.get(f"/join/{place}")
                assert answer.status_code == status, place
                assert ("There is no such invitation" in answer.text) is (status == 404 and place == "x")
                assert ("The link may be incomplete or out of date" in answer.text) is (status == 404)
            await ann.post(f"/api/tables/{table}/invitation")
            assert (await bob.web.get(f"/join/{old}")).status_code == 404
            for secret in (old, "x"):
                for path, more in (("/api/invitation", {}), ("/api/join", {"nonce": "x"})):
                    answer = await bob.web.post(path, json={"secret": secret, **more})
                    assert (answer.status_code, set(answer.json())) == (404, {"error"})

    run(play())


# --- databases of earlier versions -------------------------------------------------------------------------


def test_people_at_waiting_tables_of_an_earlier_version_are_ready(tmp_path):
    url = f"sqlite:///{tmp_path / 'old.db'}"
    engine = connect(url)
    migrate(engine, "0008")

    def insert(table: str, **row: object) -> None:
        columns, values = ", ".join(row), ", ".join(f":{name}" for name in row)
        connection.execute(sa.text(f"INSERT INTO {table} ({columns}) VALUES ({values})"), row)

    words = dict.fromkeys(("title", "edition", "options", "visibility", "pace", "commitment"), "")
    game = {**words, "rules": 1, "players": 3, "owner": "ann", "seed": b"x", "created": 0, "changed": 0}
    with engine.begin() as connection:
        for name in ("ann", "bob"):
            insert("identity", id=name, name=name, token=name, phrase=name, created=0)
        for table, status, rematch in (
            ("first", "over", "again"),
            ("again", "waiting", None),
            ("new", "waiting", None),
        ):
            insert("game_table", **game, id=table, status=status, rematch=rematch)
            for number, who in enumerate(("ann", "bob", None)):
                insert("seat", table_id=table, seat=number, identity=who, stand_in=False)
    engine.dispose()
    store = Store(url)
    try:
        seat = schema.seat.c
        rows = store.read_now(
            lambda c: c.execute(sa.select(seat.table_id, seat.ready).order_by(seat.seat)).all()
        )
    finally:
        store.close()
    ready = {
        table: [row.ready for row in rows if row.table_id == table] for table in ("first", "again", "new")
    }
    assert ready == {"first": [False] * 3, "again": [True, True, False], "new": [False, True, False]}

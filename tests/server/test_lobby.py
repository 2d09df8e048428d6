"""Before a game: invitations, the lists, what the host can change, and tables that never start."""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import sqlalchemy as sa
from litestar import Litestar

from rooftop.game.translation import bound
from rooftop.server import auth
from rooftop.server.auth import Identity
from rooftop.server.context import Context
from rooftop.server.painting.jobs import Look
from rooftop.server.settings import Settings
from rooftop.server.store import schema
from rooftop.server.tables.client import Client
from rooftop.server.tables.sockets import _send_frames
from tests.server.serving import create_app

DAY = 86400.0
TABLE = {"title": "tower-up", "players": 3, "seats": ["me", "invite", "invite"]}


class LocalServer:
    """A server in this process, without workers, with a clock that tests move."""

    def __init__(self, app: Litestar) -> None:
        self.app: Any = app
        self.context: Context = app.state["context"]
        self.time = 1_000_000.0
        self.context.registry.now = lambda: self.time
        self.context.library.interpreted.clear()

    @contextlib.asynccontextmanager
    async def person(self, name: str = "", address: str = "127.0.0.1") -> AsyncIterator["Guest"]:
        transport = httpx.ASGITransport(app=self.app, client=(address, 1))
        async with httpx.AsyncClient(transport=transport, base_url="http://rooftop") as web:
            await web.get("/")
            guest = Guest(web)
            if name:
                await guest.post("/api/me", name=name)
            yield guest

    async def read(self, statement: sa.Select[Any]) -> list[Any]:
        return await self.context.store.read(lambda connection: list(connection.execute(statement)))


class Guest:
    """A person with a browser."""

    def __init__(self, web: httpx.AsyncClient) -> None:
        self.web = web

    async def post(self, path: str, **body: Any) -> Any:
        """Return the response, or the message of a refusal."""
        answer = await self.web.post(path, json=body)
        if answer.status_code >= 400:
            return answer.json()["error"]
        return answer.json() if answer.content else None

    async def open(self, **order: Any) -> tuple[str, str]:
        """Open a table and sit down. Return its id and the secret of its invitation."""
        made = await self.post("/api/tables", **(TABLE | order))
        assert isinstance(made, dict), made
        assert await self.post(f"/api/tables/{made['table']}/sit", nonce="host") == {"seat": 0}
        return made["table"], made["invitation"]

    async def join(self, secret: str) -> Any:
        return await self.post("/api/join", secret=secret, nonce="friend")

    async def lists(self) -> dict[str, list[dict[str, Any]]]:
        answer: dict[str, list[dict[str, Any]]] = (await self.web.get("/api/tables")).json()
        return answer


@contextlib.asynccontextmanager
async def hosted(folder: Path, **settings: Any) -> AsyncIterator[LocalServer]:
    database = f"sqlite:///{folder / 'a.db'}"
    settings = {"titles": ("tower-up",), **settings}
    app = create_app(Settings(database=database, painter_processes=0, **settings))
    opened = LocalServer(app)
    try:
        yield opened
    finally:
        opened.context.store.close()


@contextlib.asynccontextmanager
async def watching(opened: LocalServer, table_id: str) -> AsyncIterator["Watcher"]:
    """Look at a table as a stranger."""
    frames: asyncio.Queue[dict[str, Any]] = asyncio.Queue()

    async def send(frame: bytes) -> None:
        frames.put_nowait(json.loads(frame))

    table = await opened.context.registry.table(table_id)
    client = Client(Identity("", ""), -1, Look("en", "day", None), send, 0)
    opened.context.registry.join(table, client)
    sending = asyncio.create_task(_send_frames(table, client))
    try:
        yield Watcher(frames)
    finally:
        opened.context.registry.leave(table, client)
        sending.cancel()


class Watcher:
    """The frames received by a spectator."""

    def __init__(self, frames: asyncio.Queue[dict[str, Any]]) -> None:
        self.frames = frames

    async def until(self, **fields: Any) -> dict[str, Any]:
        """Wait for a frame with these fields."""
        async with asyncio.timeout(60):
            while True:
                frame = await self.frames.get()
                if all(frame.get(name) == value for name, value in fields.items()):
                    return frame


def run(test: Any) -> None:
    asyncio.run(test)


# --- invitations -------------------------------------------------------------------------------------------


def test_opening_an_invitation_uses_nothing_up_and_sitting_down_does(tmp_path):
    async def play() -> None:
        async with hosted(tmp_path) as opened, opened.person("Ann") as ann, opened.person("Bob") as bob:
            table, secret = await ann.open()
            expected = {"table": table, "title": "tower-up", "host": "Ann", "free": 2, "host_seat": 0,
                        "status": "waiting", "seat": -1, "watchable": True, "rated": False}  # fmt: skip
            for _ in range(3):
                assert (await bob.post("/api/invitation", secret=secret)).items() >= expected.items()
            assert (await ann.post("/api/invitation", secret=secret)).items() >= (
                expected | {"seat": 0}
            ).items()
            assert await ann.join(secret) == {"table": table, "seat": 0}  # the host's own link takes no seat
            assert await bob.join(secret) == {"table": table, "seat": 1}
            assert await bob.join(secret) == {"table": table, "seat": 1}  # again: the same seat
            async with opened.person("Cy") as cy, opened.person() as dan:
                seen = await cy.post("/api/invitation", secret=secret)
                assert ([seat["name"] for seat in seen["seats"]], seen["free"]) == (["Ann", "Bob", ""], 1)
                assert "no seat is free" in await cy.post(f"/api/tables/{table}/sit", nonce="x")
                assert await cy.join(secret) == {"table": table, "seat": 2}
                assert "all seats are taken" in await dan.join(secret)
                assert await ann.post(f"/api/tables/{table}/start") is None
                assert "begun" in await dan.join(secret)
                seen = await dan.post("/api/invitation", secret=secret)
                assert (seen["status"], seen["free"], seen["watchable"]) == ("playing", 0, True)

    run(play())


def test_two_people_who_want_the_last_seat_do_not_both_get_it(tmp_path):
    async def play() -> None:
        async with hosted(tmp_path) as opened, opened.person("Ann") as ann:
            for _ in range(3):
                table, secret = await ann.open(players=2, seats=["me", "invite"])
                async with opened.person() as bob, opened.person() as cy:
                    answers = await asyncio.gather(bob.join(secret), cy.join(secret))
                got = [answer for answer in answers if isinstance(answer, dict)]
                assert got == [{"table": table, "seat": 1}]
                (refusal,) = (answer for answer in answers if isinstance(answer, str))
                assert "all seats are taken" in refusal

    run(play())


def test_a_renewed_invitation_ends_the_old_one(tmp_path):
    async def play() -> None:
        async with hosted(tmp_path) as opened, opened.person("Ann") as ann, opened.person("Bob") as bob:
            table, old = await ann.open()
            path = f"/api/tables/{table}/invitation"
            assert "only the host" in await bob.post(path)
            new = (await ann.post(path))["secret"]
            assert new != old
            for answer in (await bob.join(old), await bob.post("/api/invitation", secret=old)):
                assert answer == "the host has renewed this invitation; ask for the new link"
            for wrong in ("", "nothing", new[:-1], table):
                assert "not valid" in await bob.join(wrong)
            assert await bob.join(new) == {"table": table, "seat": 1}
            rows = await opened.read(sa.select(schema.invitation.c.token))
            assert {row.token for row in rows} == {auth.hashed(old), auth.hashed(new)}

    run(play())


def test_the_page_of_an_invitation_tells_strangers_what_they_may_know(tmp_path):
    async def play() -> None:
        async with hosted(tmp_path) as opened, opened.person("Ann <b>") as ann, opened.person() as bob:
            for visibility, told in (("unlisted", True), ("public", True), ("invitation", False)):
                table, secret = await ann.open(visibility=visibility)
                page = (await bob.web.get(f"/join/{table}")).text
                assert ("Ann &lt;b&gt; invites you to Tower Up" in page) is told
                assert "<b>" not in page
                assert ("Ann" in page) is ("cover.webp" in page) is told
                assert secret not in page
                # The secret reveals more, and so does a seat.
                seen = await bob.post("/api/invitation", secret=secret)
                assert (seen["host"], seen["watchable"]) == ("Ann <b>", told)
            assert await bob.join(secret) == {"table": table, "seat": 1}
            assert (await bob.web.get(f"/api/tables/{table}/file")).json()["error"].startswith("the game has")

    run(play())


def test_a_guest_is_asked_for_a_name_and_others_keep_theirs(tmp_path):
    async def play() -> None:
        async with hosted(tmp_path) as opened, opened.person() as ann, opened.person("Bob") as bob:
            guest = (await ann.web.get("/api/me")).json()["name"]
            table, _ = await bob.open()
            page = (await ann.web.get(f"/join/{table}")).text
            assert f'value="" placeholder="{guest}"' in page
            assert 'value="Bob"' in (await bob.web.get(f"/join/{table}")).text

    run(play())


def test_links_of_tables_with_open_seats_work_too(tmp_path):
    async def play() -> None:
        async with hosted(tmp_path) as opened, opened.person("Ann") as ann, opened.person() as bob:
            for visibility in ("unlisted", "invitation"):
                table, secret = await ann.open(players=2, seats=["me", "open"], visibility=visibility)
                assert await bob.join(secret) == {"table": table, "seat": 1}
            made = await ann.post("/api/tables", **(TABLE | {"seats": ["me", "bot:novice", "bot:novice"]}))
            assert made["invitation"] is None

    run(play())


# --- what the host can do ----------------------------------------------------------------------------------


def test_a_host_removes_adds_and_fills_empty_seats(tmp_path):
    async def play() -> None:
        async with (
            contextlib.AsyncExitStack() as around,
            hosted(tmp_path) as opened,
            opened.person("Ann") as ann,
            opened.person("Bob") as bob,
        ):
            table, secret = await ann.open(players=4, seats=["me", "invite", "invite", "open"])
            seats = f"/api/tables/{table}/seats"
            watcher = await around.enter_async_context(watching(opened, table))
            await watcher.until(kinds=["", "invite", "invite", "open"])
            assert "only the host" in await bob.post(seats, kind="gone", seat=1)
            assert (await bob.join(secret))["seat"] == 1
            assert "somebody sits there" in await ann.post(seats, kind="gone", seat=1)
            assert "somebody sits there" in await ann.post(seats, kind="bot:novice", seat=0)
            assert await ann.post(seats, kind="gone", seat=2) is None
            frame = await watcher.until(kinds=["", "", "open"])  # people in the lobby see it at once
            assert [seat["name"] for seat in frame["seats"]] == ["Ann", "Bob", ""]
            assert (frame["players"], frame["owned"]) == ([2, 3, 4], False)
            assert await ann.post(seats, kind="invite", seat=3) is None
            await watcher.until(kinds=["", "", "open", "invite"])
            assert await ann.post(seats, kind="bot:novice", seat=3) is None
            assert await ann.post(seats, kind="invite", seat=3) is None  # a bot makes room again
            assert await ann.post(seats, kind="gone", seat=3) is None
            assert await ann.post(seats, kind="gone", seat=2) is None  # everyone is there
            assert await ann.post(f"/api/tables/{table}/start") is None
            frame = await watcher.until(type="update", status="playing")
            assert [seat["name"] for seat in frame["seats"]] == ["Ann", "Bob"]
            assert "begun" in await ann.post(seats, kind="open", seat=2)
            stored = await opened.read(sa.select(schema.game_table.c.players, schema.game_table.c.to_act))
            assert stored[0].players == 2
            assert stored[0].to_act is not None

    run(play())


def test_seats_move_up_when_one_before_them_is_removed(tmp_path):
    async def play() -> None:
        async with hosted(tmp_path) as opened, opened.person("Ann") as ann, opened.person("Bob") as bob:
            made = await ann.post("/api/tables", **(TABLE | {"seats": ["open", "me", "invite"]}))
            table = made["table"]
            assert await bob.join(made["invitation"]) == {"table": table, "seat": 2}
            assert await ann.post(f"/api/tables/{table}/sit", nonce="x") == {"seat": 1}
            assert await ann.post(f"/api/tables/{table}/seats", kind="gone", seat=0) is None
            assert await ann.post(f"/api/tables/{table}/start") is None
            state = (await opened.context.registry.table(table)).state
            assert [chair.name for chair in state.chairs] == ["Ann", "Bob"]
            assert [chair.nonce for chair in state.chairs] == ["x", "friend"]
            assert state.status == "playing"
            assert len(state.started_match.position.points(0)) > 0

    run(play())


def test_bots_take_all_empty_seats_and_the_game_begins(tmp_path):
    async def play() -> None:
        async with hosted(tmp_path) as opened, opened.person("Ann") as ann, opened.person() as bob:
            table, secret = await ann.open()
            assert "LEVEL" in await ann.post(f"/api/tables/{table}/seats", kind="bot:none")
            assert "LEVEL" in await ann.post(f"/api/tables/{table}/seats", kind="me")
            assert await ann.post(f"/api/tables/{table}/seats", kind="bot:novice") is None
            state = (await opened.context.registry.table(table)).state
            assert (state.status, [chair.bot for chair in state.chairs]) == (
                "playing",
                [None, "novice", "novice"],
            )
            assert "begun" in await bob.join(secret)
            # Nobody sits at this one, so bots cannot take every seat.
            made = await ann.post("/api/tables", **TABLE)
            path = f"/api/tables/{made['table']}/seats"
            assert "for a person" in await ann.post(path, kind="bot:novice")
            assert await ann.post(path, kind="bot:novice", seat=1) is None
            assert await ann.post(path, kind="bot:novice", seat=2) is None
            assert "for a person" in await ann.post(path, kind="gone", seat=0)
            assert await ann.post(path, kind="gone", seat=2) is None
            refusal = await ann.post(path, kind="gone", seat=1)
            assert refusal == "Tower Up needs at least 2 players; let a bot take the seat"

    run(play())


def test_a_closed_table_says_so_to_everyone(tmp_path):
    async def play() -> None:
        async with (
            contextlib.AsyncExitStack() as around,
            hosted(tmp_path) as opened,
            opened.person("Ann") as ann,
            opened.person() as bob,
        ):
            table, secret = await ann.open(visibility="public", seats=["me", "open", "open"])
            watcher = await around.enter_async_context(watching(opened, table))
            await watcher.until(status="waiting")
            assert "only the host" in await bob.post(f"/api/tables/{table}/close")
            assert [row["id"] for row in (await bob.lists())["open"]] == [table]
            assert await ann.post(f"/api/tables/{table}/close") is None
            await watcher.until(status="closed")
            for answer in (
                await bob.post(f"/api/tables/{table}/sit", nonce="x"),
                await bob.join(secret),
                await ann.post(f"/api/tables/{table}/close"),
                await ann.post(f"/api/tables/{table}/invitation"),
                await ann.post(f"/api/tables/{table}/seats", kind="bot:novice"),
            ):
                assert answer == "this table is closed; open another one"
            assert (await bob.post("/api/invitation", secret=secret))["status"] == "closed"
            assert (await bob.lists())["open"] == (await ann.lists())["mine"] == []
            opened.context.registry._tables.clear()  # and after a restart
            reopened = await opened.context.registry.table(table)
            assert (reopened.status, reopened.match) == ("closed", None)
            assert "closed" in (await bob.web.get(f"/tables/{table}")).text

    run(play())


def test_a_game_that_has_begun_cannot_be_closed_by_its_host(tmp_path):
    async def play() -> None:
        async with hosted(tmp_path) as opened, opened.person("Ann") as ann:
            table, _ = await ann.open(players=2, seats=["me", "bot:novice"])
            assert "begun" in await ann.post(f"/api/tables/{table}/close")
            assert (await opened.context.registry.table(table)).status == "playing"

    run(play())


# --- lists and expiry --------------------------------------------------------------------------------------


def test_open_tables_are_listed_with_host_title_and_pace_a_few_per_host(tmp_path):
    async def play() -> None:
        async with hosted(tmp_path) as opened, opened.person("Ann") as ann, opened.person("Bob") as bob:
            order = {"visibility": "public", "seats": ["me", "open", "invite"]}
            mine = []
            for _ in range(5):
                opened.time += 1
                mine.append((await ann.open(**order))[0])
            opened.time -= 100
            other, _ = await bob.open(**order, time="days 3")
            async with opened.person() as cy:
                listed = (await cy.lists())["open"]
                assert [row["id"] for row in listed] == [*mine[:1:-1], other]
                line = {key: listed[-1][key] for key in ("host", "title", "time", "free")}
                assert line == {"host": "Bob", "title": "tower-up", "time": "days 3", "free": 1}
                page = (await cy.web.get("/")).text
                assert "host: Bob · 3 days per move · 1 free seat" in page
                assert f'data-join="{other}"' in page
                assert (await cy.post(f"/api/tables/{other}/sit", nonce="x")) == {"seat": 1}
                assert other not in [row["id"] for row in (await cy.lists())["open"]]

    run(play())


def test_tables_that_never_began_close_and_old_games_leave_the_lists(tmp_path):
    async def play() -> None:
        async with (
            contextlib.AsyncExitStack() as around,
            hosted(tmp_path) as opened,
            opened.person("Ann") as ann,
            opened.person("Bob") as bob,
        ):
            order = {"visibility": "public", "seats": ["me", "open", "open"]}
            live, _ = await ann.open(**order)
            slow, _ = await ann.open(**order, time="days 3")
            game, _ = await ann.open(visibility="public", players=2, seats=["me", "bot:novice"])
            watcher = await around.enter_async_context(watching(opened, live))
            await watcher.until(closes=opened.time + 2 * DAY)
            opened.time += 1.5 * DAY
            assert await bob.post(f"/api/tables/{live}/sit", nonce="x") == {"seat": 1}
            await watcher.until(closes=opened.time + 2 * DAY)
            await opened.context.lobby.close_old()
            opened.time += 1.5 * DAY
            await opened.context.lobby.close_old()
            assert (await opened.context.registry.table(live)).status == "waiting"
            assert game not in [row["id"] for row in (await bob.lists())["public"]]
            opened.time += DAY
            await opened.context.lobby.close_old()
            await watcher.until(status="closed")
            assert (await opened.context.registry.table(slow)).status == "waiting"
            async with opened.person() as cy:
                assert [row["id"] for row in (await cy.lists())["open"]] == [slow]
            opened.time += 12 * DAY
            await opened.context.lobby.close_old()
            statuses = await opened.read(sa.select(schema.game_table.c.id, schema.game_table.c.status))
            assert dict(map(tuple, statuses)) == {live: "closed", slow: "closed", game: "playing"}
            assert game in [row["id"] for row in (await ann.lists())["mine"]]  # never deleted

    run(play())


def test_a_game_that_was_just_played_can_be_watched(tmp_path):
    async def play() -> None:
        async with hosted(tmp_path) as opened, opened.person("Ann") as ann, opened.person() as bob:
            game, _ = await ann.open(visibility="public", players=2, seats=["me", "bot:novice"])
            waiting, _ = await ann.open(visibility="public", seats=["me", "open", "open"])
            lists = await bob.lists()
            assert [row["id"] for row in lists["public"]] == [game]
            assert [row["id"] for row in lists["open"]] == [waiting]

    run(play())


# --- quotas ------------------------------------------------------------------------------------------------


def test_new_identities_are_limited_per_address_and_others_may_read(tmp_path):
    async def play() -> None:
        async with (
            hosted(tmp_path, identities_per_day=2) as opened,
            contextlib.AsyncExitStack() as around,
        ):
            visitors = []
            for address in ("2001:db8::1", "2001:db8::2", "2001:db8::3", "2001:db8:1::1"):
                visitors.append(await around.enter_async_context(opened.person(address=address)))
                await visitors[-1].web.get("/api/me")
            *visitors, elsewhere = visitors
            assert [bool(one.web.cookies) for one in (*visitors, elsewhere)] == [True, True, False, True]
            late = visitors[-1]
            page = await late.web.get("/rules/tower-up")
            assert page.status_code == 200  # a page to read, and why there is no more
            refusal = "too many new visitors have come from your address today"
            assert refusal[1:] in page.text
            assert refusal in await late.post("/api/tables", **TABLE)
            polish = await late.web.get("/", headers={"Accept-Language": "pl"})
            assert bound("Z twojego adresu przyszło dziś zbyt wielu nowych gości", "pl") in polish.text
            people = await opened.read(sa.select(schema.identity.c.id))
            assert len(people) == 3
            assert "notice" not in (await elsewhere.web.get("/")).text
            for known in visitors[:2]:  # they may come back any number of times
                assert (await known.web.get("/api/me")).status_code == 200

    run(play())


def test_waiting_tables_are_limited_per_person_and_per_address(tmp_path):
    async def play() -> None:
        limits = {"waiting_per_person": 2, "waiting_per_address": 3}
        async with hosted(tmp_path, **limits) as opened, opened.person("Ann") as ann:
            first, _ = await ann.open()
            await ann.open()
            refusal = "2 of your tables wait for players; begin one of their games or close it first"
            assert await ann.post("/api/tables", **TABLE) == refusal
            answer = await ann.web.post("/api/tables", json=TABLE, headers={"Accept-Language": "pl"})
            assert (answer.status_code, answer.json()["error"][:9]) == (429, "na graczy")
            assert await ann.post(f"/api/tables/{first}/close") is None
            await ann.open()
            async with opened.person() as bob, opened.person(address="10.0.0.9") as cy:
                second, _ = await bob.open(players=2, seats=["me", "invite"])
                refusal = "3 tables from your address wait for players; try again when a game has begun"
                assert await bob.post("/api/tables", **TABLE) == refusal
                await cy.open()
                assert await bob.post(f"/api/tables/{second}/seats", kind="bot:novice") is None
                answers = await asyncio.gather(*(bob.post("/api/tables", **TABLE) for _ in range(5)))
                assert sum(isinstance(answer, dict) for answer in answers) == 1  # even if all come at once

    run(play())

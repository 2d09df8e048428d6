"""Nobody can make a server unusable for others: frames, commands, games with bots, bodies, identities."""

import asyncio
import contextlib
import dataclasses
import random
from unittest.mock import Mock

import httpx
import pytest
import sqlalchemy as sa
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from rooftop.errors import OptionError
from rooftop.server.auth import ANONYMOUS
from rooftop.server.connections import FLOOD_REASON, FRAMES, Admission
from rooftop.server.errors import Refusal
from rooftop.server.limits import DAY, Buckets, ByAddress, Trickle, networks
from rooftop.server.metrics import TURNED_AWAY
from rooftop.server.processes.messages import Request
from rooftop.server.settings import Settings
from rooftop.server.store import schema
from rooftop.server.system import System
from rooftop.server.tables import client
from rooftop.server.tables.lobby import LATELY
from tests.server.clients import CALM, Person, Player, a_moment, new_table
from tests.server.fleet import NO_LIMITS
from tests.server.serving import create_app, serving
from tests.server.test_connections import table_of_one
from tests.server.test_lobby import Guest, LocalServer, hosted, run
from tests.waiting import LIMIT, eventually

BOTS = {"players": 2, "seats": ["me", "bot:novice"]}


# --- frames ------------------------------------------------------------------------------------------------


async def flood(link, message: str | None, number: int) -> ConnectionClosed:
    """Send this many frames at once. Return how the socket was closed. None: protocol pings."""

    async def send() -> None:
        for _ in range(number):
            await (link.send(message) if message is not None else link.ping(random.randbytes(4)))

    async def read() -> None:
        while True:
            await link.recv()

    sending = asyncio.create_task(send())
    try:
        with pytest.raises(ConnectionClosed) as closed:
            async with asyncio.timeout(LIMIT):
                await read()
    finally:
        sending.cancel()
        await asyncio.gather(sending, return_exceptions=True)
    return closed.value


@pytest.mark.parametrize(
    "message",
    ['{"type": "ping"}', '{"type": "ack", "number": 1}', '{"type": "hold", "seat": 0}', "garbage", None],
)
def test_a_socket_with_too_many_frames_of_any_kind_is_closed(tmp_path, monkeypatch, message):
    monkeypatch.setattr(System, "monotonic", lambda _: 1000.0)
    monkeypatch.setattr(client, "REPLIES", 10**9)  # a slow reader is closed for another reason

    async def play() -> None:
        unlimited = {"commands_per_minute": 10**9, "commands_per_address": 10**9}
        async with table_of_one(tmp_path, **unlimited) as (context, where, cookie):
            before = TURNED_AWAY.labels("frames")._value.get()
            async with connect(where, additional_headers=cookie, **CALM) as polite:
                async with connect(where, additional_headers=cookie, **CALM) as link:
                    closed = await flood(link, message, 3 * FRAMES)
                assert closed.rcvd is not None
                assert (closed.rcvd.code, closed.rcvd.reason) == (4429, FLOOD_REASON)
                assert TURNED_AWAY.labels("frames")._value.get() == before + 1
                await polite.send('{"type": "ping"}')
                async with asyncio.timeout(LIMIT):
                    while "pong" not in await polite.recv():
                        pass
            requests = context.settings.requests_per_minute
            left = next(k for k in range(requests) if not context.requests.take("127.0.0.1"))
            assert left < requests - 60  # it cannot come back as often as it likes
            await eventually(lambda: not context.tally.everything())

    asyncio.run(play())


def test_a_flooded_socket_of_another_process_is_closed_too(pair):
    person = Person(pair[0])
    table = new_table([person], bots=1)

    async def play() -> None:
        for server in pair:  # one holds the table, the other relays
            player = Player(person, table, random.Random(0), server.host)
            async with player.open(0) as link:
                closed = await flood(
                    link, '{"type": "ping"}', 2 * int(NO_LIMITS["ROOFTOP_FRAMES_PER_MINUTE"])
                )
            assert closed.rcvd is not None
            assert closed.rcvd.code == 4429

    asyncio.run(play())


def test_frames_are_counted_over_time():
    bucket = Trickle(600, 1000.0)
    assert [bucket.take(200, 1000.0) for _ in range(4)] == [True, True, True, False]
    calm = Trickle(600, 1000.0)
    assert all(calm.take(10, 1000.0 + second) for second in range(1000))


# --- addresses ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("address", "keys"),
    [
        ("203.0.113.7", ("203.0.113.7",)),
        ("::ffff:203.0.113.7", ("203.0.113.7",)),
        ("2001:db8:1:2:3::4", ("2001:db8:1:2::/64", "2001:db8:1::/48")),
        ("2001:db8:1:2::/64", ("2001:db8:1:2::/64",)),
        ("?", ("?",)),
    ],
)
def test_an_ipv6_address_counts_by_two_networks(address, keys):
    assert networks(address) == keys


def test_a_large_network_has_a_bound_of_its_own():
    limits = ByAddress(*(Buckets(most, clock=lambda: 0.0) for most in (3, 8)))
    one = [limits.take("2001:db8:1:1::1") for _ in range(4)]
    assert one == [True, True, True, False]
    others = [limits.take(f"2001:db8:1:{k:x}::1") for k in range(2, 9)]
    assert others == [True] * 5 + [False] * 2
    assert limits.take("2001:db8:2::1")
    assert all(limits.take("203.0.113.7") for _ in range(3))
    assert not limits.take("203.0.113.7")


def test_buckets_that_only_others_use_are_forgotten():
    now = [0.0]
    buckets = Buckets(10, 60.0, lambda: now[0])
    for minute in range(10):
        now[0] = 61.0 * minute
        buckets.charge({f"{minute} {k}": 1 for k in range(100)})
    assert len(buckets._current) + len(buckets._previous) <= 200


def test_a_fine_is_told_to_other_processes():
    here, there = (Buckets(100, clock=lambda: 0.0) for _ in range(2))
    here.share()
    here.fine("a", 60)
    assert here.take("a", 40)
    assert not here.take("a")
    there.charge(here.taken())
    assert there.is_empty("a")


def test_only_a_trusted_proxy_tells_whose_a_request_is(tmp_path):
    database = f"sqlite:///{tmp_path / 'a.db'}"
    settings = Settings(database=database, titles=("tower-up",), painter_processes=0)
    app = create_app(dataclasses.replace(settings, metrics_from=("203.0.113.9",)))

    async def play() -> list[int]:
        statuses = []
        async with serving(app) as place:
            for source in ("127.0.0.1", "127.0.0.2"):
                transport = httpx.AsyncHTTPTransport(local_address=source)
                async with httpx.AsyncClient(transport=transport, timeout=LIMIT) as web:
                    told = {"X-Forwarded-For": "198.51.100.1, 203.0.113.9"}
                    statuses.append((await web.get(f"{place.url}/metrics", headers=told)).status_code)
        return statuses

    assert asyncio.run(play()) == [200, 403]


def test_requests_are_counted_by_address_and_by_network(tmp_path, monkeypatch):
    monkeypatch.setattr(System, "monotonic", lambda _: 1000.0)
    limits = {"requests_per_minute": 3, "requests_per_network": 5}

    async def play() -> None:
        async with hosted(tmp_path, **limits) as opened:
            statuses = []
            for address in ("2001:db8::1", "2001:db8::2", "2001:db8:0:1::1", "2001:db8:1::1"):
                transport = httpx.ASGITransport(app=opened.app, client=(address, 1))
                async with httpx.AsyncClient(transport=transport, base_url="http://rooftop") as web:
                    statuses.append([(await web.get("/health")).status_code for _ in range(3)])
            assert statuses == [[200, 200, 200], [429, 429, 429], [200, 200, 429], [200, 200, 200]]

    run(play())


def test_connections_and_sockets_are_counted_by_address_and_by_network(tmp_path):
    addresses = [f"2001:db8:0:{k}::1" for k in (1, 1, 1, 2, 3)] + ["2001:db8:1::1"]

    async def play() -> None:
        admission = Admission(100, 2, lambda address: False, per_network=3)
        transports = [Mock(spec=asyncio.Transport) for _ in addresses]
        admitted = [admission.admit(*one) for one in zip(transports, addresses, strict=True)]
        assert admitted == [True, True, False, True, False, True]
        for transport in transports:
            admission.forget(transport)
        assert admission.admit(transports[0], addresses[0])
        async with hosted(tmp_path, connections_per_address=2, connections_per_network=3) as opened:
            counted = []
            with contextlib.ExitStack() as sockets:
                for address in addresses:
                    try:
                        sockets.enter_context(opened.context.count_socket(ANONYMOUS, address))
                        counted.append(True)
                    except Refusal:
                        counted.append(False)
            assert counted == admitted
            assert not opened.context.tally.everything()

    run(play())


# --- commands ----------------------------------------------------------------------------------------------


@contextlib.asynccontextmanager
async def guests(opened: LocalServer, *addresses: str):
    async with contextlib.AsyncExitStack() as around:
        yield [await around.enter_async_context(opened.person(address=address)) for address in addresses]


def test_commands_are_counted_by_address_and_by_network(tmp_path, monkeypatch):
    monkeypatch.setattr(System, "monotonic", lambda _: 1000.0)
    limits = {"commands_per_address": 3, "commands_per_network": 5}
    refusal = "too many commands from your address; wait a moment"

    async def play() -> None:
        async with (
            hosted(tmp_path, **limits) as opened,
            guests(opened, "2001:db8::1", "2001:db8::2", "2001:db8:0:1::1", "2001:db8:1::1") as people,
        ):
            made = [await people[k].post("/api/tables", **TABLE) for k in (0, 1, 0, 1)]
            assert [isinstance(one, dict) for one in made] == [True, True, True, False]
            assert made[-1] == refusal
            made = [await people[2].post("/api/tables", **TABLE) for _ in range(3)]
            assert [isinstance(one, dict) for one in made] == [True, True, False]
            assert isinstance(await people[3].post("/api/tables", **TABLE), dict)
            polish = {"Accept-Language": "pl"}
            answer = await people[0].web.post("/api/tables", json=TABLE, headers=polish)
            assert answer.status_code == 429
            assert answer.json()["error"] == "zbyt wiele poleceń z\u00a0twojego adresu; odczekaj chwilę"

    run(play())


TABLE = {"title": "tower-up", "players": 2, "seats": ["me", "open"]}


def test_every_request_that_changes_something_is_a_command(tmp_path, monkeypatch):
    monkeypatch.setattr(System, "monotonic", lambda _: 1000.0)

    async def play() -> None:
        async with hosted(tmp_path, commands_per_minute=5) as opened, opened.person() as ann:
            table, _ = await ann.open(players=2, seats=["me", "open"])
            assert await ann.post(f"/api/tables/{table}/ready", ready=True) is None
            assert await ann.post("/api/me", name="Ann") is not None
            assert await ann.post(f"/api/tables/{table}/seats", seat=1, kind="invite") is None
            for path in ("me/phrase", f"tables/{table}/stand", f"tables/{table}/close"):
                assert await ann.post(f"/api/{path}") == "too many commands; wait a moment"
            assert (await ann.web.get("/api/me")).json()["name"] == "Ann"
            async with opened.person() as bob:
                assert isinstance(await bob.post("/api/tables", **TABLE), dict)

    run(play())


def test_a_command_that_another_process_has_counted_is_not_counted_again(tmp_path, monkeypatch):
    monkeypatch.setattr(System, "monotonic", lambda _: 1000.0)

    async def play() -> None:
        async with hosted(tmp_path, commands_per_minute=1) as opened, opened.person() as ann:
            cookie, handler = f"rooftop={ann.web.cookies['rooftop']}".encode(), opened.context.peer_handler
            assert handler is not None
            for _ in range(2):
                asked = Request(
                    method="POST", scheme="http", path="/api/me/phrase", raw_path=b"/api/me/phrase",
                    query=b"", headers=[(b"cookie", cookie)], client=("10.0.0.9", 1), body=b"",
                )  # fmt: skip
                assert (await handler.respond(asked)).status == 200
            statuses = [(await ann.web.post("/api/me/phrase")).status_code for _ in range(2)]
            assert statuses == [200, 429]

    run(play())


def test_commands_on_sockets_are_counted_by_address(tmp_path, monkeypatch):
    monkeypatch.setattr(System, "monotonic", lambda _: 1000.0)

    async def play() -> None:
        async with table_of_one(tmp_path, commands_per_address=16) as (_, where, cookie):
            async with connect(where, additional_headers=cookie, **CALM) as link:  # five
                await link.send(
                    '{"type": "again", "number": 0}'
                )  # five more, one for the table, one for the seat
                for k in range(5):
                    await link.send(f'{{"type": "play", "id": "{k}", "seen": 99, "move": "x"}}')
                reasons: list[str] = []
                async with asyncio.timeout(LIMIT):
                    while len(reasons) < 5:
                        heard = str(await link.recv())
                        if '"refused"' in heard:
                            reasons.append(heard)
                assert ["from your address" in one for one in reasons] == [False] * 4 + [True]
                await link.send('{"type": "again", "number": 0}')
                async with asyncio.timeout(LIMIT):
                    await link.wait_closed()
                assert link.close_code == 4429
                assert link.close_reason == "too many commands from your address; wait a moment"
            async with connect(where, additional_headers=cookie, **CALM) as link:
                assert "from your address" in await link.recv()

    asyncio.run(play())


def test_a_club_of_forty_plays_from_one_address_without_a_refusal(tmp_path):
    """Ten tables of four with default settings; everybody also starts a game with bots."""
    address, moves = "127.0.0.40", 5  # of each person

    async def play() -> None:
        app = create_app(
            Settings(database=f"sqlite:///{tmp_path / 'a.db'}", titles=("tower-up",), painter_processes=0)
        )
        context = app.state["context"]
        context.library.interpreted.clear()
        transport = httpx.AsyncHTTPTransport(local_address=address)
        async with (
            serving(app, per_address=Settings.connections_per_address, most=1000) as place,
            httpx.AsyncClient(transport=transport, base_url=place.url, timeout=LIMIT) as web,
        ):

            async def ask(cookie: str, path: str, body: dict) -> dict:
                answer = await web.post(path, json=body, headers={"Cookie": f"rooftop={cookie}"})
                assert answer.status_code < 300, answer.text
                return answer.json() if answer.content else {}

            async def come() -> str:
                cookie = (await web.get("/")).cookies["rooftop"]
                web.cookies.clear()
                made = await ask(cookie, "/api/tables", {"title": "tower-up", **BOTS})
                await ask(cookie, f"/api/tables/{made['table']}/sit", {"nonce": "x"})
                return cookie

            async def sit(people: list[str]) -> None:
                order = {"title": "tower-up", "players": 4, "seats": ["me", "open", "open", "open"]}
                table = (await ask(people[0], "/api/tables", order))["table"]
                for cookie in people:
                    await ask(cookie, f"/api/tables/{table}/sit", {"nonce": "x"})
                await ask(people[0], f"/api/tables/{table}/start", {})
                where = f"ws://127.0.0.1:{place.port}/tables/{table}/socket"
                await asyncio.gather(*(take_part(where, cookie) for cookie in people))

            async def take_part(where: str, cookie: str) -> None:
                headers = {"Cookie": f"rooftop={cookie}"}
                async with connect(
                    where, additional_headers=headers, local_addr=(address, 0), **CALM
                ) as link:
                    player = Player(Here(cookie), "", random.Random(0), where)
                    player.undo = 0.0
                    async with asyncio.timeout(10 * LIMIT):
                        while player.number < 4 * moves and not player.over:
                            player.hear(await link.recv())
                            await player.act(link)
                    assert not player.refused
                    players.append(player)

            players: list[Player] = []
            people = [await come() for _ in range(40)]
            await asyncio.gather(*(sit(people[k : k + 4]) for k in range(0, 40, 4)))
            assert len(players) == 40

    asyncio.run(play())


class Here(Person):
    """Somebody with a cookie."""

    def __init__(self, cookie: str) -> None:
        self.cookie = cookie


# --- games with bots ---------------------------------------------------------------------------------------


async def begin(guest: Guest) -> str:
    """Start a game with a bot. Return why it was refused."""
    made = await guest.post("/api/tables", title="tower-up", **BOTS)
    if not isinstance(made, dict):
        return made
    sat = await guest.post(f"/api/tables/{made['table']}/sit", nonce="x")
    return "" if isinstance(sat, dict) else sat


def test_running_games_with_bots_are_limited_by_person_address_and_network(tmp_path):
    limits = {"bot_games_per_person": 2, "bot_games_per_address": 3, "bot_games_per_network": 4}

    async def play() -> None:
        async with (
            hosted(tmp_path, **limits) as opened,
            guests(opened, "2001:db8::1", "2001:db8::2", "2001:db8:0:1::1", "2001:db8:1::1") as people,
        ):
            ann, bob, cy, dee = people
            assert [await begin(ann) for _ in range(3)] == ["", "", HOST.format(n=2)]
            assert [await begin(bob) for _ in range(2)] == ["", ADDRESS.format(n=3)]
            assert [await begin(cy) for _ in range(2)] == ["", NETWORK.format(n=4)]
            assert [await begin(dee) for _ in range(3)] == ["", "", HOST.format(n=2)]
            opened.time += LATELY + 1  # nobody continues to play: they cost nothing
            assert await begin(ann) == ""

    run(play())


HOST = "{n} games with bots of this host are running; finish or end one of them first"
ADDRESS = "{n} games with bots from this address are running; try again when one is over"
NETWORK = "{n} games with bots from this network are running; try again when one is over"


def test_a_waiting_table_begins_with_bots_only_if_there_is_room(tmp_path):
    async def play() -> None:
        async with hosted(tmp_path, bot_games_per_person=1) as opened, opened.person() as ann:
            waiting, _ = await ann.open(players=2, seats=["me", "invite"])
            assert await begin(ann) == ""
            change = f"/api/tables/{waiting}/seats"
            assert await ann.post(change, kind="bot:novice") == HOST.format(n=1)
            (row,) = await opened.read(
                sa.select(schema.game_table.c.status).where(schema.game_table.c.id == waiting)
            )
            assert row.status == "waiting"
            answer = await ann.web.post(
                change, json={"kind": "bot:novice"}, headers={"Accept-Language": "pl"}
            )
            assert answer.status_code == 429
            assert "gier z\u00a0botami: 1" in answer.json()["error"]
            async with opened.person() as bob:  # people are not counted
                assert await ann.post(change, kind="open") is None
                assert await bob.post(f"/api/tables/{waiting}/sit", nonce="x") == {"seat": 1}

    run(play())


def test_addresses_of_tables_are_forgotten_when_their_games_are_over(tmp_path):
    async def play() -> None:
        async with hosted(tmp_path) as opened, opened.person() as ann:
            lobby = opened.context.lobby
            closed, _ = await ann.open()
            stays, _ = await ann.open()
            await begin(ann)
            await lobby.forget()
            assert len(lobby._opened) == 3
            await ann.post(f"/api/tables/{closed}/close")
            opened.time += DAY + 1
            await lobby.forget()
            assert list(lobby._opened) == [stays]

    run(play())


# --- bodies ------------------------------------------------------------------------------------------------


def test_an_endless_body_is_refused_by_every_process(pair):
    person = Person(pair[0])
    table = new_table([person], bots=1)
    piece = b"1000\r\n" + b" " * 4096 + b"\r\n"

    async def send(port: int) -> bytes:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(
            f"POST /api/tables/{table}/close HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n"
            f"Cookie: rooftop={person.cookie}\r\n\r\n".encode()
        )
        answer = asyncio.create_task(reader.readline())
        with contextlib.suppress(ConnectionError):
            while not answer.done():
                writer.write(piece)
                await writer.drain()
                await a_moment()
        writer.close()
        return await answer

    async def play() -> list[bytes]:
        async with asyncio.timeout(LIMIT):
            return [await send(server.port) for server in pair]

    here, elsewhere = asyncio.run(play())
    assert b" 400 " in here  # the game has begun; nobody reads the body
    assert b" 413 " in elsewhere


@pytest.mark.parametrize(
    ("path", "status"),
    [("/api/me", b" 413 "), ("/api/tables/nowhere/close", b" 401 ")],  # the latter without reading the body
)
def test_a_body_far_too_large_ends_its_connection(tmp_path, path, status):
    app = create_app(
        Settings(database=f"sqlite:///{tmp_path / 'a.db'}", titles=("tower-up",), painter_processes=0)
    )

    async def play() -> None:
        async with serving(app) as place:
            reader, writer = await place.open(
                say=f"POST {path} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n".encode()
            )
            before, answer = TURNED_AWAY.labels("large")._value.get(), asyncio.create_task(reader.readline())
            with contextlib.suppress(ConnectionError):
                async with asyncio.timeout(LIMIT):
                    while TURNED_AWAY.labels("large")._value.get() == before:
                        writer.write(b"10\r\nxxxxxxxxxxxxxxxx\r\n" * 1000)
                        await writer.drain()
            assert status in await answer
            await eventually(lambda: not place.admission.open)

    asyncio.run(play())


# --- identities --------------------------------------------------------------------------------------------


def test_pages_store_nobody_who_does_not_come_back(tmp_path):
    async def play() -> None:
        async with hosted(tmp_path, identities_per_day=3) as opened, opened.person() as ann:
            people = sa.select(schema.identity.c.id, schema.identity.c.name)
            assert await opened.read(people) == []
            transport = httpx.ASGITransport(app=opened.app, client=("127.0.0.1", 1))
            async with httpx.AsyncClient(transport=transport, base_url="http://rooftop") as robot:
                for path in ("/", "/about", "/rules/tower-up", "/tables/nowhere", "/no/such/page") * 3:
                    robot.cookies.clear()
                    page = await robot.get(path)
                    assert "notice" not in page.text
            assert await opened.read(people) == []
            me, *others = await asyncio.gather(*(ann.web.get("/api/me") for _ in range(4)))
            assert all(other.json() == me.json() for other in others)
            (row,) = await opened.read(people)
            assert {"id": row.id, "name": row.name} == {k: me.json()[k] for k in ("id", "name")}
            assert row.name in (await ann.web.get("/")).text

    run(play())


def test_no_more_visitors_become_somebody_than_may_though_they_come_at_once(tmp_path):
    async def play() -> None:
        async with (
            hosted(tmp_path, identities_per_day=2) as opened,
            guests(opened, *["10.0.0.1"] * 6) as people,
        ):
            answers = await asyncio.gather(*(one.web.get("/api/me") for one in people for _ in range(2)))
            statuses = [answer.status_code for answer in answers]
            assert sorted(statuses) == [200] * 4 + [429] * 8
            assert statuses[::2] == statuses[1::2]
            assert len(await opened.read(sa.select(schema.identity.c.id))) == 2

    run(play())


def test_a_cookie_offers_an_identity_once_and_for_a_day(tmp_path, monkeypatch):
    now = [1_000_000.0]
    monkeypatch.setattr(System, "now", lambda _: now[0])

    async def play() -> None:
        async with hosted(tmp_path) as opened, guests(opened, "10.0.0.1", "10.0.0.2", "10.0.0.3") as people:
            ann, bob, eve = people
            forged = ann.web.cookies["rooftop"]
            eve.web.cookies.clear()
            other = "A" if forged[-1] != "A" else "B"
            for wrong in (
                forged[:-1] + other,
                "x" + forged,
                forged.replace(".en.", ".pl."),
                "a.b.c.d.e",
                "....",
            ):
                answer = await eve.web.get("/api/me", headers={"Cookie": f"rooftop={wrong}"})
                assert answer.status_code == 401, wrong
            assert (await ann.web.get("/api/me")).status_code == 200
            cookie = ann.web.cookies["rooftop"]
            assert (await ann.web.delete("/api/me")).status_code == 200
            answer = await eve.web.get("/api/me", headers={"Cookie": f"rooftop={cookie}"})
            assert answer.status_code == 401  # deleted people stay deleted
            now[0] += DAY + 1
            assert (await bob.web.get("/api/me")).status_code == 401
            old = bob.web.cookies["rooftop"]
            await bob.web.get("/")
            assert bob.web.cookies["rooftop"] != old
            assert (await bob.web.get("/api/me")).status_code == 200

    run(play())


# --- metrics -----------------------------------------------------------------------------------------------


def test_metrics_are_for_the_host_unless_a_setting_opens_them(tmp_path):
    async def statuses(opened: LocalServer) -> list[int]:
        found = []
        for address in ("127.0.0.1", "::1", "::ffff:127.0.0.1", "10.0.0.9", "203.0.113.7", "unknown"):
            async with opened.person(address=address) as who:
                found.append((await who.web.get("/metrics")).status_code)
        return found

    async def play() -> None:
        async with hosted(tmp_path) as opened:
            assert await statuses(opened) == [200, 200, 200, 403, 403, 403]
        async with hosted(tmp_path, metrics_from=("10.0.0.0/8",)) as opened:
            assert await statuses(opened) == [403, 403, 403, 200, 403, 403]

    run(play())
    with pytest.raises(OptionError, match=r"a network such as 10.0.0.0/8, not 'everybody'"):
        Settings(metrics_from=("everybody",))

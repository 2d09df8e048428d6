"""Limits on connections: descriptors, memory and time."""

import asyncio
import contextlib
import logging
import socket
from types import SimpleNamespace
from typing import Any, cast

import httpx
import pytest
from click.testing import CliRunner
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from rooftop.cli import main
from rooftop.server import connections
from rooftop.server.auth import Identity
from rooftop.server.connections import limit_complaints, raise_descriptor_limit
from rooftop.server.limits import Buckets, network
from rooftop.server.metrics import TURNED_AWAY
from rooftop.server.painting.jobs import Look
from rooftop.server.settings import Settings
from rooftop.server.system import System
from rooftop.server.tables.client import REPLIES, Client
from tests.server.clients import CALM, LIGHT, PLAIN, Server
from tests.server.serving import HOUR, create_app, move, run_moving, serving
from tests.waiting import LIMIT, eventually

# --- a small server in this process ------------------------------------------------------------------------


async def echo(scope, receive, send):
    """Echo a request body; send more to a socket than it can read."""
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept"})
        with contextlib.suppress(Exception):
            while True:
                await send({"type": "websocket.send", "text": "x" * 100_000})
        return
    body, more = b"", True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            return
        body, more = body + message["body"], message["more_body"]
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": body or b"nothing"})


async def rest(reader: asyncio.StreamReader) -> bytes:
    """Read until the server closes the connection."""
    async with asyncio.timeout(60):
        try:
            return await reader.read()
        except ConnectionError:
            return b""


GET = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"
UPGRADE = (
    b"GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\nSec-WebSocket-Version: 13\r\n"
)


@pytest.fixture(autouse=True)
def hours(monkeypatch):
    """Limits that no test reaches without moving the clock."""
    for name in ("REQUEST_SECONDS", "UNREAD_SECONDS", "HEARTBEAT_SECONDS"):
        monkeypatch.setattr(connections, name, HOUR)


@pytest.fixture
def received(monkeypatch):
    """Everything that the server has received."""
    all_of_it = bytearray()
    real = connections.HttpProtocol.data_received

    def hear(self, data: bytes) -> None:
        real(self, data)
        all_of_it.extend(data)

    monkeypatch.setattr(connections.HttpProtocol, "data_received", hear)
    return all_of_it


# --- every connection --------------------------------------------------------------------------------------


def test_connections_send_small_responses_without_delay(tmp_path, monkeypatch):
    """Without TCP_NODELAY, a move takes 40 ms longer for the player."""
    found: list[int] = []

    class Watched(connections.PoliteServer):
        def run(self, sockets=None):
            asyncio.run(self.look(sockets))

        async def look(self, sockets):
            async def app(scope, receive, send):
                pass

            self.config.app, self.config.lifespan = app, "off"
            running = asyncio.create_task(self._serve(sockets))
            await eventually(lambda: self.started)
            _, writer = await asyncio.open_connection(*sockets[0].getsockname())
            await eventually(lambda: self.server_state.connections)
            for one in self.server_state.connections:
                taken = one.transport.get_extra_info("socket")
                found.append(taken.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
            writer.close()
            self.should_exit = self.force_exit = True
            await running

    monkeypatch.setattr(connections, "PoliteServer", Watched)
    answer = CliRunner().invoke(
        main, ["serve", "--port", "0", "--database", f"sqlite:///{tmp_path / 'a.db'}"]
    )
    assert answer.exit_code == 0, answer.output
    assert found
    assert all(found)


# --- time --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "begun", "answer"),
    [
        (b"", b"", b""),
        (b"", b"GET / HTTP/1.1\r\nHost: x\r\n", b"408"),
        (b"", b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nabc", b"408"),
        (GET, b"GET / HTTP/1.1\r\nHost", b"408"),
    ],
    ids=["nothing", "half of the headers", "half of the body", "half of a second request"],
)
def test_an_incomplete_request_times_out(received, before, begun, answer):
    async def ask() -> None:
        async with serving(echo, lifespan="off") as place:
            reader, writer = await place.open(say=before)
            await eventually(lambda: place.admission.open)
            if before:
                await reader.readuntil(b"nothing\r\n0\r\n\r\n")
            sent = before
            for letter in (begun, *[b"x"] * 9 * bool(begun)):  # the same for a client that sends byte by byte
                writer.write(letter)
                sent += letter
                await eventually(lambda: received == sent)  # noqa: B023
                assert place.admission.open
                move(HOUR / 10)
            move(HOUR)
            assert answer in await rest(reader)
            await eventually(lambda: not place.admission.open)

    run_moving(ask())


def test_a_slow_response_is_not_a_late_request():
    async def ask() -> None:
        asked, free = asyncio.Event(), asyncio.Event()

        async def slow(scope, receive, send):
            asked.set()
            await free.wait()
            await echo(scope, receive, send)

        async with serving(slow, lifespan="off") as place:
            reader, writer = await place.open(say=GET)
            await asked.wait()
            move(2 * HOUR)
            free.set()
            await reader.readuntil(b"nothing\r\n0\r\n\r\n")
            move(2 * HOUR)
            writer.write(b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nagain")
            assert b" 200 " in await reader.readuntil(b"again")

    run_moving(ask())


@pytest.mark.parametrize("kind", ["socket", "answer"])
def test_a_client_that_never_reads_is_dropped(monkeypatch, kind):
    monkeypatch.setattr(connections, "UNREAD_SECONDS", 30)
    monkeypatch.setattr(connections, "SWEEP_SECONDS", 0)
    monkeypatch.setattr(connections, "MOST_BODY", 10_000_000)
    many = b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 8000000\r\n\r\n" + b"x" * 8_000_000
    asking = UPGRADE + b"\r\n" if kind == "socket" else many

    async def ask() -> None:
        async with serving(echo, lifespan="off") as place:
            before = TURNED_AWAY.labels("unread")._value.get()
            with socket.create_connection(("127.0.0.1", place.port)) as deaf:
                await asyncio.to_thread(deaf.sendall, asking)
                await eventually(lambda: any(one.get_write_buffer_size() for one in place.admission.open))

                def is_dropped() -> bool:
                    move(1)
                    return TURNED_AWAY.labels("unread")._value.get() > before

                await eventually(is_dropped)
                await eventually(lambda: not place.admission.open)

    run_moving(ask())


@pytest.mark.parametrize(
    ("more", "answer"),
    [
        (b"Content-Length: 5\r\n", b"HTTP/1.1 400 "),
        (b"Transfer-Encoding: chunked\r\n", b"HTTP/1.1 400 "),
        (b"X: y\r\n" * 200, b"HTTP/1.1 431 "),
        (b"X: " + b"y" * 9000 + b"\r\n", b"HTTP/1.1 431 "),
    ],
    ids=["body", "chunked body", "many headers", "long header"],
)
def test_a_socket_that_cannot_be_opened_is_closed(more, answer):
    async def ask() -> None:
        async with serving(echo, lifespan="off") as place:
            reader, _ = await place.open(say=UPGRADE + more + b"\r\n")
            assert (await rest(reader)).startswith(answer)
            await eventually(lambda: not place.admission.open)

    asyncio.run(ask())


@pytest.mark.parametrize("asking", [b"nonsense\r\n\r\n", UPGRADE + b"\r\n\xff\xff"], ids=["request", "frame"])
def test_nonsense_leaves_no_traceback(asking, caplog):
    """However much arrives at once: it is processed in pieces."""

    async def ask() -> None:
        async with serving(echo, lifespan="off") as place:
            reader, _ = await place.open(say=asking + b"x" * 20_000)
            await rest(reader)
            await eventually(lambda: not place.admission.open)

    with caplog.at_level(logging.WARNING):
        asyncio.run(ask())
    assert [record.message for record in caplog.records] == []


def test_a_missing_body_leaves_no_traceback(tmp_path, received, caplog):
    async def ask() -> None:
        app = create_app(Settings(database=f"sqlite:///{tmp_path / 'a.db'}", painter_processes=0))
        async with serving(app) as place:
            async with httpx.AsyncClient(base_url=place.url, verify=PLAIN, timeout=LIMIT) as web:
                cookie = (await web.get("/")).cookies["rooftop"]
            reader, _ = await place.open(
                say=b"POST /api/me HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
                b"Cookie: rooftop=" + cookie.encode() + b"\r\nContent-Length: 50\r\n\r\n{"
            )
            await eventually(lambda: received.endswith(b"{"))
            move(HOUR)
            assert b"408" in await rest(reader)
            await eventually(lambda: not place.state.tasks)

    with caplog.at_level(logging.WARNING):
        run_moving(ask())
    assert [record.message for record in caplog.records if record.levelno >= logging.ERROR] == []


# --- room --------------------------------------------------------------------------------------------------


def test_connections_per_address_are_limited_except_for_a_proxy():
    async def ask() -> None:
        async with serving(echo, per_address=3, lifespan="off") as place:
            own = [await place.open("127.0.0.2") for _ in range(3)]
            fourth, _ = await place.open("127.0.0.2", GET)
            assert await rest(fourth) == b""
            other, _ = await place.open("127.0.0.3", GET)
            assert b"200" in await other.readline()
            proxied = [await place.open("127.0.0.1", GET) for _ in range(8)]
            for reader, _ in proxied:
                assert b"200" in await reader.readline()
            own[0][1].close()
            counted = place.admission.open
            await eventually(
                lambda: [one.keys for one in counted.values()].count(["connection 127.0.0.2"]) == 2
            )
            again, _ = await place.open("127.0.0.2", GET)
            assert b"200" in await again.readline()

    asyncio.run(ask())


def test_connections_without_a_request_make_room_for_others():
    async def ask() -> None:
        async with serving(echo, most=10, lifespan="off") as place:
            first, asking = await place.open(say=b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n")
            await eventually(lambda: place.admission.open and not place.admission.silent)
            idle = [await place.open() for _ in range(30)]
            reader, _ = await place.open(say=GET)
            assert b"200" in await reader.readline()
            assert len(place.admission.open) <= 10
            assert await rest(idle[0][0]) == b""  # the oldest has gone
            asking.write(b"ok")  # a connection with a request stays open
            assert b"200" in await first.readline()

    asyncio.run(ask())


def test_half_open_connections_neither_block_newcomers_nor_fill_the_log(tmp_path):
    server = Server(tmp_path, descriptors=300, **LIGHT)
    with server:
        idle = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(600)]
        try:
            for _ in range(3):  # they come after the 600
                assert httpx.get(f"{server.url}/api/titles", timeout=60, verify=PLAIN).status_code == 200
        finally:
            for one in idle:
                one.close()
    assert len(server.errors.read_text()) < 5_000


def test_a_shortage_of_descriptors_is_logged_once_a_minute(caplog, monkeypatch):
    now = [5.0]
    monkeypatch.setattr(connections, "time", SimpleNamespace(monotonic=lambda: now[0]))

    async def complain() -> None:
        loop = asyncio.get_running_loop()
        limit_complaints(loop)
        for _ in range(1000):
            loop.call_exception_handler({"message": "socket.accept() out of system resource"})
        loop.call_exception_handler({"message": "something else"})
        now[0] += connections.COMPLAINT_SECONDS
        loop.call_exception_handler({"message": "socket.accept() out of system resource"})

    shortage = "out of file descriptors: new connections wait; raise the limit (ulimit -n)"
    with caplog.at_level(logging.ERROR):
        asyncio.run(complain())
    assert [record.message for record in caplog.records] == [shortage, "something else", shortage]


def test_the_descriptor_limit_is_raised_as_far_as_allowed():
    resource = pytest.importorskip("resource")
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (256, before[1]))
        room = raise_descriptor_limit()
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        assert soft == min(hard, connections.MOST_DESCRIPTORS)
        assert room == soft - connections.SPARE_DESCRIPTORS
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


# --- sockets at tables -------------------------------------------------------------------------------------


@contextlib.asynccontextmanager
async def table_of_one(tmp_path, **settings):
    """A server with a table of one person and a bot: its context, socket URL and cookie header."""
    settings |= {"database": f"sqlite:///{tmp_path / 'a.db'}", "titles": ("tower-up",)}
    app = create_app(Settings(painter_processes=0, **settings))  # these tests are about time
    async with (
        serving(app) as place,
        httpx.AsyncClient(base_url=place.url, verify=PLAIN, timeout=LIMIT) as web,
    ):
        cookie = (await web.get("/")).cookies["rooftop"]
        order = {"title": "tower-up", "players": 2, "seats": ["me", "bot:novice"]}
        table = (await web.post("/api/tables", json=order)).json()["table"]
        await web.post(f"/api/tables/{table}/sit", json={"nonce": "x"})
        where = f"ws://127.0.0.1:{place.port}/tables/{table}/socket"
        yield app.state["context"], where, {"Cookie": f"rooftop={cookie}"}


def test_whole_pictures_are_limited_like_commands(tmp_path, monkeypatch):
    monkeypatch.setattr(System, "monotonic", lambda _: 1000.0)

    async def ask() -> None:
        async with table_of_one(tmp_path, commands_per_minute=5) as (_, where, cookie):
            link = await connect(f"{where}?size=wide", additional_headers=cookie, **CALM)
            with contextlib.suppress(ConnectionClosed):  # it may be closed before the last frame
                for _ in range(20):
                    await link.send('{"type": "again", "number": 0}')
            async with asyncio.timeout(60):
                await link.wait_closed()

    asyncio.run(ask())


def test_sockets_per_person_are_limited(tmp_path):
    async def ask() -> None:
        async with table_of_one(tmp_path, sockets_per_person=3) as (here, where, cookie):
            own = [await connect(where, additional_headers=cookie, **CALM) for _ in range(3)]
            for link in own:
                assert '"update"' in await link.recv()
            async with connect(where, additional_headers=cookie, **CALM) as fourth:
                assert "too many tables open" in await fourth.recv()
                with pytest.raises(ConnectionClosed) as closed:
                    await fourth.recv()
                assert closed.value.rcvd.code == 4429
            await own[0].close()
            await eventually(lambda: sum(here.tally.everything().values()) == 4)  # by address and by person
            async with connect(where, additional_headers=cookie, **CALM) as again:
                assert '"update"' in await again.recv()
            for link in own:
                await link.close()
            await eventually(lambda: not here.tally.everything())

    asyncio.run(ask())


def test_a_client_that_does_not_answer_heartbeats_is_disconnected(tmp_path):
    async def ask() -> None:
        async with table_of_one(tmp_path) as (here, where, cookie):
            polite = await connect(where, additional_headers=cookie, **CALM)

            async def answered() -> None:
                await polite.send('{"type": "ping"}')
                while "pong" not in await polite.recv():
                    pass

            host, _, path = where.removeprefix("ws://").partition("/")
            reader, writer = await asyncio.open_connection(*host.split(":"))
            writer.write(
                f"GET /{path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                f"Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\nSec-WebSocket-Version: 13\r\n"
                f"Cookie: {cookie['Cookie']}\r\n\r\n".encode()
            )
            await reader.readuntil(b'"update"')  # this client reads everything and answers no heartbeat
            await answered()
            move(HOUR)
            await answered()  # after the heartbeat, which is answered as well
            await answered()  # after that answer
            assert sum(here.tally.everything().values()) == 4  # both, by address and by person
            move(HOUR)
            await rest(reader)
            writer.close()
            await eventually(lambda: sum(here.tally.everything().values()) == 2)
            await answered()
            await polite.close()

    run_moving(ask())


def test_waiting_replies_of_a_client_that_does_not_read_are_bounded():
    async def sent(frame: bytes) -> None:
        pass

    async def flood() -> Client:
        client = Client(Identity("", ""), -1, Look("en"), sent, 0)
        while not client.ended and len(client.replies) < 10_000:
            client.reply({"type": "refused"})
        return client

    client = asyncio.run(flood())
    assert client.ended
    assert len(client.replies) <= REPLIES + 1


# --- rates -------------------------------------------------------------------------------------------------


def test_a_bucket_empties_and_refills():
    now = [1000.0]
    buckets = Buckets(60, clock=lambda: now[0])
    assert [buckets.take("a") for _ in range(61)] == [True] * 60 + [False]
    now[0] += 1
    assert [buckets.take("a") for _ in range(2)] == [True, False]
    now[0] += 59.5  # a new generation of buckets does not refill this one
    assert [buckets.take("a") for _ in range(61)] == [True] * 59 + [False] * 2
    now[0] += 200
    assert [buckets.take("a") for _ in range(61)] == [True] * 60 + [False]


class Unwalked(dict[str, tuple[float, float]]):
    """A dictionary that must not be iterated."""

    def __iter__(self):
        raise AssertionError("a call looks through all buckets")

    keys = values = items = __iter__


def test_many_addresses_are_cheap_and_forgotten():
    now = [1000.0]
    buckets = Buckets(60, clock=lambda: now[0])
    buckets._current = Unwalked()
    for number in range(1_000):
        buckets.take(str(number))
    assert len(buckets._current) == 1_000
    for _ in range(3):
        now[0] += 61
        buckets.take("one")
    assert len(buckets._current) + len(buckets._previous) <= 2


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("?", "?"),
    ],
)
def test_ipv6_addresses_of_one_network_count_as_one(address, counted):
    assert network(address) == counted


def test_the_rate_of_requests_counts_ipv6_by_network(tmp_path, monkeypatch):
    monkeypatch.setattr(System, "monotonic", lambda _: 1000.0)

    async def ask() -> list[int]:
        app = create_app(Settings(database=f"sqlite:///{tmp_path / 'a.db'}", requests_per_minute=5))
        answers = []
        try:
            for number in range(8):
                where = httpx.ASGITransport(cast(Any, app), client=(f"2001:db8::{number + 1:x}", 1))
                async with httpx.AsyncClient(transport=where, base_url="http://x", verify=PLAIN) as web:
                    answers.append((await web.get("/health")).status_code)
        finally:
            app.state["context"].bots.close()
            app.state["context"].store.close()
        return answers

    assert asyncio.run(ask()) == [200] * 5 + [429] * 3

"""A server process that can be killed, and scripted players who remember everything they saw."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import http.client
import json
import os
import random
import signal
import socket
import ssl
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import httpx
import sqlalchemy as sa
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from rooftop.game.match import Match
from rooftop.server.library import Library
from rooftop.server.store import schema
from rooftop.server.store.store import Store
from rooftop.server.tables.commands import AND_THEN
from rooftop.server.tables.log import load
from tests.server.patient import PROGRAM
from tests.waiting import LIMIT, until

GONE = (ConnectionClosed, InvalidHandshake, OSError, EOFError, TimeoutError)
PLAIN = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)  # otherwise httpx loads all certificates for each request
# For sockets: a busy server is slow, and it pings clients itself.
CALM: dict[str, Any] = {"open_timeout": LIMIT, "ping_interval": None, "proxy": None}
SILENCE = 4  # timeouts after which a player reconnects
START_SECONDS = 300  # the rules may have to be compiled first
LIGHT: dict[str, Any] = {
    "ROOFTOP_PAINTER_PROCESSES": "0",
    "ROOFTOP_BOT_PROCESSES": "0",
}  # a server that starts quickly


# --- the server --------------------------------------------------------------------------------------------

_kept: list[socket.socket] = []  # until this process ends


def free_port() -> int:
    """Return a port below the ephemeral range, so that no outgoing connection takes it between restarts. We
    also hold the UDP port of the same number, so that no other test process gets it."""
    while True:
        port = random.SystemRandom().randrange(10_000, 32_000)
        with socket.socket() as found, contextlib.ExitStack() as mark, contextlib.suppress(OSError):
            sign = mark.enter_context(socket.socket(type=socket.SOCK_DGRAM))
            sign.bind(("127.0.0.1", port))
            found.bind(("127.0.0.1", port))
            mark.pop_all()
            _kept.append(sign)
            return port


class Server:
    """`rooftop serve` on a database that outlives it."""

    more: tuple[str, ...] = ()  # options

    def __init__(self, folder: Path, database: str = "", descriptors: int = 0, **environment: str) -> None:
        self.port = free_port()
        self.database = database or f"sqlite:///{folder / 'rooftop.db'}"
        self.errors = folder / "errors.txt"  # the output of all its runs
        self.environment = environment
        self.descriptors = descriptors  # limit on open files; 0: unchanged
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def host(self) -> str:
        return f"127.0.0.1:{self.port}"

    @property
    def url(self) -> str:
        return f"http://{self.host}"

    def launch(self, fail_point: str = "") -> None:
        """Start the process."""
        environment = {
            **os.environ,
            "ROOFTOP_REQUESTS_PER_MINUTE": "100000",
            "ROOFTOP_FRAMES_PER_MINUTE": "100000000",
            "ROOFTOP_COMMANDS_PER_MINUTE": "100000",
            "ROOFTOP_COMMANDS_PER_ADDRESS": "100000000",
            "ROOFTOP_BOT_GAMES_PER_PERSON": "100000",
            "ROOFTOP_BOT_GAMES_PER_ADDRESS": "100000",
            "ROOFTOP_IDENTITIES_PER_DAY": "100000",
            "ROOFTOP_WAITING_PER_PERSON": "100000",
            "ROOFTOP_WAITING_PER_ADDRESS": "100000",
            "ROOFTOP_TITLES": "tower-up",
            "PYTHONFAULTHANDLER": "1",
            **self.environment,
            "ROOFTOP_FAIL_POINT": fail_point,
        }
        command = [sys.executable, "-c", PROGRAM, "serve"]
        if self.descriptors:
            command = ["sh", "-c", f'ulimit -n {self.descriptors}; exec "$@"', "sh", *command]
        with self.errors.open("ab") as errors:
            self.process = subprocess.Popen(
                [*command, "--port", str(self.port), "--database", self.database, *self.more],
                env=environment,
                stdout=errors,
                stderr=errors,
            )

    def start(self, fail_point: str = "") -> Server:
        """Start the process and wait until it is ready."""
        self.launch(fail_point)
        return self.wait()

    def wait(self) -> Server:
        """Wait until the launched process is ready."""
        until(self.is_ready, "the server is not ready", START_SECONDS)
        return self

    def is_ready(self) -> bool:
        assert self.alive, f"the server has ended: {self.errors.read_text()[-2000:]}"
        link = http.client.HTTPConnection(self.host, timeout=LIMIT)
        try:
            link.request("GET", "/ready")
            return link.getresponse().status == 200
        except (OSError, http.client.HTTPException):
            return False
        finally:
            link.close()

    @property
    def alive(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def children(self) -> list[int]:
        """Return the ids of its processes."""
        assert self.process is not None
        lists = Path(f"/proc/{self.process.pid}/task").glob("*/children")  # by the thread that started them
        found: list[int] = []
        for names in lists:
            with contextlib.suppress(FileNotFoundError, ProcessLookupError):  # that thread has ended
                found += map(int, names.read_text().split())
        return found

    def bot_workers(self) -> list[int]:
        """Return the processes of bots, which have a lower priority."""
        assert self.process is not None
        usual = os.getpriority(os.PRIO_PROCESS, self.process.pid)
        return [pid for pid in self.children() if os.getpriority(os.PRIO_PROCESS, pid) > usual]

    @staticmethod
    def is_gone(process: int) -> bool:
        """Whether a process has ended, even if its parent has not reaped it yet."""
        try:
            return Path(f"/proc/{process}/cmdline").read_bytes() == b""
        except OSError:
            return True

    def ask(self, method: str, path: str, **more: Any) -> httpx.Response:
        """Send a request without a cookie."""
        url = path if path.startswith("http") else self.url + path
        return httpx.request(method, url, timeout=60, verify=PLAIN, **more)

    def get(self, path: str, **more: Any) -> httpx.Response:
        return self.ask("GET", path, **more)

    def kill(self) -> None:
        """Kill the server, as a power cut does."""
        self.end(signal.SIGKILL)

    def end(self, how: int = signal.SIGTERM) -> None:
        if self.process is not None:
            if self.alive:
                self.process.send_signal(how)
            try:
                self.process.wait(LIMIT)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait(LIMIT)

    def __enter__(self) -> Server:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.end()


# --- people ------------------------------------------------------------------------------------------------


class Person:
    """A person with a cookie."""

    def __init__(self, server: Server) -> None:
        self.server = server
        answer = httpx.get(server.url + "/", timeout=LIMIT, verify=PLAIN)
        self.cookie = answer.cookies["rooftop"]
        self.get("/api/me")  # stores the returned cookie

    def get(self, path: str, **parameters: str) -> httpx.Response:
        return self.ask("GET", path, params=parameters)

    def post(self, path: str, body: Any = None) -> httpx.Response:
        return self.ask("POST", path, json=body)

    def ask(self, method: str, path: str, **more: Any) -> httpx.Response:
        url = self.server.url + path
        return httpx.request(method, url, headers=self.headers, timeout=LIMIT, verify=PLAIN, **more)

    @property
    def headers(self) -> dict[str, str]:
        return {"Cookie": f"rooftop={self.cookie}"}


def new_table(
    people: list[Person],
    bots: int = 0,
    title: str = "tower-up",
    level: str = "novice",
    time: str = "none",
    timeout: str = "bot:builder",
    **options: Any,
) -> str:
    """Create a table with these people and some bots, and start the game."""
    seats = ["me", *["open"] * (len(people) - 1), *[f"bot:{level}"] * bots]
    body = {"title": title, "players": len(seats), "seats": seats, "options": options}
    body |= {"time": time, "timeout": timeout}
    made = asked(people[0], "/api/tables", body)
    assert made.status_code == 201, made.text
    table = str(made.json()["table"])
    for number, person in enumerate(people):
        sat = asked(person, f"/api/tables/{table}/sit", {"nonce": f"nonce {number}"})
        assert sat.json() == {"seat": number}, sat.text
    begun = asked(people[0], f"/api/tables/{table}/start", {})
    assert begun.status_code == 204, begun.text
    return table


def asked(person: Person, path: str, body: Any) -> httpx.Response:
    """Retry while the server says "try again in a moment": on a busy machine a process may seem dead."""
    answers: list[httpx.Response] = []

    def is_answered() -> bool:
        answers.append(person.post(path, body))
        return answers[-1].status_code != 503

    until(is_answered, lambda: answers[-1].text)
    return answers[-1]


class Player:
    """A scripted player. It chooses among its offers, resends a command with the same id until it is
    answered, and records every log entry that it was shown."""

    def __init__(self, person: Person, table: str, chance: random.Random, where: str = "") -> None:
        self.person = person
        self.table = table
        self.chance = chance
        self.where = where or person.server.host
        self.seen: dict[int, str] = {}  # entries as shown, by log number
        self.changed: list[tuple[int, str, str]] = []  # entries shown in two different ways
        self.number = 0
        self.over = False
        self.sent: dict[str, dict[str, Any]] = {}  # every command, by id
        self.done: dict[str, int] = {}  # log numbers of the answered commands
        self.refused: list[tuple[str, str]] = []
        self.waiting: dict[str, Any] | None = None  # an unanswered command
        self.connected = False
        self.acted_on = -1  # the number of the update that the last command responded to
        self.undo = 0.08
        self.frames = 0  # how many frames it has received
        self.heard: list[str] = []  # every frame, if `keeps`
        self.keeps = False
        self.asks = ""  # additional query parameters: how to draw the table

    def uri(self, since: int) -> str:
        return f"ws://{self.where}/tables/{self.table}/socket?lang=en&from={since}{self.asks}"

    def open(self, since: int | None = None) -> connect:
        return connect(
            self.uri(self.number if since is None else since),
            additional_headers=self.person.headers,
            close_timeout=1,
            **CALM,
        )

    async def play(self, up: asyncio.Event, again: float = 2.0) -> None:
        """Play to the end of the game, reconnecting as needed. A player who has received nothing waits longer
        the next time: otherwise the first frame of a busy server would always come too late."""
        first = again
        while not self.over:
            await up.wait()
            before = self.frames
            try:
                async with self.open() as link:
                    await self.stay(link, again, first)
                    first = again if self.frames > before else min(2 * first, LIMIT / SILENCE)
            except GONE:
                await a_moment()

    async def stay(self, link: ClientConnection, again: float, first: float) -> None:
        """Play until the game is over, or the connection ends or is silent. `first`: for the first frame."""
        self.connected, quiet = True, 0
        try:
            await self.repeat(link)
            while not self.over and quiet < SILENCE:
                try:
                    self.hear(await asyncio.wait_for(link.recv(), first))
                    quiet, first = 0, again
                except TimeoutError:
                    quiet += 1
                    await self.repeat(link)
                await self.act(link)
        finally:
            self.connected = False

    def hear(self, raw: str | bytes) -> dict[str, Any]:
        frame: dict[str, Any] = json.loads(raw)
        self.frames += 1
        if self.keeps:
            self.heard.append(str(raw))
        if frame["type"] == "update":
            self.look(frame)
        elif frame["type"] == "done":
            self.done[frame["id"]] = frame["number"]
            self.answered(frame["id"])
        elif frame["type"] == "refused":
            self.refused.append((frame["id"], frame["reason"]))
            self.answered(frame["id"])
            self.acted_on = -1
        return frame

    def look(self, frame: dict[str, Any]) -> None:
        for entry in frame["log"]:
            self.remember(entry)
        if frame["number"] >= self.number:  # frames may overtake each other on a bad connection
            self.number = frame["number"]
            self.latest = frame
            self.over = frame["status"] == "over"

    def remember(self, entry: dict[str, Any]) -> None:
        shown = shown_as(entry)
        before = self.seen.setdefault(entry["number"], shown)
        if before != shown:
            self.changed.append((entry["number"], before, shown))

    def answered(self, command: str) -> None:
        if self.waiting is not None and self.waiting["id"] == command:
            self.waiting = None

    latest: dict[str, Any] = {"type": "waiting", "offers": [], "undoable": 0, "number": -1}  # noqa: RUF012

    async def repeat(self, link: ClientConnection) -> None:
        if self.waiting is not None:
            await self.say(link, self.waiting)

    async def act(self, link: ClientConnection) -> None:
        frame = self.latest
        if self.waiting is not None or frame["number"] == self.acted_on:
            return
        if frame["undoable"] and self.chance.random() < self.undo:
            self.waiting = {"type": "undo", "count": 1}
        elif frame["offers"]:
            self.waiting = {"type": "play", "move": self.chance.choice(frame["offers"])["move"]}
        if self.waiting is not None:
            self.waiting |= {"id": f"{len(self.sent)}-{self.chance.getrandbits(40)}", "seen": frame["number"]}
            self.sent[self.waiting["id"]] = self.waiting
            self.acted_on = frame["number"]
            await self.say(link, self.waiting)

    async def say(self, link: ClientConnection, frame: dict[str, Any]) -> None:
        await link.send(json.dumps(frame))


async def a_moment() -> None:
    """Give a server a moment before reconnecting, as a page does."""
    await asyncio.sleep(0.05)


def shown_as(entry: dict[str, Any]) -> str:
    lines = hashlib.sha256(json.dumps(entry["lines"]).encode()).hexdigest()[:16]
    return f"{entry['seat']} {entry['kind']} {entry['text']} {lines}"


async def play_some(players: list[Player], moves: int) -> list[dict[str, Any]]:
    """Play the first offered move this many times. Return the last update of each player."""
    async with contextlib.AsyncExitStack() as opened:
        links = [await opened.enter_async_context(player.open(0)) for player in players]

        async def shown(seat: int, number: int) -> dict[str, Any]:
            """Return the first update with this many entries. A command may be confirmed before it."""
            while True:
                frame: dict[str, Any] = json.loads(await asyncio.wait_for(links[seat].recv(), LIMIT))
                if frame["type"] == "update" and frame["number"] >= number:
                    return frame
                assert frame["type"] != "refused", frame

        frames = [await shown(seat, 0) for seat in range(len(players))]
        for _ in range(moves):
            seat, number = frames[0]["to_act"], frames[0]["number"]
            played = {"type": "play", "id": f"fair-{number}", "seen": number}
            played["move"] = frames[seat]["offers"][0]["move"]
            players[seat].sent[played["id"]] = played
            players[seat].done[played["id"]] = number + 1
            await links[seat].send(json.dumps(played))
            frames = [await shown(seat, number + 1) for seat in range(len(players))]
    return frames


async def first_update(player: Player, since: int = 0) -> dict[str, Any]:
    """Return the first frame of a new connection."""
    async with player.open(since) as link:
        frame: dict[str, Any] = json.loads(await asyncio.wait_for(link.recv(), LIMIT))
        return frame


# --- the truth ---------------------------------------------------------------------------------------------


def stored_log(database: str, table: str) -> list[dict[str, Any]]:
    from rooftop.server.settings import database_url

    engine = sa.create_engine(database_url(database))
    try:
        with engine.connect() as connection:
            rows = connection.execute(
                sa.select(schema.log).where(schema.log.c.table_id == table).order_by(schema.log.c.number)
            )
            return [dict(row) for row in rows.mappings()]
    finally:
        engine.dispose()


def stored_secrets(database: str, table: str) -> dict[str, Any]:
    from rooftop.server.settings import database_url

    engine = sa.create_engine(database_url(database))
    try:
        with engine.connect() as connection:
            row = connection.execute(sa.select(schema.game_table).where(schema.game_table.c.id == table))
            return dict(row.mappings().one())
    finally:
        engine.dispose()


def verify(
    server: Server, table: str, players: Sequence[Player], told: Callable[[Player], dict[str, Any]]
) -> None:
    """Check that everything players saw is stored exactly once, and that the log gives the stored hashes."""
    rows = stored_log(server.database, table)
    assert [row["number"] for row in rows] == list(range(1, len(rows) + 1))
    by_command = {row["command"]: row for row in rows}
    assert len(by_command) == len(rows)
    for seat, player in enumerate(players):
        assert player.changed == []
        everything = {entry["number"]: shown_as(entry) for entry in told(player)["log"]}
        assert sorted(everything) == [row["number"] for row in rows]
        for number, shown in player.seen.items():
            assert everything[number] == shown, f"seat {seat} saw entry {number} otherwise"
        for command, number in player.done.items():
            assert by_command[f"{seat}:{command}"]["number"] == number
        own = {row["command"].partition(":")[2] for row in rows if row["command"].startswith(f"{seat}:")}
        assert own <= set(player.sent), "an effect of a command that nobody sent"
        assert own >= set(player.done), "an answer without an effect"
        for command in own & set(player.sent):
            row, sent = by_command[f"{seat}:{command}"], player.sent[command]
            asked, *_ = row["text"].split(AND_THEN)  # forced moves follow
            assert asked == str(sent.get("move", sent.get("count")))
            assert row["number"] == sent["seen"] + 1
    assert replayed(server.database, table).position.hash() == rows[-1]["hash"]


def replayed(database: str, table: str) -> Match:
    """Replay a stored game, checking every stored hash."""
    from rooftop.server.settings import database_url

    store = Store(database_url(database))
    try:
        match = store.read_now(lambda connection: load(Library(), connection, table)).match
        assert match is not None
        return match
    finally:
        store.close()

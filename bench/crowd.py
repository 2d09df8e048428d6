"""A server process and simulated people at its tables, who need little processor time: they share the
machine.

Each person has one socket, with compression as in a browser, and asks for pictures. They decode only what a
player needs of a frame, and the ids of a picture: everything that an update removes or orders must be there.
What a frame leaves out is empty, so the crowd also plays on servers of other revisions (`make against`).
"""

from __future__ import annotations

import asyncio
import base64
import contextlib
import os
import random
import signal
import socket
import subprocess
import sys
import time
import zlib
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import msgspec

LOOK = "theme=day&size=wide"
LANGUAGES = ("en", "pl")
LIMITS = {
    "ROOFTOP_REQUESTS_PER_MINUTE": "1000000",
    "ROOFTOP_FRAMES_PER_MINUTE": "1000000",
    "ROOFTOP_COMMANDS_PER_MINUTE": "1000000",
    "ROOFTOP_COMMANDS_PER_ADDRESS": "100000000",
    "ROOFTOP_BOT_GAMES_PER_PERSON": "100000",
    "ROOFTOP_BOT_GAMES_PER_ADDRESS": "100000",
    "ROOFTOP_CONNECTIONS_PER_ADDRESS": "100000",
    "ROOFTOP_IDENTITIES_PER_DAY": "1000000",
    "ROOFTOP_WAITING_PER_PERSON": "100000",
    "ROOFTOP_WAITING_PER_ADDRESS": "100000",
}
START_SECONDS = 300  # the rules may have to be compiled first


# --- frames ------------------------------------------------------------------------------------------------


class Offer(msgspec.Struct, gc=False):
    move: str


class Picture(msgspec.Struct):
    whole: bool = False
    changed: dict[str, msgspec.Raw] = {}
    removed: list[str] = []
    order: list[str] = []


class Update(msgspec.Struct, tag="update"):
    count: int
    number: int
    status: str = ""
    offers: list[Offer] = []
    picture: Picture | None = None


class Done(msgspec.Struct, tag="done", gc=False):
    id: str
    number: int


class Refused(msgspec.Struct, tag="refused", gc=False):
    id: str
    reason: str


class Waiting(msgspec.Struct, tag="waiting", gc=False):
    pass


class Play(msgspec.Struct, tag="play", gc=False):
    id: str
    seen: int
    move: str


decode = msgspec.json.Decoder(Update | Done | Refused | Waiting).decode
encode = msgspec.json.Encoder().encode


# --- sockets -----------------------------------------------------------------------------------------------

Hear = Callable[[bytes, int, float], None]  # (message, its size on the wire, arrival time)


class Link(asyncio.Protocol):
    """The client's end of a WebSocket, with permessage-deflate."""

    def __init__(self, host: str, path: str, cookie: str, hear: Hear) -> None:
        self.request = (
            f"GET {path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r\n"
            f"Cookie: rooftop={cookie}\r\n\r\n"
        )
        self.hear = hear
        self.is_open = False
        self.is_closed = False
        self.unread = bytearray()
        self.keeps_window = True
        self.inflater = zlib.decompressobj(-15)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        self.transport = transport
        transport.write(self.request.encode())

    def connection_lost(self, error: Exception | None) -> None:
        self.is_closed = True

    def data_received(self, data: bytes) -> None:
        at = time.perf_counter()
        self.unread += data
        if not self.is_open and not self._opened():
            return
        unread = self.unread
        while len(unread) >= 2:
            size, start = unread[1] & 127, 2
            if size >= 126:
                start = 4 if size == 126 else 10
                size = int.from_bytes(unread[2:start], "big")
            end = start + size
            if len(unread) < end:
                return
            head, payload = unread[0], bytes(unread[start:end])
            del unread[:end]
            self._take(head, payload, end, at)

    def _opened(self) -> bool:
        head, end, rest = self.unread.partition(b"\r\n\r\n")
        if not end:
            return False
        if not head.startswith(b"HTTP/1.1 101"):
            raise ConnectionError(head.decode(errors="replace"))
        if b"permessage-deflate" not in head.lower():
            raise ConnectionError("the server does not compress")
        self.keeps_window = b"server_no_context_takeover" not in head.lower()
        self.unread = rest
        self.is_open = True
        return True

    def _take(self, head: int, payload: bytes, wire: int, at: float) -> None:
        kind = head & 15
        if kind == 1 and head & 128:
            if head & 64:
                if not self.keeps_window:
                    self.inflater = zlib.decompressobj(-15)
                payload = self.inflater.decompress(payload + b"\0\0\xff\xff")
            self.hear(payload, wire, at)
        elif kind == 9:
            self._write(10, payload)
        elif kind == 8:
            self.transport.close()
        else:
            raise ConnectionError(f"a frame of an unexpected kind: {head}")

    def send(self, message: bytes) -> None:
        self._write(1, message)

    def close(self) -> None:
        if not self.is_closed:
            self._write(8, b"")
            self.transport.close()

    def _write(self, kind: int, payload: bytes) -> None:
        """Write a short frame. Its mask is zero, so the payload is unchanged."""
        size = len(payload)
        length = bytes([128 | size]) if size < 126 else bytes([254]) + size.to_bytes(2, "big")
        self.transport.write(bytes([128 | kind]) + length + bytes(4) + payload)


# --- people ------------------------------------------------------------------------------------------------


@dataclass
class Figures:
    """The measurements. Times are seconds since the command was sent, sizes are bytes."""

    moves: int = 0
    late: int = 0  # moves skipped because the table had not finished the previous one
    refused: int = 0
    ended: int = 0  # games that ended
    pictures: int = 0
    problems: list[str] = field(default_factory=list)
    until_last: list[float] = field(default_factory=list)  # until the last seat has its picture
    until_done: list[float] = field(default_factory=list)  # until the mover has the confirmation
    until_own: list[float] = field(default_factory=list)  # until the mover has the picture
    wire: list[int] = field(default_factory=list)  # of every update, compressed
    plain: list[int] = field(default_factory=list)  # the same, uncompressed
    whole: list[int] = field(default_factory=list)  # of first updates, compressed


class Seat:
    """One person at a table."""

    def __init__(self, table: Table, seat: int) -> None:
        self.table = table
        self.seat = seat
        self.count = 0
        self.latest: Update | None = None
        self.ids: set[str] = set()

    async def open(self, host: str, cookie: str, language: str) -> None:
        loop = asyncio.get_running_loop()
        name, _, port = host.partition(":")
        path = f"/tables/{self.table.id}/socket?lang={language}&from=0&{LOOK}"
        _, self.link = await loop.create_connection(
            lambda: Link(host, path, cookie, self.hear), name, int(port)
        )
        until = time.monotonic() + 30
        while self.latest is None:
            if self.link.is_closed or time.monotonic() > until:
                raise ConnectionError(f"table {self.table.id} sent no update")
            await asyncio.sleep(0.002)

    def hear(self, message: bytes, wire: int, at: float) -> None:
        frame = decode(message)
        if isinstance(frame, Update):
            self.look(frame)
            self.table.shown(self, frame, wire, len(message), at)
        elif isinstance(frame, Done):
            self.table.confirmed(frame, at)
        elif isinstance(frame, Refused):
            self.table.figures.refused += 1
            self.table.figures.problems.append(f"refused: {frame.reason}")

    def look(self, frame: Update) -> None:
        """Check that the update follows the one before and fits the picture."""
        problems, picture = self.table.figures.problems, frame.picture
        if frame.count != self.count + 1:
            problems.append(f"update {frame.count} after update {self.count}")
        self.count, self.latest = frame.count, frame
        if picture is None:
            problems.append(f"update {frame.count} has no picture")
        elif picture.whole:
            self.ids = set(picture.changed)
        else:
            if not self.ids.issuperset(picture.removed):
                problems.append(f"update {frame.count} removes what is not there")
            self.ids.difference_update(picture.removed)
            self.ids.update(picture.changed)
            if picture.order and (len(picture.order), set(picture.order)) != (len(self.ids), self.ids):
                problems.append(f"update {frame.count} orders other elements than there are")


class Table:
    """The people at one table, and the move that they are waiting for."""

    def __init__(self, table_id: str, seats: int, chance: random.Random, figures: Figures) -> None:
        self.id = table_id
        self.seats = [Seat(self, seat) for seat in range(seats)]
        self.chance = chance
        self.figures = figures
        self.counts = False  # whether to record figures
        self.number = 0  # of the last move
        self.sent_at = 0.0
        self.mover: Seat | None = None
        self.missing: set[Seat] = set()  # seats that have not received its picture
        self.is_confirmed = True
        self.finished = asyncio.Event()  # set when the last move is confirmed and shown to all
        self.finished.set()
        self.over = False

    def move(self) -> bool:
        """Play a random move for the seat to act. Return False if nobody can move yet."""
        if not self.finished.is_set():
            return False
        for seat in self.seats:
            seen = seat.latest
            if seen is not None and seen.offers:
                break
        else:
            return False
        command = encode(Play(f"{seen.number}", seen.number, self.chance.choice(seen.offers).move))
        self.mover, self.number, self.missing = seat, seen.number + 1, set(self.seats)
        self.is_confirmed = False
        self.finished.clear()
        self.figures.moves += self.counts
        self.sent_at = time.perf_counter()
        seat.link.send(command)
        return True

    def confirmed(self, frame: Done, at: float) -> None:
        if frame.number == self.number and not self.is_confirmed:
            self.is_confirmed = True
            if self.counts:
                self.figures.until_done.append(at - self.sent_at)
            self._finish()

    def shown(self, seat: Seat, frame: Update, wire: int, plain: int, at: float) -> None:
        figures = self.figures
        if frame.count == 1:
            figures.whole.append(wire)
        if frame.number < self.number or seat not in self.missing:
            return
        self.missing.discard(seat)
        if self.counts:
            figures.pictures += frame.picture is not None
            figures.wire.append(wire)
            figures.plain.append(plain)
            if seat is self.mover:
                figures.until_own.append(at - self.sent_at)
            if not self.missing:
                figures.until_last.append(at - self.sent_at)
        if frame.status == "over" and not self.over:
            self.over = True
            figures.ended += self.counts
        self._finish()

    def _finish(self) -> None:
        if self.is_confirmed and not self.missing:
            self.finished.set()


class Crowd:
    """People who visit a server."""

    def __init__(self, host: str) -> None:
        self.host = host
        self.web = httpx.AsyncClient(base_url=f"http://{host}", timeout=60)
        self.figures = Figures()
        self.tables: list[Table] = []

    async def __aenter__(self) -> Crowd:
        await self.web.__aenter__()
        return self

    async def __aexit__(self, *error: Any) -> None:
        for table in self.tables:
            for seat in table.seats:
                seat.link.close()
        await self.web.__aexit__(*error)

    async def visitor(self) -> str:
        """Return the cookie of a new person. One person may not open enough sockets for a benchmark."""
        self.web.cookies.clear()
        cookie = (await self.web.get("/")).cookies["rooftop"]
        self.web.cookies.clear()
        return str(cookie)

    async def ask(self, cookie: str, path: str, body: dict[str, Any]) -> Any:
        answer = await self.web.post(path, json=body, headers={"Cookie": f"rooftop={cookie}"})
        answer.raise_for_status()
        return answer.json() if answer.content else None

    async def sit(self, title: str, seats: int, bots: int = 0, level: str = "builder") -> Table:
        """Open a table with a socket for each person, and fetch the empty board."""
        number = len(self.tables)
        cookies = [await self.visitor() for _ in range(seats)]
        kinds = ["me", *["open"] * (seats - 1), *[f"bot:{level}"] * bots]
        new = {"title": title, "players": len(kinds), "seats": kinds}
        table_id = (await self.ask(cookies[0], "/api/tables", new))["table"]
        for seat, cookie in enumerate(cookies):
            await self.ask(cookie, f"/api/tables/{table_id}/sit", {"nonce": f"{seat}"})
        await self.start(cookies[0], table_id)
        table = Table(table_id, seats, random.Random(number), self.figures)
        for seat, (person, cookie) in enumerate(zip(table.seats, cookies, strict=True)):
            await person.open(self.host, cookie, LANGUAGES[(number + seat) % len(LANGUAGES)])
        self.tables.append(table)
        return table

    async def start(self, host: str, table_id: str) -> None:
        """Begin the game. There was a time when it began by itself as soon as all seats were taken."""
        with contextlib.suppress(httpx.HTTPStatusError):
            await self.ask(host, f"/api/tables/{table_id}/start", {})

    async def board(self, table: Table) -> int:
        """Fetch the empty board, as a page does once. Return its compressed size."""
        path = f"/tables/{table.id}/scene.svg?layer=board&lang=en&{LOOK}"
        async with self.web.stream("GET", path, headers={"Accept-Encoding": "gzip"}) as answer:
            answer.raise_for_status()
            return sum([len(part) async for part in answer.aiter_raw()])


# --- the server --------------------------------------------------------------------------------------------


class Server:
    """`rooftop serve` on a new database, by default a SQLite file."""

    def __init__(
        self,
        folder: Path,
        titles: str = "",
        database: str = "",
        options: tuple[str, ...] = (),
        beside: int = 0,
        python: str = sys.executable,
        **environment: str,
    ) -> None:
        with socket.socket() as found:
            found.bind(("127.0.0.1", 0))
            self.port = found.getsockname()[1]
        self.host = f"127.0.0.1:{self.port}"
        self.database = database or f"sqlite:///{folder}/bench.db"
        self.options = options
        self.beside = beside  # another process that works for it, such as a database server
        self.python = python  # of the environment that has the server
        self.environment = os.environ | LIMITS | {"ROOFTOP_TITLES": titles} | environment

    def __enter__(self) -> Server:
        command = [self.python, "-c", "from rooftop.cli import main; main()", "serve"]
        command += ["--port", str(self.port), "--database", self.database, *self.options]
        self.started_at = time.perf_counter()
        self.process = subprocess.Popen(command, env=self.environment, stderr=subprocess.DEVNULL)
        return self

    def __exit__(self, *_: object) -> None:
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def processes(self) -> dict[int, str]:
        """Return the names of all processes that work for this server, by id."""
        found = descendants(self.process.pid)
        return found | dict.fromkeys(descendants(self.beside), "database") if self.beside else found

    @property
    def seconds(self) -> float:
        """Return the seconds since the start."""
        return time.perf_counter() - self.started_at

    def is_ready(self) -> bool:
        return self.answers("/ready")

    def answers(self, path: str) -> bool:
        """Whether a page can be fetched now. Uses a new connection, like a first visitor."""
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 10) as line:
            line.sendall(f"GET {path} HTTP/1.1\r\nHost: {self.host}\r\nConnection: close\r\n\r\n".encode())
            got = b""
            while part := line.recv(65_536):
                got += part
            return got.startswith(b"HTTP/1.1 200")
        return False

    def wait(self, path: str, seconds: float = START_SECONDS) -> float:
        """Wait until a page can be fetched. Return the seconds since the start."""
        while not self.answers(path):
            if self.process.poll() is not None or self.seconds > seconds:
                sys.exit("the server did not start in time")
            time.sleep(0.01)
        return self.seconds


def descendants(process: int) -> dict[int, str]:
    """Return the names of a process and all its descendants, by id."""
    parents: dict[int, int] = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            parents[int(path.parent.name)] = int(path.read_text().rpartition(")")[2].split()[1])
    found = {process: "main"}
    while more := {
        child: _name(child) for child, parent in parents.items() if parent in found and child not in found
    }:
        found |= more
    return found


def _name(process: int) -> str:
    with contextlib.suppress(OSError):
        own = Path(f"/proc/{process}/comm").read_text().strip()
        if not own.startswith("python"):
            return own
        command = Path(f"/proc/{process}/cmdline").read_text().replace("\0", " ")
        for mark, name in (
            ("resource_tracker", "tracker"),
            ("spawn_main", "worker"),
            ("compile", "compiler"),
        ):
            if mark in command:
                return name
        return own
    return "gone"


def resident_mb(processes: dict[int, str]) -> dict[str, float]:
    """Return the resident memory of each process."""
    found = {}
    for process, name in processes.items():
        with contextlib.suppress(OSError):
            pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
            found[_label(process, name)] = round(pages * os.sysconf("SC_PAGE_SIZE") / 1e6, 1)
    return found


def cpu_seconds(processes: dict[int, str]) -> dict[str, float]:
    """Return the CPU time of each process so far, to the nanosecond."""
    found = {}
    for process, name in processes.items():
        with contextlib.suppress(OSError):
            found[_label(process, name)] = time.clock_gettime(~process << 3 | 2)  # its CPU clock
    return found


def _label(process: int, name: str) -> str:
    return name if name == "main" else f"{name} {process}"


def busy_seconds() -> float:
    """Return the CPU time of the whole machine so far, without idle and I/O wait time."""
    times = [int(word) for word in Path("/proc/stat").read_text().partition("\n")[0].split()[1:]]
    return (sum(times[:8]) - times[3] - times[4]) / os.sysconf("SC_CLK_TCK")


def percentiles(values: list[float], name: str) -> dict[str, float]:
    """Return the median, 99th percentile and maximum of some times, in milliseconds."""
    rising = sorted(1000 * one for one in values)
    if not rising:
        return {}
    return {
        f"{name}p50_ms": round(rising[len(rising) // 2], 1),
        f"{name}p99_ms": round(rising[len(rising) * 99 // 100], 1),
        f"{name}worst_ms": round(rising[-1], 1),
    }


def sizes(values: list[int]) -> dict[str, int]:
    """Return the median, 95th percentile and maximum of some sizes."""
    rising = sorted(values)
    if not rising:
        return {}
    return {"median": rising[len(rising) // 2], "p95": rising[len(rising) * 95 // 100], "max": rising[-1]}

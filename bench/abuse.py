"""Measure how one visitor can disturb the others: python bench/abuse.py.

For each attack, starts a server with the default limits on this machine. First it measures the quiet server:
`/health`, the home page, a move until everybody at the table has its picture, and a builder's answer to a
move, including its pause of a quarter of a second. Then a separate process attacks from another address, and
everything is measured again. The table shows how many times as long each takes under attack, by medians, with
the medians of the quiet server in brackets. A ratio above 3 fails the run. The attacker's processor time is
reported separately: on two cores it takes some of the server's.

| attack | |
|---|---|
| frames | 20 sockets send 100,000 small frames a second in total; closed sockets reconnect |
| bots | 12 people open 120 tables of three grandmasters with a clock, and never look at them |
| again | 60 people ask for whole pictures as often as they can; closed sockets reconnect |
| body | chunked bodies of 64 MB, four at a time, to two processes on PostgreSQL; half of them are relayed |

Everything stops after the measured time. `--attack NAME` runs a single attack.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from statistics import median
from typing import Any

import httpx
from crowd import Crowd, Link, Server, Table, cpu_seconds

ADDRESS = "127.0.0.66"  # the attacker's; everyone else comes from 127.0.0.1
TITLE = "tower-up"
MOST = 3.0  # how many times as long others may wait
SOCKETS, FRAMES = 20, 100_000
TABLES, HOSTS = 120, 12
PEOPLE = 60
BODY, BODIES = 64_000_000, 4
BACK_SECONDS = 0.25  # until an attacker reconnects a closed socket
BEAT = 0.05  # seconds between bursts of frames
PATIENCE = 60.0
NAMES = ("health", "page", "move", "bot")


# --- the others --------------------------------------------------------------------------------------------


async def fetch(host: str, path: str, cookie: str) -> None:
    """Fetch a page over a new connection, like somebody who follows a link."""
    name, _, port = host.partition(":")
    reader, writer = await asyncio.open_connection(name, int(port))
    headers = f"Host: {host}\r\nCookie: rooftop={cookie}\r\nConnection: close\r\n\r\n"
    writer.write(f"GET {path} HTTP/1.1\r\n{headers}".encode())
    answer = await reader.read()
    writer.close()
    if not answer.startswith(b"HTTP/1.1 200"):
        raise ConnectionError(answer[:100].decode(errors="replace"))


async def move(table: Table) -> None:
    """Let a player move, and wait until everybody has seen it."""
    if not table.move():
        raise ConnectionError("nobody can move")
    await table.finished.wait()


async def answer(table: Table) -> None:
    """Wait for the player's turn or the end of the game."""
    seat = table.seats[0]
    while seat.latest is None or not seat.latest.offers:
        if seat.link.is_closed:
            raise ConnectionError("the table is closed")
        if seat.latest is not None and seat.latest.status == "over":
            table.over = True
            return
        await asyncio.sleep(0.002)


class Person:
    """A person who plays with a friend and a bot, and measures how long everything takes."""

    def __init__(self, crowd: Crowd) -> None:
        self.crowd = crowd
        self.times: dict[str, list[float]] = {name: [] for name in NAMES}

    async def come(self) -> None:
        self.cookie = await self.crowd.visitor()
        self.friends = await self.crowd.sit(TITLE, 2)
        self.bots = await self.crowd.sit(TITLE, 1, 1)

    async def timed(self, name: str, work: Awaitable[None]) -> None:
        began = time.perf_counter()
        async with asyncio.timeout(PATIENCE):
            await work
        self.times[name].append(time.perf_counter() - began)

    async def measure(self, seconds: float) -> dict[str, float]:
        """Repeat every measurement for a while. Return the medians, in seconds."""
        self.times = {name: [] for name in NAMES}
        until = time.monotonic() + seconds
        while time.monotonic() < until or not all(self.times.values()):
            await self.timed("health", fetch(self.crowd.host, "/health", self.cookie))
            await self.timed("page", fetch(self.crowd.host, "/", self.cookie))
            if self.friends.over:
                self.friends = await self.crowd.sit(TITLE, 2)
            await self.timed("move", move(self.friends))
            await answer(self.bots)
            if self.bots.over:
                self.bots = await self.crowd.sit(TITLE, 1, 1)
                continue
            await move(self.bots)
            if not self.bots.seats[0].latest.offers:  # type: ignore[union-attr]
                await self.timed("bot", answer(self.bots))
            await asyncio.sleep(0.02)
        return {name: median(times) for name, times in self.times.items()}


# --- the attacker, in a process of its own -----------------------------------------------------------------


class Attacker:
    """An attacker with its own address, and the results of the attack."""

    def __init__(self, host: str, seconds: float) -> None:
        self.host, self.until = host, time.monotonic() + seconds
        self.counts: Counter[str] = Counter()
        self.web = httpx.AsyncClient(
            transport=httpx.AsyncHTTPTransport(local_address=ADDRESS),
            base_url=f"http://{host}",
            timeout=PATIENCE,
        )

    @property
    def goes_on(self) -> bool:
        return time.monotonic() < self.until

    async def person(self) -> str:
        cookie = (await self.web.get("/")).cookies.get("rooftop")
        self.web.cookies.clear()
        return cookie or ""

    async def begin(self, cookie: str, seats: list[str], **order: str) -> str:
        """Start a game. Return the table, or an empty string if it was refused."""
        headers = {"Cookie": f"rooftop={cookie}"}
        new = {"title": TITLE, "players": len(seats), "seats": seats, **order}
        made = await self.web.post("/api/tables", json=new, headers=headers)
        if made.status_code != 201:
            self.counts[f"refused {made.status_code}"] += 1
            return ""
        table = str(made.json()["table"])
        sat = await self.web.post(f"/api/tables/{table}/sit", json={"nonce": "x"}, headers=headers)
        self.counts["games begun" if sat.status_code == 200 else f"refused {sat.status_code}"] += 1
        return table

    async def socket(self, table: str, cookie: str, look: str = "") -> Link | None:
        """Open a socket. Wait a moment if it is refused."""
        name, _, port = self.host.partition(":")
        path = f"/tables/{table}/socket?lang=en&from=0{look}"
        try:
            _, link = await asyncio.get_running_loop().create_connection(
                lambda: Quiet(self.host, path, cookie, lambda *_: None),
                name,
                int(port),
                local_addr=(ADDRESS, 0),
            )
            until = time.monotonic() + PATIENCE
            while not link.is_open and not link.is_closed and time.monotonic() < until:
                await asyncio.sleep(0.005)
            if link.is_open:
                self.counts["sockets opened"] += 1
                return link
            link.transport.abort()
        except OSError:
            pass
        self.counts["sockets refused"] += 1
        await asyncio.sleep(BACK_SECONDS)
        return None

    async def keep_a_socket(
        self, table: str, cookie: str, look: str, send: Callable[[Link], Awaitable[None]]
    ) -> None:
        """Keep sending, and reconnect when the socket is closed."""
        while self.goes_on:
            if (link := await self.socket(table, cookie, look)) is None:
                continue
            while self.goes_on and not link.is_closed and not link.transport.is_closing():
                await send(link)
            link.transport.abort()
            self.counts["sockets closed"] += 1
            await asyncio.sleep(BACK_SECONDS)

    # --- attacks ---

    async def frames(self) -> None:
        cookie = await self.person()
        table = await self.begin(cookie, ["me", "bot:novice"])
        small = b'{"type":"ping"}'
        frame = bytes([129, 128 | len(small)]) + bytes(4) + small
        number = round(FRAMES / SOCKETS * BEAT)

        async def send(link: Link) -> None:
            if link.transport.get_write_buffer_size() < 1_000_000:
                link.transport.write(frame * number)
                self.counts["frames"] += number
            await asyncio.sleep(BEAT)

        await asyncio.gather(*(self.keep_a_socket(table, cookie, "", send) for _ in range(SOCKETS)))

    async def bots(self) -> None:
        people = [await self.person() for _ in range(HOSTS)]
        seats = [*["bot:grandmaster"] * 3, "me"]  # they begin
        for number in range(TABLES):
            await self.begin(people[number % HOSTS], seats, time="turn 30")
        await asyncio.sleep(max(0.0, self.until - time.monotonic()))

    async def again(self) -> None:
        async def send(link: Link) -> None:
            link.send(b'{"type":"again","number":0}')
            self.counts["frames"] += 1
            await asyncio.sleep(BEAT)

        people = [await self.person() for _ in range(PEOPLE)]
        tables = [await self.begin(cookie, ["me", "bot:novice"]) for cookie in people]
        asking = zip(tables, people, strict=True)
        await asyncio.gather(*(self.keep_a_socket(*one, "&theme=day&size=wide", send) for one in asking))

    async def body(self) -> None:
        cookie = await self.person()
        table = await self.begin(cookie, ["me", "bot:novice"])
        head = (
            f"POST /api/tables/{table}/close HTTP/1.1\r\nHost: {self.host}\r\nTransfer-Encoding: chunked\r\n"
            f"Cookie: rooftop={cookie}\r\n\r\n"
        )
        piece = b"4000\r\n" + bytes(0x4000) + b"\r\n"
        name, _, port = self.host.partition(":")

        async def send() -> None:
            while self.goes_on:
                reader, writer = await asyncio.open_connection(name, int(port), local_addr=(ADDRESS, 0))
                writer.write(head.encode())
                reading = asyncio.create_task(reader.readline())
                with contextlib.suppress(OSError):
                    for _ in range(BODY // 0x4000):
                        writer.write(piece)
                        await writer.drain()
                        self.counts["bytes"] += 0x4000
                    writer.write(b"0\r\n\r\n")
                with contextlib.suppress(OSError, TimeoutError):
                    line = await asyncio.wait_for(reading, PATIENCE)
                    self.counts[f"answers {line[9:12].decode() or 'missing'}"] += 1
                writer.transport.abort()

        await asyncio.gather(*(send() for _ in range(BODIES)))

    async def run(self, attack: str) -> None:
        async with self.web, asyncio.timeout(self.until - time.monotonic() + PATIENCE):
            await {"frames": self.frames, "bots": self.bots, "again": self.again, "body": self.body}[attack]()


class Quiet(Link):
    """A socket whose frames nobody reads."""

    def _opened(self) -> bool:
        try:
            return super()._opened()
        except ConnectionError:
            self.transport.abort()
            return False

    def _take(self, head: int, payload: bytes, wire: int, at: float) -> None:
        if head & 15 == 8:
            self.transport.close()
        elif head & 15 == 9:
            super()._take(head, payload, wire, at)


@contextlib.contextmanager
def attacking(attack: str, host: str, seconds: float) -> Iterator[subprocess.Popen[bytes]]:
    """Attack in a separate process, for at most this many seconds."""
    command = [sys.executable, __file__, "--as-attacker", host, "--attack", attack, "--seconds", str(seconds)]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as attacker:
        try:
            yield attacker
        finally:
            attacker.kill()


# --- the bench ---------------------------------------------------------------------------------------------


class NewServer(Server):
    """A server with the default limits."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.environment = os.environ | {"ROOFTOP_TITLES": TITLE}


@contextlib.contextmanager
def serving(attack: str) -> Iterator[Server]:
    with contextlib.ExitStack() as around:
        folder = Path(around.enter_context(tempfile.TemporaryDirectory()))
        database, postmaster = "", 0
        options: tuple[str, ...] = ()
        if attack == "body":
            sys.path.insert(0, str(Path(__file__).parents[1]))
            from tests.server.postgres import Cluster

            cluster = Cluster()
            around.callback(cluster.remove)
            database, options = cluster.new_database(), ("--processes", "2", "--bot-processes", "1")
            postmaster = int((cluster.home / "data/postmaster.pid").read_text().split()[0])
        server = around.enter_context(NewServer(folder, TITLE, database, options, postmaster))
        server.wait("/ready")
        for _ in range(10):  # every process must be ready
            server.wait("/ready")
        yield server


async def measure(attack: str, server: Server, seconds: float) -> dict[str, Any]:
    async with Crowd(server.host) as crowd:
        person = Person(crowd)
        await person.come()
        await person.measure(2.0)
        quiet = await person.measure(seconds)
        with attacking(attack, server.host, 2 * seconds + PATIENCE) as attacker:
            await asyncio.sleep(min(seconds / 2, 5.0))  # until the attack has begun
            before, began = sum(cpu_seconds(server.processes()).values()), time.monotonic()
            hurt = await person.measure(seconds)
            spent = sum(cpu_seconds(server.processes()).values()) - before
            took = time.monotonic() - began
            spoilt = sum(cpu_seconds({attacker.pid: "attacker"}).values())
            attacker.terminate()
            out = await asyncio.to_thread(attacker.communicate)
        return {
            "attack": attack,
            "quiet_ms": {name: round(1000 * quiet[name], 1) for name in NAMES},
            "ratios": {name: round(hurt[name] / quiet[name], 2) for name in NAMES},
            "server_cores": round(spent / took, 2),
            "attacker_cpu_seconds": round(spoilt, 1),
            "attacker": json.loads(out[0] or b"{}"),
            "problems": len(crowd.figures.problems),
            "load": round(os.getloadavg()[0], 1),
        }


def table_of(results: list[dict[str, Any]]) -> str:
    lines = [
        "| attack | " + " | ".join(NAMES) + " | cores of the server | attacker's CPU | what it did |",
        "|---" * (len(NAMES) + 4) + "|",
    ]
    for result in results:
        cells = [f"{result['ratios'][name]} ({result['quiet_ms'][name]} ms)" for name in NAMES]
        did = ", ".join(f"{name} {count:,}" for name, count in result["attacker"].items())
        cores, cpu = result["server_cores"], f"{result['attacker_cpu_seconds']} s"
        lines.append(f"| {result['attack']} | {' | '.join(cells)} | {cores} | {cpu} | {did} |")
    return "\n".join(lines)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--attack", choices=("frames", "bots", "again", "body"), action="append")
    options.add_argument("--seconds", type=float, default=15, help="of each measurement")
    options.add_argument("--as-attacker", metavar="HOST", help=argparse.SUPPRESS)
    given = options.parse_args()
    attacks = given.attack or ["frames", "bots", "again", "body"]
    if given.as_attacker:
        attack_alone(given.as_attacker, attacks[0], given.seconds)
        return
    results = []
    for attack in attacks:
        with serving(attack) as server:
            results.append(asyncio.run(measure(attack, server, given.seconds)))
        print(json.dumps(results[-1]), file=sys.stderr)
    print(table_of(results))
    sys.exit(any(ratio > MOST for result in results for ratio in result["ratios"].values()))


def attack_alone(host: str, attack: str, seconds: float) -> None:
    """Attack until the time is up or the benchmark stops it, and print the results."""
    if not host.startswith("127.0.0.1:"):
        sys.exit("only a server on this machine is attacked")
    attacker = Attacker(host, seconds)

    async def run() -> None:
        loop, running = asyncio.get_running_loop(), asyncio.create_task(attacker.run(attack))
        loop.add_signal_handler(signal.SIGTERM, running.cancel)
        with contextlib.suppress(asyncio.CancelledError):
            await running

    asyncio.run(run())
    json.dump(attacker.counts, sys.stdout)


if __name__ == "__main__":
    main()

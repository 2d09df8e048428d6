"""Measure how long people wait for a move: python bench/server.py --tables 200 --seconds 20.

Starts one server process, with three people at each table and one move per table every two seconds. The
people are in this process. All times start when a command is sent: `p50_ms` etc. until the update arrives at
the other two seats, `own_*` until the mover has the confirmation and the update. `http_*` is the time of a
small request over a kept-alive connection. Prints one JSON object.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

SEATS = 3
EVERY = 2.0  # seconds between two moves at a table
LIMITS = {
    "ROOFTOP_TITLES": "tower-up",
    "ROOFTOP_REQUESTS_PER_MINUTE": "1000000",
    "ROOFTOP_COMMANDS_PER_MINUTE": "1000000",
    "ROOFTOP_CONNECTIONS_PER_ADDRESS": "100000",
}


class Table:
    """Three people at a table. The one whose turn it is moves every two seconds."""

    def __init__(self, host: str, table: str, cookies: list[str], chance: random.Random) -> None:
        self.host = host
        self.table = table
        self.cookies = cookies
        self.chance = chance
        self.links: list[ClientConnection] = []
        self.listening: list[asyncio.Task[None]] = []
        self.latest: list[dict[str, Any]] = [{} for _ in cookies]
        self.sent_at: dict[int, float] = {}
        self.waited: list[float] = []
        self.waited_for_own: list[float] = []
        self.moves = 0
        self.refused = 0

    async def sit(self) -> None:
        for seat, cookie in enumerate(self.cookies):
            link = await connect(
                f"ws://{self.host}/tables/{self.table}/socket",
                additional_headers={"Cookie": f"rooftop={cookie}"},
                ping_interval=None,
                compression=None,
                open_timeout=30,
            )
            self.links.append(link)
            self.listening.append(asyncio.create_task(self.listen(seat, link)))

    async def listen(self, seat: int, link: ClientConnection) -> None:
        async for raw in link:
            at = time.perf_counter()
            frame = json.loads(raw)
            if frame["type"] == "update":
                for entry in frame["log"]:
                    if entry["number"] in self.sent_at:  # the mover gets the confirmation first
                        waited = self.waited if entry["seat"] != seat else self.waited_for_own
                        waited.append(at - self.sent_at[entry["number"]])
                self.latest[seat] = frame
            elif frame["type"] == "refused":
                self.refused += 1

    async def play(self, until: float, first: float) -> None:
        await asyncio.sleep(first)
        while time.monotonic() < until:
            began = time.monotonic()
            for seat, frame in enumerate(self.latest):
                if frame.get("offers"):
                    command = {
                        "type": "play",
                        "id": f"{frame['number']}",
                        "seen": frame["number"],
                        "move": self.chance.choice(frame["offers"])["move"],
                    }
                    self.sent_at[frame["number"] + 1] = time.perf_counter()
                    self.moves += 1
                    await self.links[seat].send(json.dumps(command))
                    break
            await asyncio.sleep(max(0.0, EVERY - (time.monotonic() - began)))


def resident_kb(process: int) -> int:
    for line in Path(f"/proc/{process}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1])
    return 0


def cpu_seconds(process: int) -> float:
    """Return the CPU time of a process so far."""
    after_name = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(after_name[11]) + int(after_name[12])) / os.sysconf("SC_CLK_TCK")


async def keep_asking(web: httpx.AsyncClient, until: float) -> list[float]:
    """Return the times of small requests over one connection: five in a row every half second."""
    waited = []
    while time.monotonic() < until:
        for _ in range(5):
            began = time.perf_counter()
            (await web.get("/health")).raise_for_status()
            waited.append(time.perf_counter() - began)
        await asyncio.sleep(0.5)
    return waited[1:]  # the first one also opens the connection


def percentiles(waited: list[float], name: str = "") -> dict[str, float]:
    rising = sorted(1000 * one for one in waited)
    return {
        f"{name}p50_ms": round(rising[len(rising) // 2], 1),
        f"{name}p99_ms": round(rising[len(rising) * 99 // 100], 1),
        f"{name}worst_ms": round(rising[-1], 1),
    }


async def measure(host: str, server: int, tables: int, seconds: float) -> dict[str, Any]:
    async with httpx.AsyncClient(base_url=f"http://{host}", timeout=60) as web:

        async def visitor() -> str:
            web.cookies.clear()
            cookie = (await web.get("/")).cookies["rooftop"]
            web.cookies.clear()
            return str(cookie)

        async def ask(cookie: str, path: str, body: dict[str, Any]) -> Any:
            return (await web.post(path, json=body, headers={"Cookie": f"rooftop={cookie}"})).json()

        new = {"title": "tower-up", "players": SEATS, "seats": ["me", "open", "open"]}

        async def seated(number: int) -> Table:
            cookies = [await visitor() for _ in range(SEATS)]  # one person may not have that many sockets
            created = await ask(cookies[0], "/api/tables", new)
            for seat, cookie in enumerate(cookies):
                await ask(cookie, f"/api/tables/{created['table']}/sit", {"nonce": f"{seat}"})
            table = Table(host, created["table"], cookies, random.Random(number))
            await table.sit()
            return table

        before = resident_kb(server)
        playing = [await seated(number) for number in range(tables)]
        worked = cpu_seconds(server)
        until = time.monotonic() + seconds
        asking = asyncio.create_task(keep_asking(web, until))
        await asyncio.gather(*(table.play(until, EVERY * k / tables) for k, table in enumerate(playing)))
        answered = await asking
        await asyncio.sleep(1)
        after = resident_kb(server)
        worked = cpu_seconds(server) - worked
        waited = [one for table in playing for one in table.waited]
        own = [one for table in playing for one in table.waited_for_own]
        for table in playing:
            for task in table.listening:
                task.cancel()
            for link in table.links:
                await link.close()
    return {
        "tables": tables,
        "moves": sum(table.moves for table in playing),
        "updates": len(waited),
        **percentiles(waited),
        **percentiles(own, "own_"),
        **percentiles(answered, "http_"),
        "server_ms_per_move": round(1000 * worked / sum(table.moves for table in playing), 2),
        "load": round(os.getloadavg()[0], 1),  # of the whole machine
        "memory_per_table_kb": round((after - before) / tables),
        "refused": sum(table.refused for table in playing),
    }


def wait_until_ready(host: str) -> None:
    until = time.monotonic() + 300  # the rules may have to be compiled first
    while time.monotonic() < until:
        with contextlib.suppress(httpx.HTTPError):
            if httpx.get(f"http://{host}/ready").status_code == 200:
                return
        time.sleep(0.1)
    sys.exit("the server was not ready in time")


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--tables", type=int, default=200)
    options.add_argument("--seconds", type=float, default=20)
    given = options.parse_args()
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port = found.getsockname()[1]
    host = f"127.0.0.1:{port}"
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-c", "from rooftop.cli import main; main()", "serve", "--port", str(port)]
        server = subprocess.Popen(
            [*command, "--database", f"sqlite:///{folder}/bench.db"], env=os.environ | LIMITS
        )
        try:
            wait_until_ready(host)
            print(json.dumps(asyncio.run(measure(host, server.pid, given.tables, given.seconds))))
        finally:
            server.send_signal(signal.SIGTERM)
            server.wait(20)


if __name__ == "__main__":
    main()

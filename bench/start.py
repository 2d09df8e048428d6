"""Measure how long a server takes to start: python bench/start.py [--tables 20].

Cold: with an empty cache of compiled rules. Warm: with the cache that the cold start filled. All times are
seconds since the command; the server offers four titles. In a second run, tables play while a cold server
compiles, each with one move every two seconds; their waiting times are compared with those on the same server
when it is ready. Then, for each level, bots move at a table of every title on a separate server with one bot
process, to measure the memory of that process (`private` is not shared with others). Networks are loaded on
first use: it measures how long that takes, and their size in memory. Prints one JSON object.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from crowd import Crowd, Figures, Server, Table, descendants, percentiles, resident_mb

from rooftop.bots.levels import levels_of
from rooftop.bots.network.program import packed
from rooftop.bots.network.weights import file_of, load
from rooftop.game.title import title, title_ids

EVERY = 2.0  # seconds between two moves at a table
IDLE_SECONDS = 3.0  # after `ready`, before reading the memory
BOT_MOVES = 10  # at each table where the memory of bots is measured


async def until(what: str, true: Any, seconds: float = 120) -> None:
    """Wait until something is true."""
    end = time.monotonic() + seconds
    while not true():
        if time.monotonic() > end:
            sys.exit(f"{what} took too long")
        await asyncio.sleep(0.002)


async def first_bot_move(server: Server) -> float:
    """Sit down with a bot, and play until it has moved. Return the seconds since the start."""
    async with Crowd(server.host) as crowd:
        table = await crowd.sit("tower-up", 1, bots=1)
        (person,) = table.seats
        own = 0
        while person.latest is None or person.latest.number <= own:
            if table.move():
                own += 1
            await asyncio.sleep(0.002)
        return server.seconds


async def first_move(server: Server) -> float:
    """Sit down with another person and move. Return the seconds until the move is confirmed and shown."""
    async with Crowd(server.host) as crowd:
        table = await crowd.sit("tower-up", 2)
        await until("the first move", table.move)
        await asyncio.wait_for(table.finished.wait(), 60)
        return server.seconds


def start(folder: Path, cache: Path, cold: bool) -> dict[str, Any]:
    """Start a server with four titles."""
    with Server(folder, ROOFTOP_CACHE=str(cache)) as server:
        page = server.wait("/")
        moved = asyncio.run(first_bot_move(server) if cold else first_move(server))
        ready = server.wait("/ready")
        time.sleep(IDLE_SECONDS)
        return {
            "first_page_s": round(page, 2),
            "first_bot_move_s" if cold else "first_move_s": round(moved, 2),
            "ready_s": round(ready, 2),
            "resident_mb_idle": resident_mb(descendants(server.process.pid)),
        }


async def keep_playing(table: Table, first: float, goes_on: Any) -> None:
    await asyncio.sleep(first)
    while goes_on() and not table.over:
        began = time.monotonic()
        if not table.move():
            table.figures.late += 1
        await asyncio.sleep(max(0.0, EVERY - (time.monotonic() - began)))


async def play_while(tables: list[Table], goes_on: Any) -> dict[str, Any]:
    """Play at all tables. Return the waiting times."""
    figures = Figures()
    for table in tables:
        table.figures, table.counts = figures, True
    steps = (EVERY * number / len(tables) for number in range(len(tables)))
    await asyncio.gather(
        *(keep_playing(table, step, goes_on) for table, step in zip(tables, steps, strict=True))
    )
    await until("the last moves", lambda: all(table.finished.is_set() for table in tables))
    return {
        "moves": figures.moves,
        "late": figures.late,
        "problems": len(figures.problems),
        **percentiles(figures.until_last, "last_"),
        **percentiles(figures.until_done, "done_"),
    }


async def compare(server: Server, title: str, tables: int, seconds: float) -> dict[str, Any]:
    """Return the waiting times while the server compiles, and for some seconds after it is ready."""
    ready = False

    async def watch() -> None:
        nonlocal ready
        while not ready:
            ready = await asyncio.to_thread(server.is_ready)
            await asyncio.sleep(0.5)

    async with Crowd(server.host) as crowd:
        for _ in range(tables):
            await crowd.sit(title, 3)
        if server.is_ready():
            sys.exit("the server was ready before the tables were; try fewer tables")
        watching = asyncio.create_task(watch())
        during = await play_while(crowd.tables, lambda: not ready)
        await watching
        await asyncio.sleep(2)
        end = time.monotonic() + seconds
        after = await play_while(crowd.tables, lambda: time.monotonic() < end)
    return {"title": title, "tables": tables, "while_compiling": during, "when_ready": after}


async def bots_move(server: Server, level: str) -> None:
    """Let a bot of a level move at a table of each title that offers it."""
    async with Crowd(server.host) as crowd:
        for kind in map(title, title_ids()):
            if level not in levels_of(kind):
                continue
            table = await crowd.sit(kind.id, 1, bots=1, level=level)
            (person,) = table.seats
            own = 0
            while not table.over and (person.latest is None or person.latest.number - own < BOT_MOVES):
                own += table.move()
                await asyncio.sleep(0.002)


def bot_memory(server: Server) -> dict[str, float]:
    """Return the memory of the only bot process: the one with a lower priority."""
    usual = os.getpriority(os.PRIO_PROCESS, server.process.pid)
    (worker,) = (one for one in server.processes() if os.getpriority(os.PRIO_PROCESS, one) > usual)
    lines = Path(f"/proc/{worker}/smaps_rollup").read_text().splitlines()[1:]
    sizes = {name: int(size.split()[0]) * 1024 for name, size in (line.split(":") for line in lines)}
    private = sizes["Private_Clean"] + sizes["Private_Dirty"]
    return {"resident_mb": round(sizes["Rss"] / 1e6, 1), "private_mb": round(private / 1e6, 1)}


def bots(folder: Path, cache: Path, level: str) -> dict[str, Any]:
    """Measure the bot process before and after a level has played every title."""
    with Server(folder, ROOFTOP_CACHE=str(cache), ROOFTOP_BOT_PROCESSES="1") as server:
        ready = server.wait("/ready")
        time.sleep(IDLE_SECONDS)
        idle = bot_memory(server)
        asyncio.run(bots_move(server, level))
        return {"ready_s": round(ready, 2), "idle": idle, "after": bot_memory(server)}


def networks() -> dict[str, dict[str, float]]:
    """Load the network of each title."""
    found = {}
    for kind in map(title, title_ids()):
        began = time.perf_counter()
        arrays, _ = packed(kind, load(kind, file_of(kind.id)))
        taken = 1000 * (time.perf_counter() - began)
        found[kind.id] = {"load_ms": round(taken), "mb": round(sum(one.nbytes for one in arrays) / 1e6, 1)}
    return found


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--title", default="tower-up", help="of the tables that play while rules compile")
    options.add_argument("--tables", type=int, default=20, help="as many; 0: none")
    options.add_argument("--levels", default="master,grandmaster", help="of bots whose memory is measured")
    options.add_argument("--seconds", type=float, default=20, help="that they play when all is compiled")
    given = options.parse_args()
    found: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for run, cold in (("cold", True), ("warm", False)):
            (folder / run).mkdir()
            found[run] = start(folder / run, folder / "cache", cold)
        if given.tables:
            (folder / "playing").mkdir()
            with Server(folder / "playing", ROOFTOP_CACHE=str(folder / "other cache")) as server:
                server.wait("/")
                found["playing"] = asyncio.run(compare(server, given.title, given.tables, given.seconds))
        found["bots"] = {}
        for level in filter(None, given.levels.split(",")):
            (folder / level).mkdir()
            found["bots"][level] = bots(folder / level, folder / "cache", level)
    found["networks"] = networks()
    found["load"] = round(os.getloadavg()[0], 1)
    json.dump(found, sys.stdout, indent=1)
    print()


if __name__ == "__main__":
    main()

"""Measure how long people wait for a move: python bench/server.py --title tower-up --tables 500 --seconds 30.

Starts one server on SQLite, with three people at each table and one random move per table every two seconds.
The people run in this process, on the same cores; half of them read English, half Polish. All times start
when a command is sent: `last_*` until the last seat of the table has its picture, `done_*` until the mover
has the confirmation, `own_*` until the mover has the picture. Sizes are of one update for one seat. A table
that has not finished a move when the next one is due skips that one, which is counted as `late`; a table
whose game ends stops. With `--played N` the tables play 0 to N moves before the measurement, so that they are
at different plies.

`--until-end` plays all games to the end instead, one move at a time: sizes are then those of whole games, and
the CPU time per move at plies 5 to 15 can be compared with that of the last ten plies. Prints one JSON
object.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import sys
import tempfile
import time
from pathlib import Path
from statistics import mean
from typing import Any

from crowd import (
    Crowd,
    Figures,
    Server,
    Table,
    busy_seconds,
    cpu_seconds,
    percentiles,
    resident_mb,
    sizes,
)

EVERY = 2.0  # seconds between two moves at a table
EARLY = range(5, 16)
LATE = 10  # plies before the end
PATIENCE = 30.0  # seconds to wait until the last moves are shown


async def keep_playing(table: Table, first: float, until: float) -> None:
    """Make a move every two seconds."""
    due = first
    while due < until and not table.over:
        await asyncio.sleep(max(0.0, due - time.monotonic()))
        if not table.move() and not table.over:
            table.figures.late += 1
        due += EVERY


async def play_one(table: Table) -> None:
    if table.move():
        await asyncio.wait_for(table.finished.wait(), PATIENCE)


async def play_ahead(tables: list[Table], most: int) -> None:
    """Let the tables play 0 to `most` moves."""
    for number, table in enumerate(tables):
        for _ in range(number % (most + 1)):
            await play_one(table)


async def play_on_time(tables: list[Table], seconds: float) -> None:
    start = time.monotonic() + 0.5
    await asyncio.gather(
        *(
            keep_playing(table, start + EVERY * number / len(tables), start + seconds)
            for number, table in enumerate(tables)
        )
    )
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until and not all(table.finished.is_set() for table in tables):
        await asyncio.sleep(0.05)


async def play_to_the_end(tables: list[Table], server: Server) -> dict[str, float]:
    """Play all games to the end, ply by ply. Return the server's CPU time per move, early and late."""
    costs: list[list[float]] = [[] for _ in tables]
    below = server.processes()
    while not all(table.over for table in tables):
        for table, cost in zip(tables, costs, strict=True):
            if not table.over:
                before = sum(cpu_seconds(below).values())
                await play_one(table)
                cost.append(1000 * (sum(cpu_seconds(below).values()) - before))
    early = [one for cost in costs for one in cost[EARLY.start : EARLY.stop]]
    late = [one for cost in costs for one in cost[-LATE:]]
    return {
        "plies_mean": round(mean(map(len, costs)), 1),
        f"server_ms_per_move_plies_{EARLY.start}_to_{EARLY.stop - 1}": round(mean(early), 2),
        f"server_ms_per_move_last_{LATE}_plies": round(mean(late), 2),
        "server_ms_per_move_whole_game": round(mean(one for cost in costs for one in cost), 2),
    }


async def measure(server: Server, given: argparse.Namespace) -> dict[str, Any]:
    async with Crowd(server.host) as crowd:
        idle = resident_mb(server.processes())
        for _ in range(given.tables):
            await crowd.sit(given.title, given.seats)
        board = await crowd.board(crowd.tables[0])
        await play_ahead(crowd.tables, 0 if given.until_end else given.played)
        await asyncio.sleep(1)
        gc.collect()
        gc.freeze()
        for table in crowd.tables:
            table.counts = True
        below, more = server.processes(), {}
        worked, own, busy, began = cpu_seconds(below), time.process_time(), busy_seconds(), time.monotonic()
        if given.until_end:
            more = await play_to_the_end(crowd.tables, server)
        else:
            await play_on_time(crowd.tables, given.seconds)
        took, own, busy = time.monotonic() - began, time.process_time() - own, busy_seconds() - busy
        spent = {name: after - worked.get(name, 0.0) for name, after in cpu_seconds(below).items()}
        await asyncio.sleep(1)
        after = resident_mb(server.processes())
        figures = crowd.figures
        moves = max(figures.moves, 1)
        grown = {name: 1000 * (size - idle.get(name, 0.0)) / given.tables for name, size in after.items()}
        return {
            "title": given.title,
            "tables": given.tables,
            "seats": given.seats,
            "seconds": round(took, 1),
            **counts(figures, given.seats),
            **percentiles(figures.until_last, "last_"),
            **percentiles(figures.until_done, "done_"),
            **percentiles(figures.until_own, "own_"),
            "wire_bytes": sizes(figures.wire),
            "plain_bytes": sizes(figures.plain),
            "first_update_bytes": sizes(figures.whole),
            "board_bytes": board,
            "server_ms_per_move": {
                "all": round(1000 * sum(spent.values()) / moves, 2),
                **{name: round(1000 * one / moves, 2) for name, one in spent.items()},
            },
            **more,
            "client_ms_per_move": round(1000 * own / moves, 2),
            "cores_busy": {
                "server": round(sum(spent.values()) / took, 2),
                "clients": round(own / took, 2),
                "others": round((busy - own - sum(spent.values())) / took, 2),
            },
            "memory_per_table_kb": {
                "main": round(grown.pop("main")),
                "others": round(sum(grown.values())),
            },
            "resident_mb_idle": idle,
            "resident_mb_after": after,
            "load": round(os.getloadavg()[0], 1),  # of the whole machine
        }


def counts(figures: Figures, seats: int) -> dict[str, Any]:
    return {
        "moves": figures.moves,
        "late": figures.late,
        "refused": figures.refused,
        "ended": figures.ended,
        "pictures": figures.pictures,
        "pictures_expected": figures.moves * seats,
        "problems": len(figures.problems),
        **({"first_problems": figures.problems[:5]} if figures.problems else {}),
    }


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--title", default="tower-up")
    options.add_argument("--tables", type=int, default=200)
    options.add_argument("--seats", type=int, default=3)
    options.add_argument("--seconds", type=float, default=20)
    options.add_argument("--played", type=int, default=0, help="moves before the measured time, at most")
    options.add_argument("--until-end", action="store_true", help="play whole games, one move at a time")
    options.add_argument("--python", default=sys.executable, help="of the environment that has the server")
    given = options.parse_args()
    with (
        tempfile.TemporaryDirectory() as folder,
        Server(Path(folder), given.title, python=given.python) as server,
    ):
        server.wait("/ready")
        result = asyncio.run(measure(server, given))
        json.dump(result, sys.stdout, indent=1)
        print()


if __name__ == "__main__":
    main()

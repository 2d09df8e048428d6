"""Compare one process on SQLite with two on PostgreSQL: python bench/processes.py --tables 100 --seconds 20.

Starts the servers in turn, several times, each with a new database, and measures the same as
`bench/server.py`. PostgreSQL runs as a private server on this machine (initdb and pg_ctl must be installed),
and its processor time counts. With two processes, about half of the people are connected to the process that
does not hold their table. Prints one JSON object, ratios to SQLite first: medians over all rounds.
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
from statistics import median
from typing import Any

import sqlalchemy as sa
from crowd import START_SECONDS, Server

from server import measure

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.server.postgres import Cluster

from rooftop.server.settings import database_url

SQLITE, POSTGRES, TWO = "1 process, SQLite", "1 process, PostgreSQL", "2 processes, PostgreSQL"
READY = 12  # successful requests for /ready in a row; each goes to whichever process accepts the connection


def figures(result: dict[str, Any]) -> dict[str, float]:
    """Return the compared figures of one run."""
    spent = {"server": 0.0, "painters": 0.0, "database": 0.0}
    for name, cost in result["server_ms_per_move"].items():
        if name != "all":
            kind = "database" if "database" in name else "painters" if "worker" in name else "server"
            spent[kind] += cost
    return {
        "cpu_ms_per_move": result["server_ms_per_move"]["all"],
        **{f"cpu_ms_per_move_{kind}": cost for kind, cost in spent.items()},
        **{name: result[name] for name in ("done_p50_ms", "done_p99_ms", "last_p50_ms", "last_p99_ms")},
        **{name: result[name] for name in ("moves", "late", "refused", "problems", "load")},
    }


def wait(server: Server) -> None:
    """Wait until every process of a server is ready."""
    server.wait("/ready")
    until, seen = time.monotonic() + START_SECONDS, 0
    while seen < READY:
        seen = seen + 1 if server.is_ready() else 0
        if time.monotonic() > until:
            sys.exit("the server did not start in time")


def run(kind: str, cluster: Cluster, given: argparse.Namespace) -> dict[str, float]:
    database = "" if kind == SQLITE else cluster.new_database()
    postmaster = 0 if kind == SQLITE else int((cluster.home / "data/postmaster.pid").read_text().split()[0])
    options = ("--bot-processes", "1", *(("--processes", "2") if kind == TWO else ()))
    with (
        tempfile.TemporaryDirectory() as folder,
        Server(Path(folder), given.title, database, options, postmaster) as server,
    ):
        wait(server)
        return figures(asyncio.run(measure(server, given))) | {"bytes_per_entry": stored_bytes(database)}


def stored_bytes(database: str) -> float:
    """Return the size of a log entry in PostgreSQL, including indexes."""
    if not database:
        return 0.0
    engine = sa.create_engine(database_url(database))
    with engine.connect() as connection:
        size = sa.text("SELECT pg_total_relation_size('log') / greatest(count(*), 1) FROM log")
        found = connection.execute(size).scalar_one()
    engine.dispose()
    return float(found)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--title", default="tower-up")
    options.add_argument("--tables", type=int, default=100)
    options.add_argument("--seats", type=int, default=3)
    options.add_argument("--seconds", type=float, default=20)
    options.add_argument("--rounds", type=int, default=3)
    given = options.parse_args()
    given.played, given.until_end = 0, False
    cluster = Cluster()
    try:
        rounds = [
            {kind: run(kind, cluster, given) for kind in (SQLITE, POSTGRES, TWO)} for _ in range(given.rounds)
        ]
    finally:
        cluster.remove()
    middle = {
        kind: {name: median(one[kind][name] for one in rounds) for name in rounds[0][kind]}
        for kind in rounds[0]
    }
    ratios = {
        kind: {
            name: round(median(one[kind][name] / max(one[SQLITE][name], 0.01) for one in rounds), 2)
            for name in ("cpu_ms_per_move", "done_p50_ms", "last_p50_ms")
        }
        for kind in (POSTGRES, TWO)
    }
    asked = {name: getattr(given, name) for name in ("title", "tables", "seats", "seconds", "rounds")}
    result = {"ratios": ratios, **asked, "medians": middle, "cores": os.cpu_count()}
    json.dump(result, sys.stdout, indent=1)
    print()


if __name__ == "__main__":
    main()

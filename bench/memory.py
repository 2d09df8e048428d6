"""Measure the pages on a database with many finished games: python bench/memory.py [--games 100000].

The database gets people who play now and then, one who has played a tenth of all games, and their ratings. A
server on it answers each page several times. The run fails if the median of a page is over 100 milliseconds.
`--database URL` keeps the database: a second run measures without filling it again.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import secrets
import sys
import tempfile
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from statistics import median
from typing import Any

import httpx
import sqlalchemy as sa

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tests.server.clients import Server  # noqa: E402

from rooftop.game.title import title, title_ids  # noqa: E402
from rooftop.server import auth  # noqa: E402
from rooftop.server.bots import BotPool  # noqa: E402
from rooftop.server.memory import ratings  # noqa: E402
from rooftop.server.protocol import NewTable  # noqa: E402
from rooftop.server.settings import database_url  # noqa: E402
from rooftop.server.store import schema  # noqa: E402
from rooftop.server.store.store import Store  # noqa: E402
from rooftop.server.tables.registry import Registry  # noqa: E402
from rooftop.server.tables.state import LogEntry  # noqa: E402

LIMIT = 0.1  # seconds
TIMES = 20
PEOPLE = 3000
BATCH = 2000
COOKIE = "somebody-who-plays-a-lot"


class NoBots(BotPool):
    def __init__(self) -> None:
        pass


async def one_real_game(store: Store, heavy: auth.Identity, moves: int) -> str:
    """Play a real game, so that its page can be opened."""
    registry = Registry(store, NoBots(), 0)
    order = NewTable("tower-up", 2, ["me", "bot:novice"], {"hold": True}, visibility="public")
    table_id = (await registry.create(heavy, order)).table
    await registry.sit(heavy, table_id, "nonce")
    table = await registry.table(table_id)
    async with table.lock:
        while table.status == "playing" and table.number < moves:
            match = table.started_match
            move = match.moves()[(7 * match.ply) % len(match.legal())].notation
            await table.add(LogEntry("move", match.to_act, move), f"bench:{table.number}")
    return table_id


def people(connection: sa.Connection, chance: random.Random) -> list[str]:
    rows = [
        {
            "id": secrets.token_urlsafe(12),
            "name": f"Guest {n}",
            "token": auth.hashed(COOKIE if n == 0 else secrets.token_urlsafe(9)),
            "phrase": auth.hashed(secrets.token_urlsafe(9)),
            "created": 0.0,
            "open_profile": chance.random() < 0.3,
        }
        for n in range(PEOPLE)
    ]
    connection.execute(schema.identity.insert(), rows)
    return [str(row["id"]) for row in rows]


def finished_games(count: int, known: list[str], chance: random.Random) -> Iterator[dict[str, Any]]:
    """Yield games that ended in the last year, with random results."""
    now = time.time()
    sources = {name: list(title(name).sources) for name in title_ids()}
    edition = json.dumps({"id": "bench", "version": 1, "hash": ""})
    for n in range(count):
        name = chance.choice(title_ids())
        players = chance.choice(title(name).players)
        ended = now - 365 * 86400 * (1 - n / count)
        persons = chance.sample(known, chance.randint(1, players))
        if n % 10 == 0:
            persons = [known[0], *[person for person in persons if person != known[0]]][:players]
        points = [{source: chance.randint(0, 20) for source in sources[name]} for _ in range(players)]
        totals = [sum(row.values()) for row in points]
        ranks = [1 + sum(other > total for other in totals) for total in totals]
        table_id = secrets.token_urlsafe(9)
        visibility = chance.choice(("public", "unlisted", "invitation"))
        rated = n % 9 == 0
        result = json.dumps({"places": ranks, "points": points})
        yield {
            "table": {
                "id": table_id,
                "title": name,
                "rules": title(name).rules_version,
                "edition": edition,
                "players": players,
                "options": "{}",
                "visibility": visibility,
                "pace": "live",
                "owner": persons[0],
                "seed": b"0" * 32,
                "commitment": "0" * 64,
                "status": "over",
                "result": result,
                "created": ended - 3600,
                "changed": ended,
                "rated": rated,
            },
            "seats": [
                {
                    "table_id": table_id,
                    "seat": seat,
                    "identity": persons[seat] if seat < len(persons) else None,
                    "bot": None if seat < len(persons) else "builder",
                    "stand_in": False,
                    "over": True,
                }
                for seat in range(players)
            ],
            "played": [
                {
                    "table_id": table_id,
                    "seat": seat,
                    "identity": persons[seat] if seat < len(persons) else None,
                    "bot": None if seat < len(persons) else "builder:1",
                    "title": name,
                    "players": players,
                    "rank": ranks[seat],
                    "total": totals[seat],
                    "points": json.dumps(points[seat]),
                    "forfeited": False,
                    "away": chance.random() < 0.02,
                    "private": visibility == "invitation",
                    "rated": rated,
                    "ended": ended,
                }
                for seat in range(players)
            ],
        }


def fill(url: str, count: int) -> None:
    """Write the games, and a few real ones."""
    store, chance = Store(url), random.Random(1)
    try:
        with store.engine.begin() as connection:
            known = people(connection, chance)
            made = finished_games(count, known, chance)
            while games := list(islice(made, BATCH)):
                connection.execute(schema.game_table.insert(), [game["table"] for game in games])
                connection.execute(schema.seat.insert(), [seat for game in games for seat in game["seats"]])
                rows = [row for game in games for row in game["played"]]
                connection.execute(schema.played.insert(), rows)
            began = time.perf_counter()
            rated, _ = ratings.recompute(connection)
            print(f"rated {rated} games in {time.perf_counter() - began:.1f} s")

        async def play() -> None:
            heavy = auth.Identity(known[0], "Guest 0")
            for moves in (10_000, 8, 8, 8):
                await one_real_game(store, heavy, moves)

        asyncio.run(play())
        with store.engine.begin() as connection:
            connection.execute(sa.text("ANALYZE"))
    finally:
        store.close()


def addresses(url: str) -> dict[str, str]:
    """Return the pages to measure."""
    store = Store(url)
    try:

        def find(connection: sa.Connection) -> dict[str, str]:
            table, played = schema.game_table.c, schema.played.c
            heavy = connection.execute(
                sa.select(schema.identity.c.id).where(schema.identity.c.token == auth.hashed(COOKIE))
            ).scalar_one()
            real = sa.select(table.id).where(table.owner == heavy, table.commitment != "0" * 64)
            over, running = (
                connection.execute(real.where(table.status == status)).scalars().first()
                for status in ("over", "playing")
            )
            ended = sa.select(played.ended, played.table_id).where(played.identity == heavy)
            middle = connection.execute(ended.order_by(played.ended).offset(count_of(connection, heavy) // 2))
            mate = connection.execute(
                sa.select(schema.identity.c.id).where(schema.identity.c.open_profile).limit(1)
            ).scalar_one()
            row = middle.first()
            assert row is not None
            return {
                "home": "/",
                "games": "/games",
                "games, in the middle": f"/games?before={row.ended!r}_{row.table_id}",
                "own profile": "/profile",
                "another profile": f"/people/{mate}",
                "leaders": "/leaders/tower-up",
                "table, finished": f"/tables/{over}",
                "table, running": f"/tables/{running}",
                "next game": "/api/games/next",
                "lists": "/api/tables",
                "new": "/new",
                "invitation": f"/join/{running}",
                "settings": "/settings",
            }

        return store.read_now(find)
    finally:
        store.close()


def count_of(connection: sa.Connection, person: str) -> int:
    counted = sa.select(sa.func.count()).where(schema.played.c.identity == person)
    return connection.execute(counted).scalar_one()


def processor_seconds(server: Server) -> float:
    """Return the processor time of the server so far; on a busy machine it is more reliable than the
    clock."""
    assert server.process is not None
    user, system = Path(f"/proc/{server.process.pid}/stat").read_text().rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def measure(url: str, folder: Path) -> bool:
    """Request every page as the most active player. Return whether all are fast enough."""
    fast = True
    paths = addresses(url)
    with (
        Server(folder, url, ROOFTOP_TITLES="") as server,
        httpx.Client(base_url=server.url, cookies={auth.COOKIE: COOKIE}, timeout=60) as web,
    ):
        print("\n| page | median | slowest | processor |\n|---|---|---|---|")
        for name, path in paths.items():
            web.get(path)  # templates are compiled on first use
            seconds, used = [], processor_seconds(server)
            for _ in range(TIMES):
                began = time.perf_counter()
                response = web.get(path)
                seconds.append(time.perf_counter() - began)
                assert response.status_code == 200, (path, response.text[:200])
            used = (processor_seconds(server) - used) / TIMES
            fast &= median(seconds) < LIMIT
            figures = (median(seconds), max(seconds), used)
            print(f"| {name} | {' | '.join(f'{1000 * figure:.0f} ms' for figure in figures)} |")
    return fast


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    options.add_argument("--games", type=int, default=100_000)
    options.add_argument("--database", default="")
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        url = database_url(chosen.database or f"sqlite:///{folder}/games.db")
        store = Store(url)
        is_empty = store.read_now(lambda c: c.execute(sa.select(schema.game_table.c.id)).first()) is None
        store.close()
        if is_empty:
            began = time.perf_counter()
            fill(url, chosen.games)
            print(f"filled with {chosen.games} games in {time.perf_counter() - began:.0f} s")
        if not measure(url, Path(folder)):
            sys.exit("a page is too slow")


if __name__ == "__main__":
    main()

"""The server is killed at the worst moments; nothing that anybody saw is lost, doubled or changed."""

import asyncio
import os
import random

import pytest

from tests.server.clients import Person, Player, Server, first_update, new_table, stored_log, verify

GAMES = int(os.environ.get("ROOFTOP_SOAK_GAMES", "4"))
TOGETHER = 10  # games at the same time on one server
COMMANDS = (5, 25)  # between two deaths: all of them fit into one game
DEATHS = ("decode", "before-commit", "after-commit", "publish", "some moment", "some moment")


@pytest.fixture
def server(tmp_path):
    server = Server(tmp_path)
    yield server
    server.end()


@pytest.mark.parametrize("number", range(-(-GAMES // TOGETHER)))
def test_a_killed_server_loses_nothing_that_anybody_saw(server, number):
    chance = random.Random(f"deaths {number}")
    deaths = [*DEATHS]
    chance.shuffle(deaths)
    server.start()
    games = min(TOGETHER, GAMES - number * TOGETHER)
    tables: dict[str, list[Player]] = {}
    people = [Person(server) for _ in range(3)]
    for game in range(games):
        seated = people[: 2 + (game % 2)]
        table = new_table(seated)
        tables[table] = [
            Player(person, table, random.Random(f"{number} {game} {seat}"))
            for seat, person in enumerate(seated)
        ]
    server.kill()  # from now on it dies at the fail points
    server.start(deadly(deaths[0], chance))
    lived = asyncio.run(play_through(server, tables, deaths, chance))
    assert lived == len(deaths), "the games ended before the server was killed as often as it should be"
    for table, players in tables.items():
        assert all(player.over for player in players)
        told = {player: asyncio.run(first_update(player)) for player in players}
        verify(server, table, players, told.__getitem__)
        assert players[0].person.get(f"/api/tables/{table}/file").json()["seed"]


def deadly(death: str, chance: random.Random) -> str:
    """Return the next fail point. The pause lets a frame out that is sent before the commit."""
    return f"{death}:{chance.randint(*COMMANDS)}:0.1" if death != "some moment" else ""


def nothing_was_told_too_early(server: Server, tables: dict[str, list[Player]]) -> None:
    """Check that the database of a dead server holds everything that anybody saw. Later it would be too late:
    the players repeat their commands, and the same entries come back."""
    for table, players in tables.items():
        stored = {row["number"]: row for row in stored_log(server.database, table)}
        for player in players:
            for number, shown in player.seen.items():
                assert number in stored, f"entry {number} was shown and is not stored"
                seat, kind, text = (stored[number][key] for key in ("seat", "kind", "text"))
                assert shown.rpartition(" ")[0] == f"{seat} {kind} {text}"
            for number in player.done.values():
                assert number in stored, f"entry {number} was said to be done and is not stored"


def entries(tables: dict[str, list[Player]]) -> int:
    """Return how many log entries were shown, at all tables."""
    return sum(max(player.number for player in players) for players in tables.values())


async def play_through(
    server: Server, tables: dict[str, list[Player]], deaths: list[str], chance: random.Random
) -> int:
    """Play all games to the end. Return how often the server died."""
    up, died = asyncio.Event(), 0
    up.set()
    players = [player for seated in tables.values() for player in seated]
    shown = chance.randint(*COMMANDS)  # entries, in the "some moment" of the next death
    playing = [asyncio.create_task(player.play(up)) for player in players]
    try:
        async with asyncio.timeout(500):
            while not all(task.done() for task in playing):
                for task in playing:
                    if task.done():
                        task.result()
                await asyncio.sleep(0.02)
                if died < len(deaths) and deaths[died] == "some moment" and entries(tables) >= shown:
                    await asyncio.sleep(chance.uniform(0.0, 0.02))
                    server.kill()
                if not server.alive:
                    up.clear()
                    died += 1
                    await asyncio.sleep(0.2)  # let everything that was sent arrive
                    nothing_was_told_too_early(server, tables)
                    following = deadly(deaths[died], chance) if died < len(deaths) else ""
                    await asyncio.to_thread(server.start, following)
                    shown = entries(tables) + chance.randint(*COMMANDS)
                    up.set()
    finally:
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
    return died

"""The server is killed at the worst moments; nothing that anybody saw is lost, duplicated or changed."""

import asyncio
import os
import random
from collections.abc import Mapping, Sequence

import pytest
from click.testing import CliRunner

from rooftop.cli import main
from tests.server.clients import LIGHT, Person, Player, Server, first_update, new_table, stored_log, verify
from tests.waiting import LIMIT, eventually, until

SOAK = int(os.environ.get("ROOFTOP_SOAK_GAMES", "0"))
GAMES = SOAK or 2
TOGETHER = 10  # simultaneous games on one server
COMMANDS = (5, 25) if SOAK else (5, 15)  # moves between two deaths: all deaths fit into these games
MOMENT = "some moment"  # the first death of every game: it has no fail point, or nobody could sit down
DEATHS = ("decode", "before-commit", "publish")
IN_SOAK = ("after-commit", MOMENT)  # test_processes covers a process that dies after a commit


@pytest.fixture
def server(tmp_path):
    server = Server(tmp_path)
    yield server
    server.end()


@pytest.mark.parametrize("number", range(-(-GAMES // TOGETHER)))
def test_a_killed_server_loses_nothing_that_anybody_saw(server, number, tmp_path):
    chance = random.Random(f"deaths {number}")
    deaths = [*DEATHS, *(IN_SOAK if SOAK else ())]
    chance.shuffle(deaths)
    deaths.insert(0, MOMENT)
    server.start()
    workers = server.children()
    assert len(workers) >= 2  # a painter and a bot worker
    server.environment |= LIGHT  # from the next start on
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
    asyncio.run(play_through(server, tables, deaths, chance))
    until(lambda: all(map(server.is_gone, workers)), "a worker outlives its server")
    for table, players in tables.items():
        assert all(player.over for player in players)
        told = {player: asyncio.run(first_update(player)) for player in players}
        verify(server, table, players, told.__getitem__)
        assert players[0].person.get(f"/api/tables/{table}/file").json()["seed"]
    for command in (["verify"], ["backup", str(tmp_path / "copy.db")]):  # while the server runs
        done = CliRunner().invoke(main, [*command, "--database", server.database])
        assert done.exit_code == 0, done.output


def deadly(death: str, chance: random.Random) -> str:
    """Return the next fail point. The pause lets a frame out that is sent too early, before the commit."""
    return f"{death}:{chance.randint(*COMMANDS)}:0.1" if death not in ("", MOMENT) else ""


def nothing_was_told_too_early(server: Server, tables: Mapping[str, Sequence[Player]]) -> None:
    """Check that the database of a dead server has everything that anybody saw. Later would be too late: the
    players resend their commands, and the same entries come back."""
    for table, players in tables.items():
        stored = {row["number"]: row for row in stored_log(server.database, table)}
        for player in players:
            for number, shown in player.seen.items():
                assert number in stored, f"entry {number} was shown and is not stored"
                seat, kind, text = (stored[number][key] for key in ("seat", "kind", "text"))
                assert shown.rpartition(" ")[0] == f"{seat} {kind} {text}"
            for number in player.done.values():
                assert number in stored, f"entry {number} was said to be done and is not stored"


def entries(tables: Mapping[str, Sequence[Player]]) -> int:
    """Return the number of log entries shown at all tables."""
    return sum(max(player.number for player in players) for players in tables.values())


async def play_through(
    server: Server, tables: dict[str, list[Player]], deaths: list[str], chance: random.Random
) -> None:
    """Play all games to the end, while the server dies again and again."""
    up = asyncio.Event()
    up.set()
    players = [player for seated in tables.values() for player in seated]
    async with asyncio.timeout(20 * LIMIT), asyncio.TaskGroup() as group:
        for player in players:
            group.create_task(player.play(up))
        for death, following in zip(deaths, [*deaths[1:], ""], strict=True):
            await die(server, death, tables, chance)
            up.clear()
            await ended(server, players)
            nothing_was_told_too_early(server, tables)
            await asyncio.to_thread(server.start, deadly(following, chance))
            up.set()


async def die(server: Server, death: str, tables: dict[str, list[Player]], chance: random.Random) -> None:
    """Wait until the server dies at its fail point, or kill it at a random moment."""
    if death == MOMENT:
        due = entries(tables) + chance.randint(*COMMANDS)
        await eventually(lambda: entries(tables) >= due)
        server.kill()
    await eventually(lambda: not server.alive, f"it does not die: {death}")


async def ended(server: Server, players: Sequence[Player]) -> None:
    """Wait until all connections to a dead server have ended, so that everything it sent has arrived."""
    await eventually(lambda: not any(player.connected and player.where == server.host for player in players))

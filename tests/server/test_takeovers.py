"""Two processes die in turn at the worst moments, and each time the other one plays on."""

import asyncio
import os
import random

import pytest

from tests.server.clients import Person, Player, Server, first_update, new_table, verify
from tests.server.test_durability import DEATHS, entries, nothing_was_told_too_early

SOAK = int(os.environ.get("ROOFTOP_SOAK_GAMES", "0"))
TOGETHER = 40  # games at the same time
PER_PERSON = 10  # of them
COMMANDS = (40, 110)  # of a process between its first table and its death
LATER = 300  # entries after which a process dies that has got no tables


class Wanderer(Player):
    """A player who goes to the other process when one does not answer, as a proxy does."""

    def __init__(self, servers: list[Server], person: Person, table: str, chance: random.Random) -> None:
        super().__init__(person, table, chance)
        self.servers = servers

    def open(self, since=None):
        self.where = self.chance.choice([one for one in self.servers if one.alive] or self.servers).host
        return super().open(since)


@pytest.mark.skipif(not SOAK, reason="takes long; see make soak")
@pytest.mark.parametrize("number", range(-(-SOAK // TOGETHER)))
def test_games_go_on_in_the_other_process(cluster, tmp_path_factory, number):
    """A process without tables gets them when the other one dies. Then it dies too, at its fail point."""
    chance = random.Random(f"takeovers {number}")
    deaths = [*DEATHS, *DEATHS]
    chance.shuffle(deaths)
    database = cluster.new_database()
    servers = [Server(tmp_path_factory.mktemp("process"), database) for _ in range(2)]
    try:
        servers[0].start()
        tables: dict[str, list[Player]] = {}
        for game in range(min(TOGETHER, SOAK - number * TOGETHER)):
            if game % PER_PERSON == 0:
                people = [Person(servers[0]) for _ in range(3)]
            seated = people[: 2 + game % 2]
            table = new_table(seated)
            tables[table] = [
                Wanderer(servers, person, table, random.Random(f"{number} {game} {seat}"))
                for seat, person in enumerate(seated)
            ]
        servers[1].start(deadly(deaths[0], chance))
        died = asyncio.run(play_through(servers, tables, deaths, chance))
        for server in servers:
            server.wait()
        for table, players in tables.items():
            told = {player: asyncio.run(first_update(player)) for player in players}
            verify(servers[0], table, players, told.__getitem__)
        for server in servers:
            assert "Traceback" not in server.errors.read_text()
        assert died > len(DEATHS), (
            "the games ended before the processes were killed as often as they should be"
        )
    finally:
        for server in servers:
            server.end()


def deadly(death: str, chance: random.Random) -> str:
    return f"{death}:{chance.randint(*COMMANDS)}:0.1" if death not in ("", "some moment") else ""


async def play_through(
    servers: list[Server], tables: dict[str, list[Player]], deaths: list[str], chance: random.Random
) -> int:
    """Play all games to the end. Return how often a process died."""
    up, died, left = asyncio.Event(), 0, deaths[1:]
    up.set()
    ways = dict(zip(servers, ("some moment", deaths[0]), strict=True))  # how each one dies next
    due = dict(zip(servers, (chance.randint(*COMMANDS), LATER), strict=True))  # ... after so many entries
    players = [player for seated in tables.values() for player in seated]
    playing = [asyncio.create_task(player.play(up)) for player in players]
    try:
        async with asyncio.timeout(900):
            while not all(task.done() for task in playing):
                for task in playing:
                    if task.done():
                        task.result()
                await asyncio.sleep(0.02)
                for server, other in (servers, servers[::-1]):
                    shown = entries(tables)
                    if ways[server] == "some moment" and shown >= due[server]:
                        await asyncio.sleep(chance.uniform(0.0, 0.02))
                        server.kill()
                    if not server.alive:
                        died += 1
                        await asyncio.sleep(0.1)  # let everything that was sent arrive
                        nothing_was_told_too_early(server, tables)
                        ways[server] = left.pop(0) if left else ""
                        due[server], due[other] = shown + LATER, shown + chance.randint(*COMMANDS)
                        server.launch(deadly(ways[server], chance))
    finally:
        for player, task in zip(players, playing, strict=True):
            player.over = True  # `wait_for` may swallow the other way to end it
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
    return died

"""For `make soak`: processes die at the worst moments, freeze and are disconnected, and others take over."""

import asyncio
import os
import random

import pytest

from rooftop.server.processes.leases import BEAT, LEASE
from tests.server.clients import Person, Player, Server, first_update, new_table, verify
from tests.server.fleet import Fleet
from tests.server.test_durability import DEATHS, IN_SOAK, MOMENT, ended, entries, nothing_was_told_too_early
from tests.server.test_processes import Patient, Wanderer, check, play, reached
from tests.waiting import LIMIT, eventually

SOAK = int(os.environ.get("ROOFTOP_SOAK_GAMES", "0"))
__test__ = SOAK > 0  # otherwise pytest finds nothing here
TOGETHER = 40  # simultaneous games
PER_PERSON = 10  # of them
COMMANDS = (40, 110)  # moves of a process between its first table and its death
LATER = 300  # entries after which a process without tables dies


@pytest.mark.parametrize("number", range(-(-SOAK // TOGETHER)))
def test_games_go_on_in_the_other_process(cluster, tmp_path_factory, number):
    """A process without tables takes over when the other one dies. Then it also dies, at its fail point."""
    chance = random.Random(f"takeovers {number}")
    deaths = [*DEATHS, *IN_SOAK, MOMENT] * 2
    chance.shuffle(deaths)
    fleet = Fleet(tmp_path_factory.mktemp("takeovers"), cluster.new_database(), 2)
    servers = fleet.servers
    try:
        servers[0].start()
        tables: dict[str, list[Wanderer]] = {}
        for game in range(min(TOGETHER, SOAK - number * TOGETHER)):
            if game % PER_PERSON == 0:
                people = [Person(servers[0]) for _ in range(3)]
            seated = people[: 2 + game % 2]
            table = new_table(seated)
            tables[table] = [
                Wanderer(fleet, person, table, random.Random(f"{number} {game} {seat}"))
                for seat, person in enumerate(seated)
            ]
        servers[1].start(deadly(deaths[0], chance))
        died = asyncio.run(play_through(servers, tables, deaths, chance))
        for server in servers:
            server.wait()
        for table, players in tables.items():
            told: dict[Player, dict] = {player: asyncio.run(first_update(player)) for player in players}
            verify(servers[0], table, players, told.__getitem__)
        for server in servers:
            assert "Traceback" not in server.errors.read_text()
        assert died > len(deaths) // 2, (
            "the games ended before the processes were killed as often as they should be"
        )
    finally:
        fleet.end()


def deadly(death: str, chance: random.Random) -> str:
    return f"{death}:{chance.randint(*COMMANDS)}:0.1" if death not in ("", MOMENT) else ""


async def play_through(
    servers: list[Server], tables: dict[str, list[Wanderer]], deaths: list[str], chance: random.Random
) -> int:
    """Play all games to the end. Return the number of deaths."""
    up, died, left = asyncio.Event(), 0, deaths[1:]
    up.set()
    ways = dict(zip(servers, (MOMENT, deaths[0]), strict=True))  # how each one dies next
    due = dict(zip(servers, (chance.randint(*COMMANDS), LATER), strict=True))  # ... after so many entries
    players = [player for seated in tables.values() for player in seated]

    def is_time(server: Server) -> bool:
        return ways[server] == MOMENT and entries(tables) >= due[server]

    async with asyncio.timeout(60 * LIMIT), asyncio.TaskGroup() as group:
        playing = [group.create_task(player.play(up)) for player in players]
        while not all(task.done() for task in playing):
            await eventually(
                lambda: (
                    all(task.done() for task in playing)
                    or any(is_time(server) or not server.alive for server in servers)
                ),
                limit=20 * LIMIT,
            )
            for server, other in (servers, servers[::-1]):
                if is_time(server):
                    server.kill()
                if not server.alive:
                    died += 1
                    await ended(server, players)
                    nothing_was_told_too_early(server, tables)
                    shown = entries(tables)
                    ways[server] = left.pop(0) if left else ""
                    due[server], due[other] = shown + LATER, shown + chance.randint(*COMMANDS)
                    server.launch(deadly(ways[server], chance))
    return died


@pytest.fixture(scope="module")
def three(cluster, tmp_path_factory):
    """Three processes."""
    made = Fleet(tmp_path_factory.mktemp("processes"), cluster.new_database(), 3)
    try:
        yield made
    finally:
        made.end()


@pytest.mark.parametrize("number", range(-(-SOAK // 10)))
def test_games_among_dying_and_freezing_processes(three, number):
    """Ten games at a time on three processes. Six times, in the middle of some moves, one of the processes is
    killed, frozen, or disconnected from the database."""
    fleet = three.start()
    chance = random.Random(f"processes {number}")
    people = [Person(server) for server in fleet.servers]
    tables: dict[str, list[Wanderer]] = {}
    for game in range(min(10, SOAK - 10 * number)):
        here = people[: 2 + game % 2]
        table = new_table(here)
        tables[table] = [
            Wanderer(fleet, person, table, random.Random(f"{number} {game} {seat}"))
            for seat, person in enumerate(here)
        ]
    players = [player for group in tables.values() for player in group]

    async def hurt(victim: Server) -> None:
        how = chance.choice(("kill", "kill", "freeze", "cut"))
        other = next(one for one in fleet.servers if one is not victim and one is not fleet.servers[1])
        beats = chance.randint(1, round(2 * LEASE / BEAT))
        if how == "kill":
            victim.kill()
        elif how == "freeze":
            with fleet.freezing(victim):
                await asyncio.to_thread(fleet.hear, other, beats)
        else:
            with fleet.wire.being_cut():
                await asyncio.to_thread(fleet.hear, other, beats)
        await asyncio.to_thread(fleet.start)

    async def trouble() -> None:
        for _ in range(6):
            most = players[0].most + chance.randint(3, 8)
            for player in players:
                player.most = most
            # somewhere in the middle of these moves
            await reached(chance.sample(players, chance.randint(1, len(players))), most)
            await hurt(chance.choice(fleet.servers))
            await reached(players, most)
        for player in players:
            player.most = Patient.most
        await eventually(lambda: all(player.over for player in players), limit=10 * LIMIT)

    for player in players:
        player.most = 0
    asyncio.run(play(players, trouble))
    for table, group in tables.items():
        check(fleet, table, group)

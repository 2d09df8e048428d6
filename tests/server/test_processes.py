"""Several processes on one PostgreSQL: people play on while processes are killed, frozen and disconnected."""

import asyncio
import contextlib
import json
import math
import os
import random
import signal
from collections.abc import Callable, Sequence

import httpx
import pytest
from click.testing import CliRunner
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect as open_socket

from rooftop.cli import main
from rooftop.server.settings import Settings
from tests.server.clients import (
    CALM,
    LIGHT,
    START_SECONDS,
    Person,
    Player,
    Server,
    a_moment,
    first_update,
    new_table,
    stored_log,
    verify,
)
from tests.server.fleet import Fleet
from tests.server.test_durability import ended, nothing_was_told_too_early
from tests.waiting import LIMIT, eventually, until

MORE = 6  # moves after something has happened


class Patient(Player):
    """A player who plays only up to some log number."""

    most = 1_000_000

    async def act(self, link) -> None:
        if self.latest["number"] < self.most:
            await super().act(link)


class Wanderer(Patient):
    """A player who connects to any process that is awake."""

    def __init__(self, fleet: Fleet, person: Person, table: str, chance: random.Random) -> None:
        super().__init__(person, table, chance)
        self.fleet = fleet

    def open(self, since=None):
        server = self.chance.choice(self.fleet.awake or self.fleet.servers)
        self.server, self.where = server, server.host
        return super().open(since)

    async def act(self, link) -> None:
        if self.server in self.fleet.frozen:
            raise OSError("a proxy sends nobody to a process that is not ready")
        await super().act(link)


@pytest.fixture
def pair(two_processes) -> Fleet:
    """Two processes, both alive."""
    return two_processes.start()


def seated(fleet: Fleet) -> tuple[str, list[Person]]:
    """A table, and one person at each of two processes."""
    people = [Person(server) for server in fleet.servers[:2]]
    return new_table(people), people


async def play(players: Sequence[Patient], meanwhile) -> None:
    """Play during an event and for a few more moves, until everything is quiet."""
    up = asyncio.Event()
    up.set()
    async with asyncio.timeout(10 * LIMIT), asyncio.TaskGroup() as group:
        playing = [group.create_task(player.play(up)) for player in players]
        await meanwhile()
        await play_on(players, max(player.number for player in players) + MORE)
        await eventually(lambda: is_quiet(players))
        for player, task in zip(players, playing, strict=True):
            player.over = True  # `wait_for` may swallow a cancellation
            task.cancel()


async def play_whole(players: Sequence[Player]) -> None:
    up = asyncio.Event()
    up.set()
    async with asyncio.timeout(10 * LIMIT):
        await asyncio.gather(*(player.play(up) for player in players))


def pause(players: Sequence[Patient]) -> None:
    """Let nobody act. Otherwise the game might be over, and its table released, before a test checks it."""
    for player in players:
        player.most = 0


async def play_on(players: Sequence[Patient], number: int) -> None:
    """Play up to some log number."""
    for player in players:
        player.most = number
    await reached(players, number)


def is_quiet(players: Sequence[Patient]) -> bool:
    """Whether everything is quiet: no command is pending, no bot is to act, and everybody knows it."""
    if all(player.over for player in players):
        return True
    numbers = [player.number for player in players]
    is_known = min(numbers) == max(*numbers, *(max(player.done.values(), default=0) for player in players))
    is_bot = players[0].latest["to_act"] not in range(len(players))
    return is_known and not is_bot and all(player.waiting is None for player in players)


def check(fleet: Fleet, table: str, players: Sequence[Player]) -> None:
    """Everything that anybody saw is stored exactly once."""
    for player in players:
        player.where = fleet.awake[0].host
    verify_told(fleet.servers[0], table, players)


def verify_told(server: Server, table: str, players: Sequence[Player]) -> None:
    async def update(player: Player) -> dict:
        async with player.open(0) as link, asyncio.timeout(LIMIT):
            while (frame := json.loads(await link.recv()))["type"] != "update":
                pass  # chat
            return frame

    told = {player: asyncio.run(update(player)) for player in players}
    verify(server, table, players, told.__getitem__)


async def reached(players: Sequence[Player], number: int) -> None:
    """Wait until everyone has seen a log entry."""
    await eventually(lambda: min(math.inf if player.over else player.number for player in players) >= number)


# --- together ----------------------------------------------------------------------------------------------


def test_people_at_different_processes_play_chat_and_see_each_other(pair):
    table, people = seated(pair)
    assert pair.server_of(table) is pair.servers[0]
    players = [Patient(person, table, random.Random(seat)) for seat, person in enumerate(people)]
    hosts = [(person.server.host, person.headers) for person in people]
    links = [
        open_socket(f"ws://{host}/tables/{table}/socket", additional_headers=headers, **CALM)
        for host, headers in hosts
    ]
    with links[0] as near, links[1] as far:
        wait_for(far, is_full)
        near.send(json.dumps({"type": "say", "id": "hello", "kind": "text", "text": "Good luck!"}))
        assert wait_for(far, lambda frame: frame["type"] == "talk")["lines"][0]["text"] == "Good luck!"
        far.send(json.dumps({"type": "ping"}))
        wait_for(far, lambda frame: frame["type"] == "pong")
        far.send("garbage")
        assert wait_for(far, lambda frame: frame["type"] == "refused")["id"] == ""
    asyncio.run(play_whole(players))
    check(pair, table, players)
    answers = [person.get(f"/tables/{table}/scene.svg").content for person in people]
    assert answers[0] == answers[1]
    assert len({person.get(f"/api/tables/{table}/file").text for person in people}) == 1
    assert people[1].get("/api/tables/nothing/file").status_code == 400
    asked = [person.post(f"/api/tables/{table}/rematch").json()["table"] for person in people]
    assert asked[0] == asked[1]


def is_full(frame: dict) -> bool:
    return frame["type"] == "update" and all(seat["here"] for seat in frame["seats"])


def wait_for(link, wanted: Callable[[dict], object]) -> dict:
    while True:
        frame = json.loads(link.recv(LIMIT))
        if wanted(frame):
            return frame


def test_simultaneous_seats_and_commands_at_different_processes_have_one_effect(pair):
    host, *guests = [Person(server) for server in (*pair.servers[:2], *pair.servers[:2], pair.servers[1])]
    body = {"title": "tower-up", "players": 2, "seats": ["me", "open"], "options": {}}
    table = host.post("/api/tables", body).json()["table"]
    assert host.post(f"/api/tables/{table}/sit", {"nonce": "host"}).json() == {"seat": 0}

    async def sit_together() -> list[httpx.Response]:
        return await asyncio.gather(
            *(
                asyncio.to_thread(guest.post, f"/api/tables/{table}/sit", {"nonce": f"{number}"})
                for number, guest in enumerate(guests)
            )
        )

    answers = asyncio.run(sit_together())
    assert sorted(answer.status_code for answer in answers) == [200, 400, 400, 400]
    winner = guests[[answer.status_code for answer in answers].index(200)]
    assert host.post(f"/api/tables/{table}/start").status_code == 204
    players: list[Player] = [Player(who, table, random.Random(0)) for who in (host, winner)]
    first = next(frame for player in players if (frame := asyncio.run(first_update(player)))["offers"])
    mover = players[first["seat"]]
    frames = [
        {"type": "play", "id": "twice", "seen": 0, "move": offer["move"]} for offer in first["offers"][:2]
    ]

    async def move_together() -> list[dict]:
        async def move(server: Server, frame: dict) -> dict:
            mover.where = server.host
            async with mover.open() as link:
                await link.send(json.dumps(frame))
                while (heard := json.loads(await link.recv()))["type"] not in ("done", "refused"):
                    pass
                return heard

        servers = (*pair.servers[:2], *pair.servers[:2])
        async with asyncio.timeout(LIMIT):
            return await asyncio.gather(
                *(move(server, frames[number % len(frames)]) for number, server in enumerate(servers))
            )

    heard = asyncio.run(move_together())
    assert heard == [{"type": "done", "id": "twice", "number": 1}] * 4
    assert len(stored_log(pair.database, table)) == 1


def test_sockets_of_a_person_are_counted_at_all_processes(pair):
    table, (person, _) = seated(pair)

    async def open_many() -> None:
        async with asyncio.timeout(10 * LIMIT), contextlib.AsyncExitStack() as opened:
            for number in range(Settings.sockets_per_person):
                player = Player(person, table, random.Random(0), pair.servers[number % 2].host)
                link = await opened.enter_async_context(player.open(0))
                assert json.loads(await link.recv())["type"] == "update"
                opened.callback(link.transport.abort)  # nobody reads the other updates
            last = Player(person, table, random.Random(0))
            while True:  # the processes notify each other within a moment
                async with last.open(0) as link:
                    if json.loads(await link.recv())["type"] == "refused":
                        break
                await a_moment()

    asyncio.run(open_many())


def test_what_the_host_does_is_seen_at_once_at_all_processes(pair):
    table, people = seated(pair)
    with contextlib.ExitStack() as opened:
        links = [
            opened.enter_context(
                open_socket(
                    f"ws://{person.server.host}/tables/{table}/socket",
                    additional_headers=person.headers,
                    **CALM,
                )
            )
            for person in people
        ]
        for link in links:
            wait_for(link, lambda frame: frame["type"] == "update")
        closed = CliRunner().invoke(main, ["admin", "close", table, "--database", pair.database])
        assert closed.exit_code == 0, closed.output
        for link in links:
            wait_for(link, lambda frame: frame.get("status") == "closed")


# --- alone -------------------------------------------------------------------------------------------------


def test_a_frozen_process_wakes_up_too_late(pair):
    table, people = seated(pair)
    frozen = pair.server_of(table)
    other = next(server for server in pair.servers if server is not frozen)
    players = [Patient(person, table, random.Random(seat)) for seat, person in enumerate(people)]
    first = next(frame for player in players if (frame := asyncio.run(first_update(player)))["offers"])
    mover = players[first["seat"]]
    moves = [offer["move"] for offer in first["offers"]]

    def connected(server: Server):
        mover.where = server.host
        return open_socket(mover.uri(0), additional_headers=mover.person.headers, **CALM)

    with connected(frozen) as late:
        late.recv(LIMIT)
        before = pair.holder(table)
        with pair.freezing(frozen):
            late.send(json.dumps({"type": "play", "id": "late", "seen": 0, "move": moves[0]}))
            pair.bury(before)
            with connected(other) as link:
                link.send(json.dumps({"type": "play", "id": "in time", "seen": 0, "move": moves[-1]}))
                done = wait_for(link, lambda frame: frame["type"] in ("done", "refused"))
            assert done == {"type": "done", "id": "in time", "number": 1}
            assert pair.server_of(table) is other
        with contextlib.suppress(ConnectionClosed):
            while True:
                assert json.loads(late.recv(LIMIT))["type"] != "done"
    assert [row["command"].partition(":")[2] for row in stored_log(pair.database, table)] == ["in time"]
    until(lambda: len(pair.processes()) == len(pair.servers))  # under another id
    assert before not in pair.processes()
    mover.where = frozen.host
    mover.sent["in time"] = {"move": moves[-1], "seen": 0}
    asyncio.run(play(players, lambda: reached(players, 1)))
    check(pair, table, players)


def test_a_restart_of_the_database_takes_nothing_from_anybody(pair, cluster):
    table, people = seated(pair)
    players = [Patient(person, table, random.Random(seat)) for seat, person in enumerate(people)]

    async def restart() -> None:
        await reached(players, 5)
        await asyncio.to_thread(cluster.stop)
        await asyncio.to_thread(cluster.start)

    asyncio.run(play(players, restart))
    check(pair, table, players)


def test_a_process_that_is_cut_off_from_the_database_comes_back(pair):
    cut = pair.servers[1]
    people = [Person(cut), Person(pair.servers[0])]
    table = new_table(people)
    assert pair.server_of(table) is cut
    players = [Wanderer(pair, person, table, random.Random(seat)) for seat, person in enumerate(people)]

    async def cut_and_mend() -> None:
        await reached(players, 5)
        pause(players)
        before = pair.holder(table)
        with pair.wire.being_cut():
            pair.frozen.add(cut)  # players move to the other one
            await asyncio.to_thread(pair.bury, before)
            await asyncio.to_thread(until, lambda: pair.holder(table) not in (before, None))
            assert pair.server_of(table) in pair.awake
        await asyncio.to_thread(until, lambda: len(pair.processes()) == len(pair.servers))
        pair.frozen.clear()
        await asyncio.to_thread(cut.wait)

    asyncio.run(play(players, cut_and_mend))
    check(pair, table, players)


def test_a_killed_process_loses_nothing_and_others_have_its_tables(pair):
    with pair.one_more("after-commit:25") as doomed:
        people = [Person(doomed), Person(pair.servers[0])]
        table = new_table(people)
        assert pair.server_of(table) is doomed
        players = [Wanderer(pair, person, table, random.Random(seat)) for seat, person in enumerate(people)]
        before = pair.holder(table)

        async def die() -> None:
            await eventually(lambda: not doomed.alive)
            pause(players)
            await ended(doomed, players)
            nothing_was_told_too_early(doomed, {table: players})
            await asyncio.to_thread(pair.bury, before)
            await asyncio.to_thread(until, lambda: pair.holder(table) not in (before, None))
            assert pair.server_of(table) in pair.awake

        asyncio.run(play(players, die))
        check(pair, table, players)


# --- one port ----------------------------------------------------------------------------------------------


class Family(Server):
    """`rooftop serve --processes 2`."""

    more = ("--processes", "2")


def test_a_rolling_restart_keeps_everybody_playing(cluster, tmp_path):
    family = Family(tmp_path, cluster.new_database(), **LIGHT)
    try:
        family.start()
        until(lambda: len(family.children()) == 2)  # one may be ready before the other is started
        first = family.children()
        people = [Person(family), Person(family)]
        table = new_table(people, bots=1)
        players = [Patient(person, table, random.Random(seat)) for seat, person in enumerate(people)]

        async def restart() -> None:
            await play_on(players, 4)
            family.process.send_signal(signal.SIGHUP)
            await eventually(lambda: not set(family.children()) & set(first), "new processes", START_SECONDS)
            await play_on(players, 8)
            second = family.children()
            os.kill(second[0], signal.SIGKILL)  # it is also replaced
            await play_on(players, 12)
            await eventually(
                lambda: second[0] not in family.children() and len(family.children()) == 2,
                limit=START_SECONDS,
            )

        asyncio.run(play(players, restart))
        verify_told(family, table, players)
        family.process.send_signal(signal.SIGTERM)
        assert family.process.wait(LIMIT) == 0
    finally:
        family.end()
    assert "Traceback" not in family.errors.read_text()

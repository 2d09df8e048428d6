"""Several server processes on one PostgreSQL: people play on while processes are killed, frozen and cut off.

Each process listens on a port of its own, as on machines behind a proxy, so that a test can choose one.
"""

import asyncio
import contextlib
import json
import math
import os
import random
import signal
import socket
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sa
from click.testing import CliRunner
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect as open_socket

from rooftop.cli import main
from rooftop.server.processes.leases import LEASE
from rooftop.server.settings import Settings, database_url
from rooftop.server.store import schema
from tests.server.clients import (
    LIGHT,
    PLAIN,
    START_SECONDS,
    Person,
    Player,
    Server,
    first_update,
    free_port,
    new_table,
    stored_log,
    verify,
)
from tests.server.test_durability import nothing_was_told_too_early

SOAK = int(os.environ.get("ROOFTOP_SOAK_GAMES", "0"))  # more games, more processes, more deaths
PATIENCE = 60  # seconds for what should take three, on a busy machine


class Wire:
    """A way to a database that can be cut: connections end, and new ones fail, until it is mended."""

    def __init__(self, url: str) -> None:
        parsed = sa.make_url(url)
        self._target = (parsed.host, parsed.port)
        self._ear = socket.create_server(("127.0.0.1", 0))
        self.url = parsed.set(port=self._ear.getsockname()[1]).render_as_string(hide_password=False)
        self._open: list[socket.socket] = []
        self.is_cut = False
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self._ear.accept()
            except OSError:
                return
            if self.is_cut:
                near.close()
                continue
            try:
                far = socket.create_connection(self._target)
            except OSError:
                near.close()
                continue
            self._open += [near, far]
            for source, target in ((near, far), (far, near)):
                threading.Thread(target=self._carry, args=(source, target), daemon=True).start()

    @staticmethod
    def _carry(source: socket.socket, target: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(65536):
                target.sendall(data)
        for end in (source, target):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    @contextlib.contextmanager
    def being_cut(self) -> Iterator[None]:
        self.is_cut = True
        for end in self._open:
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()
        self._open = []
        try:
            yield
        finally:
            self.is_cut = False

    def close(self) -> None:
        with self.being_cut():
            self._ear.close()


class House:
    """Server processes on one database. The way of the second one to it can be cut."""

    def __init__(self, folder: Path, database: str, processes: int) -> None:
        self.database = database
        self.wire = Wire(database)
        self.servers = []
        for number in range(processes):
            home = folder / str(number)
            home.mkdir()
            inside: dict[str, Any] = {"ROOFTOP_INTERNAL_PORT": str(free_port())}
            url = self.wire.url if number == 1 else database
            self.servers.append(Server(home, url, **LIGHT, **inside))
        self.frozen: set[Server] = set()
        self._engine = sa.create_engine(database_url(self.database), pool_pre_ping=True)

    def start(self) -> "House":
        for server in self.servers:
            if not server.alive:
                server.launch()
        self.wait(lambda: all(map(is_ready, self.servers)), START_SECONDS)
        self.wait(lambda: len(self.processes()) == len(self.servers))
        return self

    def end(self) -> None:
        for server in self.servers:
            if server.alive:
                server.process.send_signal(signal.SIGCONT)
                server.process.send_signal(signal.SIGTERM)
        for server in self.servers:
            server.end()
        self.wire.close()
        self._engine.dispose()

    @property
    def awake(self) -> list[Server]:
        return [server for server in self.servers if server.alive and server not in self.frozen]

    def read(self, query: sa.Select) -> list[sa.Row]:
        with self._engine.connect() as connection:
            return list(connection.execute(query))

    def processes(self) -> dict[str, str]:
        """The ports of the living processes for each other, by id."""
        rows = self.read(sa.select(schema.process))
        return {row.id: row.address.rpartition(":")[2] for row in rows}

    def holder(self, table: str) -> str | None:
        """The process that has a table."""
        (row,) = self.read(sa.select(schema.game_table.c.holder).where(schema.game_table.c.id == table))
        return row.holder

    def server_of(self, table: str) -> Server | None:
        """The server that has a table."""
        port = self.processes().get(self.holder(table) or "")
        owners = (one for one in self.servers if one.environment["ROOFTOP_INTERNAL_PORT"] == port)
        return next(owners, None)

    @staticmethod
    def wait(condition: Callable[[], object], seconds: float = PATIENCE) -> None:
        until = time.monotonic() + seconds
        while not condition():
            assert time.monotonic() < until, "waited too long"
            time.sleep(0.05)

    @contextlib.contextmanager
    def freezing(self, server: Server) -> Iterator[None]:
        self.frozen.add(server)
        server.process.send_signal(signal.SIGSTOP)
        try:
            yield
        finally:
            server.process.send_signal(signal.SIGCONT)
            self.frozen.discard(server)


def is_ready(server: Server) -> bool:
    assert server.alive, server.errors.read_text()[-2000:]
    with contextlib.suppress(httpx.HTTPError):
        return httpx.get(f"{server.url}/ready", timeout=5, verify=PLAIN).status_code == 200
    return False


class Patient(Player):
    """A player who plays only up to some log number."""

    most = 1_000_000

    async def act(self, link, again: float) -> None:
        if self.waiting is not None or self.latest["number"] < self.most:
            await super().act(link, again)


class Wanderer(Patient):
    """A player who connects to any process that is awake."""

    def __init__(self, house: House, person: Person, table: str, chance: random.Random) -> None:
        super().__init__(person, table, chance)
        self.house = house

    def open(self, since=None):
        self.where = self.chance.choice(self.house.awake or self.house.servers).host
        return super().open(since)


@pytest.fixture(scope="module")
def house(cluster, tmp_path_factory) -> Iterator[House]:
    made = House(tmp_path_factory.mktemp("processes"), cluster.new_database(), 3 if SOAK else 2)
    try:
        yield made.start()
    finally:
        made.end()


@pytest.fixture
def pair(house) -> House:
    """Processes that are all alive."""
    return house.start()


def seated(house: House) -> tuple[str, list[Person]]:
    """A table, and one person at each of two processes."""
    people = [Person(server) for server in house.servers[:2]]
    return new_table(people), people


async def play(players: Sequence[Player], meanwhile=None) -> None:
    """Play to the end, while something else happens."""
    up = asyncio.Event()
    up.set()
    async with asyncio.timeout(500):
        playing = [asyncio.create_task(player.play(up)) for player in players]
        try:
            if meanwhile is not None:
                await meanwhile()
            await asyncio.gather(*playing)
        finally:
            for task in playing:
                task.cancel()


def check(house: House, table: str, players: Sequence[Player]) -> None:
    """Everything that anybody saw is stored exactly once."""
    for player in players:
        player.where = house.awake[0].host
    verify_told(house.servers[0], table, players)


def verify_told(server: Server, table: str, players: Sequence[Player]) -> None:
    async def update(player: Player) -> dict:
        async with player.open(0) as link, asyncio.timeout(PATIENCE):
            while (frame := json.loads(await link.recv()))["type"] != "update":
                pass  # chat
            return frame

    told = {player: asyncio.run(update(player)) for player in players}
    verify(server, table, [*players], told.__getitem__)


async def reached(players: Sequence[Player], number: int) -> None:
    """Wait until everyone has seen a log entry."""
    while min(math.inf if player.over else player.number for player in players) < number:
        await asyncio.sleep(0.01)


# --- together ----------------------------------------------------------------------------------------------


def test_people_at_different_processes_play_chat_and_see_each_other(pair):
    table, people = seated(pair)
    assert pair.server_of(table) is pair.servers[0]
    players: list[Player] = [Player(person, table, random.Random(seat)) for seat, person in enumerate(people)]
    hosts = [(person.server.host, person.headers) for person in people]
    links = [
        open_socket(f"ws://{host}/tables/{table}/socket", additional_headers=headers, proxy=None)
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
    asyncio.run(play(players))
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
        frame = json.loads(link.recv(PATIENCE))
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
        async with asyncio.timeout(PATIENCE):
            return await asyncio.gather(
                *(move(server, frames[number % len(frames)]) for number, server in enumerate(servers))
            )

    heard = asyncio.run(move_together())
    assert heard == [{"type": "done", "id": "twice", "number": 1}] * 4
    assert len(stored_log(pair.database, table)) == 1


def test_sockets_of_a_person_are_counted_at_all_processes(pair):
    table, (person, _) = seated(pair)

    async def open_many() -> None:
        async with asyncio.timeout(PATIENCE), contextlib.AsyncExitStack() as opened:
            for number in range(Settings.sockets_per_person):
                player = Player(person, table, random.Random(0), pair.servers[number % 2].host)
                link = await opened.enter_async_context(player.open(0))
                assert json.loads(await link.recv())["type"] == "update"
                opened.callback(link.transport.abort)  # nobody reads the other updates
            last = Player(person, table, random.Random(0))
            while True:  # the processes tell each other within a moment
                async with last.open(0) as link:
                    if json.loads(await link.recv())["type"] == "refused":
                        break

    asyncio.run(open_many())


def test_what_the_host_does_is_seen_at_once_at_all_processes(pair):
    table, people = seated(pair)
    with contextlib.ExitStack() as opened:
        links = [
            opened.enter_context(
                open_socket(
                    f"ws://{person.server.host}/tables/{table}/socket",
                    additional_headers=person.headers,
                    proxy=None,
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


def test_a_killed_process_loses_nothing_and_others_have_its_tables(pair):
    table, people = seated(pair)
    players: list[Player] = [
        Wanderer(pair, person, table, random.Random(seat)) for seat, person in enumerate(people)
    ]

    async def kill() -> None:
        await reached(players, 8)
        before, server = pair.holder(table), pair.server_of(table)
        server.kill()
        nothing_was_told_too_early(server, {table: players})
        await asyncio.to_thread(pair.wait, lambda: pair.holder(table) not in (before, None))
        assert pair.server_of(table) in pair.awake

    asyncio.run(play(players, kill))
    check(pair, table, players)


def test_a_frozen_process_wakes_up_too_late(pair):
    table, people = seated(pair)
    frozen = pair.server_of(table)
    other = next(server for server in pair.servers if server is not frozen)
    players: list[Player] = [Player(person, table, random.Random(seat)) for seat, person in enumerate(people)]
    first = next(frame for player in players if (frame := asyncio.run(first_update(player)))["offers"])
    mover = players[first["seat"]]
    moves = [offer["move"] for offer in first["offers"]]

    def connected(server: Server):
        mover.where = server.host
        return open_socket(mover.uri(0), additional_headers=mover.person.headers, proxy=None)

    with connected(frozen) as late:
        late.recv(PATIENCE)
        before = pair.holder(table)
        with pair.freezing(frozen):
            late.send(json.dumps({"type": "play", "id": "late", "seen": 0, "move": moves[0]}))
            pair.wait(lambda: before not in pair.processes())
            with connected(other) as link:
                link.send(json.dumps({"type": "play", "id": "in time", "seen": 0, "move": moves[-1]}))
                done = wait_for(link, lambda frame: frame["type"] in ("done", "refused"))
            assert done == {"type": "done", "id": "in time", "number": 1}
            assert pair.server_of(table) is other
        with contextlib.suppress(ConnectionClosed):
            while True:
                assert json.loads(late.recv(PATIENCE))["type"] != "done"
    assert [row["command"].partition(":")[2] for row in stored_log(pair.database, table)] == ["in time"]
    pair.wait(lambda: len(pair.processes()) == len(pair.servers))  # under another id
    assert before not in pair.processes()
    mover.where = frozen.host
    mover.sent["in time"] = {"move": moves[-1], "seen": 0}
    asyncio.run(play(players))
    check(pair, table, players)


def test_a_restart_of_the_database_takes_nothing_from_anybody(pair, cluster):
    table, people = seated(pair)
    players: list[Player] = [Player(person, table, random.Random(seat)) for seat, person in enumerate(people)]

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
    players: list[Player] = [
        Wanderer(pair, person, table, random.Random(seat)) for seat, person in enumerate(people)
    ]

    async def cut_and_mend() -> None:
        await reached(players, 5)
        before = pair.holder(table)
        with pair.wire.being_cut():
            pair.frozen.add(cut)  # players go to the other one
            await asyncio.to_thread(pair.wait, lambda: pair.holder(table) not in (before, None))
            assert pair.server_of(table) in pair.awake
        await asyncio.to_thread(pair.wait, lambda: len(pair.processes()) == len(pair.servers))
        pair.frozen.clear()
        await asyncio.to_thread(pair.wait, lambda: is_ready(cut))

    asyncio.run(play(players, cut_and_mend))
    check(pair, table, players)


# --- one port ----------------------------------------------------------------------------------------------


class Family(Server):
    """`rooftop serve --processes 2`."""

    more = ("--processes", "2")


def test_a_rolling_restart_keeps_everybody_playing(cluster, tmp_path):
    family = Family(tmp_path, cluster.new_database(), **LIGHT)
    try:
        family.start()
        first = family.children()
        assert len(first) == 2
        people = [Person(family), Person(family)]
        table = new_table(people, bots=1)
        players = [Patient(person, table, random.Random(seat)) for seat, person in enumerate(people)]

        async def play_on(number: int) -> None:
            for player in players:
                player.most = number
            await reached(players, number)

        async def restart() -> None:
            await play_on(4)
            family.process.send_signal(signal.SIGHUP)
            while set(family.children()) & set(first):
                await asyncio.sleep(0.1)
            await play_on(8)
            second = family.children()
            os.kill(second[0], signal.SIGKILL)  # it is replaced, too
            await play_on(12)
            while second[0] in family.children() or len(family.children()) < 2:
                await asyncio.sleep(0.1)
            for player in players:
                player.most = 1000

        asyncio.run(play(players, restart))
        verify_told(family, table, players)
        family.process.send_signal(signal.SIGTERM)
        assert family.process.wait(PATIENCE) == 0
    finally:
        family.end()
    assert "Traceback" not in family.errors.read_text()


# --- long ---------------------------------------------------------------------------------------------------


@pytest.mark.skipif(not SOAK, reason="takes long; see make soak")
@pytest.mark.parametrize("number", range(-(-SOAK // 10)))
def test_games_among_dying_and_freezing_processes(house, number):
    """Ten games at a time on three processes. Six times, in the middle of some moves, one of the processes is
    killed, frozen, or cut off from the database."""
    house.start()
    chance = random.Random(f"processes {number}")
    people = [Person(server) for server in house.servers]
    tables: dict[str, list[Wanderer]] = {}
    for game in range(min(10, SOAK - 10 * number)):
        here = people[: 2 + game % 2]
        table = new_table(here)
        tables[table] = [
            Wanderer(house, person, table, random.Random(f"{number} {game} {seat}"))
            for seat, person in enumerate(here)
        ]
    players = [player for group in tables.values() for player in group]

    async def hurt(victim: Server) -> None:
        how = chance.choice(("kill", "kill", "freeze", "cut"))
        if how == "kill":
            victim.kill()
        elif how == "freeze":
            with house.freezing(victim):
                await asyncio.sleep(chance.uniform(0.5, 2 * LEASE))
        else:
            with house.wire.being_cut():
                await asyncio.sleep(chance.uniform(0.5, 2 * LEASE))
        await asyncio.to_thread(house.start)

    async def trouble() -> None:
        most = 0
        for _ in range(6):
            most += chance.randint(3, 8)
            for player in players:
                player.most = most
            await asyncio.sleep(chance.uniform(0.0, 0.3))
            await hurt(chance.choice(house.servers))
            await reached(players, most)
        for player in players:
            player.most = Patient.most

    for player in players:
        player.most = 0
    asyncio.run(play(players, trouble))
    for table, group in tables.items():
        check(house, table, group)

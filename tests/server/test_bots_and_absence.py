"""Bots at the table, and people who leave it."""

import asyncio
import os
import random
import signal
import time
from pathlib import Path

import pytest

from rooftop.bots import BOTS
from rooftop.game.match import new
from rooftop.server.auth import create
from rooftop.server.bots import BotPool
from rooftop.server.painting.jobs import Look
from rooftop.server.protocol import NewTable
from rooftop.server.store.store import Store
from rooftop.server.tables.client import Client
from rooftop.server.tables.commands import Play, Resume, Substitute
from rooftop.server.tables.live import LiveTable
from rooftop.server.tables.registry import Registry
from tests.server.clients import Server


@pytest.fixture(scope="module")
def pool():
    made = BotPool(1, 30.0, ["tower-up"])
    yield made
    stop(made)


def stop(pool: BotPool) -> None:
    pool.close()
    pool._pool.shutdown(wait=True)


@pytest.fixture
def registry(tmp_path, pool):
    store = Store(f"sqlite:///{tmp_path / 'bots.db'}")
    yield Registry(store, pool, 0.0)
    store.close()


async def seated(registry: Registry, *seats: str, at: bool = True) -> tuple[LiveTable, list[Client]]:
    """Create a table with seated people; `at` joins them."""
    people = [(await registry.store.write(create))[0] for seat in seats if not seat.startswith("bot:")]
    table_id = (await registry.create(people[0], NewTable("tower-up", len(seats), list(seats)))).table
    clients = []
    for person in people:
        seat = await registry.sit(person, table_id, "x")
        clients.append(client(person, seat))
    table = await registry.table(table_id)
    if at:
        for one in clients:
            registry.join(table, one)
    return table, clients


def client(who, seat: int) -> Client:
    async def send(frame: bytes) -> None:
        pass

    return Client(who, seat, Look("en"), send, 0)


async def play_on(table: LiveTable, people: list[Client], until: int = 10_000) -> None:
    """Play on: people choose at random, bots play by themselves."""
    chance, seats = random.Random(4), {person.seat: person for person in people}
    async with asyncio.timeout(500):
        while table.status == "playing" and table.number < until:
            actor = seats.get(table.started_match.to_act)
            if actor is None or table.chairs[actor.seat].bot:
                await asyncio.sleep(0.001)
                continue
            number = table.number
            await table.handle(
                actor, Play(f"{number}", number, chance.choice(table.started_match.moves()).notation)
            )


async def settled(table: LiveTable) -> None:
    if table.bot_task is not None:
        await asyncio.wait_for(asyncio.shield(table.bot_task), 60)


@pytest.mark.parametrize("name", sorted(BOTS))
def test_every_bot_chooses_all_its_moves_in_a_whole_game(registry, name, monkeypatch):
    own: list[bool] = []
    choose = BotPool.choose

    async def watched(self, *what):
        answer = await choose(self, *what)
        own.append(answer[1])
        return answer

    monkeypatch.setattr(BotPool, "choose", watched)

    async def play() -> None:
        table, people = await seated(registry, "me", f"bot:{name}")
        await play_on(table, people)
        assert table.status == "over"
        await settled(table)

    asyncio.run(play())
    assert len(own) > 20
    assert all(own)


def test_bots_are_ready_before_their_first_move():
    """A new worker takes seconds to start; without preparation a bot's first move would be random."""

    async def ask() -> bool:
        pool = BotPool(1, 0.5, ["tower-up"])
        try:
            await pool.prepare()
            return (await pool.choose("greedy", new("tower-up", 3, 7).position))[1]
        finally:
            stop(pool)

    assert asyncio.run(ask())


def test_a_killed_worker_is_replaced_and_the_game_continues(tmp_path):
    async def play() -> None:
        pool = BotPool(1, 30.0, ["tower-up"])
        store = Store(f"sqlite:///{tmp_path / 'killed.db'}")
        try:
            registry = Registry(store, pool, 0.0)
            table, people = await seated(registry, "me", "bot:random")
            await play_on(table, people, 12)
            await settled(table)
            (worker,) = pool._pool._processes
            os.kill(worker, signal.SIGKILL)
            await play_on(table, people, 40)
            assert table.number >= 40
            await settled(table)
            assert worker not in pool._pool._processes
        finally:
            stop(pool)
            store.close()

    asyncio.run(play())


def test_a_stuck_bot_gets_a_random_move_and_its_worker_is_replaced():
    async def play() -> bool:
        pool = BotPool(1, 0.5, ["tower-up"])
        try:
            await pool.prepare()
            pool._pool.submit(time.sleep, 600)
            position, began = new("tower-up", 3, 7).position, time.monotonic()
            action, own = await pool.choose("random", position)
            assert not own
            assert action in position.legal()
            assert time.monotonic() - began < 2
            await pool.prepare()
            return (await pool.choose("random", position))[1]
        finally:
            stop(pool)

    assert asyncio.run(play())


def test_a_slow_bot_gets_a_random_move():
    async def play() -> None:
        pool = BotPool(1, 0.001, ["tower-up"])  # no worker answers within a millisecond
        try:
            position = new("tower-up", 3, 7).position
            for _ in range(3):
                action, own = await pool.choose("greedy", position)
                assert not own
                assert action in position.legal()
        finally:
            stop(pool)

    asyncio.run(play())


def test_the_workers_of_a_killed_server_end_with_it(tmp_path):
    server = Server(tmp_path).start()
    children = Path(f"/proc/{server.process.pid}/task/{server.process.pid}/children")
    time.sleep(3)  # the worker has started
    workers = [int(worker) for worker in children.read_text().split()]
    assert workers
    server.kill()
    until = time.monotonic() + 30
    while any(Path(f"/proc/{worker}/cmdline").exists() for worker in workers):
        assert time.monotonic() < until, "a worker outlives its server"
        time.sleep(0.1)


def test_an_illegal_choice_of_a_bot_is_not_played(monkeypatch):
    async def play() -> None:
        pool = BotPool(1, 30.0, ["tower-up"])
        try:
            position = new("tower-up", 3, 7).position
            monkeypatch.setattr(position.__class__, "legal", lambda self: [-5])
            assert await pool.choose("random", position) == (-5, False)
        finally:
            stop(pool)

    asyncio.run(play())


def test_bots_stop_when_all_players_have_left_and_continue_when_one_returns(registry):
    async def play() -> None:
        table, (ann,) = await seated(registry, "me", "bot:random", "bot:random", at=False)
        await settled(table)
        watcher = client(ann.visitor, -1)
        registry.join(table, watcher)  # spectators do not count
        await settled(table)
        assert table.number == 0
        registry.join(table, ann)
        await play_on(table, [ann], 20)
        registry.leave(table, ann)
        await settled(table)
        number = table.number
        table.wake_bots()
        await asyncio.sleep(0.2)
        assert table.number == number
        registry.join(table, ann)
        await play_on(table, [ann])
        assert table.status == "over"
        await settled(table)

    asyncio.run(play())


def test_a_bot_can_play_for_an_absent_player_who_can_take_the_seat_back(registry):
    async def play() -> None:
        table, (ann, bob) = await seated(registry, "me", "open")
        await table.handle(ann, Substitute("early", 0, 1, "random"))
        assert b"is here" in ann.replies.pop()
        assert table.number == 0
        registry.leave(table, bob)
        await table.handle(ann, Substitute("own", 0, 0, "random"))
        assert b"another player" in ann.replies.pop()
        await table.handle(client(bob.visitor, -1), Substitute("watching", 0, 1, "random"))
        assert table.number == 0
        await table.handle(ann, Substitute("away", 0, 1, "random"))
        assert b'"done"' in ann.replies.pop()
        assert table.chairs[1].bot == "random"
        await play_on(table, [ann], 20)
        await settled(table)
        registry.join(table, bob)
        number = table.number
        await table.handle(bob, Play("not yet", number, "x"))
        assert b"take your seat back" in bob.replies.pop()
        await table.handle(ann, Resume("not mine", table.number))
        assert b"no bot plays for you" in ann.replies.pop()
        again = await registry.load(table.id)  # and after a restart
        assert again.chairs[1].bot == "random"
        for attempt in range(20):  # the bot may be quicker
            await table.handle(bob, Resume(f"back {attempt}", table.number))
            if table.chairs[1].bot is None:
                break
        assert table.chairs[1].bot is None
        await play_on(table, [ann, bob])
        assert table.status == "over"
        await settled(table)

    asyncio.run(play())


def test_bots_get_a_blinded_position(registry, monkeypatch):
    """The position differs from the real one, but not for the seat."""
    given: list[tuple[int, bytes, bytes]] = []

    async def play() -> None:
        table, people = await seated(registry, "me", "bot:random")

        async def chosen(name, position):
            match = table.started_match
            given.append((match.to_act, position.rows.tobytes(), match.position.rows.tobytes()))
            assert position.view(match.to_act) == match.view(match.to_act)
            assert position.legal() == match.legal()
            return position.legal()[0], True

        monkeypatch.setattr(registry.bots, "choose", chosen)
        await play_on(table, people, 20)
        await settled(table)

    asyncio.run(play())
    assert given
    assert all(blinded != real for _, blinded, real in given)

"""Bots at the table, and people who leave it."""

import asyncio
import gc
import os
import random
import signal

import pytest

from rooftop.arena.review.judging import Judgement, Question, Weighed
from rooftop.bots.network.weights import file_of
from rooftop.game.agreed import agreed
from rooftop.game.match import new
from rooftop.game.title import title
from rooftop.server import bot_worker, bots, lifespan, worker_process
from rooftop.server.auth import create
from rooftop.server.bot_worker import (
    DecisionReply,
    DecisionRequest,
    HintReply,
    HintRequest,
    JudgeReply,
    JudgeRequest,
)
from rooftop.server.bots import BotPool, Standing, time_for
from rooftop.server.metrics import DECISIONS_REMADE, RANDOM_MOVES, WORKERS_REPLACED
from rooftop.server.painting.jobs import Look
from rooftop.server.protocol import NewTable
from rooftop.server.store import schema
from rooftop.server.store.store import Store
from rooftop.server.system import System
from rooftop.server.tables import gathering
from rooftop.server.tables.client import Client
from rooftop.server.tables.commands import ChangeLevel, Play, Resume, Substitute
from rooftop.server.tables.live import LiveTable
from rooftop.server.tables.lobby import Lobby
from rooftop.server.tables.registry import Registry
from rooftop.server.worker_process import WorkerError, WorkerProcess
from tests.server.clients import Person, Player, Server, new_table, replayed, stored_log
from tests.waiting import LIMIT, eventually

SOAK = bool(os.environ.get("ROOFTOP_SOAK"))
POSITION = new("tower-up", 3, 7).position
JUDGEMENT = Judgement(0, 0, Weighed("take 1", 0.25), (Weighed("take 2", 0.5), Weighed("take 1", 0.25)))


@pytest.fixture(autouse=True)
def patience(monkeypatch):
    """Do not mistake a worker on a busy machine for a stuck one."""
    monkeypatch.setattr(bots, "GRACE", LIMIT)


@pytest.fixture
def registry(database):
    store = Store(database)
    yield Registry(store, BotPool(1, ["tower-up"]), 0.0)
    store.close()


def run(registry: Registry, play) -> None:
    async def whole() -> None:
        try:
            await play()
        finally:
            await end(registry.bots)

    asyncio.run(whole())


async def end(pool: BotPool) -> None:
    pool.close()
    await quiet()  # the event loop closes the sockets


async def quiet() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


class Slow(BotPool):
    """Bots that think until they are told to stop, and record their questions."""

    def __init__(self) -> None:
        super().__init__(1, ["tower-up"])
        self.asked: list[str] = []
        self.answer = asyncio.Event()

    async def choose(self, table, name, position, record=()):
        self.asked.append(name)
        await self.answer.wait()
        return position.legal()[0], True


def quick() -> Slow:
    """Bots that do not think."""
    made = Slow()
    made.answer.set()
    return made


async def seated(registry: Registry, *seats: str, at: bool = True) -> tuple[LiveTable, list[Client]]:
    """Create a table with seated people; `at` joins them."""
    people = [(await registry.store.write(create))[0] for seat in seats if not seat.startswith("bot:")]
    table_id = (await registry.create(people[0], NewTable("tower-up", len(seats), list(seats)))).table
    clients = []
    for person in people:
        seat = await registry.sit(person, table_id, "x")
        clients.append(client(person, seat))
    await gathering.start(registry, people[0], table_id)
    table = await registry.table(table_id)
    if at:
        for one in clients:
            registry.join(table, one)
    return table, clients


def minutes_pass(registry: Registry) -> None:
    """Let the grace time of everyone who is away expire."""
    now = registry.now
    registry.now = lambda: now() + 600


def client(who, seat: int) -> Client:
    async def send(frame: bytes) -> None:
        pass

    return Client(who, seat, Look("en"), send, 0)


async def play_on(table: LiveTable, people: list[Client], until: int = 10_000) -> None:
    """Continue to play: people choose at random, bots play by themselves."""
    chance, seats = random.Random(4), {person.seat: person for person in people}
    async with asyncio.timeout(10 * LIMIT):
        while table.status == "playing" and table.number < until:
            actor, number = seats.get(table.started_match.to_act), table.number
            if actor is None or table.chairs[actor.seat].bot:
                await moved(table, number)
                continue
            await table.handle(
                actor, Play(f"{number}", number, chance.choice(table.started_match.moves()).notation)
            )


async def moved(table: LiveTable, number: int) -> None:
    """Wait until there is another log entry."""
    await eventually(lambda: table.number != number)


async def settled(table: LiveTable) -> None:
    if table.bot_task is not None:
        await asyncio.wait_for(asyncio.shield(table.bot_task), 60)


def counted(counter) -> float:
    (family,) = counter.collect()
    return sum(sample.value for sample in family.samples if sample.name.endswith("_total"))


@pytest.mark.parametrize("name", ["novice", "builder"] if SOAK else ["novice"])  # the browser holds all seats
def test_a_bot_chooses_all_its_moves_in_a_whole_game_although_its_worker_dies_and_is_stuck(
    registry, name, monkeypatch
):
    """It repeats its decision. Nobody else, and no random choice, decides for it."""
    own: list[bool] = []
    limits: list[float] = []  # until the next question to a worker
    choose, ask, pool = BotPool.choose, WorkerProcess.ask, registry.bots
    before = [counted(counter) for counter in (DECISIONS_REMADE, WORKERS_REPLACED, RANDOM_MOVES)]

    async def watched(self, *what):
        answer = await choose(self, *what)
        own.append(answer[1])
        return answer

    async def limited(self, message, seconds):
        return await ask(self, message, limits.pop() if limits else LIMIT)

    monkeypatch.setattr(BotPool, "choose", watched)
    monkeypatch.setattr(WorkerProcess, "ask", limited)

    async def play() -> None:
        table, (ann,) = await seated(registry, "me", f"bot:{name}")
        await pool.prepare()
        for how in ("it dies", "it is stuck"):
            await until_turn_of(table, ann)
            worker, number = process_of(pool), table.number
            os.kill(worker, signal.SIGSTOP)  # it never stops thinking
            if how == "it is stuck":
                limits.append(0.1)
            await until_asked(table, ann, lambda: len(pool._busy))
            if how == "it dies":
                os.kill(worker, signal.SIGKILL)
            await play_on(table, [ann], table.number + 2)
            assert process_of(pool) != worker
            await eventually(lambda: Server.is_gone(worker))  # noqa: B023
            assert table.number > number
        await play_on(table, [ann])
        assert table.status == "over"
        await settled(table)

    run(registry, play)
    assert len(own) > 8
    assert all(own)
    after = [counted(counter) for counter in (DECISIONS_REMADE, WORKERS_REPLACED, RANDOM_MOVES)]
    assert [late - early for late, early in zip(after, before, strict=True)] == [2, 2, 0]


def test_bots_of_earlier_versions_still_play_at_stored_tables(registry):
    async def play() -> None:
        table, (ann,) = await seated(registry, "me", "bot:novice", "bot:novice", at=False)
        for seat, name in ((1, "random"), (2, "greedy")):
            row = schema.seat.update().where(schema.seat.c.table_id == table.id, schema.seat.c.seat == seat)
            await registry.store.write(lambda connection: connection.execute(row.values(bot=name)))  # noqa: B023
        await registry.reload(table)
        assert [chair.bot for chair in table.chairs] == [None, "random", "greedy"]
        registry.join(table, ann)
        await play_on(table, [ann], 20)
        assert {entry.seat for entry in table.state.log} == {0, 1, 2}
        registry.leave(table, ann)
        await settled(table)

    run(registry, play)


# --- workers -----------------------------------------------------------------------------------------------


def asked(pool: BotPool, name: str = "novice", table: str = "a table") -> "asyncio.Task[tuple[int, bool]]":
    return asyncio.create_task(pool.choose(table, name, POSITION))


def process_of(pool: BotPool, number: int = 0) -> int:
    process = pool._workers[number].process
    assert process is not None
    return process.pid or 0


def with_pool(work, processes: int = 1) -> None:
    async def run() -> None:
        pool = BotPool(processes, ["tower-up"])
        try:
            await pool.prepare()
            await work(pool)
        finally:
            await end(pool)

    asyncio.run(run())


def test_dead_workers_are_replaced_and_a_closed_pool_makes_no_decisions():
    """A stopping server must not play at random."""

    async def play(pool: BotPool) -> None:
        worker = process_of(pool)
        os.kill(worker, signal.SIGSTOP)
        decisions = [asked(pool, table=f"{number}") for number in range(5)]
        await eventually(lambda: pool._busy and len(pool._line) == 4)  # they wait for this worker
        os.kill(worker, signal.SIGKILL)
        assert all(own for _, own in await asyncio.gather(*decisions))
        again = process_of(pool)
        assert again != worker
        os.kill(again, signal.SIGKILL)  # while it is idle
        await eventually(lambda: not pool._workers[0].is_ready)
        assert (await asked(pool))[1]
        assert process_of(pool) != again
        os.kill(process_of(pool), signal.SIGSTOP)
        decisions = [asked(pool, table=table) for table in "ab"]
        await eventually(lambda: pool._busy)
        pool.close()
        for decision in decisions:
            with pytest.raises(WorkerError):
                await decision

    with_pool(play)


def test_a_bot_that_fails_twice_is_replaced_by_greedy_and_at_last_by_chance(monkeypatch, caplog):
    failing: set[str] = {"novice"}
    deciders: list[str] = []

    async def decide(self, decision: DecisionRequest, again: bool) -> DecisionReply:
        deciders.append(decision.bot)
        if decision.bot in failing:
            return DecisionReply(why="Traceback")
        return DecisionReply(POSITION.legal()[0])

    monkeypatch.setattr(BotPool, "_decide", decide)

    async def play() -> None:
        pool = BotPool(1, ["tower-up"])
        assert await pool.choose("a", "novice", POSITION) == (POSITION.legal()[0], False)
        assert deciders == ["novice", "novice", "greedy"]
        failing.add("greedy")
        action, own = await pool.choose("a", "novice", POSITION)
        assert not own
        assert action in POSITION.legal()
        assert "Traceback" in caplog.text

    asyncio.run(play())


def test_a_master_plays_for_a_grandmaster_whose_network_cannot_be_read(monkeypatch, tmp_path, caplog):
    """The log reports the problem with the file. Once it is fixed, the grandmaster plays again."""
    shipped = file_of("tower-up")
    monkeypatch.setenv("ROOFTOP_NETWORKS", str(tmp_path))
    file = tmp_path / "tower-up.npz"
    deciders: list[str] = []
    decide = BotPool._decide

    async def observed(self, decision: DecisionRequest, again: bool) -> DecisionReply:
        deciders.append(decision.bot)
        return await decide(self, decision, again)

    monkeypatch.setattr(BotPool, "_decide", observed)

    async def play(pool: BotPool) -> None:
        for body, why in (
            (None, "there is no network for Tower Up"),
            (b"damaged", "tower-up.npz: not a file of weights; expected arrays of NumPy (.npz)"),
        ):
            if body:
                file.write_bytes(body)
            deciders.clear()
            caplog.clear()
            lifespan._check_network(title("tower-up"))  # a server tells its host at startup
            assert "Tower Up: masters play for grandmasters: " in caplog.text
            action, own = await pool.choose("a", "grandmaster", POSITION)
            assert action in POSITION.legal()
            assert not own
            assert deciders == ["grandmaster", "grandmaster", "master"]
            assert caplog.text.count(why) == 3
            assert "Traceback" not in caplog.text
        file.write_bytes(shipped.read_bytes())
        assert (await pool.choose("a", "grandmaster", POSITION))[1]

    with_pool(play)


def test_an_illegal_choice_is_not_played(monkeypatch):
    async def decide(self, decision: DecisionRequest, again: bool) -> DecisionReply:
        return DecisionReply(-7)

    monkeypatch.setattr(BotPool, "_decide", decide)

    async def play() -> None:
        action, own = await BotPool(1, ["tower-up"]).choose("a", "novice", POSITION)
        assert not own
        assert action in POSITION.legal()

    asyncio.run(play())


def test_a_pool_without_processes_starts_one_for_the_first_decision_only():
    async def start() -> None:
        pool = BotPool(0, ["tower-up"])
        await pool.prepare()
        (worker,) = pool._workers
        assert worker.process is None
        decision = asked(pool)
        await eventually(lambda: worker.process)
        pool.close()
        with pytest.raises(WorkerError):
            await decision
        await quiet()

    asyncio.run(start())


@pytest.mark.parametrize("moment", ["at once", "while the process starts", "before it is ready"])
def test_a_worker_closed_while_it_starts_leaves_nothing_open(moment):
    """Whatever it was waiting for during startup. A pipe left open fails the test with a resource warning."""

    async def start() -> None:
        pool = BotPool(1, ["tower-up"])
        worker = pool._workers[0]
        opening = asyncio.create_task(worker.open())
        if moment != "at once":
            await asyncio.sleep(0)
        while moment == "before it is ready" and worker.process is None:
            await asyncio.sleep(0)
        pool.close()
        with pytest.raises(WorkerError):
            await opening
        assert worker.process is None

    asyncio.run(start())
    gc.collect()


def test_a_worker_closed_at_the_moment_when_it_is_ready_is_not_used():
    async def start() -> None:
        (worker,) = BotPool(1, ["tower-up"])._workers
        line = worker._answers = worker_process._Answers()

        def get_ready() -> None:
            line.ready.set_result(b"")
            worker.close()

        opening = asyncio.create_task(worker.open())
        await asyncio.sleep(0)
        get_ready()
        with pytest.raises(WorkerError, match="it is closed"):
            await opening

    asyncio.run(start())


def test_a_forced_move_needs_no_worker(monkeypatch):
    monkeypatch.setattr(type(POSITION), "legal", lambda self: [5])

    async def play() -> None:
        assert await BotPool(1, ["tower-up"]).choose("a", "master", POSITION) == (5, True)

    asyncio.run(play())


class Scripted(BotPool):
    """Workers that answer on command."""

    def __init__(self, processes: int) -> None:
        super().__init__(processes, ["tower-up"])
        self.asked: list[DecisionRequest] = []
        self.answers: dict[str, asyncio.Event] = {}
        self.by: list[int] = []
        self.works: list[str] = []  # tables, or kinds of work

    async def _open(self, worker) -> None:
        del self._starting[worker]
        self._idle.append(worker)
        self._hand_out()

    async def _ask(self, worker, message: bytes, seconds: float) -> bytes:
        wanted = bot_worker.decode_work(message)
        table = wanted.table if isinstance(wanted, DecisionRequest) else type(wanted).__name__
        if isinstance(wanted, DecisionRequest):
            self.asked.append(wanted)
        self.works.append(table)
        self.by.append(self._workers.index(worker))
        try:
            await self.answers.setdefault(table, asyncio.Event()).wait()
            if isinstance(wanted, HintRequest):
                return bot_worker.encode(HintReply([(POSITION.legal()[0], 0.5)]))
            return bot_worker.encode(
                JudgeReply(JUDGEMENT)
                if isinstance(wanted, JudgeRequest)
                else DecisionReply(POSITION.legal()[0])
            )
        finally:
            self._give_back(worker)

    async def answered(self, table: str) -> None:
        self.answers.pop(table).set()
        await quiet()

    @property
    def tables(self) -> list[str]:
        return [decision.table for decision in self.asked]


@pytest.fixture
def always_ready(monkeypatch):
    monkeypatch.setattr(WorkerProcess, "is_ready", property(lambda self: True))


def test_decisions_are_made_in_the_order_of_asking_so_that_no_table_starves(always_ready):
    async def play() -> None:
        pool = Scripted(1)
        first, other = asked(pool, table="four masters"), asked(pool, table="other")
        await quiet()
        assert pool.tables == ["four masters"]
        await pool.answered("four masters")
        await first
        again = asked(pool, table="four masters")  # its next bot
        await quiet()
        assert pool.tables == ["four masters", "other"]
        await pool.answered("other")
        await pool.answered("four masters")
        await asyncio.gather(other, again)
        assert pool.tables == ["four masters", "other", "four masters"]

    asyncio.run(play())


def test_owners_take_turns_however_many_tables_they_have(always_ready):
    async def play() -> None:
        pool = Scripted(1)
        pool.standing = lambda table: Standing(table[0], True)
        decisions = [asked(pool, table=table) for table in ("a1", "a2", "a3", "a4", "b1")]
        for turn in range(5):
            await quiet()
            if turn == 2:
                decisions.append(asked(pool, table="c1"))
            await pool.answered(pool.tables[-1])
        await quiet()
        await pool.answered(pool.tables[-1])
        await asyncio.gather(*decisions)
        assert pool.tables == ["a1", "b1", "a2", "c1", "a3", "a4"]

    asyncio.run(play())


def test_addresses_take_turns_however_many_people_they_have(always_ready, monkeypatch):
    monkeypatch.setattr(System, "monotonic", lambda _: 1000.0)

    async def play() -> None:
        pool = Scripted(1)
        pool.standing = lambda table: Standing(table, True, "many" if table[0] == "a" else "")
        decisions = [asked(pool, "master", table) for table in ("a1", "a2", "a3", "a4", "b", "c")]
        for _ in decisions:
            await quiet()
            await pool.answered(pool.tables[-1])
        await asyncio.gather(*decisions)
        assert pool.tables == ["a1", "b", "c", "a2", "a3", "a4"]
        thought = {one.table: one.seconds for one in pool.asked}
        assert thought["b"] == 4.0 / 3  # two others are served before its next turn
        assert thought["a1"] == 4.0 / 6

    asyncio.run(play())


def test_tables_that_nobody_looks_at_come_last_and_leave_a_worker_free(always_ready, monkeypatch):
    monkeypatch.setattr(System, "monotonic", lambda _: 1000.0)

    async def play() -> None:
        pool, watched = Scripted(2), {"seen"}
        pool.standing = lambda table: Standing(table, table in watched)
        alone = [asked(pool, "master", f"{k}") for k in range(3)]
        await quiet()
        assert pool.tables == ["0"]  # the other worker is for newcomers
        seen = asked(pool, "master", "seen")
        await quiet()
        assert pool.tables == ["0", "seen"]
        assert [decision.seconds for decision in pool.asked] == [1.0, 4.0]  # whatever waits unseen
        await pool.answered("0")
        assert pool.tables == ["0", "seen"]  # one worker stays free
        watched.add("2")  # somebody opens the table
        await pool.answered("seen")
        assert pool.tables == ["0", "seen", "2"]
        await pool.answered("2")
        await pool.answered("1")
        await asyncio.gather(seen, *alone)
        assert pool.tables == ["0", "seen", "2", "1"]
        one = Scripted(1)
        one.standing = pool.standing
        both = [asked(one, table=table) for table in ("unseen", "also unseen")]
        for table in ("unseen", "also unseen"):
            await quiet()
            await one.answered(table)
        await asyncio.gather(*both)

    asyncio.run(play())


def test_a_table_is_looked_at_while_somebody_has_it_open(registry):
    async def play() -> None:
        table, (ann, *_) = await seated(registry, "me", "bot:novice")
        assert registry.bots.standing(table.id) == (ann.visitor.id, True, "")
        for client in list(table.clients):
            registry.leave(table, client)
        lobby = Lobby(registry)
        lobby.remember("2001:db8::1", table.id)
        assert registry.bots.standing(table.id) == (ann.visitor.id, False, "2001:db8::/48")
        assert registry.bots.standing("a lesson") == ("a lesson", True, "")

    asyncio.run(play())


def test_reviews_wait_until_nobody_else_needs_a_worker(always_ready):
    async def play() -> None:
        pool = Scripted(2)
        question = Question(0, POSITION.rows.tobytes(), POSITION.legal()[0], None, 1)

        def judged() -> asyncio.Task[Judgement]:
            return asyncio.create_task(pool.judge("review", agreed(POSITION.game), question))

        table = asked(pool, table="a")
        await quiet()
        reviews = [judged(), judged()]
        await quiet()
        assert pool.works == ["a"]  # although a worker is free
        await pool.answered("a")
        await table
        await quiet()
        assert pool.works == ["a", "JudgeRequest"]  # one at a time
        table, hint = asked(pool, table="b"), asyncio.create_task(pool.hint("c", POSITION))
        await quiet()
        assert pool.works == ["a", "JudgeRequest", "b"]  # the other worker
        await pool.answered("JudgeRequest")
        assert pool.works == ["a", "JudgeRequest", "b", "HintRequest"]  # a hint comes before reviews
        await pool.answered("b")
        assert pool.works[-1] == "HintRequest"
        await pool.answered("HintRequest")
        assert pool.works[-1] == "JudgeRequest"
        await pool.answered("JudgeRequest")
        assert await asyncio.gather(*reviews) == [JUDGEMENT, JUDGEMENT]
        assert await hint == [(POSITION.legal()[0], 0.5)]
        await table
        reviews = [judged()]
        await quiet()
        reviews[0].cancel()  # its table is unloaded
        await pool.answered("JudgeRequest")
        pool.close()
        with pytest.raises(WorkerError):
            await judged()

    asyncio.run(play())


def test_a_table_goes_to_the_worker_that_knows_it_if_that_one_is_free(always_ready):
    async def play() -> None:
        pool = Scripted(2)
        both = [asked(pool, table=table) for table in "ab"]
        await quiet()
        for table in "ba":
            await pool.answered(table)
        await asyncio.gather(*both)
        for table in "abba":
            decision = asked(pool, table=table)
            await quiet()
            await pool.answered(table)
            await decision
        assert pool.by == [0, 1, 0, 1, 1, 0]
        busy = asked(pool, table="b")
        await quiet()
        pool.answers["x"] = pool.answers.pop("b")
        elsewhere = asked(pool, table="b")
        await quiet()
        assert pool.by[-2:] == [1, 0]
        pool.answers["x"].set()
        await pool.answered("b")
        await asyncio.gather(busy, elsewhere)

    asyncio.run(play())


def test_a_decision_uses_several_cores_only_if_they_are_free(always_ready, monkeypatch):
    async def play() -> None:
        pool = Scripted(2)
        monkeypatch.setattr(bots, "has_free_cores", lambda: True)
        monkeypatch.setattr(bots, "processors", lambda: 8)
        tasks = [asked(pool, "master", "a")]
        await quiet()
        tasks += [asked(pool, "master", table) for table in "bc"]
        await quiet()
        for table in "abc":
            await pool.answered(table)
        tasks.append(asked(pool, "novice", "d"))  # fast on one core
        await quiet()
        await pool.answered("d")
        monkeypatch.setattr(bots, "has_free_cores", lambda: False)
        tasks.append(asked(pool, "master", "e"))
        await quiet()
        await pool.answered("e")
        await asyncio.gather(*tasks)
        threads = {decision.table: decision.threads for decision in pool.asked}
        assert threads == {"a": 2, "b": 1, "c": 1, "d": 1, "e": 1}

    asyncio.run(play())


def test_waiting_decisions_share_their_time_so_that_nobody_waits_for_long():
    waited, last = 0.0, 0.0
    for waiting in range(9, -1, -1):  # ten simultaneous decisions, one worker
        took = time_for(2.0, waited, waiting, 1)
        assert took == pytest.approx(0.2)
        waited += took
    assert waited == pytest.approx(2.0)
    assert time_for(2.0, 0.0, 0, 1) == 2.0
    assert time_for(2.0, 0.0, 2, 2) == 1.0
    last = time_for(2.0, 60.0, 500, 1)  # however many are waiting
    assert 0 < last < 0.1


def test_a_decision_that_nobody_needs_any_more_leaves_the_queue(always_ready):
    async def play() -> None:
        pool = Scripted(1)
        first, second, third = (asked(pool, table=table) for table in "abc")
        await quiet()
        second.cancel()
        first.cancel()  # its worker is busy until it answers
        await quiet()
        assert pool.tables == ["a"]
        await pool.answered("a")
        assert pool.tables == ["a", "c"]
        await pool.answered("c")
        assert (await third)[1]

    asyncio.run(play())


def test_a_worker_keeps_the_bots_that_thought_last(monkeypatch):
    made: list[str] = []

    class Counted:
        def choose(self, position, record=()):
            return position.legal()[0]

    def make(name: str, seed: int) -> Counted:
        made.append(name)
        return Counted()

    monkeypatch.setattr(bot_worker, "bot", make)
    monkeypatch.setattr(bot_worker, "_kept", bot_worker._kept.__class__())
    setup = agreed(POSITION.game)

    def think(table: str, seat: int = 0, name: str = "master") -> None:
        decision = DecisionRequest(name, table, seat, setup, POSITION.rows.tobytes(), [], 1, 1.0, 1)
        assert bot_worker.think(decision).action == POSITION.legal()[0]

    think("a")
    think("a")
    assert len(made) == 1
    think("a", 1)
    think("a", 0, "novice")  # another level
    assert len(made) == 3
    for number in range(bot_worker.KEPT):
        think(f"{number}")
    assert len(bot_worker._kept) == bot_worker.KEPT
    think("a", 0, "novice")  # unloaded in between
    assert len(made) == 4 + bot_worker.KEPT


def test_a_bug_in_a_bot_is_reported_and_not_fatal():
    decision = DecisionRequest("novice", "a", 0, agreed(POSITION.game), b"too short", [], 1, 1.0, 1)
    choice = bot_worker.think(decision)
    assert choice.action == -1
    assert "Traceback" in choice.why


# --- at the table ------------------------------------------------------------------------------------------


def test_bots_stop_when_all_players_have_left_and_continue_when_one_returns(registry):
    async def play() -> None:
        registry.bots = quick()
        table, (ann,) = await seated(registry, "me", "bot:novice", "bot:novice", at=False)
        await settled(table)
        watcher = client(ann.visitor, -1)
        registry.join(table, watcher)  # spectators do not count
        await settled(table)
        assert table.number == 0
        registry.join(table, ann)
        registry.bots.answer.clear()
        await until_asked(table, ann, lambda: registry.bots.asked)
        number = table.number
        registry.leave(table, ann)
        registry.bots.answer.set()
        await settled(table)
        table.wake_bots()
        await settled(table)
        assert table.number == number
        registry.join(table, ann)
        await play_on(table, [ann], number + 10)
        assert {entry.seat for entry in table.state.log} == {0, 1, 2}

    run(registry, play)


def test_a_bot_can_play_for_an_absent_player_who_can_take_the_seat_back(registry):
    async def play() -> None:
        registry.bots = quick()
        table, (ann, bob) = await seated(registry, "me", "open")
        await table.handle(ann, Substitute("early", 0, 1))
        assert b"is here" in ann.replies.pop()
        assert table.number == 0
        registry.leave(table, bob)
        minutes_pass(registry)
        await table.handle(ann, Substitute("own", 0, 0))
        assert b"another player" in ann.replies.pop()
        await table.handle(client(bob.visitor, -1), Substitute("watching", 0, 1))
        assert table.number == 0
        await table.handle(ann, Substitute("away", 0, 1))
        assert b'"done"' in ann.replies.pop()
        assert table.chairs[1].bot == "builder"
        await play_on(table, [ann], 20)
        await settled(table)
        registry.join(table, bob)
        number = table.number
        await table.handle(bob, Play("not yet", number, "x"))
        assert b"take your seat back" in bob.replies.pop()
        await table.handle(ann, Resume("not mine", table.number))
        assert b"no bot plays for you" in ann.replies.pop()
        again = await registry.load(table.id)  # and after a restart
        assert again.chairs[1].bot == "builder"
        await table.handle(bob, Resume("back", 0))  # at any time, whatever the bot has played in between
        assert table.chairs[1].bot is None
        number = table.number
        await play_on(table, [ann, bob], number + 10)
        assert {entry.seat for entry in table.state.log[number:]} == {0, 1}

    run(registry, play)


def test_bots_get_a_blinded_position(registry, monkeypatch):
    """The position differs from the real one, but the seat cannot tell."""
    given: list[tuple[int, bytes, bytes]] = []

    async def play() -> None:
        table, people = await seated(registry, "me", "bot:novice")

        async def chosen(where, name, position, record):
            assert where == table.id
            match = table.started_match
            given.append((match.to_act, position.rows.tobytes(), match.position.rows.tobytes()))
            assert position.view(match.to_act) == match.view(match.to_act)
            assert position.legal() == match.legal()
            assert record == match.known_actions(match.to_act)
            return position.legal()[0], True

        monkeypatch.setattr(registry.bots, "choose", chosen)
        await play_on(table, people, 20)
        await settled(table)

    run(registry, play)
    assert given
    assert all(blinded != real for _, blinded, real in given)


# --- changing the level ------------------------------------------------------------------------------------


def test_the_level_of_a_bot_can_be_changed_in_a_practice_game(registry):
    async def play() -> None:
        registry.bots = slow = quick()
        table, (ann,) = await seated(registry, "me", "bot:novice", "bot:builder")
        await play_on(table, [ann], 10)
        await until_turn_of(table, ann)
        await table.handle(ann, ChangeLevel("stronger", table.number, 1, "master"))
        assert b'"done"' in ann.replies.pop()
        assert [chair.bot for chair in table.chairs] == [None, "master", "builder"]
        entry = table.state.log[-1]
        assert (entry.kind, entry.seat, entry.text) == ("level", 1, "master")
        again = await registry.load(table.id)  # after a restart
        assert [chair.bot for chair in again.chairs] == [None, "master", "builder"]
        slow.asked.clear()
        await play_on(table, [ann])
        await settled(table)
        assert set(slow.asked) == {"master", "builder"}
        finished = await registry.finished(table.id)
        assert [chair.bot for chair in finished.chairs] == [None, "master", "builder"]

    run(registry, play)


async def until_turn_of(table: LiveTable, person: Client) -> None:
    await eventually(lambda: table.started_match.to_act == person.seat)


@pytest.mark.parametrize(
    ("command", "why"),
    [
        (ChangeLevel("a", 0, 0, "master"), b"choose the seat of a bot"),
        (ChangeLevel("a", 0, 3, "master"), b"choose the seat of a bot"),
        (ChangeLevel("a", 0, 1, "novice"), b"this bot plays at this level already"),
        (ChangeLevel("a", 0, 1, "greedy"), b"the level of a bot must be one of"),
        (ChangeLevel("a", 0, 1, "master:simulations=9"), b"the level of a bot must be one of"),
        (ChangeLevel("a", 5, 1, "master"), b"the table has changed"),
    ],
)
def test_a_wrong_change_of_level_is_refused(registry, command, why):
    async def play() -> None:
        registry.bots = Slow()
        table, (ann,) = await seated(registry, "me", "bot:novice")
        await table.handle(ann, command)
        assert why in ann.replies.pop()
        await table.handle(client(ann.visitor, -1), ChangeLevel("b", 0, 1, "master"))
        assert table.number == 0

    run(registry, play)


def test_the_level_cannot_be_changed_in_a_game_of_several_people(registry):
    """Not even while a bot stands in for one of them."""

    async def play() -> None:
        registry.bots = Slow()
        table, (ann, bob) = await seated(registry, "me", "open", "bot:novice")
        await table.handle(ann, ChangeLevel("a", 0, 2, "master"))
        assert b"only in games of one person against bots" in ann.replies.pop()
        registry.leave(table, bob)
        minutes_pass(registry)
        await table.handle(ann, Substitute("away", 0, 1))
        assert b'"done"' in ann.replies.pop()
        await table.handle(ann, ChangeLevel("b", 1, 1, "master"))
        assert b"only in games of one person against bots" in ann.replies.pop()
        assert [chair.bot for chair in table.chairs] == [None, "builder", "novice"]

    run(registry, play)


def test_a_thinking_bot_decides_anew_at_its_new_level(registry):
    async def play() -> None:
        registry.bots = slow = Slow()
        table, (ann,) = await seated(registry, "me", "bot:novice")
        await until_asked(table, ann, lambda: slow.asked)
        number = table.number
        await table.handle(ann, ChangeLevel("stronger", number, 1, "master"))
        assert b'"done"' in ann.replies.pop()
        await eventually(lambda: len(slow.asked) > 1)
        assert slow.asked == ["novice", "master"]
        assert table.number == number + 1
        slow.answer.set()
        await moved(table, number + 1)
        assert table.state.log[number + 1].seat == 1
        assert slow.asked[:2] == ["novice", "master"]
        assert "novice" not in slow.asked[2:]

    run(registry, play)


def test_a_late_answer_is_dropped_when_the_person_takes_the_seat_back(registry):
    async def play() -> None:
        registry.bots = slow = Slow()
        table, (ann, bob) = await seated(registry, "me", "open")
        registry.leave(table, bob)
        minutes_pass(registry)
        await table.handle(ann, Substitute("away", 0, 1))
        await until_asked(table, ann, lambda: slow.asked)
        registry.join(table, bob)
        number = table.number
        await table.handle(bob, Resume("back", number))
        slow.answer.set()
        await settled(table)
        assert table.number == number + 1
        assert table.started_match.to_act == bob.seat

    run(registry, play)


async def until_asked(table: LiveTable, person: Client, is_asked) -> None:
    """Play until a bot thinks."""
    while not is_asked():
        if table.started_match.to_act == person.seat:
            await play_on(table, [person], table.number + 1)
        await asyncio.sleep(0)


def test_a_late_answer_is_dropped_when_everybody_has_left(registry):
    async def play() -> None:
        registry.bots = slow = Slow()
        table, (ann,) = await seated(registry, "me", "bot:novice")
        await until_asked(table, ann, lambda: slow.asked)
        number = table.number
        registry.leave(table, ann)
        slow.answer.set()
        await settled(table)
        assert table.number == number
        registry.join(table, ann)
        await moved(table, number)

    run(registry, play)


def test_a_change_of_level_is_replayed_by_another_process(running):
    """Over the wire, with the log as sent to the page."""

    async def play() -> None:
        ann = Person(running)
        table = new_table([ann], bots=1)
        player = Player(ann, table, random.Random(3))
        async with asyncio.timeout(LIMIT), player.open() as link:
            for name in ("master", "novice"):
                while not player.latest["offers"]:
                    player.hear(await link.recv())
                command = {"type": "level", "id": name, "seen": player.number, "seat": 1, "bot": name}
                await player.say(link, command)
                while name not in player.done or player.latest["seats"][1]["bot"] != name:
                    player.hear(await link.recv())
                assert any(shown.startswith(f"1 level {name}") for shown in player.seen.values())
        async with asyncio.timeout(LIMIT), player.open(0) as link:
            frame = player.hear(await link.recv())
            assert frame["seats"][1]["bot"] == "novice"
            assert [entry["kind"] for entry in frame["log"]].count("level") == 2
        rows = stored_log(running.database, table)
        assert replayed(running.database, table).position.hash() == rows[-1]["hash"]

    asyncio.run(play())

"""Bots think in worker processes. They always move: a worker that dies or hangs is replaced, and its decision
made again."""

from __future__ import annotations

import asyncio
import logging
import os
from collections import Counter, OrderedDict
from collections.abc import Callable, Sequence
from typing import NamedTuple

import msgspec

from rooftop.arena.review.judging import Judgement, Question
from rooftop.bots.levels import LEVELS
from rooftop.game.agreed import Agreed, agreed
from rooftop.game.position import Position
from rooftop.game.title import AnyTitle, title_ids
from rooftop.server import bot_worker
from rooftop.server.bot_worker import (
    DecisionReply,
    DecisionRequest,
    HintReply,
    HintRequest,
    JudgeReply,
    JudgeRequest,
)
from rooftop.server.metrics import BOT_SECONDS, DECISIONS_REMADE, RANDOM_MOVES
from rooftop.server.settings import processors
from rooftop.server.system import System
from rooftop.server.worker_process import WorkerError, WorkerProcess

log = logging.getLogger("rooftop")

GRACE = 5.0  # seconds; a worker this late is stuck
OTHER_SECONDS = 1.0  # for bots without a level, at tables of earlier versions
LEAST_SECONDS = 0.05  # for a decision, however many wait
LONG_SECONDS = 2.0  # the cap from which a level may use several cores; quicker levels are fast on one
UNWATCHED_SECONDS = 1.0  # the cap of decisions that nobody watches
FALLBACK = "greedy"  # decides if a bot has failed twice
WITHOUT_NETWORK = "master"  # decides if a bot with a network has failed twice
TABLES = 1024  # whose last worker is remembered
OWNERS = 1024  # and addresses, whose last turn is remembered
HINT_SECONDS = 1.5  # for a hint
HINT_SHARE = 0.5  # of the simulations of the title's master
JUDGING_SECONDS = 60.0  # enough for a judgement, even on a busy machine
ATTEMPTS = 2

encode = msgspec.msgpack.Encoder().encode
decode_choice = msgspec.msgpack.Decoder(DecisionReply).decode
decode_hinted = msgspec.msgpack.Decoder(HintReply).decode
decode_judged = msgspec.msgpack.Decoder(JudgeReply).decode


def time_for(cap: float, waited: float, waiting: int, processes: int) -> float:
    """Return the seconds that a decision may take: what is left of its cap, shared with the waiting
    decisions.

    If ten decisions arrive at one worker at once, each gets a tenth of its cap, and the last one is made when
    its cap has passed.
    """
    return max(LEAST_SECONDS, (cap - waited) / (1 + waiting / processes))


def cap_of(name: str) -> float:
    """Return the seconds that a bot may take for a decision."""
    return LEVELS[name].seconds if name in LEVELS else OTHER_SECONDS


def hint_simulations(kind: AnyTitle) -> int:
    """Return how many simulations a hint gets."""
    return max(1, round(HINT_SHARE * kind.search.simulations))


def deciders(name: str) -> list[str]:
    """Return the bots that make a decision, in turn until one succeeds."""
    with_network = name in LEVELS and LEVELS[name].network
    return [name, name, *([WITHOUT_NETWORK] if with_network else []), FALLBACK]


def has_free_cores() -> bool:
    """Whether this machine has had free cores for about a minute."""
    return hasattr(os, "getloadavg") and os.getloadavg()[0] < processors()


class Standing(NamedTuple):
    """The place of a table in the queue for a worker."""

    owner: str
    watched: bool  # somebody is watching it
    address: str = ""  # the address that opened it, if known

    @property
    def place(self) -> str:
        """What takes turns with others: an address, because identities are free and those at one address
        count as one."""
        return f"address {self.address}" if self.address else self.owner


class _Ticket:
    """A decision that waits for a worker."""

    def __init__(self, table: str) -> None:
        self.table = table
        self.worker: asyncio.Future[WorkerProcess] = asyncio.get_running_loop().create_future()


class BotPool:
    """The workers that think for bots: at most `processes` decisions at a time.

    The addresses that opened tables take turns, and at each address the owners of its tables, the one who has
    waited longest first. So nobody can keep others waiting with many tables or many identities. Tables that
    nobody watches come last, and leave a worker free for the others. Hints wait in the same queue. Reviews
    get a worker only while nobody thinks or waits, one judgement at a time.

    One worker starts with the server (with 0 `processes`, at the first decision), the others when decisions
    wait. The decisions of a table go to the same worker if it is free, because it keeps what it found out
    about the game. A decision uses several cores if no other is being made and nobody else needs them.
    """

    def __init__(
        self,
        processes: int = 1,
        titles: Sequence[str] | None = None,
        system: System | None = None,
    ) -> None:
        self.system = system or System()
        names = list(title_ids() if titles is None else titles)
        self._workers = [WorkerProcess("bot", bot_worker.run, names) for _ in range(max(1, processes))]
        self._is_prepared = processes > 0
        self._idle: list[WorkerProcess] = []  # longest idle first
        self._busy: set[WorkerProcess] = set()
        self._starting: dict[WorkerProcess, asyncio.Task[None]] = {}
        self._line: list[_Ticket] = []
        self._later: list[_Ticket] = []  # reviews
        self._reviewing: WorkerProcess | None = None  # one of the busy
        self._last: OrderedDict[str, WorkerProcess] = OrderedDict()  # by table
        self._served: OrderedDict[str, int] = OrderedDict()  # the last turn of each address and each owner
        self._turns = 0
        self.standing: Callable[[str], Standing] = lambda table: Standing(table, True)
        self._closed = False

    async def prepare(self) -> None:
        """Start the first worker, so that no decision waits for it, unless `processes` is 0."""
        if self._is_prepared and not self._workers[0].is_ready:
            await self._start(self._workers[0])

    async def choose(
        self, table: str, name: str, position: Position, record: Sequence[int] = ()
    ) -> tuple[int, bool]:
        """Return a legal action in a blinded position, and whether the bot `name` chose it.

        If that bot fails twice, the greedy bot decides (a grandmaster first becomes a master), and finally a
        random action.
        """
        legal = position.legal()
        if len(legal) == 1:
            return legal[0], True
        began = self.system.monotonic()
        for again, bot in enumerate(deciders(name)):
            if again:
                DECISIONS_REMADE.inc()
            decision = DecisionRequest(
                bot, table, position.to_act, agreed(position.game), position.rows.tobytes(), list(record),
                self.system.random.getrandbits(30),
            )  # fmt: skip
            try:
                choice = await self._decide(decision, bool(again))
            except (WorkerError, OSError) as error:
                if self._closed:
                    raise
                log.warning("bot worker: %s; the decision is made again", error)
                continue
            if choice.action in legal:
                BOT_SECONDS.labels(name).observe(self.system.monotonic() - began)
                return choice.action, bot == name
            log.error("bot %s failed: %s", bot, choice.why or f"{choice.action} is not legal")
        RANDOM_MOVES.inc()
        return self.system.random.choice(legal), False

    async def hint(self, table: str, position: Position, also: Sequence[int] = ()) -> list[tuple[int, float]]:
        """Return the best moves in a blinded position, and those in `also`, with their chances of winning,
        best first. Raises WorkerError."""
        hint = HintRequest(
            agreed(position.game), position.rows.tobytes(), list(also), hint_simulations(position.game.title)
        )
        why = ""
        for _ in range(ATTEMPTS):
            asked = self.system.monotonic()
            worker = await self._borrow(table)
            waited = self.system.monotonic() - asked
            hint.seconds = time_for(HINT_SECONDS, waited, self._waiting(table), len(self._workers))
            try:
                answer = decode_hinted(await self._answer(worker, encode(hint), hint.seconds + GRACE))
            except (WorkerError, OSError) as error:
                why = str(error)
                continue
            if answer.moves:
                return answer.moves
            why = answer.why
        log.error("no hint: %s", why)
        raise WorkerError(why)

    async def judge(self, table: str, setup: Agreed, question: Question) -> Judgement:
        """Judge a decision of a finished game, when nobody else needs a worker. Raises WorkerError."""
        message, why = encode(JudgeRequest(setup, question)), ""
        for _ in range(ATTEMPTS):
            worker = await self._borrow(table, later=True)
            try:
                answer = decode_judged(await self._answer(worker, message, JUDGING_SECONDS))
            except (WorkerError, OSError) as error:
                why = str(error)
                continue
            if answer.judgement is not None:
                return answer.judgement
            why = answer.why
        log.error("a decision cannot be judged: %s", why)
        raise WorkerError(why)

    async def _decide(self, decision: DecisionRequest, again: bool) -> DecisionReply:
        cap, asked = cap_of(decision.bot), self.system.monotonic()
        worker = await self._borrow(decision.table)
        waited = (
            0.0 if again else self.system.monotonic() - asked
        )  # whoever waited for a new worker may think
        if not self.standing(decision.table).watched:
            decision.seconds = min(cap, UNWATCHED_SECONDS)
            return decode_choice(await self._answer(worker, encode(decision), decision.seconds + GRACE))
        waiting = self._waiting(decision.table)
        decision.seconds = time_for(cap, waited, waiting, len(self._workers))
        alone = not waiting and self._busy - {self._reviewing} == {worker}
        if alone and cap >= LONG_SECONDS and has_free_cores():
            decision.threads = min(len(self._workers), processors())
        return decode_choice(await self._answer(worker, encode(decision), decision.seconds + GRACE))

    async def _answer(self, worker: WorkerProcess, message: bytes, seconds: float) -> bytes:
        """Ask a worker. Even if nobody needs the answer any more, the worker is busy until it arrives."""
        asking = asyncio.create_task(self._ask(worker, message, seconds))
        asking.add_done_callback(lambda done: done.cancelled() or done.exception())
        return await asyncio.shield(asking)

    async def _ask(self, worker: WorkerProcess, message: bytes, seconds: float) -> bytes:
        try:
            return await worker.ask(message, seconds)
        finally:
            self._give_back(worker)

    # --- who is free ---

    async def _borrow(self, table: str, later: bool = False) -> WorkerProcess:
        """Wait for a worker; with `later`, until nobody else needs one."""
        ticket = _Ticket(table)
        line = self._later if later else self._line
        line.append(ticket)
        self._hand_out()
        try:
            return await ticket.worker
        except asyncio.CancelledError:
            if ticket in line:
                line.remove(ticket)
            elif not ticket.worker.cancelled() and ticket.worker.exception() is None:
                self._give_back(ticket.worker.result())
            raise

    def _hand_out(self) -> None:
        """Give free workers to waiting tickets, and start another one if there are too few."""
        if self._closed:
            self._fail("the server stops")
        self._idle = [worker for worker in self._idle if worker.is_ready]
        while (ticket := self._next()) and self._idle:
            self._line.remove(ticket)
            last = self._last.get(ticket.table)
            worker = last if last in self._idle else self._idle[0]
            self._lend(worker, ticket)
            self._remember(ticket.table, worker)
        while self._later and self._later[0].worker.done():
            self._later.pop(0)  # cancelled
        if self._later and not self._busy and self._idle:
            self._reviewing = self._idle[0]
            self._lend(self._reviewing, self._later.pop(0))
        if ticket or (self._later and not self._busy and not self._starting):
            for worker in self._workers:
                if worker not in self._busy and worker not in self._starting:
                    self._start(worker)
                    break

    def _next(self) -> _Ticket | None:
        """Return the decision that gets the next worker."""
        self._line[:] = [ticket for ticket in self._line if not ticket.worker.done()]  # cancelled
        if not self._line:
            return None
        standings = [self.standing(ticket.table) for ticket in self._line]
        orders = [
            (not one.watched, self._served.get(one.place, 0), self._served.get(one.owner, 0))
            for one in standings
        ]
        first = orders.index(min(orders))
        if not standings[first].watched and len(self._workers) > 1:
            is_last = len(self._busy) + 1 >= len(self._workers)  # keep it for somebody who may come
            return None if is_last else self._line[first]
        return self._line[first]

    def _waiting(self, table: str) -> int:
        """Return how many watched decisions come before the last one of a table's address: others get as many
        turns as that address."""
        standings = [self.standing(ticket.table) for ticket in self._line]
        places = Counter(one.place for one in standings if one.watched)
        own = places.pop(self.standing(table).place, 0)
        return own + sum(min(number, own + 1) for number in places.values())

    def _lend(self, worker: WorkerProcess, ticket: _Ticket) -> None:
        self._idle.remove(worker)
        self._busy.add(worker)
        ticket.worker.set_result(worker)

    def _remember(self, table: str, worker: WorkerProcess) -> None:
        self._last[table] = worker
        self._last.move_to_end(table)
        if len(self._last) > TABLES:
            self._last.popitem(last=False)
        standing = self.standing(table)
        self._turns += 1
        for key in (standing.owner, standing.place):
            self._served[key] = self._turns
            self._served.move_to_end(key)
        while len(self._served) > OWNERS:
            self._served.popitem(last=False)

    def _give_back(self, worker: WorkerProcess) -> None:
        self._busy.discard(worker)
        if worker is self._reviewing:
            self._reviewing = None
        if worker.is_ready:
            self._idle.append(worker)
            self._hand_out()
        elif not self._closed:
            self._start(worker)

    def _start(self, worker: WorkerProcess) -> asyncio.Task[None]:
        if worker not in self._starting:
            self._starting[worker] = asyncio.create_task(self._open(worker))
        return self._starting[worker]

    async def _open(self, worker: WorkerProcess) -> None:
        try:
            await worker.open()
        except (WorkerError, OSError) as error:
            log.error("bot worker: %s", error)
            if not self._busy and len(self._starting) == 1:
                self._fail("no worker starts")
            return
        finally:
            del self._starting[worker]
        self._idle.append(worker)
        self._hand_out()

    def _fail(self, why: str) -> None:
        while waiting := self._line or self._later:
            ticket = waiting.pop(0)
            if not ticket.worker.done():
                ticket.worker.set_exception(WorkerError(why))

    def close(self) -> None:
        self._closed = True
        for task in self._starting.values():
            task.cancel()
        self._fail("the server stops")
        for worker in self._workers:
            worker.close()

"""Live tables.

A command goes through these steps: was it handled before, may this seat give it, is it legal on a copy of the
state, store it in one transaction. Then the copy becomes the state, and every client gets what it may see.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, TypeVar

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from rooftop.errors import OptionError, RooftopError
from rooftop.game.forced import turn_end
from rooftop.game.knowledge import SPECTATOR
from rooftop.game.match import Match
from rooftop.game.position import Game
from rooftop.game.preview import Preview, preview
from rooftop.server import hints, protocol
from rooftop.server.auth import Identity
from rooftop.server.faults import fail_point
from rooftop.server.memory import played
from rooftop.server.metrics import COMMANDS, MOVES, PAINT_SECONDS
from rooftop.server.notify import outbox
from rooftop.server.painting.jobs import Order, Shown, Updates
from rooftop.server.painting.pool import PaintingError
from rooftop.server.store import fences, schema
from rooftop.server.store.fences import IS_OURS, LostError
from rooftop.server.store.store import ConflictError, UncertainError
from rooftop.server.tables import agreements, browsers, clocks, frames, glances, programs
from rooftop.server.tables.client import Client
from rooftop.server.tables.clocks import Clock
from rooftop.server.tables.colours import coloured
from rooftop.server.tables.commands import (
    AND_THEN,
    DECISIONS,
    THE_END,
    Command,
    Forfeit,
    Lapse,
    Play,
    Resume,
    TimeOut,
    Undo,
    ends_game,
)
from rooftop.server.tables.log import add_entry
from rooftop.server.tables.programs import ProgramClient
from rooftop.server.tables.state import Chair, LogEntry, TableState
from rooftop.server.translation import message_of, translate, with_someone

if TYPE_CHECKING:
    from rooftop.server.reviews import Reviewing
    from rooftop.server.tables.registry import Registry

log = logging.getLogger("rooftop")

Result = TypeVar("Result")
PREVIEWS = 16  # previews kept per table
# Statements are built once: building them for each move would take longer than the database itself.
ADD_ENTRY = schema.log.insert()
CHANGE_TABLE = (
    schema.game_table.update()
    .where(
        schema.game_table.c.id == sa.bindparam("table"),
        schema.game_table.c.status != "closed",
        # Clocks follow from the stored ones, which may have been moved.
        schema.game_table.c.deadline.is_not_distinct_from(sa.bindparam("before", type_=sa.Float)),
        IS_OURS,
    )
    .values(
        {name: sa.bindparam(name) for name in ("status", "to_act", "changed", "deadline", "clocks", "glance")}
    )
)
END_GAME = CHANGE_TABLE.values(result=sa.bindparam("result"))
# Seconds after which a bot may play for a person who is away on their turn.
GRACE = 120.0
LONGER = 2.5  # ... multiplied by this if it is not their turn
CORRESPONDENCE_GRACE = 86_400.0  # ... in a correspondence game; at most half of their time
RETRY_SECONDS = (0.25, 0.5, 1.0, 2.0, 5.0)  # before a bot tries again after a failure


class LiveTable:
    """A table in memory, with its clients and bots. The log in the database is the source of truth."""

    def __init__(self, registry: Registry, state: TableState, fence: int | None = None) -> None:
        self.registry = registry
        self.state = state
        self.fence = state.fence if fence is None else fence  # its fencing number; our writes must have it
        self.is_ours = True  # until another process has the table, or none
        self.clients: dict[Client, None] = {}  # in the order in which they came
        self.lock = asyncio.Lock()  # held while the log is written
        self.talking = asyncio.Lock()  # held while the chat is stored or sent
        self.bot_task: asyncio.Task[None] | None = None
        self._thinking: asyncio.Task[int] | None = None  # a bot's decision
        self.setup = registry.library.setup(state.game)
        self._painting: asyncio.Task[None] | None = None
        self._seen: dict[int, bytes] = {}  # the state as each seat sees it
        self._previews: dict[tuple[int, str], asyncio.Task[Preview]] = {}
        self._hints: dict[tuple[int, str], asyncio.Task[protocol.Suggestions]] = {}
        self.reviewing: Reviewing | None = None  # after the game has ended
        self.opened = registry.now()
        self.away: dict[int, float] = {}  # when the last socket of a seat was closed

    @property
    def id(self) -> str:
        return self.state.id

    @property
    def number(self) -> int:
        return self.state.number

    @property
    def status(self) -> str:
        return self.state.status

    @property
    def game(self) -> Game:
        return self.state.game

    @property
    def match(self) -> Match | None:
        return self.state.match

    @property
    def started_match(self) -> Match:
        return self.state.started_match

    @property
    def chairs(self) -> list[Chair]:
        return self.state.chairs

    @property
    def names(self) -> list[str]:
        """The names as stored; see `with_someone`."""
        return [chair.name for chair in self.chairs]

    def visitors(self) -> set[str]:
        """The identities of those who have the table open."""
        return {client.visitor.id for client in self.clients}

    def is_here(self, seat: int) -> bool:
        return any(seat in client.seats for client in self.clients)

    # --- several people with one browser ---

    def seat_for(self, visitor: Identity | None) -> int:
        """Return the seat whose view a visitor gets now."""
        seats = self.state.seats_of(visitor)
        if len(seats) < 2 or visitor is None:
            return next(iter(seats), SPECTATOR)
        held = {client.seat for client in self.clients if client.visitor.id == visitor.id}
        return held.pop() if len(held) == 1 else self._held(seats, SPECTATOR)

    def passing(self, client: Client) -> int | None:
        """Return the seat whose person gets the device."""
        if len(client.seats) < 2 or self.match is None or self.game.title.is_open or self.status != "playing":
            return None
        seat = self.match.to_act
        is_due = seat in client.seats and seat != client.holder and not self.chairs[seat].bot
        return seat if is_due else None

    def _held(self, seats: Sequence[int], holder: int) -> int:
        """Return the seat whose view people with one browser get: that of the person who holds the device. If
        the title has no secrets, everyone may look."""
        if self.match is None:
            return seats[0]
        if self.game.title.is_open:
            return (
                self.match.to_act if self.match.to_act in seats else holder if holder in seats else seats[0]
            )
        if self.status == "over":
            return holder if holder in seats else seats[0]
        is_due = self.match.to_act in seats and not self.chairs[self.match.to_act].bot
        return SPECTATOR if is_due and self.match.to_act != holder else holder

    def hold(self, client: Client, seat: int) -> None:
        """Somebody says that they have been passed the device."""
        if seat == self.passing(client):
            client.holder, client.stale = seat, True
            self.publish()

    def settle(self, client: Client) -> None:
        """Choose the view of a client with several seats. A new view starts afresh: nothing that another
        person may know stays on the screen."""
        if len(client.seats) < 2:
            return
        seat = self._held(client.seats, client.holder)
        if self.game.title.is_open:
            client.holder = seat
        if seat != client.seat:
            client.seat, client.shown = seat, None
            if not self.game.title.is_open:
                client.again = 0

    # --- absence ---

    def away_for(self, seat: int) -> float | None:
        """For how many seconds somebody has been away; None if they are here, or a bot plays for them."""
        chair = self.chairs[seat]
        if self.status != "playing" or not chair.identity or chair.bot or self.is_here(seat):
            return None
        return max(0.0, self.registry.now() - self.away.get(seat, self.opened))

    def grace(self, seat: int) -> float | None:
        """In how many seconds a bot may play for somebody who is away; None if no bot may take over.

        The table waits for somebody who has closed it, longer if it is not their turn. In a correspondence
        game nobody sits at the table all day: the turn itself must have taken long. A rated game relies on
        its clock alone.
        """
        chair, state, now = self.chairs[seat], self.state, self.registry.now()
        if self.status != "playing" or not chair.identity or chair.bot or self.is_here(seat) or state.rated:
            return None
        is_turn, since = state.turn.seat == seat, state.decided_at or 0.0
        if state.is_by_correspondence:
            patience = min(CORRESPONDENCE_GRACE, state.control.seconds / 2 or CORRESPONDENCE_GRACE)
            return max(0.0, since + patience - now) if is_turn else None
        away = self.away.get(seat, self.opened)
        possible = away + LONGER * self.registry.grace
        if is_turn:
            possible = min(possible, max(away, since) + self.registry.grace)
        return max(0.0, possible - now)

    async def agree(self, agreed: dict[str, set[int]], seat: int, command: str) -> int:
        """Store what seats have agreed on, by a command of one of them. The caller holds the lock."""
        state, now = self.state.copy(), self.registry.now()
        before, state.agreed = state.agreed, agreed

        def write(connection: Connection) -> None:
            agreements.write(connection, self.id, before, agreed, now)
            _write_settled(connection, state, seat, command)

        await self.write(write)
        state.commands[command] = self.number
        self.state = state
        self.refresh()
        return self.number

    def recolour(self, colours: dict[int, str]) -> None:
        """Use the colours that people have, before the game."""
        for seat, colour in colours.items():
            self.chairs[seat].colour = colour
        self.state.game = coloured(self.game, self.chairs)
        self.setup = self.registry.library.setup(self.game)

    # --- storing ---

    async def write(self, work: Callable[[Connection], Result]) -> Result:
        """Write something for this table, if this process still holds it. Raises LostError."""

        def fenced(connection: Connection) -> Result:
            fences.lock(connection, self.id, self.fence)
            return work(connection)

        return await self._store(fenced)

    async def _store(self, work: Callable[[Connection], Result]) -> Result:
        """Run a job that checks the fencing number. If nobody knows whether it was stored, drop the table:
        the next client takes it again and loads what is stored."""
        try:
            return await self.registry.store.write(work)
        except (LostError, UncertainError):
            self.registry.lose(self)
            raise

    # --- commands ---

    async def handle(self, client: Client, command: Command) -> None:
        """Handle a command: answer `done`, or `refused` with a sentence. There is no answer if nobody knows
        whether it was stored: the client reconnects and repeats it."""
        key = _command_key(client, command)
        if key not in self.state.commands:
            try:
                await self.registry.deadlines.settle()
            except RooftopError as error:
                self.refuse(client, command.id, message_of(error))
                return
        async with self.lock:
            known = self.state.commands.get(key)
            if known is not None:  # a repeated command has no second effect
                client.reply(protocol.Done(command.id, known))
                return
            try:
                number = await self._perform(client, command, key)
            except UncertainError:
                COMMANDS.labels("uncertain").inc()
                return
            except RooftopError as error:
                COMMANDS.labels("refused").inc()
                self.refuse(client, command.id, message_of(error))
                return
            COMMANDS.labels("done").inc()
            client.reply(protocol.Done(command.id, number))
        self.wake_bots()

    async def _perform(self, client: Client, command: Command, key: str) -> int:
        """Carry out a command and return its log number. If the stored table has changed, perhaps by this
        very command, whose answer was lost, look again; if only the clocks have moved, try again."""
        for _ in range(2):
            try:
                decided = command.decide_ahead(self, client)
                if decided is not None:
                    return await self._decide_ahead(client.seat, decided, key)
                command.check(self, client)
                return await command.perform(self, client, key)
            except ConflictError:
                COMMANDS.labels("conflict").inc()
                before = self.number
                await self.registry.reload(self)
                if key in self.state.commands:
                    return self.state.commands[key]
                if self.number != before:
                    break
        raise OptionError("the table has changed; look again")

    async def add(self, entry: LogEntry, command: str) -> int:
        """Store a log entry and return its number. The caller holds the lock. An error changes nothing."""
        trial = self.state.copy()
        entry.at = self.registry.now()
        add_entry(trial, entry, command)
        trial.clock = self._clock_after(entry, trial)
        before, trial.deadline = trial.deadline, trial.clock.deadline if trial.clock else None
        trial.decided = self._decided_after(entry, trial)
        kept = self.state.decided if trial.decided != self.state.decided else None
        agreed, trial.agreed = self.state.agreed, agreements.after(trial, entry)

        def write(connection: Connection) -> None:
            _write_entry(connection, trial, entry, command, self.fence, before)
            if agreed:
                agreements.write(connection, trial.id, agreed, trial.agreed, entry.at)
            for seat in kept or ():
                _write_decided(connection, trial, seat)

        await self._store(write)
        self.state = trial
        if self._thinking is not None:
            self._thinking.cancel()  # about another position, or at another level
        if entry.kind in DECISIONS:
            MOVES.inc()
        self.refresh()
        self.registry.deadlines.hurry(trial.clock)
        if self._is_decided():
            try:
                await self._play_decided()
            except RooftopError as error:  # this entry is stored; `_play_bots` tries again
                log.warning("table %s: a decision ahead waits: %s", self.id, error)
        return entry.number

    def _clock_after(self, entry: LogEntry, after: TableState) -> Clock | None:
        """The clocks after a log entry, if this game has any."""
        state = self.state
        if state.clock is None:
            return None
        is_undo = entry.kind == Undo.kind
        clock = clocks.advance(state.control, state.clock, state.turn, after.turn, entry.at, is_undo)
        if entry.kind == Resume.kind and after.turn.seat != entry.seat:
            clock = clocks.returned(state.control, clock, entry.seat)
        return clock

    def refuse(self, client: Client, command_id: str, why: str) -> None:
        """Refuse a command. The client gets a fresh update."""
        client.reply(protocol.Refused(command_id, translate(why, client.language), self.number))
        client.sent = min(client.sent, max(self.number - 1, 0))
        client.stale = True
        self.publish()

    # --- what clients see ---

    def seen_by(self, seat: int) -> bytes:
        """Return the state as a seat sees it."""
        if self.game.title.is_open:
            seat = SPECTATOR
        if seat not in self._seen:
            can = self.state.ahead_of(seat)
            seen = self.started_match.seen(seat) if can is None else can.position.blind(seat, 0)
            self._seen[seat] = seen.rows.tobytes()
        return self._seen[seat]

    def refresh(self) -> None:
        """Send everyone an update, because the log or something else has changed."""
        self._seen.clear()
        self._previews.clear()
        self._hints.clear()
        fail_point("publish")
        for client in self.clients:
            client.stale = True
        self.publish()
        self.registry.chat.greet(self)

    def publish(self) -> None:
        """Make updates for the clients that need one. Each client has a task that sends them, so nobody waits
        for a slow reader, who gets the next update after reading the last one."""
        for client in self.clients:
            if client.stale and isinstance(client, ProgramClient):
                programs.ask(self, client)
        if self.match is None:
            for client in self.clients:
                if client.stale:
                    client.update, client.stale = frames.waiting(self, client), False
                    client.wakeup.set()
        elif self._painting is None or self._painting.done():
            self._painting = asyncio.create_task(self._paint())

    async def _paint(self) -> None:
        """Let a painter make updates, as long as somebody needs one."""
        while clients := [client for client in self.clients if client.needs_update]:
            match = self.started_match
            orders: dict[tuple[object, ...], tuple[Order, list[Client]]] = {}
            for client in clients:
                self.settle(client)
                if client.again is not None:
                    client.sent, client.shown = min(client.sent, client.again), None
                client.stale, client.again = False, None
                key = (client.seat, client.seats, client.holder, client.look, client.sent, client.shown)
                if key not in orders:
                    orders[key] = (frames.order(self, match, client), [])
                orders[key][1].append(client)
            moment = frames.moment(self, match, min(client.sent for client in clients))
            job = Updates(moment, [order for order, _ in orders.values()])
            began = time.perf_counter()
            try:
                updates = await self.registry.painters.do(self.id, job)
            except (PaintingError, RooftopError) as error:
                log.error("table %s: no update: %s", self.id, error)
                for client in clients:
                    client.end()  # the next connection tries again
                continue
            PAINT_SECONDS.observe(time.perf_counter() - began)
            for update, (order, waiting) in zip(updates, orders.values(), strict=True):
                for client in waiting:
                    client.count += 1
                    client.sent = moment.number
                    client.shown = Shown(order.rows, moment.names)
                    client.update = frames.counted(update, client.count)
                    client.wakeup.set()

    async def preview(self, move: str, language: str) -> Preview:
        """Preview a move of the seat to act. The page asks for its text and its picture; both share this."""
        match = self.started_match
        key = (match.action(move), language)
        if key not in self._previews:
            if len(self._previews) >= PREVIEWS:
                self._previews.clear()
            names = with_someone(self.names, language)
            work = asyncio.to_thread(preview, match.clone(), key[0], language, names)
            self._previews[key] = task = asyncio.create_task(work)
            task.add_done_callback(lambda done: done.cancelled() or done.exception())
        return await asyncio.shield(self._previews[key])

    async def hint(self, seat: int, match: Match, language: str) -> protocol.Suggestions:
        """Suggest moves to a seat, which is to act in `match`. If asked twice, the bots think once."""
        key = (seat, language)
        if key not in self._hints or _has_failed(self._hints[key]):
            work = hints.suggest(
                self.registry.bots, self.id, match, language, think=partial(browsers.advise, self)
            )
            self._hints[key] = task = asyncio.create_task(work)
            task.add_done_callback(_has_failed)
        return await asyncio.shield(self._hints[key])

    # --- deciding ahead ---

    async def _decide_ahead(self, seat: int, decided: list[int], command: str) -> int:
        """Store what a seat has decided ahead. Nobody else learns that there was anything."""
        state = self.state.copy()
        state.decided = {**state.decided, seat: decided}
        if not decided:
            del state.decided[seat]

        def write(connection: Connection) -> None:
            _write_decided(connection, state, seat)
            _write_settled(connection, state, seat, command)

        await self.write(write)
        state.commands[command] = self.number
        self.state = state
        self._seen.pop(seat, None)
        self._hints.clear()
        for client in self.clients:
            client.stale = client.stale or client.seat == seat
        self.publish()
        return self.number

    def _decided_after(self, entry: LogEntry, after: TableState) -> dict[int, list[int]]:
        """What is decided ahead after a log entry."""
        if not after.decided or after.started_match.over:
            return {}
        if entry.kind in DECISIONS and entry.seat in after.decided:
            after.decided[entry.seat] = after.decided[entry.seat][len(entry.decisions) :]
        return after.still_decided()

    async def _play_decided(self) -> None:
        """Play what the seat to act has decided ahead. The caller holds the lock."""
        action = self.state.due()
        if action is not None:
            await self.add(Play.moved(self.started_match, action), f"ahead:{self.number}")

    # --- clocks ---

    async def arrive(self, seat: int) -> None:
        """A player has come to the table: the first player's clock starts."""
        if self.state.clock is None or self.status != "playing":
            return
        async with self.lock:
            state, now = self.state, self.registry.now()
            if state.clock is None or state.status != "playing":
                return
            clock = clocks.arrived(state.clock, state.turn, seat, now)
            if clock != state.clock:
                await self._store_clock(clock)

    async def _store_clock(self, clock: Clock) -> None:
        """Store clocks that have changed without a log entry. The caller holds the lock."""
        change = schema.game_table.update().where(schema.game_table.c.id == self.id)
        await self.write(lambda connection: connection.execute(change.values(**clocks.columns(clock))))
        self.state.clock, self.state.deadline = clock, clock.deadline
        self.refresh()

    async def time_out(self) -> None:
        """Do what was agreed if the time of the seat to act is up."""
        async with self.lock:
            state = self.state
            if self.status != "playing" or state.clock is None or not state.clock.is_up(self.registry.now()):
                return
            if state.is_paused:  # an earlier version let the bots play on
                await self._store_clock(state.clock._replace(deadline=None))
            elif (seat := state.turn.seat) is not None and not state.turn.bot:
                try:
                    await self.add(self._lapsed(seat), f"clock:{self.number}")
                except ConflictError:
                    await self.registry.reload(self)
        self.wake_bots()

    def _lapsed(self, seat: int) -> LogEntry:
        """The entry of a seat whose time is up. Nobody is replaced only to end a turn in which nothing else
        is possible."""
        state, match = self.state, self.started_match
        if (ending := turn_end(match.position)) is not None:
            moved = Play.moved(match, ending)
            return LogEntry(Lapse.kind, seat, moved.text, moved.actions)
        if state.timeout == clocks.FORFEIT:
            end = f" {THE_END}" if ends_game(state, seat) else ""
            return LogEntry(Forfeit.kind, seat, clocks.STAND_IN + end)
        return LogEntry(TimeOut.kind, seat, state.stand_in_level)

    # --- bots ---

    def stop(self) -> None:
        """Stop all thinking bots: the table is dropped."""
        if self._thinking is not None:
            self._thinking.cancel()
        if self.reviewing is not None:
            self.reviewing.task.cancel()

    @property
    def is_thinking(self) -> bool:
        """Whether bots are busy with this table, although nobody may be there."""
        is_reviewing = self.reviewing is not None and not self.reviewing.task.done()
        return is_reviewing or (self.bot_task is not None and not self.bot_task.done())

    def wake_bots(self) -> None:
        """Let bots play, if it is the turn of one."""
        if self.bot_task is None or self.bot_task.done():
            self.bot_task = asyncio.create_task(self._play_bots())

    def _bot_to_act(self) -> str | None:
        """Return the bot whose turn it is. Without a clock, bots play only while a player is at the table; if
        bots stand in for all people, none plays."""
        match = self.match
        if match is None or self.status != "playing" or not self.is_ours or self.state.is_paused:
            return None
        if not self.state.control and not any(client.seats for client in self.clients):
            return None
        return self.chairs[match.to_act].bot

    async def _play_bots(self) -> None:
        """Play until it is a person's turn. After a failure, such as a locked database, try again."""
        failures = 0
        while (name := self._bot_to_act()) or self._is_decided():
            try:
                if self._is_decided():
                    async with self.lock:
                        try:
                            await self._play_decided()
                        except ConflictError:
                            await self.registry.reload(self)
                elif name:
                    await self._play_bot(name)
                failures = 0
            except Exception as error:
                log.warning("table %s: bot will retry: %s", self.id, error)
                await asyncio.sleep(RETRY_SECONDS[min(failures, len(RETRY_SECONDS) - 1)])
                failures += 1

    def _is_decided(self) -> bool:
        """Whether the seat to act has decided ahead and its decision is due."""
        is_playing = self.match is not None and self.status == "playing" and self.is_ours
        return is_playing and not self.state.is_paused and self.state.due() is not None

    async def _play_bot(self, name: str) -> None:
        match, number = self.started_match, self.number
        system = self.registry.system
        began = system.monotonic()
        self._thinking = asyncio.create_task(browsers.decide(self, name, match))
        await asyncio.wait([self._thinking])
        if self._thinking.cancelled():
            return
        action = self._thinking.result()
        await asyncio.sleep(max(0.0, self.registry.bot_pause - (system.monotonic() - began)))
        async with self.lock:
            if self.number != number or self._bot_to_act() != name:
                return
            try:
                await self.add(Play.moved(match, action, bot=True), f"bot:{number}:{system.token_hex(4)}")
            except ConflictError:
                await self.registry.reload(self)


def _has_failed(task: asyncio.Task[protocol.Suggestions]) -> bool:
    return task.done() and (task.cancelled() or task.exception() is not None)


def _command_key(client: Client, command: Command) -> str:
    """Return the stored id of a command. It includes the seat, so that nobody can use up another seat's
    ids."""
    return f"{client.seat}:{command.id}"


def _write_decided(connection: Connection, state: TableState, seat: int) -> None:
    """Store what a seat has decided ahead."""
    table = schema.ahead
    connection.execute(table.delete().where(table.c.table_id == state.id, table.c.seat == seat))
    if actions := state.decided.get(seat):
        text = AND_THEN.join(map(state.game.notation, actions))
        connection.execute(
            table.insert().values(table_id=state.id, seat=seat, text=text, number=state.number)
        )


def _write_settled(connection: Connection, state: TableState, seat: int, command: str) -> None:
    """Store that a command was carried out without a log entry."""
    connection.execute(
        schema.settled.insert().values(table_id=state.id, command=command, seat=seat, number=state.number)
    )


def _write_entry(
    connection: Connection,
    state: TableState,
    entry: LogEntry,
    command: str,
    fence: int,
    before: float | None,
) -> None:
    """Store a log entry and its effects, unless somebody has moved the deadline `before` in the meantime."""
    match = state.started_match
    change = {
        "table": state.id,
        "held": fence,
        "before": before,
        "status": state.status,
        "to_act": None if match.over else match.to_act,
        "changed": entry.at,
        "glance": glances.encode(state),
        **clocks.columns(state.clock),
    }
    if match.result is None:
        changed = connection.execute(CHANGE_TABLE, change)
    else:
        changed = connection.execute(
            END_GAME, change | {"result": msgspec.json.encode(match.result).decode()}
        )
    if changed.rowcount != 1:
        fences.lock(connection, state.id, fence)
        raise ConflictError("this table is closed; open another one")
    connection.execute(
        ADD_ENTRY,
        {
            "table_id": state.id,
            "number": entry.number,
            "kind": entry.kind,
            "seat": entry.seat,
            "text": entry.text,
            "hash": match.hash(),
            "command": command,
            "at": entry.at,
        },
    )
    if match.result is not None:
        played.write_end(connection, state, match.result, entry.at)
    outbox.moved(connection, state, entry)

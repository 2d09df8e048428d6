"""The deadlines of all tables. One task waits for the next deadline and acts, whether or not anyone is there.

Deadlines stand still while the server is down. The server stores every few seconds that it is alive. When it
starts, or wakes up after a long silence (a machine that slept, a database that did not answer), it moves all
deadlines by the time that was lost.

A starting server takes a while to answer pages. Nobody's time is up before that, and for a few seconds more,
in which open pages come back. So a process that is ready checks whether another one answers pages: one that
has said so, and sends a heartbeat from then on. If there is none, it moves the deadlines. A process that has
just died seems to be alive for a while; until that is clear, nobody's time is up here.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Mapping
from typing import TYPE_CHECKING

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from rooftop.errors import RooftopError
from rooftop.server.store import key_values, schema
from rooftop.server.store.fences import ElsewhereError, LostError
from rooftop.server.store.store import UnavailableError
from rooftop.server.tables.clocks import TOLERANCE, Clock

if TYPE_CHECKING:
    from rooftop.server.processes.leases import Ownership
    from rooftop.server.tables.registry import Registry

log = logging.getLogger("rooftop")

BEAT = 5.0  # seconds between two signs of life
SLOW_BEAT = 60.0  # ... if no deadline is NEAR
NEAR = 3600.0  # seconds
SILENCE = 30.0  # seconds without one, after which the server counts as down
RECONNECT = 5.0  # more seconds after that, in which open pages come back
DOUBT = 0.5  # seconds between two checks whether another process answers pages
ALIVE = "alive"  # the key of the last sign of life

TABLE = schema.game_table.c


class Deadlines:
    """Acts when the time of a seat is up."""

    def __init__(self, registry: Registry) -> None:
        self.registry = registry
        self._alive: float | None = None  # when the clocks were last right, as far as this process knows
        self._stored = 0.0  # the last sign of life
        self._is_starting = False  # it does not answer pages yet
        self._is_waking = False  # it has just begun to
        self._seen: Mapping[str, float] | None = None  # who seemed to answer pages then, and until when
        self._next = 0.0  # when the task acts next, as far as it knows
        self._changed = asyncio.Event()
        self._waking = asyncio.Lock()
        self._broken: set[str] = set()  # tables that cannot be opened, such as those with other rules

    async def start(self) -> None:
        """Move all deadlines by the time that the server was down. Nobody can move before that, and nobody's
        time is up before the server is `ready`."""
        self._is_starting = True
        self._alive, now = 0.0, self.registry.now()
        leases = self.registry.leases

        def write(connection: Connection) -> float:
            if leases.answering(connection):
                return 0.0  # the clocks may have been running
            return shift(connection, now, more=0.0)

        lost = await self.registry.store.write(write)
        if lost:
            log.warning("clocks stood still for %.0f seconds", lost)
        self._alive = self._stored = now

    async def ready(self) -> None:
        """The server answers pages from now on."""
        self._is_starting, self._is_waking, self._seen = False, True, None
        with contextlib.suppress(UnavailableError):  # `act` tries again
            await self.settle()
        self._changed.set()

    async def run(self) -> None:
        """Act whenever a deadline has passed."""
        while True:
            try:
                await self.act()
            except UnavailableError:
                self._next = self.registry.now() + BEAT
            except Exception:  # an error of one table; the others must not wait forever
                log.exception("deadlines: trying again")
                self._next = self.registry.now() + BEAT
            self._changed.clear()
            wait = min(max(self._next - self.registry.now(), 0.05), BEAT)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._changed.wait(), wait)

    def look(self) -> None:
        """Act at once: tables of another process may be free."""
        self._changed.set()

    def hurry(self, clock: Clock | None) -> None:
        """Wake the task if a deadline comes before the one it is waiting for."""
        if clock is not None and clock.deadline is not None and clock.deadline + TOLERANCE < self._next:
            self._changed.set()

    async def act(self) -> None:
        """Store a sign of life, and do what is due."""
        await self.settle()
        now = self.registry.now()
        self._next = now + (DOUBT if self._is_waking else BEAT)
        if self._is_starting or self._is_waking:
            self._alive = now
            return
        ours = self.registry.leases.is_mine_or_free()
        due, following = await self.registry.store.read(
            lambda connection: _due(connection, now - TOLERANCE, ours)
        )
        is_near = bool(due) or (following is not None and following - now < NEAR)
        if following is not None and now - self._stored >= (BEAT if is_near else SLOW_BEAT):
            await self.beat()
        self._alive = now
        for table_id in due:
            if table_id not in self._broken:
                await self._time_out(table_id)
        if following is not None:
            self._next = following + TOLERANCE

    async def beat(self) -> None:
        """Store that the server is alive."""
        if self._is_starting or self._is_waking:
            return  # it has answered nobody yet
        now = self.registry.now()
        await self.registry.store.write(lambda connection: _write_alive(connection, now))
        self._alive = self._stored = now

    @property
    def is_late(self) -> bool:
        """Whether the server was not running properly for a while, so that nobody's clock is right."""
        return self._alive is not None and self.registry.now() - self._alive > SILENCE

    async def settle(self) -> None:
        """After a silence, and when pages are answered again, move the deadlines, including those in memory.
        Nobody can move before that."""
        async with self._waking:
            if not self.is_late and not self._is_waking:
                return
            now, store, leases = self.registry.now(), self.registry.store, self.registry.leases
            if self.is_late:
                least = SILENCE if leases.id else 0.0
                lost = await store.write(lambda connection: shift(connection, now, least))
                log.warning("clocks stood still for %.0f seconds", lost)
            if self._is_waking:
                seen = self._seen
                answering = await store.write(lambda connection: wake(connection, now, leases, seen))
                if answering is not None:
                    self._seen = answering if seen is None else seen
                    return  # `act` looks again
                leases.is_ready = True
            await self.registry.reload_clocks()
            self._alive = self._stored = now
            self._is_waking = False

    async def _time_out(self, table_id: str) -> None:
        try:
            table = await self.registry.table(table_id)
            await table.time_out()
        except UnavailableError:
            raise
        except (ElsewhereError, LostError):
            pass  # another process was quicker
        except RooftopError as error:
            self._broken.add(table_id)
            log.warning("table %s: its time is up, but it cannot be opened: %s", table_id, error)


def _due(connection: Connection, now: float, ours: sa.ColumnElement[bool]) -> tuple[list[str], float | None]:
    """The tables whose deadlines have passed, and the next deadline."""
    playing = sa.and_(TABLE.status == "playing", ours)
    due = connection.execute(sa.select(TABLE.id).where(playing, TABLE.deadline <= now)).scalars()
    following = sa.select(sa.func.min(TABLE.deadline)).where(playing, TABLE.deadline > now)
    return list(due), connection.execute(following).scalar()


def shift(connection: Connection, now: float, least: float = 0.0, more: float = RECONNECT) -> float:
    """Move all deadlines by the time since the last sign of life (a stored one or a move), plus some seconds.
    Return that time. If it is less than `least`, another process was alive, or has already moved them."""
    alive = _read_alive(connection)
    moved = connection.execute(
        sa.select(sa.func.max(TABLE.changed)).where(TABLE.deadline.is_not(None))
    ).scalar()
    _write_alive(connection, now)
    last = max(alive, moved or 0.0)
    if moved is None or last >= now or now - last < least:
        return 0.0
    connection.execute(
        schema.game_table.update()
        .where(TABLE.deadline.is_not(None))
        .values(deadline=TABLE.deadline + (now - last + more))
    )
    return now - last


def wake(
    connection: Connection, now: float, leases: Ownership, seen: Mapping[str, float] | None
) -> Mapping[str, float] | None:
    """A process is ready. If no other one answers pages, the players to act get back the time since the last
    sign of life, or since their turn began, plus some seconds. `seen` is what the last call returned: the
    processes that seem to answer. Return None once it is clear."""
    alive = min(_read_alive(connection), now)  # first, so that processes look one after the other
    answering = leases.answering(connection)
    if answering:
        if seen is None or all(until <= seen.get(name, 0.0) for name, until in answering.items()):
            return answering
    else:
        since = sa.case((TABLE.changed > now, now), (TABLE.changed > alive, TABLE.changed), else_=alive)
        connection.execute(
            schema.game_table.update()
            .where(TABLE.deadline.is_not(None))
            .values(deadline=TABLE.deadline + (now - since + RECONNECT))
        )
        _write_alive(connection, now)
    leases.say_ready(connection)
    return None


def _read_alive(connection: Connection) -> float:
    """The last sign of life. No other process changes it in the meantime."""
    stored = sa.select(schema.key_value.c.value).where(schema.key_value.c.key == ALIVE).with_for_update()
    return float(connection.execute(stored).scalar() or 0.0)


def _write_alive(connection: Connection, now: float) -> None:
    """Store a sign of life. If the clock has been set back, earlier moves must not be later than it: if the
    clock were set forward again, they would seem to be the last sign of life."""
    if _read_alive(connection) > now + RECONNECT:
        changed = schema.game_table.update().where(TABLE.deadline.is_not(None), TABLE.changed > now)
        connection.execute(changed.values(changed=now))
    key_values.write(connection, ALIVE, repr(now))

"""The deadlines of all tables. One task waits for the next of them and acts, whether or not anyone is there.

Deadlines stand still while the server is down. The server stores every few seconds that it is alive; when it
starts, or comes to itself after a long silence (a machine that slept, a database that did not answer), it
moves all deadlines by the time that was lost.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from typing import TYPE_CHECKING

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from rooftop.errors import RooftopError
from rooftop.server.store import house, schema
from rooftop.server.store.fences import ElsewhereError, LostError
from rooftop.server.store.store import UnavailableError
from rooftop.server.tables.clocks import TOLERANCE, Clock

if TYPE_CHECKING:
    from rooftop.server.tables.registry import Registry

log = logging.getLogger("rooftop")

BEAT = 5.0  # seconds between two signs of life
SLOW_BEAT = 60.0  # ... if no deadline is NEAR
NEAR = 3600.0  # seconds
SILENCE = 30.0  # seconds without one after which the server was down
RECONNECT = 5.0  # seconds more after that, in which open pages come back
ALIVE = "alive"  # the key of the last sign of life

TABLE = schema.game_table.c


class Deadlines:
    """Acts when the time of a seat is up."""

    def __init__(self, registry: Registry) -> None:
        self.registry = registry
        self._alive: float | None = None  # when the clocks were right, as far as this process knows
        self._stored = 0.0  # the last sign of life
        self._next = 0.0  # when the task acts next, as far as it knows
        self._changed = asyncio.Event()
        self._waking = asyncio.Lock()
        self._broken: set[str] = set()  # tables that cannot be opened, such as those of other rules

    async def start(self) -> None:
        """Move all deadlines by the time that the server was down. Nobody can move before that."""
        self._alive, now = 0.0, self.registry.now()
        if not await self.registry.leases.has_others():  # or else the clocks have been running
            lost = await self.registry.store.write(lambda connection: shift(connection, now))
            if lost:
                log.warning("clocks stood still for %.0f seconds", lost)
        self._alive = self._stored = now

    async def run(self) -> None:
        """Act whenever a deadline has passed."""
        while True:
            try:
                await self.act()
            except UnavailableError:
                self._next = self.registry.now() + BEAT
            except Exception:  # of one table; the others must not wait for ever
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
        """Wake the task if a deadline comes before the one that it waits for."""
        if clock is not None and clock.deadline is not None and clock.deadline + TOLERANCE < self._next:
            self._changed.set()

    async def act(self) -> None:
        """Give a sign of life, and do what is due."""
        await self.settle()
        now = self.registry.now()
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
        self._next = now + BEAT if following is None else following + TOLERANCE

    async def beat(self) -> None:
        """Store that the server is alive."""
        now = self.registry.now()
        await self.registry.store.write(lambda connection: _write_alive(connection, now))
        self._alive = self._stored = now

    @property
    def is_late(self) -> bool:
        """Whether the server was not itself for a while, so that nobody's clock is right."""
        return self._alive is not None and self.registry.now() - self._alive > SILENCE

    async def settle(self) -> None:
        """After a silence, move the deadlines, also those in memory. Nobody can move before that."""
        async with self._waking:
            if not self.is_late:
                return
            now, least = self.registry.now(), SILENCE if self.registry.leases.id else 0.0
            lost = await self.registry.store.write(lambda connection: shift(connection, now, least))
            log.warning("clocks stood still for %.0f seconds", lost)
            await self.registry.reload_clocks()
            self._alive = self._stored = now

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


def shift(connection: Connection, now: float, least: float = 0.0) -> float:
    """Move all deadlines by the time since the last sign of life: a stored one, or a move. Return it. If it
    is less than `least`, another process was alive, or has moved them already."""
    stored = sa.select(schema.house.c.value).where(schema.house.c.key == ALIVE).with_for_update()
    alive = connection.execute(stored).scalar()
    moved = connection.execute(
        sa.select(sa.func.max(TABLE.changed)).where(TABLE.deadline.is_not(None))
    ).scalar()
    _write_alive(connection, now)
    last = max(float(alive or 0.0), moved or 0.0)
    if moved is None or last >= now or now - last < least:
        return 0.0
    connection.execute(
        schema.game_table.update()
        .where(TABLE.deadline.is_not(None))
        .values(deadline=TABLE.deadline + (now - last + RECONNECT))
    )
    return now - last


def _write_alive(connection: Connection, now: float) -> None:
    house.write(connection, ALIVE, repr(now))

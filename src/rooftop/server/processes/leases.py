"""Which process has which table.

Each process has a lease row. It says until when the process is alive, by the database's clock, and the
process renews it all the time. The row of a table names the process that holds it, so one small write covers
all tables of a process.

When the lease of a process has expired, another process buries it in one transaction: its row goes, its
tables are free, and their fencing numbers grow. If it was only frozen or cut off, it finds its row missing
when it wakes up. It drops all its tables and rejoins under another id. The fencing numbers have refused
everything it tried to store in between (`store/fences.py`).
"""

from __future__ import annotations

import logging
import os
from collections.abc import Mapping
from dataclasses import dataclass, field

import sqlalchemy as sa
from sqlalchemy.engine import Connection
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.functions import FunctionElement

from rooftop.server.store import key_values, schema
from rooftop.server.store.fences import CHANGING_HANDS, ElsewhereError
from rooftop.server.store.schema import game_table, process
from rooftop.server.store.store import Store, UnavailableError
from rooftop.server.system import System

log = logging.getLogger("rooftop")

# Seconds without a heartbeat after which a process is buried. Tests set more, so that no busy process is.
LEASE = float(os.environ.get("ROOFTOP_LEASE_SECONDS", "2"))
BEAT = 0.5  # seconds between two heartbeats
PLACES = 20_000  # tables of other processes whose holder is remembered
DUTY = "duty"  # the key in `key_values` of the process that does what only one should do

TABLE, PROCESS = game_table.c, process.c


@dataclass(frozen=True)
class Beat:
    """What a process learns from its heartbeat."""

    peers: Mapping[str, str] = field(default_factory=dict)  # the addresses of the others, by id
    buried: tuple[str, ...] = ()  # by this process
    was_buried: bool = False  # this process, by another one


class DatabaseNow(FunctionElement[float]):
    """The time by the clock that all processes share: the database's."""

    type = sa.Float()
    inherit_cache = True


@compiles(DatabaseNow, "sqlite")
def _on_sqlite(element: DatabaseNow, compiler: object, **_: object) -> str:
    return "(julianday('now') * 86400.0)"


@compiles(DatabaseNow, "postgresql")
def _on_postgresql(element: DatabaseNow, compiler: object, **_: object) -> str:
    return "CAST(extract(epoch FROM clock_timestamp()) AS double precision)"


NOW = DatabaseNow()
# Every process executes these all the time, so they are built once.
RENEW = (
    process.update()
    .where(PROCESS.id == sa.bindparam("me"))
    .values(expires=NOW + LEASE, ready=sa.or_(PROCESS.ready, sa.bindparam("is_ready", type_=sa.Boolean)))
)
OTHERS = sa.select(PROCESS.id, PROCESS.address, (PROCESS.expires < NOW).label("late")).where(
    PROCESS.id != sa.bindparam("me")
)


class Ownership:
    """Which tables this process owns: all of them, because it has the database to itself."""

    id = ""
    on_duty = True
    is_ready = False  # it answers pages

    async def take(self, table_id: str) -> int | None:
        """Take a table. Return its fencing number; None: the stored one."""
        return None

    async def give_back(self, held: Mapping[str, int]) -> None:
        """Give tables back: their fencing numbers by id."""

    async def holder(self, table_id: str) -> str | None:
        """Return the process that holds a table, if another one does."""
        return None

    def answering(self, connection: Connection) -> Mapping[str, float]:
        """The other processes that answer pages, and their expiry times as far as known: the time of a live
        process is later at every look."""
        return {}

    def say_ready(self, connection: Connection) -> None:
        """Store that this process answers pages."""

    def forget_place(self, table_id: str) -> None:
        """Forget which process was found to hold a table."""

    def is_mine_or_free(self) -> sa.ColumnElement[bool]:
        """A condition on the row of a table: no other process holds it."""
        return sa.true()


class Leases(Ownership):
    """The tables of one process among several."""

    on_duty = False

    def __init__(self, store: Store, address: str, system: System | None = None) -> None:
        self.store = store
        self.address = address
        self.system = system or System()
        self.id = ""  # until it has registered
        self.is_leaving = False  # takes no more tables
        self._beaten = float("-inf")  # when its last heartbeat was
        self._places: dict[str, str] = {}  # holders of tables that were asked for and are elsewhere
        self._living: frozenset[str] = frozenset()  # the others

    # --- being alive ---

    async def register(self) -> None:
        """Register this process with the others."""
        new = self.system.token_hex(8)

        def write(connection: Connection) -> None:
            connection.execute(
                process.insert().values(
                    id=new, address=self.address, started=NOW, expires=NOW + LEASE, ready=self.is_ready
                )
            )

        await self.store.run_urgent(write)
        self.id, self._beaten = new, self.system.monotonic()

    async def beat(self) -> Beat:
        """Send a heartbeat, and bury processes whose lease has expired. Raises UnavailableError."""
        began = self.system.monotonic()
        # After a long silence of our own, such as one of the database, the others get a moment to be heard.
        is_regular = began - self._beaten < LEASE

        def look(connection: Connection) -> tuple[bool, dict[str, str], list[str], str | None]:
            renewed = self.renew(connection)
            rows = connection.execute(OTHERS, {"me": self.id}).all()
            peers = {row.id: row.address for row in rows if not row.late}
            late = [row.id for row in rows if row.late]
            return renewed, peers, late, key_values.read(connection, DUTY)

        renewed, peers, late, duty = await self.store.run_urgent(look)
        if not renewed:
            self.on_duty = False
            return Beat(peers, was_buried=True)
        self._beaten = began
        buried = [name for name in late if await self._bury(name)] if is_regular else []
        self._living = frozenset(peers)
        self._places = {table: holder for table, holder in self._places.items() if holder in peers}
        if duty != self.id and duty not in peers and duty not in late and not self.is_leaving:
            self.on_duty = await self.store.run_urgent(lambda connection: self._take_duty(connection, duty))
        else:
            self.on_duty = duty == self.id
        return Beat(peers, tuple(buried))

    def renew(self, connection: Connection) -> bool:
        """Renew the lease. Return False if this process has been buried."""
        if connection.dialect.name == "postgresql":  # losing a renewal in a crash does no harm
            connection.exec_driver_sql("SET LOCAL synchronous_commit = off")
        return connection.execute(RENEW, {"me": self.id, "is_ready": self.is_ready}).rowcount == 1

    async def _bury(self, dead: str) -> bool:
        """Free the tables of a process whose lease has expired. Return whether it was still there."""

        def write(connection: Connection) -> bool:
            late = sa.and_(PROCESS.id == dead, PROCESS.expires < NOW)
            if connection.execute(process.delete().where(late)).rowcount != 1:
                return False
            connection.execute(
                game_table.update().where(TABLE.holder == dead).values(holder=None, fence=TABLE.fence + 1)
            )
            return True

        buried = await self.store.run_urgent(write)
        if buried:
            log.warning("process %s gives no sign of life; its tables are free", dead)
        return buried

    def _take_duty(self, connection: Connection, before: str | None) -> bool:
        """Take over what only one process should do, unless another process was quicker."""
        keys = schema.key_value.c
        mine = schema.key_value.update().where(keys.key == DUTY, keys.value == before).values(value=self.id)
        return connection.execute(mine).rowcount == 1

    def answering(self, connection: Connection) -> Mapping[str, float]:
        others = sa.select(PROCESS.id, PROCESS.expires).where(
            PROCESS.ready, PROCESS.expires > NOW, PROCESS.id != self.id
        )
        return {row.id: row.expires for row in connection.execute(others)}

    def say_ready(self, connection: Connection) -> None:
        connection.execute(process.update().where(PROCESS.id == self.id).values(ready=True))

    async def leave(self) -> None:
        """Leave: all tables are free at once."""

        def write(connection: Connection) -> None:
            connection.execute(game_table.update().where(TABLE.holder == self.id).values(holder=None))
            connection.execute(process.delete().where(PROCESS.id == self.id))

        self.is_leaving = True
        await self.store.run_urgent(write)

    # --- tables ---

    async def take(self, table_id: str) -> int | None:
        """Take a table that is free. Raises ElsewhereError if it is not."""
        if (holder := self._places.get(table_id)) is not None:
            raise ElsewhereError(table_id, holder)
        if "\0" in table_id:  # PostgreSQL rejects such a query; there is no such table
            return None
        me = self.id
        if not me or self.is_leaving:
            raise UnavailableError(CHANGING_HANDS)
        free = sa.or_(TABLE.holder.is_(None), TABLE.holder == me, TABLE.holder.not_in(sa.select(PROCESS.id)))

        def write(connection: Connection) -> tuple[int | None, str | None]:
            # A process that has been buried must not take anything.
            alive = sa.select(PROCESS.id).where(PROCESS.id == me).with_for_update(read=True, key_share=True)
            if connection.execute(alive).first() is None:
                raise UnavailableError(CHANGING_HANDS)
            taken = connection.execute(
                game_table.update()
                .where(TABLE.id == table_id, free)
                .values(holder=me, fence=TABLE.fence + 1)
                .returning(TABLE.fence)
            ).scalar()
            if taken is not None:
                return int(taken), None
            return None, connection.execute(sa.select(TABLE.holder).where(TABLE.id == table_id)).scalar()

        fence, holder = await self.store.write(write)
        if holder is not None:
            if holder in self._living:
                if len(self._places) >= PLACES:
                    self._places.clear()
                self._places[table_id] = holder
            raise ElsewhereError(table_id, holder)
        return fence

    async def give_back(self, held: Mapping[str, int]) -> None:
        if not held:
            return
        free = game_table.update().where(
            TABLE.id == sa.bindparam("table"), TABLE.holder == self.id, TABLE.fence == sa.bindparam("held")
        )
        rows = [{"table": table_id, "held": fence} for table_id, fence in held.items()]
        await self.store.write(lambda connection: connection.execute(free.values(holder=None), rows))

    async def holder(self, table_id: str) -> str | None:
        query = sa.select(TABLE.holder).where(TABLE.id == table_id)
        found: str | None = await self.store.read(lambda connection: connection.execute(query).scalar())
        return None if found == self.id else found

    def forget_place(self, table_id: str) -> None:
        self._places.pop(table_id, None)

    def is_mine_or_free(self) -> sa.ColumnElement[bool]:
        return sa.or_(TABLE.holder.is_(None), TABLE.holder == self.id)

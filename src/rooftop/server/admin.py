"""What hosts do with `rooftop admin` while the server runs on the same database.

The command writes the new state: a closed table, a blocked identity, an announcement. Then it changes one
mark in the database. The server reads that mark every few seconds, which is one small read; if it has
changed, it shows everyone what has been written.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from typing import TYPE_CHECKING

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from rooftop.game.decoding import decode_json
from rooftop.server.auth import SOMEONE
from rooftop.server.processes import notices
from rooftop.server.protocol import Announcement
from rooftop.server.store import key_values
from rooftop.server.store.schema import game_table, identity, program, seat
from rooftop.server.store.store import UnavailableError
from rooftop.server.tables.clocks import DAY

if TYPE_CHECKING:
    from rooftop.server.context import Context

LOOK_SECONDS = 2.0  # between two looks at the mark
PATIENCE = 15.0  # seconds without a look after the database did not answer
MARK, ANNOUNCEMENT = "admin", "announcement"  # keys in `key_values`
RUNNING = ("waiting", "playing")
TEXT_LENGTH = 300  # of an announcement


# --- what the command reads --------------------------------------------------------------------------------


class TableRow(msgspec.Struct):
    """A table in the host's list."""

    id: str
    title: str
    status: str
    visibility: str
    time: str
    players: int
    seated: int
    owner: str
    host: str
    created: float
    changed: float


class PersonRow(msgspec.Struct):
    """An identity in the host's list."""

    id: str
    name: str
    created: float
    blocked: float | None
    tables: int  # of which this is the host


class Statistics(msgspec.Struct):
    """How many people and tables there are, and how many are new."""

    people: int
    new_people: dict[str, int]  # in the last day, week and month
    blocked: int
    tables: dict[str, int]  # by status
    titles: dict[str, int]  # games that have begun, by title
    begun: dict[str, int]  # games that began or went on in the last day, week and month
    waiting_for: dict[str, int]  # seats that wait, by title


def tables(
    connection: Connection,
    status: str | None = None,
    title: str | None = None,
    owner: str | None = None,
    idle_before: float | None = None,
    most: int = 50,
) -> list[TableRow]:
    """Return tables, the last changed first."""
    table = game_table.c
    seated = sa.select(sa.func.count()).where(seat.c.table_id == table.id, seat.c.identity.is_not(None))
    query = (
        sa.select(
            *(table[name] for name in ("id", "title", "status", "visibility", "time", "players")),
            seated.scalar_subquery(),
            table.owner,
            identity.c.name,
            table.created,
            table.changed,
        )
        .join(identity, identity.c.id == table.owner)
        .order_by(table.changed.desc())
        .limit(most)
    )
    for column, value in ((table.status, status), (table.title, title), (table.owner, owner)):
        if value is not None:
            query = query.where(column == value)
    if idle_before is not None:
        query = query.where(table.changed < idle_before)
    return [TableRow(*row) for row in connection.execute(query)]


def people(
    connection: Connection, name: str | None = None, blocked: bool = False, most: int = 50
) -> list[PersonRow]:
    """Return people whose name contains a text, the newest first."""
    hosted = sa.select(sa.func.count()).where(game_table.c.owner == identity.c.id).scalar_subquery()
    columns = [identity.c[column] for column in ("id", "name", "created", "blocked")]
    query = sa.select(*columns, hosted.label("tables")).order_by(identity.c.created.desc()).limit(most)
    query = query.where(identity.c.id != SOMEONE)
    if name is not None:
        query = query.where(sa.func.lower(identity.c.name).contains(name.lower(), autoescape=True))
    if blocked:
        query = query.where(identity.c.blocked.is_not(None))
    return [PersonRow(**row._mapping) for row in connection.execute(query)]


def statistics(connection: Connection, now: float) -> Statistics:
    """Count people and tables."""
    table, spans = game_table.c, {"day": DAY, "week": 7 * DAY, "month": 30 * DAY}

    def count(*conditions: sa.ColumnElement[bool]) -> int:
        """Count the rows of a table that meet the conditions."""
        found = connection.execute(sa.select(sa.func.count()).where(*conditions)).scalar_one()
        return int(found)

    def by(column: sa.ColumnElement[str], *conditions: sa.ColumnElement[bool]) -> dict[str, int]:
        rows = connection.execute(sa.select(column, sa.func.count()).where(*conditions).group_by(column))
        return {str(name): int(number) for name, number in rows}

    empty = sa.select(table.title, sa.func.count()).join(seat, seat.c.table_id == table.id)
    empty = empty.where(table.status == "waiting", seat.c.identity.is_(None), seat.c.bot.is_(None))
    begun = table.status.in_(("playing", "over"))
    real = sa.and_(identity.c.id != SOMEONE, identity.c.id.not_in(sa.select(program.c.identity)))
    return Statistics(
        people=count(real),
        new_people={name: count(real, identity.c.created > now - span) for name, span in spans.items()},
        blocked=count(identity.c.blocked.is_not(None)),
        tables=by(table.status, table.id.is_not(None)),
        titles=by(table.title, begun),
        begun={name: count(begun, table.changed > now - span) for name, span in spans.items()},
        waiting_for={
            str(name): int(number) for name, number in connection.execute(empty.group_by(table.title))
        },
    )


# --- what the command writes -------------------------------------------------------------------------------


def close(connection: Connection, table_id: str, now: float) -> bool:
    """Close a table that waits or plays. Nothing is deleted. Return whether there was one."""
    closed = connection.execute(
        game_table.update()
        .where(game_table.c.id == table_id, game_table.c.status.in_(RUNNING))
        .values(status="closed", deadline=None, changed=now)
    )
    _mark(connection)
    return closed.rowcount == 1


def block(connection: Connection, identity_id: str, now: float) -> int | None:
    """Block an identity and close its tables that have not begun. Return how many; None: no such identity."""
    who = sa.and_(identity.c.id == identity_id, identity.c.id != SOMEONE)
    blocked = connection.execute(identity.update().where(who).values(blocked=now))
    if not blocked.rowcount:
        return None
    closed = connection.execute(
        game_table.update()
        .where(game_table.c.owner == identity_id, game_table.c.status == "waiting")
        .values(status="closed", changed=now)
    )
    _mark(connection)
    return closed.rowcount


def unblock(connection: Connection, identity_id: str) -> bool:
    """Let a blocked identity in again. Return whether there was one."""
    condition = sa.and_(identity.c.id == identity_id, identity.c.blocked.is_not(None))
    return connection.execute(identity.update().where(condition).values(blocked=None)).rowcount == 1


def announce(connection: Connection, texts: dict[str, str], until: float) -> None:
    """Show a text on all pages, by language, until a given time. Without a text, remove the current one."""
    announcement = Announcement(texts, until if texts else 0.0)
    key_values.write(connection, ANNOUNCEMENT, msgspec.json.encode(announcement).decode())
    _mark(connection)


def _mark(connection: Connection) -> None:
    key_values.write(connection, MARK, secrets.token_hex(8))
    notices.notify(connection, [""])


# --- what the server does ----------------------------------------------------------------------------------


class Orders:
    """Carries out what the host has written."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self._mark: str | None = ""  # the last one; not known yet
        self._noticed = asyncio.Event()

    def hear(self, table_id: str) -> None:
        """Handle a notice: a table was changed, or the host has written something."""
        if table_id:
            self.context.registry.background(self.context.registry.take_up(table_id))
        else:
            self._noticed.set()

    async def watch(self) -> None:
        """Look for new orders while the server runs."""
        while True:
            wait = LOOK_SECONDS
            try:
                await self.look()
            except UnavailableError:
                wait = PATIENCE
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(wait):
                    await self._noticed.wait()
            self._noticed.clear()

    async def look(self) -> None:
        """Carry out orders, if there are new ones."""
        mark = await self.context.store.read(lambda connection: key_values.read(connection, MARK))
        if mark == self._mark:
            return
        registry = self.context.registry
        visitors = {client.visitor.id for table in registry.live() for client in table.clients}
        ids = [table.id for table in registry.live() if table.status in RUNNING]

        def read(connection: Connection) -> tuple[str | None, list[str], list[str]]:
            blocked = sa.select(identity.c.id).where(
                identity.c.id.in_(visitors), identity.c.blocked.is_not(None)
            )
            closed = sa.select(game_table.c.id).where(
                game_table.c.id.in_(ids), game_table.c.status == "closed"
            )
            return (
                key_values.read(connection, ANNOUNCEMENT),
                list(connection.execute(blocked).scalars()),
                list(connection.execute(closed).scalars()),
            )

        text, blocked, closed = await self.context.store.read(read)
        registry.announce(decode_json(text, Announcement) if text else None)
        for person in blocked:
            registry.sign_out(person)
        await self.context.lobby.take_up(closed)
        self._mark = mark

"""Everything that is stored about a person: exporting and deleting it.

Games stay readable for the others. Where they named the person, they name `SOMEONE` from then on.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from rooftop.errors import RooftopError
from rooftop.server.auth import SOMEONE, hashed
from rooftop.server.processes.messages import LeaveForGood
from rooftop.server.store import schema
from rooftop.server.store.fences import ElsewhereError
from rooftop.server.store.store import ConflictError
from rooftop.server.tables import chat
from rooftop.server.tables.commands import Leave
from rooftop.server.tables.state import INVITED

if TYPE_CHECKING:
    from rooftop.server.tables.registry import Registry

TABLE, SEAT = schema.game_table.c, schema.seat.c
ATTEMPTS = 5  # at deleting somebody while their games continue

# The columns that name a person. Such rows are deleted ...
DELETED = {
    schema.identity: ("id",),
    schema.program: ("identity",),
    schema.removed: ("identity",),
    schema.rating: ("player",),
    schema.chat: ("identity",),
    schema.mute: ("identity", "muted"),
    schema.email: ("identity",),
    schema.push: ("identity",),
    schema.webhook: ("identity",),
    schema.wish: ("identity",),
    schema.outbox: ("identity",),
}
# ... or stay without the person.
FORGOTTEN: dict[sa.Table, dict[str, str | None]] = {
    schema.played: {"identity": None},
    schema.seat: {"identity": SOMEONE, "reserved": INVITED},
    schema.game_table: {"owner": SOMEONE},
}
OF_A_SEAT = (schema.log, schema.agreement, schema.ahead, schema.settled)  # name a seat, but no person
NAMELESS = (schema.invitation, schema.review, schema.key_value, schema.process)  # about nobody

# Hashes of secrets, and values that are secret during a game, even from the owner of a table.
SECRET = frozenset({"token", "unsubscribe", "phrase", "seed", "hash", "command", "clocks"})


# --- exporting ---------------------------------------------------------------------------------------------


def export(connection: Connection, person: str) -> dict[str, list[dict[str, Any]]]:
    """Return everything that is stored about a person, by table."""
    found = {}
    for table, columns in [*DELETED.items(), *((table, tuple(names)) for table, names in FORGOTTEN.items())]:
        mine = sa.or_(*(table.c[name] == person for name in columns if name != "muted"))
        found[table.name] = _rows(connection, sa.select(*_shown(table)).where(mine))
    for table in OF_A_SEAT:
        seats = sa.and_(SEAT.table_id == table.c.table_id, SEAT.seat == table.c.seat, SEAT.identity == person)
        found[table.name] = _rows(connection, sa.select(*_shown(table)).join(schema.seat, seats))
    return found


def _shown(table: sa.Table) -> list[sa.Column[Any]]:
    return [column for column in table.c if column.name not in SECRET]


def _rows(connection: Connection, query: sa.Select[Any]) -> list[dict[str, Any]]:
    return [dict(row) for row in connection.execute(query).mappings()]


# --- deleting ----------------------------------------------------------------------------------------------


async def delete(registry: Registry, person: str) -> None:
    """Delete a person. They leave their running games: bots of the agreed level play on."""
    for attempt in range(ATTEMPTS):
        playing = await registry.store.read(lambda connection: set(_playing(connection, person)))
        try:
            for table_id in playing:
                await _leave_anywhere(registry, table_id, person)
            changed = await registry.store.write(
                partial(_delete, person=person, left=playing, now=registry.now())
            )
        except ConflictError:  # another game has begun in the meantime, or the host has closed one
            if attempt + 1 == ATTEMPTS:
                raise
            continue
        await registry.reload_live(changed, person)
        return


async def _leave_anywhere(registry: Registry, table_id: str, person: str) -> None:
    """Leave a game for good, even one of another process."""
    try:
        await leave(registry, table_id, person)
    except ElsewhereError as found:
        await registry.ask(found.holder, LeaveForGood(table=table_id, person=person))


async def leave(registry: Registry, table_id: str, person: str) -> None:
    """Leave a game for good, so that no open page of the person can take the seat back. Raises ElsewhereError
    if another process has the table."""
    try:
        table = await registry.table(table_id)
    except ElsewhereError:
        raise
    except RooftopError:
        return  # this server cannot play it
    async with table.lock:
        for seat, chair in enumerate(table.chairs):
            if chair.identity == person and not chair.is_gone and table.status == "playing":
                command = f"deleted:{seat}:{registry.system.token_hex(4)}"
                await table.add(Leave.left(table.state, seat), command)
    table.wake_bots()


def _playing(connection: Connection, person: str) -> Iterator[str]:
    yield from connection.execute(
        sa.select(TABLE.id)
        .join(schema.seat, SEAT.table_id == TABLE.id)
        .where(SEAT.identity == person, TABLE.status == "playing")
    ).scalars()


def _delete(connection: Connection, person: str, left: set[str], now: float) -> set[str]:
    """Delete a person who has left their games. Return the tables that changed."""
    if set(_playing(connection, person)) - left:
        raise ConflictError("your games change too quickly; try again in a moment")
    _ensure_someone(connection, now)
    changed = set(
        connection.execute(
            sa.union(
                sa.select(SEAT.table_id).where(SEAT.identity == person),
                sa.select(SEAT.table_id).where(SEAT.reserved == person),
                sa.select(TABLE.id).where(TABLE.owner == person),
            )
        ).scalars()
    )
    _leave_waiting(connection, person, now)
    own_seats = sa.select(SEAT.table_id, SEAT.seat).where(SEAT.identity == person)
    for table in (schema.agreement, schema.ahead):
        connection.execute(table.delete().where(sa.tuple_(table.c.table_id, table.c.seat).in_(own_seats)))
    connection.execute(schema.seat.update().where(SEAT.identity == person).values(name=None))
    chat.forget(connection, person)
    for table, columns in FORGOTTEN.items():
        for name, value in columns.items():
            connection.execute(table.update().where(table.c[name] == person).values({name: value}))
    told = schema.outbox.c.body.contains(person, autoescape=True)  # messages to others, about the person
    connection.execute(schema.outbox.delete().where(told))
    for table, names in reversed(DELETED.items()):
        connection.execute(table.delete().where(sa.or_(*(table.c[name] == person for name in names))))
    return changed


def _leave_waiting(connection: Connection, person: str, now: float) -> None:
    """Close the person's own tables that never began, and free their seats at other tables, including seats
    reserved for a rematch."""
    own = sa.and_(TABLE.owner == person, TABLE.status == "waiting")
    connection.execute(schema.game_table.update().where(own).values(status="closed", changed=now))
    waiting = sa.select(TABLE.id).where(TABLE.status == "waiting")
    connection.execute(
        schema.seat.update()
        .where(sa.or_(SEAT.identity == person, SEAT.reserved == person), SEAT.table_id.in_(waiting))
        .values(identity=None, nonce=None, name=None, colour=None, ready=False)
    )


def _ensure_someone(connection: Connection, now: float) -> None:
    """Create the identity that replaces everyone who has been deleted."""
    identity = schema.identity
    if connection.execute(sa.select(identity.c.id).where(identity.c.id == SOMEONE)).first() is None:
        nobody_knows = [hashed(secrets.token_urlsafe(32)) for _ in range(2)]
        connection.execute(
            identity.insert().values(
                id=SOMEONE, name="", token=nobody_knows[0], phrase=nobody_knows[1], created=now
            )
        )

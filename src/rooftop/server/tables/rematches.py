"""Another game of the same people: they move up by one seat, and everything else stays the same.

The first player who asks for a rematch opens the table. It waits for the others: whoever agrees sits down
there. The seat of somebody who declines becomes free for a friend or a bot.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from rooftop.errors import OptionError
from rooftop.game.decoding import decode_json
from rooftop.game.position import colour_ids
from rooftop.game.seed import commitment
from rooftop.game.title import OptionValue
from rooftop.server.auth import SOMEONE, Identity
from rooftop.server.notify import outbox
from rooftop.server.store import schema
from rooftop.server.tables.agreements import DECLINED
from rooftop.server.tables.colours import colours_of
from rooftop.server.tables.state import INVITED, Chair, Rematch, TableState

if TYPE_CHECKING:
    from rooftop.server.tables.live import LiveTable
    from rooftop.server.tables.registry import Registry

TABLE, SEAT, AGREEMENT = schema.game_table.c, schema.seat.c, schema.agreement.c
# What the tables of both games have in common.
KEPT = ("title", "rules", "edition", "players", "options", "visibility", "pace", "time", "timeout", "rated")


async def ask(
    registry: Registry,
    person: Identity,
    table_id: str,
    check: Callable[[Connection], object] = lambda connection: None,
) -> str:
    """Return the table of the rematch: the one that somebody has already asked for, or a new one, if `check`
    raises nothing."""
    table = await registry.table(table_id)
    async with table.lock:
        _check(table, person)
        registry.library.offered_title(table.game.title.id)
        away = _away(registry, table, person)
        now, new = registry.now(), registry.new_table()
        colours = colours_of(
            colour_ids(table.game.title, table.game.edition, table.game.players), table.chairs
        )
        found = await table.write(
            lambda connection: _open(
                connection, table_id, table.chairs, colours, person.id, away, now, new, check
            )
        )
    await registry.tell_rematch(found)
    return found


async def decline(registry: Registry, person: Identity, table_id: str) -> None:
    """Decline a rematch. The others are told."""
    table = await registry.table(table_id)
    async with table.lock:
        seats = _check(table, person)
        found = table.state.rematch
        if found is None or found.status != "waiting":
            raise OptionError("there is no rematch to decline")
        if set(seats) & set(found.agreed):
            raise OptionError("you have agreed to this rematch already")
        now = registry.now()
        await table.write(
            lambda connection: _decline(connection, table_id, found.table, person.id, seats, now)
        )
    await registry.take_up(found.table)
    await registry.notify([found.table])
    await registry.tell_rematch(found.table)


def _check(table: LiveTable, person: Identity) -> list[int]:
    """Return the seats of somebody who may play a game again."""
    seats = [seat for seat, chair in enumerate(table.chairs) if chair.identity == person.id]
    if not seats:
        raise OptionError("only those who played can play again")
    if table.status != "over":
        raise OptionError("the game is not over yet")
    return seats


def _away(registry: Registry, table: LiveTable, person: Identity) -> list[str]:
    """Return the other people who are not at the table, and need a message."""
    others = {chair.identity for chair in table.chairs if chair.identity and not chair.program}
    others -= {person.id, SOMEONE}
    return sorted(other for other in others if not registry.is_at(table.id, other))


def _open(
    connection: Connection,
    table_id: str,
    chairs: Sequence[Chair],
    colours: Sequence[str],
    person: str,
    away: Sequence[str],
    now: float,
    new: tuple[str, bytes],
    check: Callable[[Connection], object],
) -> str:
    """Store the table of a rematch with a new id and seed, unless there is one."""
    row = connection.execute(sa.select(schema.game_table).where(TABLE.id == table_id)).one()
    if row.rematch is not None:
        status = connection.execute(sa.select(TABLE.status).where(TABLE.id == row.rematch)).scalar()
        if status not in (None, "closed"):
            return str(row.rematch)
    check(connection)
    found, seed = new
    connection.execute(
        schema.game_table.insert().values(
            **{name: row._mapping[name] for name in KEPT},
            id=found,
            owner=person,
            seed=seed,
            commitment=commitment(seed, row.title, decode_json(row.options, dict[str, OptionValue])),
            status="waiting",
            created=now,
            changed=now,
        )
    )
    for seat in range(row.players):
        before = (seat + 1) % row.players  # the second player begins
        chair = chairs[before]
        is_person = chair.identity not in (None, SOMEONE) and not chair.program
        connection.execute(
            schema.seat.insert().values(
                table_id=found,
                seat=seat,
                bot=None if chair.identity else chair.bot,
                reserved=chair.identity if is_person else INVITED if chair.identity else None,
                name=chair.alias,
                colour=colours[before] if is_person else None,
            )
        )
    connection.execute(schema.game_table.update().where(TABLE.id == table_id).values(rematch=found))
    connection.execute(
        schema.agreement.delete().where(AGREEMENT.table_id == table_id, AGREEMENT.kind == DECLINED)
    )
    for identity in away:
        outbox.invited(connection, identity, found, person, now)
    return found


def _decline(
    connection: Connection, table_id: str, found: str, person: str, seats: Sequence[int], now: float
) -> None:
    mine = (AGREEMENT.table_id == table_id, AGREEMENT.kind == DECLINED, AGREEMENT.seat.in_(seats))
    connection.execute(schema.agreement.delete().where(*mine))
    connection.execute(
        schema.agreement.insert(),
        [{"table_id": table_id, "kind": DECLINED, "seat": seat, "at": now} for seat in seats],
    )
    connection.execute(
        schema.seat.update()
        .where(SEAT.table_id == found, SEAT.reserved == person, SEAT.identity.is_(None))
        .values(reserved=INVITED, name=None, colour=None)
    )


# --- from the database -------------------------------------------------------------------------------------


def read(connection: Connection, state: TableState) -> Rematch | None:
    """Return the state of the rematch of a table."""
    table_id, chairs = state.id, state.chairs
    row = connection.execute(
        sa.select(TABLE.id, TABLE.status).where(
            TABLE.id == sa.select(TABLE.rematch).where(TABLE.id == table_id).scalar_subquery()
        )
    ).first()
    if row is None:
        return None
    sitting = set(connection.execute(sa.select(SEAT.identity).where(SEAT.table_id == row.id)).scalars())
    agreed = [seat for seat, chair in enumerate(chairs) if chair.identity and chair.identity in sitting]
    return Rematch(row.id, row.status, agreed, sorted(_declined(connection, table_id)))


def table_before(connection: Connection, table_id: str) -> str | None:
    """Return the table whose rematch this one is; None if it is no rematch."""
    return connection.execute(sa.select(TABLE.id).where(TABLE.rematch == table_id)).scalar()


def decliners(connection: Connection, before: str) -> list[str]:
    """Return the names of those who declined the rematch of a table."""
    rows = connection.execute(
        sa.select(SEAT.seat, sa.func.coalesce(SEAT.name, schema.identity.c.name).label("called"))
        .join(schema.identity, schema.identity.c.id == SEAT.identity)
        .where(SEAT.table_id == before, SEAT.identity != SOMEONE)
        .order_by(SEAT.seat)
    )
    declined = _declined(connection, before)
    return [row.called for row in rows if row.seat in declined]


def _declined(connection: Connection, table_id: str) -> set[int]:
    query = sa.select(AGREEMENT.seat).where(AGREEMENT.table_id == table_id, AGREEMENT.kind == DECLINED)
    return set(connection.execute(query).scalars())

"""Gathering at a table before its game: being ready, starting, standing up, removing people, and handing over
the role of the host.

The game begins when the host starts it, or when everyone is ready, including the host
(`TableState.is_agreed`). Guests are ready when they sit down, until the host changes the settings
(`facts.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sqlalchemy.engine import Connection

from rooftop.errors import OptionError
from rooftop.server.auth import Identity
from rooftop.server.store import schema
from rooftop.server.tables.live import LiveTable
from rooftop.server.tables.registry import Registry, check_waiting
from rooftop.server.tables.state import INVITED, Chair, TableState
from rooftop.server.translation import message

SEAT = schema.seat.c
EMPTY = {"identity": None, "nonce": None, "name": None, "colour": None, "ready": False}


# --- starting ----------------------------------------------------------------------------------------------


async def say_ready(registry: Registry, person: Identity, table_id: str, ready: bool) -> None:
    """Say whether a person is ready for the game as it is."""
    table = await registry.table(table_id)
    async with table.lock:
        check_waiting(table.state)
        _check_seated(table.state, person)
        await _write(
            registry, table, person, lambda connection: set_ready(connection, table_id, ready, person)
        )
    await _tell(registry, table)


async def start(registry: Registry, host: Identity, table_id: str) -> None:
    """Begin the game at its host's request. Repeating this changes nothing."""
    table = await registry.own_table(host, table_id)
    async with table.lock:
        if table.status == "playing":
            return
        check_waiting(table.state)
        if not table.state.is_full:
            raise OptionError("some seats are still empty; fill or remove them first")
        waited_for = [who for who, ready in table.state.people().items() if not ready and who != host.id]
        if table.state.rated and waited_for:
            names = [chair.name for chair in table.chairs if chair.identity in waited_for]
            raise OptionError(
                message("a rated game needs everyone's agreement; not ready: {names}", names=", ".join(names))
            )
        await _write(registry, table, host, lambda connection: None, start=True)
    await _tell(registry, table)


def set_ready(connection: Connection, table_id: str, ready: bool, person: Identity | None = None) -> None:
    """Store whether somebody, or everyone, is ready."""
    people = SEAT.identity.is_not(None) if person is None else SEAT.identity == person.id
    connection.execute(schema.seat.update().where(SEAT.table_id == table_id, people).values(ready=ready))


# --- leaving -----------------------------------------------------------------------------------------------


async def stand_up(registry: Registry, person: Identity, table_id: str, seat: int | None = None) -> None:
    """Leave the visitor's seats, or the seat of somebody else with the same browser."""
    table = await registry.table(table_id)
    async with table.lock:
        check_waiting(table.state)
        own = _check_seated(table.state, person)
        if seat is not None and seat not in own:
            raise OptionError("you can only stand up from a seat of your own")
        leaving = own if seat is None or table.chairs[seat].alias is None else (seat,)
        kept = [number for number in leaving if table.chairs[number].reserved == table.state.owner]

        def write(connection: Connection) -> None:
            _empty(connection, table_id, leaving)
            _empty(connection, table_id, kept, reserved=INVITED)  # a friend can have the host's own seat

        await _write(registry, table, person, write)
    await _tell(registry, table)


async def remove(registry: Registry, host: Identity, table_id: str, seat: int) -> None:
    """Remove a person from all their seats, and keep them away from this table."""
    table = await registry.own_table(host, table_id)
    async with table.lock:
        check_waiting(table.state)
        who = _person_at(table, host, seat)
        seats = [number for number, chair in enumerate(table.chairs) if chair.identity == who]
        kept = [number for number, chair in enumerate(table.chairs) if chair.reserved == who]
        now = registry.now()

        def write(connection: Connection) -> None:
            _empty(connection, table_id, seats)
            _empty(connection, table_id, kept, reserved=INVITED)
            connection.execute(schema.removed.insert().values(table_id=table_id, identity=who, at=now))

        await _write(registry, table, host, write)
    await _tell(registry, table)


async def hand_on(registry: Registry, host: Identity, table_id: str, seat: int) -> None:
    """Make somebody else who sits at the table its host. The new host must say again that they are ready."""
    table = await registry.own_table(host, table_id)
    async with table.lock:
        check_waiting(table.state)
        who = _person_at(table, host, seat)

        def write(connection: Connection) -> None:
            set_ready(connection, table_id, True, host)
            set_ready(connection, table_id, False, Identity(who, ""))

        await _write(registry, table, host, write, owner=who)
    await _tell(registry, table)


def _empty(connection: Connection, table_id: str, seats: Sequence[int], **values: object) -> None:
    here = (SEAT.table_id == table_id, SEAT.seat.in_(seats))
    connection.execute(schema.seat.update().where(*here).values({**EMPTY, **values}))


# --- what the others share ---------------------------------------------------------------------------------


def _check_seated(state: TableState, person: Identity) -> tuple[int, ...]:
    own = state.seats_of(person)
    if not own:
        raise OptionError("you have no seat at this table")
    return own


def _person_at(table: LiveTable, host: Identity, seat: int) -> str:
    """Return who sits at a seat, if that is a person other than the host."""
    chair = table.chairs[seat] if seat < len(table.chairs) else Chair()
    if not chair.identity or chair.program:
        raise OptionError("no person sits there; choose the seat of somebody who does")
    if chair.identity == host.id:
        raise OptionError("this seat is your own; choose somebody else's")
    return chair.identity


async def _write(
    registry: Registry,
    table: LiveTable,
    by: Identity,
    change: Callable[[Connection], object],
    start: bool = False,
    **values: object,
) -> None:
    """Store a change of a waiting table, and show it. The caller holds the lock."""
    here, now = table.visitors(), registry.now()

    def write(connection: Connection) -> TableState:
        change(connection)
        return registry.write_lobby(connection, table.id, by.id, here, now, start, **values)

    registry.show_lobby(table, await table.write(write), now)


async def _tell(registry: Registry, table: LiveTable) -> None:
    table.wake_bots()
    await registry.tell_rematch(table.id)

"""Tables before their game: invitations, seats that the host changes, tables that close without a game."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import partial

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from rooftop.bots.levels import levels_of
from rooftop.errors import OptionError, RooftopError
from rooftop.game.position import new_game
from rooftop.server.auth import ANONYMOUS, Identity, clean_name
from rooftop.server.errors import Refusal
from rooftop.server.limits import network
from rooftop.server.processes.messages import Opened
from rooftop.server.protocol import CreatedTable, Invitation, JoinedTable, NewTable
from rooftop.server.store import schema
from rooftop.server.tables import colours, invitations, programs, rematches
from rooftop.server.tables.clocks import DAY
from rooftop.server.tables.live import LiveTable
from rooftop.server.tables.registry import Registry, check_waiting, is_seat, seat_values, write_lobby
from rooftop.server.tables.state import TableState
from rooftop.server.translation import message

GONE = "gone"  # a seat to remove


class Lobby:
    """What happens at the tables of a registry before a game begins."""

    def __init__(self, registry: Registry, per_person: int = 10, per_address: int = 40) -> None:
        self.registry = registry
        self.store = registry.store
        self.per_person, self.per_address = per_person, per_address  # tables that may wait for players
        self._opened: dict[str, set[str]] = {}  # tables by address, since the server started
        self._opening = asyncio.Lock()

    # --- new tables ---

    async def open(self, host: Identity, address: str, order: NewTable) -> CreatedTable:
        """Create a table, unless too many of this person or this address wait for players."""
        async with self._opening:
            near = await self._near(network(address))
            if near >= self.per_address:
                raise Refusal(
                    status_code=429,
                    detail=message(
                        "{n} tables from your address wait for players; try again when a game has begun",
                        n=near,
                    ),
                )
            created = await self.registry.create(host, order, partial(self._check_own, person=host.id))
            self.remember(network(address), created.table)
            self.registry.tell(Opened(network(address), created.table))
            return created

    def remember(self, address: str, table_id: str) -> None:
        """A table was opened from an address."""
        self._opened.setdefault(address, set()).add(table_id)

    async def rematch(self, person: Identity, table_id: str) -> str:
        """Return the table of a rematch. A new one counts like any other that waits for players."""
        check = partial(self._check_own, person=person.id)
        return await rematches.ask(self.registry, person, table_id, check)

    def _check_own(self, connection: Connection, person: str) -> None:
        """Raise Refusal if too many tables of a person wait for players. Whoever counts keeps other
        processes from opening one at the same time."""
        owner, table = schema.identity.c, schema.game_table.c
        connection.execute(sa.select(owner.id).where(owner.id == person).with_for_update(key_share=True))
        own = sa.select(sa.func.count()).where(table.owner == person, table.status == "waiting")
        waiting = connection.execute(own).scalar_one()
        if waiting >= self.per_person:
            raise Refusal(
                status_code=429,
                detail=message(
                    "{n} of your tables wait for players; begin one of their games or close it first",
                    n=waiting,
                ),
            )

    async def _near(self, address: str) -> int:
        """Return how many tables from an address wait for players."""
        table, opened = schema.game_table.c, sorted(self._opened.get(address, ()))
        waiting = sa.select(table.id).where(table.status == "waiting", table.id.in_(opened))
        near = await self.store.read(lambda connection: set(connection.execute(waiting).scalars()))
        left = self._opened.get(address, set()) - (set(opened) - near)
        if left:
            self._opened[address] = left
        else:
            self._opened.pop(address, None)
        return len(left)

    # --- invitations ---

    async def invitation(self, visitor: Identity | None, secret: str, language: str) -> Invitation:
        """Return what an invitation is to. This uses nothing up."""
        table_id = await self.store.read(lambda connection: invitations.check(connection, secret))
        table = await self.registry.table(table_id)
        state, someone = table.state, visitor or ANONYMOUS
        seat = state.seat_of(visitor)
        return Invitation(
            table=table_id,
            title=state.game.title.id,
            host=state.host,
            people=[chair.name for chair in state.chairs if chair.identity],
            free=len(state.free_chairs(someone, invited=True)) if state.status == "waiting" else 0,
            status=state.status,
            seat=seat,
            watchable=state.visibility != "invitation" or seat >= 0,
            rated=state.rated,
            colours=colours.choices(state.game, state.chairs, language),
        )

    async def join(
        self, visitor: Identity, secret: str, nonce: str, colour: str | None = None
    ) -> JoinedTable:
        """Sit down at the table of an invitation."""
        table_id = await self.store.read(lambda connection: invitations.check(connection, secret))
        return JoinedTable(table_id, await self.registry.sit(visitor, table_id, nonce, secret, colour=colour))

    async def renew(self, host: Identity, table_id: str) -> str:
        """Return the secret of a new invitation. The old link no longer works."""
        table = await self._own_table(host, table_id)
        secret, now = invitations.new_secret(self.registry.surroundings), self.registry.now()
        async with table.lock:
            check_waiting(table.state)
            await table.write(lambda connection: invitations.renew(connection, table_id, secret, now))
        return secret

    # --- seats ---

    async def change_seats(self, host: Identity, table_id: str, seat: int | None, kind: str) -> None:
        """Change a seat at which nobody sits, or all empty ones. The seat after the last one is a new one."""
        table = await self._own_table(host, table_id)
        title = table.game.title
        if kind == "me" or (kind != GONE and not is_seat(title, kind)):
            raise OptionError(
                message(
                    "a seat can be open, invite, gone or bot:LEVEL, where LEVEL is one of {levels}",
                    levels=", ".join(levels_of(title)),
                )
            )
        async with table.lock:
            check_waiting(table.state)
            seats = self._seats(table, seat)
            last = len(table.chairs) - 1
            more = sum(changed > last for changed in seats) - (len(seats) if kind == GONE else 0)
            self._check_players(table, len(table.chairs) + more)
            bots = sum(
                bool(chair.bot) or chair.program for k, chair in enumerate(table.chairs) if k not in seats
            )
            if bots + (len(seats) if kind.startswith("bot:") else 0) == len(table.chairs) + more:
                raise OptionError("at least one seat must be for a person")
            values, now = seat_values(kind, host.id), self.registry.now()
            here, gone = table.visitors(), self._programs(table, seats)

            def write(connection: Connection) -> TableState | None:
                for program in gone:
                    programs.dismiss(connection, table_id, program)
                for changed in reversed(seats):
                    if kind == GONE:
                        _remove(connection, table_id, changed, last)
                    elif changed > last:
                        connection.execute(
                            schema.seat.insert().values(table_id=table_id, seat=changed, **values)
                        )
                    else:
                        connection.execute(_row(table_id, changed).values(name=None, colour=None, **values))
                players = len(table.chairs) + more
                return self.registry.write_lobby(connection, table_id, host.id, here, now, players=players)

            begun = await table.write(write)
            if begun is None:
                await self._take_up(table)
            else:
                self.registry.begin(table, begun, now)
                table.refresh()
            _end_sockets(table, gone)
        table.wake_bots()

    async def admit(self, host: Identity, table_id: str, seat: int, name: str) -> str:
        """Keep a seat at which nobody sits for a bot of the host's own, and return its token."""
        shown = clean_name(name)
        table = await self._own_table(host, table_id)
        async with table.lock:
            check_waiting(table.state)
            if table.state.rated:
                raise OptionError("bots of your own cannot play in a rated game")
            if seat >= len(table.chairs):
                raise OptionError("there is no such seat")
            seats, now = self._seats(table, seat), self.registry.now()
            if all(chair.bot or chair.program for k, chair in enumerate(table.chairs) if k != seat):
                raise OptionError("at least one seat must be for a person")
            others = [chair for k, chair in enumerate(table.chairs) if k != seat]
            if shown in {name for chair in others for name in (chair.name, chair.alias, chair.asked)}:
                raise OptionError("somebody at this table has this name already")
            gone = self._programs(table, seats)

            def write(connection: Connection) -> str:
                for program in gone:
                    programs.dismiss(connection, table_id, program)
                write_lobby(connection, table_id, now)
                return programs.admit(connection, table_id, seat, shown, self.registry.surroundings, now)

            token = await table.write(write)
            await self._take_up(table)
            _end_sockets(table, gone)
        return token

    @staticmethod
    def _programs(table: LiveTable, seats: Sequence[int]) -> list[str]:
        """Return the programs that have these seats, or are to get them."""
        chairs = [table.chairs[seat] for seat in seats if seat < len(table.chairs)]
        return [chair.identity or chair.reserved or "" for chair in chairs if chair.program]

    async def choose_colour(
        self, visitor: Identity, table_id: str, colour: str, seat: int | None = None
    ) -> None:
        """Give a seat of a player (default: the first) the colour they chose, if nobody else has it."""
        table = await self.registry.table(table_id)
        async with table.lock:
            check_waiting(table.state)
            own, now = table.state.seats_of(visitor), self.registry.now()
            if not own:
                raise OptionError("sit down first; then choose your colour")
            mine = own[0] if seat is None else seat
            if mine not in own:
                raise OptionError("you can only choose a colour for a seat of your own")
            chosen = colours.chosen(table.game, table.chairs, mine, colour)

            def write(connection: Connection) -> None:
                write_lobby(connection, table_id, now)
                colours.write(connection, table_id, chosen, mine)

            await table.write(write)
            table.state.changed = now
            table.recolour(chosen)
            table.refresh()

    @staticmethod
    def _seats(table: LiveTable, seat: int | None) -> list[int]:
        """Return the seats that a host may change: one, or all empty ones."""
        empty = [k for k, chair in enumerate(table.chairs) if not chair.identity and not chair.bot]
        if seat is None:
            if not empty:
                raise OptionError("no seat is empty")
            return empty
        if seat > len(table.chairs):
            raise OptionError("there is no such seat")
        if seat < len(table.chairs) and table.chairs[seat].identity and not table.chairs[seat].program:
            raise OptionError("somebody sits there; only an empty seat can be changed")
        return [seat]

    def _check_players(self, table: LiveTable, players: int) -> None:
        """Raise OptionError unless the game can be played by so many."""
        game = table.game
        if players < min(game.edition.players):
            raise OptionError(
                message(
                    "{title} needs at least {n} players; let a bot take the seat",
                    title=game.title.name,
                    n=min(game.edition.players),
                )
            )
        if players > max(game.edition.players):
            raise OptionError(
                message(
                    "{title} is for at most {n} players", title=game.title.name, n=max(game.edition.players)
                )
            )
        new_game(
            game.title, players, game.options, game.edition, self.registry.library.compiled(game.title.id)
        )

    # --- the end ---

    async def close(self, host: Identity, table_id: str) -> None:
        """Close a table that has not begun."""
        table = await self._own_table(host, table_id)
        async with table.lock:
            check_waiting(table.state)
            await table.write(lambda connection: _close(connection, [table_id], self.registry.now()))
            table.state.status = "closed"
            table.refresh()
        await self.registry.tell_rematch(table_id)

    async def close_old(self) -> None:
        """Close tables that have waited for too long."""
        now, table = self.registry.now(), schema.game_table.c

        def find(connection: Connection) -> list[str]:
            old = sa.or_(
                *(
                    sa.and_(table.pace == pace, table.changed < now - days * DAY)
                    for pace, days in self.registry.idle_days.items()
                )
            )
            return list(
                connection.execute(sa.select(table.id).where(table.status == "waiting", old)).scalars()
            )

        found = await self.store.read(find)
        if found:
            await self.store.write(lambda connection: _close(connection, found, now))
            await self.take_up(found)
            await self.registry.notify(found)

    async def take_up(self, table_ids: list[str]) -> None:
        """Show what was stored for tables that people look at."""
        for table in self.registry.live(table_ids):
            async with table.lock:
                await self._take_up(table)

    # --- what the others share ---

    async def _own_table(self, host: Identity, table_id: str) -> LiveTable:
        table = await self.registry.table(table_id)
        if table.state.owner != host.id:
            raise Refusal(status_code=403, detail="only the host of this table can do that")
        return table

    async def _take_up(self, table: LiveTable) -> None:
        """Replace a table by the stored one. If that fails, the next one who comes loads it."""
        try:
            await self.registry.reload(table)
        except RooftopError:
            self.registry.lose(table)


def _end_sockets(table: LiveTable, programs: Sequence[str]) -> None:
    for client in table.clients:
        if client.visitor.id in programs:
            client.end()


def _row(table_id: str, seat: int) -> sa.Update:
    return schema.seat.update().where(schema.seat.c.table_id == table_id, schema.seat.c.seat == seat)


def _remove(connection: Connection, table_id: str, seat: int, last: int) -> None:
    """Remove a seat. Those after it move up."""
    connection.execute(
        schema.seat.delete().where(schema.seat.c.table_id == table_id, schema.seat.c.seat == seat)
    )
    for other in range(seat + 1, last + 1):
        connection.execute(_row(table_id, other).values(seat=other - 1))


def _close(connection: Connection, table_ids: list[str], now: float) -> None:
    """Store that tables are closed, unless their game has begun."""
    table = schema.game_table.c
    connection.execute(
        schema.game_table.update()
        .where(table.id.in_(table_ids), table.status == "waiting")
        .values(status="closed", changed=now)
    )

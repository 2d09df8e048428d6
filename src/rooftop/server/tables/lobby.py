"""Tables before their game: invitations, seats that the host changes, tables that close without a game."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import partial
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from rooftop.bots.levels import levels_of
from rooftop.errors import OptionError, RooftopError
from rooftop.game.position import new_game
from rooftop.server.auth import ANONYMOUS, Identity
from rooftop.server.errors import Refusal
from rooftop.server.limits import networks
from rooftop.server.names import clean_name
from rooftop.server.processes.messages import Opened
from rooftop.server.protocol import CreatedTable, Invitation, JoinedTable, NewTable
from rooftop.server.store import schema
from rooftop.server.tables import colours, frames, invitations, programs, rematches
from rooftop.server.tables.clocks import DAY
from rooftop.server.tables.live import LiveTable
from rooftop.server.tables.registry import Registry, check_waiting, is_seat, seat_values, write_lobby
from rooftop.server.tables.state import TableState
from rooftop.server.translation import message

GONE = "gone"  # a seat to remove
AT_ONCE = 500  # tables to look for
LATELY = 3600.0  # seconds: a game that has been idle for this long costs nothing, and does not count


class BotGames(NamedTuple):
    """How many games with bots may run at a time."""

    per_person: int = 20  # the host
    per_address: int = 80  # from which the tables were opened
    per_network: int = 240  # an IPv6 /48


class Lobby:
    """What happens at the tables of a registry before a game begins."""

    def __init__(
        self,
        registry: Registry,
        per_person: int = 10,
        per_address: int = 40,
        bot_games: BotGames | None = None,
    ) -> None:
        self.registry = registry
        self.store = registry.store
        self.per_person, self.per_address = per_person, per_address  # tables that may wait for players
        self.bot_games = bot_games or BotGames()
        registry.may_begin, registry.opened_from = self._check_bots, self.opened_from
        # The keys of the addresses that opened tables, while those wait or are played.
        self._opened: dict[str, tuple[str, ...]] = {}
        self._opening = asyncio.Lock()

    # --- new tables ---

    async def open(self, host: Identity, address: str, order: NewTable) -> CreatedTable:
        """Create a table, unless too many tables of this person or this address wait for players, or play
        with bots."""
        keys = networks(address)
        async with self._opening:
            near = await self.store.read(lambda connection: self._near(connection, keys[0]))
            if near >= self.per_address:
                raise Refusal(
                    status_code=429,
                    detail=message(
                        "{n} tables from your address wait for players; try again when a game has begun",
                        n=near,
                    ),
                )

            def check(connection: Connection) -> None:
                self._check_own(connection, host.id)
                if any(seat.startswith("bot:") for seat in order.seats):
                    self._check_bot_games(connection, host.id, keys)

            created = await self.registry.create(host, order, check)
            self._remember(address, created.table)
            return created

    def _remember(self, address: str, table_id: str) -> None:
        """Remember, and tell the others, that an address has opened a table here."""
        self.remember(address, table_id)
        self.registry.tell(Opened(address, table_id))

    def remember(self, address: str, table_id: str) -> None:
        """Remember that an address has opened a table."""
        self._opened[table_id] = networks(address)

    def opened_from(self, table_id: str) -> str:
        """Return the widest network that opened a table; empty if it is unknown."""
        return self._opened.get(table_id, ("",))[-1]

    async def rematch(self, person: Identity, table_id: str, address: str = "") -> str:
        """Return the table of a rematch. A new one counts like any other that waits for players."""
        check = partial(self._check_own, person=person.id)
        found = await rematches.ask(self.registry, person, table_id, check)
        if address and found not in self._opened:
            self._remember(address, found)
        return found

    def _check_own(self, connection: Connection, person: str) -> None:
        """Raise Refusal if too many tables of a person wait for players. Counting keeps other processes from
        opening one at the same time."""
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

    def _near(self, connection: Connection, key: str) -> int:
        """Return how many tables from an address wait for players."""
        table = schema.game_table.c
        waiting = sa.select(sa.func.count()).where(table.status == "waiting", table.id.in_(self._from(key)))
        return int(connection.execute(waiting).scalar_one())

    def _from(self, key: str) -> list[str]:
        """Return the tables that an address or a network has opened."""
        return [table_id for table_id, keys in self._opened.copy().items() if key in keys]

    def _check_bots(self, connection: Connection, state: TableState) -> None:
        """Raise Refusal if too many games with bots are running to begin another one."""
        if any(chair.bot for chair in state.chairs):
            self._check_bot_games(connection, state.owner, self._opened.get(state.id, ()), state.id)

    def _check_bot_games(
        self, connection: Connection, owner: str, keys: Sequence[str], but: str = ""
    ) -> None:
        table, seat = schema.game_table.c, schema.seat.c
        running = sa.select(sa.func.count()).where(
            table.status == "playing",
            table.changed > self.registry.now() - LATELY,
            table.id != but,
            sa.exists().where(seat.table_id == table.id, seat.bot.is_not(None)),
        )
        groups = [table.owner == owner, *(table.id.in_(self._from(key)) for key in keys)]
        for by, (group, most) in enumerate(zip(groups, self.bot_games, strict=False)):
            number = connection.execute(running.where(group)).scalar_one()
            if number >= most:
                raise Refusal(status_code=429, detail=_too_many_bots(by, number))

    async def forget(self) -> None:
        """Forget who opened tables that are over, or have been idle for a day."""
        table, since, known = schema.game_table.c, self.registry.now() - DAY, list(self._opened)
        alive = sa.or_(table.status == "waiting", sa.and_(table.status == "playing", table.changed > since))
        for start in range(0, len(known), AT_ONCE):
            some = known[start : start + AT_ONCE]
            query = sa.select(table.id).where(table.id.in_(some), alive)
            kept = await self.store.read(partial(_found, query=query))
            for table_id in set(some) - kept:
                del self._opened[table_id]

    # --- invitations ---

    async def invitation(self, visitor: Identity | None, secret: str, language: str) -> Invitation:
        """Return what an invitation leads to. This does not use it up."""
        table_id = await self.store.read(lambda connection: invitations.check(connection, secret))
        table = await self.registry.table(table_id)
        state, someone = table.state, visitor or ANONYMOUS
        seat = state.seat_of(visitor)
        return Invitation(
            table=table_id,
            title=state.game.title.id,
            host=state.host_name,
            seats=frames.people(table, language),
            kinds=[frames.kind_of(chair) for chair in state.chairs],
            host_seat=state.host_seat,
            free=len(state.free_chairs(someone, invited=True)) if state.status == "waiting" else 0,
            status=state.status,
            seat=seat,
            watchable=state.visibility != "invitation" or seat >= 0,
            removed=someone.id in state.removed,
            options=state.game.options,
            edition=state.game.edition.id,
            visibility=state.visibility,
            time=state.time,
            timeout=state.timeout,
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
        table = await self.registry.own_table(host, table_id)
        secret, now = invitations.new_secret(self.registry.system), self.registry.now()
        async with table.lock:
            check_waiting(table.state)
            await table.write(lambda connection: invitations.renew(connection, table_id, secret, now))
        return secret

    # --- seats ---

    async def change_seats(self, host: Identity, table_id: str, seat: int | None, kind: str) -> None:
        """Change an empty seat, or all empty ones. The seat after the last one is a new one."""
        table = await self.registry.own_table(host, table_id)
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

            def write(connection: Connection) -> TableState:
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
                        connection.execute(
                            _row(table_id, changed).values(name=None, colour=None, ready=False, **values)
                        )
                players = len(table.chairs) + more
                return self.registry.write_lobby(connection, table_id, host.id, here, now, players=players)

            self.registry.show_lobby(table, await table.write(write), now)
            _end_sockets(table, gone)
        table.wake_bots()

    async def admit(self, host: Identity, table_id: str, seat: int, name: str) -> str:
        """Keep an empty seat for a bot of the host's own, and return its token."""
        shown = clean_name(name)
        table = await self.registry.own_table(host, table_id)
        async with table.lock:
            check_waiting(table.state)
            if table.state.rated:
                raise OptionError("bots of your own cannot play in a rated game")
            if seat >= len(table.chairs):
                raise OptionError("there is no such seat")
            seats, now = self._seats(table, seat), self.registry.now()
            if all(chair.bot or chair.program for k, chair in enumerate(table.chairs) if k != seat):
                raise OptionError("at least one seat must be for a person")
            gone = self._programs(table, seats)

            def write(connection: Connection) -> str:
                for program in gone:
                    programs.dismiss(connection, table_id, program)
                write_lobby(connection, table_id, now)
                return programs.admit(connection, table_id, seat, shown, self.registry.system, now)

            token = await table.write(write)
            await self._take_up(table)
            _end_sockets(table, gone)
        return token

    @staticmethod
    def _programs(table: LiveTable, seats: Sequence[int]) -> list[str]:
        """Return the programs that have these seats, or will get them."""
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
        """Raise OptionError unless the game supports this number of players."""
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
        table = await self.registry.own_table(host, table_id)
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
        """Show what was stored for tables that somebody has open."""
        for table in self.registry.live(table_ids):
            async with table.lock:
                await self._take_up(table)

    # --- what the others share ---

    async def _take_up(self, table: LiveTable) -> None:
        """Replace a table by the stored one. If that fails, the next client loads it."""
        try:
            await self.registry.reload(table)
        except RooftopError:
            self.registry.lose(table)


def _found(connection: Connection, query: sa.Select[Any]) -> set[str]:
    return set(connection.execute(query).scalars())


def _too_many_bots(by: int, n: int) -> str:
    """Why no more games with bots may begin: a host, an address or a network has too many."""
    return (
        message("{n} games with bots of this host are running; finish or end one of them first", n=n),
        message("{n} games with bots from this address are running; try again when one is over", n=n),
        message("{n} games with bots from this network are running; try again when one is over", n=n),
    )[by]


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

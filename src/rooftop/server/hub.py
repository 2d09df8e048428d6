"""The tables of a server process: making them, sitting down, finding and forgetting them."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from rooftop.bots import BOTS
from rooftop.errors import OptionError, RooftopError
from rooftop.game.decoding import decode_json
from rooftop.game.edition import Edition
from rooftop.game.gamefile import EditionMark, Result
from rooftop.game.position import Game, new_game
from rooftop.game.seed import commitment, new_seed
from rooftop.game.title import AnyTitle, OptionValue, title, title_ids
from rooftop.server import schema
from rooftop.server.bots import BotPool
from rooftop.server.metrics import LIVE_TABLES, SOCKETS
from rooftop.server.people import Identity, hashed
from rooftop.server.speech import phrase
from rooftop.server.store import ConflictError, Store, UnavailableError
from rooftop.server.tables import Chair, Client, LiveTable

log = logging.getLogger("rooftop")

VISIBILITIES = ("public", "unlisted", "invitation")
PACES = ("live", "day")
BOT_NAMES = ("Ada", "Bruno", "Celia", "Dawid")  # by seat; the page says that they are bots


class MissingTableError(OptionError):
    """There is no such table."""


class OtherGameError(OptionError):
    """A game of other rules or data than those here; if it is `finished`, nothing is missed."""

    def __init__(self, why: str, finished: bool) -> None:
        super().__init__(why)
        self.finished = finished


@dataclass(frozen=True)
class FinishedGame:
    """What is known of a finished game without replaying it, whatever the rules are now."""

    title: str
    owner: str
    visibility: str
    chairs: list[Chair]
    result: Result | None


class Hub:
    """The tables of one server process."""

    def __init__(
        self,
        store: Store,
        bots: BotPool,
        bot_pause: float,
        editions: Sequence[Edition] = (),
        offered: Sequence[str] | None = None,
    ) -> None:
        self.offered = offered  # the titles of new tables; None: every one that is installed
        self.editions = list(editions)  # beside the titles' own
        self.interpreted: set[str] = set()  # the titles whose compiled rules are not ready yet
        self.store = store
        self.bots = bots
        self.bot_pause = bot_pause
        self._tables: dict[str, LiveTable] = {}
        self._loading: dict[str, asyncio.Lock] = {}

    async def create(
        self,
        who: Identity,
        title_id: str,
        players: int,
        seats: list[str],
        options: dict[str, OptionValue],
        visibility: str,
        pace: str,
        edition_id: str | None = None,
    ) -> tuple[str, str, dict[int, str]]:
        """A new table: its id, the commitment to its seed, and links for the seats that are by invitation."""
        if visibility not in VISIBILITIES or pace not in PACES:
            raise OptionError(
                phrase(
                    "visibility is one of {visibilities}, pace one of {paces}",
                    visibilities=", ".join(VISIBILITIES),
                    paces=", ".join(PACES),
                )
            )
        if self.offered is not None and title_id not in self.offered:
            raise OptionError(
                phrase(
                    "{title!r} is not played here; there are {titles}",
                    title=title_id,
                    titles=", ".join(self.offered),
                )
            )
        edition = self.edition(title(title_id), edition_id)
        made = new_game(title(title_id), players, options, edition, self.compiled(title_id))
        if len(seats) != players or not all(_is_seat(seat) for seat in seats):
            raise OptionError(
                phrase(
                    "name {n} seats: me, open, invite, or bot:NAME with one of {bots}",
                    n=players,
                    bots=", ".join(BOTS),
                )
            )
        if seats.count("me") > 1:
            raise OptionError("you can sit at one seat only")
        if all(seat.startswith("bot:") for seat in seats):
            raise OptionError("at least one seat is for a person")
        table_id, seed = secrets.token_urlsafe(9), new_seed(None)
        promise = commitment(seed, made.title.id, made.options)
        links = {number: secrets.token_urlsafe(24) for number, seat in enumerate(seats) if seat == "invite"}
        mark = EditionMark(made.edition.id, made.edition.version, made.title.hash(made.edition))
        now = time.time()

        def write(connection: Connection) -> None:
            connection.execute(
                schema.game_table.insert().values(
                    id=table_id,
                    title=title_id,
                    rules=made.title.rules_version,
                    edition=msgspec.json.encode(mark).decode(),
                    players=players,
                    options=msgspec.json.encode(made.options).decode(),
                    visibility=visibility,
                    pace=pace,
                    owner=who.id,
                    seed=seed,
                    commitment=promise,
                    status="waiting",
                    created=now,
                    changed=now,
                )
            )
            for number, seat in enumerate(seats):
                connection.execute(
                    schema.seat.insert().values(
                        table_id=table_id,
                        seat=number,
                        identity=None,
                        nonce=None,
                        stand_in=False,
                        bot=seat.removeprefix("bot:") if seat.startswith("bot:") else None,
                        reserved={"me": who.id, "invite": "invitation"}.get(seat),
                    )
                )
            for number, link in links.items():
                connection.execute(
                    schema.invitation.insert().values(
                        token=hashed(link), table_id=table_id, seat=number, used_by=None
                    )
                )

        await self.store.write(write)
        return table_id, promise, links

    def compiled(self, title_id: str) -> bool | None:
        """How a new game of a title is played: as it comes, or interpreted until its rules are compiled."""
        return False if title_id in self.interpreted else None

    def editions_of(self, kind: AnyTitle) -> list[Edition]:
        """What a title can be played with here: its own edition first."""
        return [kind.edition(), *(edition for edition in self.editions if edition.title == kind.id)]

    def edition(self, kind: AnyTitle, edition_id: str | None) -> Edition:
        """One of them by its id; without one the title's own."""
        known = {edition.id: edition for edition in self.editions_of(kind)}
        if edition_id is None:
            return kind.edition()
        if edition_id not in known:
            raise OptionError(
                phrase(
                    "there is no edition {edition!r} of {title}; there are {editions}",
                    edition=edition_id,
                    title=kind.name,
                    editions=", ".join(known),
                )
            )
        return known[edition_id]

    async def accept(self, who: Identity, link: str) -> str:
        """Exchange an invitation for a seat that is kept for `who`; the link is worthless from then on."""

        def write(connection: Connection) -> str:
            row = connection.execute(
                sa.select(schema.invitation).where(schema.invitation.c.token == hashed(link))
            ).first()
            if row is None:
                raise OptionError("this invitation does not exist")
            if row.used_by == who.id:
                return str(row.table_id)
            if row.used_by is not None:
                raise OptionError("this invitation has been used; ask for another one")
            connection.execute(
                schema.invitation.update()
                .where(schema.invitation.c.token == row.token)
                .values(used_by=who.id)
            )
            connection.execute(
                schema.seat.update()
                .where(schema.seat.c.table_id == row.table_id, schema.seat.c.seat == row.seat)
                .values(reserved=who.id)
            )
            return str(row.table_id)

        table_id = await self.store.write(write)
        table = await self.table(table_id)
        async with table.lock:
            await self.reload(table)
        return table_id

    async def sit(self, who: Identity, table_id: str, nonce: str) -> int:
        """Sit down, adding a nonce to the shuffle. When everyone sits, the game begins."""
        if not 1 <= len(nonce) <= 64 or "\0" in nonce:
            raise OptionError("a nonce has 1 to 64 letters")
        table = await self.table(table_id)
        async with table.lock:
            taken = [number for number, chair in enumerate(table.chairs) if chair.identity == who.id]
            if taken:
                return taken[0]
            if table.status != "waiting":
                raise OptionError("this game has begun; all seats are taken")
            free = table.free_chairs(who)
            if not free:
                raise OptionError("no seat is free for you at this table; you can watch")
            seat = free[0]

            def write(connection: Connection) -> bool:
                done = connection.execute(
                    schema.seat.update()
                    .where(
                        schema.seat.c.table_id == table_id,
                        schema.seat.c.seat == seat,
                        schema.seat.c.identity.is_(None),
                    )
                    .values(identity=who.id, nonce=nonce)
                )
                if done.rowcount != 1:
                    raise ConflictError("somebody else has just taken this seat")
                empty = connection.execute(
                    sa.select(sa.func.count())
                    .select_from(schema.seat)
                    .where(
                        schema.seat.c.table_id == table_id,
                        schema.seat.c.identity.is_(None),
                        schema.seat.c.bot.is_(None),
                    )
                ).scalar_one()
                if empty == 0:
                    connection.execute(
                        schema.game_table.update()
                        .where(schema.game_table.c.id == table_id)
                        .values(status="playing", changed=time.time())
                    )
                return bool(empty == 0)

            begins = await self.store.write(write)
            chair = table.chairs[seat]
            chair.identity, chair.name, chair.nonce = who.id, who.name, nonce
            if begins:
                table.begin()
                await self._note_turn(table)
            table.publish()
            for client in table.clients:
                if client.who.id == who.id:
                    client.seat = seat
        table.wake_bots()
        return seat

    async def _note_turn(self, table: LiveTable) -> None:
        """Who decides first. If this is lost, the first move makes up for it."""
        first = None if table.match is None or table.match.over else table.match.to_act

        def write(connection: Connection) -> None:
            connection.execute(
                schema.game_table.update().where(schema.game_table.c.id == table.id).values(to_act=first)
            )

        with contextlib.suppress(UnavailableError):
            await self.store.write(write)

    async def table(self, table_id: str) -> LiveTable:
        """A table, from memory or from the database; an OptionError if there is none."""
        if table_id in self._tables:
            return self._tables[table_id]
        try:
            async with self._loading.setdefault(table_id, asyncio.Lock()):
                if table_id not in self._tables:
                    self._tables.setdefault(table_id, await self._load(table_id))
                    LIVE_TABLES.set(len(self._tables))
        finally:
            self._loading.pop(table_id, None)
        return self._tables[table_id]

    async def _load(self, table_id: str) -> LiveTable:
        return await self.store.read(lambda connection: load(self, connection, table_id))

    async def reload(self, table: LiveTable) -> None:
        """Somebody else has written to this table: come to where its log leads now."""
        fresh = await self._load(table.id)
        table.game, table.interpreted = fresh.game, fresh.interpreted
        table.chairs, table.match, table.status = fresh.chairs, fresh.match, fresh.status
        table.log, table.commands = fresh.log, fresh.commands
        table.standing, table.taken_back = fresh.standing, fresh.taken_back
        table.tell_anew()

    async def use_compiled(self) -> None:
        """Tables that were opened before their rules were compiled change over, while people are at them."""
        for table in list(self._tables.values()):
            if table.interpreted and self.compiled(table.game.title.id) is not False:
                try:
                    async with table.lock:
                        await self.reload(table)
                except RooftopError as error:  # it is tried again with the next sweep
                    log.warning("table %s: still interpreted: %s", table.id, error)

    async def exists(self, table_id: str) -> bool:
        if table_id in self._tables:
            return True
        return "\0" not in table_id and await self.store.read(
            lambda connection: connection.execute(
                sa.select(sa.exists().where(schema.game_table.c.id == table_id))
            ).scalar_one()
        )

    async def finished(self, table_id: str) -> FinishedGame:
        """A finished game as it was stored; an OptionError if it is not over."""
        return await self.store.read(lambda connection: finished(connection, table_id))

    async def keep_results(self) -> None:
        """Store the results of games by the rules of today that ended before results were stored."""
        table = schema.game_table.c

        def without(connection: Connection) -> list[str]:
            ours = [
                sa.and_(table.title == name, table.rules == title(name).rules_version) for name in title_ids()
            ]
            chosen = sa.select(table.id).where(table.status == "over", table.result.is_(None), sa.or_(*ours))
            return list(connection.execute(chosen).scalars())

        for table_id in await self.store.read(without):
            with contextlib.suppress(RooftopError):
                match = (await self._load(table_id)).match
                if match is not None and match.result is not None:
                    await self.store.write(partial(_store_result, table_id, match.result))
            await asyncio.sleep(0.05)  # nobody waits for it, and others play

    def rename(self, identity: str, name: str) -> None:
        """Somebody is called otherwise from now on, also at the tables where they sit."""
        for table in self._tables.values():
            own = [chair for chair in table.chairs if chair.identity == identity]
            for chair in own:
                chair.name = name
            if own:
                table.tell_anew()

    def forget_idle(self) -> None:
        """Tables at which nobody is any more need no memory."""
        for table_id, table in list(self._tables.items()):
            if (
                not table.clients
                and not table.lock.locked()
                and (table.thinking is None or table.thinking.done())
            ):
                del self._tables[table_id]
        LIVE_TABLES.set(len(self._tables))

    def join(self, table: LiveTable, client: Client) -> None:
        table.clients.add(client)
        SOCKETS.inc()
        table.tell_anew()
        table.wake_bots()

    def sign_out(self, identity: str) -> None:
        """End the sockets of an identity that has moved to another device."""
        for table in self._tables.values():
            for client in table.clients:
                if client.who.id == identity:
                    client.end()

    def leave(self, table: LiveTable, client: Client) -> None:
        table.clients.discard(client)
        SOCKETS.dec()
        table.tell_anew()


def load(hub: Hub, connection: Connection, table_id: str) -> LiveTable:
    """A table as the database has it, replayed and checked."""
    row = _row(connection, table_id)
    table = LiveTable(hub, row, _agreed_game(row, hub), _chairs(connection, table_id))
    if row.status != "waiting":
        table.begin()
        entries = connection.execute(
            sa.select(schema.log).where(schema.log.c.table_id == table_id).order_by(schema.log.c.number)
        ).all()
        table.replay(list(entries))
    return table


def finished(connection: Connection, table_id: str) -> FinishedGame:
    row = _row(connection, table_id)
    if row.status != "over":
        raise OptionError("a game has a result when it is over")
    chairs, result = _chairs(connection, table_id), stored_result(row.result)
    return FinishedGame(row.title, row.owner, row.visibility, chairs, result)


def _store_result(table_id: str, result: Result, connection: Connection) -> None:
    connection.execute(
        schema.game_table.update()
        .where(schema.game_table.c.id == table_id)
        .values(result=msgspec.json.encode(result).decode())
    )


def stored_result(text: str | None) -> Result | None:
    """The result as the database has it; None for games that ended before results were stored."""
    return decode_json(text, Result) if text else None


def _row(connection: Connection, table_id: str) -> sa.Row[tuple[object, ...]]:
    if "\0" in table_id:  # PostgreSQL would not even look for it
        raise MissingTableError("there is no such table")
    row = connection.execute(sa.select(schema.game_table).where(schema.game_table.c.id == table_id)).first()
    if row is None:
        raise MissingTableError("there is no such table")
    return row


def _chairs(connection: Connection, table_id: str) -> list[Chair]:
    seats = connection.execute(
        sa.select(schema.seat, schema.identity.c.name)
        .outerjoin(schema.identity, schema.seat.c.identity == schema.identity.c.id)
        .where(schema.seat.c.table_id == table_id)
        .order_by(schema.seat.c.seat)
    ).all()
    chairs = [Chair(seat.identity, seat.name or "", seat.bot, seat.reserved, seat.nonce) for seat in seats]
    for chair, name in zip(chairs, BOT_NAMES, strict=False):
        chair.name = chair.name or (name if chair.bot else "")
    return chairs


def _agreed_game(row: sa.Row[tuple[object, ...]], hub: Hub) -> Game:
    """The game of a stored table, if the rules and data here are those it was begun with."""
    kind = title(row.title)
    mark = decode_json(row.edition, EditionMark)
    kept_as, finished = _kept_as(row), row.status == "over"
    if row.rules != kind.rules_version:
        why = phrase(OTHER_RULES[kept_as], rules=row.rules, title=kind.name, version=kind.rules_version)
        raise OtherGameError(why, finished)
    for edition in hub.editions_of(kind):
        if kind.hash(edition) == mark.hash:
            options = decode_json(row.options, dict[str, OptionValue])
            return new_game(kind, row.players, options, edition, hub.compiled(kind.id))
    why = phrase(OTHER_EDITION[kept_as], edition=mark.id, version=mark.version)
    raise OtherGameError(why, finished)


def _kept_as(row: sa.Row[tuple[object, ...]]) -> str:
    if row.status != "over":
        return "running"
    return "result" if row.result else "no result"


OTHER_RULES = {
    "running": "this game was begun by rules version {rules} of {title}; this server plays version {version}."
    " It is kept as it is and can go on where that version runs",
    "result": "this game was played by rules version {rules} of {title}; this server plays version {version},"
    " so only its result can be shown",
    "no result": "this game was played by rules version {rules} of {title}; this server plays version"
    " {version}. It is kept, but results were not stored then, so there is nothing to show",
}
OTHER_EDITION = {
    "running": "this game was begun with edition {edition!r} version {version}, whose data are not here;"
    " give its file to the server. The game is kept as it is",
    "result": "this game was played with edition {edition!r} version {version}, whose data are not here,"
    " so only its result can be shown",
    "no result": "this game was played with edition {edition!r} version {version}, whose data are not here."
    " It is kept, but results were not stored then, so there is nothing to show",
}


def _is_seat(seat: str) -> bool:
    return seat in ("me", "open", "invite") or (seat.startswith("bot:") and seat.removeprefix("bot:") in BOTS)

"""The tables of a server process: creating, joining, finding and forgetting them."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Collection, Coroutine, Iterable, Sequence
from functools import partial

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from rooftop.arena.review import Budget
from rooftop.bots.levels import levels_of
from rooftop.engine.streams import SEED_BYTES
from rooftop.errors import OptionError, RooftopError
from rooftop.game.gamefile import EditionMark, Result
from rooftop.game.position import Game, new_game
from rooftop.game.seed import commitment
from rooftop.game.title import AnyTitle, title_ids
from rooftop.server.auth import Identity
from rooftop.server.bots import BotPool, Standing
from rooftop.server.errors import Refusal
from rooftop.server.library import Library
from rooftop.server.memory import played
from rooftop.server.memory.ratings import check_rated
from rooftop.server.metrics import LIVE_TABLES, SOCKETS
from rooftop.server.names import clean_name
from rooftop.server.notify import outbox
from rooftop.server.painting.pool import Painters
from rooftop.server.processes import notices
from rooftop.server.processes.leases import Ownership
from rooftop.server.processes.messages import Answer, IsAt, LeaveForGood, News, Renamed, SignedOut
from rooftop.server.processes.peers import Peers, UnreachableError
from rooftop.server.protocol import Announcement, CreatedTable, NewTable
from rooftop.server.store import schema
from rooftop.server.store.fences import CHANGING_HANDS, LostError
from rooftop.server.store.store import ConflictError, Store, UnavailableError
from rooftop.server.system import System
from rooftop.server.tables import clocks, colours, frames, glances, invitations, rematches
from rooftop.server.tables.chat import Chat
from rooftop.server.tables.client import Client
from rooftop.server.tables.deadlines import Deadlines
from rooftop.server.tables.live import GRACE, LiveTable
from rooftop.server.tables.log import (
    FinishedGame,
    TableSummary,
    is_welcome,
    load,
    load_finished,
    load_summary,
)
from rooftop.server.tables.state import INVITED, TableState, name_chairs
from rooftop.server.translation import message

log = logging.getLogger("rooftop")

VISIBILITIES = ("public", "unlisted", "invitation")
NONCE_LENGTH = 64
# By pace: days after which a table that has not begun closes, and a game without moves leaves the lists.
IDLE_DAYS = {"live": 2.0, "day": 14.0}
REMOVED = message("the host has removed you from this table")


class Registry:
    """The tables of one server process."""

    def __init__(
        self,
        store: Store,
        bots: BotPool,
        bot_pause: float,
        library: Library | None = None,
        painters: Painters | None = None,
        system: System | None = None,
    ) -> None:
        self.store = store
        self.bots = bots
        bots.standing = self.standing
        self.painters = painters or Painters(0)
        self.bot_pause = bot_pause
        self.browser_bots = True  # whether browsers may think for bots
        self.idle_days = IDLE_DAYS
        self.grace = GRACE
        self.review_budget = Budget()
        self.library = library or Library()
        self.system = system or System()
        self.now: Callable[[], float] = self.system.now  # tests have a clock of their own
        self.deadlines = Deadlines(self)
        self.chat = Chat(self)
        self.leases: Ownership = Ownership()  # which tables this process owns
        self.peers: Peers | None = None  # the other processes
        self._announcement: Announcement | None = None
        self._tables: dict[str, LiveTable] = {}
        self._opening: dict[str, asyncio.Task[None]] = {}
        self._losses = 0  # how often this process has lost all its tables
        self._tasks: set[asyncio.Task[None]] = set()
        self.may_begin: Callable[[Connection, TableState], object] = lambda connection, state: None
        self.opened_from: Callable[[str], str] = lambda table_id: ""  # an address, or nothing
        self.came: Callable[[str, str], object] = lambda table_id, identity: None  # messages need to know

    # --- new tables ---

    async def create(
        self,
        owner: Identity,
        order: NewTable,
        check: Callable[[Connection], object] = lambda connection: None,
    ) -> CreatedTable:
        """Create a table, if `check` raises nothing. Return its id, the commitment to its seed, and the
        secret of its invitation."""
        game = self._checked_game(order)
        control = clocks.parse(order.time)
        clocks.check_timeout(order.timeout)
        table_id, seed = self.new_table()
        promise = commitment(seed, game.title.id, game.options)
        secret = invitations.new_secret(self.system) if {"open", "invite"} & set(order.seats) else None
        mark = EditionMark(game.edition.id, game.edition.version, game.title.hash(game.edition))
        now, names = self.now(), _shared_names(order, owner)

        def write(connection: Connection) -> None:
            check(connection)
            connection.execute(
                schema.game_table.insert().values(
                    id=table_id,
                    title=game.title.id,
                    rules=game.title.rules_version,
                    edition=msgspec.json.encode(mark).decode(),
                    players=game.players,
                    options=msgspec.json.encode(game.options).decode(),
                    visibility=order.visibility,
                    pace="day" if control.kind == "days" else "live",
                    time=order.time,
                    timeout=order.timeout,
                    rated=order.rated,
                    owner=owner.id,
                    seed=seed,
                    commitment=promise,
                    status="waiting",
                    created=now,
                    changed=now,
                )
            )
            for seat, kind in enumerate(order.seats):
                connection.execute(
                    schema.seat.insert().values(
                        table_id=table_id,
                        seat=seat,
                        name=names.get(seat),
                        **seat_values(kind, owner.id),
                    )
                )
            if secret is not None:
                invitations.add(connection, table_id, secret)

        await self.store.write(write)
        return CreatedTable(table_id, promise, secret)

    def new_table(self) -> tuple[str, bytes]:
        """Return the id and the seed of a new table."""
        return self.system.token_urlsafe(9), self.system.token_bytes(SEED_BYTES)

    def _checked_game(self, order: NewTable) -> Game:
        """Return the game of a new table. Raises OptionError if it cannot be played."""
        check_visibility(order.visibility)
        kind = self.library.offered_title(order.title)
        edition = self.library.edition(kind, order.edition)
        game = new_game(kind, order.players, order.options, edition, self.library.compiled(kind.id))
        if len(order.seats) != order.players or not all(is_seat(kind, seat) for seat in order.seats):
            raise OptionError(
                message(
                    "seats must be {n} of me, open, invite or bot:LEVEL, where LEVEL is one of {levels}",
                    n=order.players,
                    levels=", ".join(levels_of(kind)),
                )
            )
        check_shared(order.seats.count("me"), order.rated)
        if len(order.names) > order.players:
            raise OptionError("there are more names than seats")
        if all(seat.startswith("bot:") for seat in order.seats):
            raise OptionError("at least one seat must be for a person")
        if order.rated:
            check_rated(order.time, edition is kind.edition())
        return game

    async def sit(
        self,
        visitor: Identity,
        table_id: str,
        nonce: str,
        secret: str | None = None,
        name: str | None = None,
        colour: str | None = None,
    ) -> int:
        """Take a seat, or all that are kept for the visitor, and add a nonce to the shuffle.

        Guests who sit down are ready; the host says when to start, or has done so by agreeing to a rematch.
        The secret of an invitation opens the seats that wait for invited people. With a name, one more person
        who shares the visitor's browser sits down. Without a colour, the seat keeps its own.
        """
        if not 1 <= len(nonce) <= NONCE_LENGTH or "\0" in nonce:
            raise OptionError("a nonce must have 1 to 64 characters")
        table = await self.table(table_id)
        async with table.lock:
            own = table.state.seats_of(visitor)
            if own and name is None:
                return own[0]
            check_waiting(table.state)
            if visitor.id in table.state.removed:
                raise Refusal(status_code=403, detail=REMOVED)
            free = table.state.free_chairs(visitor, invited=secret is not None)
            alias = None
            is_ready = visitor.id != table.state.owner or table.state.is_rematch
            if own and name is not None:
                check_shared(2, table.state.rated)
                alias, free = clean_name(name), frames.free_chairs(table.state, visitor)
                is_ready = table.chairs[own[0]].ready
            if not free:
                raise OptionError(
                    "no seat is free for you at this table; you can watch"
                    if secret is None
                    else "all seats are taken; ask for an invitation to another table"
                )
            kept = [seat for seat in free if table.chairs[seat].reserved == visitor.id]
            seats, now = free[:1] if own else kept or free[:1], self.now()
            seat = seats[0]
            chosen = colours.chosen(table.game, table.chairs, seat, colour) if colour else {}
            here = table.visitors()

            def write(connection: Connection) -> TableState:
                if secret is not None:
                    invitations.check(connection, secret)
                if chosen:
                    colours.write(connection, table_id, chosen, seat)
                _write_seats(connection, table_id, seats, visitor, None if own else nonce, alias, is_ready)
                return self.write_lobby(connection, table_id, visitor.id, here, now)

            self.show_lobby(table, await table.write(write), now)
        table.wake_bots()
        await self.tell_rematch(table_id)
        return seat

    async def own_table(self, host: Identity, table_id: str) -> LiveTable:
        """Return a table of a host. Raises Refusal if it is somebody else's."""
        table = await self.table(table_id)
        check_host(table.state, host)
        return table

    def write_lobby(
        self,
        connection: Connection,
        table_id: str,
        by: str,
        here: Collection[str],
        now: float,
        start: bool = False,
        **values: object,
    ) -> TableState:
        """Store a change of a waiting table by a person, while others are here, and return its new state.

        If everyone has agreed, or the host says so (`start`), the game begins, unless `may_begin` raises
        something: this stores whose turn it is, for lists of tables, and the clocks, and tells the first
        player, unless that is `by`.
        """
        write_lobby(connection, table_id, now, **values)
        state = load(self.library, connection, table_id)
        if not start and not state.is_agreed({*here, by}):
            return state
        this_table = schema.game_table.update().where(schema.game_table.c.id == table_id)
        connection.execute(this_table.values(status="playing"))
        state = load(self.library, connection, table_id)
        self.may_begin(connection, state)
        first = state.turn.seat
        state.start_clock(now, first is not None and state.chairs[first].identity in here)
        seen = glances.encode(state)
        connection.execute(this_table.values(to_act=first, glance=seen, **clocks.columns(state.clock)))
        state.deadline = state.clock.deadline if state.clock else None
        outbox.began(connection, state, by, now)
        return state

    def show_lobby(self, table: LiveTable, state: TableState, now: float) -> None:
        """Show what `write_lobby` has stored. The caller holds the lock."""
        self._use(table, state)
        if state.status == "playing":
            table.opened, table.away = now, {}
            self.deadlines.hurry(state.clock)
        for client in table.clients:
            client.again, client.is_told = 0, False  # the writer may sit elsewhere now
            if not is_welcome(state, client.visitor):
                client.end()
        table.refresh()

    async def begin_agreed(self) -> None:
        """Begin all games that everyone waits for. This may have failed when the last one came."""
        waiting = [table for table in self.live() if table.status == "waiting"]
        for table in waiting:
            try:
                await self.begin_if_agreed(table)
            except RooftopError as error:  # the next sweep tries again
                log.warning("table %s: not begun yet: %s", table.id, error)

    async def begin_if_agreed(self, table: LiveTable) -> None:
        """Begin the game if the last missing person is here now."""
        async with table.lock:
            here, now = table.visitors(), self.now()
            if table.status != "waiting" or not table.is_ours or not table.state.is_agreed(here):
                return
            write = partial(self.write_lobby, table_id=table.id, by="", here=here, now=now)
            self.show_lobby(table, await table.write(write), now)
        table.wake_bots()
        await self.tell_rematch(table.id)

    def _use(self, table: LiveTable, state: TableState) -> None:
        """Use another state of a table."""
        table.state = state
        table.setup = self.library.setup(table.game)
        for client in table.clients:
            client.seats = state.seats_of(client.visitor)
            client.seat = state.seat_of(client.visitor)
            table.settle(client)

    # --- tables in memory ---

    async def table(self, table_id: str) -> LiveTable:
        """Return a table from memory or from the database. Raises OptionError if there is none, and
        ElsewhereError if another process has it."""
        while table_id not in self._tables:
            opening = self._opening.get(table_id)
            if opening is None:  # everyone who comes in the meantime waits for the same table
                opening = self._opening[table_id] = asyncio.create_task(self._open(table_id))
                opening.add_done_callback(lambda done: done.cancelled() or done.exception())
            await asyncio.shield(opening)
        return self._tables[table_id]

    async def _open(self, table_id: str) -> None:
        try:
            self._tables[table_id] = await self._taken(table_id)
            LIVE_TABLES.set(len(self._tables))
        finally:
            del self._opening[table_id]

    async def _taken(self, table_id: str) -> LiveTable:
        """Take a table and load it, in this order: from then on nobody else can store anything for it."""
        losses = self._losses
        fence = await self.leases.take(table_id)
        try:
            table = LiveTable(self, await self.load(table_id), fence)
        except Exception:
            if fence is not None:  # such as a game of other rules; another process may know them
                self.background(self.leases.give_back({table_id: fence}))
            raise
        if losses != self._losses:  # including this one
            raise LostError
        return table

    async def load(self, table_id: str) -> TableState:
        """Load a table from the database."""
        return await self.store.read(lambda connection: load(self.library, connection, table_id))

    async def reload(self, table: LiveTable) -> None:
        """Replace the state of a table by the stored one."""
        self._use(table, await self.load(table.id))
        for client in table.clients:
            client.is_told = False  # somebody may have been deleted, with all they said
        table.refresh()

    async def take_up(self, table_id: str) -> None:
        """Show what was stored for a table, if somebody has it open. If that fails, the next client loads
        it."""
        for table in self.live([table_id]):
            async with table.lock:
                try:
                    await self.reload(table)
                except RooftopError:
                    self.lose(table)

    async def tell_rematch(self, table_id: str) -> None:
        """Something has happened at a table that may be a rematch: tell those at the table before it."""
        before = await self.store.read(
            lambda connection: connection.execute(
                sa.select(schema.game_table.c.id).where(schema.game_table.c.rematch == table_id)
            ).scalar()
        )
        if before is None:
            return
        for table in self.live([before]):
            async with table.lock:
                table.state.rematch = await self.store.read(partial(rematches.read, state=table.state))
            table.refresh()
        await self.notify([before])

    async def notify(self, table_ids: Iterable[str]) -> None:
        """Tell other processes that something was stored for tables which they may have."""
        elsewhere = [table_id for table_id in table_ids if table_id not in self._tables]
        if elsewhere and self.leases.id:
            await self.store.write(lambda connection: notices.notify(connection, elsewhere))

    async def reload_clocks(self) -> None:
        """Use the stored clocks of all tables in memory."""
        for table in list(self._tables.values()):
            if table.state.clock is not None:
                async with table.lock:
                    try:
                        stored = await self.load(table.id)
                    except UnavailableError:
                        raise
                    except RooftopError:
                        self.lose(table)
                        continue
                    table.state.clock, table.state.deadline = stored.clock, stored.deadline
                table.refresh()

    async def use_compiled(self) -> None:
        """Switch tables that were opened with interpreted rules to the compiled ones."""
        for table in list(self._tables.values()):
            if table.state.is_interpreted and self.library.compiled(table.game.title.id) is not False:
                try:
                    async with table.lock:
                        await self.reload(table)
                except RooftopError as error:  # the next sweep tries again
                    log.warning("table %s: still interpreted: %s", table.id, error)

    async def summary(self, table_id: str) -> TableSummary:
        """Return what can be said about a table without its game. Raises MissingTableError."""
        return await self.store.read(lambda connection: load_summary(connection, table_id))

    def live(self, table_ids: Iterable[str] | None = None) -> list[LiveTable]:
        """Return the tables in memory, or those of them with these ids."""
        ids = self._tables if table_ids is None else table_ids
        return [self._tables[table_id] for table_id in ids if table_id in self._tables]

    def standing(self, table_id: str) -> Standing:
        """The place of a table in the queue for a bot's worker."""
        table = self._tables.get(table_id)
        if table is None:  # a lesson
            return Standing(table_id, True)
        return Standing(table.state.owner, bool(table.clients), self.opened_from(table_id))

    def lose(self, table: LiveTable) -> None:
        """Drop a table that another process has, or whose stored state could not be read. Its clients
        reconnect."""
        table.is_ours = False
        if self._tables.get(table.id) is table:
            del self._tables[table.id]
        table.stop()
        for client in table.clients:
            client.end()
        LIVE_TABLES.set(len(self._tables))

    def lose_all(self) -> None:
        """Drop all tables: this process was thought to be dead."""
        self._losses += 1
        for table in self.live():
            self.lose(table)

    async def give_up(self) -> None:
        """Stop everything at all tables, after pending writes are finished. Their clients reconnect to
        another process."""
        self._losses += 1
        for table in self.live():
            async with table.lock:
                self.lose(table)

    @property
    def is_busy(self) -> bool:
        """Whether somebody is at a table."""
        return bool(self._tables)

    async def forget_idle(self) -> None:
        """Drop tables with nobody left."""
        dropped: dict[str, int] = {}
        for table in self.live():
            if not table.clients and not table.lock.locked() and not table.is_thinking:
                self.lose(table)
                dropped[table.id] = table.fence
        await self.leases.give_back(dropped)

    # --- other processes ---

    def tell(self, news: News) -> None:
        """Tell all other processes something."""
        if self.peers is not None:
            self.peers.tell(news)

    async def ask(self, holder: str, question: IsAt | LeaveForGood) -> bool:
        """Ask the process that has a table. Raises UnavailableError if it does not answer."""
        assert self.peers is not None
        try:
            answer = await self.peers.ask(holder, question)
            assert isinstance(answer, Answer)
            if answer.error:
                raise UnreachableError(answer.error)
        except UnreachableError as error:
            log.warning("process %s: %s", holder, error)
            raise UnavailableError(CHANGING_HANDS) from None
        return answer.value

    # --- people ---

    async def is_anywhere_at(self, table_id: str, identity: str) -> bool:
        """Whether somebody has a table open, perhaps at another process."""
        holder = None if table_id in self._tables else await self.leases.holder(table_id)
        if holder is None or holder == self.leases.id:
            return self.is_at(table_id, identity)
        return await self.ask(holder, IsAt(table=table_id, person=identity))

    def is_at(self, table_id: str, identity: str) -> bool:
        """Whether somebody has a table of this process open."""
        table = self._tables.get(table_id)
        return table is not None and any(client.visitor.id == identity for client in table.clients)

    def join(self, table: LiveTable, client: Client) -> None:
        table.clients[client] = None
        SOCKETS.inc()
        if self.announcement is not None:
            client.reply(self.announcement)
        if client.seats:
            self.came(table.id, client.visitor.id)
        table.refresh()
        table.wake_bots()
        if table.state.clock is not None:
            for seat in client.seats:
                self.background(table.arrive(seat))
        if table.status == "waiting" and table.state.is_agreed(table.visitors()):
            self.background(self.begin_if_agreed(table))

    def background(self, work: Coroutine[None, None, None]) -> None:
        """Run something that nobody waits for."""

        def finish(task: asyncio.Task[None]) -> None:
            self._tasks.discard(task)
            if not task.cancelled() and (error := task.exception()):
                log.warning("work in the background failed: %s", error)

        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(finish)

    def leave(self, table: LiveTable, client: Client) -> None:
        table.clients.pop(client, None)
        if client.browser:
            client.browser.leave()
        SOCKETS.dec()
        for seat in client.seats:
            if not table.is_here(seat):
                table.away[seat] = self.now()
        table.refresh()

    async def rename(self, identity: str, name: str) -> None:
        """Show a new name at the tables where its owner sits."""
        self.tell(Renamed(identity, name))
        await self.show_name(identity, name)

    async def show_name(self, identity: str, name: str) -> None:
        """Show a new name at the tables of this process."""
        for table in list(self._tables.values()):
            if table.state.owner == identity or any(chair.identity == identity for chair in table.chairs):
                async with table.lock:  # a command that is being stored has copied the chairs
                    if table.state.owner == identity:
                        table.state.host = name
                    for chair in table.chairs:
                        if chair.identity == identity and not chair.alias:
                            chair.called = name
                    name_chairs(table.chairs)
                table.refresh()

    @property
    def announcement(self) -> Announcement | None:
        """The host's current announcement."""
        told = self._announcement
        return told if told is not None and told.texts and told.until > self.now() else None

    def announce(self, announcement: Announcement | None) -> None:
        """Send a new announcement to everyone at a table."""
        if announcement == self._announcement:
            return
        self._announcement = announcement
        for table in self._tables.values():
            for client in table.clients:
                client.reply(self.announcement or Announcement({}, 0.0))

    def sign_out(self, identity: str) -> None:
        """Close the sockets of an identity that has moved to another device."""
        self.tell(SignedOut(identity))
        self.end_sockets(identity)

    def end_sockets(self, identity: str) -> None:
        """Close the sockets of an identity at the tables of this process."""
        for table in self._tables.values():
            for client in table.clients:
                if client.visitor.id == identity:
                    client.end()

    async def reload_live(self, table_ids: Collection[str], gone: str) -> None:
        """Show at tables what the deletion of an identity has changed, and close its sockets."""
        for table_id in table_ids:
            table = self._tables.get(table_id)
            if table is not None:
                try:
                    async with table.lock:
                        await self.reload(table)
                except RooftopError as error:
                    log.warning("table %s: cannot be shown any more: %s", table_id, error)
                    for client in table.clients:
                        client.end()
        await self.notify(table_ids)
        self.sign_out(gone)

    # --- results ---

    async def finished(self, table_id: str) -> FinishedGame:
        """Return a finished game as stored. Raises OptionError if it is not over."""
        return await self.store.read(lambda connection: load_finished(connection, table_id))

    async def store_missing_results(self) -> None:
        """Store the results of games that ended before results were stored, if their rules are still ours."""
        table = schema.game_table.c

        def find(connection: Connection) -> list[str]:
            current_rules = sa.or_(
                *(
                    sa.and_(table.title == name, table.rules == self.library.title(name).rules_version)
                    for name in title_ids()
                )
            )
            missing = sa.select(table.id).where(table.status == "over", table.result.is_(None), current_rules)
            return list(connection.execute(missing).scalars())

        for table_id in await self.store.read(find):
            with contextlib.suppress(RooftopError):
                match = (await self.load(table_id)).match
                if match is not None and match.result is not None:
                    await self._store_result(table_id, match.result)
            await asyncio.sleep(0.05)  # games in progress go first

    async def _store_result(self, table_id: str, result: Result) -> None:
        def write(connection: Connection) -> None:
            connection.execute(
                schema.game_table.update()
                .where(schema.game_table.c.id == table_id)
                .values(result=msgspec.json.encode(result).decode())
            )
            played.write_result(connection, table_id, result)

        await self.store.write(write)


def is_seat(kind: AnyTitle, seat: str) -> bool:
    """Whether a seat at a table of a title can have this value."""
    return seat in ("me", "open", "invite") or (
        seat.startswith("bot:") and seat.removeprefix("bot:") in levels_of(kind)
    )


def seat_values(kind: str, owner: str) -> dict[str, str | None]:
    """Return the columns of an empty seat, or of a bot's."""
    return {
        "bot": kind.removeprefix("bot:") if kind.startswith("bot:") else None,
        "reserved": {"me": owner, "invite": INVITED}.get(kind),
    }


def check_shared(seats: int, rated: bool) -> None:
    """Raise OptionError if these people cannot share a browser."""
    if rated and seats > 1:
        raise OptionError("in a rated game everyone plays in a browser of their own")


def check_visibility(visibility: str) -> None:
    """Raise OptionError if the visibility does not say who may watch."""
    if visibility not in VISIBILITIES:
        raise OptionError(
            message("visibility must be one of {visibilities}", visibilities=", ".join(VISIBILITIES))
        )


def check_host(state: TableState, host: Identity) -> None:
    """Raise Refusal if a table is somebody else's."""
    if state.owner != host.id:
        raise Refusal(status_code=403, detail="only the host of this table can do that")


def check_waiting(state: TableState) -> None:
    """Raise OptionError if the game of a table has begun, or will never begin."""
    if state.status == "closed":
        raise OptionError("this table is closed; open another one")
    if state.status != "waiting":
        raise OptionError("this game has begun")


def _shared_names(order: NewTable, owner: Identity) -> dict[int, str]:
    """Return the names of the people who share a browser with the owner, by seat."""
    found: dict[int, str] = {}
    for number, seat in enumerate((seat for seat, kind in enumerate(order.seats) if kind == "me"), 1):
        given = order.names[seat] if seat < len(order.names) else ""
        if number > 1:
            found[seat] = clean_name(given) if given.strip() else f"{owner.name[:20]} {number}"
    return found


def _write_seats(
    connection: Connection,
    table_id: str,
    seats: Sequence[int],
    visitor: Identity,
    nonce: str | None,
    alias: str | None,
    ready: bool,
) -> None:
    """Store who takes seats."""
    for seat in seats:
        values = {
            "identity": visitor.id,
            "nonce": nonce if seat == seats[0] else None,
            "ready": ready,
        }
        taken = connection.execute(
            schema.seat.update()
            .where(
                schema.seat.c.table_id == table_id,
                schema.seat.c.seat == seat,
                schema.seat.c.identity.is_(None),
            )
            .values(**values, **({"name": alias} if alias else {}))
        )
        if taken.rowcount != 1:
            raise ConflictError("somebody else has just taken this seat")


def write_lobby(connection: Connection, table_id: str, now: float, **values: object) -> None:
    """Store that a waiting table has changed."""
    changed = connection.execute(
        schema.game_table.update()
        .where(schema.game_table.c.id == table_id, schema.game_table.c.status == "waiting")
        .values(changed=now, **values)
    )
    if changed.rowcount != 1:
        raise ConflictError("this table is closed; open another one")

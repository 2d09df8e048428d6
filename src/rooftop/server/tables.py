"""Live tables. A move's way: whose seat is it, was the command seen before, is the number the one the client
saw, is the move legal on a copy, one transaction, then every seat is told what it may know."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from rooftop.bots import BOTS
from rooftop.core.edition import Edition
from rooftop.core.errors import GameFileError, MoveError, OptionError, RooftopError
from rooftop.core.gamefile import EditionMark
from rooftop.core.match import HIDDEN, Match
from rooftop.core.position import SPECTATOR, Game, game, knows
from rooftop.core.seed import commitment, new_seed
from rooftop.core.title import Event, OptionValue, title
from rooftop.core.words import words
from rooftop.server import protocol, schema
from rooftop.server.bots import BotPool
from rooftop.server.faults import fail_point
from rooftop.server.metrics import COMMANDS, LIVE_TABLES, MOVES, SOCKETS
from rooftop.server.people import Identity, hashed
from rooftop.server.protocol import Command, Play, Redo, Resume, Substitute, Undo
from rooftop.server.speech import said
from rooftop.server.store import ConflictError, Store

VISIBILITIES = ("public", "unlisted", "invitation")
PACES = ("live", "day")
BOT_NAMES = ("Ada", "Bruno", "Celia", "Dawid")  # by seat; the page says that they are bots


class MissingTableError(OptionError):
    """There is no such table."""


# --- what is known of a table ------------------------------------------------------------------------------


@dataclass
class Chair:
    """One seat at a table."""

    identity: str | None = None
    name: str = ""
    bot: str | None = None
    reserved: str | None = None
    nonce: str | None = None
    stand_in: bool = False
    seconds: float = 0.0


@dataclass
class Logged:
    """One entry of a table's log, with what it caused."""

    number: int
    kind: str
    seat: int
    text: str
    ply: int = -1  # of a move: its place in the game
    known_to: int = -1
    events: list[list[int]] = field(default_factory=list)


class Client:
    """One open socket."""

    def __init__(
        self, who: Identity, seat: int, language: str, send: Callable[[bytes], Awaitable[None]], since: int
    ) -> None:
        self.who = who
        self.seat = seat
        self.language = language
        self.send = send
        self.sent = since  # the number up to which this client has been told
        self.acknowledged = -1  # nothing yet, not even the first update
        self.signed_out = False  # the identity has moved to another device
        self.wanted = asyncio.Event()  # something is to be told
        self.replies: list[bytes] = []

    def reply(self, frame: object) -> None:
        self.replies.append(protocol.encode(frame))
        self.wanted.set()


class LiveTable:
    """A table in memory. The log in the database is the truth; this is what it comes to."""

    def __init__(self, hub: Hub, row: sa.Row[tuple[object, ...]], chairs: list[Chair]) -> None:
        self.hub = hub
        self.id: str = row.id
        self.owner: str = row.owner
        self.visibility: str = row.visibility
        self.pace: str = row.pace
        self.status: str = row.status
        self.seed: bytes = row.seed
        self.commitment: str = row.commitment
        self.chairs = chairs
        self.game = _agreed_game(row, hub)
        self.match: Match | None = None
        self.log: list[Logged] = []
        self.standing: list[Logged] = []  # the entry of every decision that was made and not taken back
        self.taken_back: list[Logged] = []
        self.commands: dict[str, int] = {}
        self.clients: set[Client] = set()
        self.lock = asyncio.Lock()
        self.thinking: asyncio.Task[None] | None = None
        self.decided_at = time.time()
        self._frames: dict[tuple[int, str, int, int], bytes] = {}

    @property
    def number(self) -> int:
        return len(self.log)

    # --- the beginning ---

    def begin(self) -> None:
        """The match, once everyone sits: the seed was promised before the seats added their nonces."""
        nonces = [chair.nonce for chair in self.chairs if chair.nonce]
        self.match = Match(self.game, self.seed, nonces)
        self.status = "playing" if not self.match.over else "over"

    def replay(self, entries: list[sa.Row[tuple[object, ...]]]) -> None:
        """Come to where the stored log leads; a GameFileError if it does not lead to the stored hashes."""
        before = None
        for row in entries:
            if row.number != self.number + 1:
                raise GameFileError(f"table {self.id}: log entry {self.number + 1} is missing")
            logged = self.effect(self._match, row.kind, row.seat, row.text)
            if self._match.position.hash() != row.hash:
                raise GameFileError(
                    f"table {self.id}: entry {row.number}: the state differs from the stored one"
                )
            self._remember(logged, row.command, self._match)
            if before is not None and row.kind == "move":
                self.chairs[row.seat].seconds += row.at - before
            before = row.at
        if self._match.over:
            self.status = "over"

    @property
    def _match(self) -> Match:
        if self.match is None:
            raise OptionError("the game has not begun: not everyone sits yet")
        return self.match

    # --- what an entry does ---

    def effect(self, match: Match, kind: str, seat: int, text: str) -> Logged:
        """Apply one entry to a match (a copy, as long as it is not stored)."""
        logged = Logged(self.number + 1, kind, seat, text)
        if kind == "move":
            logged.ply = match.ply
            match.play(text)
            decision = match.decisions[-1]
            logged.known_to, logged.events = decision.known_to, decision.events.tolist()
        elif kind == "undo":
            match.undo(int(text))
        elif kind == "redo":
            match.redo(int(text))
        return logged

    def _remember(self, logged: Logged, command: str, match: Match) -> None:
        """What has become true, because it is stored."""
        if logged.kind == "substitute":
            self.chairs[logged.seat].bot = logged.text
            self.chairs[logged.seat].stand_in = True
        elif logged.kind == "resume":
            self.chairs[logged.seat].bot = None
            self.chairs[logged.seat].stand_in = False
        elif logged.kind == "move":
            self.standing.append(logged)
            self.taken_back.clear()
        elif logged.kind == "undo":
            for _ in range(int(logged.text)):
                self.taken_back.append(self.standing.pop())
        elif logged.kind == "redo":
            for _ in range(int(logged.text)):
                self.standing.append(self.taken_back.pop())
        self.match = match
        self.log.append(logged)
        self.commands[command] = logged.number
        self._frames.clear()
        if match.over:
            self.status = "over"

    async def enter(self, kind: str, seat: int, text: str, command: str) -> int:
        """Store an entry and make it true; its number. The lock is held. Errors change nothing."""
        trial = self._match.clone()
        logged = self.effect(trial, kind, seat, text)
        now = time.time()
        values = {
            "table_id": self.id, "number": logged.number, "kind": kind, "seat": seat, "text": text,
            "hash": trial.hash(), "command": command, "at": now,
        }  # fmt: skip
        status = "over" if trial.over else "playing"

        def write(connection: Connection) -> None:
            connection.execute(schema.log.insert().values(**values))
            connection.execute(
                schema.game_table.update()
                .where(schema.game_table.c.id == self.id)
                .values(status=status, changed=now)
            )

        await self.hub.store.write(write)
        self._remember(logged, command, trial)
        if kind == "move":
            self.chairs[seat].seconds += now - self.decided_at
            MOVES.inc()
        self.decided_at = now
        self.publish()
        return logged.number

    # --- commands ---

    async def obey(self, client: Client, command: Command) -> None:
        """One command of one client: done, or refused with a sentence and a fresh view."""
        async with self.lock:
            known = self.commands.get(self._key(client, command.id))
            if known is not None:  # a double: harmless
                client.reply(protocol.Done(command.id, known))
                return
            try:
                self._allow(client, command)
                number = await self.enter(*self._entry(client, command), self._key(client, command.id))
            except ConflictError:
                COMMANDS.labels("conflict").inc()
                await self.hub.reload(self)
                stored = self.commands.get(self._key(client, command.id))
                if stored is not None:
                    client.reply(protocol.Done(command.id, stored))
                else:
                    self.refuse(client, command.id, "the table has moved on; look again")
                return
            except MoveError as error:
                COMMANDS.labels("refused").inc()
                self.refuse(client, command.id, self._why_not(client, command, str(error)))
                return
            except RooftopError as error:
                COMMANDS.labels("refused").inc()
                self.refuse(client, command.id, str(error))
                return
            COMMANDS.labels("done").inc()
            client.reply(protocol.Done(command.id, number))
        self.wake_bots()

    @staticmethod
    def _key(client: Client, command_id: str) -> str:
        """Commands are told apart by who sent them, so that nobody can use up another's ids."""
        return f"{client.seat}:{command_id}"

    def _allow(self, client: Client, command: Command) -> None:
        if client.seat == SPECTATOR:
            raise OptionError("you are watching; only those who sit at the table can play")
        if self.status != "playing":
            raise OptionError("the game is over" if self.status == "over" else "the game has not begun")
        if command.seen != self.number:
            raise OptionError("the table has moved on; look again")
        match, chair = self._match, self.chairs[client.seat]
        if chair.bot and not isinstance(command, Resume):
            raise OptionError("a bot plays for you now; take your seat back first")
        if isinstance(command, Play | Redo) and match.to_act != client.seat:
            raise OptionError("it is not your turn")
        if isinstance(command, Undo):
            if not match.undoable or match.decisions[-1].seat != client.seat:
                raise OptionError("there is nothing of yours that can be taken back now")
        if isinstance(command, Resume) and not chair.stand_in:
            raise OptionError("nobody plays for you; your seat is yours")
        if isinstance(command, Substitute):
            self._allow_substitute(client, command)

    def _allow_substitute(self, client: Client, command: Substitute) -> None:
        if command.seat >= len(self.chairs) or command.seat == client.seat:
            raise OptionError("choose the seat of another player who is away")
        chair = self.chairs[command.seat]
        if chair.bot or command.bot not in BOTS:
            raise OptionError(
                "a bot plays there already" if chair.bot else f"there is no bot {command.bot!r}"
            )
        if self.is_here(command.seat):
            raise OptionError("this player is here")

    def _entry(self, client: Client, command: Command) -> tuple[str, int, str]:
        if isinstance(command, Play):
            board, moves = self.game.board, self.game.title.moves
            return "move", client.seat, moves.notation(board, moves.parse(board, command.move))
        if isinstance(command, Undo):
            return "undo", client.seat, str(command.count)
        if isinstance(command, Redo):
            return "redo", client.seat, str(command.count)
        if isinstance(command, Substitute):
            return "substitute", command.seat, command.bot
        return "resume", client.seat, ""

    def _why_not(self, client: Client, command: Command, otherwise: str) -> str:
        """The reason in the client's language, if the rules have one."""
        try:
            if isinstance(command, Play):
                return self._match.why_not(command.move, client.language) or otherwise
        except RooftopError:
            pass
        return otherwise

    def refuse(self, client: Client, command_id: str, reason: str) -> None:
        client.reply(protocol.Refused(command_id, said(reason, client.language), self.number))
        client.sent = min(client.sent, max(self.number - 1, 0))  # a fresh view follows
        client.wanted.set()

    # --- what is told ---

    def is_here(self, seat: int) -> bool:
        return any(client.seat == seat for client in self.clients)

    def publish(self) -> None:
        """Tell everyone, each in their own task: nobody waits for a slow reader."""
        fail_point("publish")
        for client in self.clients:
            client.wanted.set()

    def people(self, language: str) -> list[protocol.Person]:
        marks = self.game.title.guide.marks(self.game.board, words(self.game.title.package, language))
        return [
            protocol.Person(
                chair.name,
                chair.bot,
                self.is_here(seat) or bool(chair.bot),
                round(chair.seconds, 1),
                chair.stand_in,
                *marks[seat],
            )
            for seat, chair in enumerate(self.chairs)
        ]

    def frame(self, client: Client) -> bytes:
        """The table as a client may see it, with the log from the number on that it has been told."""
        seat, language, since = client.seat, client.language, client.sent
        if self.match is None:
            return protocol.encode(self._waiting(client))
        deciding = time.time() - self.decided_at
        key = (seat, language, since, int(deciding / 10))
        if key not in self._frames:
            self._frames[key] = protocol.encode(self._update(self.match, seat, language, since, deciding))
        return self._frames[key]

    def _waiting(self, client: Client) -> protocol.Waiting:
        return protocol.Waiting(
            title=self.game.title.id,
            status=self.status,
            seats=self.people(client.language),
            seat=client.seat,
            free=_free_chairs(self, client.who) if client.seat == SPECTATOR else [],
            options=self.game.options,
            edition=self.game.edition.id,
            visibility=self.visibility,
            pace=self.pace,
            commitment=self.commitment,
        )

    def _update(self, match: Match, seat: int, language: str, since: int, deciding: float) -> protocol.Update:
        mine = seat != SPECTATOR and match.to_act == seat and not self.chairs[seat].bot
        own = bool(match.decisions) and match.decisions[-1].seat == seat
        view, kind, board, say = match.view(seat), match.title, match.game.board, match.words(language)
        return protocol.Update(
            number=self.number,
            ply=match.ply,
            seat=seat,
            title=kind.id,
            status=self.status,
            to_act=None if match.over else match.to_act,
            deciding=round(deciding, 1),
            prompt=kind.moves.prompt(board, view, say) if mine else "",
            view=view,
            offers=[protocol.Offer(*move) for move in match.offers(view, language)] if mine else [],
            hints=[protocol.Hint(*hint) for hint in kind.guide.hints(board, view, say)] if mine else [],
            clauses=kind.guide.clauses(board, view),
            undoable=match.undoable if own and self.status == "playing" else 0,
            redoable=match.redoable if mine else 0,
            log=[self._told(match, logged, seat, language) for logged in self.log[since:]],
            seats=self.people(language),
            commitment=self.commitment,
        )

    def _told(self, match: Match, logged: Logged, seat: int, language: str) -> protocol.Entry:
        say, names = words(self.game.title.package, language), [chair.name or "?" for chair in self.chairs]
        lines = []
        for kind, who, a, b, known_to in logged.events:
            told = knows(known_to, seat)
            event = Event(kind, who, a if told else None, b if told else None)
            lines.append(self.game.title.moves.tell(self.game.board, event, names, say))
        open_to_seat = knows(logged.known_to, seat) or self._is_unveiled(match, logged)
        text = logged.text if open_to_seat else HIDDEN
        return protocol.Entry(logged.number, logged.seat, logged.kind, text, lines)

    def _is_unveiled(self, match: Match, logged: Logged) -> bool:
        """Whether everyone has been shown this secret decision. One that was taken back never is."""
        unveiled = int(match.position.state["unveiled"])
        return 0 <= logged.ply < unveiled and self.standing[logged.ply] is logged

    # --- bots ---

    def wake_bots(self) -> None:
        if self.thinking is None or self.thinking.done():
            self.thinking = asyncio.create_task(self._let_bots_play())

    def _bot_to_act(self) -> str | None:
        """The bot that decides now, as long as a person is at the table: when all have left, bots stop."""
        if (
            self.match is None
            or self.match.over
            or not any(client.seat != SPECTATOR for client in self.clients)
        ):
            return None
        return self.chairs[self.match.to_act].bot

    async def _let_bots_play(self) -> None:
        while name := self._bot_to_act():
            match, number = self._match, self.number
            seat = match.to_act
            began = time.monotonic()
            action, _ = await self.hub.bots.choose(name, match.position.blind(seat))
            await asyncio.sleep(max(0.0, self.hub.bot_pause - (time.monotonic() - began)))
            async with self.lock:
                if self.number != number or self.chairs[seat].bot != name:
                    continue
                text = self.game.title.moves.notation(self.game.board, action)
                try:
                    await self.enter("move", seat, text, f"bot:{number}:{secrets.token_hex(4)}")
                except ConflictError:
                    await self.hub.reload(self)


# --- all of them -------------------------------------------------------------------------------------------


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
                f"visibility is one of {', '.join(VISIBILITIES)}, pace one of {', '.join(PACES)}"
            )
        if self.offered is not None and title_id not in self.offered:
            raise OptionError(f"{title_id!r} is not played here; there are {', '.join(self.offered)}")
        edition = self._edition(title_id, edition_id)
        made = game(title(title_id), players, options, edition, self.compiled(title_id))
        if len(seats) != players or not all(_is_seat(seat) for seat in seats):
            raise OptionError(
                f"name {players} seats: me, open, invite, or bot:NAME with one of {', '.join(BOTS)}"
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

    def _edition(self, title_id: str, edition_id: str | None) -> Edition:
        own = title(title_id).edition()
        known = {row.id: row for row in (*self.editions, own) if row.title == title_id}
        if edition_id is not None and edition_id not in known:
            raise OptionError(f"there is no edition {edition_id!r}; there are {', '.join(known)}")
        return known[edition_id] if edition_id is not None else own

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
            free = _free_chairs(table, who)
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
            table.publish()
            for client in table.clients:
                if client.who.id == who.id:
                    client.seat = seat
        table.wake_bots()
        return seat

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
        table.chairs, table.match, table.status = fresh.chairs, fresh.match, fresh.status
        table.log, table.commands = fresh.log, fresh.commands
        table.standing, table.taken_back = fresh.standing, fresh.taken_back
        table._frames.clear()
        table.publish()

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
        table._frames.clear()
        table.publish()
        table.wake_bots()

    def sign_out(self, identity: str) -> None:
        """End the sockets of an identity that has moved to another device."""
        for table in self._tables.values():
            for client in table.clients:
                if client.who.id == identity:
                    client.signed_out = True
                    client.wanted.set()

    def leave(self, table: LiveTable, client: Client) -> None:
        table.clients.discard(client)
        SOCKETS.dec()
        table._frames.clear()
        table.publish()


def load(hub: Hub, connection: Connection, table_id: str) -> LiveTable:
    """A table as the database has it, replayed and checked."""
    if "\0" in table_id:  # PostgreSQL would not even look for it
        raise MissingTableError("there is no such table")
    row = connection.execute(sa.select(schema.game_table).where(schema.game_table.c.id == table_id)).first()
    if row is None:
        raise MissingTableError("there is no such table")
    seats = connection.execute(
        sa.select(schema.seat, schema.identity.c.name)
        .outerjoin(schema.identity, schema.seat.c.identity == schema.identity.c.id)
        .where(schema.seat.c.table_id == table_id)
        .order_by(schema.seat.c.seat)
    ).all()
    chairs = [Chair(seat.identity, seat.name or "", seat.bot, seat.reserved, seat.nonce) for seat in seats]
    for chair, name in zip(chairs, BOT_NAMES, strict=False):
        chair.name = chair.name or (name if chair.bot else "")
    table = LiveTable(hub, row, chairs)
    if row.status != "waiting":
        table.begin()
        entries = connection.execute(
            sa.select(schema.log).where(schema.log.c.table_id == table_id).order_by(schema.log.c.number)
        ).all()
        table.replay(list(entries))
    return table


def _agreed_game(row: sa.Row[tuple[object, ...]], hub: Hub) -> Game:
    """The game of a stored table, if the rules and data here are those it was begun with."""
    kind = title(row.title)
    mark = msgspec.json.decode(row.edition, type=EditionMark)
    if row.rules != kind.rules_version:
        raise OptionError(
            f"this game was begun by rules version {row.rules} of {kind.name}; this server plays version"
            f" {kind.rules_version}. It is kept as it is and can go on where that version runs"
        )
    for edition in (kind.edition(), *hub.editions):
        if edition.title == kind.id and kind.hash(edition) == mark.hash:
            options = msgspec.json.decode(row.options)
            return game(kind, row.players, options, edition, hub.compiled(kind.id))
    raise OptionError(
        f"this game was begun with edition {mark.id!r} version {mark.version}, whose data are not here;"
        " give its file to the server. The game is kept as it is"
    )


def _is_seat(seat: str) -> bool:
    return seat in ("me", "open", "invite") or (seat.startswith("bot:") and seat.removeprefix("bot:") in BOTS)


def _free_chairs(table: LiveTable, who: Identity) -> list[int]:
    """The seats that somebody may take; one that is kept for them comes first."""
    free = [number for number, chair in enumerate(table.chairs) if not chair.identity and not chair.bot]
    kept = [number for number in free if who.id and table.chairs[number].reserved == who.id]
    if table.visibility == "invitation":
        return kept
    return kept + [number for number in free if table.chairs[number].reserved is None]

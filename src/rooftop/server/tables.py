"""Live tables. A move's way: whose seat is it, was the command seen before, is the number the one the client
saw, is the move legal on a copy, one transaction, then every seat is told what it may know."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from rooftop.bots import BOTS
from rooftop.errors import GameFileError, MoveError, OptionError, RooftopError
from rooftop.game.knowledge import SPECTATOR
from rooftop.game.match import Match
from rooftop.game.position import Game
from rooftop.server import protocol, schema, telling
from rooftop.server.faults import fail_point
from rooftop.server.metrics import COMMANDS, MOVES
from rooftop.server.people import Identity
from rooftop.server.protocol import Command, Play, Redo, Resume, Substitute, Undo
from rooftop.server.speech import phrase, reason, said
from rooftop.server.store import ConflictError

if TYPE_CHECKING:
    from rooftop.server.hub import Hub

log = logging.getLogger("rooftop")

FRAMES = 16  # the most that a table keeps of what it tells: each seat and language once, and then some
REPLIES = 100  # the most that waits for a client who does not read
BACK_OFF = (0.25, 0.5, 1.0, 2.0, 5.0)  # seconds before a bot tries again what was not stored


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
        self.behind_since = time.monotonic()  # when it last had acknowledged everything, or made progress
        self.ended = False  # signed out on another device, or too much waits for it
        self.wanted = asyncio.Event()  # something is to be told
        self.replies: list[bytes] = []

    def reply(self, frame: object) -> None:
        self.replies.append(protocol.encode(frame))
        self.wanted.set()
        if len(self.replies) > REPLIES:
            self.end()

    def end(self) -> None:
        """Close the socket; a client that is still there connects anew."""
        self.ended = True
        self.wanted.set()

    def acknowledge(self, number: int) -> None:
        if number > self.acknowledged:
            self.acknowledged = number
            self.behind_since = time.monotonic()


class LiveTable:
    """A table in memory. The log in the database is the truth; this is what it comes to."""

    def __init__(self, hub: Hub, row: sa.Row[tuple[object, ...]], game: Game, chairs: list[Chair]) -> None:
        self.hub = hub
        self.id: str = row.id
        self.owner: str = row.owner
        self.visibility: str = row.visibility
        self.pace: str = row.pace
        self.status: str = row.status
        self.seed: bytes = row.seed
        self.commitment: str = row.commitment
        self.chairs = chairs
        self.game = game
        self.match: Match | None = None
        self.log: list[Logged] = []
        self.standing: list[Logged] = []  # the entry of every decision that was made and not taken back
        self.taken_back: list[Logged] = []
        self.commands: dict[str, int] = {}
        self.clients: set[Client] = set()
        self.lock = asyncio.Lock()
        self.thinking: asyncio.Task[None] | None = None
        self.decided_at = time.time()
        self.interpreted = hub.compiled(game.title.id) is False  # until the compiled rules are there
        self._frames: dict[tuple[int, str, int], bytes] = {}
        self._frames_at = 0  # the tens of seconds of thinking that they tell of

    @property
    def number(self) -> int:
        return len(self.log)

    @property
    def names(self) -> list[str]:
        return [chair.name or "?" for chair in self.chairs]

    # --- the beginning ---

    def free_chairs(self, who: Identity) -> list[int]:
        """The seats that somebody may take; one that is kept for them comes first."""
        free = [number for number, chair in enumerate(self.chairs) if not chair.identity and not chair.bot]
        kept = [number for number in free if who.id and self.chairs[number].reserved == who.id]
        if self.visibility == "invitation":
            return kept
        return kept + [number for number in free if self.chairs[number].reserved is None]

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
                raise GameFileError(
                    phrase("table {table}: log entry {n} is missing", table=self.id, n=self.number + 1)
                )
            logged = self.effect(self._match, row.kind, row.seat, row.text)
            if self._match.position.hash() != row.hash:
                raise GameFileError(
                    phrase(
                        "table {table}: entry {n}: the state differs from the stored one",
                        table=self.id,
                        n=row.number,
                    )
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
        standing = {"status": "playing", "to_act": trial.to_act, "changed": now}
        if trial.result is not None:
            result = msgspec.json.encode(trial.result).decode()
            standing |= {"status": "over", "to_act": None, "result": result}

        def write(connection: Connection) -> None:
            connection.execute(schema.log.insert().values(**values))
            connection.execute(
                schema.game_table.update().where(schema.game_table.c.id == self.id).values(**standing)
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
                await self._catch_up(client, command)
                return
            except MoveError as error:
                COMMANDS.labels("refused").inc()
                self.refuse(client, command.id, self._why_not(client, command, str(error)))
                return
            except RooftopError as error:
                COMMANDS.labels("refused").inc()
                self.refuse(client, command.id, reason(error))
                return
            COMMANDS.labels("done").inc()
            client.reply(protocol.Done(command.id, number))
        self.wake_bots()

    async def _catch_up(self, client: Client, command: Command) -> None:
        """The log is ahead of memory: perhaps by this very command, whose answer was lost."""
        try:
            await self.hub.reload(self)
        except RooftopError as error:
            self.refuse(client, command.id, reason(error))
            return
        stored = self.commands.get(self._key(client, command.id))
        if stored is not None:
            client.reply(protocol.Done(command.id, stored))
        else:
            self.refuse(client, command.id, "the table has moved on; look again")

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
                "a bot plays there already"
                if chair.bot
                else phrase("there is no bot {name!r}", name=command.bot)
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

    def refuse(self, client: Client, command_id: str, why: str) -> None:
        client.reply(protocol.Refused(command_id, said(why, client.language), self.number))
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

    def tell_anew(self) -> None:
        """The same, when something has changed that is not in the log: who is here, or a name."""
        self._frames.clear()
        self.publish()

    def frame(self, client: Client) -> bytes:
        """The table as a client may see it, with the log from the number on that it has been told."""
        seat, language, since = client.seat, client.language, client.sent
        if self.match is None:
            return protocol.encode(telling.waiting(self, client))
        deciding = time.time() - self.decided_at
        if int(deciding / 10) != self._frames_at or len(self._frames) >= FRAMES:
            self._frames.clear()
            self._frames_at = int(deciding / 10)
        key = (seat, language, since)
        if key not in self._frames:
            self._frames[key] = protocol.encode(
                telling.update(self, self.match, seat, language, since, deciding)
            )
        return self._frames[key]

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
        """Until it is a person's turn. What goes wrong meanwhile, such as a database that is locked or gone
        for a while, is tried again."""
        failures = 0
        while name := self._bot_to_act():
            try:
                await self._let_bot_decide(name)
                failures = 0
            except Exception as error:
                log.warning("table %s: a bot tries again: %s", self.id, error)
                await asyncio.sleep(BACK_OFF[min(failures, len(BACK_OFF) - 1)])
                failures += 1

    async def _let_bot_decide(self, name: str) -> None:
        match, number = self._match, self.number
        seat = match.to_act
        began = time.monotonic()
        action, _ = await self.hub.bots.choose(name, match.position.blind(seat))
        await asyncio.sleep(max(0.0, self.hub.bot_pause - (time.monotonic() - began)))
        async with self.lock:
            if self.number != number or self.chairs[seat].bot != name:
                return
            text = self.game.title.moves.notation(self.game.board, action)
            try:
                await self.enter("move", seat, text, f"bot:{number}:{secrets.token_hex(4)}")
            except ConflictError:
                await self.hub.reload(self)

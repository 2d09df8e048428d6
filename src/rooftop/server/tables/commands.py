"""The commands of players, one class each: their form on the wire, who may give them, and what they do.

To add a command, write its class here and send it from the page. Its log entries are replayed by `apply`, so
`apply` must give the same result for the same entry forever. Whatever happens without a command, such as a
time-out, is a `Happening`.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import TYPE_CHECKING, Annotated, ClassVar

import msgspec

from rooftop.bots.levels import levels_of
from rooftop.errors import MoveError, OptionError
from rooftop.game.forced import with_forced
from rooftop.game.knowledge import SPECTATOR
from rooftop.game.match import Match
from rooftop.game.title import AnyTitle
from rooftop.server.store.schema import TEXT_LENGTH
from rooftop.server.tables import agreements
from rooftop.server.tables.clocks import FORFEIT
from rooftop.server.tables.state import LogEntry, TableState
from rooftop.server.translation import message

if TYPE_CHECKING:
    from rooftop.server.tables.client import Client
    from rooftop.server.tables.live import LiveTable

Word = Annotated[str, msgspec.Meta(min_length=1, max_length=60, pattern="^[^\\x00-\\x1f\\x7f-\\x9f]*\\Z")]
Number = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
Seat = Annotated[int, msgspec.Meta(ge=0, le=3)]
AND_THEN = "; "  # between a move and the forced moves that follow it
THE_END = "end"  # in the text of an entry by which somebody gives up: it ends the game
Count = Annotated[int, msgspec.Meta(ge=1, le=100)]


class Command(msgspec.Struct, forbid_unknown_fields=True):
    """A command of a seat, given at table number `seen`. A repeated id has no second effect."""

    kind: ClassVar[str]  # of its log entries
    while_replaced: ClassVar[bool] = False  # may be given while a bot plays for the seat
    any_time: ClassVar[bool] = False  # whatever has happened since `seen`

    id: Word
    seen: Number

    def check(self, table: LiveTable, client: Client) -> None:
        """Raise an error with a sentence if the client may not give this command now."""
        if client.seat == SPECTATOR:
            raise OptionError("you are watching; only seated players can play")
        if table.status != "playing":
            if table.status == "closed":
                raise OptionError("this table is closed; open another one")
            raise OptionError("the game is over" if table.status == "over" else "the game has not begun")
        if not self.any_time and table.state.has_changed(client.seat, self.seen):
            raise OptionError("the table has changed; look again")
        if table.chairs[client.seat].bot and not self.while_replaced:
            raise OptionError("a bot plays for you; take your seat back first")
        if table.state.is_paused and not self.while_replaced:  # only a program can try this
            raise OptionError("the table is paused until somebody takes their seat back")

    def decide_ahead(self, table: LiveTable, client: Client) -> list[int] | None:
        """Return what the seat has decided ahead after this command; None if the command is not about
        that."""
        return None

    async def perform(self, table: LiveTable, client: Client, key: str) -> int:
        """Carry it out. Return the number of the last log entry."""
        return await table.add(self.entry(table, client), key)

    def entry(self, table: LiveTable, client: Client) -> LogEntry:
        """Return the log entry that this command adds."""
        return LogEntry(self.kind, client.seat, "")

    @staticmethod
    def apply(state: TableState, entry: LogEntry) -> None:
        """Apply a log entry of this kind to a table."""
        raise NotImplementedError


def check_turn(table: LiveTable, client: Client) -> None:
    if table.started_match.to_act != client.seat:
        raise OptionError("it is not your turn")


def check_staying(table: LiveTable, client: Client) -> None:
    chair = table.chairs[client.seat]
    if chair.left:
        raise OptionError("you have left this game; a bot plays on for you")
    if chair.forfeited:
        raise OptionError("you have forfeited this game; a bot plays on for you")
    if chair.conceded:
        raise OptionError("you have conceded this game; a bot plays on for you")


def ends_game(state: TableState, seat: int, conceding: bool = False) -> bool:
    """Whether nobody plays on if a person gives up for good: they were the last person, or they concede to
    the only side that has not given up."""
    if state.chairs[seat].program:
        return False
    others = (chair for other, chair in enumerate(state.chairs) if other != seat)
    sides = {*range(len(state.chairs))} - {seat, *state.started_match.given_up}
    is_last = not any(chair.is_person and not chair.is_gone for chair in others)
    return is_last or (conceding and len(sides) == 1)


def give_up(state: TableState, entry: LogEntry) -> None:
    """Let a bot play on for a seat that has given up; or end the game, if the entry says so."""
    level, *how = entry.text.split(" ")
    if THE_END in how:
        state.started_match.end("conceded")
    else:
        state.chairs[entry.seat].bot, state.chairs[entry.seat].stand_in = level, True


def in_minutes(seconds: float) -> str:
    """A time to wait, rounded up: 0:05, 4:30, 12:00:00."""
    minutes, seconds = divmod(ceil(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def check_level(kind: AnyTitle, name: str) -> None:
    if name not in levels_of(kind):
        levels = ", ".join(levels_of(kind))
        raise OptionError(
            message("the level of a bot must be one of {levels}, not {name!r}", levels=levels, name=name)
        )


class Play(Command, tag="play"):
    """Play a move, given in notation. Forced moves that follow are played with it."""

    kind = "move"

    move: Annotated[str, msgspec.Meta(max_length=120)]

    def check(self, table: LiveTable, client: Client) -> None:
        super().check(table, client)
        check_turn(table, client)

    def decide_ahead(self, table: LiveTable, client: Client) -> list[int] | None:
        can = table.state.ahead_of(client.seat)
        if can is None:
            return None
        super().check(table, client)
        if can.is_complete:
            raise OptionError("you have decided; take it back to decide otherwise")
        action = table.started_match.action(self.move)
        if action not in can.legal():
            reason = Match.at(can.position).why_not(action, client.language)
            raise MoveError(reason or f"{table.game.notation(action)!r} is not legal now")
        return [*can.decided, action]

    def entry(self, table: LiveTable, client: Client) -> LogEntry:
        match = table.started_match
        action = match.action(self.move)
        if action not in match.legal():
            reason = match.why_not(action, client.language)
            raise MoveError(reason or f"{match.game.notation(action)!r} is not legal now")
        return self.moved(match, action)

    @classmethod
    def moved(cls, match: Match, action: int, bot: bool = False) -> LogEntry:
        """The entry of a move, perhaps a bot's, and of the forced moves that follow it."""
        actions = with_forced(match.position, action, bot)
        while len(text := AND_THEN.join(map(match.game.notation, actions))) > TEXT_LENGTH:
            actions.pop()
        return LogEntry(cls.kind, match.to_act, text, actions)

    @staticmethod
    def apply(state: TableState, entry: LogEntry) -> None:
        match = state.started_match
        entry.ply = match.ply
        moves: Sequence[int | str] = entry.actions or entry.text.split(AND_THEN)
        for number, move in enumerate(moves):
            match.play(move, forced=number > 0)
        entry.decisions = match.decisions[entry.ply :]
        chair = state.chairs[entry.seat]
        chair.replaced = chair.replaced or (chair.stand_in and not chair.conceded)
        state.stand(entry)
        state.undone.clear()


class Undo(Command, tag="undo"):
    """Undo the player's own last decisions."""

    kind = "undo"

    count: Count = 1

    def decide_ahead(self, table: LiveTable, client: Client) -> list[int] | None:
        can = table.state.ahead_of(client.seat)
        if can is None or not can.decided:
            return None
        super().check(table, client)
        if self.count > len(can.decided):
            raise OptionError("you have nothing to undo")
        return list(can.decided[: -self.count])

    def check(self, table: LiveTable, client: Client) -> None:
        super().check(table, client)
        match = table.started_match
        if not match.undoable or match.undoer != client.seat:
            raise OptionError("you have nothing to undo")

    def entry(self, table: LiveTable, client: Client) -> LogEntry:
        return LogEntry(self.kind, client.seat, str(self.count))

    @staticmethod
    def apply(state: TableState, entry: LogEntry) -> None:
        count = int(entry.text)
        state.started_match.undo(count)
        for _ in range(count):
            state.undone.append(state.fall())


class Redo(Command, tag="redo"):
    """Redo what was undone."""

    kind = "redo"

    count: Count = 1

    def check(self, table: LiveTable, client: Client) -> None:
        super().check(table, client)
        check_turn(table, client)

    def entry(self, table: LiveTable, client: Client) -> LogEntry:
        return LogEntry(self.kind, client.seat, str(self.count))

    @staticmethod
    def apply(state: TableState, entry: LogEntry) -> None:
        count = int(entry.text)
        state.started_match.redo(count)
        for _ in range(count):
            state.stand(state.undone.pop())


class Substitute(Command, tag="substitute"):
    """Let a bot of the agreed level play for a seat whose player has been away for a while. In a
    correspondence game all others must agree. In a rated game the clock takes care of that."""

    kind = "substitute"

    seat: Seat

    def check(self, table: LiveTable, client: Client) -> None:
        super().check(table, client)
        if self.seat >= len(table.chairs) or self.seat in client.seats:
            raise OptionError("choose the seat of another player who is away")
        if table.chairs[self.seat].bot:
            raise OptionError("a bot plays there already")
        if table.is_here(self.seat):
            raise OptionError("this player is here")
        if table.state.rated:
            raise OptionError("in a rated game a bot plays for somebody only when their time is up")
        wait = table.grace(self.seat)
        if wait is None:
            raise OptionError("a bot can play for this player when it is their turn")
        if wait > 0:
            raise OptionError(
                message(
                    "this player may be back soon; a bot can play for them in {time}", time=in_minutes(wait)
                )
            )

    async def perform(self, table: LiveTable, client: Client, key: str) -> int:
        if not table.state.is_by_correspondence:
            return await super().perform(table, client, key)
        kind = agreements.bot_for(self.seat)
        agreed = table.state.agreed.get(kind, set()) | set(client.seats)
        if agreements.is_reached(table.state, kind, agreed):
            return await super().perform(table, client, key)
        return await table.agree({**table.state.agreed, kind: agreed}, client.seat, key)

    def entry(self, table: LiveTable, client: Client) -> LogEntry:
        return LogEntry(self.kind, self.seat, table.state.stand_in_level)

    @staticmethod
    def apply(state: TableState, entry: LogEntry) -> None:
        state.chairs[entry.seat].bot = entry.text
        state.chairs[entry.seat].stand_in = True


class Resume(Command, tag="resume"):
    """Take a seat back from a bot."""

    kind = "resume"
    while_replaced = True
    any_time = True  # bots may play fast

    def check(self, table: LiveTable, client: Client) -> None:
        super().check(table, client)
        if not table.chairs[client.seat].stand_in:
            raise OptionError("no bot plays for you; your seat is yours")
        check_staying(table, client)

    @staticmethod
    def apply(state: TableState, entry: LogEntry) -> None:
        state.chairs[entry.seat].bot = None
        state.chairs[entry.seat].stand_in = False


class Leave(Command, tag="leave"):
    """Leave a running game for good: a bot of the agreed level plays on. If the table agreed on forfeits,
    this is one. When the last person leaves, the game ends, and they come last."""

    kind = "leave"
    while_replaced = True
    any_time = True

    def check(self, table: LiveTable, client: Client) -> None:
        super().check(table, client)
        check_staying(table, client)
        if not table.state.rated and agreements.asked(table.state, agreements.END) <= {client.seat}:
            raise OptionError("nobody else is left in this game; end it or concede instead")

    def entry(self, table: LiveTable, client: Client) -> LogEntry:
        return self.left(table.state, client.seat)

    @classmethod
    def left(cls, state: TableState, seat: int) -> LogEntry:
        """The entry of a seat whose player leaves."""
        how = f" {FORFEIT}" if state.timeout == FORFEIT else ""
        end = f" {THE_END}" if ends_game(state, seat) else ""
        return LogEntry(cls.kind, seat, state.stand_in_level + how + end)

    @staticmethod
    def apply(state: TableState, entry: LogEntry) -> None:
        _, *how = entry.text.split(" ")
        chair = state.chairs[entry.seat]
        chair.left, chair.forfeited = True, FORFEIT in how
        if how:
            state.started_match.forfeit(entry.seat)
        give_up(state, entry)


class Concede(Command, tag="concede"):
    """Concede: the seat is ranked last of those still playing, which counts as a loss, and a bot of the
    agreed level plays on for it. The game ends if only one side is left, or no person."""

    kind = "concede"
    while_replaced = True
    any_time = True

    def check(self, table: LiveTable, client: Client) -> None:
        super().check(table, client)
        check_staying(table, client)

    def entry(self, table: LiveTable, client: Client) -> LogEntry:
        end = f" {THE_END}" if ends_game(table.state, client.seat, conceding=True) else ""
        return LogEntry(self.kind, client.seat, table.state.stand_in_level + end)

    @staticmethod
    def apply(state: TableState, entry: LogEntry) -> None:
        state.chairs[entry.seat].conceded = True
        state.started_match.concede(entry.seat)
        give_up(state, entry)


class End(Command, tag="end"):
    """Agree to end the game without a winner or with the present scores, or (with `agreed` false) decline or
    withdraw. The game ends when everyone who has not given up has agreed. Nobody can end a rated game alone,
    because it would count for nobody, or end a game with the present scores alone, because they would choose
    the moment."""

    kind = "end"
    while_replaced = True
    any_time = True

    agreed: bool = True
    scores: bool = False

    @property
    def agreement(self) -> str:
        return agreements.SCORES if self.scores else agreements.END

    def check(self, table: LiveTable, client: Client) -> None:
        super().check(table, client)
        check_staying(table, client)
        if agreements.asked(table.state, agreements.END) <= {client.seat}:
            if self.scores:
                raise OptionError("nobody else can agree to the present scores; play on, or concede")
            if table.state.rated:
                raise OptionError("you cannot end a rated game alone; play on, concede or leave it")
        if not self.agreed and self.agreement not in table.state.agreed:
            raise OptionError("nobody wants to end the game any more")

    async def perform(self, table: LiveTable, client: Client, key: str) -> int:
        kind, own, agreed = self.agreement, set(client.seats), dict(table.state.agreed)
        now = agreed.pop(kind, set())
        agreed.pop(agreements.NO + kind, None)
        if not self.agreed:
            if not own & now:
                agreed[agreements.NO + kind] = own
        elif agreements.is_reached(table.state, kind, now | own):
            return await super().perform(table, client, key)
        else:
            agreed[kind] = now | own
        return await table.agree(agreed, client.seat, key)

    def entry(self, table: LiveTable, client: Client) -> LogEntry:
        return LogEntry(self.kind, client.seat, agreements.SCORES if self.scores else "")

    @staticmethod
    def apply(state: TableState, entry: LogEntry) -> None:
        state.started_match.end("scores" if entry.text == agreements.SCORES else "agreement")


class ChangeLevel(Command, tag="level"):
    """Let a bot play at another level, in a practice game."""

    kind = "level"

    seat: Seat
    bot: Word

    def check(self, table: LiveTable, client: Client) -> None:
        super().check(table, client)
        if table.state.rated:
            raise OptionError("levels cannot be changed in a rated game")
        if not table.state.is_practice:
            raise OptionError("levels can be changed only in games of one person against bots")
        if self.seat >= len(table.chairs) or not table.chairs[self.seat].bot:
            raise OptionError("choose the seat of a bot")
        check_level(table.game.title, self.bot)
        if table.chairs[self.seat].bot == self.bot:
            raise OptionError("this bot plays at this level already")

    def entry(self, table: LiveTable, client: Client) -> LogEntry:
        return LogEntry(self.kind, self.seat, self.bot)

    @staticmethod
    def apply(state: TableState, entry: LogEntry) -> None:
        state.chairs[entry.seat].bot = entry.text


class Happening:
    """A kind of log entry that does not come from a player's command."""

    kind: ClassVar[str]

    @staticmethod
    def apply(state: TableState, entry: LogEntry) -> None:
        """Apply a log entry of this kind to a table."""
        raise NotImplementedError


class TimeOut(Happening):
    """A seat's time is up: a bot plays on until the owner returns. If that pauses the table, no bot decides
    during the pause; in a rated game it counts as if one had, or a clock would mean nothing to a person
    alone."""

    kind = "timeout"

    @staticmethod
    def apply(state: TableState, entry: LogEntry) -> None:
        Substitute.apply(state, entry)
        chair = state.chairs[entry.seat]
        chair.replaced = chair.replaced or (state.rated and state.is_paused)


class Forfeit(Happening):
    """A seat has forfeited: a bot plays on for good, and the seat is ranked last. When the last person
    forfeits, the game ends."""

    kind = "forfeit"

    @staticmethod
    def apply(state: TableState, entry: LogEntry) -> None:
        state.chairs[entry.seat].forfeited = True
        state.started_match.forfeit(entry.seat)
        give_up(state, entry)


class Lapse(Happening):
    """A seat's time is up, and it only had to end its turn: the turn ends, and no bot plays."""

    kind = "lapse"

    @staticmethod
    def apply(state: TableState, entry: LogEntry) -> None:
        Play.apply(state, entry)


DECISIONS = (Play.kind, Lapse.kind)  # the kinds of log entries that play moves
COMMANDS: tuple[type[Command], ...] = tuple(Command.__subclasses__())
HAPPENINGS: tuple[type[Happening], ...] = tuple(Happening.__subclasses__())
KINDS: dict[str, type[Command] | type[Happening]] = {
    **{command.kind: command for command in COMMANDS},
    **{happening.kind: happening for happening in HAPPENINGS},
}

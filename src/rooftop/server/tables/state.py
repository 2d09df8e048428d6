"""A table as its stored log describes it. Nothing here knows of sockets or of the database."""

from __future__ import annotations

import copy
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

import sqlalchemy as sa

from rooftop.engine.state import EVERYONE
from rooftop.errors import OptionError
from rooftop.game.ahead import Ahead, ahead
from rooftop.game.knowledge import SPECTATOR
from rooftop.game.match import Decision, Match
from rooftop.game.position import Game
from rooftop.server.auth import Identity
from rooftop.server.names import numbered
from rooftop.server.tables import clocks
from rooftop.server.tables.clocks import Turn

INVITED = "invitation"  # a seat that is reserved for whoever has the link


@dataclass
class Chair:
    """One seat at a table."""

    identity: str | None = None
    name: str = ""
    bot: str | None = None
    reserved: str | None = None  # for an identity, or INVITED
    nonce: str | None = None
    alias: str | None = None  # the name of one of several people with one browser
    asked: str = ""  # the name of the person for whom the seat is reserved
    colour: str | None = None  # as chosen before the game
    stand_in: bool = False  # the bot stands in for a person who is away
    forfeited: bool = False  # ... and for good
    left: bool = False  # ... because that person has left for good
    conceded: bool = False  # ... or has conceded
    replaced: bool = False  # a bot has decided for the person, perhaps only for a while
    seconds: float = 0.0  # time used for decisions
    program: bool = False  # it belongs to somebody's bot, which is present or absent like a person
    ready: bool = False  # to begin the game as it is; applies only to people
    called: str = ""  # the name of its person, program or bot elsewhere

    @property
    def is_gone(self) -> bool:
        """Whether the person does not play on: a bot does, for good, unless the game has ended with it."""
        return self.left or self.forfeited or self.conceded

    @property
    def is_person(self) -> bool:
        """Whether the seat belongs to a person, here or not."""
        return self.identity is not None and not self.program


@dataclass(frozen=True)
class Rematch:
    """The table of a rematch, and which seats of the first game have agreed or declined."""

    table: str
    status: str
    agreed: list[int]
    declined: list[int]


@dataclass
class LogEntry:
    """One entry of a table's log. `apply` of its command fills in the decisions of a move: the player's, and
    the forced ones that follow."""

    kind: str
    seat: int
    text: str
    actions: Sequence[int] = ()  # of a move that has already been parsed
    number: int = 0
    at: float = 0.0
    ply: int = -1  # of a move: the ply of its first decision
    decisions: Sequence[Decision] = ()


def name_chairs(chairs: Sequence[Chair]) -> None:
    """Give everyone at a table a name that nobody else there has: people first, bots last."""
    order = sorted(chairs, key=lambda chair: (not chair.identity and bool(chair.bot), chair.program))
    names = numbered([chair.called for chair in order])
    for chair, name in zip(order, names, strict=True):
        if chair.identity or chair.bot:
            chair.name = name
        else:
            chair.asked = name


class TableState:
    """A table as computed from its stored row, seats and log."""

    def __init__(self, row: sa.Row[tuple[object, ...]], game: Game, chairs: list[Chair]) -> None:
        self.id: str = row.id
        self.owner: str = row.owner
        self.host: str = row.host  # the owner's name
        self.visibility: str = row.visibility
        self.pace: str = row.pace
        self.rated: bool = row.rated
        self.time: str = row.time
        self.timeout: str = row.timeout
        self.control = clocks.parse(row.time)
        self.clock = clocks.stored(row.clocks, row.deadline)
        self.deadline: float | None = row.deadline  # as stored
        self.status: str = row.status
        self.changed: float = row.changed
        self.fence: int = row.fence
        self.seed: bytes = row.seed
        self.commitment: str = row.commitment
        self.game = game
        self.chairs = chairs
        self.is_interpreted = False  # loaded before the rules were compiled
        self.match: Match | None = None
        self.log: list[LogEntry] = []
        self.standing: list[LogEntry] = []  # the moves that have not been undone: the entry of each ply
        self.undone: list[LogEntry] = []
        self.commands: dict[str, int] = {}  # log numbers by command
        self.decided: dict[int, list[int]] = {}  # what seats have decided ahead, in secret
        self.decided_at: float | None = None  # when the last entry was stored, or the game began
        self.agreed: dict[str, set[int]] = {}  # seats by kind of agreement
        self.rematch: Rematch | None = None
        self.declined: list[str] = []  # people who declined this rematch
        self.is_rematch = False  # only asked before the game
        self.removed: frozenset[str] = frozenset()  # people whom the host has removed

    @property
    def number(self) -> int:
        return len(self.log)

    @property
    def is_practice(self) -> bool:
        """Whether one person plays against bots. A bot that stands in for a person does not count."""
        return sum(chair.is_person for chair in self.chairs) == 1

    @property
    def is_paused(self) -> bool:
        """Whether everything stands still: bots stand in for all people, and somebody may still come back."""
        people = [chair for chair in self.chairs if chair.is_person]
        is_held = any(chair.bot is None for chair in people)
        return self.status == "playing" and not is_held and any(not chair.is_gone for chair in people)

    @property
    def is_live(self) -> bool:
        """Whether the clock gives people seconds or minutes, so that they stay at the table."""
        return self.control.kind in ("live", "turn")

    @property
    def is_by_correspondence(self) -> bool:
        return self.pace == "day"

    @property
    def stand_in_level(self) -> str:
        """The agreed level of bots that play for people."""
        return clocks.STAND_IN if self.timeout == clocks.FORFEIT else self.timeout.removeprefix("bot:")

    @property
    def is_shared(self) -> bool:
        """Whether the table has seats for several people."""
        return sum((bool(chair.identity) or not chair.bot) and not chair.program for chair in self.chairs) > 1

    @property
    def started_match(self) -> Match:
        """The match. Raises OptionError before the game has begun."""
        if self.match is None:
            raise OptionError("the game has not begun")
        return self.match

    @property
    def turn(self) -> Turn:
        """Whose turn it is."""
        match = self.started_match
        seat = None if match.over else match.to_act
        is_bot = seat is not None and self.chairs[seat].bot is not None
        return Turn(seat, int(match.position.state["turn"]), is_bot, self.is_paused)

    def start_clock(self, now: float, here: bool = False) -> None:
        """Start the clocks, if the game has a time control; `here`: the first player is at the table."""
        if self.control:
            self.clock = clocks.begin(self.control, len(self.chairs), self.turn, here, now)

    def copy(self) -> TableState:
        """A copy on which a log entry can be tried."""
        other = copy.copy(self)
        other.chairs = [replace(chair) for chair in self.chairs]
        other.match = self.match.clone() if self.match else None
        other.log, other.commands = list(self.log), dict(self.commands)
        other.standing, other.undone = list(self.standing), list(self.undone)
        other.decided, other.agreed = dict(self.decided), dict(self.agreed)
        return other

    def has_changed(self, seat: int, seen: int) -> bool:
        """Whether a seat should look at something that has happened since log number `seen`. Secret decisions
        of others do not change what it can decide, until they are shown."""
        if seen > self.number:
            return True
        return not all(
            entry.seat != seat
            and entry.decisions
            and entry.decisions[0].known_to != EVERYONE
            and not self.started_match.is_unveiled(entry.ply)
            for entry in self.log[seen:]
        )

    def ahead_of(self, seat: int) -> Ahead | None:
        """What a seat can decide ahead; None if it cannot, or a bot plays for it."""
        if seat == SPECTATOR or self.match is None or self.status != "playing" or self.chairs[seat].bot:
            return None
        return ahead(self.match, seat, self.decided.get(seat, ()))

    def due(self) -> int | None:
        """What the seat to act has decided ahead, if anything."""
        decided = self.decided.get(self.started_match.to_act)
        return decided[0] if decided else None

    def still_decided(self) -> dict[int, list[int]]:
        """What was decided ahead and can still be played; after an undo, perhaps nothing."""
        match = self.started_match

        def stands(seat: int, actions: list[int]) -> bool:
            if match.to_act == seat:
                return actions[0] in match.legal()
            return ahead(match, seat, actions) is not None

        return {seat: actions for seat, actions in self.decided.items() if actions and stands(seat, actions)}

    def stand(self, entry: LogEntry) -> None:
        """Record a move that has been played."""
        self.standing += [entry] * len(entry.decisions)

    def fall(self) -> LogEntry:
        """Remove the last move, which has been undone. Return its entry."""
        entry = self.standing[-1]
        del self.standing[entry.ply :]
        return entry

    def begin(self, at: float | None) -> None:
        """Start the match: the committed seed, mixed with the nonces of the seats."""
        nonces = [chair.nonce for chair in self.chairs if chair.nonce]
        self.match = Match(self.game, self.seed, nonces)
        self.status = "over" if self.match.over else "playing"
        self.decided_at = at

    # --- before the game ---

    @property
    def is_full(self) -> bool:
        """Whether every seat is taken."""
        return all(chair.identity or chair.bot for chair in self.chairs)

    @property
    def host_seat(self) -> int:
        """The seat of the host; -1 if they have none."""
        return self.seat_of(Identity(self.owner, ""))

    @property
    def host_name(self) -> str:
        """What the host is called at this table."""
        return self.chairs[self.host_seat].name if self.host_seat != SPECTATOR else self.host

    def people(self) -> dict[str, bool]:
        """Everyone at the table except programs, and whether they are ready."""
        return {chair.identity: chair.ready for chair in self.chairs if chair.identity and not chair.program}

    def is_agreed(self, here: Collection[str]) -> bool:
        """Whether the game begins without the host starting it: all seats are taken, and everyone is ready,
        including the host. In a live game, only people who are here count as ready. A host who has nobody to
        wait for, because the others are bots or share their browser, is always ready."""
        people = self.people()
        if not self.is_full or self.owner not in people:
            return False
        if len(people) == 1:
            return True
        return all(ready and (who in here or self.is_by_correspondence) for who, ready in people.items())

    def free_chairs(self, visitor: Identity, invited: bool = False) -> list[int]:
        """Return the seats that a visitor may take: first those reserved for them, then those for people with
        an invitation, as the host has one, then those for anyone."""
        if visitor.id in self.removed:
            return []
        wanted: list[str | None] = [visitor.id] if visitor.id else []
        invited = invited or (bool(visitor.id) and visitor.id == self.owner)
        if invited:
            wanted.append(INVITED)
        if invited or self.visibility != "invitation":
            wanted.append(None)
        free = [seat for seat, chair in enumerate(self.chairs) if not chair.identity and not chair.bot]
        return [seat for who in wanted for seat in free if self.chairs[seat].reserved == who]

    def seats_of(self, visitor: Identity | None) -> tuple[int, ...]:
        """Return the seats of a visitor: several, if people share a browser."""
        if visitor is None or not visitor.id:
            return ()
        return tuple(seat for seat, chair in enumerate(self.chairs) if chair.identity == visitor.id)

    def seat_of(self, visitor: Identity | None) -> int:
        """Return the first seat of a visitor; -1 for spectators."""
        return next(iter(self.seats_of(visitor)), SPECTATOR)

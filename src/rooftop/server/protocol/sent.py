"""Frames from the server. Every frame sent to a seat is a function of that seat's view."""

from __future__ import annotations

import msgspec

from rooftop.bots.browser import Question
from rooftop.drawing.changes import Changes
from rooftop.game.gamefile import Ended
from rooftop.game.title import OptionValue


class Offer(msgspec.Struct):
    """A legal move: its notation, its description, its headings in the list of moves, and its elements in the
    picture."""

    move: str
    text: str
    group: tuple[str, ...]
    parts: tuple[str, ...]


class Hint(msgspec.Struct):
    """A sentence for beginners. The page remembers by its id that it has been dismissed."""

    id: str
    text: str


class Entry(msgspec.Struct):
    """A log entry, and what it caused in words."""

    number: int
    seat: int
    kind: str
    text: str  # the notation, or `?` if the receiver may not know it
    lines: list[str]
    about: list[int]  # the seat that each line is about


class Person(msgspec.Struct):
    """Who sits at a seat."""

    name: str
    bot: str | None
    here: bool
    seconds: float  # time used for decisions
    stand_in: bool  # the bot stands in for a person who is away
    forfeited: bool  # ... and for good: the seat is ranked last
    left: bool  # ... because the person has left the game for good
    conceded: bool  # ... or has conceded: the seat is ranked last of those still playing
    away: float | None  # seconds since the person left; None: they are here, or a bot plays
    absent: float | None  # seconds until a bot may play for a person who is away; None: it may not
    program: bool  # somebody's own bot, which comes and goes like a person
    colour: str
    letter: str


class Clocks(msgspec.Struct):
    """The clocks at the moment of the update. A page counts down by itself."""

    time: str  # the time control, such as `live 600+15`
    timeout: str  # what happens when the time is up: `bot:LEVEL` or `forfeit`
    left: list[float]  # seconds, by seat
    running: int | None  # the seat whose clock runs
    stands: float  # for how many seconds that clock still stands still


class Agreement(msgspec.Struct):
    """What seats agree on: to end the game without a winner (`end`) or with the present scores (`scores`), or
    to let a bot play for somebody (`bot:SEAT`). It lists the seats that have agreed, and all that must.
    `no:end`, `no:scores`: these have declined."""

    kind: str
    agreed: list[int]
    asked: list[int]


class Rematch(msgspec.Struct):
    """The table of a rematch, its status, and which seats of this game have agreed or declined."""

    table: str
    status: str
    agreed: list[int]
    declined: list[int]


class Score(msgspec.Struct):
    """The points of a seat by source, as the receiver may know them; the rank is None before the end.
    `forecast` holds the points by source if the game ended now, in titles that score at the end."""

    points: dict[str, int]
    total: int | None
    rank: int | None
    forecast: dict[str, int] | None = None


class Update(msgspec.Struct, tag="update"):
    """The table as the receiver may see it. `number` is the length of the log."""

    count: int  # of the updates of this socket, from 1; after a gap, ask for everything with `again`
    number: int
    seat: int  # whose view this is; -1 for spectators, and while people pass the device on
    own: list[int]  # the seats of the people with this browser
    passing: int | None  # the seat whose person gets the device
    title: str
    status: str
    to_act: int | None
    deciding: float  # seconds since the current decision began
    clock: Clocks | None  # None in a game without a time control
    ended: Ended  # how, if early: by `agreement`, with the present `scores`, `conceded`
    paused: bool  # bots stand in for everyone; the game continues when somebody takes their seat back
    level: str  # of bots that play for people who are away or have left, as agreed
    agreements: list[Agreement]
    rematch: Rematch | None  # for those who played
    prompt: str  # what the receiver has to decide
    offers: list[Offer]
    hints: list[Hint]
    clauses: tuple[str, ...]  # the rules that apply now
    ahead: list[str]  # what the receiver has decided before its turn, in words; undone like a move
    undoable: int
    redoable: int
    log: list[Entry]
    seats: list[Person]
    scores: list[Score]
    sources: dict[str, str] | None  # what this game calls its sources of points; None: as before
    commitment: str
    picture: Changes | None  # since the update before; None for sockets without pictures
    rated: bool = False


class Done(msgspec.Struct, tag="done"):
    """A command is stored as log entry `number`."""

    id: str
    number: int


class Refused(msgspec.Struct, tag="refused"):
    """A command was refused. An update follows."""

    id: str
    reason: str
    number: int


class ColourChoice(msgspec.Struct):
    """A colour of a table before its game: what comes with it, such as numbers, and the seat of the person
    who has it; None if it is free."""

    id: str
    letter: str
    name: str
    brings: str
    owner: int | None = None


class Waiting(msgspec.Struct, tag="waiting"):
    """The game has not begun: the seats, and the commitment to the seed."""

    title: str
    status: str
    seats: list[Person]
    seat: int
    own: list[int]  # the seats of the people with this browser
    free: list[int]  # the seats that the receiver may take, in addition to their own
    options: dict[str, OptionValue]
    edition: str
    visibility: str
    pace: str  # `day` for a correspondence game, else `live`
    time: str
    timeout: str
    commitment: str
    rated: bool
    host: str
    owned: bool  # by the receiver, who may change everything here, start the game and close the table
    host_seat: int  # -1: the host has none
    ready: list[bool]  # by seat: whether its person is ready to begin the game as it is
    removed: bool  # the host has removed the receiver from this table
    # Who can take each seat: anyone (`open`), `invite`, `reserved`, a `program`; empty if it is taken.
    kinds: list[str]
    players: list[int]  # possible numbers of players
    declined: list[str]  # who did not want this rematch
    colours: list[ColourChoice]
    closes: float  # when the table closes if the game has not begun by then


class TalkLine(msgspec.Struct):
    """What somebody has said at the table. If the receiver has muted them, there is no text."""

    number: int
    seat: int  # -1: the host, who has no seat
    name: str
    mine: bool
    kind: str  # `text`, or `phrase`: then the text is its id
    text: str
    about: int | None  # a log entry
    at: float
    muted: bool


class Talk(msgspec.Struct, tag="talk"):
    """Lines that the receiver may read; `whole`: these replace all others."""

    lines: list[TalkLine]
    whole: bool = False
    older: bool | None = None  # whether there are lines before these; None for a new line


class Think(msgspec.Struct, tag="think"):
    """A question to a browser that is `able` to think; the answer is a `thought` with the same number."""

    number: int
    question: Question


class Announcement(msgspec.Struct, tag="announcement"):
    """The host's announcement, by language, until a given time. Without texts there is none."""

    texts: dict[str, str]
    until: float


class Pong(msgspec.Struct, tag="pong"):
    """The answer to `ping`."""


encode = msgspec.json.Encoder().encode

"""Everything that goes over the wire, as structs: socket frames and the bodies of the HTTP API.

docs/protocol.md explains them. Every frame sent to a seat is a function of that seat's view. The frames of
players' commands are in `tables.commands`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Literal, TypeAlias, Union

import msgspec

from rooftop.drawing.changes import Changes
from rooftop.game.title import OptionValue
from rooftop.server.auth import Identity
from rooftop.server.tables.commands import COMMANDS, Command, Number, Seat, Word

__all__ = ["COMMANDS", "Identity"]  # on the wire too

VERSION = 1
FRAME_BYTES = 4096  # the largest frame a client may send


# --- frames from the client --------------------------------------------------------------------------------


class Acknowledge(msgspec.Struct, tag="ack", forbid_unknown_fields=True):
    """Sent by pages of earlier versions; ignored."""

    number: Number


class Again(msgspec.Struct, tag="again", forbid_unknown_fields=True):
    """Sent after a gap in `Update.count`: the next update has the whole picture and the log after this."""

    number: Number


class Hold(msgspec.Struct, tag="hold", forbid_unknown_fields=True):
    """Sent when the device was passed to the person of this seat, whose turn it is (`Update.passing`)."""

    seat: Seat


class Ping(msgspec.Struct, tag="ping", forbid_unknown_fields=True):
    """Answered with `pong`."""


class Say(msgspec.Struct, tag="say", forbid_unknown_fields=True):
    """Say something to the people at the table: a text, or a ready phrase by its id."""

    id: Word
    kind: Literal["text", "phrase"]
    text: str
    about: Number | None = None  # a log entry


class Mute(msgspec.Struct, tag="mute", forbid_unknown_fields=True):
    """Hide what the author of a line says, here and at other tables; or show it again."""

    id: Word
    line: Number
    on: bool


class Earlier(msgspec.Struct, tag="earlier", forbid_unknown_fields=True):
    """Ask for the lines before this one."""

    id: Word
    before: Number


_decoder = msgspec.json.Decoder(Union[(*COMMANDS, Acknowledge, Again, Hold, Ping, Say, Mute, Earlier)])
Received: TypeAlias = Command | Acknowledge | Again | Hold | Ping | Say | Mute | Earlier
decode: Callable[[bytes], Received] = _decoder.decode


# --- frames from the server --------------------------------------------------------------------------------


class Offer(msgspec.Struct):
    """A legal move: its notation, its description, its headings in the list of moves, and its elements in the
    picture."""

    move: str
    text: str
    group: tuple[str, ...]
    parts: tuple[str, ...]


class Hint(msgspec.Struct):
    """A sentence for beginners. The page remembers by its id that it was dismissed."""

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
    stand_in: bool  # the bot plays for a person who is away
    forfeited: bool  # ... and for good: the seat is ranked last
    left: bool  # ... because the person has left the game for good
    absent: float | None  # in how many seconds a bot may play for somebody who is away; None: it may not
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
    """What seats agree on: to end the game (`end`), or to let a bot play for somebody (`bot:SEAT`). The
    seats that have agreed, and all that have to. `no:end`: these have declined."""

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
    passing: int | None  # the seat whose person is to get the device
    title: str
    status: str
    to_act: int | None
    deciding: float  # seconds since the current decision began
    clock: Clocks | None  # None in a game without a time control
    ended: bool  # by agreement, without a winner
    level: str  # of bots that play for people who are away or have left, as agreed
    agreements: list[Agreement]
    rematch: Rematch | None  # for those who played
    prompt: str  # what the receiver has to decide
    offers: list[Offer]
    hints: list[Hint]
    clauses: tuple[str, ...]  # the rules that matter now
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
    who has it; None if it can be chosen."""

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
    free: list[int]  # the seats that the receiver may take, also besides their own
    options: dict[str, OptionValue]
    edition: str
    visibility: str
    pace: str  # `day` for a correspondence game, else `live`
    time: str
    timeout: str
    commitment: str
    rated: bool
    host: str
    owned: bool  # by the receiver, who may change seats and close the table
    # Whom each seat waits for: anyone (`open`), `invite`, `reserved`, a `program`; empty if it is taken.
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
    """Lines that the receiver may read; `whole`: the last ones, so forget all others."""

    lines: list[TalkLine]
    whole: bool = False
    older: bool | None = None  # whether there are lines before these; None for a new line


class Announcement(msgspec.Struct, tag="announcement"):
    """What the host of the server tells everyone, by language, until a time. Without texts: nothing more."""

    texts: dict[str, str]
    until: float


class Pong(msgspec.Struct, tag="pong"):
    """The answer to `ping`."""


encode = msgspec.json.Encoder().encode


# --- HTTP: errors and health -------------------------------------------------------------------------------


class Problem(msgspec.Struct):
    """What went wrong, in one sentence."""

    error: str


class Condition(msgspec.Struct):
    """`alive`; or `ready`, `starting`, `no storage`."""

    status: str


# --- HTTP: identities --------------------------------------------------------------------------------------


class NewName(msgspec.Struct, forbid_unknown_fields=True):
    name: str


class Phrase(msgspec.Struct, forbid_unknown_fields=True):
    """A recovery phrase."""

    phrase: Annotated[str, msgspec.Meta(max_length=300)]


class ProfileOpening(msgspec.Struct, forbid_unknown_fields=True):
    """Whether everyone can see a profile, or only table mates."""

    open: bool


class Deleted(msgspec.Struct):
    """The name of somebody who has just been deleted."""

    name: str


class NextGame(msgspec.Struct):
    """A table where it is the visitor's turn, and how many there are."""

    table: str | None
    waiting: int


# --- HTTP: messages to people who are away -----------------------------------------------------------------


class EmailInfo(msgspec.Struct):
    address: str
    confirmed: bool


class WebhookInfo(msgspec.Struct):
    """A webhook. The rest of its address is a secret."""

    host: str
    style: str


class Wish(msgspec.Struct):
    """What a person wants to be told over a channel, and when: `now` or `daily`."""

    channel: str
    kind: str
    when: str


class Notifications(msgspec.Struct):
    """How a person can be reached. `channels` are those that this server offers."""

    channels: list[str]
    kinds: list[str]
    styles: list[str]  # of webhooks
    email: EmailInfo | None
    devices: list[str]  # the ids of push subscriptions
    webhook: WebhookInfo | None
    wishes: list[Wish]
    push_key: str | None  # browsers subscribe with it


class NewWishes(msgspec.Struct, forbid_unknown_fields=True):
    """All wishes of a person for a channel."""

    channel: str
    kinds: list[str]
    when: str = "now"


class NewEmail(msgspec.Struct, forbid_unknown_fields=True):
    """An address to confirm; empty: none."""

    address: Annotated[str, msgspec.Meta(max_length=300)]


class EmailToken(msgspec.Struct, forbid_unknown_fields=True):
    """The secret of a link that confirms an address."""

    token: Annotated[str, msgspec.Meta(max_length=100)]


class SubscriptionKeys(msgspec.Struct):
    p256dh: Annotated[str, msgspec.Meta(max_length=200)]
    auth: Annotated[str, msgspec.Meta(max_length=100)]


class Subscription(msgspec.Struct):
    """What a browser says about its push service (`PushSubscription.toJSON`)."""

    endpoint: Annotated[str, msgspec.Meta(max_length=1000)]
    keys: SubscriptionKeys


class NewDevice(msgspec.Struct, forbid_unknown_fields=True):
    """The push subscription of a browser."""

    subscription: Subscription


class Device(msgspec.Struct, forbid_unknown_fields=True):
    """The id of a push subscription: the SHA-256 of its endpoint."""

    id: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}\\Z")]


class NewWebhook(msgspec.Struct, forbid_unknown_fields=True):
    """A webhook; an empty address: none."""

    url: Annotated[str, msgspec.Meta(max_length=1000)]
    style: str


# --- HTTP: tables ------------------------------------------------------------------------------------------


class NewTable(msgspec.Struct, forbid_unknown_fields=True):
    """A table to create. Seats are `me`, `open`, `invite` or `bot:LEVEL`. See `tables.clocks` for `time`, and
    for what happens when it is up, `timeout`."""

    title: str
    players: int
    seats: list[str]
    options: dict[str, OptionValue] = {}
    visibility: str = "unlisted"
    time: str = "none"
    timeout: str = "bot:builder"
    names: list[str] = []  # by seat; of people who share the browser with the first of them
    edition: str | None = None
    rated: bool = False


class CreatedTable(msgspec.Struct):
    """A new table. `invitation` is the secret of its link, `/join/TABLE#SECRET`; None if nobody can join."""

    table: str
    commitment: str
    invitation: str | None


ColourId = Annotated[str, msgspec.Meta(max_length=32)]


class Nonce(msgspec.Struct, forbid_unknown_fields=True):
    """Sit down, perhaps with a colour; with a name: one more person takes a seat in the same browser."""

    nonce: str
    name: str | None = None
    colour: ColourId | None = None


class NewColour(msgspec.Struct, forbid_unknown_fields=True):
    """The colour that a player chooses before the game, and for which of their seats (None: the first)."""

    colour: ColourId
    seat: int | None = None


class NextTable(msgspec.Struct):
    """The table of a rematch."""

    table: str


class SeatChange(msgspec.Struct, forbid_unknown_fields=True):
    """A change by the host before the game: a seat (None: all empty ones) becomes `open`, `invite`,
    `bot:LEVEL` or `gone`. The seat after the last one is added."""

    kind: str
    seat: Seat | None = None


class NewProgram(msgspec.Struct, forbid_unknown_fields=True):
    """A bot of the host's own for an empty seat."""

    seat: Seat
    name: Annotated[str, msgspec.Meta(max_length=100)]


class AdmittedProgram(msgspec.Struct):
    """The token with which a program plays for a seat. It is not shown again."""

    seat: int
    token: str


class TakenSeat(msgspec.Struct):
    seat: int


Secret = Annotated[str, msgspec.Meta(max_length=100)]


class Link(msgspec.Struct, forbid_unknown_fields=True):
    """The secret of an invitation: what stands after `#`."""

    secret: Secret


class NewLink(msgspec.Struct):
    """The secret of a new invitation."""

    secret: str


class Invitation(msgspec.Struct):
    """What an invitation is to: `free` seats for people with the link, and the visitor's own `seat` (-1:
    none). `watchable`: the visitor may see the table without a seat."""

    table: str
    title: str
    host: str
    people: list[str]
    free: int
    status: str
    seat: int
    watchable: bool
    rated: bool
    colours: list[ColourChoice]


class Join(msgspec.Struct, forbid_unknown_fields=True):
    """Sit down with an invitation."""

    secret: Secret
    nonce: str
    colour: ColourId | None = None


class JoinedTable(msgspec.Struct):
    table: str
    seat: int


class TableLine(msgspec.Struct):
    """A table in a list."""

    id: str
    title: str
    players: int
    status: str
    changed: float
    rated: bool
    time: str


class OwnTableLine(TableLine):
    """A table in the list of one's own. `rank` is one's rank in a finished game."""

    my_turn: bool
    rank: int | None


class OpenTableLine(TableLine):
    """A public table with `free` seats for anyone, and who made it."""

    host: str
    free: int


class TableList(msgspec.Struct):
    mine: list[OwnTableLine]
    public: list[TableLine]
    open: list[OpenTableLine]


class SeatResult(msgspec.Struct):
    """How a game ended for one seat; `points` are by source."""

    name: str
    bot: str | None
    rank: int
    total: int
    points: dict[str, int]
    forfeited: bool


class TableResult(msgspec.Struct):
    """The result of a game. If the players ended it by agreement, all ranks are 0."""

    title: str
    seats: list[SeatResult]
    ended: bool


class PastPly(msgspec.Struct):
    """One decision of a finished game, and everyone's points after it."""

    ply: int
    seat: int
    text: str
    totals: list[int]
    points: list[list[int]]  # by seat, in the order of `History.sources`
    entry: int  # the number of its log entry


class History(msgspec.Struct):
    plies: list[PastPly]
    sources: list[str]


class WeighedMove(msgspec.Struct):
    """A move, and the chance to win with it."""

    move: str
    text: str
    chance: float


class CostlyDecision(msgspec.Struct):
    """A decision that cost `cost` of the chance to win. `kind` is `blunder`, `mistake` or `slip`."""

    ply: int  # of the position before it
    seat: int
    kind: str
    cost: float
    played: WeighedMove
    better: WeighedMove


class ReviewSwing(msgspec.Struct):
    """A seat's chance changed much: by its `own` decision, or others played, or something was revealed."""

    seat: int
    since: int  # plies
    until: int
    before: float
    after: float
    own: bool


class ReviewedSeat(msgspec.Struct):
    """A seat's chance to win by ply, as it could judge it, and its costliest decisions, the worst first."""

    curve: list[tuple[int, float]]
    costly: list[CostlyDecision]


class GameReview(msgspec.Struct):
    """The review of a finished game. The status is `none` (nobody has asked for one), `running`, `failed` or
    `done`; `judged` of `decisions` are judged so far. `mine`: the visitor may ask for it."""

    status: str
    mine: bool
    judged: int = 0
    decisions: int = 0
    seats: list[ReviewedSeat] = []
    swings: list[ReviewSwing] = []


# --- HTTP: looking ahead -----------------------------------------------------------------------------------


class PointsChange(msgspec.Struct):
    seat: int
    source: str
    change: int


class Price(msgspec.Struct):
    """What the player would pay (a negative `change`) or gain. `sign` is the id of a drawing in the picture,
    `text` the same in words, without the direction."""

    sign: str
    change: int
    text: str


class Preview(msgspec.Struct):
    """The certain effects of a move. One that `asks` cannot be taken back: a page lets one confirm it."""

    points: list[PointsChange]
    prices: list[Price]
    lines: list[str]
    asks: bool
    picture: Changes | None  # from the present picture to the one after the move


class Reasons(msgspec.Struct):
    reasons: list[str]


class Suggestion(msgspec.Struct):
    """One of the best moves: the chance to win with it, what that means (`sure`, `good`, `even`, `poor` or
    `slim`), and the points that it is certain to bring at once."""

    move: str
    text: str
    parts: list[str]
    chance: float
    means: str
    points: int


class Suggestions(msgspec.Struct):
    """The best moves, the best first."""

    moves: list[Suggestion]


class Info(msgspec.Struct):
    """What a part of the picture is: its name, a few sentences, its numbers, and its clauses."""

    name: str
    text: str
    facts: list[tuple[str, str]]
    clauses: list[str]


# --- HTTP: lessons -----------------------------------------------------------------------------------------


class LessonStep(msgspec.Struct):
    """A step of a lesson. `asks`: the learner is to make a move."""

    id: str
    text: str
    asks: bool


class LessonInfo(msgspec.Struct):
    """The lesson of a title."""

    title: str
    minutes: int
    steps: list[LessonStep]


class LessonStage(msgspec.Struct):
    """The beginning of a step: what is said, the parts of the picture to look at, and updates as a table
    sends them. The last update is the position, with a whole picture; those before it lead there from the
    beginning of the step before, if that asked for nothing. `fresh`: the position was set up anew."""

    step: int
    id: str
    text: str
    asks: bool
    fresh: bool
    show: tuple[str, ...]
    updates: list[Update]


class LessonAnswer(msgspec.Struct):
    """What is said about the learner's move. If it is right, `updates` follow it and the opponents' moves."""

    right: bool
    text: str
    updates: list[Update]


# --- HTTP: titles, rules, editions -------------------------------------------------------------------------


class OptionInfo(msgspec.Struct):
    name: str
    default: OptionValue
    values: str
    help: str
    choices: list[tuple[OptionValue, str]]
    free: bool


class TitleInfo(msgspec.Struct):
    """A title on the home page."""

    id: str
    name: str
    blurb: str
    minutes: int
    players: list[int]
    bots: list[str]  # the levels, weakest first
    editions: list[str]
    options: list[OptionInfo]
    first_game: dict[str, OptionValue]
    sources: dict[str, str]
    colours: list[ColourChoice]  # of its own edition
    lesson: bool


class Section(msgspec.Struct):
    """A chapter of the rules; one of them may be the summary on one page."""

    id: str
    heading: str
    html: str
    is_summary: bool


class Rules(msgspec.Struct):
    """The rules of a title, by section and by clause."""

    title: str
    sections: list[Section]
    clauses: dict[str, str]


class EditionTable(msgspec.Struct):
    """One table of an edition: its rows, and the number of entries from each source."""

    key: str
    note: str
    origins: dict[str, int]
    columns: list[str]
    rows: list[list[str]]


class EditionInfo(msgspec.Struct):
    id: str
    version: int
    title: str
    players: list[int]
    origins: dict[str, int]
    notes: list[str]
    tables: list[EditionTable]

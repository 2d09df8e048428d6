"""The frames of the socket, version 1. docs/protocol.md explains them; what does not fit is refused with a
sentence. Every frame towards a seat is a function of that seat's view."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from rooftop.game.title import View

VERSION = 1
FRAME_BYTES = 4096  # the most a client may send at once

Word = Annotated[str, msgspec.Meta(min_length=1, max_length=60, pattern="^[^\\x00-\\x1f\\x7f-\\x9f]*\\Z")]
Number = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]


# --- from the client -----------------------------------------------------------------------------------


class Play(msgspec.Struct, tag="play", forbid_unknown_fields=True):
    """One decision, seen at table number `seen`. The same id again has no second effect."""

    id: Word
    seen: Number
    move: Annotated[str, msgspec.Meta(max_length=120)]


class Undo(msgspec.Struct, tag="undo", forbid_unknown_fields=True):
    id: Word
    seen: Number
    count: Annotated[int, msgspec.Meta(ge=1, le=100)] = 1


class Redo(msgspec.Struct, tag="redo", forbid_unknown_fields=True):
    id: Word
    seen: Number
    count: Annotated[int, msgspec.Meta(ge=1, le=100)] = 1


class Substitute(msgspec.Struct, tag="substitute", forbid_unknown_fields=True):
    """Let a bot play for a seat whose owner is away."""

    id: Word
    seen: Number
    seat: Annotated[int, msgspec.Meta(ge=0, le=3)]
    bot: Word = "greedy"


class Resume(msgspec.Struct, tag="resume", forbid_unknown_fields=True):
    """Take one's own seat back."""

    id: Word
    seen: Number


class Acknowledge(msgspec.Struct, tag="ack", forbid_unknown_fields=True):
    number: Number


class Ping(msgspec.Struct, tag="ping", forbid_unknown_fields=True):
    pass


Command = Play | Undo | Redo | Substitute | Resume
Frame = Play | Undo | Redo | Substitute | Resume | Acknowledge | Ping
decode = msgspec.json.Decoder(Frame).decode


# --- from the server -----------------------------------------------------------------------------------


class Offer(msgspec.Struct):
    """A legal move: notation, words, headings in a list of moves, the things in the picture it is about."""

    move: str
    text: str
    group: tuple[str, ...]
    parts: tuple[str, ...]


class Hint(msgspec.Struct):
    """A sentence for newcomers, with an id by which a page remembers that it was dismissed."""

    id: str
    text: str


class Entry(msgspec.Struct):
    """What one log entry caused, in words."""

    number: int
    seat: int
    kind: str
    text: str  # the notation as this seat may know it
    lines: list[str]


class Person(msgspec.Struct):
    """Who sits at a seat, as everyone may know."""

    name: str
    bot: str | None
    here: bool
    seconds: float  # time used for decisions so far
    stand_in: bool  # the bot plays for somebody who is away
    colour: str
    letter: str


class Update(msgspec.Struct, tag="update"):
    """The table as the receiver may see it. `number` counts the log; nothing older is needed any more."""

    number: int
    ply: int
    seat: int
    title: str
    status: str
    to_act: int | None
    deciding: float  # seconds since the present decision began
    prompt: str  # what the receiver decides now
    view: View
    offers: list[Offer]
    hints: list[Hint]
    clauses: tuple[str, ...]  # the rules that matter now
    undoable: int
    redoable: int
    log: list[Entry]
    seats: list[Person]
    commitment: str


class Done(msgspec.Struct, tag="done"):
    """A command had its effect, as log entry `number`."""

    id: str
    number: int


class Refused(msgspec.Struct, tag="refused"):
    """A command had no effect; why, and the number of the table now. A fresh update follows."""

    id: str
    reason: str
    number: int


class Waiting(msgspec.Struct, tag="waiting"):
    """The game has not begun: who is here, and what the seed will be held to."""

    title: str
    status: str
    seats: list[Person]
    seat: int
    free: list[int]  # the seats that the receiver may take
    options: dict[str, Any]
    edition: str
    visibility: str
    pace: str
    commitment: str


class Pong(msgspec.Struct, tag="pong"):
    pass


encode = msgspec.json.Encoder().encode

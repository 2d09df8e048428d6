"""Frames from the client. Those of players' commands are in `tables.commands`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, TypeAlias, Union

import msgspec

from rooftop.server.tables.commands import COMMANDS, Command, Number, Seat, Word

FRAME_BYTES = 4096  # the largest frame a client may send


class Acknowledge(msgspec.Struct, tag="ack", forbid_unknown_fields=True):
    """Sent by pages of earlier versions; ignored."""

    number: Number


class Again(msgspec.Struct, tag="again", forbid_unknown_fields=True):
    """Sent after a gap in `Update.count`: the next update has the whole picture and the log after
    `number`."""

    number: Number


class Hold(msgspec.Struct, tag="hold", forbid_unknown_fields=True):
    """Sent when the device has been passed to the person of this seat, whose turn it is
    (`Update.passing`)."""

    seat: Seat


class Ping(msgspec.Struct, tag="ping", forbid_unknown_fields=True):
    """Answered with `pong`."""


class Able(msgspec.Struct, tag="able", forbid_unknown_fields=True):
    """Sent by a browser that can, or no longer can, think for the bots and suggestions of this practice
    game."""

    on: bool


class Thought(msgspec.Struct, tag="thought", forbid_unknown_fields=True):
    """The answer to `think`: actions, how often each was tried, and its chance of winning; empty on
    failure."""

    number: Number
    judged: tuple[tuple[int, int, float], ...]


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


_decoder = msgspec.json.Decoder(
    Union[(*COMMANDS, Acknowledge, Again, Hold, Ping, Able, Thought, Say, Mute, Earlier)]
)
Received: TypeAlias = Command | Acknowledge | Again | Hold | Ping | Able | Thought | Say | Mute | Earlier
decode: Callable[[bytes], Received] = _decoder.decode

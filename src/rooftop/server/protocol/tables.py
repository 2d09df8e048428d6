"""Tables: creating them, inviting, taking seats, lists."""

from __future__ import annotations

from typing import Annotated

import msgspec

from rooftop.bots.browser import Kit
from rooftop.game.gamefile import Ended
from rooftop.game.title import OptionValue
from rooftop.server.protocol.sent import ColourChoice, Person
from rooftop.server.tables.commands import Seat


class NewTable(msgspec.Struct, forbid_unknown_fields=True):
    """A table to create. Seats are `me`, `open`, `invite` or `bot:LEVEL`. See `tables.clocks` for `time`, and
    for `timeout`, which says what happens when it is up."""

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
    """Sit down, perhaps with a colour; with a name, one more person takes a seat in the same browser."""

    nonce: str
    name: str | None = None
    colour: ColourId | None = None


class NewColour(msgspec.Struct, forbid_unknown_fields=True):
    """The colour that a player chooses before the game, and for which of their seats (None: the first)."""

    colour: ColourId
    seat: int | None = None


class StandUp(msgspec.Struct, forbid_unknown_fields=True):
    """Stand up from all of one's seats, or from the seat of somebody else with the same browser."""

    seat: Seat | None = None


class Readiness(msgspec.Struct, forbid_unknown_fields=True):
    """Whether the visitor is ready to begin the game as it is."""

    ready: bool


class PersonAt(msgspec.Struct, forbid_unknown_fields=True):
    """The person at a seat, whom the host removes or makes the new host."""

    seat: Seat


class TableChange(msgspec.Struct, forbid_unknown_fields=True):
    """What the host changes before the game; values that are None, and options that are not named, stay."""

    time: str | None = None
    timeout: str | None = None
    visibility: str | None = None
    rated: bool | None = None
    options: dict[str, OptionValue] | None = None


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
    """The token with which a program plays for a seat. It is shown only once."""

    seat: int
    token: str


class TakenSeat(msgspec.Struct):
    seat: int


Secret = Annotated[str, msgspec.Meta(max_length=100)]


class Link(msgspec.Struct, forbid_unknown_fields=True):
    """The secret of an invitation: the part of its link after `#`."""

    secret: Secret


class NewLink(msgspec.Struct):
    """The secret of a new invitation."""

    secret: str


class Invitation(msgspec.Struct):
    """What an invitation leads to: `free` seats for people with the link, and the visitor's own `seat` (-1:
    none). `watchable`: the visitor may see the table without a seat. The rest as in `Waiting`."""

    table: str
    title: str
    host: str
    seats: list[Person]
    kinds: list[str]
    host_seat: int
    free: int
    status: str
    seat: int
    watchable: bool
    removed: bool
    options: dict[str, OptionValue]
    edition: str
    visibility: str
    time: str
    timeout: str
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
    """One of the visitor's own tables in a list. `rank` is their rank in a finished game, `conceded` whether
    they have conceded, and `ended` how it ended, if early; `deadline` is that of the person to act. A deleted
    person has an empty name."""

    my_turn: bool
    rank: int | None
    opponents: list[str]
    deadline: float | None = None
    ended: Ended = ""
    conceded: bool = False


class OpenTableLine(TableLine):
    """A public table with `free` seats for anyone, and who made it."""

    host: str
    free: int


class TableList(msgspec.Struct):
    mine: list[OwnTableLine]
    public: list[TableLine]
    open: list[OpenTableLine]


class Thinking(msgspec.Struct):
    """What a browser needs to think for the bots of a table: addresses, and what stays the same during a
    game."""

    worker: str
    wasm: str
    network: str | None  # if a bot at the table uses it
    kit: Kit

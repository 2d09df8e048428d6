"""What the server asks of a painter. A painter sees states only as a seat may: blinded."""

from __future__ import annotations

from typing import Literal, NamedTuple

import msgspec

from rooftop.game.gamefile import Ended
from rooftop.languages import ENGLISH

EventRow = tuple[int, int, int, int, int]  # kind, seat, a, b, who knows


class Look(NamedTuple):
    """How a client wants to see the table. Without a size it gets no pictures. Unknown values are refused."""

    language: str = ENGLISH
    theme: str = "day"
    size: str | None = None


class SceneSetup(NamedTuple):
    """What is agreed before a game. Edition 0 is the title's own, -1 and below are its earlier versions; the
    others are in the server's folder, from 1."""

    title: str
    edition: int
    players: int
    colours: tuple[str, ...] = ()  # of the seats, if they are not the default


class Shown(NamedTuple):
    """What a picture shows: a state as a seat sees it, and the names of the seats."""

    rows: bytes
    names: tuple[str, ...]


class Decided(NamedTuple):
    """A decision in the log: who knew of it at once, whether everyone does now, and what it caused."""

    known_to: int
    unveiled: bool
    events: list[EventRow]


class Entry(NamedTuple):
    """A log entry."""

    number: int
    seat: int
    kind: str
    text: str
    decided: Decided | None


class Chair(NamedTuple):
    """Who sits at a seat."""

    name: str
    bot: str | None
    here: bool
    seconds: float
    stand_in: bool
    forfeited: bool = False
    left: bool = False
    conceded: bool = False
    away: float | None = None
    absent: float | None = None
    program: bool = False


class Clocks(NamedTuple):
    """The clocks of a table."""

    time: str
    timeout: str
    left: list[float]
    running: int | None
    stands: float


class Agreement(NamedTuple):
    """What seats agree on."""

    kind: str
    agreed: list[int]
    asked: list[int]


class Rematch(NamedTuple):
    """The table of a rematch."""

    table: str
    status: str
    agreed: list[int]
    declined: list[int]


class Moment(msgspec.Struct, array_like=True):
    """A table at one moment, without its state."""

    setup: SceneSetup
    number: int
    status: str
    to_act: int | None
    deciding: float
    chairs: list[Chair]
    names: tuple[str, ...]
    commitment: str
    legal: list[int]
    log: list[Entry]  # from the earliest entry that some client has not been sent
    rated: bool = False
    clock: Clocks | None = None
    ended: Ended = ""
    paused: bool = False
    agreements: list[Agreement] = []
    level: str = "builder"
    rematch: Rematch | None = None


class Order(msgspec.Struct, array_like=True):
    """An update for one seat, look and part of the log. Several clients may wait for it."""

    seat: int
    look: Look
    since: int  # the log number up to which everything has been sent
    decides: bool
    undoable: int
    redoable: int
    rows: bytes
    before: Shown | None  # the picture before; None: send a whole one
    hints: bool = True
    legal: list[int] | None = None  # what this seat may choose, if that differs from the moment's
    decided: list[int] = []  # what this seat has decided ahead
    own: tuple[int, ...] = ()  # the seats of the people with this browser
    passing: int | None = None  # the one of them whose person gets the device


class Updates(msgspec.Struct, tag="updates", array_like=True):
    """Write updates: one JSON frame per order."""

    moment: Moment
    orders: list[Order]


class Picture(msgspec.Struct, tag="picture", array_like=True):
    """Draw a picture, or an empty board."""

    setup: SceneSetup
    seat: int
    look: Look
    layer: str
    shown: Shown


class Comparison(msgspec.Struct, tag="comparison", array_like=True):
    """Draw the changes of a pickled view (of a preview, which no state has), as JSON."""

    setup: SceneSetup
    seat: int
    look: Look
    shown: Shown
    view: bytes


Job = Updates | Picture | Comparison


class Done(msgspec.Struct, array_like=True):
    """A painter's answer. An error is a sentence, or the traceback of a bug."""

    results: list[bytes] = []
    error: Literal["", "refused", "failed"] = ""
    why: str = ""

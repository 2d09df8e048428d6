"""What processes say to each other. The dialling side numbers what it asks; answers have the same number."""

from __future__ import annotations

import msgspec

from rooftop.server.auth import Identity


class Message(msgspec.Struct, array_like=True, tag=True):
    """A message between two processes."""


# --- the beginning: each side proves that it knows the secret ---


class Hello(Message):
    """Who dials, and whom they want."""

    process: str
    to: str
    nonce: bytes


class Challenge(Message):
    nonce: bytes


class Proof(Message):
    proof: bytes


# --- requests of people ---


class Question(Message):
    """Something that is answered; who sends it gives it a number."""

    number: int = 0


class Request(Question, kw_only=True):
    """An HTTP request for a table of the other process."""

    method: str
    scheme: str
    path: str
    raw_path: bytes
    query: bytes
    headers: list[tuple[bytes, bytes]]
    client: tuple[str, int]
    body: bytes


class Response(Message):
    number: int
    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes


# --- sockets of people ---


class Open(Question, kw_only=True):
    """A socket for a table of the other process."""

    table: str
    visitor: Identity
    address: str  # by which it is counted
    query: dict[str, str]
    program: bool = False  # somebody's own bot, not a browser


class Frame(Message):
    """A frame from or to a browser."""

    number: int
    data: bytes


class Taken(Message):
    """A frame has been sent or handled: there is room for another one."""

    number: int


class Close(Message):
    """A socket ends."""

    number: int
    code: int = 1000
    reason: str = ""


# --- what processes ask each other ---


class IsAt(Question, kw_only=True):
    """Whether somebody has a table of the other process open."""

    table: str
    person: str


class LeaveForGood(Question, kw_only=True):
    """Leave a game for somebody who is being deleted."""

    table: str
    person: str


class Answer(Message):
    number: int
    value: bool = False
    error: str = ""


# --- what processes tell each other ---


class Spent(Message):
    """Tokens taken from buckets: by name and key."""

    tokens: dict[str, dict[str, int]]


class Counted(Message):
    """How many connections and sockets a process has, by key."""

    counts: dict[str, int]


class Opened(Message):
    """A table was opened from an address."""

    address: str
    table: str


class Renamed(Message):
    person: str
    name: str


class SignedOut(Message):
    person: str


class Muted(Message):
    """Somebody does not want to read somebody else, or wants to again."""

    person: str


News = Spent | Counted | Opened | Renamed | SignedOut | Muted
Any = (
    Hello | Challenge | Proof | Request | Response | Open | Frame | Taken | Close
    | IsAt | LeaveForGood | Answer | Spent | Counted | Opened | Renamed | SignedOut | Muted
)  # fmt: skip

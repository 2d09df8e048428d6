"""What processes say to each other. The dialling side numbers its questions; answers repeat the number."""

from __future__ import annotations

import msgspec

from rooftop.server.auth import Identity


class Message(msgspec.Struct, array_like=True, tag=True):
    """A message between two processes."""


# --- the beginning: each side proves that it knows the secret ---


class Hello(Message):
    """Who dials, and which process they want."""

    process: str
    to: str
    nonce: bytes


class Challenge(Message):
    nonce: bytes


class Proof(Message):
    proof: bytes


# --- requests of people ---


class Question(Message):
    """Something that gets an answer; the sender numbers it."""

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
    """A frame has been sent or handled: there is room for another."""

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
    """Leave a game for a person who is being deleted."""

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
    """The numbers of connections and sockets of a process, by key."""

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
    """A person has muted somebody, or wants to read them again."""

    person: str


News = Spent | Counted | Opened | Renamed | SignedOut | Muted
Any = (
    Hello | Challenge | Proof | Request | Response | Open | Frame | Taken | Close
    | IsAt | LeaveForGood | Answer | Spent | Counted | Opened | Renamed | SignedOut | Muted
)  # fmt: skip

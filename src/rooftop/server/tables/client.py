"""One open socket at a table."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import NamedTuple

from rooftop.game.position import Position
from rooftop.game.title import Size, Theme
from rooftop.server import protocol
from rooftop.server.auth import Identity

REPLIES = 100  # waiting replies at which a client that does not read is disconnected


class Look(NamedTuple):
    """How a client wants to see the table. Without a size it gets no pictures."""

    language: str = "en"
    theme: Theme = "day"
    size: Size | None = None


class Shown(NamedTuple):
    """What the last picture of a client shows."""

    position: Position
    names: tuple[str, ...]


class Client:
    """A client: who it is, and what it has been sent."""

    def __init__(
        self,
        visitor: Identity,
        seat: int,
        look: Look,
        send: Callable[[bytes], Awaitable[None]],
        since: int,
    ) -> None:
        self.visitor = visitor
        self.seat = seat
        self.look = look
        self.shown: Shown | None = None  # None: the next picture is a whole one
        self.count = 0  # updates sent
        self.send = send
        self.sent = since  # the log number up to which this client has been sent everything
        self.ended = False
        self.wakeup = asyncio.Event()  # there is something to send
        self.replies: list[bytes] = []

    @property
    def language(self) -> str:
        return self.look.language

    def reply(self, frame: object) -> None:
        """Queue a frame."""
        self.replies.append(protocol.encode(frame))
        self.wakeup.set()
        if len(self.replies) > REPLIES:
            self.end()

    def end(self) -> None:
        """Close the socket. A client that is still there connects again."""
        self.ended = True
        self.wakeup.set()

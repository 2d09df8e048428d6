"""One open socket at a table."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from rooftop.server import protocol
from rooftop.server.auth import Identity

REPLIES = 100  # waiting replies at which a client that does not read is disconnected


class Client:
    """A client: who it is, and what it has been sent."""

    def __init__(
        self,
        visitor: Identity,
        seat: int,
        language: str,
        send: Callable[[bytes], Awaitable[None]],
        since: int,
    ) -> None:
        self.visitor = visitor
        self.seat = seat
        self.language = language
        self.send = send
        self.sent = since  # the log number up to which this client has been sent everything
        self.ended = False
        self.wakeup = asyncio.Event()  # there is something to send
        self.replies: list[bytes] = []

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

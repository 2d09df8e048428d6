"""One open socket at a table."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Protocol

from rooftop.game.knowledge import SPECTATOR
from rooftop.server import protocol
from rooftop.server.auth import Identity
from rooftop.server.painting.jobs import Look, Shown

if TYPE_CHECKING:
    from rooftop.server.tables.browsers import Browser

REPLIES = 100  # waiting replies; a client that does not read is then disconnected


class SocketClosedError(Exception):
    """The other end has closed the socket."""

    def __init__(self, code: int = 1000, reason: str = "") -> None:
        super().__init__(reason)
        self.code, self.reason = code, reason


class ClientSocket(Protocol):
    """A socket of a client: one of this process, or one that another process relays."""

    async def send(self, frame: bytes) -> None:
        """Send a frame. Returns when the socket accepts another one."""

    async def receive(self) -> bytes:
        """Return the next frame. Raises SocketClosedError."""

    def acknowledge(self) -> None:
        """Report that the last received frame is being handled."""

    async def close(self, code: int = 1000, reason: str = "") -> None:
        """Close the socket."""


class Client:
    """A client: who it is, how it sees the table, and what it has received."""

    def __init__(
        self,
        visitor: Identity,
        seat: int,
        look: Look,
        send: Callable[[bytes], Awaitable[None]],
        since: int,
    ) -> None:
        self.visitor = visitor
        self.seat = seat  # whose view it gets
        self.seats: tuple[int, ...] = (seat,) if seat != SPECTATOR else ()  # of the people with this browser
        self.holder = SPECTATOR  # who of them holds the device, if there are several
        self.look = look
        self.send = send
        self.sent = since  # the log number up to which this client has received everything
        self.shown: Shown | None = None  # its last picture
        self.again: int | None = since  # its next update has a whole picture, and the log after this number
        self.count = 0  # its updates so far
        self.stale = True  # the table has changed since its last update
        self.update: bytes | None = None  # an update that is ready to be sent
        self.is_told = False  # it has received the chat
        self.has_heard = False  # ... and there was something
        self.browser: Browser | None = None  # able to think for bots
        self.ended = False
        self.wakeup = asyncio.Event()  # there is something to send
        self.replies: list[bytes] = []

    @property
    def language(self) -> str:
        return self.look.language

    @property
    def needs_update(self) -> bool:
        """Whether a painter should make an update for it now."""
        return self.stale and self.update is None

    def reply(self, frame: object) -> None:
        """Queue a frame."""
        self.replies.append(protocol.encode(frame))
        self.wakeup.set()
        if len(self.replies) > REPLIES:
            self.end()

    def end(self) -> None:
        """Close the socket. A client that is still there reconnects."""
        self.ended = True
        self.wakeup.set()

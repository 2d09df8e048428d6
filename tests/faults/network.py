"""The network of a world: connections between pages and servers, with everything that can go wrong."""

from __future__ import annotations

import asyncio
from collections import deque
from types import SimpleNamespace
from typing import TYPE_CHECKING, Protocol

from litestar.exceptions import WebSocketDisconnect

from rooftop.server.tables.sockets import table_socket
from tests.faults.loop import settle
from tests.faults.servers import Server

if TYPE_CHECKING:
    from tests.faults.laws import Laws
    from tests.faults.world import World


class Page(Protocol):
    """The other end of a socket."""

    name: str

    def hear(self, socket: Socket, text: str) -> None: ...

    def lose(self, socket: Socket) -> None: ...


class Socket:
    """A WebSocket: the parts of Litestar's that a server uses, and of a browser's that a page uses.

    A good one keeps frames in order. A bad one loses, repeats and reorders them, like buggy pages and
    proxies.
    """

    def __init__(
        self, world: World, laws: Laws, server: Server, page: Page, table: str, cookie: str, since: int,
        bad: float,
    ) -> None:  # fmt: skip
        self.world, self.laws, self.server, self.page, self.table = world, laws, server, page, table
        self.cookies = {"rooftop": cookie}
        self.query_params = {"lang": "en", "from": str(since)}
        self.client = SimpleNamespace(host="10.0.0.1")
        self.app = SimpleNamespace(state={"context": server.context})
        self.bad = bad  # the share of lost frames; the same share is repeated or late
        self.is_cut = False
        self.is_lost = False  # the page knows that it is open
        self.is_deaf = False  # nothing arrives any more, unnoticed
        self._inbox: deque[str | None] = deque()
        self._waiting: asyncio.Future[None] | None = None
        self._sent_until = {True: 0.0, False: 0.0}  # by direction: when the last frame arrives
        server.sockets.append(self)
        server.start(table_socket.fn(self, table))  # type: ignore[arg-type]

    # --- the server's side ---

    async def accept(self) -> None:
        await asyncio.sleep(0)

    async def receive_data(self, mode: str = "text") -> str:
        while not self._inbox:
            self._waiting = asyncio.get_running_loop().create_future()
            await self._waiting
        frame = self._inbox.popleft()
        if frame is None:
            raise WebSocketDisconnect(detail="gone")
        return frame

    async def send_data(self, text: str) -> None:
        if self.is_cut:
            raise WebSocketDisconnect(detail="gone")
        self.laws.check_frame(self, text)
        self._carry(text, True)
        while self.is_deaf and not self.is_cut:  # its buffers are full
            await asyncio.sleep(5)
        if self.world.often(0.02):  # a slow reader
            await asyncio.sleep(self.world.some_seconds(0.5))

    async def close(self, code: int = 1000, reason: str = "") -> None:
        self.cut()

    # --- the page's side ---

    def send(self, text: str) -> None:
        self._carry(text, False)

    def cut(self) -> None:
        """The connection is lost. Both sides notice, the page with a delay."""
        if self.is_cut:
            return
        self.is_cut = True
        if self in self.server.sockets:
            self.server.sockets.remove(self)
        self._arrive(None)
        self.world.after(self.world.some_seconds(0.02), self._lose)

    def _lose(self) -> None:
        self.is_lost = True
        self.page.lose(self)

    # --- in between ---

    def _carry(self, text: str, to_page: bool) -> None:
        if self.is_deaf or self.is_cut:
            return
        world = self.world
        copies = 1
        if self.bad:
            copies = 0 if world.often(self.bad) else 2 if world.often(self.bad) else 1
        for _ in range(copies):
            arrival = world.time + world.some_seconds(0.01)
            if not self.bad or not world.often(self.bad):
                arrival = max(arrival, self._sent_until[to_page])  # in order
                self._sent_until[to_page] = arrival
            else:
                arrival += world.some_seconds(0.2)
            event = (lambda: self._hear(text)) if to_page else (lambda: self._arrive(text))
            world.after(arrival - world.time, event)

    def _hear(self, text: str) -> None:
        if not self.is_lost and not self.is_deaf:
            self.page.hear(self, text)

    def _arrive(self, frame: str | None) -> None:
        if self.server.is_over or (self.is_deaf and frame is not None):
            return
        self._inbox.append(frame)
        if self._waiting is not None:
            self.server.loop.call_soon(settle, self._waiting)

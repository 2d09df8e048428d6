"""The other processes: reaching them, and answering them.

Each process dials every other and asks over that connection; the other asks over its own. One connection
carries everything: requests, sockets, questions, and news for everyone.
"""

from __future__ import annotations

import asyncio
import itertools
import logging
from collections.abc import Awaitable, Mapping
from typing import Protocol

from rooftop.server.processes import peer_connection
from rooftop.server.processes.messages import (
    Answer,
    Close,
    Frame,
    IsAt,
    LeaveForGood,
    Message,
    News,
    Open,
    Question,
    Request,
    Response,
    Taken,
)
from rooftop.server.processes.peer_connection import PeerConnection, PeerConnectionError
from rooftop.server.system import System
from rooftop.server.tables.client import SocketClosedError

log = logging.getLogger("rooftop")

MOVED = 4421  # close code: this process does not hold the table (any more)
GONE = 1012  # close code: the other process has gone; the browser reconnects
ROOM = 16  # frames of a browser in flight to the other process
ASK_SECONDS = 10.0  # for an answer


class UnreachableError(Exception):
    """The other process cannot be reached. `asked`: it may have done what it was asked to do."""

    def __init__(self, why: str, asked: bool = False) -> None:
        super().__init__(why)
        self.asked = asked


class RelayedSocket:
    """One end of a socket whose other end is in another process. `room` frames may be in flight before `send`
    waits."""

    def __init__(self, connection: PeerConnection, number: int, room: int) -> None:
        self._connection, self.number = connection, number
        self._incoming: asyncio.Queue[bytes | Close] = asyncio.Queue()
        self._taken = asyncio.Semaphore(room - 1)
        self._close: Close | None = None

    async def send(self, frame: bytes) -> None:
        """Send a frame, and wait until there is room for another. Raises SocketClosedError."""
        if self._close is not None:
            raise SocketClosedError(self._close.code, self._close.reason)
        self._connection.send(Frame(self.number, frame))
        await self._taken.acquire()

    async def receive(self) -> bytes:
        """Return the next frame; `acknowledge` it when you can take another. Raises SocketClosedError."""
        found = await self._incoming.get()
        if isinstance(found, Close):
            self._incoming.put_nowait(found)
            raise SocketClosedError(found.code, found.reason)
        return found

    def acknowledge(self) -> None:
        self._connection.send(Taken(self.number))

    async def close(self, code: int = 1000, reason: str = "") -> None:
        if self._close is None:
            self._connection.send(Close(self.number, code, reason))

    def hear(self, message: Frame | Taken | Close) -> None:
        """Handle a message from the other process."""
        if isinstance(message, Taken):
            self._taken.release()
        elif isinstance(message, Frame):
            self._incoming.put_nowait(message.data)
        else:
            self._close = message
            self._incoming.put_nowait(message)
            self._taken.release()  # nobody will


class PeerHandler(Protocol):
    """What a process does for the others."""

    async def respond(self, request: Request) -> Response: ...
    async def serve(self, sock: RelayedSocket, opened: Open) -> None: ...
    async def answer(self, question: IsAt | LeaveForGood) -> bool: ...
    def hear(self, process: str, news: News) -> None: ...
    def forget(self, process: str) -> None: ...
    def greeting(self) -> list[News]: ...


class Peer:
    """Another process, over a connection that this one has dialled."""

    def __init__(self, connection: PeerConnection) -> None:
        self.connection = connection
        self._numbers = itertools.count(1)
        self._waiting: dict[int, asyncio.Future[Response | Answer]] = {}
        self._sockets: dict[int, RelayedSocket] = {}

    async def listen(self) -> None:
        """Receive answers until the connection ends."""
        try:
            async for message in self.connection.messages():
                if isinstance(message, Response | Answer):
                    future = self._waiting.get(message.number)
                    if future is not None and not future.done():
                        future.set_result(message)
                elif isinstance(message, Frame | Taken | Close):
                    sock = self._sockets.get(message.number)
                    if sock is not None:
                        sock.hear(message)
        finally:
            self.end()

    def end(self) -> None:
        """Close the connection, and with it the sockets that it relays."""
        self.connection.close()
        for future in self._waiting.values():
            if not future.done():
                future.set_exception(UnreachableError("it is gone", asked=True))
                future.exception()  # nobody may be waiting any more
        for sock in self._sockets.values():
            sock.hear(Close(sock.number, GONE))

    async def ask(self, question: Question) -> Response | Answer:
        """Return the answer to a question. Raises UnreachableError."""
        if self.connection.closed:
            raise UnreachableError("it is gone")
        question.number = next(self._numbers)
        future: asyncio.Future[Response | Answer] = asyncio.get_running_loop().create_future()
        self._waiting[question.number] = future
        try:
            self.connection.send(question)
            async with asyncio.timeout(ASK_SECONDS):
                return await future
        except TimeoutError:
            raise UnreachableError("it does not answer", asked=True) from None
        finally:
            del self._waiting[question.number]

    def open(self, opened: Open) -> RelayedSocket:
        """Open a socket. Raises UnreachableError."""
        if self.connection.closed:
            raise UnreachableError("it is gone")
        opened.number = next(self._numbers)
        sock = self._sockets[opened.number] = RelayedSocket(self.connection, opened.number, ROOM)
        self.connection.send(opened)
        return sock

    def forget(self, sock: RelayedSocket) -> None:
        self._sockets.pop(sock.number, None)


class Peers:
    """All other processes that share the database."""

    def __init__(self, handler: PeerHandler, secret: bytes, system: System) -> None:
        self.handler = handler
        self.secret = secret
        self.system = system
        self.me = ""  # the id of this process
        self._peers: dict[str, Peer] = {}
        self._dialling: dict[str, asyncio.Task[None]] = {}
        self._server: asyncio.Server | None = None
        self._guests: dict[str, set[PeerConnection]] = {}  # processes that have dialled this one
        self._tasks: set[asyncio.Task[None]] = set()

    # --- the others ---

    async def listen(self, host: str, port: int) -> str:
        """Listen for other processes. Return the address."""
        self._server = await asyncio.start_server(self._welcome, host, port)
        where = self._server.sockets[0].getsockname()
        return f"[{where[0]}]:{where[1]}" if ":" in where[0] else f"{where[0]}:{where[1]}"

    def meet(self, living: Mapping[str, str]) -> None:
        """Dial new processes, and leave those that are gone."""
        for process in [*self._peers]:
            if process not in living:
                self._leave(process)
        for process, address in living.items():
            if process not in self._peers and process not in self._dialling:
                self._dialling[process] = asyncio.create_task(self._dial(process, address))

    def _leave(self, process: str) -> None:
        """Drop a process that is gone or was buried: nothing it still says counts."""
        peer = self._peers.pop(process, None)
        if peer is not None:
            peer.end()
        for guest in self._guests.pop(process, set()):
            guest.close()
        self.handler.forget(process)

    async def _dial(self, process: str, address: str) -> None:
        try:
            found = await peer_connection.dial(address, self.secret, self.me, process, self.system)
        except PeerConnectionError as error:  # the next heartbeat tries again
            log.debug("%s", error)
            return
        finally:
            del self._dialling[process]
        peer = self._peers[process] = Peer(found)
        for news in self.handler.greeting():
            found.send(news)
        self._start(self._hear(process, peer))

    async def _hear(self, process: str, peer: Peer) -> None:
        await peer.listen()
        if self._peers.get(process) is peer:
            del self._peers[process]

    async def peer(self, process: str) -> Peer:
        """Return a process to ask. Raises UnreachableError."""
        if process in self._dialling:
            await asyncio.wait([self._dialling[process]])
        if process not in self._peers:
            raise UnreachableError("it is not known")
        return self._peers[process]

    async def ask(self, process: str, question: Question) -> Response | Answer:
        """Return the answer of a process. Raises UnreachableError."""
        return await (await self.peer(process)).ask(question)

    def tell(self, news: News) -> None:
        """Tell all others something."""
        for peer in self._peers.values():
            peer.connection.send(news)

    @property
    def is_alone(self) -> bool:
        return not self._peers

    # --- those who have dialled ---

    async def _welcome(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        guest = PeerConnection(reader, writer)
        try:
            await peer_connection.answer(guest, self.secret, self.me, self.system)
        except PeerConnectionError as error:
            log.debug("turned away: %s", error)
            guest.close()
            return
        self._guests.setdefault(guest.peer, set()).add(guest)
        sockets: dict[int, RelayedSocket] = {}
        try:
            async for message in guest.messages():
                self._take(guest, sockets, message)
        finally:
            guest.close()
            self._guests.get(guest.peer, set()).discard(guest)
            for sock in sockets.values():
                sock.hear(Close(sock.number, GONE))

    def _take(self, guest: PeerConnection, sockets: dict[int, RelayedSocket], message: Message) -> None:
        """Do what another process asks for."""
        if isinstance(message, Frame | Taken | Close):
            if (sock := sockets.get(message.number)) is not None:
                sock.hear(message)
        elif isinstance(message, Open):
            sock = sockets[message.number] = RelayedSocket(guest, message.number, 1)
            self._start(self._serve(sockets, sock, message))
        elif isinstance(message, Request):
            self._start(self._send(guest, self.handler.respond(message)))
        elif isinstance(message, IsAt | LeaveForGood):
            self._start(self._send(guest, self._answer(message)))
        elif isinstance(message, News):
            self.handler.hear(guest.peer, message)

    async def _serve(self, sockets: dict[int, RelayedSocket], sock: RelayedSocket, opened: Open) -> None:
        try:
            await self.handler.serve(sock, opened)
        finally:
            sockets.pop(sock.number, None)

    async def _answer(self, question: IsAt | LeaveForGood) -> Answer:
        try:
            return Answer(question.number, await self.handler.answer(question))
        except Exception as error:  # the other process has to know
            return Answer(question.number, error=str(error) or type(error).__name__)

    @staticmethod
    async def _send(guest: PeerConnection, answer: Awaitable[Message]) -> None:
        guest.send(await answer)
        await guest.drain()

    def _start(self, work: Awaitable[None]) -> None:
        async def run() -> None:
            try:
                await work
            except (PeerConnectionError, SocketClosedError):
                pass  # it is gone
            except Exception:
                log.exception("for another process")

        task = asyncio.create_task(run())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def close(self) -> None:
        if self._server is not None:
            self._server.close()
        for process in [*self._peers, *self._guests]:
            self._leave(process)
        for task in [*self._tasks, *self._dialling.values()]:
            task.cancel()

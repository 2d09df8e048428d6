"""Requests and sockets for tables of other processes: this process keeps them open, and the other one
answers.

This process first tries a request itself. If a handler finds that another process has the table
(`ElsewhereError`, status 421), nothing has happened yet, and that process is asked. If it no longer has the
table either, or is gone, the search starts again, until the table is here or time is up.
"""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING, Any

from litestar import Request as LitestarRequest
from litestar.enums import ScopeType
from litestar.types import ASGIApp, HTTPScope, Receive, Scope, Send

from rooftop.server.errors import BODY_BYTES, MISDIRECTED, problem_response, too_large
from rooftop.server.litestar_types import AnyRequest
from rooftop.server.metrics import RELAYED
from rooftop.server.processes.messages import Open, Request, Response
from rooftop.server.processes.peers import GONE, MOVED, RelayedSocket, UnreachableError
from rooftop.server.store.fences import CHANGING_HANDS
from rooftop.server.tables.client import ClientSocket, SocketClosedError

if TYPE_CHECKING:
    from rooftop.server.context import Context

SEARCH_SECONDS = 6.0  # by then, a process that died has been buried
PAUSE = 0.1  # seconds between two attempts
SAFE = ("GET", "HEAD", "OPTIONS")  # can be repeated


class Relay:
    """Middleware for HTTP requests."""

    def __init__(self, app: ASGIApp, context: Context) -> None:
        self.app = app
        self.context = context

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP or self.context.peers is None:
            await self.app(scope, receive, send)
            return
        body, until = Body(receive), asyncio.get_running_loop().time() + SEARCH_SECONDS
        while True:
            attempt = Attempt(send)
            # Routing writes into the scope; each attempt has its own.
            await self.app(copied(scope), body.receive, attempt.send)
            if attempt.holder is None:
                return
            try:
                await body.rest()
                response = await self._ask(attempt.holder, scope, body.data)
            except TooLargeError:
                await self._refuse(scope, body, send, 413, too_large())
                return
            except UnreachableError as error:
                response = None
                if error.asked and scope["method"] not in SAFE:
                    break
            if response is not None:
                await _pass_on(response, send)
                return
            self.context.registry.leases.forget_place(attempt.table)
            if asyncio.get_running_loop().time() > until:
                break
            await asyncio.sleep(PAUSE)
            body.again()
        await self._refuse(scope, body, send, 503, CHANGING_HANDS)

    @staticmethod
    async def _refuse(scope: HTTPScope, body: Body, send: Send, status: int, why: str) -> None:
        request: AnyRequest = LitestarRequest(scope)
        problem = problem_response(request, status, why).to_asgi_response(None, request)
        await problem(scope, body.receive, send)

    async def _ask(self, holder: str, scope: HTTPScope, body: bytes) -> Response | None:
        """Return the response of another process; None if it does not have the table."""
        assert self.context.peers is not None
        client = scope.get("client") or ("?", 0)
        asked = Request(
            method=str(scope["method"]),
            scheme=scope["scheme"],
            path=scope["path"],
            raw_path=scope["raw_path"],
            query=scope["query_string"],
            headers=[(bytes(name), bytes(value)) for name, value in scope["headers"]],
            client=(str(client[0]), int(client[1])),
            body=body,
        )
        answer = await self.context.peers.ask(holder, asked)
        assert isinstance(answer, Response)
        return None if answer.status == MISDIRECTED else answer


def copied(scope: Scope) -> Any:
    return {**scope, "state": dict(scope["state"])}


class TooLargeError(Exception):
    """A request is too large."""


class Body:
    """The body of a request, which can be read again. It is read up to the limit for all bodies."""

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self._parts: list[bytes] = []
        self._size = 0
        self._complete = self._repeat = False

    @property
    def data(self) -> bytes:
        return b"".join(self._parts)

    async def receive(self) -> Any:
        if self._repeat:
            self._repeat = False
            return {"type": "http.request", "body": self.data, "more_body": False}
        event = await self._receive()
        if event["type"] == "http.request":
            part = event.get("body", b"")
            self._size += len(part)
            if self._size <= BODY_BYTES:  # reading more makes the request refused
                self._parts.append(part)
            self._complete = not event.get("more_body", False)
        else:
            self._complete = True
        return event

    async def rest(self) -> None:
        """Read what nobody has read. Raises TooLargeError."""
        while not self._complete and self._size <= BODY_BYTES:
            await self.receive()
        if self._size > BODY_BYTES:
            raise TooLargeError

    def again(self) -> None:
        self._repeat = True


class Attempt:
    """The response of this process, unless it says that another one has the table."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self.holder: str | None = None
        self.table = ""

    async def send(self, event: Any) -> None:
        if event["type"] == "http.response.start" and event["status"] == MISDIRECTED:
            headers = dict(event["headers"])
            self.holder, self.table = headers[b"x-holder"].decode(), headers[b"x-table"].decode()
        elif self.holder is None:
            await self._send(event)


async def _pass_on(response: Response, send: Send) -> None:
    await send({"type": "http.response.start", "status": response.status, "headers": response.headers})
    await send({"type": "http.response.body", "body": response.body, "more_body": False})


# --- sockets -----------------------------------------------------------------------------------------------


async def relay_socket(context: Context, holder: str, sock: ClientSocket, opened: Open) -> bool:
    """Connect a browser with the process that has the table, until either ends. Return False if that process
    does not have it; the browser notices nothing."""
    assert context.peers is not None
    try:
        peer = await context.peers.peer(holder)
        remote = peer.open(opened)
    except UnreachableError:
        return False
    try:
        first = await remote.receive()
    except SocketClosedError as closed:
        peer.forget(remote)
        if closed.code in (MOVED, GONE):
            return False
        await sock.close(closed.code, closed.reason)
        return True
    with RELAYED.track_inprogress():
        tasks = [
            asyncio.create_task(_down(remote, sock, first, context.settings.send_seconds)),
            asyncio.create_task(_up(remote, sock)),
        ]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await remote.close()
            peer.forget(remote)
    return True


async def _down(remote: RelayedSocket, sock: ClientSocket, frame: bytes, patience: float) -> None:
    """Pass frames from the process to the browser."""
    try:
        while True:
            async with asyncio.timeout(patience):
                await sock.send(frame)
            remote.acknowledge()
            frame = await remote.receive()
    except SocketClosedError as closed:
        with contextlib.suppress(Exception):
            await sock.close(GONE if closed.code == MOVED else closed.code, closed.reason)


async def _up(remote: RelayedSocket, sock: ClientSocket) -> None:
    """Pass frames from the browser to the process."""
    while True:
        await remote.send(await sock.receive())

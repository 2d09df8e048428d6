"""What a connection may cost. uvicorn waits for ever for a request that never comes whole, and for a reader
who never reads; here that ends in time, and nobody takes all the room."""

from __future__ import annotations

import asyncio
import logging
import socket
import sys
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import h11
from uvicorn import Config
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from rooftop.server.limits import network
from rooftop.server.metrics import CONNECTIONS, TURNED_AWAY

log = logging.getLogger("rooftop")

REQUEST_SECONDS = 15.0  # for headers and body to arrive
UNREAD_SECONDS = 30.0  # for a reader to take what was sent
SWEEP_SECONDS = 5
SPARE_DESCRIPTORS = 128  # for the database, the bots and everything else
MOST_DESCRIPTORS = 65_536
COMPLAINT_SECONDS = 60.0  # between two lines of log about the same shortage
TOO_LATE = b"HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"


def raise_descriptor_limit() -> int:
    """Let this process open as many files as it may; for how many connections there is room then."""
    if sys.platform == "win32":
        return MOST_DESCRIPTORS
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    able = MOST_DESCRIPTORS if hard == resource.RLIM_INFINITY else min(hard, MOST_DESCRIPTORS)
    if soft == resource.RLIM_INFINITY or soft >= able:
        able = MOST_DESCRIPTORS if soft == resource.RLIM_INFINITY else soft
    else:
        resource.setrlimit(resource.RLIMIT_NOFILE, (able, hard))
    return max(able - SPARE_DESCRIPTORS, able // 2)


# --- who is let in -----------------------------------------------------------------------------------------


@dataclass
class Line:
    """One open connection."""

    network: str
    unread: int = 0  # bytes that waited for the reader at the last sweep
    read_at: float = 0.0  # when the reader last took something, or had everything


class Admission:
    """Which connections are open, in the order in which they came, and whether one more is let in."""

    def __init__(self, most: int, per_address: int, is_proxy: Callable[[str], bool]) -> None:
        self.most = most
        self.per_address = per_address
        self.is_proxy = is_proxy  # it speaks for many people, who are counted by their own addresses
        self.lines: dict[asyncio.Transport, Line] = {}
        self.silent: dict[asyncio.Transport, None] = {}  # those of them that have not asked for anything yet
        self._by_network: Counter[str] = Counter()

    def admit(self, transport: asyncio.Transport, address: str) -> bool:
        """Let a new connection in, or not. Where all room is taken, the oldest one that has not asked for
        anything gives way."""
        line = Line(network(address), read_at=time.monotonic())
        if not self.is_proxy(address) and self._by_network[line.network] >= self.per_address:
            TURNED_AWAY.labels("address").inc()
            return False
        if len(self.lines) >= self.most:
            TURNED_AWAY.labels("full").inc()
            oldest = next(iter(self.silent), None)
            if oldest is None:
                return False
            oldest.abort()
            self.forget(oldest)
        self.lines[transport] = line
        self.silent[transport] = None
        self._by_network[line.network] += 1
        CONNECTIONS.set(len(self.lines))
        return True

    def forget(self, transport: asyncio.Transport) -> None:
        self.silent.pop(transport, None)
        line = self.lines.pop(transport, None)
        if line is not None:
            self._by_network[line.network] -= 1
            if not self._by_network[line.network]:
                del self._by_network[line.network]
            CONNECTIONS.set(len(self.lines))

    async def sweep(self) -> None:
        """Drop those who have read nothing for a while, also if only that keeps them from closing."""
        now = time.monotonic()
        for transport, line in list(self.lines.items()):
            unread = transport.get_write_buffer_size()
            if not unread or unread < line.unread:
                line.read_at = now
            line.unread = unread
            if now - line.read_at > UNREAD_SECONDS:
                TURNED_AWAY.labels("unread").inc()
                transport.abort()


# --- the protocols -----------------------------------------------------------------------------------------


class Connection(H11Protocol):
    """uvicorn's HTTP, with limits."""

    admission: Admission  # set by `limited`
    _late: asyncio.TimerHandle | None = None
    _begun = False  # something has come

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        taken = transport.get_extra_info("socket")
        if taken is not None and taken.family in (socket.AF_INET, socket.AF_INET6):
            # Otherwise a small answer waits until the one before it was acknowledged: 40 ms.
            taken.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if self.admission.admit(transport, self.client[0] if self.client else "?"):
            self._late = self.loop.call_later(REQUEST_SECONDS, self._too_late)
        else:
            transport.abort()

    def data_received(self, data: bytes) -> None:
        self._begun = True
        super().data_received(data)
        if self.scope is not None:
            self.admission.silent.pop(self.transport, None)
        is_http = self.transport.get_protocol() is self  # and not a socket from now on
        if is_http and self.conn.their_state in (h11.IDLE, h11.SEND_BODY):
            if self._late is None:
                self._late = self.loop.call_later(REQUEST_SECONDS, self._too_late)
        else:
            self._in_time()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._in_time()
        self.admission.forget(self.transport)

    def _in_time(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None

    def _too_late(self) -> None:
        self._late = None
        if not self.transport.is_closing():
            TURNED_AWAY.labels("late").inc()
            if self._begun and self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
                self.transport.write(TOO_LATE)
            self.transport.close()


class Socket(WebSocketsSansIOProtocol):
    """uvicorn's socket: it takes over the transport of a connection that was let in."""

    admission: Admission

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.admission.forget(self.transport)


def limited(app: Any, most: int, per_address: int, **more: Any) -> Config:
    """How uvicorn serves the app, with all limits."""
    config = Config(app, timeout_notify=SWEEP_SECONDS, **more)
    proxies = ProxyHeadersMiddleware(app, config.forwarded_allow_ips).trusted_hosts
    admission = Admission(most, per_address, lambda address: address in proxies)
    config.callback_notify = admission.sweep
    config.http = type("Connection", (Connection,), {"admission": admission})
    config.ws = type("Socket", (Socket,), {"admission": admission})
    return config


# --- out of descriptors ------------------------------------------------------------------------------------


def complain_seldom(loop: asyncio.AbstractEventLoop) -> None:
    """asyncio writes a traceback for every connection that finds no descriptor, thousands in a second."""
    said_at = -COMPLAINT_SECONDS

    def handle(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        nonlocal said_at
        message = context.get("message", "")
        if "_start_serving" in message:
            return  # asyncio's timers want to accept again, but the server has closed meanwhile
        if "out of system resource" not in message:
            loop.default_exception_handler(context)
        elif time.monotonic() - said_at >= COMPLAINT_SECONDS:
            said_at = time.monotonic()
            log.error("no file descriptor is left: newcomers wait; raise the limit (ulimit -n)")

    loop.set_exception_handler(handle)

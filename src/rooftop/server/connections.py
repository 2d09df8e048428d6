"""Limits on connections, on top of uvicorn: incomplete requests and clients that never read time out, and
nobody can take all connections."""

from __future__ import annotations

import asyncio
import logging
import socket
import sys
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import h11
from uvicorn import Config, Server
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions.permessage_deflate import ServerPerMessageDeflateFactory
from websockets.protocol import State

from rooftop.server.limits import Tally, Trickle, networks
from rooftop.server.metrics import CONNECTIONS, TURNED_AWAY

log = logging.getLogger("rooftop")

REQUEST_SECONDS = 15.0  # for the headers and the body to arrive
UNREAD_SECONDS = 30.0  # for a reader to read something
HEARTBEAT_SECONDS = 20.0  # between pings of a socket, and for its answer
SWEEP_SECONDS = 5
SPARE_DESCRIPTORS = 128  # for the database, the bots and other files
MOST_DESCRIPTORS = 65_536
FRAMES = 600  # of one socket per minute
TOO_MUCH = 4429  # the close code of a socket that sends too many frames or too much else
FLOOD_REASON = "too many frames; slow down"
LAST_SECONDS = 1.0  # for the last answer to arrive
PIECE = 1024  # bytes whose frames are counted at a time
BODY_PIECE = 4096  # bytes of a request that are checked at a time
MOST_BODY = 65_536  # bytes after which reading a body stops; far smaller ones are refused politely
COMPLAINT_SECONDS = 60.0  # between two log lines about the same shortage
# Compress quickly, in little memory: there are thousands of sockets. But the window holds the last update,
# because the next one resembles it; then there is also less to compress. What clients send is short.
DEFLATE = ServerPerMessageDeflateFactory(
    server_max_window_bits=14, client_max_window_bits=12, compress_settings={"memLevel": 5, "level": 1}
)
BAD_HANDSHAKE = b"HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
TIMEOUT_RESPONSE = b"HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"


def raise_descriptor_limit() -> int:
    """Raise the limit on open files as far as allowed. Return how many connections fit."""
    if sys.platform == "win32":
        return MOST_DESCRIPTORS
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    limit = MOST_DESCRIPTORS if hard == resource.RLIM_INFINITY else min(hard, MOST_DESCRIPTORS)
    if soft == resource.RLIM_INFINITY or soft >= limit:
        limit = MOST_DESCRIPTORS if soft == resource.RLIM_INFINITY else soft
    else:
        resource.setrlimit(resource.RLIMIT_NOFILE, (limit, hard))
    return max(limit - SPARE_DESCRIPTORS, limit // 2)


def _now() -> float:
    """The time of the event loop, which also times requests and heartbeats."""
    return asyncio.get_running_loop().time()


# --- admission ---------------------------------------------------------------------------------------------


@dataclass
class OpenConnection:
    """What is known of an open connection."""

    keys: list[str]  # by which it is counted
    unread: int = 0  # bytes waiting for the reader at the last sweep
    read_at: float = 0.0  # when the reader last read something, or nothing was waiting


class Admission:
    """The open connections, oldest first, and whether one more is admitted."""

    def __init__(
        self,
        most: int,
        per_address: int,
        is_proxy: Callable[[str], bool],
        tally: Tally | None = None,
        per_network: int | None = None,
    ) -> None:
        self.most = most
        self.limits = (per_address, most if per_network is None else per_network)
        self.is_proxy = is_proxy  # people behind a proxy are counted by their own addresses
        self.open: dict[asyncio.Transport, OpenConnection] = {}
        self.silent: dict[asyncio.Transport, None] = {}  # those that have not sent a request yet
        self._tally = tally or Tally()

    def admit(self, transport: asyncio.Transport, address: str) -> bool:
        """Admit a new connection, or return False. If the server is full, close the oldest connection that
        has not sent a request."""
        connection = OpenConnection([f"connection {key}" for key in networks(address)], read_at=_now())
        counted = zip(connection.keys, self.limits, strict=False)
        if not self.is_proxy(address) and any(self._tally[key] >= limit for key, limit in counted):
            TURNED_AWAY.labels("address").inc()
            return False
        if len(self.open) >= self.most:
            TURNED_AWAY.labels("full").inc()
            oldest = next(iter(self.silent), None)
            if oldest is None:
                return False
            oldest.abort()
            self.forget(oldest)
        self.open[transport] = connection
        self.silent[transport] = None
        for key in connection.keys:
            self._tally.add(key)
        CONNECTIONS.set(len(self.open))
        return True

    def forget(self, transport: asyncio.Transport) -> None:
        self.silent.pop(transport, None)
        connection = self.open.pop(transport, None)
        if connection is not None:
            for key in connection.keys:
                self._tally.add(key, -1)
            CONNECTIONS.set(len(self.open))

    async def sweep(self) -> None:
        """Drop connections whose reader has read nothing for a while, even if they are closing."""
        now = _now()
        for transport, connection in list(self.open.items()):
            unread = transport.get_write_buffer_size()
            if not unread or unread < connection.unread:
                connection.read_at = now
            connection.unread = unread
            if now - connection.read_at > UNREAD_SECONDS:
                TURNED_AWAY.labels("unread").inc()
                transport.abort()


# --- the protocols -----------------------------------------------------------------------------------------


class HttpProtocol(H11Protocol):
    """uvicorn's HTTP protocol with limits."""

    admission: Admission  # set by `uvicorn_config`
    _deadline: asyncio.TimerHandle | None = None
    _has_data = False
    _body = 0  # bytes of a body that has not ended
    _is_over = False  # stop reading

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        raw = transport.get_extra_info("socket")
        if raw is not None and raw.family in (socket.AF_INET, socket.AF_INET6):
            # Otherwise a small response waits 40 ms until the one before it is acknowledged.
            raw.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if self.admission.admit(transport, self.client[0] if self.client else "?"):
            self._deadline = self.loop.call_later(REQUEST_SECONDS, self._time_out)
        else:
            transport.abort()

    def data_received(self, data: bytes) -> None:
        self._has_data = True
        self._take(data)
        if self.scope is not None:
            self.admission.silent.pop(self.transport, None)
        if self._is_over:
            return  # it ends once it has been answered
        is_http = self.transport.get_protocol() is self  # it may have become a socket
        if is_http and self.conn.their_state in (h11.IDLE, h11.SEND_BODY):
            if self._deadline is None:
                self._deadline = self.loop.call_later(REQUEST_SECONDS, self._time_out)
        else:
            self._cancel_deadline()

    def _take(self, data: bytes) -> None:
        """Read what has arrived, in pieces, up to the end of a body that is far too large."""
        for start in range(0, len(data), BODY_PIECE):
            protocol = self.transport.get_protocol()
            if protocol is not self:  # it has become a socket
                assert isinstance(protocol, asyncio.Protocol)
                protocol.data_received(data[start:])
                return
            if self._is_over or self.transport.is_closing():
                return
            piece = data[start : start + BODY_PIECE]
            super().data_received(piece)
            self._body = self._body + len(piece) if self.conn.their_state is h11.SEND_BODY else 0
            self._is_over = self._body > MOST_BODY
            if self._is_over and self.cycle is not None and self.cycle.response_complete:
                self._end_body()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self._is_over:
            self._end_body()

    def _end_body(self) -> None:
        """The answer has been sent: close the connection once it has arrived."""
        if not self.transport.is_closing():
            TURNED_AWAY.labels("large").inc()
            self.flow.pause_reading()
            self._cancel_deadline()
            self._deadline = self.loop.call_later(LAST_SECONDS, self.transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._cancel_deadline()
        self.admission.forget(self.transport)

    def _cancel_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _time_out(self) -> None:
        self._deadline = None
        if not self.transport.is_closing():
            TURNED_AWAY.labels("late").inc()
            if self._has_data and self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
                self.transport.write(TIMEOUT_RESPONSE)
            self.transport.close()


class SocketProtocol(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket protocol. It takes over the transport of an admitted connection."""

    admission: Admission
    frames_per_minute = FRAMES

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.conn.available_extensions = [DEFLATE]
        self._counted = Trickle(self.frames_per_minute, self.loop.time())
        self._is_flooded = False
        self._early = b""  # what arrived before the socket was open

    def data_received(self, data: bytes) -> None:
        """Read what has arrived, in pieces: one read can hold thousands of small frames. Data that arrives
        before the socket is open waits, because uvicorn takes no frames then."""
        if self.handshake_initiated and not self.handshake_complete:
            self._early += data
            self.transport.pause_reading()
            return
        for start in range(0, len(data), PIECE):
            if self._is_flooded or self.transport.is_closing():
                return
            super().data_received(data[start : start + PIECE])
            if self.conn.handshake_exc is not None and not self.handshake_initiated:
                # uvicorn would read forever, and answer nothing.
                self.transport.write(b"".join(self.conn.data_to_send()) or BAD_HANDSHAKE)
                self.transport.close()

    async def send(self, message: Any) -> None:
        await super().send(message)
        if self._early and self.handshake_complete and not self.transport.is_closing():
            early, self._early = self._early, b""
            self.transport.resume_reading()
            self.data_received(early)

    def handle_events(self) -> None:
        """Count frames of all kinds before anything handles them."""
        if self._counted.take(len(self.conn.events), self.loop.time()):
            super().handle_events()
        else:
            self._end_flood()

    def _end_flood(self) -> None:
        """Close the socket, stop reading, and drop the rest."""
        TURNED_AWAY.labels("frames").inc()
        self._is_flooded = True
        if not self.handshake_complete or self.conn.state is not State.OPEN:
            self.transport.abort()
            return
        self.stop_keepalive()
        while not self.queue.empty():
            self.queue.get_nowait()
        self.queue.put_nowait({"type": "websocket.disconnect", "code": TOO_MUCH, "reason": FLOOD_REASON})
        self.conn.send_close(TOO_MUCH, FLOOD_REASON)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent, self.disconnected, self.read_paused = True, True, False
        self.transport.pause_reading()
        self.close_timer = self.loop.call_later(LAST_SECONDS, self.transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.admission.forget(self.transport)


def uvicorn_config(
    app: Any,
    most: int,
    per_address: int,
    tally: Tally | None = None,
    frames_per_minute: int = FRAMES,
    per_network: int | None = None,
    **options: Any,
) -> Config:
    """Return the configuration of uvicorn for an ASGI application, with all limits."""
    heartbeat = {"ws_ping_interval": HEARTBEAT_SECONDS, "ws_ping_timeout": HEARTBEAT_SECONDS}
    config = Config(app, timeout_notify=SWEEP_SECONDS, **heartbeat | options)
    proxies = ProxyHeadersMiddleware(app, config.forwarded_allow_ips).trusted_hosts
    admission = Admission(most, per_address, lambda address: address in proxies, tally, per_network)
    config.callback_notify = admission.sweep
    config.http = type("Http", (HttpProtocol,), {"admission": admission})
    config.ws = type(
        "Socket", (SocketProtocol,), {"admission": admission, "frames_per_minute": frames_per_minute}
    )
    logging.getLogger("uvicorn.error").addFilter(_is_no_bad_text)
    return config


def _is_no_bad_text(record: logging.LogRecord) -> bool:
    """Disconnect a client that sends text that is not UTF-8; uvicorn would log a traceback each time."""
    return not str(record.msg).startswith("Invalid UTF-8")


class PoliteServer(Server):
    """uvicorn's server. Before it closes people's sockets, it calls `leave`."""

    def __init__(self, config: Config, leave: Callable[[], Awaitable[None]]) -> None:
        super().__init__(config)
        self._leave = leave

    def stop(self) -> None:
        """Stop as after a signal."""
        self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for server in self.servers:
            server.close()  # from now on other processes get all new connections
        try:
            await self._leave()
        except Exception:
            log.exception("leaving")
        await super().shutdown(sockets)


# --- out of descriptors ------------------------------------------------------------------------------------


def limit_complaints(loop: asyncio.AbstractEventLoop) -> None:
    """Log a shortage of descriptors once a minute. asyncio would log thousands of tracebacks a second."""
    logged_at = -COMPLAINT_SECONDS

    def handle(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        nonlocal logged_at
        message = context.get("message", "")
        if "_start_serving" in message:
            return  # an asyncio timer tries to accept again, but the server has closed
        if "out of system resource" not in message:
            loop.default_exception_handler(context)
        elif time.monotonic() - logged_at >= COMPLAINT_SECONDS:
            logged_at = time.monotonic()
            log.error("out of file descriptors: new connections wait; raise the limit (ulimit -n)")

    loop.set_exception_handler(handle)

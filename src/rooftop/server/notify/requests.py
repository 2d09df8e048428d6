"""Requests to addresses that people have entered: only https, only to public addresses, no redirects.

A host name is looked up once. All its addresses must be public, and the connection goes to the address that
was checked, so a second answer of a name server changes nothing. Redirects are not followed, and the body of
an answer is not read. A host can limit requests to listed hosts.
"""

from __future__ import annotations

import asyncio
import re
import socket
import ssl
from collections.abc import Awaitable, Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from urllib.parse import urlsplit

import h11

from rooftop.errors import OptionError
from rooftop.server.notify.addresses import HTTPS, is_public, parse_listed
from rooftop.server.translation import message

SECONDS = 10.0  # for a whole request
HEAD_BYTES = 16_384  # of an answer; the rest is not read
URL_LENGTH = 1000
HOST_NAME = re.compile(r"(?!-)[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63})*")
ADDRESSES = 3  # of a host, tried at most

Resolve = Callable[[str, int], Awaitable[list[str]]]


class ForbiddenAddressError(OptionError):
    """An address that must never be requested."""


class RequestError(Exception):
    """There was no answer; a later attempt may get one."""


@dataclass(frozen=True)
class Answer:
    """The head of an answer."""

    status: int
    retry_after: float | None = None  # seconds

    @property
    def is_good(self) -> bool:
        return 200 <= self.status < 300

    @property
    def is_gone(self) -> bool:
        return self.status in (404, 410)


@dataclass(frozen=True)
class Target:
    """A checked URL."""

    host: str
    port: int
    path: str
    address: str | None


class Requests:
    """Sends requests. `resolve` looks up a host name."""

    def __init__(
        self, listed: Iterable[str] = (), resolve: Resolve | None = None, seconds: float = SECONDS
    ) -> None:
        self.listed = [parse_listed(entry) for entry in listed]
        self.seconds = seconds
        self._resolve = resolve or self._look_up
        self._threads = ThreadPoolExecutor(2, thread_name_prefix="look-up")  # a slow one blocks nobody else
        self._tls: ssl.SSLContext | None = None  # made on first use: it reads all certificates

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def check(self, url: str) -> None:
        """Raise ForbiddenAddressError if a URL must never be requested, RequestError if its host is
        unknown."""
        try:
            async with asyncio.timeout(self.seconds):
                await self._addresses(self.target(url))
        except TimeoutError:
            raise RequestError("no answer in time") from None

    async def post(self, url: str, headers: dict[str, str], body: bytes) -> Answer:
        """Send a request and return the head of its answer."""
        target = self.target(url)
        try:
            async with asyncio.timeout(self.seconds):
                reader, writer = await self._connect(target)
                try:
                    return await _ask(reader, writer, target, headers, body)
                finally:
                    writer.transport.abort()
        except TimeoutError:
            raise RequestError("no answer in time") from None
        except (OSError, EOFError, h11.RemoteProtocolError) as error:
            raise RequestError(str(error) or type(error).__name__) from None

    def target(self, url: str) -> Target:
        """Check the text of a URL."""
        try:
            parts = urlsplit(url)
            host, port = (parts.hostname or "").rstrip("."), parts.port or HTTPS
        except ValueError:
            parts, host, port = urlsplit(""), "", HTTPS
        is_plain = url.isascii() and url.isprintable() and " " not in url and len(url) <= URL_LENGTH
        if not is_plain or parts.scheme != "https" or not HOST_NAME.fullmatch(host) or "@" in parts.netloc:
            raise ForbiddenAddressError("an address must be complete and begin with https://")
        listed = next((row for row in self.listed if row.covers(host, port)), None)
        if self.listed and listed is None:
            raise ForbiddenAddressError(message("this server sends no messages to {host}", host=host))
        if listed is None and port != HTTPS:
            raise ForbiddenAddressError("an address must use the usual port of https")
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        return Target(host, port, path, listed.address if listed else None)

    async def _addresses(self, target: Target) -> Sequence[str]:
        """Return the addresses to connect to. If one address of a host is not public, none is used."""
        if target.address is not None:
            return [target.address]
        try:
            addresses = await self._resolve(target.host, target.port)
        except OSError as error:
            raise RequestError(f"{target.host}: {error.strerror or error}") from None
        if not addresses or not all(map(is_public, addresses)):
            raise ForbiddenAddressError(
                message("{host} is not a public address of the internet", host=target.host)
            )
        return addresses

    async def _look_up(self, host: str, port: int) -> list[str]:
        loop = asyncio.get_running_loop()
        found = await loop.run_in_executor(
            self._threads, lambda: socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        )
        return [str(address[0]) for *_, address in found]

    async def _connect(self, target: Target) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Connect to the first address that answers. The certificate must match the host."""
        addresses = await self._addresses(target)
        if self._tls is None:
            self._tls = await asyncio.to_thread(ssl.create_default_context)
        failure: OSError | None = None
        for address in addresses[:ADDRESSES]:
            try:
                return await asyncio.open_connection(
                    address, target.port, ssl=self._tls, server_hostname=target.host
                )
            except OSError as error:  # such as an IPv6 address on a machine without IPv6
                failure = failure or error
        raise failure or OSError("no address")


async def _ask(
    reader: asyncio.StreamReader,
    writer: asyncio.StreamWriter,
    target: Target,
    headers: dict[str, str],
    body: bytes,
) -> Answer:
    """Send a request and read the head of its answer."""
    talk = h11.Connection(h11.CLIENT)
    place = target.host if target.port == HTTPS else f"{target.host}:{target.port}"
    own = {"host": place, "user-agent": "rooftop", "content-length": str(len(body)), "connection": "close"}
    lines = [(name.encode(), value.encode()) for name, value in {**own, **headers}.items()]
    question = h11.Request(method="POST", target=target.path, headers=lines)
    for part in (question, h11.Data(data=body), h11.EndOfMessage()):
        writer.write(talk.send(part) or b"")
    await writer.drain()
    read = 0
    while True:
        event = talk.next_event()
        if isinstance(event, h11.Response):
            return Answer(event.status_code, _retry_after(event))
        if event is h11.NEED_DATA:
            data = await reader.read(4096)
            read += len(data)
            if read > HEAD_BYTES:
                raise RequestError("the head of the answer is too long")
            talk.receive_data(data)
        elif not isinstance(event, h11.InformationalResponse):
            raise RequestError("the connection was closed without an answer")


def _retry_after(event: h11.Response) -> float | None:
    for name, value in event.headers:
        if name == b"retry-after" and value.isdigit() and len(value) < 7:
            return float(value)
    return None

"""What all request handlers share: the house itself, who asks, which table, and errors as sentences."""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from litestar import Request
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from litestar.enums import MediaType
from litestar.exceptions import HTTPException
from litestar.openapi import ResponseSpec

from rooftop.errors import EditionError, OptionError
from rooftop.game.edition import Edition
from rooftop.game.knowledge import SPECTATOR
from rooftop.game.title import sound_edition, title, title_ids
from rooftop.server import people
from rooftop.server.bots import BotPool
from rooftop.server.hub import FinishedGame, Hub
from rooftop.server.limits import Buckets, network
from rooftop.server.metrics import READY
from rooftop.server.people import COOKIE, Identity
from rooftop.server.settings import Settings
from rooftop.server.store import Store, UnavailableError, probe
from rooftop.server.tables import LiveTable

Asker = Request[Any, Any, Any]
PROBE_SECONDS = 3.0  # the most that a database may take to store next to nothing
RETRY_SECONDS = 5  # when to ask again while the database is away


class House:
    """What the handlers share."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.titles, further = settings.offered, editions(settings.editions)
        # After what may be wrong, so that nothing has been written then.
        self.store = Store(settings.url, alone=True)
        self.bots = BotPool(settings.bot_processes, settings.bot_seconds, names=())
        self.hub = Hub(self.store, self.bots, settings.bot_pause, further, self.titles)
        self.hub.interpreted.update(self.titles)  # until the server has warmed up
        self.commands = Buckets(settings.commands_per_minute)
        self.requests = Buckets(settings.requests_per_minute)
        self.sockets: Counter[str] = Counter()  # by person and by address
        self.warm = False  # the compiled rules are there
        self._probing: asyncio.Task[None] | None = None

    async def condition(self) -> str:
        """`ready` if games can be stored and played as they should; else `starting` or `no storage`."""
        if not self.warm:
            READY.set(0)
            return "starting"
        if self._probing is None or self._probing.done():
            self._probing = asyncio.create_task(self.store.write(probe))
            self._probing.add_done_callback(lambda done: done.cancelled() or done.exception())
        try:
            await asyncio.wait_for(asyncio.shield(self._probing), PROBE_SECONDS)
        except (UnavailableError, TimeoutError):
            READY.set(0)
            return "no storage"
        READY.set(1)
        return "ready"

    @contextlib.contextmanager
    def one_socket_more(self, who: Identity, address: str) -> Iterator[None]:
        """Count a socket while it is open; a Refusal if there are too many already."""
        limits = {f"address {network(address)}": self.settings.connections_per_address}
        if who.id:
            limits[f"person {who.id}"] = self.settings.sockets_per_person
        for key, most in limits.items():
            if self.sockets[key] >= most:
                raise Refusal(status_code=429, detail="too many tables are open; close some of them")
        self.sockets.update(limits.keys())
        try:
            yield
        finally:
            for key in limits:
                self.sockets[key] -= 1
                if not self.sockets[key]:
                    del self.sockets[key]

    async def whose(self, connection: ASGIConnection[Any, Any, Any, Any]) -> Identity | None:
        cookie = connection.cookies.get(COOKIE)
        if not cookie or len(cookie) > 100:
            return None
        return await self.store.read(lambda database: people.find(database, cookie))

    def cookie(self, value: str) -> Cookie:
        return Cookie(
            path="/",
            key=COOKIE,
            value=value,
            httponly=True,
            samesite="lax",
            secure=self.settings.secure_cookie,
            max_age=10 * 365 * 86400,
        )


def house(connection: ASGIConnection[Any, Any, Any, Any]) -> House:
    found: House = connection.app.state["house"]
    return found


def address_of(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    """Where somebody comes from."""
    return connection.client.host if connection.client else "?"


class Refusal(HTTPException):
    """A request that cannot be, with its sentence."""


async def somebody(request: Asker) -> Identity:
    """Who asks; without an identity nothing can be done (a page visit gives one)."""
    who = await house(request).whose(request)
    if who is None:
        raise Refusal(status_code=401, detail="open the home page first: it gives you an identity")
    return who


class Sentence(msgspec.Struct):
    """What went wrong, for people."""

    error: str


def errors(*statuses: int) -> dict[int, ResponseSpec]:
    """The answers that a route may give instead; too much is too much everywhere, and the database may be
    away."""
    return {
        status: ResponseSpec(Sentence, generate_examples=False, description=REASONS[status])
        for status in (*statuses, 413, 429, 503)
    }


MISSING = ResponseSpec(
    str, generate_examples=False, description="There is no such table.", media_type=MediaType.HTML
)
REASONS = {
    400: "This cannot be, and why.",
    401: "Without an identity nothing can be done.",
    403: "From another site, or by invitation only.",
    413: "Too long.",
    429: "Too many.",
    503: "The database does not answer; Retry-After says when to ask again.",
}


async def table_of(request: ASGIConnection[Any, Any, Any, Any], table_id: str) -> LiveTable:
    return await house(request).hub.table(table_id)


def seat_of(table: LiveTable, who: Identity | None) -> int:
    """The seat of somebody at a table; -1 for those who watch."""
    if who is not None:
        for number, chair in enumerate(table.chairs):
            if chair.identity == who.id:
                return number
    return SPECTATOR


def may_watch(table: LiveTable | FinishedGame, who: Identity | None) -> None:
    """Tables by invitation are for those who were invited."""
    if table.visibility != "invitation":
        return
    invited = {
        table.owner,
        *(chair.reserved for chair in table.chairs),
        *(chair.identity for chair in table.chairs),
    }
    if who is None or who.id not in invited:
        raise Refusal(status_code=403, detail="this table is by invitation only")


def editions(folder: Path | None) -> list[Edition]:
    """The further editions that a host offers; one that is wrong stops the start with its lines."""
    if folder is None:
        return []
    taken = {(name, title(name).edition().id): "the title's own edition" for name in title_ids()}
    found = []
    for path in sorted(folder.glob("*.toml")):
        edition = sound_edition(path)
        other = taken.setdefault((edition.title, edition.id), path.name)
        if other != path.name:
            raise EditionError(
                path.name, [f"edition.id: {edition.id!r} is the id of {other}; give this one another"]
            )
        found.append(edition)
    if not found:
        raise OptionError(f"{folder}: there is no edition in it: no file that ends with .toml")
    return found

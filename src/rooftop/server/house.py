"""What all request handlers share: the house itself, who asks, which table, and errors as sentences."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
from litestar import Request
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from litestar.enums import MediaType
from litestar.exceptions import HTTPException
from litestar.openapi import ResponseSpec

from rooftop.core.edition import Edition
from rooftop.core.errors import EditionError, OptionError
from rooftop.core.position import SPECTATOR
from rooftop.core.title import sound_edition, title, title_ids
from rooftop.server import people
from rooftop.server.bots import BotPool
from rooftop.server.hub import Hub
from rooftop.server.limits import Buckets
from rooftop.server.people import COOKIE, Identity
from rooftop.server.settings import Settings
from rooftop.server.store import Store
from rooftop.server.tables import LiveTable

Asker = Request[Any, Any, Any]


class House:
    """What the handlers share."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.titles, further = settings.offered, editions(settings.editions)
        self.store = Store(settings.url)  # after what may be wrong, so that nothing has been written then
        self.bots = BotPool(settings.bot_processes, settings.bot_seconds, names=())
        self.hub = Hub(self.store, self.bots, settings.bot_pause, further, self.titles)
        self.hub.interpreted.update(self.titles)  # until the server has warmed up
        self.commands = Buckets(settings.commands_per_minute)
        self.requests = Buckets(settings.requests_per_minute)
        self.ready = False

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
    """The answers that a route may give instead; too much is too much everywhere."""
    return {
        status: ResponseSpec(Sentence, generate_examples=False, description=REASONS[status])
        for status in (*statuses, 413, 429)
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
    503: "Not ready yet.",
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


def may_watch(table: LiveTable, who: Identity | None) -> None:
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

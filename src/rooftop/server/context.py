"""What the routes share: the store, the tables, the limits, and who is asking.

Litestar injects these by parameter name: `context`, `visitor` (None without an identity), `person` (401
without one) and `seen` (a table that the visitor may see). Each is made once per request.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from litestar.datastructures import Cookie, State
from litestar.di import NamedDependency, Provide
from litestar.params import FromPath, SkipValidation

from rooftop.game.match import Match
from rooftop.server import auth
from rooftop.server.auth import COOKIE, COOKIE_LENGTH, Identity
from rooftop.server.bots import BotPool
from rooftop.server.errors import Refusal
from rooftop.server.library import Library, read_editions
from rooftop.server.limits import DAY, MINUTE, Buckets, Tally, network
from rooftop.server.litestar_types import AnyConnection, AnyRequest
from rooftop.server.metrics import READY
from rooftop.server.notify.channels import Channels
from rooftop.server.notify.requests import Requests
from rooftop.server.painting.pool import Painters
from rooftop.server.painting.previews import Previews
from rooftop.server.processes.peers import Desk, Peers
from rooftop.server.settings import Settings
from rooftop.server.store.store import Store, UnavailableError, probe
from rooftop.server.surroundings import Surroundings
from rooftop.server.tables.live import LiveTable
from rooftop.server.tables.lobby import Lobby
from rooftop.server.tables.log import FinishedGame, TableSummary
from rooftop.server.tables.registry import Registry
from rooftop.server.tables.state import TableState
from rooftop.server.translation import message

if TYPE_CHECKING:
    from rooftop.server.processes.member import Member

PROBE_SECONDS = 3.0  # a database that takes longer for a tiny write counts as away
ATTEMPTS_PER_MINUTE = 6
HINTS_PER_MINUTE = 12  # for a person; in lessons for an address
REVIEWS_PER_DAY = 50  # that a person may ask for
COOKIE_SECONDS = 10 * 365 * 86400
NO_MORE_VISITORS = message(
    "too many new visitors have come from your address today; you can read and watch, and play tomorrow"
)


class Context:
    """The parts of a running server. A test can bring its own surroundings, store and bots."""

    def __init__(
        self,
        settings: Settings,
        surroundings: Surroundings | None = None,
        store: Store | None = None,
        bots: BotPool | None = None,
    ) -> None:
        self.settings = settings
        self.docs = settings.documentation
        self.surroundings = surroundings or Surroundings()
        # What can be invalid comes before the store, so that nothing has been written then.
        self.library = Library(read_editions(settings.editions), settings.offered)
        self.library.interpreted.update(self.library.offered)  # until the rules are compiled
        self.store = store or Store(settings.url, shared=True)
        self.bots = bots or BotPool(settings.bot_processes, self.library.offered, self.surroundings)
        editions = [edition.text for edition in self.library.editions]
        self.painters = Painters(settings.painter_processes, editions, self.library.offered)
        self.previews = Previews()
        self.registry = Registry(
            self.store, self.bots, settings.bot_pause, self.library, self.painters, self.surroundings
        )
        self.registry.idle_days = settings.idle_days
        self.registry.grace = settings.grace
        self.registry.chat.said = self._buckets(settings.messages_per_minute)
        self.lobby = Lobby(self.registry, settings.waiting_per_person, settings.waiting_per_address)
        self.commands = self._buckets(settings.commands_per_minute)
        self.requests = self._buckets(settings.requests_per_minute)
        self.hints = self._buckets(HINTS_PER_MINUTE)
        self.reviews = self._buckets(REVIEWS_PER_DAY, DAY)
        self.identities = self._buckets(settings.identities_per_day, DAY)
        self.tally = Tally()  # open connections and sockets, by person and by address
        self.attempts = self._buckets(ATTEMPTS_PER_MINUTE)  # of a person to enter an address for messages
        self.attempts_by_address = self._buckets(5 * ATTEMPTS_PER_MINUTE)
        self.outgoing = Requests(settings.message_hosts)
        self.buckets = {  # that all processes share, by name
            "commands": self.commands,
            "hints": self.hints,
            "reviews": self.reviews,
            "requests": self.requests,
            "identities": self.identities,
            "attempts": self.attempts,
            "attempts by address": self.attempts_by_address,
            "chat": self.registry.chat.said,
        }
        self.channels = Channels()  # until the server has started
        self.desk: Desk | None = None  # what this process does for others; set by the application
        self.member: Member | None = None  # this process among several, while it runs
        self.warm = False  # the rules are compiled
        self.on_warm: Callable[[], object] = lambda: None  # called then
        self._probe: asyncio.Task[None] | None = None

    def _buckets(self, most: int, seconds: float = MINUTE) -> Buckets:
        return Buckets(most, seconds, self.surroundings.monotonic)

    async def leave(self) -> None:
        """The server is about to stop: other processes can have its tables at once."""
        if self.member is not None:
            await self.member.leave()

    @property
    def peers(self) -> Peers | None:
        """The other processes, if there can be any."""
        return self.registry.peers

    async def condition(self) -> str:
        """Return `ready`, `starting` or `no storage`."""
        if not self.warm:
            READY.set(0)
            return "starting"
        if self._probe is None or self._probe.done():
            self._probe = asyncio.create_task(self.store.write(probe))
            self._probe.add_done_callback(lambda done: done.cancelled() or done.exception())
        try:
            await asyncio.wait_for(asyncio.shield(self._probe), PROBE_SECONDS)
        except (UnavailableError, TimeoutError):
            READY.set(0)
            return "no storage"
        READY.set(1)
        return "ready"

    @contextlib.contextmanager
    def count_socket(self, visitor: Identity, address: str) -> Iterator[None]:
        """Count a socket while it is open. Raises Refusal if there are too many already."""
        limits = {f"address {network(address)}": self.settings.connections_per_address}
        if visitor.id:
            limits[f"person {visitor.id}"] = self.settings.sockets_per_person
        for key, limit in limits.items():
            if self.tally[key] >= limit:
                raise Refusal(status_code=429, detail="you have too many tables open; close some of them")
        for key in limits:
            self.tally.add(key)
        try:
            yield
        finally:
            for key in limits:
                self.tally.add(key, -1)

    def cookie(self, value: str) -> Cookie:
        return Cookie(
            path="/",
            key=COOKIE,
            value=value,
            httponly=True,
            samesite="lax",
            secure=self.settings.secure_cookie,
            max_age=COOKIE_SECONDS,
        )


def context_of(connection: AnyConnection) -> Context:
    """Return the context of the application that serves a connection."""
    context: Context = connection.app.state["context"]
    return context


def address_of(connection: AnyConnection) -> str:
    return connection.client.host if connection.client else "?"


async def read_visitor(context: Context, connection: AnyConnection) -> Identity | None:
    """Read the identity of a connection's cookie from the database."""
    cookie = connection.cookies.get(COOKIE)
    if not cookie or len(cookie) > COOKIE_LENGTH:
        return None
    return await context.store.read(lambda database: auth.find(database, cookie))


def check_access(table: TableState | FinishedGame | TableSummary, visitor: Identity | None) -> None:
    """Raise Refusal if a table is by invitation and the visitor is not invited."""
    if table.visibility != "invitation":
        return
    invited = {table.owner}
    for chair in table.chairs:
        invited |= {chair.reserved or "", chair.identity or ""}
    if visitor is None or not visitor.id or visitor.id not in invited:
        raise Refusal(status_code=403, detail="this table is by invitation only")


# --- dependencies ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class SeenTable:
    """A table that a visitor may see, and their seat at it."""

    table: LiveTable
    seat: int

    def match(self) -> Match:
        """Return a copy of the game so far, for work in another thread."""
        return self.table.started_match.clone()

    def deciding_match(self) -> Match:
        """Return the game at the visitor's decision, which may be one ahead."""
        can = self.table.state.ahead_of(self.seat)
        return self.match() if can is None else Match.at(can.position)

    def check_deciding(self) -> None:
        """Raise Refusal unless it is the visitor's turn: nobody else may look ahead."""
        match, can = self.table.started_match, self.table.state.ahead_of(self.seat)
        if can is not None and not can.is_complete:
            return
        if match.over or match.to_act != self.seat or self.table.chairs[self.seat].bot:
            raise Refusal(status_code=403, detail="only the player whose turn it is can preview moves")


InjectedContext: TypeAlias = NamedDependency[SkipValidation[Context]]
Visitor: TypeAlias = NamedDependency[SkipValidation[Identity | None]]
Person: TypeAlias = NamedDependency[SkipValidation[Identity]]
Seen: TypeAlias = NamedDependency[SkipValidation[SeenTable]]


def provide_context(state: State) -> Context:
    context: Context = state["context"]
    return context


async def provide_visitor(request: AnyRequest, context: InjectedContext) -> Identity | None:
    return await read_visitor(context, request)


async def provide_person(request: AnyRequest, context: InjectedContext, visitor: Visitor) -> Identity:
    if visitor is None:
        if context.identities.is_empty(network(address_of(request))):
            raise Refusal(status_code=429, detail=NO_MORE_VISITORS)
        raise Refusal(status_code=401, detail="open the home page first to get an identity")
    return visitor


async def provide_seen(context: InjectedContext, visitor: Visitor, table_id: FromPath[str]) -> SeenTable:
    table = await context.registry.table(table_id)
    check_access(table.state, visitor)
    return SeenTable(table, table.seat_for(visitor))


DEPENDENCIES = {
    "context": Provide(provide_context, sync_to_thread=False),
    "visitor": Provide(provide_visitor),
    "person": Provide(provide_person),
    "seen": Provide(provide_seen),
}

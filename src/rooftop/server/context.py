"""What the routes share: the store, the tables, the limits, and who is asking.

Litestar injects these by parameter name: `context`, `visitor` (None without an identity), `person` (401
without one) and `seen` (a table that the visitor may see). Each is made once per request.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
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
from rooftop.server.limits import DAY, MINUTE, Buckets, ByAddress, Tally, networks
from rooftop.server.litestar_types import AnyConnection, AnyRequest
from rooftop.server.metrics import READY
from rooftop.server.notify.channels import Channels
from rooftop.server.notify.requests import Requests
from rooftop.server.painting.pool import Painters
from rooftop.server.painting.previews import Previews
from rooftop.server.processes.peers import PeerHandler, Peers
from rooftop.server.settings import Settings
from rooftop.server.store import key_values
from rooftop.server.store.store import ConflictError, Store, UnavailableError, probe
from rooftop.server.system import System
from rooftop.server.tables.live import LiveTable
from rooftop.server.tables.lobby import BotGames, Lobby
from rooftop.server.tables.log import FinishedGame, TableSummary, is_welcome
from rooftop.server.tables.registry import REMOVED, Registry
from rooftop.server.tables.state import TableState
from rooftop.server.translation import message

if TYPE_CHECKING:
    from rooftop.server.processes.member import Member

PROBE_SECONDS = 3.0  # a database that takes longer for a tiny write counts as down
ATTEMPTS_PER_MINUTE = 6
HINTS_PER_MINUTE = 12  # per person; in lessons per address
REVIEWS_PER_DAY = 50  # that a person may request
READS = ("GET", "HEAD", "OPTIONS")  # all other requests of people are commands
RELAYED = "relayed"  # in the state of a request that another process has counted
COOKIE_KEY = "cookie-key"  # in `key_values`
COOKIE_SECONDS = 10 * 365 * 86400
TOO_MANY_NEARBY = message("too many commands from your address; wait a moment")
NO_MORE_VISITORS = message(
    "too many new visitors have come from your address today; you can read and watch, and play tomorrow"
)


class Context:
    """The parts of a running server. A test can replace the system, the store and the bots."""

    def __init__(
        self,
        settings: Settings,
        system: System | None = None,
        store: Store | None = None,
        bots: BotPool | None = None,
    ) -> None:
        self.settings = settings
        self.docs = settings.documentation
        self.system = system or System()
        # Check everything that can be invalid before opening the store, so that nothing is written then.
        self.library = Library(read_editions(settings.editions), settings.offered)
        self.library.interpreted.update(self.library.offered)  # until the rules are compiled
        self.store = store or Store(settings.url, shared=True)
        self.bots = bots or BotPool(settings.bot_processes, self.library.offered, self.system)
        editions = [edition.text for edition in self.library.editions]
        self.painters = Painters(settings.painter_processes, editions, self.library.offered)
        self.previews = Previews()
        self.registry = Registry(
            self.store, self.bots, settings.bot_pause, self.library, self.painters, self.system
        )
        self.registry.idle_days = settings.idle_days
        self.registry.grace = settings.grace
        self.registry.browser_bots = settings.browser_bots
        self.registry.chat.said = self._buckets(settings.messages_per_minute)
        self.lobby = Lobby(
            self.registry,
            settings.waiting_per_person,
            settings.waiting_per_address,
            BotGames(
                settings.bot_games_per_person, settings.bot_games_per_address, settings.bot_games_per_network
            ),
        )
        self.commands = self._buckets(settings.commands_per_minute)
        self.commands_by_address = ByAddress(
            self._buckets(settings.commands_per_address), self._buckets(settings.commands_per_network)
        )
        self.requests = ByAddress(
            self._buckets(settings.requests_per_minute), self._buckets(settings.requests_per_network)
        )
        self.hints = self._buckets(HINTS_PER_MINUTE)
        self.reviews = self._buckets(REVIEWS_PER_DAY, DAY)
        self.identities = ByAddress(
            self._buckets(settings.identities_per_day, DAY),
            self._buckets(settings.identities_per_network, DAY),
        )
        self.claims = self._buckets(1, auth.OFFER_SECONDS)  # deleted people do not come back
        self.tally = Tally()  # open connections and sockets, by person and by address
        self.attempts = self._buckets(ATTEMPTS_PER_MINUTE)  # of a person to enter an address for messages
        self.attempts_by_address = self._buckets(5 * ATTEMPTS_PER_MINUTE)
        self.outgoing = Requests(settings.message_hosts)
        self.buckets = {  # shared by all processes, by name
            "commands": self.commands,
            "commands by address": self.commands_by_address.near,
            "commands by network": self.commands_by_address.wide,
            "hints": self.hints,
            "reviews": self.reviews,
            "requests": self.requests.near,
            "requests by network": self.requests.wide,
            "identities": self.identities.near,
            "identities by network": self.identities.wide,
            "claims": self.claims,
            "attempts": self.attempts,
            "attempts by address": self.attempts_by_address,
            "chat": self.registry.chat.said,
        }
        self.channels = Channels()  # until the server has started
        self.peer_handler: PeerHandler | None = None  # set by the application
        self.member: Member | None = None  # this process among several, while it runs
        self.warm = False  # the rules are compiled
        self.on_warm: Callable[[], object] = lambda: None  # called then
        self._probe: asyncio.Task[None] | None = None
        self._cookie_key = b""
        self.claiming = asyncio.Lock()  # held while a new visitor is being stored

    def _buckets(self, most: int, seconds: float = MINUTE) -> Buckets:
        return Buckets(most, seconds, self.system.monotonic)

    async def leave(self) -> None:
        """Let other processes take the tables at once: the server is about to stop."""
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

    def refuse_command(self, who: str, address: str, number: int = 1) -> str:
        """Count a command of a person, or `number` commands. Return why it is refused, or an empty string."""
        if self.commands.is_empty(who, number):
            return message("too many commands; wait a moment")
        if not self.commands_by_address.take(address, number):
            return TOO_MANY_NEARBY
        self.commands.take(who, number)
        return ""

    def check_command(self, person: Identity, request: AnyRequest) -> None:
        """Count a request that is a command. Raises Refusal."""
        if why := self.refuse_command(person.id, address_of(request)):
            raise Refusal(status_code=429, detail=why)

    @contextlib.contextmanager
    def count_socket(self, visitor: Identity, address: str) -> Iterator[None]:
        """Count a socket while it is open. Raises Refusal if there are too many already."""
        per_address = (self.settings.connections_per_address, self.settings.connections_per_network)
        limits = {f"address {key}": most for key, most in zip(networks(address), per_address, strict=False)}
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

    async def cookie_key(self) -> bytes:
        """The key that signs the cookies of new visitors. All processes share it."""
        if not self._cookie_key:
            make = partial(self.system.token_hex, 32)
            key = await self.store.write(
                lambda connection: key_values.get_or_create(connection, COOKIE_KEY, make)
            )
            self._cookie_key = bytes.fromhex(key)
        return self._cookie_key

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
    """Return the identity of a connection's cookie. It is stored when the cookie comes back for the first
    time. Too many from one address get none, so that nobody can fill the server with new identities."""
    cookie = connection.cookies.get(COOKIE)
    if not cookie or len(cookie) > COOKIE_LENGTH:
        return None
    found = await context.store.read(lambda database: auth.find(database, cookie))
    if found is not None or cookie.count(".") != auth.DOTS:
        return found
    address, system = address_of(connection), context.system
    offered = auth.read_offer(await context.cookie_key(), cookie, system.now())
    if offered is None:
        return None
    async with context.claiming:  # so that simultaneous requests do not get more than one each
        if context.claims.is_empty(offered.id):
            return await context.store.read(lambda database: auth.find(database, cookie))
        if context.identities.is_empty(address):
            return None
        try:
            found, is_new = await context.store.write(
                lambda database: auth.claim(database, offered, cookie, system)
            )
        except ConflictError:  # another process was quicker
            return await context.store.read(lambda database: auth.find(database, cookie))
        if is_new:
            context.identities.take(address)
            context.claims.take(offered.id)
        return found


def check_access(table: TableState | FinishedGame | TableSummary, visitor: Identity | None) -> None:
    """Raise Refusal if a table is by invitation and the visitor is not invited, or no longer is."""
    if not is_welcome(table, visitor):
        if isinstance(table, TableState) and visitor is not None and visitor.id in table.removed:
            raise Refusal(status_code=403, detail=REMOVED)
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
        if context.identities.is_empty(address_of(request)):
            raise Refusal(status_code=429, detail=NO_MORE_VISITORS)
        raise Refusal(status_code=401, detail="open the home page first to get an identity")
    if request.method not in READS and RELAYED not in request.scope["state"]:
        context.check_command(visitor, request)
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

"""The Litestar application: pages, the HTTP API, the socket."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import os
import subprocess
import sys
import threading
import time
from collections.abc import AsyncIterator
from typing import Annotated, Any
from urllib.parse import urlsplit

import msgspec
import sqlalchemy as sa
from litestar import Litestar, Request, Response, WebSocket, get, post, websocket
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.enums import MediaType, ScopeType
from litestar.exceptions import HTTPException, WebSocketDisconnect
from litestar.openapi import OpenAPIConfig, ResponseSpec
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.params import FromPath, JSONBody
from litestar.static_files import create_static_files_router
from litestar.types import ASGIApp, Message, Receive, Scope, Send
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from sqlalchemy.engine import Connection

from rooftop.engine.engine import is_cold
from rooftop.errors import RooftopError
from rooftop.game.title import OptionValue, title
from rooftop.game.translation import LANGUAGES
from rooftop.server import looking, people, protocol, reading, schema
from rooftop.server.bots import get_ready
from rooftop.server.connections import complain_seldom
from rooftop.server.faults import fail_point
from rooftop.server.house import (
    RETRY_SECONDS,
    Asker,
    House,
    Refusal,
    address_of,
    errors,
    house,
    may_watch,
    seat_of,
    somebody,
)
from rooftop.server.hub import stored_result
from rooftop.server.limits import network
from rooftop.server.metrics import COMMAND_SECONDS
from rooftop.server.people import Identity
from rooftop.server.reading import WEB
from rooftop.server.settings import Settings
from rooftop.server.speech import phrase, reason, said, understood
from rooftop.server.store import UnavailableError
from rooftop.server.tables import Client, LiveTable

log = logging.getLogger("rooftop")

SECURITY = {
    b"content-security-policy": (
        b"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self';"
        b" connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    b"x-content-type-options": b"nosniff",
    b"referrer-policy": b"no-referrer",
    b"cross-origin-opener-policy": b"same-origin",
}
OPENAPI = OpenAPIConfig(
    title="Rooftop", version="1", path="/api/schema", render_plugins=[JsonRenderPlugin(path="/openapi.json")]
)
BODY_BYTES = 16_384


# --- every request -----------------------------------------------------------------------------------------


class Guard:
    """Around the whole application, also where no route is: origin, rate and size before anything else,
    security headers on everything that leaves."""

    def __init__(self, app: ASGIApp, here: House) -> None:
        self.app = app
        self.here = here

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in (ScopeType.HTTP, ScopeType.WEBSOCKET):
            await self.app(scope, receive, send)
            return
        objection = self._objection(scope)

        async def secured(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *SECURITY.items()]
            await send(message)

        if objection is None:
            await self.app(scope, receive, secured)
        elif scope["type"] == ScopeType.WEBSOCKET:
            await receive()
            await send({"type": "websocket.close", "code": 4403, "reason": objection[1]})
        else:
            response = sentence(Request(scope), objection[1], objection[0])
            await response.to_asgi_response(None, Request(scope))(scope, receive, secured)

    def _objection(self, scope: Scope) -> tuple[int, str] | None:
        headers = dict(scope["headers"])
        reads = scope["type"] == ScopeType.HTTP and scope["method"] in ("GET", "HEAD", "OPTIONS")
        if not reads and not _same_site(headers.get(b"origin"), headers.get(b"host", b"")):
            return 403, phrase("this comes from another site")
        address = (scope.get("client") or ("?", 0))[0]
        if not self.here.requests.take(network(str(address))):
            return 429, phrase("too many requests from your address; wait a moment")
        length = headers.get(b"content-length", b"0")
        if not length.isdigit() or len(length) > 9 or int(length) > BODY_BYTES:
            return 413, phrase("a request has at most {n} bytes", n=BODY_BYTES)
        return None


def _same_site(origin: bytes | None, host: bytes) -> bool:
    """Whether a request comes from a page of ours, or from no page at all."""
    try:
        return origin is None or urlsplit(origin).netloc == host
    except ValueError:
        return False


def sentence(request: Asker, why: str, status: int) -> Response[dict[str, str]]:
    """A refusal, in the language of the one who asked."""
    language = understood(request.headers.get("accept-language"))
    headers = {"retry-after": str(RETRY_SECONDS)} if status == 503 else {}
    return Response(
        {"error": said(why, language)}, status_code=status, media_type=MediaType.JSON, headers=headers
    )


def refused(request: Asker, error: Exception) -> Response[dict[str, str]]:
    """Errors for people: one sentence as JSON."""
    if isinstance(error, UnavailableError):
        return sentence(request, reason(error), 503)
    if isinstance(error, RooftopError):
        return sentence(request, reason(error), 400)
    if isinstance(error, RecursionError):
        return sentence(request, "this is nested too deeply", 400)
    if isinstance(error, Refusal):
        return sentence(request, error.detail, error.status_code)
    if isinstance(error, HTTPException):
        return sentence(request, _in_our_words(error), error.status_code)
    log.exception("an error of ours")
    return sentence(request, "something went wrong here; nothing was changed", 500)


NOT_OURS = {  # what Litestar objects to; its own sentences may tell where the program is installed
    404: "there is nothing at this address",
    405: "this address cannot be asked in this way",
}


def _in_our_words(error: HTTPException) -> str:
    if error.status_code == 400 and isinstance(error.extra, list) and error.extra:
        rows = [row.get("message", row) if isinstance(row, dict) else row for row in error.extra]
        return "; ".join(map(str, rows))
    if error.status_code == 413:
        return phrase("a request has at most {n} bytes", n=BODY_BYTES)
    return NOT_OURS.get(error.status_code) or error.detail or phrase("this cannot be done")


# --- the API -----------------------------------------------------------------------------------------------


class NewTable(msgspec.Struct, forbid_unknown_fields=True):
    title: str
    players: int
    seats: list[str]
    options: dict[str, OptionValue] = {}
    visibility: str = "unlisted"
    pace: str = "live"
    edition: str | None = None


class Name(msgspec.Struct, forbid_unknown_fields=True):
    name: str


class Phrase(msgspec.Struct, forbid_unknown_fields=True):
    phrase: Annotated[str, msgspec.Meta(max_length=300)]


class Nonce(msgspec.Struct, forbid_unknown_fields=True):
    nonce: str


class Link(msgspec.Struct, forbid_unknown_fields=True):
    link: Annotated[str, msgspec.Meta(max_length=100)]


class Condition(msgspec.Struct):
    """alive; or ready, starting, no storage."""

    status: str


@get("/health", sync_to_thread=False, responses=errors())
def health() -> Condition:
    """Whether the server is alive: if this is not answered, start it again."""
    return Condition("alive")


@get(
    "/ready",
    responses={**errors(), 503: ResponseSpec(Condition, generate_examples=False, description="Not ready.")},
)
async def ready(request: Asker) -> Response[Condition]:
    """Whether games can be stored, and played by compiled rules: if not, send people elsewhere."""
    condition = await house(request).condition()
    if condition == "ready":
        return Response(Condition(condition))
    return Response(Condition(condition), status_code=503, headers={"retry-after": str(RETRY_SECONDS)})


@get("/metrics", sync_to_thread=False, responses=errors())
def metrics() -> Response[bytes]:
    return Response(generate_latest(), media_type=CONTENT_TYPE_LATEST)


@get("/api/me", responses=errors(401))
async def api_me(request: Asker) -> Identity:
    return await somebody(request)


@post("/api/me", status_code=200, responses=errors(400, 401, 403))
async def api_rename(request: Asker, data: JSONBody[Name]) -> Identity:
    who, name = await somebody(request), people.clean_name(data.name)
    here = house(request)
    await here.store.write(lambda database: people.rename(database, who.id, name))
    here.hub.rename(who.id, name)
    return Identity(who.id, name)


@post("/api/me/phrase", status_code=200, responses=errors(401, 403))
async def api_phrase(request: Asker) -> dict[str, str]:
    who = await somebody(request)
    return {"phrase": await house(request).store.write(lambda database: people.new_phrase(database, who.id))}


@post("/api/recover", status_code=200, responses=errors(400, 403))
async def api_recover(request: Asker, data: JSONBody[Phrase]) -> Response[Identity]:
    here = house(request)
    if not here.commands.take(f"recover {network(address_of(request))}"):
        raise Refusal(status_code=429, detail="too many tries; wait a moment")
    who, cookie = await here.store.write(lambda database: people.recover(database, data.phrase))
    here.hub.sign_out(who.id)
    return Response(who, cookies=[here.cookie(cookie)])


@get("/api/tables", responses=errors())
async def api_tables(request: Asker) -> dict[str, list[dict[str, Any]]]:
    """Tables one may join or watch, and one's own."""
    who = await house(request).whose(request)
    mine = who.id if who else ""

    def read(database: Connection) -> dict[str, list[dict[str, Any]]]:
        table, seat = schema.game_table.c, schema.seat.c
        columns = (table.id, table.title, table.players, table.status, table.changed)
        own_seat = (
            sa.select(seat.seat).where(seat.table_id == table.id, seat.identity == mine).scalar_subquery()
        )
        turn = sa.exists().where(
            seat.table_id == table.id, seat.seat == table.to_act, seat.identity == mine, seat.bot.is_(None)
        )
        own = sa.select(*columns, turn.label("my_turn"), own_seat.label("seat"), table.result).where(
            sa.or_(
                table.owner == mine,
                table.id.in_(
                    sa.select(seat.table_id).where(sa.or_(seat.identity == mine, seat.reserved == mine))
                ),
            )
        )
        public = sa.select(*columns).where(table.visibility == "public", table.status != "over")
        newest = table.changed.desc()
        return {
            "mine": [
                _own_line(dict(row))
                for row in database.execute(own.order_by(turn.desc(), newest).limit(50)).mappings()
            ],
            "public": [dict(row) for row in database.execute(public.order_by(newest).limit(50)).mappings()],
        }

    return await house(request).store.read(read)


def _own_line(row: dict[str, Any]) -> dict[str, Any]:
    """A line in the list of one's own games: whether it is one's turn, and at the end one's rank."""
    seat, result = row.pop("seat"), stored_result(row.pop("result"))
    rank = result.ranks[seat] if result and seat is not None else None
    return {**row, "my_turn": bool(row["my_turn"]), "rank": rank}


@post("/api/tables", status_code=201, responses=errors(400, 401, 403))
async def api_new_table(request: Asker, data: JSONBody[NewTable]) -> dict[str, Any]:
    here, who = house(request), await somebody(request)
    if not here.commands.take(who.id):
        raise Refusal(status_code=429, detail="too many at once; wait a moment")
    table_id, commitment, links = await here.hub.create(
        who, data.title, data.players, data.seats, data.options, data.visibility, data.pace, data.edition
    )
    return {
        "table": table_id,
        "commitment": commitment,
        "invitations": {str(k): link for k, link in links.items()},
    }


@post("/api/tables/{table_id:str}/sit", status_code=200, responses=errors(400, 401, 403))
async def api_sit(request: Asker, table_id: FromPath[str], data: JSONBody[Nonce]) -> dict[str, int]:
    who = await somebody(request)
    return {"seat": await house(request).hub.sit(who, table_id, data.nonce)}


@post("/api/join", status_code=200, responses=errors(400, 401, 403))
async def api_join(request: Asker, data: JSONBody[Link]) -> dict[str, str]:
    who = await somebody(request)
    return {"table": await house(request).hub.accept(who, data.link)}


# --- the socket --------------------------------------------------------------------------------------------


CLOSED = {400: 4404, 403: 4404, 429: 4429, 503: 4503}  # why a socket was not opened: the code of its closing


@websocket("/tables/{table_id:str}/socket")
async def socket(socket: WebSocket[Any, Any, Any], table_id: FromPath[str]) -> None:
    """One client at one table; see docs/protocol.md."""
    here = house(socket)
    await socket.accept()
    with contextlib.ExitStack() as counted:
        try:
            who = await here.whose(socket) or Identity("", "")
            counted.enter_context(here.one_socket_more(who, address_of(socket)))
            table = await here.hub.table(table_id)  # and nothing is awaited until the client is at it
            may_watch(table, who)
            client = _client(here, socket, table, who)
        except (RooftopError, Refusal) as error:
            await _turn_away(socket, error)
            return
        here.hub.join(table, client)
        await _converse(here, table, client, socket)


async def _turn_away(socket: WebSocket[Any, Any, Any], error: RooftopError | Refusal) -> None:
    """Say why a table cannot be shown; the code tells whether it is worth trying again."""
    wished = socket.query_params.get("lang", "en")
    language = wished if wished in LANGUAGES else "en"
    if isinstance(error, Refusal):
        why, status = error.detail, error.status_code
    else:
        why, status = reason(error), 503 if isinstance(error, UnavailableError) else 400
    await socket.send_data(protocol.encode(protocol.Refused("", said(why, language), 0)).decode())
    await socket.close(code=CLOSED[status], reason=why[:100])


async def _converse(here: House, table: LiveTable, client: Client, socket: WebSocket[Any, Any, Any]) -> None:
    tasks = [
        asyncio.create_task(_tell(here, table, client)),
        asyncio.create_task(_listen(here, table, client, socket)),
    ]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        here.hub.leave(table, client)
        for task in tasks:
            task.cancel()
        for outcome in await asyncio.gather(*tasks, return_exceptions=True):
            if isinstance(outcome, Exception) and not isinstance(outcome, WebSocketDisconnect):
                log.warning("a socket ended: %s", type(outcome).__name__)
        with contextlib.suppress(Exception):
            async with asyncio.timeout(1):  # it may have no room left even for this
                await socket.close()


def _client(here: House, socket: WebSocket[Any, Any, Any], table: LiveTable, who: Identity) -> Client:
    language = socket.query_params.get("lang", "en")
    since = socket.query_params.get("from", "0")
    if language not in LANGUAGES or not since.isdecimal() or len(since) > 7:
        raise Refusal(
            status_code=400,
            detail=phrase("lang is one of {languages}, from is a number", languages=", ".join(LANGUAGES)),
        )

    async def send(frame: bytes) -> None:
        async with asyncio.timeout(here.settings.send_seconds):
            await socket.send_data(frame.decode())

    return Client(who, seat_of(table, who), language, send, min(int(since), table.number))


async def _tell(here: House, table: LiveTable, client: Client) -> None:
    """Send what is to be told; what is not acknowledged in time, again. Ends when nobody seems to listen."""
    first = True
    while True:
        if not first:
            try:
                await asyncio.wait_for(client.wanted.wait(), here.settings.resend_seconds)
            except TimeoutError:
                if client.sent <= client.acknowledged:
                    continue
                client.sent = max(client.acknowledged, 0)
        if table.match is None or client.sent <= client.acknowledged:  # who waits for others need not answer
            client.behind_since = time.monotonic()
        if client.ended or time.monotonic() - client.behind_since > here.settings.silence_seconds:
            return
        first = False
        client.wanted.clear()
        replies, client.replies = client.replies, []
        for reply in replies:
            await client.send(reply)
        frame, number = table.frame(client), table.number
        await client.send(frame)
        client.sent = number


async def _listen(here: House, table: LiveTable, client: Client, socket: WebSocket[Any, Any, Any]) -> None:
    while not client.ended:
        raw = await socket.receive_data(mode="text")
        began = time.perf_counter()
        fail_point("decode")
        data = raw.encode() if isinstance(raw, str) else raw
        try:
            if len(data) > protocol.FRAME_BYTES:
                raise msgspec.ValidationError(f"a frame has at most {protocol.FRAME_BYTES} bytes")
            frame = protocol.decode(data)
        except (msgspec.DecodeError, msgspec.ValidationError, RecursionError) as error:
            if not here.commands.take(client.who.id or "nobody"):
                return  # a flood of garbage
            why = phrase("not a frame of protocol {version}: {error}", version=protocol.VERSION, error=error)
            client.reply(protocol.Refused("", said(why, client.language), table.number))
            continue
        if isinstance(frame, protocol.Acknowledge):
            client.acknowledge(min(frame.number, table.number))
            continue
        if isinstance(frame, protocol.Ping):
            await client.send(protocol.encode(protocol.Pong()))
            continue
        if not here.commands.take(client.who.id or "nobody"):
            table.refuse(client, frame.id, "too many commands; wait a moment")
            continue
        # Whoever hangs up now does not interrupt what is being stored: the others must hear of it.
        await asyncio.shield(table.obey(client, frame))
        COMMAND_SECONDS.observe(time.perf_counter() - began)


# --- putting it together -----------------------------------------------------------------------------------


@contextlib.asynccontextmanager
async def lifespan(app: Litestar) -> AsyncIterator[None]:
    here: House = app.state["house"]
    complain_seldom(asyncio.get_running_loop())
    tasks = [asyncio.create_task(_warm_up(here)), asyncio.create_task(_sweep(here))]
    try:
        yield
    finally:
        here.warm = False
        for task in tasks:
            task.cancel()
        here.bots.close()
        await asyncio.to_thread(here.store.close)


async def _sweep(here: House) -> None:
    while True:
        await asyncio.sleep(60)
        here.hub.forget_idle()
        await here.hub.use_compiled()


async def _warm_up(here: House) -> None:
    """Compile the rules in a process of its own where that is needed, then load them. Meanwhile games are
    played interpreted."""
    for name in here.titles:
        if is_cold(title(name)):
            program = f"from {__name__} import compile_rules; compile_rules([{name!r}])"
            compiling = await asyncio.create_subprocess_exec(
                sys.executable, "-c", program, stdin=subprocess.PIPE
            )
            await compiling.wait()
        await asyncio.to_thread(get_ready, [name])
        here.hub.interpreted.discard(name)
        await here.hub.use_compiled()
    # The compiler leaves some 180,000 objects behind that live for ever: looking through them all again and
    # again would stop every table for a tenth of a second each time.
    gc.collect()
    gc.freeze()
    await here.bots.use_compiled(here.titles)
    here.warm = True
    with contextlib.suppress(UnavailableError):  # the next start does it
        await here.hub.keep_results()


def compile_rules(names: list[str]) -> None:
    """In a process of its own: compile everything, but not for a server that is gone."""

    def watch() -> None:
        sys.stdin.read()  # ends when the server does
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
    get_ready(names)


def create_app(settings: Settings) -> Litestar:
    """The whole server; it is ready when /ready says so."""
    here = House(settings)
    app = Litestar(
        route_handlers=[
            health, ready, metrics, api_me, api_rename, api_phrase, api_recover, api_tables, api_new_table,
            api_sit, api_join, socket, *reading.HANDLERS, *looking.HANDLERS,
            create_static_files_router("/static", directories=[WEB / "static"]),
            create_static_files_router("/fonts", directories=[WEB / "fonts"]),
        ],
        state=State({"house": here}),
        exception_handlers={Exception: refused},
        lifespan=[lifespan],
        compression_config=CompressionConfig(backend="gzip", gzip_compress_level=3),
        openapi_config=OPENAPI,
        request_max_body_size=BODY_BYTES,
    )  # fmt: skip
    app.asgi_handler = Guard(app.asgi_handler, here)
    return app

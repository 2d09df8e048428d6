"""The socket of a table: one client, reading commands and sending frames. See docs/protocol.md."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable, Mapping
from functools import partial
from typing import get_args

import msgspec
from litestar import websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath

from rooftop.drawing.canvas import SIZES
from rooftop.errors import RooftopError
from rooftop.game.title import Theme
from rooftop.languages import ENGLISH, LANGUAGES, spoken
from rooftop.server import protocol
from rooftop.server.auth import ANONYMOUS
from rooftop.server.context import (
    TOO_MANY_NEARBY,
    Context,
    address_of,
    check_access,
    context_of,
    read_visitor,
)
from rooftop.server.errors import Refusal, refusal_of
from rooftop.server.faults import fail_point
from rooftop.server.limits import network
from rooftop.server.litestar_types import AnySocket
from rooftop.server.metrics import COMMAND_SECONDS
from rooftop.server.painting.jobs import Look
from rooftop.server.processes.messages import Open
from rooftop.server.processes.relay import PAUSE, SEARCH_SECONDS, relay_socket
from rooftop.server.store.fences import CHANGING_HANDS, ElsewhereError
from rooftop.server.store.store import UnavailableError
from rooftop.server.tables import browsers
from rooftop.server.tables.client import Client, ClientSocket, SocketClosedError
from rooftop.server.tables.live import LiveTable
from rooftop.server.tables.programs import ProgramClient, introduce, receive_moves
from rooftop.server.translation import message, translate

log = logging.getLogger("rooftop")

PICTURE = 5  # commands that a whole picture counts as
CLOSE_CODES = {400: 4404, 403: 4404, 429: 4429, 503: 4503}  # of a socket that is refused
THEMES = get_args(Theme)


class LocalSocket:
    """A socket of this process."""

    def __init__(self, socket: AnySocket) -> None:
        self._socket = socket

    async def send(self, frame: bytes) -> None:
        await self._socket.send_data(frame.decode())

    async def receive(self) -> bytes:
        try:
            raw = await self._socket.receive_data(mode="text")
        except WebSocketDisconnect:
            raise SocketClosedError from None
        return raw.encode() if isinstance(raw, str) else raw

    def acknowledge(self) -> None:
        """Do nothing: the connection itself holds back frames."""

    async def close(self, code: int = 1000, reason: str = "") -> None:
        await self._socket.close(code=code, reason=reason)


@websocket("/tables/{table_id:str}/socket")
async def table_socket(socket: AnySocket, table_id: FromPath[str]) -> None:
    """Serve one client at one table, which may be in another process."""
    context = context_of(socket)
    await socket.accept()
    sock, query, address = LocalSocket(socket), dict(socket.query_params), address_of(socket)
    with contextlib.ExitStack() as counted:
        try:
            visitor = await read_visitor(context, socket) or ANONYMOUS
            counted.enter_context(context.count_socket(visitor, address))
            if not context.commands_by_address.take(address, PICTURE):  # it begins with one
                raise Refusal(status_code=429, detail=TOO_MANY_NEARBY)
        except (RooftopError, Refusal) as error:
            await _turn_away(sock, query, error)
            return
        await _serve_anywhere(
            context, sock, Open(table=table_id, visitor=visitor, address=address, query=query)
        )


@websocket("/bots/socket")
async def bot_socket(socket: AnySocket) -> None:
    """Serve somebody's own bot, which first sends its token. Its table may be in another process."""
    context = context_of(socket)
    await socket.accept()
    sock, address = LocalSocket(socket), address_of(socket)
    with contextlib.ExitStack() as counted:
        try:
            visitor, table_id = await introduce(context, sock, network(address))
            counted.enter_context(context.count_socket(visitor, address))
        except SocketClosedError:
            return
        except (RooftopError, Refusal) as error:
            await _turn_away(sock, {}, error)
            return
        await _serve_anywhere(
            context, sock, Open(table=table_id, visitor=visitor, address=address, query={}, program=True)
        )


async def _serve_anywhere(context: Context, sock: ClientSocket, opened: Open) -> None:
    """Serve a client here, or in the process that has the table."""
    until = asyncio.get_running_loop().time() + SEARCH_SECONDS
    while True:
        try:
            await serve_client(context, sock, opened)
            return
        except ElsewhereError as found:
            if await relay_socket(context, found.holder, sock, opened):
                return
        context.registry.leases.forget_place(opened.table)
        if asyncio.get_running_loop().time() > until:
            await _turn_away(sock, opened.query, UnavailableError(CHANGING_HANDS))
            return
        await asyncio.sleep(PAUSE)


async def serve_client(context: Context, sock: ClientSocket, opened: Open) -> None:
    """Serve one client at a table of this process; a client without an identity counts by its address. Raises
    ElsewhereError if another process has the table."""
    visitor, registry = opened.visitor, context.registry
    try:
        if opened.program:  # it sits down when it comes for the first time
            await registry.sit(visitor, opened.table, registry.system.token_hex(16))
        table = await registry.table(opened.table)  # nothing is awaited from here to `join`
        check_access(table.state, visitor)
        client = _new_client(context, sock, table, opened)
    except ElsewhereError:
        raise
    except (RooftopError, Refusal) as error:
        await _turn_away(sock, opened.query, error)
        return
    registry.join(table, client)
    await _serve(context, table, client, sock, opened)


def _new_client(context: Context, sock: ClientSocket, table: LiveTable, opened: Open) -> Client:
    query, visitor = opened.query, opened.visitor
    language, since = query.get("lang", ENGLISH), query.get("from", "0")
    look = Look(language, query.get("theme", "day"), query.get("size"))
    for name, value, values in (
        ("lang", look.language, LANGUAGES),
        ("theme", look.theme, THEMES),
        ("size", look.size or SIZES[0], SIZES),
    ):
        if value not in values:
            why = message("{name} must be one of {values}", name=name, values=", ".join(values))
            raise Refusal(status_code=400, detail=why)
    if not since.isdecimal() or len(since) > 7:
        raise Refusal(status_code=400, detail="from must be a number")

    async def send(frame: bytes) -> None:
        async with asyncio.timeout(context.settings.send_seconds):
            await sock.send(frame)

    if opened.program:
        return ProgramClient(visitor, table.state.seat_of(visitor), send, table.number)
    client = Client(visitor, table.state.seat_of(visitor), look, send, min(int(since), table.number))
    client.seats = table.state.seats_of(visitor)
    table.settle(client)
    return client


async def _turn_away(sock: ClientSocket, query: Mapping[str, str], error: RooftopError | Refusal) -> None:
    """Send the reason and close. The close code says whether to try again."""
    status, why = refusal_of(error)
    reason = translate(why, spoken(query.get("lang")))
    await sock.send(protocol.encode(protocol.Refused("", reason, 0)))
    await sock.close(CLOSE_CODES[status], why[:100])


async def _serve(
    context: Context, table: LiveTable, client: Client, sock: ClientSocket, opened: Open
) -> None:
    """Send and receive until either ends."""
    who = client.visitor.id or f"nobody at {network(opened.address)}"
    refuse = partial(context.refuse_command, who, opened.address)
    receive = (
        receive_moves(table, client, sock, refuse)
        if isinstance(client, ProgramClient)
        else _receive_frames(context, table, client, sock, refuse)
    )
    tasks = [asyncio.create_task(_send_frames(table, client)), asyncio.create_task(receive)]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        context.registry.leave(table, client)
        for task in tasks:
            task.cancel()
        for outcome in await asyncio.gather(*tasks, return_exceptions=True):
            if isinstance(outcome, Exception) and not isinstance(outcome, SocketClosedError):
                log.warning("socket ended: %s", type(outcome).__name__)
        with contextlib.suppress(Exception):
            async with asyncio.timeout(1):  # the connection may not accept even this
                await sock.close()


async def _send_frames(table: LiveTable, client: Client) -> None:
    """Send waiting replies and the newest frame of the table, whenever there is something new."""
    while not client.ended:
        client.wakeup.clear()
        replies, client.replies = client.replies, []
        for reply in replies:
            await client.send(reply)
        if client.update is not None:
            await client.send(client.update)
            client.update = None
            if client.stale:
                table.publish()
        await client.wakeup.wait()


async def _receive_frames(
    context: Context, table: LiveTable, client: Client, sock: ClientSocket, refuse: Callable[..., str]
) -> None:
    """Handle what a browser sends. `refuse` counts it, and says why it is too much."""
    while not client.ended:
        raw = await sock.receive()
        sock.acknowledge()
        began = time.perf_counter()
        fail_point("decode")
        try:
            frame = _decode(raw)
        except (msgspec.DecodeError, msgspec.ValidationError, RecursionError) as error:
            if too_much := refuse():  # a flood of garbage
                await sock.close(CLOSE_CODES[429], too_much)
                return
            why = message("not a frame of protocol {version}: {error}", version=protocol.VERSION, error=error)
            client.reply(protocol.Refused("", translate(why, client.language), table.number))
            continue
        if isinstance(frame, protocol.Acknowledge):
            continue
        if isinstance(frame, protocol.Again):
            if too_much := refuse(PICTURE):  # they are work; a page rarely asks for one
                await sock.close(CLOSE_CODES[429], too_much)
                return
            client.again, client.stale = frame.number, True
            table.publish()
            continue
        if isinstance(frame, protocol.Hold):
            table.hold(client, frame.seat)
            continue
        if isinstance(frame, protocol.Ping):
            await client.send(protocol.encode(protocol.Pong()))
            continue
        if isinstance(frame, protocol.Able):
            browsers.change(client, frame.on)
            continue
        if isinstance(frame, protocol.Thought):
            if client.browser:
                client.browser.hear(frame)
            continue
        if too_much := refuse():
            client.reply(protocol.Refused(frame.id, translate(too_much, client.language), table.number))
            continue
        if isinstance(frame, protocol.Say | protocol.Mute | protocol.Earlier):
            await asyncio.shield(context.registry.chat.handle(table, client, frame))
            continue
        # A client that disconnects must not interrupt a write.
        await asyncio.shield(table.handle(client, frame))
        COMMAND_SECONDS.observe(time.perf_counter() - began)


def _decode(data: bytes) -> protocol.Received:
    if len(data) > protocol.FRAME_BYTES:
        raise msgspec.ValidationError(f"a frame can have at most {protocol.FRAME_BYTES} bytes")
    return protocol.decode(data)

"""Other people's bots at tables. See docs/bot-protocol.md.

The host of a table admits one for a seat and gets a token. A program that connects with it sits down there,
under its own identity: it has the table's clock, and if it stays away, it is replaced like anybody else. The
server stores a hash of the token, and starts no program.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from rooftop.bots import wire
from rooftop.errors import MoveError, RooftopError
from rooftop.server import protocol
from rooftop.server.auth import BlockedError, Identity, hashed
from rooftop.server.errors import Refusal
from rooftop.server.painting.jobs import Look
from rooftop.server.store import schema
from rooftop.server.system import System
from rooftop.server.tables.client import Client, ClientSocket
from rooftop.server.tables.commands import Play, Resume

if TYPE_CHECKING:
    from rooftop.server.context import Context
    from rooftop.server.tables.live import LiveTable

TOKEN_SECONDS = 10.0  # for a program to send its token
PAUSE = 0.25  # seconds before the server reads again from a program that plays too fast
TURN = "turn "  # begins the id of a program's command; the number of the turn follows
PROGRAM, SEAT = schema.program.c, schema.seat.c


# --- tokens ------------------------------------------------------------------------------------------------


def admit(connection: Connection, table_id: str, seat: int, name: str, system: System, now: float) -> str:
    """Keep an empty seat for a program, and return its token."""
    token, identity = system.token_urlsafe(24), system.token_urlsafe(12)
    connection.execute(
        schema.identity.insert().values(
            id=identity,
            name=name,
            token=hashed(system.token_urlsafe(32)),  # nobody knows them: it has no page
            phrase=hashed(system.token_urlsafe(32)),
            created=now,
        )
    )
    connection.execute(
        schema.program.insert().values(identity=identity, table_id=table_id, token=hashed(token), created=now)
    )
    connection.execute(
        schema.seat.update()
        .where(SEAT.table_id == table_id, SEAT.seat == seat)
        .values(identity=None, nonce=None, bot=None, reserved=identity, name=None, colour=None)
    )
    return token


def dismiss(connection: Connection, table_id: str, identity: str) -> None:
    """Forget a program before the game: its token becomes invalid."""
    connection.execute(
        schema.program.delete().where(PROGRAM.identity == identity, PROGRAM.table_id == table_id)
    )
    connection.execute(
        schema.seat.update()
        .where(SEAT.table_id == table_id, SEAT.identity == identity)
        .values(identity=None, nonce=None)
    )


def find(connection: Connection, token: str) -> tuple[Identity, str]:
    """Return who a token belongs to, and for which table. Raises Refusal, or BlockedError."""
    row = connection.execute(
        sa.select(schema.identity.c.id, schema.identity.c.name, schema.identity.c.blocked, PROGRAM.table_id)
        .join(schema.program, PROGRAM.identity == schema.identity.c.id)
        .where(PROGRAM.token == hashed(token))
    ).first()
    if row is None:
        raise Refusal(status_code=403, detail="unknown token; the host of the table can get a new one")
    if row.blocked is not None:
        raise BlockedError("the host of this server has blocked you")
    return Identity(row.id, row.name), row.table_id


async def introduce(context: Context, sock: ClientSocket, address: str) -> tuple[Identity, str]:
    """Wait for the token of a program. Raises Refusal if it is invalid, or after too many invalid ones."""
    try:
        async with asyncio.timeout(TOKEN_SECONDS):
            raw = await sock.receive()
            sock.acknowledge()
    except TimeoutError:
        raise Refusal(status_code=400, detail="the first message must be the token") from None
    key = f"token {address}"
    if context.attempts_by_address.is_empty(key):
        raise Refusal(status_code=429, detail="too many wrong tokens from your address; wait a moment")
    try:
        token = wire.decode_token(raw).token
        return await context.store.read(lambda connection: find(connection, token))
    except (msgspec.DecodeError, RecursionError):
        context.attempts_by_address.take(key)
        raise Refusal(status_code=400, detail="the first message must be the token") from None
    except Refusal:
        context.attempts_by_address.take(key)
        raise


# --- playing -----------------------------------------------------------------------------------------------


class ProgramClient(Client):
    """A program at a table. It gets no pictures, but a question when it is its turn."""

    def __init__(
        self, visitor: Identity, seat: int, send: Callable[[bytes], Awaitable[None]], since: int
    ) -> None:
        super().__init__(visitor, seat, Look(), send, since)
        self.asked = -1  # the log number of the last question
        self.moves = False  # one of its moves is being made; the answer comes before everything else
        self.knows_game = False
        self.knows_end = False

    @property
    def needs_update(self) -> bool:
        return False

    def reply(self, frame: object) -> None:
        """Queue the answer to a move. Other messages for pages are not for programs."""
        if isinstance(frame, protocol.Done) and frame.id.startswith(TURN):
            self.tell(wire.Done(int(frame.id.removeprefix(TURN))))
        elif isinstance(frame, protocol.Refused):
            turn = int(frame.id.removeprefix(TURN)) if frame.id.startswith(TURN) else None
            self.refuse(frame.reason, turn)

    def refuse(self, reason: str, turn: int | None = None) -> None:
        """Queue a refusal. If it is the program's turn, it is asked again."""
        self.asked = -1
        self.tell(wire.Refused(reason, turn))

    def tell(self, message: object) -> None:
        """Queue a message of the protocol for bots."""
        super().reply(message)


def ask(table: LiveTable, client: ProgramClient) -> None:
    """Tell a program what it does not know yet: which game it is, that it is its turn, that the game is
    over."""
    client.stale = False
    match, seat = table.match, client.seat
    if match is None or client.moves:
        return
    if not client.knows_game:
        client.knows_game = True
        client.tell(wire.new_game(table.game))
    if match.over:
        if not client.knows_end:
            client.knows_end = True
            totals = [match.total(other) for other in range(match.players)]
            client.tell(wire.Over(match.ranks, totals))
        return
    is_playing = table.status == "playing" and not table.state.is_paused
    is_due = is_playing and match.to_act == seat and not table.chairs[seat].bot
    if is_due and client.asked != table.number:
        client.asked = table.number
        state, clock = table.state, table.state.clock
        left = None if clock is None else round(clock.remaining(seat, table.registry.now(), state.turn), 1)
        client.tell(
            wire.turn(table.number, match.position, match.view(seat), match.known_actions(seat), left)
        )


async def take_back(table: LiveTable, client: ProgramClient) -> None:
    """Let a program that has come back play again, if a bot plays for it."""
    chair = table.chairs[client.seat]
    if table.status == "playing" and chair.stand_in and not chair.is_gone:
        await asyncio.shield(table.handle(client, Resume(id=f"back {table.number}", seen=table.number)))


async def receive_moves(
    table: LiveTable, client: ProgramClient, sock: ClientSocket, refuse: Callable[..., str]
) -> None:
    """Handle a program's messages until it leaves. While `refuse` says that it sends too much, wait."""
    await take_back(table, client)
    while not client.ended:
        raw = await sock.receive()
        sock.acknowledge()
        while refuse():
            await asyncio.sleep(PAUSE)  # nothing is read during this time
        move = None
        try:
            if len(raw) > wire.LINE_BYTES:
                raise MoveError(f"a message can have at most {wire.LINE_BYTES} bytes")
            move = wire.decode_move(raw)
            notation = table.game.notation(wire.chosen(table.game, move))
        except (msgspec.DecodeError, RecursionError) as error:
            client.refuse(f"not a move: {error}")
        except RooftopError as error:
            client.refuse(str(error), move.turn if move else None)
        else:
            await take_back(table, client)
            command = Play(id=f"{TURN}{move.turn}", seen=move.turn, move=notation)
            client.moves = True
            await asyncio.shield(table.handle(client, command))
            client.moves = False
        ask(table, client)  # again, if the move was refused

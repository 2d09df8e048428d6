"""Tables: lists, new ones, seats, and finished games."""

from __future__ import annotations

import asyncio

import sqlalchemy as sa
from litestar import Response, get, post
from litestar.params import FromPath, FromQuery, JSONBody
from sqlalchemy.engine import Connection

from rooftop.errors import OptionError
from rooftop.game.knowledge import SPECTATOR
from rooftop.game.match import Match
from rooftop.server.auth import Identity
from rooftop.server.context import InjectedContext, Person, Seen, Visitor, check_access
from rooftop.server.errors import Refusal, errors
from rooftop.server.litestar_types import AnyRequest
from rooftop.server.memory import games
from rooftop.server.protocol import (
    CreatedTable,
    History,
    JoinedTable,
    Link,
    NewTable,
    Nonce,
    OpenTableLine,
    PastPly,
    SeatResult,
    TableLine,
    TableList,
    TableResult,
    TakenSeat,
)
from rooftop.server.store import schema
from rooftop.server.translation import language_of, with_someone

MOST_LISTED = 50
LINE = tuple(schema.game_table.c[name] for name in TableLine.__struct_fields__)


@get("/api/tables", responses=errors())
async def list_tables(context: InjectedContext, visitor: Visitor) -> TableList:
    """List the public tables, and the visitor's own: those where it is their turn first."""
    return await context.store.read(lambda database: lists(database, visitor))


def lists(database: Connection, visitor: Identity | None) -> TableList:
    visitor_id = visitor.id if visitor else ""
    own = games.own_lines(database, visitor_id, MOST_LISTED) if visitor_id else []
    return TableList(own, _public_tables(database), _open_tables(database, visitor_id))


def _public_tables(database: Connection) -> list[TableLine]:
    table = schema.game_table.c
    rows = database.execute(
        sa.select(*LINE)
        .where(table.visibility == "public", table.status.in_(("waiting", "playing")))
        .order_by(table.changed.desc())
        .limit(MOST_LISTED)
    )
    return [TableLine(*row) for row in rows]


def _open_tables(database: Connection, visitor_id: str) -> list[OpenTableLine]:
    """The public tables that have a seat for anyone, except those where the visitor sits."""
    table, seat, host = schema.game_table.c, schema.seat.c, schema.identity.c
    free = (
        sa.select(sa.func.count())
        .where(
            seat.table_id == table.id, seat.identity.is_(None), seat.bot.is_(None), seat.reserved.is_(None)
        )
        .scalar_subquery()
    )
    taken = sa.exists().where(seat.table_id == table.id, seat.identity == visitor_id)
    rows = database.execute(
        sa.select(*LINE, host.name.label("host"), free.label("free"))
        .join(schema.identity, host.id == table.owner)
        .where(table.visibility == "public", table.status == "waiting", free > 0, ~taken)
        .order_by(table.changed.desc())
        .limit(MOST_LISTED)
    )
    return [OpenTableLine(**row._mapping) for row in rows]


@post("/api/tables", status_code=201, responses=errors(400, 401, 403))
async def create_table(context: InjectedContext, person: Person, data: JSONBody[NewTable]) -> CreatedTable:
    if not context.commands.take(person.id):
        raise Refusal(status_code=429, detail="too many new tables; wait a moment")
    return await context.registry.create(person, data)


@post("/api/tables/{table_id:str}/sit", status_code=200, responses=errors(400, 401, 403))
async def sit(
    context: InjectedContext, person: Person, table_id: FromPath[str], data: JSONBody[Nonce]
) -> TakenSeat:
    """Take a seat. The game begins when all seats are taken."""
    return TakenSeat(await context.registry.sit(person, table_id, data.nonce))


@post("/api/join", status_code=200, responses=errors(400, 401, 403))
async def join(context: InjectedContext, person: Person, data: JSONBody[Link]) -> JoinedTable:
    """Use an invitation."""
    return JoinedTable(await context.registry.accept(person, data.link))


@get("/api/tables/{table_id:str}/file", responses=errors(400, 403))
async def game_file(seen: Seen) -> Response[bytes]:
    """Return the game file. Seed and hashes are left out until the game is over."""
    match = seen.match()
    return Response(match.file(secret=match.over).encode(), media_type="application/json")


@get("/api/tables/{table_id:str}/result", responses=errors(400, 403))
async def result(
    request: AnyRequest, context: InjectedContext, visitor: Visitor, table_id: FromPath[str]
) -> TableResult:
    """Return the stored result of a finished game, also of one that this server cannot replay."""
    game = await context.registry.finished(table_id)
    check_access(game, visitor)
    if game.result is None:
        raise OptionError("this game ended before results were stored")
    names = with_someone((chair.name for chair in game.chairs), language_of(request))
    rows = zip(names, game.chairs, game.result.ranks, game.result.points, strict=True)
    forfeited = game.result.forfeited
    return TableResult(
        game.title,
        [
            SeatResult(name, chair.bot, rank, sum(points.values()), points, seat in forfeited)
            for seat, (name, chair, rank, points) in enumerate(rows)
        ],
    )


@get("/api/tables/{table_id:str}/history", responses=errors(400, 403))
async def history(seen: Seen, lang: FromQuery[str] = "en") -> History:
    """Return a finished game decision by decision, with everyone's points after each."""
    match = seen.match()
    check_over(match)
    entries = [entry.number for entry in seen.table.state.standing]
    names = with_someone(seen.table.names, lang)
    plies = await asyncio.to_thread(_past_plies, match, lang, names, entries)
    return History(plies, list(match.title.sources))


def check_over(match: Match) -> None:
    if not match.over:
        raise OptionError("the game is not over yet, so it cannot be replayed")


def _past_plies(match: Match, language: str, names: list[str], entries: list[int]) -> list[PastPly]:
    position, seats = match.position_at(0), range(match.players)

    def past(ply: int, seat: int, text: str, entry: int) -> PastPly:
        points = [list(position.points(seat).values()) for seat in seats]
        return PastPly(ply, seat, text, [sum(row) for row in points], points, entry)

    plies = [past(0, -1, "", 0)]
    for ply, (decision, entry) in enumerate(zip(match.decisions, entries, strict=True), 1):
        position.apply(decision.action)
        lines = match.log_lines(decision, SPECTATOR, language, names)
        plies.append(past(ply, decision.seat, " ".join(lines), entry))
    return plies


HANDLERS = [list_tables, create_table, sit, join, game_file, result, history]

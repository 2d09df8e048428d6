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
from rooftop.languages import ENGLISH
from rooftop.server import reviews
from rooftop.server.auth import Identity
from rooftop.server.context import (
    InjectedContext,
    Person,
    Seen,
    SeenTable,
    Visitor,
    address_of,
    check_access,
)
from rooftop.server.errors import Refusal, errors
from rooftop.server.litestar_types import AnyRequest
from rooftop.server.memory import games
from rooftop.server.memory.played import PROGRAM
from rooftop.server.protocol import (
    AdmittedProgram,
    CreatedTable,
    GameReview,
    History,
    Invitation,
    Join,
    JoinedTable,
    Link,
    NewColour,
    NewLink,
    NewProgram,
    NewTable,
    NextTable,
    Nonce,
    OpenTableLine,
    PastPly,
    PersonAt,
    Readiness,
    SeatChange,
    SeatResult,
    StandUp,
    TableChange,
    TableLine,
    TableList,
    TableResult,
    TakenSeat,
)
from rooftop.server.store import schema
from rooftop.server.tables import facts, gathering, rematches
from rooftop.server.tables.clocks import DAY
from rooftop.server.tables.registry import Registry
from rooftop.server.translation import check_language, language_of, with_someone

MOST_LISTED = 50
MOST_CONSIDERED = 500  # tables that wait for players
LISTED_PER_HOST = 3  # tables with open seats
LINE = tuple(schema.game_table.c[name] for name in TableLine.__struct_fields__)


@get("/api/tables", responses=errors())
async def list_tables(context: InjectedContext, visitor: Visitor) -> TableList:
    """List the public tables, and the visitor's own: those where it is their turn first."""
    return await lists(context.registry, visitor)


async def lists(registry: Registry, visitor: Identity | None) -> TableList:
    visitor_id = visitor.id if visitor else ""
    table, now = schema.game_table.c, registry.now()
    # Tables that have been idle for long leave the public lists.
    fresh = sa.or_(
        *(
            sa.and_(table.pace == pace, table.changed > now - days * DAY)
            for pace, days in registry.idle_days.items()
        )
    )
    return await registry.store.read(
        lambda database: TableList(
            games.own_lines(database, visitor_id, MOST_LISTED, now) if visitor_id else [],
            _public_tables(database, fresh),
            _open_tables(database, fresh, visitor_id),
        )
    )


def _public_tables(database: Connection, fresh: sa.ColumnElement[bool]) -> list[TableLine]:
    """The public games that can be watched."""
    table = schema.game_table.c
    rows = database.execute(
        sa.select(*LINE)
        .where(table.visibility == "public", table.status == "playing", fresh)
        .order_by(table.changed.desc())
        .limit(MOST_LISTED)
    )
    return [TableLine(*row) for row in rows]


def _open_tables(database: Connection, fresh: sa.ColumnElement[bool], visitor_id: str) -> list[OpenTableLine]:
    """The public tables that have a seat for anyone, except those where the visitor sits, or was removed.
    Each host gets a few lines, so that nobody can fill the list."""
    stored, seat, host, removed = schema.game_table.c, schema.seat.c, schema.identity.c, schema.removed.c
    waiting = (
        sa.select(schema.game_table)
        .where(stored.visibility == "public", stored.status == "waiting", fresh)
        .order_by(stored.changed.desc())
        .limit(MOST_CONSIDERED)
        .subquery()
    )
    table = waiting.c
    free = (
        sa.select(sa.func.count())
        .where(
            seat.table_id == table.id, seat.identity.is_(None), seat.bot.is_(None), seat.reserved.is_(None)
        )
        .scalar_subquery()
    )
    taken = sa.exists().where(seat.table_id == table.id, seat.identity == visitor_id)
    kept_away = sa.exists().where(removed.table_id == table.id, removed.identity == visitor_id)
    number = sa.func.row_number().over(partition_by=table.owner, order_by=table.changed.desc())
    found = (
        sa.select(
            *(table[name] for name in TableLine.__struct_fields__),
            host.name.label("host"),
            free.label("free"),
            number.label("of_host"),
        )
        .join(schema.identity, host.id == table.owner)
        .where(free > 0, ~taken, ~kept_away)
        .subquery()
    )
    rows = database.execute(
        sa.select(*(column for column in found.c if column.name != "of_host"))
        .where(found.c.of_host <= LISTED_PER_HOST)
        .order_by(found.c.changed.desc())
        .limit(MOST_LISTED)
    )
    return [OpenTableLine(**row._mapping) for row in rows]


@post("/api/tables", status_code=201, responses=errors(400, 401, 403))
async def create_table(
    request: AnyRequest, context: InjectedContext, person: Person, data: JSONBody[NewTable]
) -> CreatedTable:
    return await context.lobby.open(person, address_of(request), data)


@post("/api/tables/{table_id:str}/sit", status_code=200, responses=errors(400, 401, 403))
async def sit(
    context: InjectedContext, person: Person, table_id: FromPath[str], data: JSONBody[Nonce]
) -> TakenSeat:
    """Take a seat. The game begins when everyone is ready, including the host."""
    return TakenSeat(
        await context.registry.sit(person, table_id, data.nonce, name=data.name, colour=data.colour)
    )


# --- before a game -----------------------------------------------------------------------------------------


@post("/api/invitation", status_code=200, responses=errors(400, 403, 404))
async def read_invitation(
    context: InjectedContext, visitor: Visitor, data: JSONBody[Link], lang: FromQuery[str] = ENGLISH
) -> Invitation:
    """Say what an invitation leads to. This does not use it up."""
    return await context.lobby.invitation(visitor, data.secret, check_language(lang))


@post("/api/join", status_code=200, responses=errors(400, 401, 403, 404))
async def join(context: InjectedContext, person: Person, data: JSONBody[Join]) -> JoinedTable:
    """Sit down with an invitation."""
    return await context.lobby.join(person, data.secret, data.nonce, data.colour)


@post("/api/tables/{table_id:str}/invitation", status_code=200, responses=errors(400, 401, 403))
async def renew_invitation(context: InjectedContext, person: Person, table_id: FromPath[str]) -> NewLink:
    """Replace the invitation of the visitor's table. The old link no longer works."""
    return NewLink(await context.lobby.renew(person, table_id))


@post("/api/tables/{table_id:str}/seats", status_code=204, responses=errors(400, 401, 403))
async def change_seats(
    context: InjectedContext, person: Person, table_id: FromPath[str], data: JSONBody[SeatChange]
) -> None:
    """Change empty seats of the visitor's table."""
    await context.lobby.change_seats(person, table_id, data.seat, data.kind)


@post("/api/tables/{table_id:str}/facts", status_code=204, responses=errors(400, 401, 403))
async def change_facts(
    context: InjectedContext, person: Person, table_id: FromPath[str], data: JSONBody[TableChange]
) -> None:
    """Change the clock, the visibility, the rating or the options of the visitor's table before its game.
    Then nobody is ready any more."""
    await facts.change(context.registry, person, table_id, data)


@post("/api/tables/{table_id:str}/ready", status_code=204, responses=errors(400, 401, 403))
async def say_ready(
    context: InjectedContext, person: Person, table_id: FromPath[str], data: JSONBody[Readiness]
) -> None:
    """Say whether the visitor is ready. The game begins when everyone is, including the host."""
    await gathering.say_ready(context.registry, person, table_id, data.ready)


@post("/api/tables/{table_id:str}/start", status_code=204, responses=errors(400, 401, 403))
async def start(context: InjectedContext, person: Person, table_id: FromPath[str]) -> None:
    """Begin the game of the visitor's table. All seats must be taken, and in a rated game all guests must be
    ready."""
    await gathering.start(context.registry, person, table_id)


@post("/api/tables/{table_id:str}/stand", status_code=204, responses=errors(400, 401, 403))
async def stand_up(
    context: InjectedContext, person: Person, table_id: FromPath[str], data: JSONBody[StandUp]
) -> None:
    """Leave the visitor's seat before the game."""
    await gathering.stand_up(context.registry, person, table_id, data.seat)


@post("/api/tables/{table_id:str}/remove", status_code=204, responses=errors(400, 401, 403))
async def remove_person(
    context: InjectedContext, person: Person, table_id: FromPath[str], data: JSONBody[PersonAt]
) -> None:
    """Remove a person from the visitor's table. They cannot sit down there again."""
    await gathering.remove(context.registry, person, table_id, data.seat)


@post("/api/tables/{table_id:str}/host", status_code=204, responses=errors(400, 401, 403))
async def hand_on(
    context: InjectedContext, person: Person, table_id: FromPath[str], data: JSONBody[PersonAt]
) -> None:
    """Make somebody else at the visitor's table its host."""
    await gathering.hand_on(context.registry, person, table_id, data.seat)


@post("/api/tables/{table_id:str}/bots", status_code=201, responses=errors(400, 401, 403))
async def admit_program(
    context: InjectedContext,
    person: Person,
    table_id: FromPath[str],
    data: JSONBody[NewProgram],
) -> AdmittedProgram:
    """Keep an empty seat of the visitor's table for a bot of their own, and return its token."""
    return AdmittedProgram(data.seat, await context.lobby.admit(person, table_id, data.seat, data.name))


@post("/api/tables/{table_id:str}/colour", status_code=204, responses=errors(400, 401, 403))
async def choose_colour(
    context: InjectedContext, person: Person, table_id: FromPath[str], data: JSONBody[NewColour]
) -> None:
    """Choose the colour of one of the visitor's seats before the game."""
    await context.lobby.choose_colour(person, table_id, data.colour, data.seat)


@post("/api/tables/{table_id:str}/close", status_code=204, responses=errors(400, 401, 403))
async def close_table(context: InjectedContext, person: Person, table_id: FromPath[str]) -> None:
    """Close the visitor's table before its game has begun."""
    await context.lobby.close(person, table_id)


@post("/api/tables/{table_id:str}/rematch", status_code=200, responses=errors(400, 401, 403))
async def rematch(
    request: AnyRequest, context: InjectedContext, person: Person, table_id: FromPath[str]
) -> NextTable:
    """Return the table of a rematch. The first player who asks opens it, and the others are asked."""
    return NextTable(await context.lobby.rematch(person, table_id, address_of(request)))


@post("/api/tables/{table_id:str}/rematch/decline", status_code=204, responses=errors(400, 401, 403))
async def decline_rematch(context: InjectedContext, person: Person, table_id: FromPath[str]) -> None:
    """Decline a rematch."""
    await rematches.decline(context.registry, person, table_id)


# --- games -------------------------------------------------------------------------------------------------


@get("/api/tables/{table_id:str}/file", responses=errors(400, 403))
async def game_file(seen: Seen) -> Response[bytes]:
    """Return the game file. It has no seed and no hashes until the game is over."""
    match = seen.match()
    return Response(match.file(secret=match.over).encode(), media_type="application/json")


@get("/api/tables/{table_id:str}/result", responses=errors(400, 403))
async def result(
    request: AnyRequest, context: InjectedContext, visitor: Visitor, table_id: FromPath[str]
) -> TableResult:
    """Return the stored result of a finished game, even of one that this server cannot replay."""
    game = await context.registry.finished(table_id)
    check_access(game, visitor)
    if game.result is None:
        raise OptionError("this game ended before results were stored")
    names = with_someone((chair.name for chair in game.chairs), language_of(request))
    stored = game.result
    rows = zip(names, game.chairs, stored.ranks, stored.points, strict=True)
    return TableResult(
        game.title,
        [
            SeatResult(
                name,
                PROGRAM if chair.program else chair.bot,
                rank,
                sum(points.values()),
                points,
                seat in stored.forfeited,
                seat in stored.conceded,
                chair.stand_in,
            )
            for seat, (name, chair, rank, points) in enumerate(rows)
        ],
        stored.ended,
    )


@get("/api/tables/{table_id:str}/history", responses=errors(400, 403))
async def history(seen: Seen, lang: FromQuery[str] = ENGLISH) -> History:
    """Return a finished game decision by decision, with everyone's points after each."""
    match = seen.match()
    check_over(match)
    entries = [entry.number for entry in seen.table.state.standing]
    names = with_someone(seen.table.names, lang)
    plies = await asyncio.to_thread(_past_plies, match, lang, names, entries)
    return History(plies, list(match.title.sources))


@get("/api/tables/{table_id:str}/review", responses=errors(400, 403))
async def review(seen: Seen, visitor: Visitor, lang: FromQuery[str] = ENGLISH) -> GameReview:
    """Return the review of a finished game, or its progress."""
    check_over(seen.table.started_match)
    return await reviews.find(seen.table, check_language(lang), _is_player(seen, visitor))


@post("/api/tables/{table_id:str}/review", status_code=200, responses=errors(400, 401, 403))
async def ask_for_review(
    context: InjectedContext, seen: Seen, person: Person, lang: FromQuery[str] = ENGLISH
) -> GameReview:
    """Ask bots to review a finished game. Only its players can ask."""
    language = check_language(lang)
    check_over(seen.table.started_match)
    if not _is_player(seen, person):
        raise Refusal(status_code=403, detail="only the players of a game can have it reviewed")
    if not context.reviews.take(person.id):
        raise Refusal(status_code=429, detail="too many reviews today; come back tomorrow")
    await reviews.ask(seen.table)
    return await reviews.find(seen.table, language, True)


def _is_player(seen: SeenTable, visitor: Identity | None) -> bool:
    return bool(seen.table.state.seats_of(visitor))


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


HANDLERS = [
    list_tables,
    create_table,
    sit,
    read_invitation,
    join,
    renew_invitation,
    change_seats,
    change_facts,
    say_ready,
    start,
    stand_up,
    remove_person,
    hand_on,
    admit_program,
    choose_colour,
    close_table,
    rematch,
    decline_rematch,
    game_file,
    result,
    history,
    review,
    ask_for_review,
]

"""Remembering finished games: one row per seat, written in the transaction that ends the game."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, nextafter
from typing import TYPE_CHECKING, Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from rooftop.bots.levels import LEVELS
from rooftop.game.gamefile import Result
from rooftop.server.auth import SOMEONE
from rooftop.server.memory import ratings
from rooftop.server.store import schema

if TYPE_CHECKING:
    from rooftop.server.tables.state import Chair, TableState

PLAYED, SEAT = schema.played.c, schema.seat.c
PROGRAM = "program"  # instead of a level: a person's own bot
RATING_LOCK = 0x726F6F68  # an advisory lock


def write_end(connection: Connection, state: TableState, result: Result, at: float) -> None:
    """Remember a game that is ending. A rated game changes its players' ratings, unless they agreed that
    nobody wins."""
    identities = [chair.identity for chair in state.chairs if chair.identity not in (None, SOMEONE)]
    has_ranks = result.ended != "agreement"
    rated = state.rated and has_ranks and len(set(identities)) == len(identities)
    if rated:
        at = _after_all_rated(connection, at)
    rows = [
        {
            "table_id": state.id,
            "seat": seat,
            "identity": None if chair.identity == SOMEONE or chair.program else chair.identity,
            "bot": _remembered(chair),
            "title": state.game.title.id,
            "players": len(state.chairs),
            **result_of(result, seat),
            "forfeited": seat in result.forfeited,
            "conceded": chair.conceded,
            "away": (chair.stand_in and not chair.conceded) or (rated and chair.replaced),
            "private": state.visibility == "invitation",
            "rated": rated,
            "mu": None,
            "sigma": None,
            "ended": at,
        }
        for seat, chair in enumerate(state.chairs)
    ]
    if rated:
        ratings.rate(connection, rows)
    connection.execute(schema.played.insert(), rows)
    connection.execute(schema.seat.update().where(schema.seat.c.table_id == state.id).values(over=True))


def write_result(connection: Connection, table_id: str, result: Result) -> None:
    """Add the result to a game that was remembered without one."""
    for seat in range(len(result.ranks)):
        connection.execute(
            schema.played.update()
            .where(PLAYED.table_id == table_id, PLAYED.seat == seat)
            .values(result_of(result, seat))
        )


def result_of(result: Result, seat: int) -> dict[str, Any]:
    points = result.points[seat]
    return {
        "rank": result.ranks[seat] or None,  # none if the game was ended by agreement
        "total": sum(points.values()),
        "points": msgspec.json.encode(points).decode(),
        "how": result.ended,
    }


def _remembered(chair: Chair) -> str | None:
    """The bot of a seat, unless it stood in for a person."""
    if chair.program:
        return f"{PROGRAM}:{chair.called}"
    if chair.identity or not chair.bot:
        return None
    return f"{chair.bot}:{LEVELS[chair.bot].version if chair.bot in LEVELS else 1}"


def _after_all_rated(connection: Connection, at: float) -> float:
    """Return when a rated game ends, later than all others: ratings depend on the order of games. Only one
    process rates at a time."""
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({RATING_LOCK})")
    newest = connection.execute(sa.select(sa.func.max(PLAYED.ended)).where(PLAYED.rated)).scalar()
    return at if newest is None or newest < at else nextafter(newest, inf)


def chairs_of(connection: Connection, table_ids: Sequence[str]) -> dict[str, list[sa.Row[Any]]]:
    """Return the seats of finished games by table, with their players' names."""
    rows = connection.execute(
        sa.select(schema.played, sa.func.coalesce(SEAT.name, schema.identity.c.name).label("name"))
        .outerjoin(schema.seat, sa.and_(SEAT.table_id == PLAYED.table_id, SEAT.seat == PLAYED.seat))
        .outerjoin(schema.identity, schema.identity.c.id == PLAYED.identity)
        .where(PLAYED.table_id.in_(table_ids))
        .order_by(PLAYED.table_id, PLAYED.seat)
    )
    found: dict[str, list[sa.Row[Any]]] = {}
    for row in rows:
        found.setdefault(row.table_id, []).append(row)
    return found

"""The games of a person: those that run, the ones that wait for them first, and those that are over."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from rooftop.errors import OptionError
from rooftop.server.memory.played import PROGRAM, chairs_of
from rooftop.server.protocol import OwnTableLine
from rooftop.server.store import schema
from rooftop.server.tables.clocks import NO_TIME
from rooftop.server.tables.log import BOT_NAMES

PAGE = 20  # finished games on a page
MOST_RUNNING = 100
GOES_ON = ("waiting", "playing")
TABLE, SEAT, PLAYED = schema.game_table.c, schema.seat.c, schema.played.c


@dataclass(frozen=True)
class Mate:
    """Somebody at a table: `person` is an identity. Somebody who has been deleted has none, and no name."""

    name: str
    bot: str | None
    person: str | None = None
    rank: int | None = None
    total: int | None = None
    lost: bool = False  # forfeited, or a bot has played to the end


@dataclass(frozen=True)
class Running:
    """A game that has not ended: whose turn it is, and who plays, but nothing of the position."""

    id: str
    title: str
    players: int
    status: str
    changed: float
    rated: bool
    my_turn: bool
    mates: list[Mate]


@dataclass(frozen=True)
class Finished:
    """A game that is over, with the ranks of one's own seats. Games of older versions may have no result."""

    id: str
    title: str
    players: int
    ended: float
    rated: bool
    own: list[Mate]
    mates: list[Mate]


@dataclass(frozen=True)
class Cursor:
    """Where a page of finished games ends: the next one begins after it."""

    ended: float
    table: str

    @classmethod
    def parse(cls, text: str) -> Cursor | None:
        """Read a cursor from an address; None for the first page."""
        if not text:
            return None
        ended, _, table = text.partition("_")
        try:
            return cls(float(ended), table[:32].replace("\0", ""))
        except ValueError:
            raise OptionError("this page of games does not exist") from None

    def __str__(self) -> str:
        return f"{self.ended!r}_{self.table}"


# --- running games -----------------------------------------------------------------------------------------


def running(database: Connection, person: str, most: int = MOST_RUNNING) -> list[Running]:
    """Return the games of a person that have not ended, with their players."""
    rows = _running_rows(database, person, most)
    found = [row.id for row in rows]
    seats = database.execute(
        sa.select(
            schema.seat,
            sa.func.coalesce(SEAT.name, schema.identity.c.name).label("called"),
            schema.program.c.identity.is_not(None).label("program"),
        )
        .outerjoin(schema.identity, schema.identity.c.id == SEAT.identity)
        .outerjoin(schema.program, schema.program.c.identity == SEAT.identity)
        .where(SEAT.table_id.in_(found))
        .order_by(SEAT.table_id, SEAT.seat)
    )
    mates = {
        table: [
            Mate(BOT_NAMES[row.seat], row.bot)
            if row.bot
            else Mate(row.called, PROGRAM)
            if row.program
            else Mate(row.called, None, row.identity)
            for row in chairs
            if row.identity != person and (row.bot or row.identity)
        ]
        for table, chairs in groupby(seats, attrgetter("table_id"))
    }
    return [
        Running(
            row.id,
            row.title,
            row.players,
            row.status,
            row.changed,
            row.rated,
            bool(row.my_turn),
            mates.get(row.id, []),
        )
        for row in rows
    ]


def _running_rows(database: Connection, person: str, most: int) -> Sequence[sa.Row[Any]]:
    """Games that wait for the person come first, the one that waits longest at the top; then the newest."""
    my_turn = sa.exists().where(
        SEAT.table_id == TABLE.id, SEAT.seat == TABLE.to_act, SEAT.identity == person, SEAT.bot.is_(None)
    )
    seats = sa.select(SEAT.table_id)
    owned = sa.select(TABLE.id).where(TABLE.owner == person, TABLE.status.in_(GOES_ON))
    ids = sa.union(
        seats.where(SEAT.identity == person, ~SEAT.over),
        seats.where(SEAT.reserved == person, SEAT.identity.is_(None)),
        owned,
    )
    turn = my_turn.label("my_turn")
    waited = sa.case((my_turn, TABLE.changed), else_=-TABLE.changed)
    return database.execute(
        sa.select(schema.game_table, turn)
        .where(TABLE.id.in_(ids), TABLE.status.in_(GOES_ON))
        .order_by(turn.desc(), waited, TABLE.id)
        .limit(most)
    ).all()


def waiting_for(database: Connection, person: str) -> list[str]:
    """Return the tables where it is a person's turn, the one that waits longest first."""
    rows = database.execute(
        sa.select(TABLE.id)
        .join(schema.seat, sa.and_(SEAT.table_id == TABLE.id, SEAT.seat == TABLE.to_act))
        .where(SEAT.identity == person, ~SEAT.over, SEAT.bot.is_(None), TABLE.status == "playing")
        .order_by(TABLE.changed, TABLE.id)
    )
    return list(rows.scalars())


# --- finished games ----------------------------------------------------------------------------------------


def finished(
    database: Connection, person: str, before: Cursor | None = None, most: int = PAGE
) -> tuple[list[Finished], Cursor | None]:
    """Return finished games of a person, the newest first, and where the next page begins."""
    wanted = sa.select(PLAYED.table_id, PLAYED.ended).where(PLAYED.identity == person)
    if before is not None:
        wanted = wanted.where(
            sa.tuple_(PLAYED.ended, PLAYED.table_id) < sa.tuple_(before.ended, before.table)
        )
    newest_first = wanted.order_by(PLAYED.ended.desc(), PLAYED.table_id.desc()).limit(most + 1)
    keys = database.execute(newest_first).all()
    more = Cursor(keys[most - 1].ended, keys[most - 1].table_id) if len(keys) > most else None
    tables = list(dict.fromkeys(row.table_id for row in keys[:most]))
    chairs = chairs_of(database, tables)
    return [_finished(chairs[table], person) for table in tables], more


def _finished(chairs: list[sa.Row[Any]], person: str) -> Finished:
    first = chairs[0]
    mates = [(row.identity, _mate(row)) for row in chairs]
    ranked = sorted(mates, key=lambda mate: (mate[1].rank is None, mate[1].rank))
    return Finished(
        first.table_id,
        first.title,
        first.players,
        first.ended,
        first.rated,
        [mate for who, mate in ranked if who == person],
        [mate for who, mate in ranked if who != person],
    )


def _mate(row: sa.Row[Any]) -> Mate:
    level, _, called = row.bot.partition(":") if row.bot else (None, "", "")
    name = called if level == PROGRAM else BOT_NAMES[row.seat] if level else row.name or ""
    return Mate(name, level, row.identity, row.rank, row.total, row.forfeited or row.away)


def own_lines(database: Connection, person: str, most: int) -> list[OwnTableLine]:
    """Return the tables of a person for a short list: those that run, then those that are over."""
    lines = [
        OwnTableLine(
            row.id,
            row.title,
            row.players,
            row.status,
            row.changed,
            time=row.time,
            rated=row.rated,
            my_turn=bool(row.my_turn),
            rank=None,
        )
        for row in _running_rows(database, person, most)
    ]
    over = sa.select(schema.played).where(PLAYED.identity == person)
    newest = over.order_by(PLAYED.ended.desc(), PLAYED.table_id.desc()).limit(most - len(lines))
    known = set[str]()
    for row in database.execute(newest):
        if row.table_id not in known:
            known.add(row.table_id)
            lines.append(
                OwnTableLine(
                    row.table_id,
                    row.title,
                    row.players,
                    "over",
                    row.ended,
                    time=NO_TIME,
                    rated=row.rated,
                    my_turn=False,
                    rank=row.rank,
                )
            )
    return lines

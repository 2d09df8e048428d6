"""A person's games: the running ones, with those that wait for them first, and the finished ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from math import inf
from operator import attrgetter
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from rooftop.errors import OptionError
from rooftop.game.gamefile import Ended
from rooftop.server.memory.played import PROGRAM, chairs_of
from rooftop.server.protocol import OwnTableLine
from rooftop.server.store import schema
from rooftop.server.tables import clocks, glances
from rooftop.server.tables.clocks import NO_TIME, Turn
from rooftop.server.tables.log import BOT_NAMES

PAGE = 20  # finished games on a page
MOST_RUNNING = 100
GOES_ON = ("waiting", "playing")
TABLE, SEAT, PLAYED = schema.game_table.c, schema.seat.c, schema.played.c


@dataclass(frozen=True)
class Mate:
    """Somebody at a table: `person` is an identity. Deleted people have neither identity nor name."""

    name: str
    bot: str | None
    person: str | None = None
    rank: int | None = None
    total: int | None = None
    lost: bool = False  # forfeited, or a bot played to the end
    forfeited: bool = False
    conceded: bool = False
    acts: bool = False  # it is their turn
    left: float | None = None  # seconds on their clock, if relevant now


@dataclass(frozen=True)
class Running:
    """A game that has not ended: whose turn it is, who plays, and what everyone may see at a glance: points
    and clocks. `replaced`: a bot stands in for the person, who can come back."""

    id: str
    title: str
    players: int
    status: str
    changed: float
    rated: bool
    time: str
    my_turn: bool
    mates: list[Mate]
    own: list[Mate]
    deadline: float | None = None  # of the person to act
    replaced: bool = False
    paused: bool = False


@dataclass(frozen=True)
class Finished:
    """A finished game, with the ranks of the person's seats, and how it ended, if early. Games of older
    versions may have no result."""

    id: str
    title: str
    players: int
    ended: float
    rated: bool
    own: list[Mate]
    mates: list[Mate]
    how: Ended = ""


@dataclass(frozen=True)
class Cursor:
    """Where a page of finished games ends and the next one begins."""

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


def running(database: Connection, person: str, now: float, most: int = MOST_RUNNING) -> list[Running]:
    """Return the games of a person that have not ended, the most urgent first: those that wait for them, by
    deadline, or the one that waits longest; those where a bot stands in for them; then the newest."""
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
    chairs = {table: list(some) for table, some in groupby(seats, attrgetter("table_id"))}
    return sorted((_running(row, chairs.get(row.id, []), person, now) for row in rows), key=_urgency)


def _urgency(game: Running) -> tuple[float, ...]:
    if game.my_turn:
        return (0, inf if game.deadline is None else game.deadline, game.changed)
    return (1 if game.replaced else 2, -game.changed)


def _running(row: sa.Row[Any], chairs: list[sa.Row[Any]], person: str, now: float) -> Running:
    glance = glances.decode(row.glance)
    stand_ins = glance.stand_ins if glance else []
    # While a bot is to act, the deadline is the time when its turn began.
    bots = {*stand_ins, *(seat.seat for seat in chairs if seat.bot)}
    runs = row.deadline is not None and row.deadline > row.changed and row.to_act not in bots
    control = clocks.parse(row.time)
    clock = clocks.stored(row.clocks, row.deadline if runs else None)
    turn = Turn(row.to_act, 0, bot=False)

    def mate(seat: sa.Row[Any]) -> Mate:
        bot = seat.bot or (PROGRAM if seat.program else None)
        acts = row.status == "playing" and row.to_act == seat.seat
        is_clocked = clock is not None and not seat.bot and (acts and runs if control.is_per_turn else True)
        return Mate(
            BOT_NAMES[seat.seat] if seat.bot else seat.called,
            bot,
            None if bot else seat.identity,
            total=glance.totals[seat.seat] if glance else None,
            acts=acts,
            left=clock.remaining(seat.seat, now, turn) if clock and is_clocked else None,
        )

    own = [seat for seat in chairs if seat.identity == person]
    others = [seat for seat in chairs if seat.identity != person and (seat.bot or seat.identity)]
    acting = [seat for seat in own if seat.seat == row.to_act and seat.seat not in stand_ins]
    replaced = glance is not None and any(
        seat.seat in stand_ins and seat.seat not in glance.gone for seat in own
    )
    return Running(
        row.id,
        row.title,
        row.players,
        row.status,
        row.changed,
        row.rated,
        row.time,
        bool(acting) and row.status == "playing",
        [mate(seat) for seat in others],
        [mate(seat) for seat in own],
        row.deadline if runs else None,
        replaced,
        glance is not None and glance.paused,
    )


def _running_rows(database: Connection, person: str, most: int) -> Sequence[sa.Row[Any]]:
    """Games that wait for the person come first, by deadline; then the newest."""
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
    waited = sa.case((my_turn, TABLE.changed), else_=-TABLE.changed)
    without_deadline = sa.case((sa.and_(my_turn, TABLE.deadline.is_not(None)), 0), else_=1)
    return database.execute(
        sa.select(schema.game_table)
        .where(TABLE.id.in_(ids), TABLE.status.in_(GOES_ON))
        .order_by(my_turn.desc(), without_deadline, sa.case((my_turn, TABLE.deadline)), waited, TABLE.id)
        .limit(most)
    ).all()


def waiting_for(database: Connection, person: str) -> list[str]:
    """Return the tables where it is a person's turn, the most urgent first."""
    rows = database.execute(
        sa.select(TABLE.id, TABLE.to_act, TABLE.glance)
        .join(schema.seat, sa.and_(SEAT.table_id == TABLE.id, SEAT.seat == TABLE.to_act))
        .where(SEAT.identity == person, ~SEAT.over, SEAT.bot.is_(None), TABLE.status == "playing")
        .order_by(sa.case((TABLE.deadline.is_(None), 1), else_=0), TABLE.deadline, TABLE.changed, TABLE.id)
    )
    return [
        row.id
        for row in rows
        if (seen := glances.decode(row.glance)) is None or row.to_act not in seen.stand_ins
    ]


# --- finished games ----------------------------------------------------------------------------------------


def finished(
    database: Connection, person: str, before: Cursor | None = None, most: int = PAGE
) -> tuple[list[Finished], Cursor | None]:
    """Return finished games of a person, newest first, and where the next page begins."""
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
        first.how,
    )


def _mate(row: sa.Row[Any]) -> Mate:
    level, _, called = row.bot.partition(":") if row.bot else (None, "", "")
    name = called if level == PROGRAM else BOT_NAMES[row.seat] if level else row.name or ""
    lost = row.forfeited or row.away
    return Mate(name, level, row.identity, row.rank, row.total, lost, row.forfeited, row.conceded)


def own_lines(database: Connection, person: str, most: int, now: float) -> list[OwnTableLine]:
    """Return the tables of a person for a short list: running ones, then finished ones."""
    lines = [
        OwnTableLine(
            row.id,
            row.title,
            row.players,
            row.status,
            row.changed,
            time=row.time,
            rated=row.rated,
            my_turn=row.my_turn,
            rank=None,
            opponents=[mate.name or "" for mate in row.mates],
            deadline=row.deadline,
        )
        for row in running(database, person, now, most)
    ]
    over = finished(database, person, most=most - len(lines))[0] if len(lines) < most else []
    for game in over:
        mine = game.own[0]
        lines.append(
            OwnTableLine(
                game.id,
                game.title,
                game.players,
                "over",
                game.ended,
                time=NO_TIME,
                rated=game.rated,
                my_turn=False,
                rank=None if mine.lost else mine.rank,
                opponents=[mate.name for mate in game.mates],
                ended=game.how,
                conceded=mine.conceded,
            )
        )
    return lines

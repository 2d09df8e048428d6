"""The log of a table: adding entries, replaying stored ones, loading a table from the database."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from rooftop.errors import GameFileError, OptionError
from rooftop.game import gamefile
from rooftop.game.decoding import decode_json
from rooftop.game.gamefile import EditionMark, Result
from rooftop.game.position import Game, new_game
from rooftop.game.title import OptionValue
from rooftop.server.auth import Identity
from rooftop.server.library import Library
from rooftop.server.store import schema
from rooftop.server.tables import agreements, rematches
from rooftop.server.tables.colours import coloured
from rooftop.server.tables.commands import (
    AND_THEN,
    DECISIONS,
    KINDS,
    THE_END,
    ChangeLevel,
    Concede,
    Forfeit,
    Leave,
    Resume,
    Substitute,
    TimeOut,
)
from rooftop.server.tables.state import Chair, LogEntry, TableState, name_chairs
from rooftop.server.translation import message

BOT_NAMES = ("Ada", "Bruno", "Celia", "Dawid")  # by seat; the page shows that they are bots


# The kinds of log entries that change who plays for a seat.
WHO_PLAYS = tuple(kind.kind for kind in (ChangeLevel, Substitute, TimeOut, Forfeit, Leave, Concede, Resume))


class MissingTableError(OptionError):
    """There is no such table."""


class OtherGameError(OptionError):
    """A game with other rules or data than this server's. A `finished` one needs no replay."""

    def __init__(self, why: str, finished: bool) -> None:
        super().__init__(why)
        self.finished = finished


@dataclass(frozen=True)
class FinishedGame:
    """A finished game as stored, readable whatever the rules are now."""

    title: str
    owner: str
    visibility: str
    chairs: list[Chair]
    result: Result | None


@dataclass(frozen=True)
class TableSummary:
    """What is stored of a table apart from its moves; the result is None before the end."""

    id: str
    title: str
    owner: str
    host: str  # the owner's name
    visibility: str
    status: str
    chairs: list[Chair]
    result: Result | None

    @property
    def winners(self) -> list[int]:
        """The seats that have won. A win by a stand-in counts for nobody, and the last player to give up has
        not won."""
        if self.result is None:
            return []
        out = {*self.result.forfeited, *self.result.conceded}
        first = [seat for seat, rank in enumerate(self.result.ranks) if rank == 1 and seat not in out]
        return [seat for seat in first if not self.chairs[seat].stand_in]


def is_welcome(table: TableState | FinishedGame | TableSummary, visitor: Identity | None) -> bool:
    """Whether somebody may see a table: if it is by invitation, only its host and those who have a seat."""
    if table.visibility != "invitation":
        return True
    invited = {table.owner}
    for chair in table.chairs:
        invited |= {chair.reserved or "", chair.identity or ""}
    return visitor is not None and bool(visitor.id) and visitor.id in invited


# --- entries -----------------------------------------------------------------------------------------------


def add_entry(state: TableState, entry: LogEntry, command: str) -> None:
    """Apply a log entry and append it. After an error, discard the state."""
    entry.number = state.number + 1
    KINDS[entry.kind].apply(state, entry)
    if entry.kind in DECISIONS and state.decided_at is not None:
        state.chairs[entry.seat].seconds += entry.at - state.decided_at
    state.decided_at = entry.at
    state.log.append(entry)
    state.commands[command] = entry.number
    if state.started_match.over:
        state.status = "over"


def replay(state: TableState, rows: Iterable[sa.Row[tuple[object, ...]]]) -> None:
    """Add the stored log. Raises GameFileError if it does not lead to the stored hashes."""
    for row in rows:
        if row.number != state.number + 1:
            raise GameFileError(
                message("table {table}: log entry {n} is missing", table=state.id, n=state.number + 1)
            )
        if row.kind not in KINDS:
            raise GameFileError(
                message(
                    "table {table}: entry {n}: unknown kind {kind!r}",
                    table=state.id,
                    n=row.number,
                    kind=row.kind,
                )
            )
        add_entry(state, LogEntry(row.kind, row.seat, row.text, at=row.at), row.command)
        if state.started_match.position.hash() != row.hash:
            raise GameFileError(
                message(
                    "table {table}: entry {n}: the state differs from the stored one",
                    table=state.id,
                    n=row.number,
                )
            )


# --- from the database -------------------------------------------------------------------------------------


def load(library: Library, connection: Connection, table_id: str) -> TableState:
    """Load a table, replaying and checking its log."""
    row = _row(connection, table_id)
    compiled = library.compiled(row.title)
    chairs = _chairs(connection, table_id)
    state = TableState(row, coloured(_game(row, library, compiled), chairs), chairs)
    state.is_interpreted = compiled is False
    if row.status in ("playing", "over") or (row.status == "closed" and row.to_act is not None):
        entries = connection.execute(
            sa.select(schema.log).where(schema.log.c.table_id == table_id).order_by(schema.log.c.number)
        ).all()
        state.begin(None if entries else row.changed)
        replay(state, entries)
        state.commands |= _settled(connection, table_id)
        state.decided = _decided(connection, state)
        state.agreed = agreements.load(connection, table_id)
        if row.status == "closed":
            state.status = "closed"
        if state.clock is None and row.status == "playing":
            state.start_clock(row.changed)  # the server ended before it was stored
    if row.status == "waiting":
        before = rematches.table_before(connection, table_id)
        state.is_rematch = before is not None
        state.declined = rematches.decliners(connection, before) if before else []
        state.removed = _removed(connection, table_id)
    elif row.rematch is not None:
        state.rematch = rematches.read(connection, state)
    return state


def _removed(connection: Connection, table_id: str) -> frozenset[str]:
    """People whom the host of a table has removed."""
    removed = schema.removed.c
    return frozenset(
        connection.execute(sa.select(removed.identity).where(removed.table_id == table_id)).scalars()
    )


def _decided(connection: Connection, state: TableState) -> dict[int, list[int]]:
    """What seats have decided ahead."""
    rows = connection.execute(sa.select(schema.ahead).where(schema.ahead.c.table_id == state.id))
    action = state.started_match.action
    return {row.seat: [action(move) for move in row.text.split(AND_THEN)] for row in rows}


def _settled(connection: Connection, table_id: str) -> dict[str, int]:
    """The log numbers that answered commands without a log entry."""
    rows = connection.execute(sa.select(schema.settled).where(schema.settled.c.table_id == table_id))
    return {row.command: row.number for row in rows}


def load_finished(connection: Connection, table_id: str) -> FinishedGame:
    """Load a finished game without replaying it. Raises OptionError if it is not over."""
    row = _row(connection, table_id)
    if row.status != "over":
        raise OptionError("the game is not over yet, so it has no result")
    chairs, result = _last_chairs(connection, table_id), decode_result(row.result)
    return FinishedGame(row.title, row.owner, row.visibility, chairs, result)


def load_summary(connection: Connection, table_id: str) -> TableSummary:
    """Load what can be said about a table without replaying its game. Raises MissingTableError."""
    row = _row(connection, table_id)
    seated = _last_chairs if row.status == "over" else _chairs
    chairs, result = seated(connection, table_id), decode_result(row.result)
    return TableSummary(row.id, row.title, row.owner, row.host, row.visibility, row.status, chairs, result)


def decode_result(text: str | None) -> Result | None:
    """Decode a stored result; None for games that ended before results were stored."""
    return gamefile.decode_result(text) if text else None


def _row(connection: Connection, table_id: str) -> sa.Row[tuple[object, ...]]:
    if "\0" in table_id:  # PostgreSQL rejects such a query
        raise MissingTableError("there is no such table")
    row = connection.execute(
        sa.select(schema.game_table, schema.identity.c.name.label("host"))
        .join(schema.identity, schema.identity.c.id == schema.game_table.c.owner)
        .where(schema.game_table.c.id == table_id)
    ).first()
    if row is None:
        raise MissingTableError("there is no such table")
    return row


def _chairs(connection: Connection, table_id: str) -> list[Chair]:
    asked = schema.identity.alias()
    seats = connection.execute(
        sa.select(
            schema.seat,
            schema.identity.c.name.label("own_name"),
            asked.c.name.label("asked"),
            schema.program.c.identity.is_not(None).label("program"),
        )
        .outerjoin(schema.identity, schema.seat.c.identity == schema.identity.c.id)
        .outerjoin(asked, schema.seat.c.reserved == asked.c.id)
        .outerjoin(
            schema.program,
            schema.program.c.identity == sa.func.coalesce(schema.seat.c.identity, schema.seat.c.reserved),
        )
        .where(schema.seat.c.table_id == table_id)
        .order_by(schema.seat.c.seat)
    ).all()
    chairs = [
        Chair(
            seat.identity,
            bot=seat.bot,
            reserved=seat.reserved,
            nonce=seat.nonce,
            alias=seat.name,
            colour=seat.colour,
            program=bool(seat.program),
            ready=seat.ready,
            called=seat.name or (seat.own_name if seat.identity else seat.asked) or "",
        )
        for seat in seats
    ]
    for chair, name in zip(chairs, BOT_NAMES, strict=False):
        if chair.bot and not chair.identity:
            chair.called = name
    name_chairs(chairs)
    return chairs


def _last_chairs(connection: Connection, table_id: str) -> list[Chair]:
    """The chairs at the end of a game: the levels of its bots, and where one stood in for a person."""
    chairs = _chairs(connection, table_id)
    for entry in connection.execute(
        sa.select(schema.log)
        .where(schema.log.c.table_id == table_id, schema.log.c.kind.in_(WHO_PLAYS))
        .order_by(schema.log.c.number)
    ):
        if entry.kind == ChangeLevel.kind:
            chairs[entry.seat].bot = entry.text
        else:
            is_end = THE_END in entry.text.split(" ")[1:]
            chairs[entry.seat].stand_in = entry.kind != Resume.kind and not is_end
    return chairs


# --- games of other rules or data --------------------------------------------------------------------------

OTHER_RULES = {
    "running": "this game was started with rules version {rules} of {title}; this server has version"
    " {version}. The game is unchanged; a server with that version can resume it",
    "result": "this game was played with rules version {rules} of {title}; this server has version {version},"
    " so it can show only the result",
    "no result": "this game was played with rules version {rules} of {title}; this server has version"
    " {version}. The game is kept, but results were not stored at that time",
}
OTHER_EDITION = {
    "running": "this game was started with edition {edition!r} version {version}, which this server does not"
    " have. The game is unchanged; add the edition file to resume it",
    "result": "this game was played with edition {edition!r} version {version}, which this server does not"
    " have, so it can show only the result",
    "no result": "this game was played with edition {edition!r} version {version}, which this server does not"
    " have. The game is kept, but results were not stored at that time",
}


def _game(row: sa.Row[tuple[object, ...]], library: Library, compiled: bool | None) -> Game:
    """Return the game of a stored table. Raises OtherGameError if the rules or the data are not ours."""
    kind = library.title(row.title)
    mark = decode_json(row.edition, EditionMark)
    is_over = row.status == "over"
    case = "running" if not is_over else "result" if row.result else "no result"
    if row.rules != kind.rules_version:
        why = message(OTHER_RULES[case], rules=row.rules, title=kind.name, version=kind.rules_version)
        raise OtherGameError(why, is_over)
    for edition in (*library.editions_of(kind), *kind.editions()):
        if kind.hash(edition) == mark.hash:
            options = decode_json(row.options, dict[str, OptionValue])
            return new_game(kind, row.players, options, edition, compiled)
    why = message(OTHER_EDITION[case], edition=mark.id, version=mark.version)
    raise OtherGameError(why, is_over)

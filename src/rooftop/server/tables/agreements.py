"""What people at a table agree on together: the end of a game, or a bot for somebody who is away.

An agreement has a kind: `end` (without a winner), `scores` (the end with the present scores), or `bot:SEAT`.
It is reached when everyone who is asked has agreed. Somebody who declines ends the attempt; `no:end` and
`no:scores` remember who that was, so that the others learn of it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from rooftop.server.auth import SOMEONE
from rooftop.server.store.schema import agreement

if TYPE_CHECKING:
    from rooftop.server.tables.state import LogEntry, TableState

END = "end"
SCORES = "scores"
NO = "no:"  # precedes the kind of an end that somebody has declined
DECLINED = "declined"  # a rematch


def bot_for(seat: int) -> str:
    """The kind of agreement that lets a bot play for somebody."""
    return f"bot:{seat}"


def asked(state: TableState, kind: str) -> set[int]:
    """Return the seats whose people must agree."""
    people = {
        seat
        for seat, chair in enumerate(state.chairs)
        if chair.identity not in (None, SOMEONE) and not chair.is_gone and not chair.program
    }
    if kind in (END, SCORES):
        return people
    away = int(kind.removeprefix("bot:"))
    return {
        seat
        for seat in people
        if state.chairs[seat].identity != state.chairs[away].identity and not state.chairs[seat].bot
    }


def is_reached(state: TableState, kind: str, agreed: Iterable[int]) -> bool:
    return asked(state, kind) <= set(agreed)


def after(state: TableState, entry: LogEntry) -> dict[str, set[int]]:
    """The agreements after a log entry. Nobody needs a bot for a person who has moved or returned."""
    if state.status == "over":
        return {}
    return {kind: seats for kind, seats in state.agreed.items() if kind != bot_for(entry.seat)}


def load(connection: Connection, table_id: str) -> dict[str, set[int]]:
    found: dict[str, set[int]] = {}
    for row in connection.execute(sa.select(agreement).where(agreement.c.table_id == table_id)):
        if row.kind != DECLINED:
            found.setdefault(row.kind, set()).add(row.seat)
    return found


def write(
    connection: Connection, table_id: str, before: dict[str, set[int]], now: dict[str, set[int]], at: float
) -> None:
    """Store the difference between two sets of agreements."""
    for kind in before.keys() | now.keys():
        old, new = before.get(kind, set()), now.get(kind, set())
        if gone := old - new:
            connection.execute(
                agreement.delete().where(
                    agreement.c.table_id == table_id, agreement.c.kind == kind, agreement.c.seat.in_(gone)
                )
            )
        for seat in new - old:
            connection.execute(agreement.insert().values(table_id=table_id, kind=kind, seat=seat, at=at))

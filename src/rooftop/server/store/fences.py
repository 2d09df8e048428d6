"""Fencing numbers: a process can write to a table only while it holds the table.

A process that takes a table gets a number higher than any before. Every transaction for a live table checks
the number and locks the row of the table. So a process that was frozen, and wakes up when another one holds
the table, can store nothing there.
"""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from rooftop.server.store.claims import StoreError
from rooftop.server.store.schema import game_table
from rooftop.server.translation import message

CHANGING_HANDS = message("this table is changing hands; try again in a moment")
IS_OURS = game_table.c.fence == sa.bindparam("held")  # for statements that change a table's row anyway
HOLD = sa.select(sa.true()).where(game_table.c.id == sa.bindparam("table"), IS_OURS)
HOLD = HOLD.with_for_update(key_share=True)


class LostError(StoreError):
    """Another process has this table now; nothing was stored."""

    def __init__(self) -> None:
        super().__init__(CHANGING_HANDS)


class ElsewhereError(StoreError):
    """Another process has this table: ask there."""

    def __init__(self, table_id: str, holder: str) -> None:
        super().__init__(CHANGING_HANDS)
        self.table_id, self.holder = table_id, holder


def lock(connection: Connection, table_id: str, fence: int) -> None:
    """Lock the row of a table until the end of the transaction. Raises LostError if this process does not
    hold it."""
    if connection.execute(HOLD, {"table": table_id, "held": fence}).first() is None:
        raise LostError

"""The waiting room: who is ready, and whom the host has removed."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"

GAME_TABLE = sa.table(
    "game_table",
    sa.column("id", sa.String),
    sa.column("owner", sa.String),
    sa.column("status", sa.String),
    sa.column("rematch", sa.String),
)
SEAT = sa.table(
    "seat", sa.column("table_id", sa.String), sa.column("identity", sa.String), sa.column("ready", sa.Boolean)
)


def upgrade() -> None:
    op.add_column("seat", sa.Column("ready", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_table(
        "removed",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("game_table.id"), primary_key=True),
        sa.Column("identity", sa.String(32), primary_key=True),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_index("removed_of_an_identity", "removed", ["identity"])
    # Guests who sit at a table are ready, and so is everybody who has agreed to a rematch.
    table = GAME_TABLE.c
    before = GAME_TABLE.alias()
    is_rematch = sa.exists().where(before.c.rematch == table.id)
    op.execute(
        SEAT.update()
        .where(
            SEAT.c.identity.is_not(None),
            sa.exists().where(
                table.id == SEAT.c.table_id,
                table.status == "waiting",
                sa.or_(table.owner != SEAT.c.identity, is_rematch),
            ),
        )
        .values(ready=True)
    )

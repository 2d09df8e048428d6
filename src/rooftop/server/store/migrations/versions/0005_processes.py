"""Several processes on one database: their ids, and the tables each one holds."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.add_column("game_table", sa.Column("holder", sa.String(32), nullable=True))
    op.add_column("game_table", sa.Column("fence", sa.Integer, nullable=False, server_default="0"))
    op.create_index("tables_of_a_process", "game_table", ["holder"])
    op.create_table(
        "process",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("address", sa.String(100), nullable=False),
        sa.Column("started", sa.Float, nullable=False),
        sa.Column("expires", sa.Float, nullable=False),
    )
    op.execute("INSERT INTO house (key, value) VALUES ('duty', '')")

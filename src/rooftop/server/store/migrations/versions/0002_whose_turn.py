"""Store whose turn it is, for lists of games."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.add_column("game_table", sa.Column("to_act", sa.Integer, nullable=True))

"""The results of finished games. Those that ended before have none: it can be had by their own rules only."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("game_table", sa.Column("result", sa.Text, nullable=True))

"""The results of finished games. Earlier games have none: only their own rules could compute it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("game_table", sa.Column("result", sa.Text, nullable=True))

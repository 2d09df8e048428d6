"""Which processes are ready to serve pages."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    op.add_column("process", sa.Column("ready", sa.Boolean, nullable=False, server_default=sa.false()))

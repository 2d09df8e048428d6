"""How games ended early, who conceded, and a summary of running games for lists."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    op.add_column("game_table", sa.Column("glance", sa.Text, nullable=True))
    op.add_column("played", sa.Column("conceded", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("played", sa.Column("how", sa.String(16), nullable=False, server_default=""))
    tables = sa.table("game_table", sa.column("id"), sa.column("result"))
    played = sa.table("played", sa.column("table_id"), sa.column("how"))
    # Until this version, a game could end early in only one way. Stored results are JSON without spaces.
    ended = sa.select(tables.c.id).where(tables.c.result.contains('"ended":true'))
    op.execute(played.update().where(played.c.table_id.in_(ended)).values(how="agreement"))

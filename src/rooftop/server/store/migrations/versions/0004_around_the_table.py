"""Clocks, chat, colours, agreements, what has been played, ratings, and messages to people who are away."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    for column in (
        sa.Column("language", sa.String(8), nullable=True),
        sa.Column("seen", sa.Float, nullable=True),
        sa.Column("open_profile", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("blocked", sa.Float, nullable=True),
    ):
        op.add_column("identity", column)
    for column in (
        sa.Column("time", sa.String(32), nullable=False, server_default="none"),
        sa.Column("timeout", sa.String(32), nullable=False, server_default="bot:builder"),
        sa.Column("rated", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("began", sa.Float, nullable=True),
        sa.Column("deadline", sa.Float, nullable=True),
        sa.Column("clocks", sa.Text, nullable=True),
        sa.Column("rematch", sa.String(32), nullable=True),
    ):
        op.add_column("game_table", column)
    op.create_index("tables_in_lists", "game_table", ["status", "visibility", "changed"])
    op.create_index("tables_of_an_owner", "game_table", ["owner", "changed"])
    op.create_index("deadlines", "game_table", ["deadline"])
    op.add_column("seat", sa.Column("colour", sa.Integer, nullable=True))
    op.create_index("seats_for_an_identity", "seat", ["reserved"])
    op.create_index("invitations_of_a_table", "invitation", ["table_id"])
    op.create_table(
        "played",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("game_table.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("identity", sa.String(32), nullable=True),
        sa.Column("bot", sa.String(32), nullable=True),
        sa.Column("title", sa.String(64), nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("rank", sa.Integer, nullable=False),
        sa.Column("total", sa.Integer, nullable=False),
        sa.Column("points", sa.Text, nullable=False),
        sa.Column("forfeited", sa.Boolean, nullable=False),
        sa.Column("rated", sa.Boolean, nullable=False),
        sa.Column("ended", sa.Float, nullable=False),
    )
    op.create_index("games_of_an_identity", "played", ["identity", "ended"])
    op.create_index("rated_games", "played", ["rated", "ended"])
    op.create_table(
        "rating",
        sa.Column("player", sa.String(64), primary_key=True),
        sa.Column("title", sa.String(64), primary_key=True),
        sa.Column("mu", sa.Float, nullable=False),
        sa.Column("sigma", sa.Float, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("changed", sa.Float, nullable=False),
    )
    op.create_table(
        "chat",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("game_table.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("identity", sa.String(32), nullable=True),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("text", sa.String(400), nullable=False),
        sa.Column("about", sa.Integer, nullable=True),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_index("chat_of_an_identity", "chat", ["identity"])
    op.create_table(
        "mute",
        sa.Column("identity", sa.String(32), primary_key=True),
        sa.Column("muted", sa.String(32), primary_key=True),
    )
    op.create_table(
        "agreement",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("game_table.id"), primary_key=True),
        sa.Column("kind", sa.String(32), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_table(
        "ahead",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("game_table.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("text", sa.String(200), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
    )
    op.create_table(
        "email",
        sa.Column("identity", sa.String(32), primary_key=True),
        sa.Column("address", sa.String(320), nullable=False),
        sa.Column("token", sa.String(64), nullable=False, unique=True),
        sa.Column("unsubscribe", sa.String(64), nullable=False, unique=True),
        sa.Column("asked", sa.Float, nullable=False),
        sa.Column("confirmed", sa.Float, nullable=True),
    )
    op.create_table(
        "push",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("identity", sa.String(32), nullable=False),
        sa.Column("subscription", sa.Text, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
    )
    op.create_index("push_of_an_identity", "push", ["identity"])
    op.create_table(
        "webhook",
        sa.Column("identity", sa.String(32), primary_key=True),
        sa.Column("url", sa.Text, nullable=False),
        sa.Column("style", sa.String(16), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
    )
    op.create_table(
        "wish",
        sa.Column("identity", sa.String(32), primary_key=True),
        sa.Column("kind", sa.String(16), primary_key=True),
        sa.Column("channel", sa.String(16), primary_key=True),
        sa.Column("when", sa.String(16), nullable=False),
    )
    op.create_table(
        "outbox",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("identity", sa.String(32), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("channel", sa.String(16), nullable=False),
        sa.Column("table_id", sa.String(32), nullable=True),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("due", sa.Float, nullable=False),
        sa.Column("attempts", sa.Integer, nullable=False),
        sa.Column("daily", sa.Boolean, nullable=False),
        sa.Column("sent", sa.Float, nullable=True),
        sa.Column("read", sa.Float, nullable=True),
    )
    op.create_index("outbox_due", "outbox", ["sent", "due"])
    op.create_index("outbox_of_an_identity", "outbox", ["identity"])
    op.create_table(
        "house",
        sa.Column("key", sa.String(32), primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )

"""Clocks, chat, colours, agreements, game history, ratings, and messages to people who are away."""

from __future__ import annotations

import json
from itertools import groupby
from operator import itemgetter

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
    op.create_index("tables_of_an_owner", "game_table", ["owner", "status", "changed"])
    op.create_index("deadlines", "game_table", ["deadline"])
    op.create_index("rematches", "game_table", ["rematch"])
    op.add_column("seat", sa.Column("colour", sa.String(32), nullable=True))
    op.add_column("seat", sa.Column("over", sa.Boolean, nullable=False, server_default=sa.false()))
    op.execute(
        "UPDATE seat SET over = true WHERE table_id IN (SELECT id FROM game_table WHERE status = 'over')"
    )
    op.create_index("seats_in_games", "seat", ["identity", "over"])
    op.create_index("seats_for_an_identity", "seat", ["reserved", "identity"])
    op.add_column("seat", sa.Column("name", sa.String(64), nullable=True))
    with op.batch_alter_table("invitation") as invitation:
        invitation.drop_column("seat")
        invitation.drop_column("used_by")
        invitation.add_column(sa.Column("ended", sa.Float, nullable=True))
    op.create_index("invitations_of_a_table", "invitation", ["table_id"])
    op.drop_index("seats_of_an_identity", "seat")
    op.create_index("seats_of_an_identity", "seat", ["identity", "table_id"])
    op.create_table(
        "played",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("game_table.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("identity", sa.String(32), nullable=True),
        sa.Column("bot", sa.String(32), nullable=True),
        sa.Column("title", sa.String(64), nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("rank", sa.Integer, nullable=True),
        sa.Column("total", sa.Integer, nullable=True),
        sa.Column("points", sa.Text, nullable=True),
        sa.Column("forfeited", sa.Boolean, nullable=False),
        sa.Column("away", sa.Boolean, nullable=False),
        sa.Column("private", sa.Boolean, nullable=False),
        sa.Column("rated", sa.Boolean, nullable=False),
        sa.Column("mu", sa.Float, nullable=True),
        sa.Column("sigma", sa.Float, nullable=True),
        sa.Column("ended", sa.Float, nullable=False),
    )
    op.create_index("games_of_an_identity", "played", ["identity", "ended", "table_id"])
    op.create_index("games_by_title", "played", ["identity", "title", "ended", "table_id"])
    op.create_index("results_of_an_identity", "played", ["identity", "title", "players", "rank", "private"])
    op.create_index("rated_games", "played", ["rated", "ended", "table_id"])
    op.create_table(
        "rating",
        sa.Column("player", sa.String(64), primary_key=True),
        sa.Column("title", sa.String(64), primary_key=True),
        sa.Column("mu", sa.Float, nullable=False),
        sa.Column("sigma", sa.Float, nullable=False),
        sa.Column("least", sa.Float, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("listed", sa.Boolean, nullable=False),
        sa.Column("changed", sa.Float, nullable=False),
    )
    op.create_index("leaders", "rating", ["title", "listed", "least"])
    _fill_played()
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
        sa.Column("command", sa.String(64), nullable=False),
        sa.UniqueConstraint("table_id", "identity", "command", name="one_line_per_command"),
    )
    op.create_index("chat_of_an_identity", "chat", ["identity"])
    op.create_table(
        "mute",
        sa.Column("identity", sa.String(32), primary_key=True),
        sa.Column("muted", sa.String(32), primary_key=True),
    )
    op.create_index("who_has_muted", "mute", ["muted"])
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


def _fill_played() -> None:
    """Fill in the games that are over, including those without a result."""
    connection = op.get_bind()
    played = sa.Table("played", sa.MetaData(), autoload_with=connection)
    entries = connection.execute(
        sa.text(
            "SELECT table_id, kind, seat, text FROM log WHERE kind IN ('substitute', 'resume', 'level')"
            " ORDER BY table_id, number"
        )
    )
    levels, away = dict[tuple[str, int], str](), dict[tuple[str, int], bool]()
    for table_id, kind, seat, text in entries:
        if kind == "level":
            levels[table_id, seat] = text
        else:
            away[table_id, seat] = kind == "substitute"
    seats = connection.execute(
        sa.text(
            "SELECT t.id, t.title, t.players, t.visibility, t.result, t.changed, s.seat, s.identity, s.bot"
            " FROM game_table t JOIN seat s ON s.table_id = t.id WHERE t.status = 'over'"
            " ORDER BY t.id, s.seat"
        )
    ).all()
    rows = []
    for table_id, chairs in groupby(seats, itemgetter(0)):
        result = None
        for row in chairs:
            if row.seat == 0:
                result = json.loads(row.result) if row.result else None
            points = result["points"][row.seat] if result else None
            bot = None if row.identity else levels.get((table_id, row.seat), row.bot)
            rows.append(
                {
                    "table_id": table_id,
                    "seat": row.seat,
                    "identity": row.identity,
                    "bot": bot and f"{bot}:1",
                    "title": row.title,
                    "players": row.players,
                    "rank": result["places"][row.seat] if result else None,
                    "total": sum(points.values()) if points is not None else None,
                    "points": json.dumps(points) if points is not None else None,
                    "forfeited": False,
                    "away": away.get((table_id, row.seat), False),
                    "private": row.visibility == "invitation",
                    "rated": False,
                    "ended": row.changed,
                }
            )
    for start in range(0, len(rows), 1000):
        connection.execute(played.insert(), rows[start : start + 1000])

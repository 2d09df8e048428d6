"""The tables of the database.

The truth of a game is its seed and its log. A finished game also stores its result, which stays readable when
the rules change.
"""

from __future__ import annotations

from sqlalchemy import (
    Boolean,
    Column,
    Float,
    ForeignKey,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

TEXT_LENGTH = 200  # of the text of a log entry

metadata = MetaData()

identity = Table(
    "identity",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("name", String(64), nullable=False),
    Column("token", String(64), nullable=False, unique=True),  # SHA-256 of the cookie
    Column("phrase", String(64), nullable=False, unique=True),  # SHA-256 of the recovery phrase
    Column("created", Float, nullable=False),
)

game_table = Table(
    "game_table",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("title", String(64), nullable=False),
    Column("rules", Integer, nullable=False),
    Column("edition", Text, nullable=False),  # JSON: id, version, hash
    Column("players", Integer, nullable=False),
    Column("options", Text, nullable=False),  # JSON
    Column("visibility", String(16), nullable=False),  # public, unlisted, invitation
    Column("pace", String(16), nullable=False),  # live, day
    Column("owner", String(32), ForeignKey("identity.id"), nullable=False),
    Column("seed", LargeBinary, nullable=False),
    Column("commitment", String(64), nullable=False),
    Column("status", String(16), nullable=False),  # waiting, playing, over
    Column("to_act", Integer, nullable=True),  # the seat whose turn it is, for lists of tables
    Column("result", Text, nullable=True),  # JSON: ranks (as `places`) and points; older games have none
    Column("created", Float, nullable=False),
    Column("changed", Float, nullable=False),
)

seat = Table(
    "seat",
    metadata,
    Column("table_id", String(32), ForeignKey("game_table.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("identity", String(32), ForeignKey("identity.id"), nullable=True),
    Column("bot", String(32), nullable=True),  # the bot that has this seat; stand-ins are in the log
    Column("reserved", String(32), nullable=True),  # an identity, or "invitation"
    Column("nonce", String(64), nullable=True),
    Column("stand_in", Boolean, nullable=False, default=False),  # not used: stand-ins are in the log
)

log = Table(
    "log",
    metadata,
    Column("table_id", String(32), ForeignKey("game_table.id"), primary_key=True),
    Column("number", Integer, primary_key=True),  # 1, 2, 3, ...; of two writers the first one wins
    Column("kind", String(16), nullable=False),  # move, undo, redo, substitute, resume
    Column("seat", Integer, nullable=False),
    Column("text", String(TEXT_LENGTH), nullable=False),  # notations, the count of an undo, or a bot
    Column("hash", String(64), nullable=False),  # of the state after the entry
    Column("command", String(64), nullable=False),
    Column("at", Float, nullable=False),
    UniqueConstraint("table_id", "command", name="one_effect_per_command"),
)

invitation = Table(
    "invitation",
    metadata,
    Column("token", String(64), primary_key=True),  # SHA-256 of the secret in the link
    Column("table_id", String(32), ForeignKey("game_table.id"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("used_by", String(32), ForeignKey("identity.id"), nullable=True),
)

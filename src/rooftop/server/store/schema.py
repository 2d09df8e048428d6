"""The tables of the database.

A game is defined by its seed and its log. A finished game also stores its result, which stays readable when
the rules change.
"""

from __future__ import annotations

from sqlalchemy import (
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
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
    Column("language", String(8), nullable=True),  # of the last page, for messages
    Column("seen", Float, nullable=True),  # the last visit, to the day
    Column(
        "open_profile", Boolean, nullable=False, server_default=false()
    ),  # to everyone, not only table mates
    Column("blocked", Float, nullable=True),  # the time when the host blocked them
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
    Column("pace", String(16), nullable=False),  # day for a correspondence game, else live
    Column("owner", String(32), ForeignKey("identity.id"), nullable=False),
    Column("seed", LargeBinary, nullable=False),
    Column("commitment", String(64), nullable=False),
    Column("status", String(16), nullable=False),  # waiting, playing, over; closed before it began
    Column("to_act", Integer, nullable=True),  # the seat whose turn it is, for lists of tables
    Column("result", Text, nullable=True),  # JSON: ranks (as `places`) and points; older games have none
    Column("created", Float, nullable=False),
    Column("changed", Float, nullable=False),
    Column("time", String(32), nullable=False, server_default="none"),  # see tables/clocks.py
    Column("timeout", String(32), nullable=False, server_default="bot:builder"),  # bot:LEVEL or forfeit
    Column("rated", Boolean, nullable=False, server_default=false()),
    Column("began", Float, nullable=True),
    Column("deadline", Float, nullable=True),  # of the seat to act
    Column("clocks", Text, nullable=True),  # JSON: seconds left by seat
    Column("glance", Text, nullable=True),  # JSON, for lists: everyone's points, and where bots stand in
    Column("rematch", String(32), nullable=True),  # the table that follows this one
    Column("holder", String(32), nullable=True),  # the process in which it is live; None: none
    Column("fence", Integer, nullable=False, server_default="0"),  # grows whenever the table changes hands
    Index("tables_in_lists", "status", "visibility", "changed"),
    Index("tables_of_an_owner", "owner", "status", "changed"),
    Index("deadlines", "deadline"),
    Index("rematches", "rematch"),
    Index("tables_of_a_process", "holder"),
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
    Column("colour", String(32), nullable=True),  # as chosen before the game; None: the seat's own
    Column("over", Boolean, nullable=False, server_default=false()),  # the game has ended
    Column("name", String(64), nullable=True),  # of one of several people with the same browser
    Column("ready", Boolean, nullable=False, server_default=false()),  # to begin the game as it is
    Index("seats_of_an_identity", "identity", "table_id"),
    Index("seats_in_games", "identity", "over"),
    Index("seats_for_an_identity", "reserved", "identity"),
)

log = Table(
    "log",
    metadata,
    Column("table_id", String(32), ForeignKey("game_table.id"), primary_key=True),
    Column("number", Integer, primary_key=True),  # 1, 2, 3, ...; of two writers, the first one wins
    Column("kind", String(16), nullable=False),  # see tables/commands.py
    Column("seat", Integer, nullable=False),
    Column("text", String(TEXT_LENGTH), nullable=False),  # notations, the count of an undo, or a bot
    Column("hash", String(64), nullable=False),  # of the state after the entry
    Column("command", String(64), nullable=False),
    Column("at", Float, nullable=False),
    UniqueConstraint("table_id", "command", name="one_effect_per_command"),
)

# One link invites people to all seats of a table that are reserved for "invitation".
invitation = Table(
    "invitation",
    metadata,
    Column("token", String(64), primary_key=True),  # SHA-256 of the secret in the link
    Column("table_id", String(32), ForeignKey("game_table.id"), nullable=False),
    Column("ended", Float, nullable=True),  # when the host replaced the link with a new one
    Index("invitations_of_a_table", "table_id"),
)

# People whom the host of a table has removed before the game. They cannot sit down there again.
removed = Table(
    "removed",
    metadata,
    Column("table_id", String(32), ForeignKey("game_table.id"), primary_key=True),
    Column("identity", String(32), primary_key=True),
    Column("at", Float, nullable=False),
    Index("removed_of_an_identity", "identity"),
)

# Other people's bots: an identity for one seat of a table, and the token that may play for it.
program = Table(
    "program",
    metadata,
    Column("identity", String(32), ForeignKey("identity.id"), primary_key=True),
    Column("table_id", String(32), ForeignKey("game_table.id"), nullable=False),
    Column("token", String(64), nullable=False, unique=True),  # SHA-256
    Column("created", Float, nullable=False),
    Index("programs_of_a_table", "table_id"),
)

# One row per seat of a finished game, for histories, profiles and ratings. A seat with neither identity nor
# bot belonged to a deleted person. Games of older versions may have no result.
played = Table(
    "played",
    metadata,
    Column("table_id", String(32), ForeignKey("game_table.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("identity", String(32), nullable=True),
    Column("bot", String(32), nullable=True),  # LEVEL:VERSION, or program:NAME
    Column("title", String(64), nullable=False),
    Column("players", Integer, nullable=False),
    Column("rank", Integer, nullable=True),
    Column("total", Integer, nullable=True),
    Column("points", Text, nullable=True),  # JSON, by source
    Column("forfeited", Boolean, nullable=False),
    Column("conceded", Boolean, nullable=False, server_default=false()),
    Column("away", Boolean, nullable=False),  # a bot played for the person: at the end, or in a rated game
    Column("how", String(16), nullable=False, server_default=""),  # the game ended early; see `Ended`
    Column("private", Boolean, nullable=False),  # the table was by invitation
    Column("rated", Boolean, nullable=False),
    Column("mu", Float, nullable=True),  # the skill before a rated game
    Column("sigma", Float, nullable=True),
    Column("ended", Float, nullable=False),
    Index("games_of_an_identity", "identity", "ended", "table_id"),
    Index("games_by_title", "identity", "title", "ended", "table_id"),
    Index("results_of_an_identity", "identity", "title", "players", "rank", "private"),
    Index("rated_games", "rated", "ended", "table_id"),
)

# Skills by title. A player is an identity, or `bot:LEVEL:VERSION`.
rating = Table(
    "rating",
    metadata,
    Column("player", String(64), primary_key=True),
    Column("title", String(64), primary_key=True),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("least", Float, nullable=False),  # mu - 3 sigma: the order of leaders
    Column("games", Integer, nullable=False),
    Column("listed", Boolean, nullable=False),  # on the leader boards: enough games, and an open profile
    Column("changed", Float, nullable=False),
    Index("leaders", "title", "listed", "least"),
)

# Chat at tables: `text`, or the id of a ready phrase. `about` is a log number.
chat = Table(
    "chat",
    metadata,
    Column("table_id", String(32), ForeignKey("game_table.id"), primary_key=True),
    Column("number", Integer, primary_key=True),  # never used twice
    Column("identity", String(32), nullable=True),  # None: the author of the last line has been deleted
    Column("seat", Integer, nullable=False),
    Column("kind", String(16), nullable=False),
    Column("text", String(400), nullable=False),
    Column("about", Integer, nullable=True),
    Column("at", Float, nullable=False),
    Column("command", String(64), nullable=False),
    UniqueConstraint("table_id", "identity", "command", name="one_line_per_command"),
    Index("chat_of_an_identity", "identity"),
)

# People whom a person does not want to read.
mute = Table(
    "mute",
    metadata,
    Column("identity", String(32), primary_key=True),
    Column("muted", String(32), primary_key=True),
    Index("who_has_muted", "muted"),
)

# What seats have agreed to: a rematch, the end of a game, a bot for somebody who is away.
agreement = Table(
    "agreement",
    metadata,
    Column("table_id", String(32), ForeignKey("game_table.id"), primary_key=True),
    Column("kind", String(32), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("at", Float, nullable=False),
)

# Secret decisions that seats have made before their turn, at the log number `number`.
ahead = Table(
    "ahead",
    metadata,
    Column("table_id", String(32), ForeignKey("game_table.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("text", String(200), nullable=False),
    Column("number", Integer, nullable=False),
)

# Commands that were carried out without a log entry, such as a decision ahead: repeating them has no effect.
settled = Table(
    "settled",
    metadata,
    Column("table_id", String(32), ForeignKey("game_table.id"), primary_key=True),
    Column("command", String(64), primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("number", Integer, nullable=False),  # the log number that was answered
)

# Reviews of finished games: who was winning when, and which decisions cost the most. They name only seats.
review = Table(
    "review",
    metadata,
    Column("table_id", String(32), ForeignKey("game_table.id"), primary_key=True),
    Column("asked", Float, nullable=False),
    Column("body", Text, nullable=True),  # JSON; NULL until it is finished
)

# Where to reach people who are away. Tokens are stored as hashes.
email = Table(
    "email",
    metadata,
    Column("identity", String(32), primary_key=True),
    Column("address", String(320), nullable=False),
    Column("token", String(64), nullable=False, unique=True),  # of the link that confirms the address
    Column("unsubscribe", String(64), nullable=False, unique=True),  # of the link in every message
    Column("asked", Float, nullable=False),
    Column("confirmed", Float, nullable=True),
)

push = Table(
    "push",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("identity", String(32), nullable=False),
    Column("subscription", Text, nullable=False),
    Column("created", Float, nullable=False),
    Index("push_of_an_identity", "identity"),
)

webhook = Table(
    "webhook",
    metadata,
    Column("identity", String(32), primary_key=True),
    Column("url", Text, nullable=False),
    Column("style", String(16), nullable=False),
    Column("created", Float, nullable=False),
)

# What a person wants to be told, how, and when (`now` or `daily`).
wish = Table(
    "wish",
    metadata,
    Column("identity", String(32), primary_key=True),
    Column("kind", String(16), primary_key=True),
    Column("channel", String(16), primary_key=True),
    Column("when", String(16), nullable=False),
)

# Messages to deliver, written in the transaction of the event they report. Every attempt has the same id.
outbox = Table(
    "outbox",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("identity", String(32), nullable=False),
    Column("kind", String(16), nullable=False),
    Column("channel", String(16), nullable=False),
    Column("table_id", String(32), nullable=True),
    Column("body", Text, nullable=False),
    Column("created", Float, nullable=False),
    Column("due", Float, nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("daily", Boolean, nullable=False),  # for the digest
    Column("sent", Float, nullable=True),
    Column("read", Float, nullable=True),  # when the person came to the table after that
    Index("outbox_due", "sent", "due"),
    Index("outbox_of_an_identity", "identity"),
)

# What the server remembers about itself: when it was last alive, its keys, an announcement.
key_value = Table(
    "house",
    metadata,
    Column("key", String(32), primary_key=True),
    Column("value", Text, nullable=False),
)

# The processes that share this database, while they are alive; see server/processes/leases.py.
process = Table(
    "process",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("address", String(100), nullable=False),  # where the others reach it
    Column("started", Float, nullable=False),  # by the clock of the database, like all times here
    Column("expires", Float, nullable=False),
    Column("ready", Boolean, nullable=False, server_default=false()),  # it answers pages
)

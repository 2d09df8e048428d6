"""The outbox: messages to people who are away, written in the transaction of the event they report.

A message is stored as a fact. It is put into words when it is delivered, from what its receiver may see at
that moment. Nothing is written unless the receiver wants it.
"""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from rooftop.errors import OptionError
from rooftop.server.auth import hashed
from rooftop.server.store import schema

if TYPE_CHECKING:
    from rooftop.server.tables.state import LogEntry, TableState

KINDS = ("turn", "over", "invitation", "chat")
MAIL = "email"
CHANNELS = (MAIL, "push", "webhook")
NOW, DAILY = "now", "daily"
CONFIRM = "confirm"  # the kind of a message that asks to confirm an address

DAY = 86400.0
DIGEST_HOUR = 7  # of the day in UTC, when digests are sent
ASK_SECONDS = 300.0  # between two messages that ask a person to confirm an address
ASKED_A_DAY = 3  # such messages to one address
DECISIONS = ("move", "lapse", "redo")  # the kinds of log entries that can pass the turn on

# Statements are built once: building them for each move would take longer than the database itself.
FIND_WISHES = sa.select(schema.wish.c.channel, schema.wish.c.when).where(
    schema.wish.c.identity == sa.bindparam("identity"), schema.wish.c.kind == sa.bindparam("kind")
)
ADD_MESSAGE = schema.outbox.insert()


class Facts(msgspec.Struct, omit_defaults=True):
    """What a message reports, besides its kind and its table."""

    number: int = 0  # of the log entry that passed the turn on
    by: str = ""  # the identity of the person who invites or writes
    address: str = ""  # the hash of an address to confirm


# --- what is told ------------------------------------------------------------------------------------------


def moved(connection: Connection, state: TableState, entry: LogEntry) -> None:
    """A log entry is being stored: tell the player whose turn it is now, or everyone that the game is over. A
    person who plays only against bots is never told: the bots wait for them. Nothing about a live game goes
    by mail, which is too slow."""
    if state.is_practice:
        return
    chair = state.chairs[entry.seat]
    mover = None if chair.bot else chair.identity
    if state.status == "over":
        for identity in dict.fromkeys(chair.identity for chair in state.chairs):
            if identity and identity != mover:
                _tell(connection, identity, "over", state.id, entry.at, mail=not state.is_live)
    elif entry.kind in DECISIONS and state.started_match.to_act != entry.seat and state.due() is None:
        _call(connection, state, mover, Facts(number=entry.number), entry.at)


def began(connection: Connection, state: TableState, by: str, at: float) -> None:
    """A game begins because somebody has taken the last seat: tell the first player."""
    if state.status == "playing" and not state.is_practice:
        _call(connection, state, by, Facts(), at)


def invited(connection: Connection, identity: str, table_id: str, by: str, at: float) -> None:
    """Tell somebody that the identity `by` has invited them to a table, such as a rematch."""
    _tell(connection, identity, "invitation", table_id, at, Facts(by=by))


def chatted(
    connection: Connection, identity: str, table_id: str, by: str, at: float, mail: bool = True
) -> None:
    """Tell somebody at a table that the identity `by` has written something there, also by `mail`. Call it
    for everyone who may read the line, except its author."""
    _tell(connection, identity, "chat", table_id, at, Facts(by=by), mail)


def _call(connection: Connection, state: TableState, mover: str | None, facts: Facts, at: float) -> None:
    """Tell the player whose turn it is, unless they have just moved."""
    chair = state.chairs[state.started_match.to_act]
    if chair.identity and not chair.bot and chair.identity != mover:
        _tell(connection, chair.identity, "turn", state.id, at, facts, mail=not state.is_live)


def _tell(
    connection: Connection,
    identity: str,
    kind: str,
    table_id: str,
    at: float,
    facts: Facts | None = None,
    mail: bool = True,
) -> None:
    for channel, when in connection.execute(FIND_WISHES, {"identity": identity, "kind": kind}):
        if channel == MAIL and not mail:
            continue
        is_daily = when == DAILY
        add(
            connection, identity, kind, channel, table_id, at, facts, next_digest(at) if is_daily else at,
            is_daily,
        )  # fmt: skip


def add(
    connection: Connection,
    identity: str,
    kind: str,
    channel: str,
    table_id: str | None,
    at: float,
    facts: Facts | None = None,
    due: float | None = None,
    daily: bool = False,
) -> None:
    """Write one message. All its attempts have the same id."""
    connection.execute(
        ADD_MESSAGE,
        {
            "id": secrets.token_hex(16),
            "identity": identity,
            "kind": kind,
            "channel": channel,
            "table_id": table_id,
            "body": _encoded(facts or Facts()),
            "created": at,
            "due": at if due is None else due,
            "attempts": 0,
            "daily": daily,
        },
    )


def _encoded(facts: Facts) -> str:
    return msgspec.json.encode(facts).decode()


def next_digest(at: float) -> float:
    """Return when the next digest is sent."""
    today = at - at % DAY + DIGEST_HOUR * 3600
    return today if at < today else today + DAY


# --- what is no longer needed ------------------------------------------------------------------------------


def came(connection: Connection, identity: str, table_id: str, at: float) -> None:
    """Somebody has come to a table: they now know what the outbox has to say about it. That it is their turn
    stays true if they leave without a move."""
    outbox = schema.outbox.c
    about = (outbox.identity == identity, outbox.table_id == table_id)
    connection.execute(schema.outbox.delete().where(*about, outbox.sent.is_(None), outbox.kind != "turn"))
    connection.execute(
        schema.outbox.update().where(*about, outbox.sent.is_not(None), outbox.read.is_(None)).values(read=at)
    )


def forget_channel(connection: Connection, identity: str, channel: str) -> None:
    """Delete pending messages of a channel, and the wishes for it. Requests to confirm an address stay: they
    count towards the limits."""
    outbox, wish = schema.outbox.c, schema.wish.c
    connection.execute(
        schema.outbox.delete().where(
            outbox.identity == identity, outbox.channel == channel, outbox.kind != CONFIRM
        )
    )
    connection.execute(schema.wish.delete().where(wish.identity == identity, wish.channel == channel))


# --- confirming an address ---------------------------------------------------------------------------------


def ask(connection: Connection, identity: str, address: str, at: float) -> None:
    """Ask somebody to confirm their e-mail address. Raises OptionError if they or the address were asked too
    often: nobody can be flooded with such messages."""
    outbox = schema.outbox.c
    facts = Facts(address=hashed(address))
    asked = sa.select(sa.func.count()).select_from(schema.outbox).where(outbox.kind == CONFIRM)
    own = asked.where(outbox.identity == identity, outbox.created > at - ASK_SECONDS)
    same = asked.where(outbox.body == _encoded(facts), outbox.created > at - DAY)
    if connection.execute(own).scalar_one():
        raise OptionError("a link has just been sent; wait a few minutes before you ask for another")
    if connection.execute(same).scalar_one() >= ASKED_A_DAY:
        raise OptionError("this address has been asked several times today; try again tomorrow")
    add(connection, identity, CONFIRM, "email", None, at, facts)

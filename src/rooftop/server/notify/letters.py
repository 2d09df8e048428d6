"""Messages in words: functions of what their receivers may see."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta

import sqlalchemy as sa
from babel.dates import format_timedelta
from sqlalchemy.engine import Connection

from rooftop.errors import TitleError
from rooftop.game.decoding import decode_json
from rooftop.game.title import title
from rooftop.languages import locale, spoken
from rooftop.server.notify.outbox import Facts
from rooftop.server.store import schema
from rooftop.server.tables import glances
from rooftop.server.tables.log import MissingTableError, load_summary
from rooftop.server.translation import message, translate


@dataclass(frozen=True)
class Letter:
    """A message to one person. `id` is the same in all attempts; on a screen, a later letter replaces an
    earlier one with the same `tag`. `paths` lead to what the lines are about."""

    id: str
    tag: str
    language: str
    name: str  # of the receiver
    heading: str
    lines: tuple[str, ...]
    paths: tuple[str, ...]

    @property
    def text(self) -> str:
        return "\n".join(self.lines)

    @property
    def path(self) -> str:
        """Where a click leads."""
        return self.paths[0] if len(self.paths) == 1 else "/"


@dataclass(frozen=True)
class Receiver:
    """A person, and how to address them."""

    id: str
    name: str
    language: str


@dataclass(frozen=True)
class Subject:
    """What a receiver may know of a table."""

    id: str
    title: str
    status: str
    is_slow: bool  # days for a move: people are not expected to sit and wait
    my_turn: bool
    names: tuple[str, ...]  # of the others
    winners: tuple[str, ...]  # when the game is over
    agreed: bool  # to end the game without a winner
    has_won: bool
    seconds_left: float | None  # of the receiver's move


def find_receiver(connection: Connection, identity: str) -> Receiver | None:
    """Return a person to write to; None if there is no such person any more."""
    row = connection.execute(sa.select(schema.identity).where(schema.identity.c.id == identity)).first()
    if row is None or row.blocked is not None:
        return None
    return Receiver(row.id, row.name, spoken(row.language))


def find_subject(connection: Connection, table_id: str, receiver: str, now: float) -> Subject | None:
    """Return what somebody with a seat at a table, or invited to it, may know of it; None for others."""
    try:
        table = load_summary(connection, table_id)
    except MissingTableError:
        return None
    if not any(receiver in (chair.identity, chair.reserved) for chair in table.chairs):
        return None
    column = schema.game_table.c
    row = connection.execute(
        sa.select(column.pace, column.time, column.to_act, column.deadline, column.glance).where(
            column.id == table_id
        )
    ).one()
    is_over = table.status == "over"
    glance = glances.decode(row.glance)
    is_bot = glance is not None and row.to_act in glance.stand_ins
    acting = table.chairs[row.to_act].identity if row.to_act is not None and not (is_over or is_bot) else None
    winners = [table.chairs[seat] for seat in table.winners]
    return Subject(
        id=table_id,
        title=_title_name(table.title),
        status=table.status,
        is_slow=row.pace == "day" or row.time.startswith("days"),
        my_turn=acting == receiver,
        names=tuple(chair.name for chair in table.chairs if chair.name and chair.identity != receiver),
        winners=tuple(chair.name for chair in winners),
        agreed=table.result is not None and table.result.ended == "agreement",
        has_won=any(chair.identity == receiver for chair in winners),
        seconds_left=row.deadline - now if row.deadline is not None and acting == receiver else None,
    )


def _title_name(title_id: str) -> str:
    try:
        return title(title_id).name
    except TitleError:
        return title_id


def name_of(connection: Connection, identity: str) -> str:
    """Return the name of the person who invites or writes; empty if they have left."""
    name = schema.identity.c.name
    return connection.execute(sa.select(name).where(schema.identity.c.id == identity)).scalar() or ""


# --- words -------------------------------------------------------------------------------------------------


def _turn(subject: Subject, by: str, language: str) -> list[str]:
    lines = [message("Your turn: {title}", title=subject.title), _table(subject)]
    if subject.seconds_left is not None and subject.seconds_left > 0:
        left = format_timedelta(timedelta(seconds=subject.seconds_left), locale=locale(language))
        lines.append(message("Time left: {time}.", time=left))
    return lines


def _over(subject: Subject, by: str, language: str) -> list[str]:
    heading, names = message("Game over: {title}", title=subject.title), ", ".join(subject.winners)
    if len(subject.winners) > 1:
        return [heading, message("{names} share the victory.", names=names)]
    if subject.has_won:
        return [heading, message("You win!")]
    if subject.agreed:
        return [heading, message("The players agreed to end it; nobody has won.")]
    return [heading, message("{name} wins.", name=names) if names else _table(subject)]


def _invitation(subject: Subject, by: str, language: str) -> list[str]:
    heading = message("Invitation: {title}", title=subject.title)
    return [heading, message("{name} invites you to play.", name=by or "?")]


def _chat(subject: Subject, by: str, language: str) -> list[str]:
    heading = message("New message: {title}", title=subject.title)
    return [heading, message("{name} has written at your table.", name=by or "?")]


def _table(subject: Subject) -> str:
    return message("At the table: {names}.", names=", ".join(subject.names))


# The heading of a message, and its lines.
WORDS: dict[str, Callable[[Subject, str, str], list[str]]] = {
    "turn": _turn,
    "over": _over,
    "invitation": _invitation,
    "chat": _chat,
}


def path_of(subject: Subject) -> str:
    return f"/tables/{subject.id}"


def letter(message_id: str, kind: str, subject: Subject, by: str, receiver: Receiver) -> Letter:
    """Put one message into words."""
    lines = WORDS[kind](subject, by, receiver.language)
    heading, *more = (translate(line, receiver.language) for line in lines)
    return Letter(
        message_id,
        f"{kind}-{subject.id}",
        receiver.language,
        receiver.name,
        heading,
        tuple(more),
        (path_of(subject),),
    )


def digest(message_id: str, letters: Sequence[Letter], receiver: Receiver) -> Letter:
    """Put several messages into one."""
    heading = translate("Your games on Rooftop", receiver.language)
    lines = tuple(f"{row.heading} · {' '.join(row.lines)}" for row in letters)
    paths = tuple(row.path for row in letters)
    return Letter(message_id, "digest", receiver.language, receiver.name, heading, lines, paths)


def hello(message_id: str, receiver: Receiver) -> Letter:
    """The first message over a new channel."""
    heading = translate("Rooftop will write to you here", receiver.language)
    line = translate("You can change this in the settings at any time.", receiver.language)
    return Letter(message_id, "hello", receiver.language, receiver.name, heading, (line,), ("/settings",))


def facts_of(body: str) -> Facts:
    return decode_json(body, Facts)

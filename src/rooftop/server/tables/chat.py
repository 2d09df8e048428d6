"""Chat at a table. It is not part of the game: neither of its log nor of its file.

Everyone who sits at a table may write and read, before, during and after the game. Spectators cannot write.
They can read the chat before the game and after it, and get nothing while it runs.
"""

from __future__ import annotations

import logging
import unicodedata
from functools import partial
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from rooftop.errors import OptionError, RooftopError
from rooftop.game.knowledge import SPECTATOR
from rooftop.server.limits import Buckets
from rooftop.server.names import MARKS, is_hidden, keep_joining
from rooftop.server.notify import outbox
from rooftop.server.processes.messages import Muted
from rooftop.server.protocol import Done, Earlier, Mute, Refused, Say, Talk, TalkLine
from rooftop.server.settings import Settings
from rooftop.server.store import schema
from rooftop.server.store.store import UncertainError
from rooftop.server.translation import message_of, translate

if TYPE_CHECKING:
    from rooftop.server.tables.client import Client
    from rooftop.server.tables.live import LiveTable
    from rooftop.server.tables.registry import Registry
    from rooftop.server.tables.state import TableState

log = logging.getLogger("rooftop")

TEXT_LENGTH = 300
PAGE = 50  # lines per message
KEPT = 500  # lines of a table; older ones are deleted
# Ready phrases. A page shows them in its reader's language.
PHRASES = ("luck", "nice", "thinking", "moment", "played", "thanks")

CHAT, MUTE, IDENTITY = schema.chat.c, schema.mute.c, schema.identity.c


# --- who, and what -----------------------------------------------------------------------------------------


def speaker_of(client: Client) -> int:
    """The seat whose person is speaking. While a device is passed on, that is the first of those who share
    it."""
    return client.seat if client.seat != SPECTATOR else next(iter(client.seats), SPECTATOR)


def may_read(state: TableState, client: Client) -> bool:
    """Whether somebody may read the chat of a table now."""
    return state.is_shared and (bool(client.seats) or state.status != "playing")


def check_may_write(state: TableState, client: Client) -> None:
    """Raise OptionError if somebody may not write at a table now."""
    is_host = bool(client.visitor.id) and client.visitor.id == state.owner
    if state.status == "closed":
        raise OptionError("this table is closed; open another one")
    if not client.seats and not (is_host and state.status == "waiting"):
        raise OptionError("only people who sit at the table can write here")
    if not state.is_shared:
        raise OptionError("there is nobody to write to; the others are bots")


def clean_text(text: str) -> str:
    """Return a text as it will be shown: on one line, without invisible characters and piles of accents.
    Raises OptionError if nothing is left, or too much."""
    shown = ""
    marks = 0
    for letter in unicodedata.normalize("NFC", " ".join(text.split())):
        if is_hidden(letter):
            continue
        marks = marks + 1 if unicodedata.category(letter) in ("Mn", "Me") else 0
        if marks <= (MARKS if shown else 0):
            shown += letter
    shown = keep_joining(shown)
    if not 1 <= len(shown) <= TEXT_LENGTH:
        raise OptionError("a message must have 1 to 300 characters")
    return shown


def check_line(state: TableState, said: Say) -> str:
    """Return the text of a line as it is stored. Raises OptionError if it is not valid."""
    if said.about is not None and not 1 <= said.about <= state.number:
        raise OptionError("there is no such line in the log")
    if said.kind == "phrase":
        if said.text not in PHRASES:
            raise OptionError("there is no such phrase; choose another one")
        return said.text
    return clean_text(said.text)


# --- stored lines ------------------------------------------------------------------------------------------


def is_said(connection: Connection, table_id: str, author: str, command: str) -> bool:
    """Whether a line has been stored before."""
    line = (CHAT.table_id == table_id, CHAT.identity == author, CHAT.command == command)
    return connection.execute(sa.select(CHAT.number).where(*line)).first() is not None


def add_line(
    connection: Connection, table_id: str, author: str, seat: int, said: Say, text: str, at: float
) -> int | None:
    """Store a line and return its number; None if it has been stored before. The oldest line may be
    deleted."""
    here = CHAT.table_id == table_id
    if is_said(connection, table_id, author, said.id):
        return None
    welcome = sa.select(IDENTITY.id).where(IDENTITY.id == author, IDENTITY.blocked.is_(None))
    if connection.execute(welcome).first() is None:
        raise OptionError("the host of this server has blocked you")
    last = connection.execute(sa.select(sa.func.max(CHAT.number)).where(here)).scalar() or 0
    connection.execute(
        schema.chat.insert().values(
            table_id=table_id,
            number=last + 1,
            identity=author,
            seat=seat,
            kind=said.kind,
            text=text,
            about=said.about,
            at=at,
            command=said.id,
        )
    )
    connection.execute(schema.chat.delete().where(here, CHAT.number <= last + 1 - KEPT))
    return last + 1


def forget(connection: Connection, author: str) -> None:
    """Delete everything that somebody has said. The numbers of the lines are not used again, because pages
    remember the last one that was read: the last line of a table stays, without its author and its words."""
    other = schema.chat.alias()
    is_last = ~sa.exists().where(other.c.table_id == CHAT.table_id, other.c.number > CHAT.number)
    connection.execute(
        schema.chat.update()
        .where(CHAT.identity == author, is_last)
        .values(identity=None, seat=SPECTATOR, text="", about=None, at=0.0, command="")
    )
    connection.execute(schema.chat.delete().where(CHAT.identity == author))


def find_lines(
    connection: Connection, state: TableState, reader: str, before: int | None = None
) -> tuple[list[TalkLine], bool]:
    """Return the last lines of a table, or those before a line, and whether there are older ones."""
    query = (
        sa.select(schema.chat, IDENTITY.name, MUTE.muted)
        .join(schema.identity, IDENTITY.id == CHAT.identity)
        .outerjoin(schema.mute, sa.and_(MUTE.identity == reader, MUTE.muted == CHAT.identity))
        .where(CHAT.table_id == state.id)
        .order_by(CHAT.number.desc())
        .limit(PAGE + 1)
    )
    if before is not None:
        query = query.where(CHAT.number < before)
    rows = connection.execute(query).all()
    return [_line(state, row, reader) for row in reversed(rows[:PAGE])], len(rows) > PAGE


def _line(state: TableState, row: sa.Row[tuple[Any, ...]], reader: str) -> TalkLine:
    is_muted = row.muted is not None
    seat = _seat(state, row.identity, row.seat)
    return TalkLine(
        number=row.number,
        seat=seat,
        name=_name(state, seat, row.name),
        mine=row.identity == reader,
        kind=row.kind,
        text="" if is_muted else row.text,
        about=None if is_muted else row.about,
        at=row.at,
        muted=is_muted,
    )


def _seat(state: TableState, author: str, seat: int) -> int:
    """Return where the author of a line sits. Before the game, seats can move."""
    own = [number for number, chair in enumerate(state.chairs) if chair.identity == author]
    return seat if seat in own else next(iter(own), SPECTATOR)


def _name(state: TableState, seat: int, name: str) -> str:
    """Return the name of an author: of several people with one browser, the one who has the seat."""
    return name if seat == SPECTATOR else state.chairs[seat].name


def set_mute(connection: Connection, table_id: str, reader: str, line: int, on: bool) -> None:
    """Remember that somebody does not want to read the author of a line, or wants to again."""
    author = connection.execute(
        sa.select(CHAT.identity).where(CHAT.table_id == table_id, CHAT.number == line)
    ).scalar()
    if author is None:
        raise OptionError("this message is no longer there")
    if author == reader:
        raise OptionError("these are your own words")
    row = {"identity": reader, "muted": author}
    connection.execute(
        schema.mute.delete().where(*(schema.mute.c[name] == value for name, value in row.items()))
    )
    if on:
        connection.execute(schema.mute.insert().values(**row))


# --- people at tables --------------------------------------------------------------------------------------


class Chat:
    """The chat at the tables of a registry."""

    def __init__(self, registry: Registry) -> None:
        self.registry = registry
        self.store = registry.store
        self.said = Buckets(Settings.messages_per_minute, clock=registry.system.monotonic)  # by person

    async def handle(self, table: LiveTable, client: Client, frame: Say | Mute | Earlier) -> None:
        """Handle a frame: answer `done`, or `refused` with a sentence."""
        try:
            if isinstance(frame, Say):
                await self._say(table, client, frame)
            elif not may_read(table.state, client):
                raise OptionError("spectators can read what was said when the game is over")
            elif isinstance(frame, Mute):
                await self._mute(table, client, frame)
            else:
                await self._tell(table, client, frame.before)
        except UncertainError:
            return  # the client reconnects and repeats it
        except RooftopError as error:
            reason = translate(message_of(error), client.language)
            client.reply(Refused(frame.id, reason, table.number))
        else:
            client.reply(Done(frame.id, table.number))

    async def _say(self, table: LiveTable, client: Client, said: Say) -> None:
        state, author, seat = table.state, client.visitor, speaker_of(client)
        try:
            check_may_write(state, client)
            text = check_line(state, said)
            if not self.said.take(author.id):
                raise OptionError("you are writing too quickly; wait a moment")
        except OptionError:
            if await self.store.read(partial(is_said, table_id=table.id, author=author.id, command=said.id)):
                return  # it is a repeated command
            raise
        at = self.registry.now()
        away = {chair.identity for chair in state.chairs if chair.identity and chair.identity != author.id}
        away = {identity for identity in away if not self.registry.is_at(table.id, identity)}

        mail = not state.is_live or state.match is None  # before a live game people may come and go

        def write(connection: Connection) -> tuple[int | None, set[str]]:
            number = add_line(connection, table.id, author.id, seat, said, text, at)
            deaf = set(connection.execute(sa.select(MUTE.identity).where(MUTE.muted == author.id)).scalars())
            if number is not None:
                for identity in sorted(away - deaf):
                    outbox.chatted(connection, identity, table.id, author.id, at, mail)
            return number, deaf

        async with table.talking:
            number, deaf = await table.write(write)
            if number is None:
                return
            for reader in table.clients:
                if may_read(table.state, reader):
                    muted, mine = reader.visitor.id in deaf, reader.visitor.id == author.id
                    place = _seat(table.state, author.id, seat)
                    line = TalkLine(
                        number, place, _name(table.state, place, author.name), mine, said.kind,
                        "" if muted else text, None if muted else said.about, at, muted,
                    )  # fmt: skip
                    reader.reply(Talk([line]))
                    reader.has_heard = True

    async def _mute(self, table: LiveTable, client: Client, frame: Mute) -> None:
        reader = client.visitor.id
        if not reader:
            raise OptionError("open the home page first to get an identity")
        await self.store.write(
            lambda connection: set_mute(connection, table.id, reader, frame.line, frame.on)
        )
        self.registry.tell(Muted(reader))
        await self.tell_everywhere(reader)

    async def tell_everywhere(self, reader: str) -> None:
        """Send a person the last lines again, at all tables of this process that they have open."""
        for table in self.registry.live():
            for own in [client for client in table.clients if client.visitor.id == reader]:
                await self._tell(table, own)

    # --- what was said before ---

    def greet(self, table: LiveTable) -> None:
        """Send the last lines to those who may read them now and have not received them yet."""
        for client in table.clients:
            if not may_read(table.state, client):
                client.is_told = False
            elif not client.is_told:
                client.is_told = True
                self.registry.background(self._greet(table, client))

    async def _greet(self, table: LiveTable, client: Client) -> None:
        try:
            await self._tell(table, client)
        except RooftopError as error:
            client.is_told = False  # the next change of the table tries again
            log.warning("table %s: chat not sent: %s", table.id, error)

    async def _tell(self, table: LiveTable, client: Client, before: int | None = None) -> None:
        """Send the last lines, or those before a line. Send nothing if there never was any."""
        reader = client.visitor.id
        async with table.talking:  # so that no new line comes in between
            lines, older = await self.store.read(
                lambda connection: find_lines(connection, table.state, reader, before)
            )
            if may_read(table.state, client) and (lines or client.has_heard):
                client.reply(Talk(lines, before is None, older))
                client.has_heard = True

"""The laws: what must hold whatever happens.

- Nothing is seen that is not stored: not by a player, not by a spectator, not in an answer.
- Nothing is doubled: a command has one effect and one answer.
- Nothing is lost: what was answered `done` is in the log, and the log only grows.
- Clocks and messages follow from the log, in the transaction of the entry that changes them.

The laws watch the database, after every job and every commit, and every frame that a server sends.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from rooftop.errors import RooftopError
from rooftop.game.knowledge import HIDDEN
from rooftop.server.library import Library
from rooftop.server.tables import clocks
from rooftop.server.tables.clocks import TOLERANCE, Clock
from rooftop.server.tables.log import load, replay
from rooftop.server.tables.state import TableState
from tests.faults.disk import WISHES
from tests.faults.world import Finding

if TYPE_CHECKING:
    from tests.faults.disk import Disk
    from tests.faults.network import Socket
    from tests.faults.people import Player
    from tests.faults.servers import Server
    from tests.faults.world import World

TRY_AGAIN = ("the database does not answer", "changing hands")  # refusals that say nothing about a command
LATE = 12.0  # seconds after which somebody should have acted on a deadline


class Entry(NamedTuple):
    """A stored log entry. `replay` reads it."""

    table_id: str
    number: int
    kind: str
    seat: int
    text: str
    hash: str
    command: str
    at: float


class Row(NamedTuple):
    """A stored table."""

    id: str
    status: str
    to_act: int | None
    changed: float
    deadline: float | None
    clocks: str | None
    result: str | None
    rematch: str | None
    holder: str | None

    @property
    def clock(self) -> Clock | None:
        return clocks.stored(self.clocks, self.deadline)


class Message(NamedTuple):
    """A message in the outbox."""

    id: str
    identity: str
    kind: str
    table_id: str
    body: str


@dataclass
class Change:
    """What one job of a server has changed."""

    server: Server | None  # None: the host
    entries: list[Entry]
    rows: dict[str, Row]
    messages: list[Message]
    ahead: set[tuple[str, int]]  # tables and seats that have decided ahead
    sitters: set[str]  # who has sat down


@dataclass
class Known:
    """What is known of a table."""

    row: Row
    log: list[Entry] = field(default_factory=list)
    commands: dict[str, int] = field(default_factory=dict)  # those that were done, and what was answered
    state: TableState | None = None  # since its game has begun


class Laws:
    """Watches a world."""

    def __init__(self, world: World, disk: Disk) -> None:
        self.world, self.disk = world, disk
        self.library = Library(offered=["tiny"])
        self.tables: dict[str, Known] = {}
        self.said: dict[tuple[str, str], dict[str, str]] = {}  # stored lines by table and author: by command
        self.messages: dict[str, Message] = {}  # all that were ever stored
        self.closed: set[str] = set()  # tables that the host of the server has closed
        self.mails: list[str] = []  # the ids of those that were sent
        self._changes: list[Change] = []
        self._seated: dict[tuple[str, int], str] = {}
        self._stored_seated: dict[tuple[str, int], str] = {}
        self._row = self._stored_row = 0  # the last log entry that was looked at, and that was committed
        disk.laws = self

    def find(self, law: str, *what: object) -> None:
        """A law was broken."""
        text = f"{law}: " + " ".join(map(str, what))
        self.world.note("FINDING", text)
        raise Finding(text)

    # --- what is stored ---

    def before_jobs(self) -> None:
        """A transaction begins. Forget what one that failed had changed."""
        self._changes.clear()
        self._row, self._seated = self._stored_row, self._stored_seated

    def after_job(self, server: Server | None) -> None:
        """A server, or the host, has done a job, but not committed it."""
        rows, disk = self.disk.rows, self.disk
        entries = rows(
            "SELECT rowid, table_id, number, kind, seat, text, hash, command, at FROM log"
            " WHERE rowid > ? ORDER BY rowid",
            self._row,
        )
        old = {message.id for change in self._changes for message in change.messages} | self.messages.keys()
        messages = [
            Message(*row)
            for row in rows("SELECT id, identity, kind, table_id, body FROM outbox")
            if row[0] not in old
        ]
        tables = [
            Row(*row)
            for row in rows(
                "SELECT id, status, to_act, changed, deadline, clocks, result, rematch, holder"
                " FROM game_table"
            )
        ]
        if entries:
            self._row = entries[-1][0]
        seated = {(row[0], row[1]): row[2] for row in disk.rows("SELECT table_id, seat, identity FROM seat")}
        sitters = {who for seat, who in seated.items() if who and not self._seated.get(seat)}
        self._seated = seated
        self._changes.append(
            Change(
                server,
                [Entry(*row[1:]) for row in entries],
                {row.id: row for row in tables},
                messages,
                set(disk.rows("SELECT table_id, seat FROM ahead")),
                sitters,
            )
        )

    def after_commit(self) -> None:
        """A transaction has been committed."""
        changes, self._changes = self._changes, []
        self._stored_row, self._stored_seated = self._row, self._seated
        for change in changes:
            for message in change.messages:
                self.messages[message.id] = message
            for table_id, row in change.rows.items():
                self._take_row(change, table_id, row)
        self._look_beside_the_log()
        stored = self.disk.rows("SELECT count(*) FROM log")[0][0]
        known = sum(len(table.log) for table in self.tables.values())
        if stored != known:
            self.find("the log only grows", stored, "entries are stored, but", known, "were")

    def _look_beside_the_log(self) -> None:
        for table_id, author, command, text in self.disk.rows(
            "SELECT table_id, identity, command, text FROM chat"
        ):
            self.said.setdefault((table_id, author), {})[command] = text
        for table_id, command, number in self.disk.rows("SELECT table_id, command, number FROM settled"):
            if self.tables[table_id].commands.setdefault(command, number) != number:
                self.find("a command has one effect", command)

    def _take_row(self, change: Change, table_id: str, row: Row) -> None:
        entries = [entry for entry in change.entries if entry.table_id == table_id]
        known = self.tables.get(table_id)
        if known is None:
            known = self.tables[table_id] = Known(row)
            self.world.note("table", len(self.tables), "is stored")
        if entries:
            if len(entries) > 1:
                self.find("one entry at a time", table_id, entries)
            self._take_entry(change, known, row, entries[0])
        else:
            self._check_quiet(change, known, row)
        known.row = row
        if known.state is None and row.status in ("playing", "over"):
            with self.disk.engine.connect() as connection:
                known.state = load(self.library, connection, table_id)
            self._check_beginning(change, known, row)

    def _check_beginning(self, change: Change, known: Known, row: Row) -> None:
        """A game has begun. Its first player is told, unless they have just sat down."""
        state = known.state
        assert state is not None
        seat = state.started_match.to_act
        if state.number != len(known.log):
            self.find("a game begins without a log", row)
        if row.to_act != seat or (row.clock is None) != (not state.control):
            self.find("a game begins with its first turn", row)
        told = [message.identity for message in change.messages if message.kind == "turn"]
        first = state.chairs[seat].identity
        is_told = bool(first) and not state.is_practice and first not in change.sitters
        if told != [first] * bool(is_told and first and first.removeprefix("id-") in WISHES):
            self.find("messages are stored with the log", told, "at the beginning")

    def _take_entry(self, change: Change, known: Known, row: Row, entry: Entry) -> None:
        """A log entry has been stored. The table's other columns and the outbox must fit."""
        state = known.state
        if state is None:
            self.find("a game begins before its log", entry)
        assert state is not None
        self.world.note(
            "stored", entry.number, entry.kind, entry.seat, entry.text, "by", entry.command.split(":")[0]
        )
        before = state.turn
        try:
            replay(state, [entry])  # type: ignore[list-item]
        except RooftopError as error:
            self.find("the log can be replayed", error)
        known.log.append(entry)
        known.commands[entry.command] = entry.number
        match = state.started_match
        fits = {
            "status": state.status,
            "to_act": None if match.over else match.to_act,
            "changed": entry.at,
        }
        for name, value in fits.items():
            if getattr(row, name) != value:
                self.find("tables fit their log", name, "is", getattr(row, name), "not", value, entry)
        if (row.result is not None) != match.over:
            self.find("a game that is over has a result", entry)
        self._check_holder(change, row, entry)
        self._check_clock(known, row, entry, before)
        self._check_messages(change, state, entry)
        if match.over:
            self._check_played(state)

    def _check_holder(self, change: Change, row: Row, entry: Entry) -> None:
        """Only the server that has a table stores something for it."""
        if self.disk.is_shared and (change.server is None or row.holder != change.server.id):
            self.find("a table has one owner", change.server and change.server.name, "has stored", entry)

    def _check_clock(self, known: Known, row: Row, entry: Entry, before: clocks.Turn) -> None:
        state, old = known.state, known.row.clock
        assert state is not None
        if not state.control:
            if row.clock is not None:
                self.find("no clock without a time control", entry)
            return
        if row.clock is None:
            self.find("clocks are stored with the log", entry)
        if entry.kind in ("timeout", "forfeit"):
            due = known.row.deadline
            if due is None or due + TOLERANCE > entry.at + 0.001:
                self.find("nobody's time is up early", "deadline", due, "but it was", entry.at)
        assert old is not None
        after = state.turn
        expected = clocks.advance(state.control, old, before, after, entry.at, entry.kind == "undo")
        if entry.kind == "resume" and after.seat != entry.seat:
            expected = clocks.returned(state.control, expected, entry.seat)
        if row.clock != expected:
            self.find("clocks follow from the log", row.clock, "should be", expected, "after", old, entry)

    def _check_messages(self, change: Change, state: TableState, entry: Entry) -> None:
        """The player whose turn has come, or everyone at the end, has a message if they want one."""
        told = [
            (message.identity, message.kind, json.loads(message.body).get("number", 0))
            for message in change.messages
            if message.table_id == state.id and message.kind in ("turn", "over")
        ]
        expected: list[tuple[str, str, int]] = []
        chair = state.chairs[entry.seat]
        mover = None if chair.bot else chair.identity
        if state.is_practice:
            pass
        elif state.status == "over":
            people = dict.fromkeys(chair.identity for chair in state.chairs)
            expected = [(who, "over", 0) for who in people if who and who != mover]
        elif entry.kind in ("move", "redo"):
            seat = state.started_match.to_act
            chair = state.chairs[seat]
            is_decided = (state.id, seat) in change.ahead
            if seat != entry.seat and not is_decided and chair.identity and not chair.bot:
                if chair.identity != mover:
                    expected = [(chair.identity, "turn", entry.number)]
        expected = [row for row in expected if row[0].removeprefix("id-") in WISHES]
        if sorted(told) != sorted(expected):
            self.find("messages are stored with the log", told, "instead of", expected, entry)

    def _check_played(self, state: TableState) -> None:
        seats = self.disk.rows("SELECT seat FROM played WHERE table_id = ?", state.id)
        if len(seats) != len(state.chairs):
            self.find("a game that is over is remembered once", seats)

    def _check_quiet(self, change: Change, known: Known, row: Row) -> None:
        """A table has changed without a log entry: only its beginning, its end before a game, and its clocks
        may do so."""
        old = known.row
        if row.id in self.closed and row.status == "closed":
            return
        if (old.status, row.status) not in (
            ("waiting", "waiting"), ("waiting", "playing"), ("waiting", "closed"), ("playing", "playing"),
            ("over", "over"), ("closed", "closed"),
        ):  # fmt: skip
            self.find("the log says what happens", "from", old.status, "to", row.status)
        if old.deadline is not None and row.deadline is not None and row.deadline > old.deadline + 0.001:
            moved = row.deadline - old.deadline
            for other in change.rows.values():
                if (before := self.tables.get(other.id)) and before.row.deadline and other.deadline:
                    if abs(other.deadline - before.row.deadline - moved) > 0.001 and other.id != row.id:
                        self.find("deadlines stand still together", other, before.row)
        if old.deadline is not None and row.deadline is None:
            self.find("a deadline stays until somebody acts", old, row)

    # --- what is sent ---

    def check_frame(self, socket: Socket, text: str) -> None:
        """A server sends a frame to a player."""
        frame: dict[str, Any] = json.loads(text)
        player: Player = socket.page  # type: ignore[assignment]
        kind = frame["type"]
        known = self.tables.get(socket.table)
        if known is None:
            return self.find("no frames of tables that are not stored", text) if kind != "refused" else None
        self.world.note(
            "to", player.name, kind, frame.get("number", ""), frame.get("id", ""), frame.get("status", "")
        )
        if kind == "update":
            self._check_update(known, player, frame)
        elif kind == "done":
            self._check_done(known, player, frame)
        elif kind == "refused" and frame["id"]:
            self._check_refused(known, player, frame)
        elif kind == "talk":
            for line in frame["lines"]:
                stored = [text for words in self.said.values() for text in words.values()]
                if line["text"] not in stored:
                    self.find("nothing is heard that is not stored", line)

    def _check_update(self, known: Known, player: Player, frame: dict[str, Any]) -> None:
        if frame["number"] > len(known.log):
            self.find("nothing is seen that is not stored", "log number", frame["number"], len(known.log))
        for seen in frame["log"]:
            entry = known.log[seen["number"] - 1]
            if (seen["seat"], seen["kind"]) != (entry.seat, entry.kind) or seen["text"] not in (
                entry.text,
                HIDDEN,
            ):
                self.find("nothing is seen that is not stored", seen, entry)
        if frame["status"] == "over" and known.row.status != "over":
            self.find("nothing is seen that is not stored", "the end")
        if frame["rematch"] and frame["rematch"]["table"] not in self.tables:
            self.find("nothing is seen that is not stored", frame["rematch"])

    def _check_done(self, known: Known, player: Player, frame: dict[str, Any]) -> None:
        command = player.sent.get(frame["id"])
        if command is None:
            self.find("only commands are answered", frame)
            return
        if not self._is_stored(known, player, command, frame["number"]):
            self.find("what is done is stored", command, frame)
        earlier = player.answers.setdefault(frame["id"], frame["number"])
        if earlier != frame["number"] and command["type"] != "say":
            self.find("a command has one answer", frame, "after", earlier)

    def _is_stored(self, known: Known, player: Player, command: dict[str, Any], number: int) -> bool:
        if command["type"] == "say":
            return command["id"] in self.said.get((known.row.id, player.who.id), {})
        return any(known.commands.get(f"{seat}:{command['id']}") == number for seat in range(4))

    def _check_refused(self, known: Known, player: Player, frame: dict[str, Any]) -> None:
        if any(reason in frame["reason"] for reason in TRY_AGAIN):
            return  # even if it is a repeated one: nobody could look
        if any(f"{seat}:{frame['id']}" in known.commands for seat in range(4)):
            self.find("what is stored is not refused", frame)
        if frame["id"] in player.answers:
            self.find("a command has one answer", frame, "after `done`")

    def sent_mail(self, message_id: str) -> None:
        """A message has left the server."""
        self.world.note("mail", len(self.mails))
        self.mails.append(message_id)
        if message_id not in self.messages and message_id not in self._digests():
            self.find("no message of what is not stored", message_id)

    def _digests(self) -> Sequence[str]:
        return [hashlib.sha256(found.encode()).hexdigest()[:32] for found in self.messages]

    # --- once in a while, and at the end ---

    def check_deadlines(self, now: float) -> None:
        """All is well, and has been for a while: no deadline has passed long ago."""
        for known in self.tables.values():
            due = known.row.deadline
            if known.row.status == "playing" and due is not None and due + TOLERANCE + LATE < now:
                self.find("somebody acts on every deadline", known.row, "now", now)

    def check_end(self, players: Sequence[Player], now: float) -> None:
        """All is well, and the games are over."""
        for known in self.tables.values():
            log = self.disk.rows(
                "SELECT table_id, number, kind, seat, text, hash, command, at FROM log"
                " WHERE table_id = ? ORDER BY number",
                known.row.id,
            )
            if [Entry(*row) for row in log] != known.log:
                self.find("the log only grows", log, known.log)
        for player in players:
            known = self.tables[player.table]
            if player.number != len(known.log) or player.status != known.row.status:
                self.find(
                    "everyone sees what is stored", player.name, player.number, player.status,
                    "of", len(known.log), known.row.status,
                )  # fmt: skip
            if player.waiting is not None:
                self.find("every command is answered", player.name, player.waiting)
            for number, seen in player.seen.items():
                entry = known.log[number - 1]
                if seen[:2] != (entry.seat, entry.kind):
                    self.find("everyone sees what is stored", player.name, number, seen, entry)
        late = self.disk.rows("SELECT * FROM outbox WHERE sent IS NULL AND due < ?", now - LATE)
        if late:
            self.find("every message is sent", late)
        if self.world.complaints:
            self.find("errors are handled", self.world.complaints)

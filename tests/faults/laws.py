"""The laws: invariants that must hold whatever happens.

- Nobody, neither player nor spectator, sees anything that is not stored or not meant for them, including in
  answers. What anybody has seen of the log has no gaps.
- Nothing is duplicated: a command has one effect and one answer, a game is rated once, and a request that may
  have been carried out is not retried.
- Nothing is lost: everything answered with `done` is stored, the log only grows, and a server that takes over
  a table knows everything stored for it.
- Only the server that holds a table stores anything for it, and nobody does once it is closed.
- Clocks and messages follow from the log, in the transaction of the entry that changes them. Clocks stop
  while no server answers, and only then.

The laws check the database after every job and every commit, and every frame that a server sends.
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
from rooftop.server.tables.clocks import TOLERANCE
from rooftop.server.tables.deadlines import BEAT, RECONNECT, SLOW_BEAT
from rooftop.server.tables.live import LiveTable
from rooftop.server.tables.log import load, replay
from rooftop.server.tables.state import TableState
from tests.faults.disk import WISHES
from tests.faults.timekeeper import Attendance, Shown, Timekeeper, Turn
from tests.faults.world import Finding

if TYPE_CHECKING:
    from tests.faults.disk import Disk
    from tests.faults.network import Socket
    from tests.faults.people import Player
    from tests.faults.servers import Server
    from tests.faults.world import World

TRY_AGAIN = ("the database does not answer", "changing hands")  # refusals that do not settle a command
LATE = 12.0  # seconds after which a server should have acted on a deadline
STEADY = 3.0  # seconds without trouble after which a server counts as alive
GIVING_UP = ("concede", "forfeit")
SECRETS = ("light ",)  # moves of Lanterns that others see once everyone has chosen


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
    fence: int

    @property
    def shown(self) -> Shown | None:
        return None if self.clocks is None else Shown(tuple(json.loads(self.clocks)), self.deadline)


class Message(NamedTuple):
    """A message in the outbox."""

    id: str
    identity: str
    kind: str
    table_id: str
    body: str


class Beside(NamedTuple):
    """Everything stored besides the log."""

    seated: dict[tuple[str, int], str | None]  # who sits where, by table and seat
    ahead: dict[tuple[str, int], str]  # decisions made ahead, by table and seat
    agreed: set[tuple[str, str, int]]  # tables, kinds of agreements, seats
    said: int  # the last chat line
    settled: int  # the last command without a log entry


@dataclass
class Change:
    """The changes of one job of a server."""

    server: Server | None  # None: the host
    entries: list[Entry]
    rows: dict[str, Row]
    messages: list[Message]
    before: Beside
    after: Beside
    said: set[str]  # tables with new chat lines
    settled: set[tuple[str, int]]  # tables and seats of commands without a log entry

    @property
    def sitters(self) -> set[str]:
        """Seats that people have taken."""
        before = self.before.seated
        return {who for seat, who in self.after.seated.items() if who and not before.get(seat)}


@dataclass
class Known:
    """What is known about a table."""

    row: Row
    log: list[Entry] = field(default_factory=list)
    commands: dict[str, int] = field(default_factory=dict)  # commands that were carried out, and the answers
    state: TableState | None = None  # since the game began
    clocks: Timekeeper | None = None  # ... if it has any
    owners: dict[int, str] = field(default_factory=dict)  # its holders, by fencing number
    standing: list[int] = field(default_factory=list)  # the numbers of moves that have not been undone
    undone: list[int] = field(default_factory=list)
    opened: dict[int, int] = field(default_factory=dict)  # when secret moves were revealed, by number

    def is_secret(self, number: int) -> bool:
        entry = self.log[number - 1]
        return entry.kind == "move" and entry.text.startswith(SECRETS)

    def may_read(self, number: int, seat: int, at: int) -> bool:
        """Whether a seat may read an entry once the log has reached number `at`."""
        is_own = self.log[number - 1].seat == seat
        return is_own or not self.is_secret(number) or self.opened.get(number, at + 1) <= at

    def take(self, entry: Entry, players: int) -> None:
        """Add an entry. Secret moves are revealed once everyone has chosen in that round."""
        self.log.append(entry)
        self.commands[entry.command] = entry.number
        if entry.kind == "move":
            self.standing.append(entry.number)
            self.undone.clear()
        elif entry.kind in ("undo", "redo"):
            source, target = self.standing, self.undone
            if entry.kind == "redo":
                source, target = target, source
            for _ in range(int(entry.text)):
                target.append(source.pop())
        secrets = [number for number in self.standing if self.is_secret(number)]
        for number in secrets[: len(secrets) // players * players]:
            self.opened.setdefault(number, entry.number)


def _is_forfeit(entry: Entry) -> bool:
    """Whether leaving counts as a forfeit: the table agreed on that, or it ends the game."""
    return entry.kind == "leave" and " " in entry.text


class Laws:
    """Watches a world."""

    def __init__(self, world: World, disk: Disk) -> None:
        self.world, self.disk = world, disk
        self.library = Library(offered=["lanterns"])
        self.tables: dict[str, Known] = {}
        self.said: dict[tuple[str, str], dict[str, str]] = {}  # stored lines by table and author: by command
        self.messages: dict[str, Message] = {}  # all that were ever stored
        self.closed: set[str] = set()  # tables closed by the server's host
        self.mails: list[str] = []  # the ids of sent messages
        self.attendance = Attendance(self.now)
        self.servers: list[Server] = []
        self._steady = self.now  # the last time when a server had no trouble
        self._changes: list[Change] = []
        self._beside = self._stored_beside = Beside({}, {}, set(), 0, 0)
        self._row = self._stored_row = 0  # the last log entry checked, and the last one committed
        disk.laws = self

    @property
    def now(self) -> float:
        return self.world.wall + self.world.time

    def turn_back(self, seconds: float) -> None:
        """The wall clock is set back. A server may have moved clocks by its previous time."""
        self._steady -= seconds

    def find(self, law: str, *what: object) -> None:
        """Report a broken law."""
        text = f"{law}: " + " ".join(map(str, what))
        self.world.note("FINDING", text)
        raise Finding(text)

    # --- what is stored ---

    def before_jobs(self) -> None:
        """A transaction begins. Forget the changes of a failed one."""
        self._changes.clear()
        self._row, self._beside = self._stored_row, self._stored_beside

    def after_job(self, server: Server | None) -> None:
        """A server or the host has finished a job, but not committed it."""
        rows = self.disk.rows
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
                "SELECT id, status, to_act, changed, deadline, clocks, result, rematch, holder, fence"
                " FROM game_table"
            )
        ]
        if entries:
            self._row = entries[-1][0]
        before = self._beside
        said = rows("SELECT rowid, table_id FROM chat WHERE rowid > ? ORDER BY rowid", before.said)
        settled = rows(
            "SELECT rowid, table_id, seat FROM settled WHERE rowid > ? ORDER BY rowid", before.settled
        )
        self._beside = Beside(
            {(row[0], row[1]): row[2] for row in rows("SELECT table_id, seat, identity FROM seat")},
            {(row[0], row[1]): row[2] for row in rows("SELECT table_id, seat, text FROM ahead")},
            set(rows("SELECT table_id, kind, seat FROM agreement")),
            said[-1][0] if said else before.said,
            settled[-1][0] if settled else before.settled,
        )
        self._changes.append(
            Change(
                server,
                [Entry(*row[1:]) for row in entries],
                {row.id: row for row in tables},
                messages,
                before,
                self._beside,
                {row[1] for row in said},
                {(row[1], row[2]) for row in settled},
            )
        )

    def after_commit(self) -> None:
        """A transaction has been committed."""
        changes, self._changes = self._changes, []
        if not changes:
            return
        self._stored_row, self._stored_beside = self._row, self._beside
        for change in changes:
            for message in change.messages:
                self.messages[message.id] = message
            self._check_beside(change)
            for table_id, row in change.rows.items():
                self._take_row(change, table_id, row)
        self._look_beside_the_log()
        stored = self.disk.rows("SELECT count(*) FROM log")[0][0]
        known = sum(len(table.log) for table in self.tables.values())
        if stored != known:
            self.find("the log only grows", stored, "entries are stored, but", known, "were")
        if any(server.is_steady(STEADY) for server in self.servers):
            self._steady = self.now

    def _check_beside(self, change: Change) -> None:
        """Data besides the log is stored by the owner of the table, and stays until somebody at the table
        changes it."""
        before, after = change.before, change.after
        seats = {key[0] for key, who in after.seated.items() if before.seated.get(key) != who}
        ahead = before.ahead.items() ^ after.ahead.items()
        agreed = before.agreed ^ after.agreed
        changed = change.said | {key[0] for key in change.settled} | seats
        changed |= {key[0] for key, _ in ahead} | {key[0] for key in agreed}
        for table_id in changed & self.tables.keys():
            self._check_holder(change, self.tables[table_id], change.rows[table_id])
        moved = {entry.table_id for entry in change.entries}
        commanded = {table_id for table_id, _ in change.settled}
        for table_id, seat in before.ahead.keys() - after.ahead.keys():
            if table_id not in moved and (table_id, seat) not in change.settled:
                self.find("what was decided ahead stays", table_id, seat)
        for table_id, kind, seat in before.agreed - after.agreed:
            if table_id not in moved | commanded and kind != "declined":
                self.find("what was agreed on stays", table_id, kind, seat)

    def check_opened(self, table: LiveTable) -> None:
        """A server has taken over a table. From then on nobody else can store anything for it, so it knows
        everything stored."""
        state = table.state
        (fence, count) = self.disk.rows(
            "SELECT fence, (SELECT count(*) FROM log WHERE table_id = id) FROM game_table WHERE id = ?",
            table.id,
        )[0]
        if table.fence != fence:
            return  # it has already been lost
        if state.fence != fence:
            self.find("a table is loaded when it has been taken", state.fence, "is not", fence)
        if state.match is None:
            return
        if state.number != count:
            self.find("whoever takes a table knows its log", state.number, "is not", count)
        ahead = dict(self.disk.rows("SELECT seat, text FROM ahead WHERE table_id = ?", table.id))
        known = {
            seat: "; ".join(map(state.game.notation, actions)) for seat, actions in state.decided.items()
        }
        if known != ahead:
            self.find("what was decided ahead survives", known, "is not", ahead)
        agreed = self.disk.rows(
            "SELECT kind, seat FROM agreement WHERE table_id = ? AND kind != 'declined'", table.id
        )
        if {(kind, seat) for kind, seats in state.agreed.items() for seat in seats} != set(agreed):
            self.find("what was agreed on survives", state.agreed, "is not", agreed)
        if missing := self.tables[table.id].commands.keys() - state.commands.keys():
            self.find("whoever takes a table knows its commands", missing)

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
        old = known.row
        if row.fence < old.fence or (row.holder not in (old.holder, None) and row.fence == old.fence):
            self.find("a table that changes hands gets a higher number", old, row)
        if row.holder is not None:
            known.owners[row.fence] = row.holder
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
        """A game has begun. Its first player gets a message unless they have just sat down or started it."""
        state = known.state
        assert state is not None
        seat = state.started_match.to_act
        if state.number != len(known.log):
            self.find("a game begins without a log", row)
        if row.to_act != seat or (row.shown is None) != (state.time == "none"):
            self.find("a game begins with its first turn", row)
        if row.shown is not None:
            known.clocks = Timekeeper(state.time, len(state.chairs), self.attendance)
            known.clocks.begin(state.turn, row.deadline)
            self._check_clock(known, row, "the beginning")
        told = [message.identity for message in change.messages if message.kind == "turn"]
        first = state.chairs[seat].identity
        is_told = bool(first) and not state.is_practice and not state.is_live and first not in change.sitters
        expected = [first] * bool(is_told and first and first.removeprefix("id-") in WISHES)
        if told != expected and not (told == [] and first == state.owner):
            self.find("messages are stored with the log", told, "at the beginning")

    def _take_entry(self, change: Change, known: Known, row: Row, entry: Entry) -> None:
        """A log entry has been stored. The table's other columns and the outbox must match."""
        state = known.state
        if state is None:
            self.find("a game begins before its log", entry)
        assert state is not None
        if known.row.status == "closed":
            self.find("nothing happens at a closed table", entry)
        self.world.note(
            "stored", entry.number, entry.kind, entry.seat, entry.text, "by", entry.command.split(":")[0]
        )
        before = state.turn
        try:
            replay(state, [entry])  # type: ignore[list-item]
        except RooftopError as error:
            self.find("the log can be replayed", error)
        known.take(entry, len(state.chairs))
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
        self._check_holder(change, known, row)
        if known.clocks is not None:
            if entry.kind in ("timeout", "forfeit", "lapse"):
                self._check_timeout(known, known.clocks, before, entry)
            known.clocks.decide(entry.kind, entry.seat, before, state.turn, entry.at)
        self._check_clock(known, row, entry)
        self._check_messages(change, state, entry)
        if match.over:
            self._check_played(state)
            self._check_ranks(known, json.loads(row.result or "{}"))

    def _check_holder(self, change: Change, known: Known, row: Row) -> None:
        """Only the server that holds a table, or has just released it, stores anything for it."""
        owner = row.holder or known.owners.get(row.fence)
        if self.disk.is_shared and (change.server is None or owner != change.server.id):
            self.find("a table has one owner", change.server and change.server.name, "has stored for", row)

    def _check_clock(self, known: Known, row: Row, why: object) -> None:
        """The stored clocks are right."""
        if (row.shown is None) != (known.clocks is None):
            self.find("clocks are stored with the log", row, why)
        if row.shown is not None and known.clocks is not None:
            assert known.state is not None
            if wrong := known.clocks.differs(row.shown, known.state.turn):
                self.find("clocks follow from the log", wrong, why)

    def _check_timeout(self, known: Known, kept: Timekeeper, turn: Turn, entry: Entry) -> None:
        """Somebody's time is up. They had all of it while a server could answer their page, and after an
        outage some seconds to come back."""
        due, attendance = known.row.deadline, self.attendance
        if due is None or due + TOLERANCE > entry.at + 0.001:
            self.find("nobody's time is up early", "deadline", due, "but it was", entry.at)
        assert turn.seat is not None
        had = kept.had(entry.at)
        if had < kept.left[turn.seat] - 0.001:
            self.find("clocks stand still while nobody answers", had, "of", kept.left[turn.seat], entry)
        since = entry.at - attendance.since
        if had - kept.left[turn.seat] < since < RECONNECT and kept.breaks < len(attendance.breaks):
            self.find("pages have time to come back", entry, "after", attendance.since)

    def _check_messages(self, change: Change, state: TableState, entry: Entry) -> None:
        """The player whose turn has come, or everyone at the end, gets a message if they want one."""
        told = [
            (message.identity, message.kind, json.loads(message.body).get("number", 0))
            for message in change.messages
            if message.table_id == state.id and message.kind in ("turn", "over")
        ]
        expected: list[tuple[str, str, int]] = []
        chair = state.chairs[entry.seat]
        mover = None if chair.bot else chair.identity
        if state.is_practice or state.is_live:  # all message settings are for mail
            pass
        elif state.status == "over":
            people = dict.fromkeys(chair.identity for chair in state.chairs)
            expected = [(who, "over", 0) for who in people if who and who != mover]
        elif entry.kind in ("move", "lapse", "redo"):
            seat = state.started_match.to_act
            chair = state.chairs[seat]
            is_decided = (state.id, seat) in change.after.ahead
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
        games = dict(
            self.disk.rows(
                "SELECT identity, count(DISTINCT table_id) FROM played"
                " WHERE rated AND identity IS NOT NULL GROUP BY identity"
            )
        )
        rated = dict(self.disk.rows("SELECT player, games FROM rating WHERE player LIKE 'id-%'"))
        if rated != games:
            self.find("a game is rated once", rated, "is not", games)

    def _check_ranks(self, known: Known, result: dict[str, Any]) -> None:
        """A player who gives up ranks last of those still playing; points rank the others."""
        ranks, totals = result["places"], [sum(points.values()) for points in result["points"]]
        last = known.log[-1]
        if last.kind == "end" and not last.text:
            if any(ranks):
                self.find("nobody wins a game that ends by agreement", result)
            return
        gone = [entry.seat for entry in known.log if entry.kind in GIVING_UP or _is_forfeit(entry)]
        stayed = [seat for seat in range(len(ranks)) if seat not in gone]
        if [ranks[seat] for seat in gone] != list(range(len(ranks), len(stayed), -1)):
            self.find("whoever gives up is last", gone, result)
        for one in stayed:
            if any(totals[one] > totals[other] and ranks[one] >= ranks[other] for other in stayed):
                self.find("more points are a better rank", result)

    def _check_quiet(self, change: Change, known: Known, row: Row) -> None:
        """A table has changed without a log entry: allowed only for its start, its end before a game, and its
        clocks."""
        old = known.row
        if row.id in self.closed and row.status == "closed":
            return
        if (old.status, row.status) not in (
            ("waiting", "waiting"), ("waiting", "playing"), ("waiting", "closed"), ("playing", "playing"),
            ("over", "over"), ("closed", "closed"),
        ):  # fmt: skip
            self.find("the log says what happens", "from", old.status, "to", row.status)
        if row.status != old.status or (row.to_act, row.result) != (old.to_act, old.result):
            self._check_holder(change, known, row)
        if old.deadline is not None and row.deadline is None:
            self.find("a deadline stays until somebody acts", old, row)
        if known.clocks is not None and row.deadline is not None and old.deadline is not None:
            self._check_shift(change, known, known.clocks, row.deadline - old.deadline)
            known.clocks.move(row.deadline - old.deadline)
            self._check_clock(known, row, "no entry")

    def _check_shift(self, change: Change, known: Known, kept: Timekeeper, seconds: float) -> None:
        """A deadline has been moved. That is right if no server was there to answer, by at most the time
        since there was one. It moves earlier if the first player is at the table before they had to be."""
        start = (kept.start or 0.0) + seconds
        if seconds < -0.001 and known.log and start < min(kept.first, self.now - LATE):
            self.find("nobody loses time", seconds)
        if seconds < 0.001:
            return
        if [one for one in self.servers if one is not change.server and one.is_steady(STEADY)]:
            self.find("clocks run while a server lives", "moved by", seconds)
        rough = SLOW_BEAT if kept.seconds > 3600.0 else BEAT  # how exactly the last heartbeat is known
        most = max(0.0, self.now - self._steady) + STEADY + rough + 3 * RECONNECT
        if seconds > most:
            self.find("clocks stand still only while nobody answers", seconds, "is more than", most)

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
                self._check_line(known, player, line)

    def _check_line(self, known: Known, player: Player, line: dict[str, Any]) -> None:
        """Somebody receives a chat line."""
        if not any(line["text"] in words.values() for words in self.said.values()):
            self.find("nothing is heard that is not stored", line)
        sits = player.who.id in (
            who for (table_id, _), who in self._stored_beside.seated.items() if table_id == known.row.id
        )
        if not sits and known.row.status == "playing" and known.log and line["at"] > known.log[0].at:
            self.find("spectators do not hear the players", player.name, line)

    def _check_update(self, known: Known, player: Player, frame: dict[str, Any]) -> None:
        if frame["number"] > len(known.log):
            self.find("nothing is seen that is not stored", "log number", frame["number"], len(known.log))
        for seen in frame["log"]:
            entry = known.log[seen["number"] - 1]
            is_open = known.may_read(entry.number, frame["seat"], frame["number"])
            text = entry.text if is_open else HIDDEN
            if (seen["seat"], seen["kind"], seen["text"]) != (entry.seat, entry.kind, text):
                self.find("everyone sees what is stored and may be known", player.name, seen, entry)
            if not is_open and any(letter.isdigit() for line in seen["lines"] for letter in line):
                self.find("nobody sees a secret", player.name, seen, entry)
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
            return  # even for a repeated command: nobody could look it up
        if any(f"{seat}:{frame['id']}" in known.commands for seat in range(4)):
            self.find("what is stored is not refused", frame)
        if frame["id"] in player.answers:
            self.find("a command has one answer", frame, "after `done`")

    def check_seen(self, player: Player) -> None:
        """A page has applied an update: it has the whole log up to there."""
        if not player.seen.keys() >= set(range(1, player.number + 1)):
            self.find("what everyone has seen of the log has no gaps", player.name, sorted(player.seen))

    def sent_mail(self, message_id: str) -> None:
        """A server has sent a message."""
        self.world.note("mail", len(self.mails))
        self.mails.append(message_id)
        if message_id not in self.messages and message_id not in self._digests():
            self.find("no message of what is not stored", message_id)

    def _digests(self) -> Sequence[str]:
        return [hashlib.sha256(found.encode()).hexdigest()[:32] for found in self.messages]

    # --- once in a while, and at the end ---

    def check_deadlines(self, now: float) -> None:
        """There has been no trouble for a while: no deadline is long overdue."""
        for known in self.tables.values():
            due, state = known.row.deadline, known.state
            if known.row.status != "playing" or state is None or state.turn.bot:
                continue
            if due is not None and due + TOLERANCE + LATE < now:
                self.find("somebody acts on every deadline", known.row, "now", now)

    def check_end(self, players: Sequence[Player], now: float) -> None:
        """There is no trouble any more, and the games are over."""
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
            if player.is_gone or known.row.status == "playing":
                continue  # nobody came back, and a game may never end
            if player.number != len(known.log) or player.status != known.row.status:
                self.find(
                    "everyone sees what is stored", player.name, player.number, player.status,
                    "of", len(known.log), known.row.status,
                )  # fmt: skip
            if player.waiting is not None:
                self.find("every command is answered", player.name, player.waiting)
            for number, seen in player.seen.items():
                entry = known.log[number - 1]
                if seen[:2] != (entry.seat, entry.kind) or seen[2] not in (entry.text, HIDDEN):
                    self.find("everyone sees what is stored", player.name, number, seen, entry)
        late = self.disk.rows("SELECT * FROM outbox WHERE sent IS NULL AND due < ?", now - LATE)
        if late:
            self.find("every message is sent", late)
        if self.world.complaints:
            self.find("errors are handled", self.world.complaints)

"""The people of a world: scripted players with pages that follow docs/protocol.md."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from rooftop.server.auth import Identity
from tests.faults.disk import person
from tests.faults.network import Socket

if TYPE_CHECKING:
    from tests.faults.schedule import Schedule

AGAIN = 2.0  # seconds until an unanswered command is resent
FOR_GOOD = ("forfeited", "left", "conceded")  # ways to stop playing
SILENCE = 6.0  # seconds without a frame until a page reconnects


class Player:
    """Somebody at a table. Records everything that they were shown and answered."""

    def __init__(self, schedule: Schedule, name: str, table: str, page: str = "") -> None:
        self.schedule, self.world = schedule, schedule.world
        self.name, self.table = f"{name} {page}".strip(), table
        self.who, self.cookie = person(name)
        self.number = 0
        self.status = ""
        self.latest: dict[str, Any] | None = None
        self.seen: dict[int, tuple[int, str, str]] = {}
        self.sent: dict[str, dict[str, Any]] = {}
        self.answers: dict[str, int] = {}  # answers of servers, by command
        self.waiting: dict[str, Any] | None = None
        self.asked_at = self.heard_at = 0.0
        self.pinged = False
        self.count = 0
        self.has_missed = False  # an update was lost
        self.socket: Socket | None = None
        self.is_connecting = False
        self.is_away = False
        self.is_gone = False  # permanently
        self.has_left = False  # ... or cannot play on
        self.connect()
        self._plan()

    @staticmethod
    def identity(name: str) -> Identity:
        return person(name)[0]

    # --- the connection ---

    def connect(self) -> None:
        if self.socket is None and not self.is_connecting and not self.is_away:
            self.is_connecting = True
            self.world.after(0.02 + self.world.some_seconds(0.1), self._open)

    def _open(self) -> None:
        self.is_connecting = False
        server = self.schedule.some_server()
        if server is None:
            self.connect()
            return
        self.count, self.heard_at, self.pinged, self.has_missed = 0, self.world.time, False, False
        bad = self.schedule.badness if not self.schedule.is_healed else 0.0
        self.socket = Socket(
            self.world, self.schedule.laws, server, self, self.table, self.cookie, self.number, bad
        )
        if self.waiting is not None:
            self._say(self.waiting)

    def lose(self, socket: Socket) -> None:
        if socket is self.socket:
            self.socket = None
            self.connect()

    def leave(self, seconds: float) -> None:
        """Close the page for a while."""
        self.is_away = True
        if self.socket is not None:
            self.socket.cut()
        self.world.after(seconds, self.come)

    def vanish(self) -> None:
        """Close the page and never come back."""
        self.is_gone = self.has_left = True
        self.leave(0.0)

    def come(self) -> None:
        if not self.is_gone:
            self.is_away = False
            self.connect()

    def go_to(self, table: str) -> None:
        """Go to another table."""
        self.table, self.number, self.status, self.latest = table, 0, "", None
        self.seen, self.waiting, self.has_left = {}, None, self.is_gone
        if self.socket is not None:
            self.socket.cut()
            self.socket = None
        self.connect()

    # --- what they hear ---

    def hear(self, socket: Socket, text: str) -> None:
        if socket is not self.socket:
            return
        frame = json.loads(text)
        self.heard_at, self.pinged = self.world.time, False
        kind = frame["type"]
        if kind == "update":
            self._look(frame)
        elif kind == "waiting":
            self.status = frame["status"]
        elif kind in ("done", "refused"):
            if self.waiting is not None and self.waiting["id"] == frame["id"]:
                if kind == "refused" and "in a moment" in frame["reason"] and self.world.often(0.6):
                    self.asked_at = self.world.time  # again, with the same id
                else:
                    self.waiting = None

    def _look(self, frame: dict[str, Any]) -> None:
        if frame["count"] <= self.count:
            return  # an old one
        self.has_missed = self.has_missed or frame["count"] > self.count + 1
        self.count = frame["count"]
        if self.has_missed:
            has = {entry["number"] for entry in frame["log"]}
            if not has.issuperset(range(self.number + 1, frame["number"] + 1)):
                self._say({"type": "again", "number": self.number})
                return
            self.has_missed = False
        for entry in frame["log"]:
            self.seen[entry["number"]] = (entry["seat"], entry["kind"], entry["text"])
        self.number, self.status, self.latest = frame["number"], frame["status"], frame
        self.has_left = self.is_gone or any(
            frame["seats"][seat][way] for seat in frame["own"] for way in FOR_GOOD
        )
        self.schedule.laws.check_seen(self)

    # --- what they do ---

    def _plan(self) -> None:
        self.world.after(self.world.some_seconds(self.schedule.think), self._act)

    def _act(self) -> None:
        self._plan()
        if self.socket is None:
            return
        quiet = self.world.time - self.heard_at
        if quiet > SILENCE and self.pinged:
            self.socket.cut()
            return
        if quiet > SILENCE / 2 and not self.pinged:
            self.pinged = True
            self._say({"type": "ping"})
        if self.waiting is not None:
            if self.world.time - self.asked_at > AGAIN:
                self._say(self.waiting)
        elif self.latest is not None:
            command = self._choose(self.latest)
            if command is not None:
                self._command(command)

    def _choose(self, frame: dict[str, Any]) -> dict[str, Any] | None:
        chance, often = self.world.chance, self.world.often
        if not frame["own"]:
            return None
        if frame["status"] != "playing":
            return None
        if often(self.schedule.talk):
            return {"type": "say", "kind": "text", "text": f"{self.name} {len(self.sent)}"}
        own = frame["seats"][frame["own"][0]]
        if own["stand_in"] and not any(own[way] for way in FOR_GOOD):
            return {"type": "resume"}
        if not self.schedule.is_healed and often(0.01):
            return {"type": chance.choice(("leave", "concede"))}
        if not self.schedule.is_healed and often(self.schedule.agree):
            return {"type": "end", "agreed": often(0.6), "scores": often(0.5)}
        if frame["undoable"] and often(0.1) and not self.schedule.is_healed:
            return {"type": "undo", "count": 1}
        if frame["redoable"] and often(0.3):
            return {"type": "redo", "count": 1}
        if frame["offers"]:
            return {"type": "play", "move": chance.choice(frame["offers"])["move"]}
        return None

    def _command(self, command: dict[str, Any]) -> None:
        assert self.latest is not None
        command["id"] = f"{self.name}-{len(self.sent)}"
        if command["type"] != "say":
            command["seen"] = self.latest["number"]
        self.sent[command["id"]] = self.waiting = command
        self.world.note(self.name, command)
        self._say(command)

    def _say(self, frame: dict[str, Any]) -> None:
        self.asked_at = self.world.time
        if self.socket is not None:
            self.socket.send(json.dumps(frame))

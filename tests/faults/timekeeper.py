"""An independent implementation of clocks: computed from the log as promised to players, without the
production code. See "Clocks" in docs/protocol.md and the table in `tables/clocks.py`."""

from __future__ import annotations

from typing import NamedTuple, Protocol

DAY = 86_400.0
BACK = 60.0  # minimum seconds for somebody who takes a seat back
NEAR = 0.001  # seconds


class Turn(Protocol):
    """Whose turn it is."""

    @property
    def seat(self) -> int | None: ...
    @property
    def number(self) -> int: ...
    @property
    def bot(self) -> bool: ...
    @property
    def paused(self) -> bool: ...


class Shown(NamedTuple):
    """The stored clocks of a table: the seconds of each seat, and the deadline of the seat to act."""

    left: tuple[float, ...]
    deadline: float | None


class Timekeeper:
    """Keeps the clocks of one table. A clock has `left` seconds, and has been running since `start`."""

    def __init__(self, control: str, players: int, attendance: Attendance) -> None:
        kind, _, numbers = control.partition(" ")
        seconds, _, increment = numbers.partition("+")
        self.is_per_turn = kind != "live"
        self.seconds = float(seconds) * (DAY if kind == "days" else 1.0)
        self.increment = float(increment or 0.0)
        self.left = [self.seconds] * players
        self.start: float | None = None  # None: nobody's clock runs
        self.first = 0.0  # when it began to run; `start` is later if clocks have been stopped
        self.attendance = attendance
        self.breaks = 0  # their number at that time

    def begin(self, turn: Turn, deadline: float | None) -> None:
        """The game begins."""
        if turn.seat is not None and not turn.bot and deadline is not None:
            self._run(deadline - self.left[turn.seat])

    def _run(self, start: float) -> None:
        self.start = self.first = start
        self.breaks = len(self.attendance.breaks)

    def had(self, at: float) -> float:
        """The seconds that the seat to act has had while a server could answer their page."""
        return at - self.first - self.attendance.missing(self.first, at, self.breaks)

    def move(self, seconds: float) -> None:
        """The clocks have been stopped for some seconds, or start earlier than expected."""
        if self.start is not None:
            self.start += seconds
            self.first = min(self.first, self.start)

    def decide(self, kind: str, seat: int, before: Turn, after: Turn, at: float) -> None:
        """A log entry has led from one turn to another."""
        is_same_turn = (before.seat, before.number) == (after.seat, after.number)
        was_person = before.seat is not None and not before.bot
        is_person = after.seat is not None and not after.bot
        has_paused, runs_again = after.paused and not before.paused, before.paused and not after.paused
        if not (is_same_turn and was_person and is_person) or has_paused or runs_again:
            if was_person and self.start is not None:
                self._stop(before, at)
            if was_person and not is_same_turn and kind != "undo" and after.seat is not None:
                self.left[before.seat or 0] += self.increment
            self.start = None
            if is_person and is_same_turn and was_person and runs_again:
                self._run(at)
            elif is_person and not after.paused:
                self._go(kind, after.seat or 0, is_same_turn, at)
        if kind == "resume" and seat != after.seat and after.seat is not None and not self.is_per_turn:
            self.left[seat] = max(self.left[seat], BACK)

    def _stop(self, turn: Turn, at: float) -> None:
        """Charge the seat that has decided. Nobody is charged before the clock runs."""
        assert turn.seat is not None
        assert self.start is not None
        used = max(0.0, at - self.start)
        self.left[turn.seat] = max(0.0, self.left[turn.seat] - used)

    def _go(self, kind: str, seat: int, has_returned: bool, at: float) -> None:
        """Start the clock of a person."""
        if has_returned:
            self.left[seat] = self.seconds if self.is_per_turn else max(self.left[seat], BACK)
        elif kind == "undo":
            self.left[seat] = max(0.0, self.left[seat] - self.increment)  # the increment of the turn
        elif self.is_per_turn:
            self.left[seat] = self.seconds
        self._run(at)

    def differs(self, shown: Shown, turn: Turn) -> str | None:
        """Describe how the stored clocks differ from these."""
        if any(abs(one - other) > NEAR for one, other in zip(shown.left, self.left, strict=True)):
            return f"{shown.left} should be {self.left}"
        if self.start is not None and turn.seat is not None:
            deadline = self.start + self.left[turn.seat]
            if shown.deadline is None or abs(shown.deadline - deadline) > NEAR:
                return f"the deadline {shown.deadline} should be {deadline}"
        return None


class Attendance:
    """When there was a server, by the wall clock. An outage lasts from the end of the last server until
    another one serves pages."""

    def __init__(self, now: float) -> None:
        self.alive: set[str] = set()
        self.is_break = True
        self.breaks: list[tuple[float, float]] = []
        self.since = now  # the start of this outage, or the end of the last one

    def start(self, server: str) -> None:
        """A server starts. It does not serve pages yet."""
        self.alive.add(server)

    def come(self, now: float) -> None:
        """A server serves pages from now on."""
        if self.is_break:
            self.breaks.append((self.since, now))
            self.is_break, self.since = False, now

    def go(self, server: str, now: float) -> None:
        """A server has ended."""
        self.alive.remove(server)
        if not self.alive and not self.is_break:
            self.is_break, self.since = True, now

    def missing(self, first: float, last: float, before: int) -> float:
        """The seconds of outage between two times, without the outages `before`: if the clock has been set
        back, those seem to be later."""
        breaks = [*self.breaks[before:], *([(self.since, last)] if self.is_break else [])]
        return sum(max(0.0, min(end, last) - max(begin, first)) for begin, end in breaks)

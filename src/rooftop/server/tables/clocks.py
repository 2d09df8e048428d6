"""Clocks: how long people may take for their decisions.

A time control is agreed as text:

| text | each person has |
|---|---|
| `none` | as long as they like |
| `live 600+15` | 600 seconds for the whole game, and 15 more after each turn |
| `turn 60` | 60 seconds for each turn (30, 60 or 120) |
| `days 3` | 3 days for each turn (1, 2, 3 or 7) |

A turn is everything that a seat decides before somebody else decides or its next turn begins. Time that was
used stays used: an undo gives none back, and takes back what its turn had earned. The thinking of bots is not
charged. What happens when the time is up is agreed too: `bot:LEVEL`, a bot plays on until the owner returns,
or `forfeit`, a bot plays on for good. A turn that only had to be ended is ended then, and that is all. While
no person holds a seat, the table is paused, and all clocks stand still.

Nothing here knows of tables or of the database: every function is given the time.
"""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

import msgspec

from rooftop.bots.levels import EVERYWHERE
from rooftop.errors import OptionError
from rooftop.game.decoding import decode_json
from rooftop.server.translation import message

DAY = 86_400.0
TURNS = (30, 60, 120)  # seconds
DAYS = (1, 2, 3, 7)
MAIN = range(5, 36_001)  # seconds
INCREMENT = range(601)  # seconds
LIVE = re.compile(r"live (0|[1-9]\d{0,4})\+(0|[1-9]\d{0,2})", re.ASCII)

NO_TIME = "none"
FORFEIT = "forfeit"
STAND_IN = "builder"  # the bot that plays on for a seat that forfeited

LOADING = 5.0  # seconds; the first player's clock stands still while the table loads
ABSENCE = 60.0  # ... and for at most this long if the first player is not at the table when the game begins
RETURN = 60.0  # seconds that a person has at least after taking a seat back from a bot
TOLERANCE = 1.0  # seconds; a decision may be this late on its way


class TimeControl(NamedTuple):
    """A time control: the seconds of the game (`live`) or of a turn, and the increment of a turn."""

    kind: Literal["none", "live", "turn", "days"]
    seconds: float = 0.0
    increment: float = 0.0

    def __bool__(self) -> bool:
        return self.kind != "none"

    @property
    def is_per_turn(self) -> bool:
        """Whether every turn has its own time."""
        return self.kind in ("turn", "days")


def parse(text: str) -> TimeControl:
    """Parse a time control. Raises OptionError."""
    if text == NO_TIME:
        return TimeControl("none")
    if (found := LIVE.fullmatch(text)) and int(found[1]) in MAIN and int(found[2]) in INCREMENT:
        return TimeControl("live", float(found[1]), float(found[2]))
    for seconds in TURNS:
        if text == f"turn {seconds}":
            return TimeControl("turn", float(seconds))
    for days in DAYS:
        if text == f"days {days}":
            return TimeControl("days", days * DAY)
    raise OptionError(
        message(
            "time must be none, live SECONDS+INCREMENT (at least {least} seconds), turn SECONDS ({turns}) or"
            " days DAYS ({days}), not {text!r}",
            least=MAIN[0],
            turns=", ".join(map(str, TURNS)),
            days=", ".join(map(str, DAYS)),
            text=text[:40],
        )
    )


def check_timeout(text: str) -> None:
    """Raise OptionError unless the text says what happens when the time is up."""
    if text != FORFEIT and text not in (f"bot:{level}" for level in EVERYWHERE):
        raise OptionError(
            message(
                "timeout must be forfeit or bot:LEVEL, where LEVEL is one of {levels}, not {text!r}",
                levels=", ".join(EVERYWHERE),
                text=text[:40],
            )
        )


class Turn(NamedTuple):
    """Whose turn it is: the seat (None at the end), the number of the turn, whether a bot decides, and
    whether the table is paused."""

    seat: int | None
    number: int
    bot: bool
    paused: bool = False


class Clock(NamedTuple):
    """The clocks of a table. `left` are the seconds of each seat when its clock last started or stopped;
    `deadline` is when the time of the seat to act is up. As long as the deadline is further away than the
    seat's time left, its clock stands still. If a bot is to act, `deadline` is when its turn began. A paused
    table has none."""

    left: tuple[float, ...]
    deadline: float | None = None

    def remaining(self, seat: int, now: float, turn: Turn) -> float:
        """The seconds that a seat has left."""
        if self.deadline is None or seat != turn.seat or turn.bot:
            return self.left[seat]
        return max(0.0, min(self.left[seat], self.deadline - now))

    def stands(self, now: float, turn: Turn) -> float:
        """For how many seconds the clock of the seat to act still stands still."""
        if self.deadline is None or turn.seat is None or turn.bot:
            return 0.0
        return max(0.0, self.deadline - now - self.left[turn.seat])

    def is_up(self, now: float) -> bool:
        """Whether something must happen: a person's time is up, or a bot has not decided yet."""
        return self.deadline is not None and self.deadline + TOLERANCE <= now


def stored(left: str | None, deadline: float | None) -> Clock | None:
    """The clocks in the columns `clocks` and `deadline` of a table."""
    return None if left is None else Clock(decode_json(left, tuple[float, ...]), deadline)


def columns(clock: Clock | None) -> dict[str, str | float | None]:
    """The columns of a table that hold its clocks."""
    if clock is None:
        return {"clocks": None, "deadline": None}
    return {"clocks": msgspec.json.encode(clock.left).decode(), "deadline": clock.deadline}


def begin(control: TimeControl, players: int, turn: Turn, here: bool, now: float) -> Clock:
    """The clocks when a game begins. The lobby, and loading the table, cost nobody time."""
    clock = Clock((control.seconds,) * players)
    if turn.seat is None or turn.bot:
        return clock._replace(deadline=None if turn.seat is None else now)
    return clock._replace(deadline=now + (LOADING if here else ABSENCE) + control.seconds)


def arrived(clock: Clock, turn: Turn, seat: int, now: float) -> Clock:
    """The clocks when a player comes to the table: the first player's clock starts."""
    if turn.seat != seat or turn.bot or clock.stands(now, turn) <= LOADING:
        return clock
    return clock._replace(deadline=now + LOADING + clock.left[seat])


def advance(
    control: TimeControl, clock: Clock, before: Turn, after: Turn, now: float, undo: bool = False
) -> Clock:
    """The clocks after a log entry that led from one turn to another, or changed who sits there."""
    left = list(clock.left)
    if before.seat is not None and not before.bot:
        left[before.seat] = clock.remaining(before.seat, now, before)
    if after.seat is None:
        return Clock(tuple(left))
    is_same_turn = before[:2] == after[:2]
    if before.seat is not None and not before.bot and not is_same_turn and not undo:
        left[before.seat] += control.increment
    if after.paused:
        return Clock(tuple(left))
    if after.bot:
        return Clock(tuple(left), now)
    if is_same_turn and not before.bot:  # it keeps running, perhaps after a pause
        return Clock(tuple(left), now + left[after.seat]) if before.paused else clock
    if is_same_turn:  # the owner has returned
        left[after.seat] = control.seconds if control.is_per_turn else max(left[after.seat], RETURN)
    elif undo:
        left[after.seat] = max(0.0, left[after.seat] - control.increment)
    elif control.is_per_turn:
        left[after.seat] = control.seconds
    return Clock(tuple(left), now + left[after.seat])


def returned(control: TimeControl, clock: Clock, seat: int) -> Clock:
    """The clocks when a player takes a seat back while somebody else is to act."""
    left = list(clock.left)
    if not control.is_per_turn:
        left[seat] = max(left[seat], RETURN)
    return clock._replace(left=tuple(left))

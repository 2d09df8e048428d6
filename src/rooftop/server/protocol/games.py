"""Games: their results, their past and reviews, and looking ahead."""

from __future__ import annotations

import msgspec

from rooftop.drawing.changes import Changes
from rooftop.game.gamefile import Ended


class SeatResult(msgspec.Struct):
    """How a game ended for one seat; `points` are by source."""

    name: str
    bot: str | None
    rank: int
    total: int
    points: dict[str, int]
    forfeited: bool
    conceded: bool
    stand_in: bool  # a bot played to the end for a person: what it wins counts for nobody


class TableResult(msgspec.Struct):
    """The result of a game, and how it ended if before the end of the rules. If the players agreed on an end
    without a winner, all ranks are 0."""

    title: str
    seats: list[SeatResult]
    ended: Ended


class PastPly(msgspec.Struct):
    """One decision of a finished game, and everyone's points after it."""

    ply: int
    seat: int
    text: str
    totals: list[int]
    points: list[list[int]]  # by seat, in the order of `History.sources`
    entry: int  # the number of its log entry


class History(msgspec.Struct):
    plies: list[PastPly]
    sources: list[str]


class WeighedMove(msgspec.Struct):
    """A move, and the chance to win with it."""

    move: str
    text: str
    chance: float


class CostlyDecision(msgspec.Struct):
    """A decision that cost `cost` of the chance to win. `kind` is `blunder`, `mistake` or `slip`."""

    ply: int  # of the position before it
    seat: int
    kind: str
    cost: float
    played: WeighedMove
    better: WeighedMove


class ReviewSwing(msgspec.Struct):
    """A seat's chance changed much: by its `own` decision, or others played, or something was revealed."""

    seat: int
    since: int  # plies
    until: int
    before: float
    after: float
    own: bool


class ReviewedSeat(msgspec.Struct):
    """A seat's chance to win by ply, as it could judge it, and its costliest decisions, the worst first."""

    curve: list[tuple[int, float]]
    costly: list[CostlyDecision]


class GameReview(msgspec.Struct):
    """The review of a finished game. The status is `none` (nobody has asked for one), `running`, `failed` or
    `done`; `judged` of `decisions` are judged so far. `mine`: the visitor may ask for it."""

    status: str
    mine: bool
    judged: int = 0
    decisions: int = 0
    seats: list[ReviewedSeat] = []
    swings: list[ReviewSwing] = []


# --- looking ahead ---------------------------------------------------------------------------------------


class PointsChange(msgspec.Struct):
    seat: int
    source: str
    change: int


class Price(msgspec.Struct):
    """What the player would pay (a negative `change`) or gain. `sign` is the id of a drawing in the picture,
    `text` the same in words, without the direction."""

    sign: str
    change: int
    text: str


class Preview(msgspec.Struct):
    """The certain effects of a move. One that `asks` cannot be taken back: a page lets one confirm it."""

    points: list[PointsChange]
    prices: list[Price]
    lines: list[str]
    asks: bool
    picture: Changes | None  # from the present picture to the one after the move


class Reasons(msgspec.Struct):
    reasons: list[str]


class Suggestion(msgspec.Struct):
    """One of the best moves: the chance to win with it, what that means (`sure`, `good`, `even`, `poor` or
    `slim`), and the points that it is certain to bring at once."""

    move: str
    text: str
    parts: list[str]
    chance: float
    means: str
    points: int


class Suggestions(msgspec.Struct):
    """The best moves, the best first."""

    moves: list[Suggestion]


class Info(msgspec.Struct):
    """What a part of the picture is: its name, a few sentences, its numbers, and its clauses."""

    name: str
    text: str
    facts: list[tuple[str, str]]
    clauses: list[str]

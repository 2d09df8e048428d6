"""Games: their results, their past and reviews, and looking ahead."""

from __future__ import annotations

import msgspec

from rooftop.drawing.changes import Changes
from rooftop.game.gamefile import Ended


class SeatResult(msgspec.Struct):
    """The result of one seat; `points` are by source."""

    name: str
    bot: str | None
    rank: int
    total: int
    points: dict[str, int]
    forfeited: bool
    conceded: bool
    stand_in: bool  # a bot played to the end for a person: its win counts for nobody


class TableResult(msgspec.Struct):
    """The result of a game, and how it ended if early. If the players agreed on an end without a winner, all
    ranks are 0."""

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
    """A move, and its chance of winning."""

    move: str
    text: str
    chance: float


class CostlyDecision(msgspec.Struct):
    """A decision that cost `cost` of the chance of winning. `kind` is `blunder`, `mistake` or `slip`."""

    ply: int  # of the position before it
    seat: int
    kind: str
    cost: float
    played: WeighedMove
    better: WeighedMove


class ReviewSwing(msgspec.Struct):
    """A big change in a seat's chance: by its `own` decision, or because others played or something was
    revealed."""

    seat: int
    since: int  # plies
    until: int
    before: float
    after: float
    own: bool


class ReviewedSeat(msgspec.Struct):
    """A seat's chance of winning by ply, as the seat could judge it, and its costliest decisions, worst
    first."""

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
    """What the player would pay (a negative `change`) or gain. `sign` is the id of a drawing in the picture;
    `text` says the same in words, without the direction."""

    sign: str
    change: int
    text: str


class Preview(msgspec.Struct):
    """The certain effects of a move. A move that `asks` cannot be undone: a page should ask for
    confirmation."""

    points: list[PointsChange]
    prices: list[Price]
    lines: list[str]
    asks: bool
    picture: Changes | None  # from the present picture to the one after the move


class Reasons(msgspec.Struct):
    reasons: list[str]


class Suggestion(msgspec.Struct):
    """One of the best moves: its chance of winning, what that means (`sure`, `good`, `even`, `poor` or
    `slim`), and the points that it is certain to score at once."""

    move: str
    text: str
    parts: list[str]
    chance: float
    means: str
    points: int


class Suggestions(msgspec.Struct):
    """The best moves, best first."""

    moves: list[Suggestion]


class Info(msgspec.Struct):
    """What a part of the picture is: its name, a few sentences, its numbers, and its clauses."""

    name: str
    text: str
    facts: list[tuple[str, str]]
    clauses: list[str]

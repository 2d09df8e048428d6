"""What a review found: everyone's chance of winning over time, swings, and the costliest decisions.

The curve of a seat follows what that seat knew at its own decisions: its chance with the best move, and then
with the move it made. Between two of its decisions others have played, and something may have been revealed.
The curve ends with the result.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

import msgspec

from rooftop.arena.review.judging import Budget, Judgement
from rooftop.game.match import Match

FORMAT = 1
COSTLIEST = 3  # decisions of each seat
LEAST_COST = 0.01  # anything cheaper is not worth mentioning
SWINGS = 5
LEAST_SWING = 0.08
KINDS = ((0.15, "blunder"), (0.06, "mistake"), (LEAST_COST, "slip"))


class Point(NamedTuple):
    """A seat's chance of winning after `ply` decisions."""

    ply: int
    chance: float


class Swing(NamedTuple):
    """A big change in a seat's chance: by its `own` decision, or because others played or something was
    revealed."""

    seat: int
    since: int  # plies
    until: int
    before: float
    after: float
    own: bool

    @property
    def change(self) -> float:
        return self.after - self.before


class Review(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The judgements of a game, by ply. `wins` are the seats' shares of the win; empty if nobody won."""

    players: int
    plies: int
    wins: tuple[float, ...]
    budget: Budget
    judgements: tuple[Judgement, ...]
    format: int = FORMAT

    def curve(self, seat: int) -> list[Point]:
        """The chance of a seat over time."""
        points: dict[int, float] = {}
        for one in self.judgements:
            if one.seat == seat:
                points[one.ply] = one.chance
                points[one.ply + 1] = one.played.chance
        if self.wins:
            points[self.plies] = self.wins[seat]
        return [Point(ply, points[ply]) for ply in sorted(points)]

    def swings(self, most: int = SWINGS) -> list[Swing]:
        """The biggest swings of all seats, in the order of the game."""
        found = []
        for seat in range(self.players):
            own = {one.ply for one in self.judgements if one.seat == seat}
            for one, other in pairwise(self.curve(seat)):
                if abs(other.chance - one.chance) >= LEAST_SWING:
                    by_itself = one.ply in own and other.ply == one.ply + 1
                    found.append(Swing(seat, one.ply, other.ply, one.chance, other.chance, by_itself))
        biggest = sorted(found, key=lambda swing: -abs(swing.change))[:most]
        return sorted(biggest, key=lambda swing: (swing.until, swing.seat))

    def costliest(self, seat: int, most: int = COSTLIEST) -> list[Judgement]:
        """The costliest decisions of a seat, worst first."""
        own = [one for one in self.judgements if one.seat == seat and one.cost >= LEAST_COST]
        return sorted(own, key=lambda one: (-one.cost, one.ply))[:most]


def kind_of(cost: float) -> str:
    """What to call a decision: a blunder, a mistake or a slip."""
    return next(name for least, name in KINDS if cost >= least)


def result_of(match: Match, budget: Budget, judged: Iterable[Judgement]) -> Review:
    """A review of a finished match."""
    ranks = match.ranks
    winners = ranks.count(1)
    wins = tuple(1 / winners if rank == 1 else 0.0 for rank in ranks) if winners else ()
    in_order = tuple(sorted(judged, key=lambda one: one.ply))
    return Review(match.players, match.ply, wins, budget, in_order)


class Told(NamedTuple):
    """A judgement with its moves in words, as the player saw the position."""

    judgement: Judgement
    played: str
    better: str


def tell(match: Match, judged: Sequence[Judgement], language: str) -> Iterator[Told]:
    """Put judgements into words, by ply."""
    position, at = match.position_at(0), 0
    moves, board, say = match.title.moves, match.game.board, match.translator(language)
    for one in sorted(judged, key=lambda one: one.ply):
        for decision in match.decisions[at : one.ply]:
            position.apply(decision.action)
        at = one.ply
        view = position.view(one.seat)
        played, better = (
            moves.move(board, match.action(move), view).text(say)
            for move in (one.played.move, one.best[0].move)
        )
        yield Told(one, played, better)

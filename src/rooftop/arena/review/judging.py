"""Judging the decisions of a game, each from what its player knew at that moment.

A question holds the position as the seat to act saw it: everything else has been dealt again. So the answer
depends on nothing that the player could not know, and later bad luck blames nobody.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import lru_cache

import msgspec
import numpy as np

from rooftop.bots.search import Adviser
from rooftop.errors import OptionError
from rooftop.game.match import Match
from rooftop.game.position import Game, Position

SALT = 0  # of all blindings
SECONDS = 0.1  # for a decision
AGAIN = 6  # costliest decisions of each seat that are judged again ...
LONGER = 8  # ... with this many times the budget


class Budget(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The time to think about a decision: CPU time, or a number of simulations. With simulations a review is
    the same on every machine."""

    seconds: float | None = SECONDS
    simulations: int | None = None

    def __post_init__(self) -> None:
        if (self.seconds is None) == (self.simulations is None):
            raise OptionError("a review needs a number of seconds or of simulations, not both")
        if self.seconds is not None and not 0 < self.seconds <= 60:
            raise OptionError(
                f"seconds for a decision must be more than 0 and at most 60, not {self.seconds}"
            )
        if self.simulations is not None and not 1 <= self.simulations <= 1_000_000:
            raise OptionError(f"simulations must be from 1 to 1,000,000, not {self.simulations}")

    def longer(self, factor: int = LONGER) -> Budget:
        if self.seconds is not None:
            return Budget(seconds=self.seconds * factor)
        assert self.simulations is not None
        return Budget(None, self.simulations * factor)


class Question(msgspec.Struct, frozen=True, array_like=True):
    """A decision to judge."""

    ply: int
    rows: bytes  # the position, blinded for the seat to act
    played: int
    seconds: float | None
    simulations: int | None


class Weighed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A move, and its chance of winning."""

    move: str  # in notation
    chance: float


class Judgement(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A decision: what was played, and the moves that were considered, best first."""

    ply: int  # of the position before it
    seat: int
    played: Weighed
    best: tuple[Weighed, ...]

    @property
    def chance(self) -> float:
        """The chance of winning before the decision, with the best move."""
        return self.best[0].chance

    @property
    def cost(self) -> float:
        """The cost of the decision: how much higher the chance of winning was with the best move."""
        return self.chance - self.played.chance


def questions(match: Match, budget: Budget) -> list[Question]:
    """A question for every decision of a match that had an alternative."""
    position, found = match.position_at(0), []
    for ply, decision in enumerate(match.decisions):
        if len(position.legal()) > 1:
            rows = position.blind(position.to_act, SALT).rows.tobytes()
            found.append(Question(ply, rows, decision.action, budget.seconds, budget.simulations))
        position.apply(decision.action)
    return found


def again(asked: Sequence[Question], judged: Sequence[Judgement], budget: Budget) -> list[Question]:
    """Questions for the decisions that seem costliest. Chance makes some moves look worse than they are, and
    those would top every list."""
    costly: list[Judgement] = []
    for seat in {one.seat for one in judged}:
        own = [one for one in judged if one.seat == seat and one.cost > 0]
        costly += sorted(own, key=lambda one: -one.cost)[:AGAIN]
    plies = {one.ply for one in costly}
    more = budget.longer()
    return [
        Question(one.ply, one.rows, one.played, more.seconds, more.simulations)
        for one in asked
        if one.ply in plies
    ]


def judge(game: Game, question: Question) -> Judgement:
    """Answer a question."""
    position = Position(game, np.frombuffer(bytearray(question.rows), game.title.state.dtype))
    found = _adviser(game).advise(
        position, [question.played], simulations=question.simulations, seconds=question.seconds
    )
    weighed = {one.action: Weighed(game.notation(one.action), round(one.chance, 4)) for one in found}
    return Judgement(question.ply, position.to_act, weighed[question.played], tuple(weighed.values()))


@lru_cache(maxsize=2)
def _adviser(game: Game) -> Adviser:
    return Adviser(game, time.thread_time)

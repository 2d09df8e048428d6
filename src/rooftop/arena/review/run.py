"""Reviewing a match with all cores of this machine, or on a cluster."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass

from rooftop.arena.play import is_cold, warm_up
from rooftop.arena.review.findings import Review, result_of
from rooftop.arena.review.judging import AGAIN, LONGER, Budget, Judgement, Question, again, judge, questions
from rooftop.arena.workers import Crew
from rooftop.errors import GameFileError
from rooftop.game.agreed import Agreed, agreed, game_of
from rooftop.game.match import Match

BOTS = ("search",)  # what judging needs


@dataclass(frozen=True)
class Judging:
    """Decisions to judge, one in each piece of work."""

    terms: Agreed
    questions: tuple[Question, ...]

    @property
    def title(self) -> str:
        return self.terms.title

    def is_cold(self) -> bool:
        return is_cold(game_of(self.terms), BOTS)

    def open(self) -> Callable[[int], Judgement]:
        game = game_of(self.terms)
        warm_up(game, BOTS)
        return lambda number: judge(game, self.questions[number])

    def label(self, number: int) -> str:
        return f"decision {self.questions[number].ply + 1}"


def review(
    match: Match,
    budget: Budget,
    crew: Crew | None = None,
    progress: Callable[[float], object] = lambda share: None,
) -> Review:
    """Review a finished match. `progress` is called with the share of the work that is done, up to 1. A crew
    of several workers starts that many processes; a script then needs `if __name__ == "__main__":`. Raises
    GameFileError if the game is not over."""
    check_over(match)
    asked = questions(match, budget)
    crew = crew or Crew(1)

    def answers(to_judge: Sequence[Question], begin: float, end: float) -> Iterator[Judgement]:
        job = Judging(agreed(match.game), tuple(to_judge))
        with closing(crew.work(job, range(len(to_judge)))) as results:
            for number, (_, answer) in enumerate(results, 1):
                progress(begin + (end - begin) * number / len(to_judge))
                yield answer

    # The share of the first judgements, if each seat has as many costly decisions as are judged again.
    first = len(asked) / (len(asked) + LONGER * min(AGAIN * match.players, len(asked))) if asked else 1.0
    with crew.joined():
        judged = {one.ply: one for one in answers(asked, 0.0, first)}
        for one in answers(again(asked, list(judged.values()), budget), first, 1.0):
            judged[one.ply] = one
    progress(1.0)
    return result_of(match, budget, judged.values())


def check_over(match: Match) -> None:
    if not match.over:
        raise GameFileError("the game is not over yet, so it cannot be reviewed")

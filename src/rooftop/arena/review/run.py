"""Reviewing a match with all cores of this machine, or on a cluster."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass

from rooftop.arena.play import is_cold, warm_up
from rooftop.arena.review.findings import Review, result_of
from rooftop.arena.review.judging import Budget, Judgement, Question, again, judge, questions
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
    progress: Callable[[int, int], object] = lambda judged, decisions: None,
) -> Review:
    """Review a finished match. `progress` is called after each judgement: so many are made, of so many.
    A crew of several workers means that many processes; a script then needs `if __name__ == "__main__":`.
    Raises GameFileError if the game is not over."""
    check_over(match)
    asked = questions(match, budget)
    crew = crew or Crew(1)
    made = decisions = 0

    def answers(to_judge: Sequence[Question]) -> Iterator[Judgement]:
        nonlocal made, decisions
        decisions += len(to_judge)
        job = Judging(agreed(match.game), tuple(to_judge))
        with closing(crew.work(job, range(len(to_judge)))) as results:
            for _, answer in results:
                made += 1
                progress(made, decisions)
                yield answer

    with crew.joined():
        judged = {one.ply: one for one in answers(asked)}
        for one in answers(again(asked, list(judged.values()), budget)):
            judged[one.ply] = one
    return result_of(match, budget, judged.values())


def check_over(match: Match) -> None:
    if not match.over:
        raise GameFileError("the game is not over yet, so it cannot be reviewed")

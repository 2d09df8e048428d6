"""Reviewing a match with all cores of this machine."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from functools import partial

from rooftop.arena.review.findings import Review, result_of
from rooftop.arena.review.judging import Budget, Judgement, Question, again, judge_by_terms, questions
from rooftop.errors import GameFileError
from rooftop.game.agreed import agreed
from rooftop.game.match import Match


def review(
    match: Match,
    budget: Budget,
    workers: int = 1,
    progress: Callable[[int], object] = lambda decisions: None,
) -> Review:
    """Review a finished match. `progress` is called with 1 after each judgement. More than one of `workers`
    means that many processes; a script then needs `if __name__ == "__main__":`. Raises GameFileError if the
    game is not over."""
    check_over(match)
    asked = questions(match, budget)
    judge = partial(judge_by_terms, agreed(match.game))
    with _crew(min(workers, max(len(asked), 1))) as crew:

        def answers(to_judge: Sequence[Question]) -> Iterator[Judgement]:
            for answer in crew.map(judge, to_judge) if crew else map(judge, to_judge):
                progress(1)
                yield answer

        judged = {one.ply: one for one in answers(asked)}
        for one in answers(again(asked, list(judged.values()), budget)):
            judged[one.ply] = one
    return result_of(match, budget, judged.values())


def check_over(match: Match) -> None:
    if not match.over:
        raise GameFileError("the game is not over yet, so it cannot be reviewed")


@contextmanager
def _crew(workers: int) -> Iterator[ProcessPoolExecutor | None]:
    if workers == 1:
        yield None
        return
    with ProcessPoolExecutor(workers, multiprocessing.get_context("spawn")) as crew:
        try:
            yield crew
        except BaseException:
            crew.shutdown(wait=False, cancel_futures=True)
            raise

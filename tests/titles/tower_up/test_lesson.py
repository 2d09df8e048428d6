"""The lesson of Tower Up, played in every way it allows."""

from rooftop.testing.lessons import Lessons
from tests.titles.tower_up.tables import TITLE, view_of


class TestLesson(Lessons):
    title = TITLE

    def test_what_the_lesson_says_about_numbers_is_true(self) -> None:
        totals = {step.id: [match.total(seat) for seat in (0, 1)] for step, match in self.stages()}
        assert totals["scoring-covered"][0] == 3
        assert totals["end"] == [21, 30]
        assert totals["end-result"] == [31, 30]
        tokens = [view_of(match).seats[0].tokens for step, match in self.stages() if step.id == "end-roof"]
        assert tokens == [(None, None, None)] * len(tokens)

    def test_the_objective_brings_the_best_token(self) -> None:
        number = next(k for k, step in enumerate(self.lesson.steps) if step.id == "scoring-token")
        answers = next(self.ways())[: sum(bool(step.moves) for step in self.lesson.steps[:number])]
        match = self.lesson.match(TITLE, number, answers)
        match.play("roof H6")
        assert view_of(match).seats[0].tokens[0] == 7

"""What a lesson must do, as tests. Subclass `Lessons`."""

import itertools
from collections.abc import Iterator
from typing import ClassVar
from xml.etree import ElementTree

from rooftop.game.lesson import Lesson, Step, lesson
from rooftop.game.match import Match
from rooftop.game.rulebook import rulebook
from rooftop.game.title import AnyTitle
from rooftop.game.translation import LANGUAGES, translator
from rooftop.languages import ENGLISH
from rooftop.testing.pictures import SIZES, ids_of

IDEAS = ("goal", "turn", "scoring", "end")  # every lesson has steps whose ids begin with these, in this order
MOST_ANSWERS = 3  # right moves of a step that are tried
LONGEST = 420  # characters of a text: it is read beside the board
REACHED: dict[type, list[tuple[Step, Match]]] = {}  # the stages of a lesson, for all its tests


class Lessons:
    title: ClassVar[AnyTitle]
    at_least: ClassVar[int] = 3  # moves of the learner; a small title has fewer

    @property
    def lesson(self) -> Lesson:
        found = lesson(self.title)
        assert found is not None, f"{self.title.id} has no lesson.toml"
        return found

    def ways(self) -> Iterator[tuple[str, ...]]:
        """Different ways through the lesson: the answers, step by step."""
        longest: list[tuple[str, ...]] = [()]
        for number, step in enumerate(self.lesson.steps):
            if not step.moves:
                continue
            longest = [
                (*answers, move)
                for answers in longest
                for move in self.right_moves(self.lesson.match(self.title, number, answers), step)[
                    :MOST_ANSWERS
                ]
            ][: MOST_ANSWERS**2]
        yield from longest

    def right_moves(self, match: Match, step: Step) -> list[str]:
        return [move.notation for move in match.moves() if step.is_right(move.notation)]

    def stages(self) -> list[tuple[Step, Match]]:
        """Every step at its beginning, in every way to reach it. Do not play on in these matches."""
        if type(self) not in REACHED:
            REACHED[type(self)] = list(self.reached_stages())
        return REACHED[type(self)]

    def reached_stages(self) -> Iterator[tuple[Step, Match]]:
        for answers in self.ways():
            asked = 0
            for number, step in enumerate(self.lesson.steps):
                yield step, self.lesson.match(self.title, number, answers[:asked])
                asked += bool(step.moves)

    def test_it_teaches_the_goal_a_turn_scoring_and_the_end(self) -> None:
        names = [step.id for step in self.lesson.steps]
        first = [next(k for k, name in enumerate(names) if name.split("-")[0] == idea) for idea in IDEAS]
        assert first == sorted(first), names

    def test_the_learner_makes_real_moves(self) -> None:
        assert sum(bool(step.moves) for step in self.lesson.steps) >= self.at_least
        for step, match in self.stages():
            if step.moves:
                assert match.to_act == self.lesson.seat, step.id
                for pattern in step.moves:
                    assert any(
                        Step("", step.text, moves=(pattern,)).is_right(m.notation) for m in match.moves()
                    ), f"{step.id}: {pattern!r} is not legal; legal are {[m.notation for m in match.moves()]}"

    def test_wrong_moves_explain_themselves(self) -> None:
        for step, match in self.stages():
            wrong = [move.notation for move in match.moves() if not step.is_right(move.notation)]
            if not step.moves or not wrong:
                continue
            assert step.right, step.id
            assert all(step.about(notation) for notation in wrong), step.id
            for slip in step.slips:
                for pattern in slip.moves:
                    patterned = Step("", step.text, moves=(pattern,))
                    assert any(patterned.is_right(notation) for notation in wrong), f"{step.id}: {pattern!r}"

    def test_what_the_opponents_do_is_legal(self) -> None:
        for answers in self.ways():
            last = len(self.lesson.steps) - 1
            asked = [step for step in self.lesson.steps[:last] if step.moves]
            self.lesson.match(self.title, last, answers[: len(asked)])

    def test_the_parts_to_look_at_are_in_the_picture(self) -> None:
        showing = [(step, match) for step, match in self.stages() if step.show]
        for (step, match), size in itertools.product(showing, SIZES):
            shown = ids_of(ElementTree.fromstring(match.svg(self.lesson.seat, size=size)))
            assert set(step.show) <= set(shown), f"{step.id}: {set(step.show) - set(shown)}"

    def test_every_text_is_short_in_every_language(self) -> None:
        for step, language in itertools.product(self.lesson.steps, LANGUAGES):
            for text in map(translator(self.title.package, language), step.texts()):
                assert 0 < len(text) <= LONGEST, f"{step.id}: {text!r}"

    def test_it_names_no_clause(self) -> None:
        """Beginners read sentences; the information on a part has the clauses."""
        clauses = rulebook(self.title, ENGLISH).clauses
        for step in self.lesson.steps:
            assert not [clause for clause in clauses if clause in step.text], step.id

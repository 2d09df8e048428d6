"""Lessons: where the answers lead, and what the loader says about a file that is wrong."""

import dataclasses
import importlib
import itertools
from pathlib import Path

import pytest

from rooftop.errors import AnswerError, LessonError
from rooftop.game.lesson import Lesson, lesson
from tests import tiny

FILE = Path(tiny.__file__).with_name("lesson.toml").read_text(encoding="utf-8")
EDITION = Path(tiny.__file__).with_name("edition.toml").read_text(encoding="utf-8")
NUMBERS = itertools.count()


def tiny_lesson() -> Lesson:
    found = lesson(tiny.TITLE)
    assert found is not None
    return found


def at(step: int, *answers: str):
    return tiny_lesson().match(tiny.TITLE, step, answers, compiled=False)


def test_a_step_begins_after_the_answers_and_the_moves_of_the_others():
    assert at(1).record(0) == []
    assert at(2, "left").record(0) == ["left", "right"]
    assert at(4, "left", "dare", "share").record(0) == ["left", "right", "dare", "share"]
    assert at(5, "left", "dare", "double").over


def test_a_step_ends_after_the_answer_to_it_and_the_moves_of_the_others():
    assert at(1, "left").record(0) == ["left", "right"]
    assert at(3, "left", "dare", "double").record(0) == ["left", "right", "dare", "double"]


def test_any_move_that_fits_a_pattern_is_right():
    assert tiny_lesson().steps[2].is_right("dare")
    assert not tiny_lesson().steps[2].is_right("take")


@pytest.mark.parametrize(
    ("step", "answers", "why"),
    [
        (6, (), "step must be from 0 to 5, not 6"),
        (-1, (), "step must be from 0 to 5, not -1"),
        (2, (), "expected 1 moves before step 2, not 0"),
        (0, ("left",), "expected 0 moves before step 0, not 1"),
        (2, ("left", "dare", "share"), "expected 2 moves before step 2, not 3"),
        (1, ("right",), "'right' is not what step 'turn-card' asks for"),
        (2, ("right",), "'right' is not what step 'turn-card' asks for"),
        (3, ("left", "double"), "step 'turn-die': 'double' is not legal now: Not now."),
        (3, ("left", "dance"), "step 'turn-die': 'dance' is not a move"),
    ],
)
def test_other_answers_lead_nowhere(step, answers, why):
    with pytest.raises(AnswerError, match=f"^{why}"):
        at(step, *answers)


@pytest.fixture
def written(tmp_path, monkeypatch):
    """The lesson of a title whose file somebody has edited."""
    monkeypatch.syspath_prepend(str(tmp_path))

    def write(before: str, after: str) -> Lesson | None:
        assert before in FILE
        folder = tmp_path / f"edited_{next(NUMBERS)}"  # a package is imported once
        folder.mkdir()
        (folder / "__init__.py").touch()
        (folder / "edition.toml").write_text(EDITION, encoding="utf-8")
        (folder / "lesson.toml").write_text(FILE.replace(before, after, 1), encoding="utf-8")
        importlib.invalidate_caches()
        return lesson(dataclasses.replace(tiny.TITLE, package=folder.name))

    return write


@pytest.mark.parametrize(
    ("before", "after", "why"),
    [
        ("players = 2", "players =", r"Invalid value \(at line 1"),
        ("players = 2", "players = 9", "Tiny is for 2, 3 players, not 9"),
        ("players = 2", "players = 2\nseat = 2", "seat: must be from 0 to 1, not 2"),
        ("players = 2", "players = 2\noptions = { hold = true }", "Tiny has no option 'hold'"),
        ('moves = ["left"]', 'moves = "left"', "step 'turn-card': moves: must be a list, not a string"),
        ('moves = ["left"]', 'move = ["left"]', "step 'turn-card': unknown key 'move'; expected id, text"),
        ('moves = ["take"]', "", r"step 'turn-die': slips\[0\]: missing"),
        ('text = "Play your left card."', "", "step 'turn-card': missing text"),
        (
            'text = "Play your left card."',
            'text = { en = "Play your left card." }',
            "step 'turn-card': text: must be a string, not a table",
        ),
        ('id = "goal"', "", r"steps\[0\]: missing"),
        ('id = "end"', 'id = "goal"', "steps: 'goal' is the id of two steps"),
        ("position = {}", "", "steps: 'goal' needs a position, because it is the first"),
    ],
)
def test_a_mistake_is_reported_with_its_step_and_key(written, before, after, why):
    with pytest.raises(LessonError, match=rf"^lesson\.toml: {why}"):
        written(before, after)


def test_an_illegal_move_of_an_opponent_is_reported_with_its_step(written):
    found = written('others = ["right"]', 'others = ["take"]')
    with pytest.raises(
        LessonError, match=r"^lesson\.toml: step 'turn-card': others: 'take' is not legal now"
    ):
        found.match(tiny.TITLE, 2, ["left"], compiled=False)


def test_a_position_that_breaks_a_law_is_reported_with_its_step():
    def arrange(board, state, table):
        state["die"] = 7

    kind = dataclasses.replace(tiny.TITLE, arrange=arrange)
    with pytest.raises(
        LessonError, match=r"^lesson\.toml: step 'goal': position: .*no die shows more than six"
    ):
        tiny_lesson().match(kind, 0, [], compiled=False)


def test_a_title_without_a_file_has_no_lesson(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(str(tmp_path))
    (tmp_path / "without_lesson").mkdir()
    (tmp_path / "without_lesson" / "__init__.py").touch()
    importlib.invalidate_caches()
    assert lesson(dataclasses.replace(tiny.TITLE, package="without_lesson")) is None


def test_the_time_it_takes_grows_with_words_and_moves():
    found = tiny_lesson()
    assert found.minutes == 1
    assert Lesson(found.players, found.steps * 4).minutes > 2

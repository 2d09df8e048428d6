"""Lessons: the results of answers, and the loader's errors for invalid files."""

import dataclasses
import importlib
import itertools
from pathlib import Path

import pytest

import lanterns
from rooftop.errors import AnswerError, LessonError
from rooftop.game.lesson import Lesson, lesson

FILE = Path(lanterns.__file__).with_name("lesson.toml").read_text(encoding="utf-8")
EDITION = Path(lanterns.__file__).with_name("edition.toml").read_text(encoding="utf-8")
NUMBERS = itertools.count()
REST = 'text = "Two more nights follow, each with a wind of its own."'
OVER = 'moves = ["over y*", "over g*"]'
POSITION = next(line for line in FILE.splitlines() if line.startswith("position = "))
FIRST = ["light 16", "light 9", "light 5"]  # the first night of the lesson


def own_lesson() -> Lesson:
    found = lesson(lanterns.TITLE)
    assert found is not None
    return found


def at(step: int, *answers: str):
    return own_lesson().match(lanterns.TITLE, step, answers, compiled=False)


def test_a_step_begins_after_the_answers_and_the_moves_of_the_others():
    assert at(1).record(0) == []
    assert at(2, "light 16").record(0) == FIRST
    assert at(3, "light 16", "over green").record(0) == [*FIRST, "over green"]
    assert at(4, "light 16", "over yellow").over


def test_a_step_ends_after_the_answer_to_it_and_the_moves_of_the_others():
    assert at(1, "light 16").record(0) == FIRST
    assert at(2, "light 16", "over yellow").record(0) == [*FIRST, "over yellow"]


def test_any_move_that_fits_a_pattern_is_right():
    assert own_lesson().steps[2].is_right("over yellow")
    assert not own_lesson().steps[2].is_right("over red")


@pytest.mark.parametrize(
    ("step", "answers", "why"),
    [
        (5, (), "step must be from 0 to 4, not 5"),
        (-1, (), "step must be from 0 to 4, not -1"),
        (2, (), "expected 1 moves before step 2, not 0"),
        (0, ("light 16",), "expected 0 moves before step 0, not 1"),
        (2, ("light 16", "over red", "over red"), "expected 2 moves before step 2, not 3"),
        (1, ("light 3",), "'light 3' is not what step 'turn-light' asks for"),
        (2, ("light 3",), "'light 3' is not what step 'turn-light' asks for"),
    ],
)
def test_other_answers_lead_nowhere(step, answers, why):
    with pytest.raises(AnswerError, match=f"^{why}"):
        at(step, *answers)


@pytest.fixture
def written(tmp_path, monkeypatch):
    """The lesson of a title, loaded from an edited file."""
    monkeypatch.syspath_prepend(str(tmp_path))

    def write(before: str, after: str) -> Lesson | None:
        assert before in FILE
        folder = tmp_path / f"edited_{next(NUMBERS)}"  # packages are imported once
        folder.mkdir()
        (folder / "__init__.py").touch()
        (folder / "edition.toml").write_text(EDITION, encoding="utf-8")
        (folder / "lesson.toml").write_text(FILE.replace(before, after, 1), encoding="utf-8")
        importlib.invalidate_caches()
        return lesson(dataclasses.replace(lanterns.TITLE, package=folder.name))

    return write


@pytest.mark.parametrize(
    ("before", "after", "why"),
    [
        ("players = 3", "players =", r"Invalid value \(at line 1"),
        ("players = 3", "players = 9", "Lanterns is for 2, 3, 4 players, not 9"),
        ("players = 3", "players = 3\nseat = 3", "seat: must be from 0 to 2, not 3"),
        ("players = 3", "players = 3\noptions = { hold = true }", "Lanterns has no option 'hold'"),
        (
            'moves = ["over y*", ',
            'moves = "over y*" # ',
            "step 'scoring': moves: must be a list, not a string",
        ),
        (
            'moves = ["over y*", ',
            'move = ["over y*", ',
            "step 'scoring': unknown key 'move'; expected id, text",
        ),
        ('moves = ["over red"]', "", r"step 'scoring': slips\[0\]: missing"),
        (REST, "", "step 'scoring-rest': missing text"),
        (
            REST,
            f"text = {{ en = {REST.removeprefix('text = ')} }}",
            "step 'scoring-rest': text: must be a string, not a table",
        ),
        ('id = "goal"', "", r"steps\[0\]: missing"),
        ('id = "end"', 'id = "goal"', "steps: 'goal' is the id of two steps"),
        ("position = {", "x = {", "step 'goal': unknown key 'x'"),
        (POSITION, "", "steps: 'goal' needs a position, because it is the first"),
    ],
)
def test_a_mistake_is_reported_with_its_step_and_key(written, before, after, why):
    with pytest.raises(LessonError, match=rf"^lesson\.toml: {why}"):
        written(before, after)


@pytest.mark.parametrize(
    ("move", "why"),
    [
        ("light 12", "'light 12' is not legal now: Your lantern is the highest. Choose a roof."),
        ("dance", "'dance' is not a move"),
    ],
)
def test_an_answer_that_fits_a_pattern_must_be_legal(written, move, why):
    found = written(OVER, 'moves = ["*"]')
    with pytest.raises(AnswerError, match=f"^step 'scoring': {why}"):
        found.match(lanterns.TITLE, 3, ["light 16", move], compiled=False)


def test_an_illegal_move_of_an_opponent_is_reported_with_its_step(written):
    found = written('others = ["light 9", ', 'others = ["over red", ')
    with pytest.raises(
        LessonError, match=r"^lesson\.toml: step 'turn-light': others: 'over red' is not legal now"
    ):
        found.match(lanterns.TITLE, 2, ["light 16"], compiled=False)


def test_a_position_that_breaks_a_law_is_reported_with_its_step():
    def arrange(board, state, table):
        state["hand"][:] = 1

    kind = dataclasses.replace(lanterns.TITLE, arrange=arrange)
    with pytest.raises(
        LessonError, match=r"^lesson\.toml: step 'goal': position: .*no lantern is in two places"
    ):
        own_lesson().match(kind, 0, [], compiled=False)


def test_a_title_without_a_file_has_no_lesson(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(str(tmp_path))
    (tmp_path / "without_lesson").mkdir()
    (tmp_path / "without_lesson" / "__init__.py").touch()
    importlib.invalidate_caches()
    assert lesson(dataclasses.replace(lanterns.TITLE, package="without_lesson")) is None


def test_the_time_it_takes_grows_with_words_and_moves():
    found = own_lesson()
    assert found.minutes == 1
    assert Lesson(found.players, found.steps * 4).minutes > 2

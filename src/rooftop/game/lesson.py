"""The lesson of a title: `lesson.toml` beside its rules, with positions, sentences and the moves to make.
The sentences are messages in English; the title's catalogues have the other languages.

players = 3
options = { hold = true }

[[steps]]                             # something to read: what a position shows
id = "goal"
position = { to_act = "blue" }        # as in a figure of the rules; without one, it goes on from the last
show = ["site-H2"]                    # parts of the picture to look at
text = "..."

[[steps]]                             # something to do
id = "first-card"
text = "Take the card with two white floors."
moves = ["take 2"]                    # any of these is right; `*` stands for anything
wrong = "..."                         # said about any other legal move, which is not played
right = "..."                         # said when it is done
others = ["take 1"]                   # what the opponents do then

[[steps.slips]]                       # said about particular moves instead of `wrong`
moves = ["take 1"]
text = "..."
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Sequence
from fnmatch import fnmatchcase
from functools import lru_cache
from importlib import resources
from typing import Any

import msgspec

from rooftop.errors import AnswerError, LessonError, MoveError, RooftopError
from rooftop.game.decoding import convert
from rooftop.game.match import Match
from rooftop.game.position import new_game
from rooftop.game.title import AnyTitle, OptionValue
from rooftop.game.validation import explain

WORDS_A_MINUTE = 140  # slowly, because the eyes go to the board and back
MOVES_A_MINUTE = 4


class Slip(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The comment on particular wrong moves."""

    moves: tuple[str, ...]
    text: str


class Step(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """One idea: something to read, or a move to make."""

    id: str
    text: str
    position: dict[str, object] | None = None
    show: tuple[str, ...] = ()
    moves: tuple[str, ...] = ()
    wrong: str | None = None
    right: str | None = None
    others: tuple[str, ...] = ()
    slips: tuple[Slip, ...] = ()

    def is_right(self, notation: str) -> bool:
        return _fits(notation, self.moves)

    def about(self, notation: str) -> str | None:
        """The comment on a wrong move."""
        slips = (slip.text for slip in self.slips if _fits(notation, slip.moves))
        return next(slips, self.wrong)

    def texts(self) -> list[str]:
        """All that is said in this step."""
        texts = (self.text, *(slip.text for slip in self.slips), self.wrong, self.right)
        return [text for text in texts if text is not None]

    def play_others(self, match: Match) -> Iterator[None]:
        """Play what the opponents do after this step, one move at a time."""
        for move in self.others:
            try:
                match.play(move)
            except MoveError as error:
                raise LessonError(f"lesson.toml: step {self.id!r}: others: {error}") from None
            yield


class Lesson(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A lesson. The learner sits at `seat`."""

    players: int
    steps: tuple[Step, ...]
    options: dict[str, OptionValue] = {}
    seat: int = 0

    @property
    def minutes(self) -> int:
        """About how long it takes."""
        words = sum(len(text.split()) for step in self.steps for text in (step.text, step.right) if text)
        moves = sum(bool(step.moves) for step in self.steps)
        return max(1, round(words / WORDS_A_MINUTE + moves / MOVES_A_MINUTE))

    def first_step(self, step: int) -> int:
        """The step with the position from which a step continues."""
        return max(number for number in range(step + 1) if self.steps[number].position is not None)

    def is_answered(self, step: int, answers: Sequence[str]) -> bool:
        """Whether these moves include one for the step itself."""
        asked = sum(bool(before.moves) for before in self.steps[:step])
        return bool(self.steps[step].moves) and len(answers) > asked

    def match(self, kind: AnyTitle, step: int, answers: Sequence[str], compiled: bool | None = None) -> Match:
        """The match at the beginning of a step. `answers` are the learner's moves so far, in the order of the
        steps that ask for one. If they include the move of the step itself, the match is at the end of the
        step, after the opponents' moves. Raises AnswerError if they do not lead there."""
        if not 0 <= step < len(self.steps):
            raise AnswerError(f"step must be from 0 to {len(self.steps) - 1}, not {step}")
        begun = step + self.is_answered(step, answers)
        asked = [before for before in self.steps[:begun] if before.moves]
        if len(answers) != len(asked):
            raise AnswerError(f"expected {len(asked)} moves before step {step}, not {len(answers)}")
        for before, answer in zip(asked, answers, strict=True):
            if not before.is_right(answer):
                raise AnswerError(f"{answer!r} is not what step {before.id!r} asks for")
        given = dict(zip((before.id for before in asked), answers, strict=True))
        start = self.first_step(step)
        match = self._arranged(kind, self.steps[start], compiled)
        for before in self.steps[start:begun]:
            if before.moves:
                try:
                    match.play(given[before.id])
                except MoveError as error:
                    raise AnswerError(f"step {before.id!r}: {error}") from None
            for _ in before.play_others(match):
                pass
        return match

    def _arranged(self, kind: AnyTitle, step: Step, compiled: bool | None) -> Match:
        game = new_game(kind, self.players, self.options, compiled=compiled)
        try:
            return Match.at(game.arranged(step.position or {}))
        except RooftopError as error:
            raise LessonError(f"lesson.toml: step {step.id!r}: position: {error}") from None


def _fits(notation: str, patterns: Sequence[str]) -> bool:
    return any(fnmatchcase(notation, pattern) for pattern in patterns)


@lru_cache(maxsize=16)
def lesson(kind: AnyTitle) -> Lesson | None:
    """The lesson of a title, if it has one. Raises LessonError if the file is invalid."""
    file = resources.files(kind.package) / "lesson.toml"
    if not file.is_file():
        return None
    try:
        table = tomllib.loads(file.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise LessonError(f"lesson.toml: {error}") from None
    try:
        found = convert(table, Lesson)
    except msgspec.ValidationError as error:
        raise LessonError(f"lesson.toml: {_by_id(explain(error, Lesson), table)}") from None
    if problem := _problem(found, kind):
        raise LessonError(f"lesson.toml: {problem}")
    return found


def _by_id(problem: str, table: dict[str, Any]) -> str:
    """A problem with the id of its step instead of the number, if the step has one."""
    where = re.match(r"steps\[(\d+)\](?:\.|: )", problem)
    step = table["steps"][int(where[1])] if where else None
    if where is None or not isinstance(step, dict) or "id" not in step:
        return problem
    return f"step {step['id']!r}: {problem[where.end() :]}"


def _problem(found: Lesson, kind: AnyTitle) -> str | None:
    names = [step.id for step in found.steps]
    if not names:
        return "steps: there are none"
    if twice := next((name for name in names if names.count(name) > 1), None):
        return f"steps: {twice!r} is the id of two steps"
    if found.steps[0].position is None:
        return f"steps: {names[0]!r} needs a position, because it is the first"
    try:
        new_game(kind, found.players, found.options)
    except RooftopError as error:
        return str(error)
    if not 0 <= found.seat < found.players:
        return f"seat: must be from 0 to {found.players - 1}, not {found.seat}"
    return None

"""The lesson of a title: `lesson.toml` beside its rules, with positions, sentences and the moves to make.

players = 3
options = { hold = true }

[[steps]]                             # something to read: what a position shows
id = "goal"
position = { to_act = "blue" }        # as in a figure of the rules; without one, it goes on from the last
show = ["site-H2"]                    # parts of the picture to look at
text = { en = "...", pl = "..." }

[[steps]]                             # something to do
id = "first-card"
text = { en = "Take the card with two white floors.", pl = "..." }
moves = ["take 2"]                    # any of these is right; `*` stands for anything
wrong = { en = "...", pl = "..." }    # said about any other legal move, which is not played
right = { en = "...", pl = "..." }    # said when it is done
others = ["take 1"]                   # what the opponents do then

[[steps.slips]]                       # said about particular moves instead of `wrong`
moves = ["take 1"]
text = { en = "...", pl = "..." }
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from fnmatch import fnmatchcase
from functools import lru_cache
from importlib import resources

import msgspec

from rooftop.errors import LessonError, RooftopError
from rooftop.game.decoding import convert
from rooftop.game.match import Match
from rooftop.game.position import new_game
from rooftop.game.title import AnyTitle, OptionValue
from rooftop.game.validation import explain


class Sentence(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A few sentences in every language."""

    en: str
    pl: str

    def __getitem__(self, language: str) -> str:
        return str(getattr(self, language))


class Slip(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """What is said about particular wrong moves."""

    moves: tuple[str, ...]
    text: Sentence


class Step(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """One idea: something to read, or a move to make."""

    id: str
    text: Sentence
    position: dict[str, object] | None = None
    show: tuple[str, ...] = ()
    moves: tuple[str, ...] = ()
    wrong: Sentence | None = None
    right: Sentence | None = None
    others: tuple[str, ...] = ()
    slips: tuple[Slip, ...] = ()

    def is_right(self, notation: str) -> bool:
        return _fits(notation, self.moves)

    def about(self, notation: str) -> Sentence | None:
        """What is said about a wrong move."""
        slips = (slip.text for slip in self.slips if _fits(notation, slip.moves))
        return next(slips, self.wrong)


class Lesson(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A lesson. The learner sits at `seat`."""

    players: int
    steps: tuple[Step, ...]
    options: dict[str, OptionValue] = {}
    seat: int = 0

    def match(self, kind: AnyTitle, step: int, answers: Sequence[str]) -> Match:
        """The match at the beginning of a step. `answers` are the learner's moves so far, in the order of the
        steps that ask for one. Raises LessonError if they are not right."""
        if not 0 <= step < len(self.steps):
            raise LessonError(f"step must be from 0 to {len(self.steps) - 1}, not {step}")
        asked = [before for before in self.steps[:step] if before.moves]
        if len(answers) != len(asked):
            raise LessonError(f"expected {len(asked)} moves before step {step}, not {len(answers)}")
        for before, answer in zip(asked, answers, strict=True):
            if not before.is_right(answer):
                raise LessonError(f"{answer!r} is not what step {before.id!r} asks for")
        given = dict(zip((before.id for before in asked), answers, strict=True))
        start = max(number for number in range(step + 1) if self.steps[number].position is not None)
        game = new_game(kind, self.players, self.options)
        match = Match.at(game.arranged(self.steps[start].position or {}))
        for before in self.steps[start:step]:
            for move in [given[before.id]] * bool(before.moves) + list(before.others):
                match.play(move)
        return match


def _fits(notation: str, patterns: Sequence[str]) -> bool:
    return any(fnmatchcase(notation, pattern) for pattern in patterns)


@lru_cache(maxsize=16)
def lesson(kind: AnyTitle) -> Lesson | None:
    """The lesson of a title, if it has one. Raises LessonError if the file is wrong."""
    file = resources.files(kind.package) / "lesson.toml"
    if not file.is_file():
        return None
    try:
        found = convert(tomllib.loads(file.read_text(encoding="utf-8")), Lesson)
    except tomllib.TOMLDecodeError as error:
        raise LessonError(f"lesson.toml: {error}") from None
    except msgspec.ValidationError as error:
        raise LessonError(f"lesson.toml: {explain(error, Lesson)}") from None
    if problem := _problem(found, kind):
        raise LessonError(f"lesson.toml: {problem}")
    return found


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

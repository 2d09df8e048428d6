"""All errors that wrong input can cause.

Messages are for people: what is wrong, where, and what is expected. When one is raised, nothing has changed.
"""


class RooftopError(Exception):
    """Base class of all errors caused by wrong input."""


class TitleError(RooftopError):
    """Unknown title, or a title that breaks the contract."""


class OptionError(RooftopError):
    """Invalid options, number of players, seat or seed."""


class MoveError(RooftopError):
    """An illegal move, or text that is not a move."""


class UndoError(RooftopError):
    """Nothing to undo or redo."""


class BotError(RooftopError):
    """A bot that fails or chooses an illegal action, or a worker process that dies while bots play."""


class NetworkError(RooftopError):
    """A network that is missing or damaged, or one for another title or other rules."""


class GameFileError(RooftopError):
    """A damaged or altered game file, or one for other rules or another edition."""


class EditionError(RooftopError):
    """An invalid edition file; `problems` has one line for each mistake."""

    def __init__(self, name: str, problems: list[str]) -> None:
        self.name = name
        self.problems = [f"{name}: {problem}" for problem in problems]
        super().__init__("\n".join(self.problems))


class LessonError(RooftopError):
    """An invalid `lesson.toml`; the message names the step and the key."""


class AnswerError(LessonError):
    """A step that a lesson does not have, or moves that do not lead to it."""

"""Every mistake a caller can make, as one family.

Each message is a sentence for a person: what was wrong, where, and what would be right. When one of
these is raised, nothing has changed.
"""


class RooftopError(Exception):
    """The whole family: catch this to catch everything that wrong input can cause."""


class TitleError(RooftopError):
    """There is no such title, or a title does not keep the contract."""


class OptionError(RooftopError):
    """A game was asked for with options, players or a seed that it cannot have."""


class MoveError(RooftopError):
    """A move that is not possible now, or words that are not a move."""


class UndoError(RooftopError):
    """There is nothing that may be taken back or played again."""


class GameFileError(RooftopError):
    """A game file is damaged, altered, or does not fit the rules and edition at hand."""


class EditionError(RooftopError):
    """An edition file is wrong; `problems` holds one line for each thing."""

    def __init__(self, name: str, problems: list[str]) -> None:
        self.name = name
        self.problems = [f"{name}: {problem}" for problem in problems]
        super().__init__("\n".join(self.problems))

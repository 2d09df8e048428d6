"""Work in independent, numbered pieces: the games of a run, the parts of a simulation."""

from __future__ import annotations

import hashlib
import traceback
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from typing import Protocol, TypeVar

from rooftop.errors import BotError
from rooftop.game.title import title

Result = TypeVar("Result")
Done = TypeVar("Done", covariant=True)

RULES = ("rooftop.engine", "rooftop.game", "rooftop.bots", "rooftop.bots.search")


class Job(Protocol[Done]):
    """Pieces of work that do not depend on each other. Workers get pickled copies of a job."""

    @property
    def title(self) -> str:
        """The title whose rules the work needs."""

    def is_cold(self) -> bool:
        """Whether `open` must compile something on this machine."""

    def open(self) -> Callable[[int], Done]:
        """Compile and load what all pieces need, and return the function that does piece `number`.

        The order, processes and machines in which pieces are done must not matter.
        """

    def label(self, number: int) -> str:
        """A name for the piece, for messages."""


@dataclass(frozen=True)
class Failure:
    """A worker's answer if a piece of work fails."""

    text: str


def attempt(job: Job[Result], do: Callable[[int], Result], number: int) -> Result | Failure:
    """Do a piece of work in a worker. Errors become text: not all of them can be pickled."""
    try:
        return do(number)
    except BotError as error:
        return Failure(_with_traceback(error))
    except Exception as error:
        return Failure(f"{job.label(number)}: {_with_traceback(error)}")


def _with_traceback(error: Exception) -> str:
    if isinstance(error, BotError) and error.__cause__ is None:
        return str(error)
    cause = error.__cause__ or error
    lines = "".join(traceback.format_exception(cause)).rstrip()
    return f"{error}\n{lines}"


@lru_cache(maxsize=16)
def code_of(title_id: str) -> str:
    """A hash of the sources that decide how bots play a title."""
    return _hash((package, "*.py") for package in (*RULES, title(title_id).package))


@lru_cache(maxsize=16)
def everything_of(title_id: str) -> str:
    """A hash of everything that results depend on, including the title's editions and the code that does
    jobs."""
    return code_of(title_id) + _hash([(title(title_id).package, "**/*.toml"), ("rooftop.arena", "**/*.py")])


def _hash(files: Iterable[tuple[str, str]]) -> str:
    sha = hashlib.sha256()
    for package, pattern in files:
        with resources.as_file(resources.files(package)) as folder:
            for path in sorted(folder.glob(pattern)):
                sha.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return sha.hexdigest()[:24]

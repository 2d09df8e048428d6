"""The recorded games of `fixtures/`: they lead to the same states and tell the same story for ever."""

import hashlib
import json
from functools import cache
from pathlib import Path

from rooftop.core import gamefile
from rooftop.core.match import Match
from tests.conftest import FIXTURES


def games(title: str) -> list[Path]:
    return sorted((FIXTURES / title).glob("*.json"))


@cache
def replayed(path: Path) -> Match:
    return Match.load(path)


def story(match: Match) -> str:
    """A hash of everything that the log tells: each event with its numbers and who knows it."""
    events = [decision.events.tolist() for decision in match.decisions]
    return hashlib.sha256(json.dumps(events).encode()).hexdigest()[:16]


def check_game(path: Path) -> None:
    """The states are compared with the recorded hashes while it is loaded."""
    match = replayed(path)
    assert match.over
    assert match.ply == len(gamefile.read(path).moves)
    assert story(match) == stories(path.parent)[path.stem]


@cache
def stories(folder: Path) -> dict[str, str]:
    lines = (folder / "stories.txt").read_text(encoding="utf-8").splitlines()
    return dict(line.split() for line in lines)


def write_stories(folder: Path) -> None:
    lines = [f"{path.stem} {story(Match.load(path))}\n" for path in games(folder.name)]
    (folder / "stories.txt").write_text("".join(lines), encoding="utf-8")

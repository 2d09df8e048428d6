"""Recorded games, which must always replay to the same states and the same log.

In `fixtures/TITLE`: game files, `stories.txt` with a hash of each log, and `positions/*.toml`.
"""

import hashlib
import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import msgspec

from rooftop.game import gamefile
from rooftop.game.match import Match
from rooftop.game.position import new_game
from rooftop.game.replay import replay
from rooftop.game.title import AnyTitle

folder = Path("fixtures")  # set by the plugin to the one beside pyproject.toml


def games(title: str) -> list[Path]:
    return sorted((folder / title).glob("*.json"))


def positions(title: str) -> list[Path]:
    return sorted((folder / title / "positions").glob("*.toml"))


@cache
def replayed(path: Path) -> Match:
    return Match.load(path)


def begun(path: Path) -> Match:
    """The start of a game, to walk through it with the moves of its file."""
    file = gamefile.read(path)
    return Match.load(
        msgspec.structs.replace(file, moves=[], hashes=file.hashes[:1], forfeits=[], result=None)
    )


def random_walks(title: AnyTitle) -> Iterator[tuple[Match, list[str]]]:
    """The start of a random game for each number of players, and its moves: for a title without recorded
    games."""
    for players in title.players:
        match = replay(new_game(title, players), 1, 0)
        notation = match.game.notation
        yield Match.at(match.position_at(0)), [notation(played.action) for played in match.decisions]


def story(match: Match) -> str:
    """A hash of all events, with their numbers and who knows them."""
    events = [decision.events.tolist() for decision in match.decisions]
    return hashlib.sha256(json.dumps(events).encode()).hexdigest()[:16]


def check_game(path: Path) -> None:
    """Replay a game; loading it compares every state with the recorded hash."""
    match = replayed(path)
    assert match.over
    assert match.ply == len(gamefile.read(path).moves)
    assert story(match) == stories(path.parent)[path.stem]


@cache
def stories(beside: Path) -> dict[str, str]:
    lines = (beside / "stories.txt").read_text(encoding="utf-8").splitlines()
    return dict(line.split() for line in lines)


def write_stories(title: str) -> None:
    lines = [f"{path.stem} {story(Match.load(path))}\n" for path in games(title)]
    (folder / title / "stories.txt").write_text("".join(lines), encoding="utf-8")

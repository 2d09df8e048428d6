"""Every key of an edition matters: changing it changes the game or the picture, or is rejected."""

import copy
import dataclasses
import re
from collections.abc import Iterable, Iterator
from typing import Any, ClassVar

import numpy as np

from rooftop.engine.laws import laws
from rooftop.engine.record import digest
from rooftop.engine.state import RandomStream
from rooftop.engine.streams import seed_of, stream_words
from rooftop.errors import EditionError
from rooftop.game.edition import Edition, is_remark
from rooftop.game.match import Match
from rooftop.game.position import Game, new_game
from rooftop.game.replay import replay
from rooftop.game.text import is_text
from rooftop.game.title import AnyTitle, OptionValue
from rooftop.testing import SOAK
from rooftop.testing.pictures import elements

Path = tuple[str | int, ...]  # the way to a value: ("map", 0, "site", 3, "x")
Variant = tuple[int, dict[str, OptionValue]]  # players and options

VALUES_PER_KEY = 1  # `make soak` changes every value
HEADER = "edition"  # says which file it is; `tests/game/test_edition.py` tests it


class EditionContract:
    """`class TestEditionKeys(EditionContract): title = TITLE` in each title's tests.

    One value is changed at a time. A refusal must say where. An accepted change must lead some random game
    elsewhere, or change a picture. `real` are switches that must be accepted in every position; a title whose
    rules need options to reach a key names them in `options`.
    """

    title: ClassVar[AnyTitle]
    options: ClassVar[tuple[dict[str, OptionValue], ...]] = ({},)
    games = 320  # of each variant; rare rules need more
    real: ClassVar[tuple[str, ...]] = ()  # places such as "rulings.die_from"
    allowed_at_least = 0.2  # of all values: an edition that accepts no change would be pointless

    _before: ClassVar[dict[Any, Any]] = {}  # of the title's own edition

    @classmethod
    def tables(cls) -> list[str]:
        return [key for key in cls.title.edition().data if key != HEADER]

    @property
    def variants(self) -> list[Variant]:
        return [(players, options) for options in self.options for players in self.title.players]

    def test_every_value_counts(self, table: str) -> None:
        """`table` is a table of the edition (see `rooftop.testing.plugin`)."""
        silent = []
        for path, value in sample(values(self.title.edition().data[table], (table,))):
            found = set()
            for other in self.others(path, value):
                found.add(self.verdict(path, other))
                if "counts" in found:
                    break
            if "silent" in found and "counts" not in found:
                silent.append(written_path(path))
        assert silent == []

    def test_switches_that_are_called_real_are_allowed_in_every_position(self) -> None:
        for where in self.real:
            path = next(path for path, _ in values(self.title.edition().data) if written_path(path) == where)
            value = value_at(self.title.edition().data, path)
            assert [self.verdict(path, other) for other in self.others(path, value)[:1]] == ["counts"], where

    def test_enough_of_the_edition_can_be_changed(self) -> None:
        rows = list(sample(values(self.title.edition().data)))
        found = [self.can_change(path, value) for path, value in (rows if SOAK else rows[::9])]
        assert sum(found) >= self.allowed_at_least * len(found)

    def can_change(self, path: Path, value: Any) -> bool:
        edition = self.title.edition()
        return any(
            not self.problems(changed_edition(edition, path, other)) for other in self.others(path, value)
        )

    # --- one change ---

    def others(self, path: Path, value: Any) -> list[Any]:
        """Other values to try: nearby numbers, other choices of a switch. A word is a switch if there is a
        list of allowed words."""
        if isinstance(value, bool):
            return [not value]
        if isinstance(value, int):
            return list(dict.fromkeys(n for n in (value + 1, value - 1, 2 * value, 0) if n != value))
        if isinstance(value, float):
            return [value + 0.25, value / 2]
        problems = self.problems(changed_edition(self.title.edition(), path, "-"))
        for problem in problems:
            if known := re.search(r"must be one of (.+), not | is not one of (.+)", problem):
                return [word for word in (known[1] or known[2]).split(", ") if word != value]
        return []

    def verdict(self, path: Path, other: Any) -> str:
        """The effect of a change: "refused", "counts" or "silent"."""
        changed = changed_edition(self.title.edition(), path, other)
        problems = self.problems(changed)
        if problems:
            named = any(names_path(problem, path) for problem in problems)
            assert named, (written_path(path), other, problems)
            return "refused"
        counts = (
            self.plays_otherwise(changed, self.games // 16)
            or self.looks_otherwise(changed)
            or self.plays_otherwise(changed, self.games)
        )
        return "counts" if counts else "silent"

    def problems(self, changed: Edition) -> list[str]:
        """The problems for the first player count that has any."""
        try:
            for players in changed.players:
                new_game(self.title, players, {}, changed)
        except EditionError as error:
            return error.problems
        return []

    def plays_otherwise(self, changed: Edition, games: int) -> bool:
        """Whether random games end differently: any change of setup, legal actions or scoring shows there."""
        for players, options in self.variants:
            before = new_game(self.title, players, options)
            after = new_game(self.title, players, options, changed)
            if before.tables.tobytes() == after.tables.tobytes():
                continue  # rules read nothing else
            key = (type(self), players, repr(options), games)
            if key not in self._before:
                self._before[key] = outcome(before, games)
            if outcome(after, games) != self._before[key]:
                return True
        return False

    def looks_otherwise(self, changed: Edition) -> bool:
        """Whether a picture from the start, the middle or the end of a game changes."""
        for players in changed.players:
            before, after = new_game(self.title, players), new_game(self.title, players, {}, changed)
            if before.board == after.board:
                continue  # a picture is a function of the board and the view
            key = (type(self), players)
            if key not in self._before:
                self._before[key] = list(pictures(before))
            if any(one != other for one, other in zip(pictures(after), self._before[key], strict=True)):
                return True
        return False


def values(data: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Every number, switch and word of a file, with its path, except texts, sources and notes. One coordinate
    represents a whole outline, except in `make soak`."""
    if isinstance(data, dict):
        for key, item in data.items():
            if path or key != HEADER:
                if not is_remark(key) and not is_text(item):
                    yield from values(item, (*path, key))
    elif isinstance(data, list):
        points = len(data) > 2 and all(is_point(item) for item in data)
        for index, item in enumerate(data if SOAK or not points else data[:1]):
            yield from values(item, (*path, index))
    else:
        yield path, data


def sample(found: Iterable[tuple[Path, Any]]) -> Iterator[tuple[Path, Any]]:
    """A few values of each key, spread over its rows; all of them in `make soak`."""
    by_key: dict[Path, list[tuple[Path, Any]]] = {}
    for path, value in found:
        by_key.setdefault(tuple(step for step in path if isinstance(step, str)), []).append((path, value))
    for rows in by_key.values():
        step = 1 if SOAK else -(-len(rows) // VALUES_PER_KEY)
        yield from rows[::step]


def is_point(item: Any) -> bool:
    return isinstance(item, list) and len(item) == 2 and all(type(number) is int for number in item)


def value_at(data: Any, path: Path) -> Any:
    for step in path:
        data = data[step]
    return data


def changed_edition(edition: Edition, path: Path, other: Any) -> Edition:
    data = copy.deepcopy(edition.data)
    value_at(data, path[:-1])[path[-1]] = other
    return dataclasses.replace(edition, data=data)


def written_path(path: Path) -> str:
    """A path as problems write it: `map[0].site[3].x`."""
    return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path).removeprefix(".")


def names_path(problem: str, path: Path) -> bool:
    """Whether a problem names the table or the key."""
    keys = [step for step in path if isinstance(step, str)]
    return str(path[0]) in problem or keys[-1] in problem


def outcome(agreed: Game, games: int) -> str:
    """A hash of the final states of some random games, with every law checked."""
    engine, states, streams = agreed.engine, agreed.title.state.array(games), RandomStream.array(games)
    for number in range(games):
        states["rng"][number] = stream_words(seed_of(0, number), "game")
        streams["rng"][number] = stream_words(seed_of(0, number), "choices")
    broken = np.zeros(games, np.int16)
    engine.play_games(
        states, agreed.tables, engine.blank, streams, agreed.players, agreed.encoded, True, engine.room(),
        broken,
    )  # fmt: skip
    assert not broken.any(), (
        f"an edition that is allowed breaks a law: {laws(agreed.title)[int(broken.max())]}"
    )
    return digest(agreed.title.state, states)


def pictures(agreed: Game) -> Iterator[object]:
    """The empty board, and what lies on it at the start and in later positions."""
    start = Match(agreed, seed_of(0, 0))
    yield start.svg(layer="board")
    yield elements(agreed.title, agreed.board, start.view())
    for plies in (0, 25, 10_000):
        match = replay(agreed, 0, 0, lambda match, plies=plies: match.ply >= plies)  # type: ignore[misc]
        for seat in range(agreed.players):
            yield elements(agreed.title, agreed.board, match.view(seat))

"""Positions that are set up by hand: every file is either rejected with a clear message or playable."""

import faulthandler
import json
import random
import tomllib
from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from typing import Any, ClassVar

import pytest

import rooftop
from rooftop.game.knowledge import SPECTATOR
from rooftop.game.match import Match
from rooftop.game.position import Position, read_position
from rooftop.game.title import AnyTitle
from rooftop.testing import SOAK, recorded

FILES = 20_000 if SOAK else 250
INTERPRETED_EVERY = 20  # accepted files: interpreted rules refuse numbers that are out of range
DRAWN_EVERY = 20
SECONDS = 60  # for one file: a hang inside compiled rules ends the test's process with a traceback


class ArrangingContract:
    """`class TestArranging(ArrangingContract): title = TITLE` in each title's tests. It mutates the title's
    position files and the positions of its figures."""

    title: ClassVar[AnyTitle]

    def sources(self) -> list[dict[str, Any]]:
        folder = resources.files(self.title.package) / "figures"
        files = [
            *recorded.positions(self.title.id),
            *map(Path, map(str, folder.iterdir())),
        ]
        tables = [
            tomllib.loads(path.read_text(encoding="utf-8"))
            for path in sorted(files)
            if path.suffix == ".toml"
        ]
        return [
            {"title": self.title.id, "players": table["players"], "options": table.get("options", {}),
             "position": table["position"]}
            for table in tables if table.get("position")
        ]  # fmt: skip

    def test_positions_changed_at_random_are_refused_or_playable(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("rooftop.game.position.title", lambda name: self.title)  # if not installed
        chance, sources, accepted = random.Random(1), self.sources(), 0
        words, refusals = Vocabulary(sources), set[str]()
        path = tmp_path / "position.toml"
        try:
            for number in range(FILES):
                faulthandler.dump_traceback_later(SECONDS, exit=True)
                table = mutated(chance.choice(sources), words, chance)
                path.write_text(written_file(table), encoding="utf-8")
                try:
                    position = read_position(path)
                except rooftop.RooftopError as error:
                    refusals.add(str(error))
                    continue
                accepted += 1
                self.play(position, chance, drawn=number % DRAWN_EVERY == 0)
                if number % INTERPRETED_EVERY == 0:
                    interpreted = read_position(path, compiled=False)
                    assert interpreted.hash() == read_position(path).hash()
                    assert interpreted.legal() == read_position(path).legal()
        finally:
            faulthandler.cancel_dump_traceback_later()
        assert all(refusal.startswith("position.toml: ") for refusal in refusals)
        assert accepted >= FILES / 3, f"{accepted} of {FILES} files were accepted"

    def play(self, position: Position, chance: random.Random, drawn: bool) -> None:
        """Play to the end, checking every law, and make what seats see."""
        for seat in range(SPECTATOR, position.game.players):
            match = Match.at(position)
            match.text(seat)
            if drawn:
                match.svg(seat)
        while not position.over:
            position.apply(chance.choice(position.legal()))
            assert position.law_broken() == 0
        assert sorted(position.ranks)[0] == 1


class Vocabulary:
    """All words and keys of some files, grouped by the key above them."""

    def __init__(self, tables: list[dict[str, Any]]) -> None:
        self.words: dict[str, list[str]] = {}
        self.keys: dict[str, list[str]] = {}
        for table in tables:
            for key, parent in nodes(table["position"]):
                if isinstance(parent, dict):
                    self.keys.setdefault(key, []).extend(parent)
                for value in parent.values() if isinstance(parent, dict) else parent:
                    if isinstance(value, str):
                        self.words.setdefault(key, []).extend(value.split())

    def word(self, key: str, chance: random.Random) -> str:
        known = sorted(set(self.words.get(key, ())))
        return chance.choice(known) if known and chance.random() < 0.9 else "nothing"

    def name(self, key: str, chance: random.Random) -> str:
        known = sorted(set(self.keys.get(key, ())))
        return chance.choice(known) if known and chance.random() < 0.9 else "nothing"


def nodes(value: Any, key: str = "") -> Iterator[tuple[str, Any]]:
    """Every table and list in a value, with the key above it."""
    if isinstance(value, dict | list):
        yield key, value
        for name, item in value.items() if isinstance(value, dict) else enumerate(value):
            yield from nodes(item, name if isinstance(name, str) else key)


def mutated(source: dict[str, Any], words: Vocabulary, chance: random.Random) -> dict[str, Any]:
    """A copy with one to three changes."""
    table = json.loads(json.dumps(source))
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        if chance.random() < 0.03:
            table["players"] = chance.choice((0, 2, 3, 4, 5))
            continue
        key, parent = chance.choice(list(nodes(table["position"])))
        if not parent or chance.random() < 0.15:
            if isinstance(parent, dict):
                known = chance.choice(list(parent.values())) if parent else words.word(key, chance)
                parent[words.name(key, chance)] = known
            else:
                parent.append(words.word(key, chance))
            continue
        name = chance.choice(list(parent) if isinstance(parent, dict) else range(len(parent)))
        if chance.random() < 0.25:
            del parent[name]
        else:
            parent[name] = other(parent[name], key, words, chance)
    return dict(table)


def other(value: Any, key: str, words: Vocabulary, chance: random.Random) -> Any:
    """A different value."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return chance.choice((value + 1, value + 1, value - 1, value - 1, 0, 1, 2, 3, -1, 99, 1000))
    if isinstance(value, str):
        parts = value.split() or [""]
        spot = chance.randrange(len(parts))
        change = chance.random()
        if change < 0.6:
            parts[spot] = words.word(key, chance)
        elif change < 0.8:
            parts.insert(spot, words.word(key, chance))
        else:
            del parts[spot]
        return " ".join(parts)
    return [] if isinstance(value, list) else {}


def written_file(table: dict[str, Any]) -> str:
    """A table as TOML, one key per line."""
    return "".join(f"{key} = {written(value)}\n" for key, value in table.items())


def written(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(name)} = {written(item)}" for name, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(written, value)) + "]"
    return json.dumps(value, ensure_ascii=False)

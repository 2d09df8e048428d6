"""The games of a balance report in a file, one per line: runs can be continued, and merged from several
machines.

The first line says what is played. A line that cannot be read, such as the last one of a run that was killed,
is ignored, and its game is played again.
"""

from __future__ import annotations

import hashlib
import importlib.metadata
import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import msgspec

from rooftop.arena.balance.games import Deals, PlayedDeal
from rooftop.arena.jobs import code_of
from rooftop.arena.results import arena_folder
from rooftop.errors import OptionError
from rooftop.game.decoding import decode_json
from rooftop.game.gamefile import EditionMark
from rooftop.game.title import OptionValue

FORMAT = 1


class Terms(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything that the games of a run depend on, except the number of players."""

    title: str
    edition: EditionMark
    bot: str
    seed: int
    options: dict[str, OptionValue]
    rules: int
    rooftop: str  # version
    code: str  # hash of the sources of rules and bots
    text: str | None = None  # of the edition, unless it is the title's own
    balance: int = FORMAT

    @staticmethod
    def of(deals: Deals) -> Terms:
        kind, edition = deals.kind, deals.own_edition
        return Terms(
            kind.id,
            EditionMark(edition.id, edition.version, kind.hash(edition)),
            deals.bot,
            deals.seed,
            deals.options,
            kind.rules_version,
            importlib.metadata.version("rooftop"),
            code_of(kind.id),
            deals.edition,
        )

    def default_file(self) -> Path:
        """Where a run is kept if the user names no file."""
        digest = hashlib.sha256(msgspec.json.encode(self, order="sorted")).hexdigest()[:24]
        return arena_folder() / f"balance-{self.title}-{digest}.jsonl"

    def differences(self, other: Terms, besides: Iterable[str] = ()) -> list[str]:
        """The names of the terms that differ."""
        names = [name for name in Terms.__struct_fields__ if name not in besides]
        return [name for name in names if getattr(self, name) != getattr(other, name)]


Key = tuple[int, int]  # players, game


class GamesFile:
    """A file of games that is read and added to."""

    def __init__(self, path: Path, terms: Terms, fresh: bool = False) -> None:
        """Open or create the file. Raises OptionError if it holds something else."""
        self.path = path
        self.games: dict[Key, PlayedDeal] = {}
        try:
            raw = path.read_bytes() if path.exists() and not fresh else b""
            if raw:
                kept, self.games = _parse(path, raw)
                names = kept.differences(terms)
                if names:
                    raise OptionError(
                        f"{path}: holds another run ({', '.join(names)} differ);"
                        " choose another file, or start anew with --fresh"
                    )
            else:
                new = path.with_name(f"{path.name}.{os.getpid()}.new")
                new.write_bytes(msgspec.json.encode(terms) + b"\n")
                new.replace(path)
            self._file = path.open("ab", buffering=0)
            if raw and not raw.endswith(b"\n"):
                self._file.write(b"\n")  # ends a line that was cut off
        except OSError as error:
            raise OptionError(f"{path}: cannot keep the games here: {error.strerror}") from None

    def append(self, played: PlayedDeal) -> None:
        self.games[played.players, played.game] = played
        self._file.write(msgspec.json.encode(played) + b"\n")  # one write: processes cannot mix their lines

    def close(self) -> None:
        self._file.close()


@dataclass(frozen=True)
class Played:
    """Games played on the same terms."""

    terms: Terms
    games: dict[Key, PlayedDeal]


def read_games(paths: Iterable[Path]) -> list[Played]:
    """The games of several files, merged if they were played on the same terms, in the order of the files.
    Raises OptionError if a file does not hold games, or if two games with the same number differ."""
    found: list[Played] = []
    for path in paths:
        try:
            terms, games = _parse(path, path.read_bytes())
        except OSError as error:
            raise OptionError(f"{path}: cannot read this file: {error.strerror}") from None
        merged = next((played.games for played in found if played.terms == terms), None)
        if merged is None:
            found.append(Played(terms, games))
            continue
        for key, game in games.items():
            if merged.setdefault(key, game) != game:
                raise OptionError(f"{path}: game {key[1]} of {key[0]} players differs from another file's")
    return found


def _parse(path: Path, raw: bytes) -> tuple[Terms, dict[Key, PlayedDeal]]:
    first, *lines = raw.split(b"\n")
    try:
        terms = decode_json(first, Terms)
    except msgspec.MsgspecError:
        raise OptionError(f"{path}: not a file of games for a balance report; choose another file") from None
    games: dict[Key, PlayedDeal] = {}
    for game in filter(None, map(_read, lines)):
        games.setdefault((game.players, game.game), game)
    return terms, games


def _read(line: bytes) -> PlayedDeal | None:
    try:
        return decode_json(line, PlayedDeal)
    except msgspec.MsgspecError:
        return None

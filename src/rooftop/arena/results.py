"""The games of a run in a file, one per line, so that an interrupted run can continue.

The first line says what is played. Lines are only ever appended. A line that cannot be read, such as the last
one of a run that was killed, is ignored, and its game is played again.
"""

from __future__ import annotations

import hashlib
import os
from contextlib import suppress
from pathlib import Path

import msgspec
import platformdirs

from rooftop.errors import OptionError
from rooftop.game.decoding import decode_json
from rooftop.game.title import OptionValue

FORMAT = 1


class Terms(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything that the games of a run depend on."""

    title: str
    players: int
    bots: tuple[str, ...]
    seed: int
    options: dict[str, OptionValue]
    edition: str  # hash
    rules: int
    rooftop: str  # version
    code: str  # hash of the sources of rules and bots
    arena: int = FORMAT


class PlayedGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A finished game; all lists are by seat."""

    game: int
    bots: tuple[int, ...]
    ranks: tuple[int, ...]
    points: tuple[tuple[int, ...], ...]  # by source
    decisions: tuple[int, ...]  # those with a choice
    seconds: tuple[float, ...]  # CPU time of these decisions


def default_file(terms: Terms) -> Path:
    """Where a run is kept if the user names no file."""
    digest = hashlib.sha256(msgspec.json.encode(terms, order="sorted")).hexdigest()[:24]
    return arena_folder() / f"{terms.title}-{digest}.jsonl"


def arena_folder() -> Path:
    """The folder of the arena in the cache."""
    folder = Path(os.environ.get("ROOFTOP_CACHE") or platformdirs.user_cache_dir("rooftop")) / "arena"
    with suppress(OSError):  # opening a file there says what is wrong
        folder.mkdir(parents=True, exist_ok=True)
    return folder


class ResultsFile:
    """The file of a run. `games` holds the games that were finished earlier."""

    def __init__(self, path: Path, terms: Terms, fresh: bool = False) -> None:
        """Open or create the file. Raises OptionError if it holds something else."""
        self.path = path
        self.games: dict[int, PlayedGame] = {}
        try:
            raw = path.read_bytes() if path.exists() else b""
            first, *lines = raw.split(b"\n")
            if raw:
                self._check(first, terms, fresh)
            if fresh or not raw:
                self._create(terms)
            else:
                for played in filter(None, map(_read, lines)):
                    self.games.setdefault(played.game, played)
            self._file = path.open("ab", buffering=0)
            if lines and lines[-1] and not fresh:
                self._file.write(b"\n")  # ends a line that was cut off
        except OSError as error:
            raise OptionError(f"{path}: cannot keep the games here: {error.strerror}") from None

    def _check(self, line: bytes, terms: Terms, fresh: bool) -> None:
        try:
            kept = decode_json(line, Terms)
        except msgspec.MsgspecError:
            raise OptionError(f"{self.path}: not a file of the arena; choose another file") from None
        if kept != terms and not fresh:
            names = [name for name in Terms.__struct_fields__ if getattr(kept, name) != getattr(terms, name)]
            raise OptionError(
                f"{self.path}: holds another run ({', '.join(names)} differ);"
                " choose another file, or start anew with --fresh"
            )

    def _create(self, terms: Terms) -> None:
        new = self.path.with_name(f"{self.path.name}.{os.getpid()}.new")
        new.write_bytes(msgspec.json.encode(terms) + b"\n")
        new.replace(self.path)

    def append(self, played: PlayedGame) -> None:
        self._file.write(msgspec.json.encode(played) + b"\n")  # one write: processes cannot mix their lines

    def close(self) -> None:
        self._file.close()


def _read(line: bytes) -> PlayedGame | None:
    try:
        return decode_json(line, PlayedGame)
    except msgspec.MsgspecError:
        return None

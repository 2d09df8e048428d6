"""The game file: JSON that holds a whole game, to be replayed and checked anywhere.

The truth is the seed and the moves; the hashes say after which move another program would differ. While a
game is going on, a file for others has the commitment instead of the seed, and no hashes. A finished game has
its result too, so that it can be read where the rules have changed since, and so that a file of a finished
game cannot be cut short. Format 1 had no result.
"""

from __future__ import annotations

from pathlib import Path

import msgspec

from rooftop.engine.streams import SEED_BYTES
from rooftop.errors import GameFileError
from rooftop.game.decoding import convert, decode_json
from rooftop.game.seed import commitment, parse_seed
from rooftop.game.title import OptionValue
from rooftop.game.validation import explain

FORMAT = 2
READABLE = (1, 2)


class EditionMark(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which data a game was played with; `hash` runs over what the rules read of it."""

    id: str
    version: int
    hash: str


class Result(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a game ended: for each seat its place, 1 for the winners, and its points by their source."""

    ranks: list[int] = msgspec.field(name="places")
    points: list[dict[str, int]]


class GameFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One game. `hashes[n]` is the state's hash after n moves."""

    rooftop: int
    title: str
    rules: int
    edition: EditionMark
    players: int
    options: dict[str, OptionValue]
    moves: list[str]
    commitment: str
    seed: str | None = None
    nonces: list[str] = []
    hashes: list[str] = []
    result: Result | None = None

    def encode(self) -> bytes:
        return msgspec.json.format(msgspec.json.encode(self), indent=1) + b"\n"

    def write(self, path: Path) -> None:
        try:
            path.write_bytes(self.encode())
        except OSError as error:
            raise GameFileError(f"{path}: cannot be written: {error.strerror}") from None


def decode(raw: bytes, name: str = "game file") -> GameFile:
    """Read a game file, or say in a sentence why it is none."""
    try:
        head = decode_json(raw, object)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise GameFileError(f"{name}: is not JSON ({error}); it may be cut off or damaged") from None
    except RecursionError:
        raise GameFileError(f"{name}: is nested too deeply to be a game file") from None
    if not isinstance(head, dict) or "rooftop" not in head:
        raise GameFileError(f"{name}: is not a game file: it has no key 'rooftop' at its top")
    if type(head["rooftop"]) is not int or head["rooftop"] not in READABLE:
        able = " and ".join(map(str, READABLE))
        raise GameFileError(f"{name}: has format {head['rooftop']!r}; this Rooftop reads formats {able}")
    try:
        file = convert(head, GameFile)
    except msgspec.ValidationError as error:
        raise GameFileError(f"{name}: {explain(error, GameFile)}") from None
    if file.seed is not None:
        if len(file.hashes) != len(file.moves) + 1:
            raise GameFileError(
                f"{name}: has {len(file.hashes)} hashes for {len(file.moves)} moves;"
                " it needs one for the start and one after each move"
            )
        seed = parse_seed(file.seed)
        if seed is None:
            raise GameFileError(f"{name}: the seed is not {2 * SEED_BYTES} hexadecimal digits")
        if commitment(seed, file.title, file.options) != file.commitment:
            raise GameFileError(f"{name}: the seed is not the one that the commitment was made for")
    return file


def read(path: Path) -> GameFile:
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise GameFileError(f"{path.name}: cannot be read: {error.strerror}") from None
    return decode(raw, path.name)

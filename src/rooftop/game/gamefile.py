"""Game files: JSON that holds a whole game, so that anyone can replay and check it.

The seed and the moves determine everything; the hashes show at which move a replay goes wrong. During a game,
a file for others has the commitment instead of the seed, and no hashes. A finished game also has its result,
so it can be read after the rules have changed, and a shortened file is detected. Format 1 had no result.
Seats that forfeited are listed with the ply, and colours by seat if others than the seats' own were chosen;
files of other games do not have these keys. Colours are chosen after the seed has been committed to, so the
commitment does not cover them. The result of a game that was ended by agreement says so.
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
    """The edition of a game; `hash` covers the data that the rules read."""

    id: str
    version: int
    hash: str


class Forfeit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A seat that forfeited, after `ply` moves: a bot played on, and the seat is ranked last."""

    seat: int
    ply: int


class Result(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """How a game ended: the rank of each seat, 1 for the winners, and its points by source. `forfeited` are
    the seats that forfeited, in that order. If the players agreed to end the game, all ranks are 0."""

    ranks: list[int] = msgspec.field(name="places")
    points: list[dict[str, int]]
    forfeited: list[int] = []
    ended: bool = False  # by agreement


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
    colours: list[str] = []
    hashes: list[str] = []
    forfeits: list[Forfeit] = []
    result: Result | None = None

    def encode(self) -> bytes:
        return msgspec.json.format(msgspec.json.encode(self), indent=1) + b"\n"

    def write(self, path: Path) -> None:
        try:
            path.write_bytes(self.encode())
        except OSError as error:
            raise GameFileError(f"{path}: cannot write this file: {error.strerror}") from None


def decode(raw: bytes, name: str = "game file") -> GameFile:
    """Decode and check a game file."""
    try:
        head = decode_json(raw, object)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise GameFileError(f"{name}: not valid JSON ({error}); it may be truncated or damaged") from None
    except RecursionError:
        raise GameFileError(f"{name}: nested too deeply for a game file") from None
    if not isinstance(head, dict) or "rooftop" not in head:
        raise GameFileError(f"{name}: not a game file: missing key 'rooftop'")
    if type(head["rooftop"]) is not int or head["rooftop"] not in READABLE:
        able = " and ".join(map(str, READABLE))
        raise GameFileError(f"{name}: unknown format {head['rooftop']!r}; this version reads formats {able}")
    try:
        file = convert(head, GameFile)
    except msgspec.ValidationError as error:
        raise GameFileError(f"{name}: {explain(error, GameFile)}") from None
    if file.seed is not None:
        if len(file.hashes) != len(file.moves) + 1:
            raise GameFileError(
                f"{name}: {len(file.hashes)} hashes for {len(file.moves)} moves;"
                " expected one for the start and one for each move"
            )
        seed = parse_seed(file.seed)
        if seed is None:
            raise GameFileError(f"{name}: the seed must be {2 * SEED_BYTES} hexadecimal digits")
        if commitment(seed, file.title, file.options) != file.commitment:
            raise GameFileError(f"{name}: the seed does not match the commitment")
    _check_forfeits(file, name)
    return file


def _check_forfeits(file: GameFile, name: str) -> None:
    seats, plies = [row.seat for row in file.forfeits], [row.ply for row in file.forfeits]
    if len(set(seats)) != len(seats) or not all(0 <= seat < file.players for seat in seats):
        raise GameFileError(f"{name}: forfeits: expected each seat once, from 0 to {file.players - 1}")
    if sorted(plies) != plies or not all(0 <= ply <= len(file.moves) for ply in plies):
        raise GameFileError(f"{name}: forfeits: plies must rise, from 0 to {len(file.moves)}")


def read(path: Path) -> GameFile:
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise GameFileError(f"{path.name}: cannot read this file: {error.strerror}") from None
    return decode(raw, path.name)

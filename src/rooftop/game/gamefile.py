"""Game files: JSON that holds a whole game, so that anyone can replay and check it.

The seed and the moves determine everything; the hashes show at which move a replay goes wrong. During a game,
a file for others has the commitment instead of the seed, and no hashes. A finished game also has its result,
so it can be read after the rules have changed, and a truncated file is detected.

Format 1 had no result. Format 2 knew one way to end a game early, without a winner (`"ended": true`), and
nobody could concede. Seats that forfeited or conceded are listed with the ply, and colours by seat if the
seats did not play with their own; files of other games do not have these keys. Colours are chosen after the
seed has been committed to, so the commitment does not cover them. The result of a game that ended early says
how.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

import msgspec

from rooftop.engine.streams import SEED_BYTES
from rooftop.errors import GameFileError
from rooftop.game.decoding import convert, decode_json
from rooftop.game.seed import commitment, parse_seed
from rooftop.game.title import OptionValue
from rooftop.game.validation import explain

FORMAT = 3
READABLE = (1, 2, 3)

# How a game ended early: the players agreed on it, without a winner or with everyone's present points; or
# nobody was left to play on, because the others had conceded, forfeited or left.
Ended = Literal["", "agreement", "scores", "conceded"]


class EditionMark(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The edition of a game; `hash` covers the data that the rules read."""

    id: str
    version: int
    hash: str


class Forfeit(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A seat that forfeited or conceded after `ply` moves: it is ranked last of those still playing."""

    seat: int
    ply: int
    conceded: bool = False


class Result(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The result of a game: the rank of each seat, 1 for the winners, and its points by source. `forfeited`
    and `conceded` are the seats that did so, in that order. If the players agreed on an end without a winner,
    all ranks are 0."""

    ranks: list[int] = msgspec.field(name="places")
    points: list[dict[str, int]]
    forfeited: list[int] = []
    ended: Ended = ""  # how, if before the end of the rules
    conceded: list[int] = []


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
        able = ", ".join(map(str, READABLE[:-1])) + f" and {READABLE[-1]}"
        raise GameFileError(f"{name}: unknown format {head['rooftop']!r}; this version reads formats {able}")
    if head["rooftop"] < 3:
        _upgrade(head.get("result"))
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
    if file.rooftop < 3 and any(row.conceded for row in file.forfeits):
        raise GameFileError(f"{name}: forfeits: nobody could concede in format {file.rooftop}")
    if file.result is not None and file.result.ended == "conceded" and not file.forfeits:
        raise GameFileError(f"{name}: result: ended is 'conceded', but no seat has forfeited or conceded")


def decode_result(raw: str) -> Result:
    """Decode a result that is stored alone, even one of an earlier format."""
    found = decode_json(raw, object)
    _upgrade(found)
    return convert(found, Result)


def _upgrade(result: Any) -> None:
    """Convert a result of format 1 or 2 to the present one."""
    if isinstance(result, dict) and isinstance(result.get("ended"), bool):
        result["ended"] = "agreement" if result["ended"] else ""


def read(path: Path) -> GameFile:
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise GameFileError(f"{path.name}: cannot read this file: {error.strerror}") from None
    return decode(raw, path.name)

"""The game file: JSON that holds a whole game, to be replayed and checked anywhere.

The truth is the seed and the moves; the hashes say after which move another program would differ. While a
game is going on, a file for others has the commitment instead of the seed, and no hashes.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from rooftop.core.errors import GameFileError, OptionError
from rooftop.core.title import OptionValue

FORMAT = 1
SEED_BYTES = 32


class EditionMark(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which data a game was played with; `hash` runs over what the rules read of it."""

    id: str
    version: int
    hash: str


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

    def encode(self) -> bytes:
        return msgspec.json.format(msgspec.json.encode(self), indent=1) + b"\n"

    def write(self, path: Path) -> None:
        path.write_bytes(self.encode())


def decode(raw: bytes, name: str = "game file") -> GameFile:
    """Read a game file, or say in a sentence why it is none."""
    try:
        head = msgspec.json.decode(raw)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise GameFileError(f"{name}: is not JSON ({error}); it may be cut off or damaged") from None
    if not isinstance(head, dict) or "rooftop" not in head:
        raise GameFileError(f"{name}: is not a game file: it has no key 'rooftop' at its top")
    if head["rooftop"] != FORMAT:
        raise GameFileError(f"{name}: has format {head['rooftop']!r}; this Rooftop reads format {FORMAT}")
    try:
        file = msgspec.convert(head, GameFile)
    except msgspec.ValidationError as error:
        raise GameFileError(f"{name}: {error}") from None
    if file.seed is not None:
        if len(file.hashes) != len(file.moves) + 1:
            raise GameFileError(
                f"{name}: has {len(file.hashes)} hashes for {len(file.moves)} moves;"
                " it needs one for the start and one after each move"
            )
        if commitment(parse_seed(file.seed, name), file.title, file.options) != file.commitment:
            raise GameFileError(f"{name}: the seed is not the one that the commitment was made for")
    return file


def read(path: Path) -> GameFile:
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise GameFileError(f"{path.name}: cannot be read: {error.strerror}") from None
    return decode(raw, path.name)


# --- seeds --------------------------------------------------------------------------------------------


def new_seed(seed: int | bytes | None) -> bytes:
    """32 bytes: fresh ones, those given, or a small number for games that anyone may repeat."""
    if seed is None:
        return secrets.token_bytes(SEED_BYTES)
    if isinstance(seed, bytes):
        if len(seed) != SEED_BYTES:
            raise OptionError(f"a seed has {SEED_BYTES} bytes, not {len(seed)}")
        return seed
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed < 1 << 8 * SEED_BYTES:
        raise OptionError(f"seed {seed!r} is neither {SEED_BYTES} bytes nor a number from 0 up to 2**256")
    return seed.to_bytes(SEED_BYTES, "big")


def parse_seed(text: str, name: str) -> bytes:
    try:
        seed = bytes.fromhex(text)
    except ValueError:
        seed = b""
    if len(seed) != SEED_BYTES:
        raise GameFileError(f"{name}: the seed is not {2 * SEED_BYTES} hexadecimal digits")
    return seed


def commitment(seed: bytes, title: str, options: dict[str, OptionValue]) -> str:
    """What is shown before a game: it binds the seed, title and options, and tells nothing about the seed."""
    agreed: Any = {"title": title, "options": options}
    return hashlib.sha256(seed + msgspec.json.encode(agreed, order="sorted")).hexdigest()


def mixed(seed: bytes, nonces: Sequence[str]) -> bytes:
    """The seed of the generator: the table's seed and what every seat has added to it."""
    if not nonces:
        return seed
    return hashlib.sha256(seed + msgspec.json.encode(list(nonces))).digest()

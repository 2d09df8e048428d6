"""Seeds: 32 bytes that tell all chance of a match, the promise made of them, and the streams they feed."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence
from typing import Any

import msgspec

from rooftop.engine.streams import SEED_BYTES
from rooftop.errors import OptionError
from rooftop.game.title import OptionValue


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


def parse_seed(text: str) -> bytes | None:
    """A seed as game files write it, or None if the text is not one."""
    try:
        seed = bytes.fromhex(text)
    except ValueError:
        return None
    return seed if len(seed) == SEED_BYTES else None


def commitment(seed: bytes, title: str, options: dict[str, OptionValue]) -> str:
    """What is shown before a game: it binds the seed, title and options, and tells nothing about the seed."""
    agreed: Any = {"title": title, "options": options}
    return hashlib.sha256(seed + msgspec.json.encode(agreed, order="sorted")).hexdigest()


def mixed(seed: bytes, nonces: Sequence[str]) -> bytes:
    """The seed of the generator: the table's seed and what every seat has added to it."""
    if not nonces:
        return seed
    return hashlib.sha256(seed + msgspec.json.encode(list(nonces))).digest()

"""Seeds: 32 bytes that determine all chance in a match, and the commitment to them."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence

import msgspec

from rooftop.engine.streams import SEED_BYTES
from rooftop.errors import OptionError
from rooftop.game.title import OptionValue


def new_seed(seed: int | bytes | None) -> bytes:
    """A seed: random, the given bytes, or a number for games that anyone can repeat."""
    if seed is None:
        return secrets.token_bytes(SEED_BYTES)
    if isinstance(seed, bytes):
        if len(seed) != SEED_BYTES:
            raise OptionError(f"a seed must have {SEED_BYTES} bytes, not {len(seed)}")
        return seed
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed < 1 << 8 * SEED_BYTES:
        raise OptionError(f"seed must be {SEED_BYTES} bytes or an integer from 0 to 2**256 - 1, not {seed!r}")
    return seed.to_bytes(SEED_BYTES, "big")


def parse_seed(text: str) -> bytes | None:
    """Parse a seed from a game file; None if the text is not a seed."""
    try:
        seed = bytes.fromhex(text)
    except ValueError:
        return None
    return seed if len(seed) == SEED_BYTES else None


def commitment(seed: bytes, title: str, options: dict[str, OptionValue]) -> str:
    """The commitment shown before a game: it fixes seed, title and options without revealing the seed."""
    agreed: dict[str, object] = {"title": title, "options": options}
    return hashlib.sha256(seed + msgspec.json.encode(agreed, order="sorted")).hexdigest()


def mixed(seed: bytes, nonces: Sequence[str]) -> bytes:
    """The seed of the generator: the table's seed mixed with the nonces of the seats."""
    if not nonces:
        return seed
    return hashlib.sha256(seed + msgspec.json.encode(list(nonces))).digest()

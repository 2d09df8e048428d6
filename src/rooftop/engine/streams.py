"""Random streams: the starting words of a generator, from a seed and a purpose."""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Iterable

import numpy as np

from rooftop.engine.record import Array
from rooftop.engine.state import RandomStream
from rooftop.errors import OptionError

SEED_BYTES = 32
MASK = 0xFFFFFFFF


def stream_words(seed: bytes, purpose: str) -> tuple[int, int, int, int]:
    """The four starting words of the generator for one purpose."""
    a, b, c, d = struct.unpack("<4I", hashlib.sha256(seed + purpose.encode()).digest()[:16])
    return a, b, c, d


def seed_of(run: int, number: int) -> bytes:
    """The seed of game `number` in a run of many games."""
    if isinstance(run, bool) or not isinstance(run, int) or not 0 <= run < 1 << 4 * SEED_BYTES:
        raise OptionError(f"seed must be an integer from 0 to 2**{4 * SEED_BYTES} - 1, not {run!r}")
    return run.to_bytes(SEED_BYTES // 2, "big") + number.to_bytes(SEED_BYTES // 2, "big")


def seed_rows(rows: Array, run: int, numbers: Iterable[int], purpose: str) -> None:
    """Seed the generator of each row for the game with that number in a run."""
    for row, number in enumerate(numbers):
        rows["rng"][row] = stream_words(seed_of(run, number), purpose)


def seeded_slots(size: int, seed: int, purpose: str) -> Array:
    """A generator for each slot of a batch: a million take less than a second.

    The slot's number goes into one word; after 16 rounds every word depends on it (`rng.bits32`).
    """
    a, b, c, d = (np.full(size, word, np.int64) for word in stream_words(seed_of(seed, 0), purpose))
    c = (c + np.arange(size)) & MASK
    for _ in range(16):
        x = (a + b + d) & MASK
        a, b, c = b ^ (b >> 9), (c + (c << 3)) & MASK, ((((c << 21) & MASK) | (c >> 11)) + x) & MASK
        d = (d + 1) & MASK
    rows = RandomStream.array(size)
    rows["rng"] = np.stack((a, b, c, d), axis=1)
    return rows

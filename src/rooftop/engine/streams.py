"""Random streams: which starting words a generator gets, from a seed and a purpose."""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Iterable

from rooftop.engine.record import Array
from rooftop.errors import OptionError

SEED_BYTES = 32


def stream_words(seed: bytes, purpose: str) -> tuple[int, int, int, int]:
    """The four starting words of the generator that serves one purpose."""
    a, b, c, d = struct.unpack("<4I", hashlib.sha256(seed + purpose.encode()).digest()[:16])
    return a, b, c, d


def seed_of(run: int, number: int) -> bytes:
    """The seed of game `number` in a run of many games."""
    if isinstance(run, bool) or not isinstance(run, int) or not 0 <= run < 1 << 4 * SEED_BYTES:
        raise OptionError(f"seed must be an integer from 0 to 2**{4 * SEED_BYTES} - 1, not {run!r}")
    return run.to_bytes(SEED_BYTES // 2, "big") + number.to_bytes(SEED_BYTES // 2, "big")


def seed_rows(rows: Array, run: int, numbers: Iterable[int], purpose: str) -> None:
    """Seed the generator of each row for the game with that number of a run."""
    for row, number in enumerate(numbers):
        rows["rng"][row] = stream_words(seed_of(run, number), purpose)

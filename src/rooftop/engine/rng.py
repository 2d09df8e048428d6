"""The generator inside a state: sfc32, kept as four 32-bit words in 64-bit fields.

It is fast and portable but not cryptographic, so `s.rng` never leaves the process. SHA-256 turns a 256-bit
seed into the words of a game (`streams.stream_words`).
"""

from __future__ import annotations

from typing import Any

from rooftop.engine.bits import bit, count, nth
from rooftop.engine.kernel import kernel

MASK = 0xFFFFFFFF


@kernel
def bits32(s: Any) -> int:
    """The next 32 random bits."""
    a = s.rng[0]
    b = s.rng[1]
    c = s.rng[2]
    d = s.rng[3]
    x = (a + b + d) & MASK
    s.rng[3] = (d + 1) & MASK
    s.rng[0] = b ^ (b >> 9)
    s.rng[1] = (c + (c << 3)) & MASK
    s.rng[2] = ((((c << 21) & MASK) | (c >> 11)) + x) & MASK
    return x


@kernel
def draw(s: Any, n: int) -> int:
    """A number from 0 to n - 1, exactly uniform (Lemire's method), for 1 <= n < 2**31."""
    while True:
        m = bits32(s) * n
        low = m & MASK
        if low >= n or low >= (MASK + 1 - n) % n:
            return m >> 32


@kernel
def one_of(s: Any, members: int) -> int:
    """A random member of a set that is not empty."""
    return nth(members, draw(s, count(members)))


@kernel
def some_of(s: Any, members: int, number: int) -> int:
    """A random set of this many members of a set."""
    found = 0
    for _ in range(number):
        found |= bit(one_of(s, members & ~found))
    return found


@kernel
def shuffle(s: Any, cards: Any, count: int) -> None:
    """Shuffle the first `count` cards."""
    for i in range(count - 1, 0, -1):
        j = draw(s, i + 1)
        card = cards[i]
        cards[i] = cards[j]
        cards[j] = card


@kernel
def reseed(s: Any, salt: int) -> None:
    """Start a new stream that depends only on `salt`."""
    s.rng[0] = salt & MASK
    s.rng[1] = (salt >> 32) & MASK
    s.rng[2] = 0x9E3779B9
    s.rng[3] = 1
    for _ in range(16):  # after about a dozen rounds, every word depends on every bit
        bits32(s)

"""Small sets of places (at most 62) as one signed 64-bit number.

Signed, because Numba mixes unsigned and signed numbers badly; 62, because a shift by 64 is undefined.
The loops below become single machine instructions (popcnt, tzcnt).
"""

from __future__ import annotations

from rooftop.core.kernel import kernel

ONE = 1


@kernel
def bit(member: int) -> int:
    """The set that holds `member` alone."""
    return ONE << member


@kernel
def has(members: int, member: int) -> bool:
    return (members >> member) & ONE != 0


@kernel
def count(members: int) -> int:
    n = 0
    while members != 0:
        members &= members - 1
        n += 1
    return n


@kernel
def first(members: int) -> int:
    """The smallest member of a set that is not empty."""
    return count(~members & (members - 1))

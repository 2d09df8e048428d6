"""Small sets of numbers below 62, as one signed 64-bit integer.

Signed, because Numba turns a mix of signed and unsigned into floats; below 62, because a shift by 64 is
undefined. The compiler turns the loops below into single instructions (popcnt, tzcnt).
"""

from __future__ import annotations

from rooftop.engine.kernel import kernel
from rooftop.engine.record import Array

ONE = 1


@kernel
def bit(member: int) -> int:
    """The set that holds only `member`."""
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


@kernel
def nth(members: int, n: int) -> int:
    """The nth smallest member of a set, counted from 0."""
    for _ in range(n):
        members &= members - 1
    return first(members)


@kernel
def largest_group(neighbours: Array, members: int) -> int:
    """The size of the largest connected part of a set; `neighbours[member]` is a set."""
    largest = 0
    while members != 0:
        group = bit(first(members))
        edge = group
        while edge != 0:
            reached = neighbours[first(edge)] & members & ~group
            group |= reached
            edge = (edge & (edge - 1)) | reached
        members &= ~group
        largest = max(largest, count(group))
    return largest

"""How rules say why an action is not legal.

The kernel `refusal` of a title returns LEGAL, or what `events.because` makes of a code and up to two numbers.
The title's `actions.py` has a sentence for each code.
"""

from __future__ import annotations

from typing import NamedTuple

LEGAL = 0
# Codes of every title. A title's own codes begin at OWN_REFUSALS.
OVER = 1  # the game is over
NOT_NOW = 2  # something else must be decided first
OWN_REFUSALS = 3

CODE_BITS, NUMBER_BITS = 8, 24


class Refusal(NamedTuple):
    """Why an action is not legal: a code, and numbers whose meaning depends on it."""

    code: int
    a: int = 0
    b: int = 0


def unpacked(number: int) -> Refusal | None:
    """What the kernel `refusal` returned; None for a legal action."""
    if number == LEGAL:
        return None
    a, b = (number >> shift & ((1 << NUMBER_BITS) - 1) for shift in (CODE_BITS, CODE_BITS + NUMBER_BITS))
    return Refusal(number & ((1 << CODE_BITS) - 1), a, b)

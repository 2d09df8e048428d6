"""Arithmetic that gives the same bits on every machine, compiled or interpreted."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

from rooftop.engine.kernel import kernel

Single: TypeAlias = Any  # a number of 32 bits, or one of 64 bits with the same value


@kernel
def exponential(x: float) -> float:
    """e**x for x <= 0, using only basic arithmetic."""
    if x < -30.0:
        return 0.0
    y = 1.0 + x / 1024.0
    for _ in range(10):
        y *= y
    return y


@kernel
def plus_product(total: Single, a: Single, b: Single) -> Single:
    """total + a * b, rounded to 32 bits after each operation."""
    return np.float32(total + np.float32(a * b))


@kernel
def plus_whole(total: int, a: int, b: int) -> Any:
    """total + a * b, in 32-bit integers."""
    return np.int32(total + np.int32(a * b))

"""Arithmetic that gives the same bits on every machine, compiled or interpreted."""

from __future__ import annotations

import numpy as np

from rooftop.engine.kernel import kernel


@kernel
def exponential(x: float) -> float:
    """e**x for x <= 0, by basic arithmetic alone."""
    if x < -30.0:
        return 0.0
    y = 1.0 + x / 1024.0
    for _ in range(10):
        y *= y
    return y


@kernel
def plus_product(total: float, a: float, b: float) -> float:
    """total + a * b for numbers of 32 bits, rounded to 32 bits after each operation."""
    return np.float32(total + np.float32(a * b))

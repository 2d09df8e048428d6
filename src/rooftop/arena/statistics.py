"""What a number of games proves.

The games of a round share a deal, so they are not independent. Everything here works on the scores of whole
rounds: the share of its games that a bot won.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import NormalDist, fmean, variance
from typing import Literal, NamedTuple

CONFIDENCE = 0.95
MARGIN = 0.05  # the sequential test distinguishes shares this far above and below parity
ERROR = 0.05  # how often it may be wrong about them
LEAST_ROUNDS = 6  # it decides nothing earlier


class Interval(NamedTuple):
    low: float
    high: float


def interval(
    scores: Sequence[float], confidence: float = CONFIDENCE, weights: Sequence[float] | None = None
) -> Interval:
    """A confidence interval for the share of wins, from the score of each round.

    This is Wilson's interval with an effective number of games and a quantile of Student's t. The effective
    number follows from how much the rounds differ. A few rounds, or rounds that are nearly all won or lost,
    say little about it: the estimate is then pulled towards one game per round, the worst case. Rounds of
    different size have `weights`.
    """
    sizes = [1.0] * len(scores) if weights is None else weights
    rounds = sum(sizes) ** 2 / sum(size * size for size in sizes)  # their number, if all have equal size
    mean = min(max(weighted_mean(scores, sizes), 0.0), 1.0)
    spread = mean * (1 - mean)  # the variance of one game
    per_round = 1.0  # the variance of a round's score in units of `spread`: 1 / games if they are independent
    if len(scores) > 1 and spread > 0:
        weight = 4 * rounds * spread
        per_round = min((weight * _variance(scores, sizes, mean) / spread + 1) / (weight + 1), 1.0)
    games = rounds / per_round
    t = _student(confidence, len(scores))
    shrink = 1 + t * t / games
    centre = (mean + t * t / (2 * games)) / shrink
    half = t * math.sqrt(spread / games + (t / (2 * games)) ** 2) / shrink
    # At the ends the formula gives 0 and 1, apart from rounding.
    return Interval(
        max(centre - half, 0.0) if mean > 0 else 0.0, min(centre + half, 1.0) if mean < 1 else 1.0
    )


def weighted_mean(values: Sequence[float], weights: Sequence[float]) -> float:
    return sum(value * weight for value, weight in zip(values, weights, strict=True)) / sum(weights)


def _variance(scores: Sequence[float], sizes: Sequence[float], mean: float) -> float:
    """How much the scores of rounds differ; large rounds count for more."""
    squares = sum((size * (score - mean)) ** 2 for score, size in zip(scores, sizes, strict=True))
    return squares / sum(size * size for size in sizes) * len(scores) / (len(scores) - 1)


def mean_interval(values: Sequence[float], confidence: float = CONFIDENCE) -> Interval:
    """A confidence interval for the mean of independent values; without bounds if there is only one."""
    if len(values) < 2:
        return Interval(-math.inf, math.inf)
    half = _student(confidence, len(values) - 1) * math.sqrt(variance(values) / len(values))
    return Interval(fmean(values) - half, fmean(values) + half)


def difference_interval(
    first: Sequence[float], second: Sequence[float], confidence: float = CONFIDENCE
) -> Interval:
    """A confidence interval for how much greater the mean of `first` is than that of `second` (Welch)."""
    if len(first) < 2 or len(second) < 2:
        return Interval(-math.inf, math.inf)
    a, b = variance(first) / len(first), variance(second) / len(second)
    freedom = (a + b) ** 2 / max(a * a / (len(first) - 1) + b * b / (len(second) - 1), 1e-300)
    half = _student(confidence, max(int(freedom), 1)) * math.sqrt(a + b)
    between = fmean(first) - fmean(second)
    return Interval(between - half, between + half)


def _student(confidence: float, freedom: int) -> float:
    """A two-sided quantile of Student's t distribution, accurate to a hundredth (Cornish-Fisher)."""
    tail = (1 + confidence) / 2
    if freedom == 1:
        return math.tan(math.pi * (tail - 0.5))
    if freedom == 2:
        return (2 * tail - 1) * math.sqrt(2 / (4 * tail * (1 - tail)))
    z = NormalDist().inv_cdf(tail)
    return (
        z
        + (z**3 + z) / (4 * freedom)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * freedom**3)
    )


class Verdict(NamedTuple):
    """The state of a sequential test. `stronger` is the number of the stronger bot, None while undecided."""

    stronger: Literal[0, 1] | None
    ratio: float  # the logarithm of the likelihood ratio: positive if the first bot seems stronger
    bound: float  # the test ends when `ratio` reaches this or its negative
    rounds: int


def sequential_test(
    scores: Sequence[float], parity: float, margin: float = MARGIN, error: float = ERROR
) -> Verdict:
    """Test after each round whether the first bot is stronger or weaker than the second.

    A generalised sequential probability ratio test: the first bot's share is `margin` above parity or
    `margin` below it; rounds count as normally distributed with the variance seen so far. `scores` are the
    first bot's, in the order of the rounds; those after a decision are ignored. The test calls a bot whose
    share is at least `margin` below parity the stronger one with a probability of at most about `error`.
    """
    bound = math.log((1 - error) / error)
    ratio, total, squares = 0.0, 0.0, 0.0
    for rounds, score in enumerate(scores, 1):
        total += score
        squares += score * score
        # One round won and one lost are added to estimate the variance: the first rounds may all be equal.
        mean = (total + 1) / (rounds + 2)
        spread = (squares + 1) / (rounds + 2) - mean * mean
        ratio = 2 * margin * (total - rounds * parity) / spread
        if rounds >= LEAST_ROUNDS and abs(ratio) >= bound:
            return Verdict(0 if ratio > 0 else 1, ratio, bound, rounds)
    return Verdict(None, ratio, bound, len(scores))

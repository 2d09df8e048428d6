"""A bot that plays random legal moves."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from rooftop.game.position import Position


class RandomBot:
    """Choose any legal action with equal probability."""

    def __init__(self, seed: int | None = None) -> None:
        self._random = Random(seed)

    def choose(self, position: Position, record: Sequence[int] = ()) -> int:
        return self._random.choice(position.legal())

"""The bot that knows the rules and nothing else."""

from __future__ import annotations

from random import Random

from rooftop.game.position import Position


class RandomBot:
    """Any legal action, each as likely as the others."""

    def __init__(self, seed: int | None = None) -> None:
        self._random = Random(seed)

    def choose(self, position: Position) -> int:
        return self._random.choice(position.legal())

"""The bot that plays what a network likes best, without a search."""

from __future__ import annotations

from collections.abc import Sequence

from rooftop.bots.network.program import Evaluator
from rooftop.game.position import Position


class NetworkBot:
    """Play the action that the title's network finds most likely."""

    def __init__(self, seed: int | None = None) -> None:
        """The bot is deterministic; `seed` is accepted because every bot takes one."""
        self._evaluator: Evaluator | None = None

    def choose(self, position: Position, record: Sequence[int] = ()) -> int:
        title = position.game.title
        if self._evaluator is None or self._evaluator.title is not title:
            self._evaluator = Evaluator(title)
        actions, logits, _ = self._evaluator.evaluate(position)
        return int(actions[logits.argmax()])

"""A bot that looks ahead to the end of its own turn."""

from __future__ import annotations

from collections.abc import Sequence

from rooftop.game.position import Position


class GreedyBot:
    """Choose the decision that leads to the best position at the end of its turn, by the title's `value`."""

    def __init__(self, seed: int | None = None) -> None:
        """The bot is deterministic; `seed` is accepted because every bot takes one."""

    def choose(self, position: Position, record: Sequence[int] = ()) -> int:
        game, engine = position.game, position.game.engine
        scratch = game.title.state.array(2)
        return int(engine.best(position.rows, 0, game.tables, scratch, engine.room(), engine.room()))

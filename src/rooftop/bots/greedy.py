"""The bot that takes the best it can see: its own turn to the end, judged by the title's `value`."""

from __future__ import annotations

from rooftop.game.position import Position


class GreedyBot:
    """Tries every decision, plays its turn out in the best way, and looks what the position is worth then."""

    def __init__(self, seed: int | None = None) -> None:
        """Equal positions get equal decisions; the seed is there because every bot takes one."""

    def choose(self, position: Position) -> int:
        game, engine = position.game, position.game.engine
        scratch = game.title.state.array(2)
        return int(engine.best(position.rows, 0, game.tables, scratch, engine.room(), engine.room()))

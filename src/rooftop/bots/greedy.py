"""A bot that looks ahead to the end of its own turn."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from rooftop.engine.state import RandomStream
from rooftop.game.position import Position

ONE_KIND, NO_CHANCE = np.zeros(1, np.int32), RandomStream.array()  # for a batch of one position


class GreedyBot:
    """Choose the decision that leads to the best position at the end of its turn, by the title's `value`."""

    def __init__(self, seed: int | None = None) -> None:
        """The bot is deterministic; `seed` is accepted because every bot takes one."""

    def choose(self, position: Position, record: Sequence[int] = ()) -> int:
        game, engine = position.game, position.game.engine
        scratch, chosen = game.title.state.array(3), np.zeros(1, np.int16)
        room, more = engine.room(), engine.room()
        engine.greedy(position.rows, game.tables, ONE_KIND, NO_CHANCE, scratch, room, more, False, chosen)
        return int(chosen[0])

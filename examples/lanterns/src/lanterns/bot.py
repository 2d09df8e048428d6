"""Lanterns for bots: the names of observations."""

from __future__ import annotations

from lanterns import state as n
from lanterns.board import Board
from rooftop.game.observation import filled


def observation_names(board: Board) -> list[str]:
    """A name for each number of an observation, in the order of `features.observe`."""
    numbers = range(1, board.evening.highest + 1)
    lanterns = filled((f"lantern-{number}" for number in numbers), n.LANTERNS, "lantern")
    return [*lanterns, "phase", "night", "wind", "chosen", "ahead"]

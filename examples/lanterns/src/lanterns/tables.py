"""Lanterns: the board as the tables that the rules read."""

from __future__ import annotations

from lanterns.board import Board
from rooftop.engine.record import Array


def fill(board: Board, rows: Array) -> None:
    """Fill the one record of tables."""
    for name in ("gift", "hand", "highest", "nights", "wind"):
        rows[name] = getattr(board.evening, name)
    rows["max_plies"] = board.evening.nights * (board.players + 2)

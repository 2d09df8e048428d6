"""Wonder cards are chosen by everyone at the same time."""

from __future__ import annotations

import numpy as np

from rooftop.titles.skyrise.board import Board
from rooftop.titles.skyrise.state import CHOOSE_WONDER


def ahead(board: Board, s: np.void, seat: int) -> int:
    """SR-43: a seat chooses from its own hand, whatever the others choose."""
    if s["phase"] != CHOOSE_WONDER or seat <= s["to_act"]:
        return 0
    s["to_act"] = seat
    return board.setup.wonders_per_player

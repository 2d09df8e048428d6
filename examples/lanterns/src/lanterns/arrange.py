"""Lanterns: positions set up by hand, and whose turn it can be before its turn comes."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain

import msgspec
import numpy as np

from lanterns import state as n
from lanterns.board import Board
from rooftop.errors import OptionError
from rooftop.game.arrangement import together, wanted_of

ahead = together(n.CHOOSE)  # LA-4: all choose at the same time, because no choice depends on another


class Arrangement(msgspec.Struct, forbid_unknown_fields=True):
    """The first night: its wind, and lanterns by colour. The lowest of the others fill the hands."""

    wind: int = 1
    hands: dict[str, list[int]] = {}


def arrange(board: Board, s: np.void, table: Mapping[str, object]) -> None:
    wanted, evening = wanted_of(Arrangement, table), board.evening
    if not 1 <= wanted.wind <= evening.wind:
        raise OptionError(f"position: wind: must be from 1 to {evening.wind}, not {wanted.wind}")
    s["wind"] = wanted.wind
    hands = [wanted.hands.pop(colour, []) for colour in board.seats]
    free = [number for number in range(1, evening.highest + 1) if number not in chain(*hands)]
    are_different = len(free) + sum(map(len, hands)) == evening.highest
    if wanted.hands or not are_different or max(map(len, hands)) > evening.hand:
        raise OptionError(f"position: hands: must be up to {evening.hand} different lanterns for each player")
    for seat, hand in enumerate(hands):
        dealt = [free.pop(0) for _ in range(evening.hand - len(hand))]
        s["hand"][seat] = sum(1 << number - 1 for number in (*hand, *dealt))

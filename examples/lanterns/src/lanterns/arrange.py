"""Lanterns: positions set up by hand, and whose turn it can be before its turn comes."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
import numpy as np

from lanterns import state as n
from lanterns.board import Board
from rooftop.errors import OptionError
from rooftop.game.arrangement import number_of, wanted_of


class Arrangement(msgspec.Struct, forbid_unknown_fields=True):
    """The first night: its wind, and lanterns of the players, by colour. The lowest of the others fill their
    hands."""

    wind: int = 0
    hands: dict[str, list[int]] = {}


def arrange(board: Board, s: np.void, table: Mapping[str, object]) -> None:
    wanted, evening = wanted_of(Arrangement, table), board.evening
    if not 0 <= wanted.wind <= evening.wind:
        raise OptionError(f"position: wind: must be from 1 to {evening.wind}, not {wanted.wind}")
    s["wind"] = wanted.wind or s["wind"]
    hands: list[list[int]] = [[] for _ in board.seats]
    for colour, lanterns in wanted.hands.items():
        hands[number_of("hands", list(board.seats), colour)] = lanterns
    named, every = [number for hand in hands for number in hand], range(1, evening.highest + 1)
    if len(set(named) & set(every)) < len(named) or max(map(len, hands)) > evening.hand:
        raise OptionError(f"position: hands: must be up to {evening.hand} different lanterns for each player")
    free = [number for number in every if number not in named]
    for seat, hand in enumerate(hands):
        hand = [*hand, *(free.pop(0) for _ in range(evening.hand - len(hand)))]
        s["hand"][seat] = sum(1 << number - 1 for number in hand)


def ahead(board: Board, s: np.void, seat: int) -> int:
    """LA-4: all choose at the same time, because no choice depends on another."""
    if s["phase"] != n.CHOOSE or seat <= s["to_act"]:
        return 0
    s["to_act"] = seat
    return 1

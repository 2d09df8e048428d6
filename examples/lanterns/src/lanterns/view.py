"""Lanterns: what one seat sees, in the words used at the table."""

from __future__ import annotations

import msgspec
import numpy as np

from lanterns import state as n
from lanterns.board import Board
from rooftop.game import title

PHASES = ("choose", "send")
SOURCES = ("own", "guests")


class Points(msgspec.Struct, frozen=True):
    own: int
    guests: int


class Seat(msgspec.Struct, frozen=True):
    id: str
    held: int  # lanterns in hand
    lantern: int | None  # the chosen one; 0 while it is a secret
    points: Points
    total: int
    rank: int | None  # None before the end


class View(title.View, frozen=True, kw_only=True):
    night: int  # from 1
    wind: int
    hand: tuple[int, ...]  # the seat's own; empty for spectators
    seats: tuple[Seat, ...]


def view(board: Board, s: np.void, seat: int) -> View:
    """What `seat` sees of `s`, a state blinded for it."""
    own = int(s["hand"][seat]) if seat >= 0 else 0
    return View(
        **title.common("lanterns", board.players, s, seat, PHASES[s["phase"]]),
        night=min(int(s["night"]) + 1, board.evening.nights),
        wind=int(s["wind"]),
        hand=tuple(lantern + 1 for lantern in range(n.LANTERNS) if own >> lantern & 1),
        seats=tuple(_seat(board, s, other) for other in range(board.players)),
    )


def _seat(board: Board, s: np.void, seat: int) -> Seat:
    chosen, points = int(s["chosen"][seat]), s["points"][seat].tolist()
    return Seat(
        id=board.player_names[seat].id,
        held=int(s["hand"][seat]).bit_count(),
        lantern=None if chosen == n.NONE else chosen + 1 if s["phase"] == n.SEND else 0,
        points=Points(*points),
        total=sum(points),
        rank=int(s["rank"][seat]) or None,
    )

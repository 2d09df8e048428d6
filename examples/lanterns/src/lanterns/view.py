"""Lanterns: what one seat sees, in the words used at the table."""

from __future__ import annotations

from typing import Literal, get_args

import msgspec
import numpy as np

from lanterns import state as n
from lanterns.board import Board
from rooftop.game import title

Phase = Literal["choose", "lead", "aim"]
PHASES: tuple[Phase, ...] = get_args(Phase)
SOURCES = ("own", "guests")


class Points(msgspec.Struct, frozen=True):
    own: int
    guests: int


class Seat(msgspec.Struct, frozen=True):
    id: str
    held: int  # lanterns in hand
    has_chosen: bool
    lantern: int | None  # in the sky
    points: Points
    total: int
    rank: int | None  # None before the end


class View(title.View, frozen=True, kw_only=True):
    phase: Phase
    night: int  # from 1
    wind: int
    hand: tuple[int, ...]  # the seat's own; empty for spectators
    seats: tuple[Seat, ...]


def view(board: Board, s: np.void, seat: int) -> View:
    """What `seat` sees of `s`, a state blinded for it."""
    phase, own = PHASES[s["phase"]], int(s["hand"][seat]) if seat >= 0 else 0
    return View(
        title="lanterns",
        seat=seat,
        players=board.players,
        ply=int(s["ply"]),
        turn=int(s["turn"]),
        to_act=int(s["to_act"]),
        phase=phase,
        night=min(int(s["night"]) + 1, board.evening.nights),
        wind=int(s["wind"]),
        hand=tuple(lantern + 1 for lantern in range(n.LANTERNS) if own >> lantern & 1),
        seats=tuple(_seat(board, s, other, phase) for other in range(board.players)),
    )


def _seat(board: Board, s: np.void, seat: int, phase: Phase) -> Seat:
    chosen, points = int(s["chosen"][seat]), Points(*s["points"][seat].tolist())
    return Seat(
        id=board.colours[seat],
        held=int(s["hand"][seat]).bit_count(),
        has_chosen=chosen != n.NONE,
        lantern=chosen + 1 if phase != "choose" else None,
        points=points,
        total=points.own + points.guests,
        rank=int(s["rank"][seat]) or None,
    )

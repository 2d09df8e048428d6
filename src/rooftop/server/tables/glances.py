"""What lists of running games show of a position, stored with every log entry, so that nothing is replayed.

Everyone may see it: the points are those that a spectator sees.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from rooftop.game.decoding import decode_json
from rooftop.game.knowledge import SPECTATOR

if TYPE_CHECKING:
    from rooftop.server.tables.state import TableState


class Glance(msgspec.Struct, frozen=True):
    """The points of the seats, where bots stand in for people, and whether the table is paused."""

    totals: list[int]
    stand_ins: list[int]
    gone: list[int]  # the stand-ins whose people will not come back
    paused: bool = False


def encode(state: TableState) -> str:
    seen = state.started_match.position.blind(SPECTATOR, 0)
    stand_ins = [seat for seat, chair in enumerate(state.chairs) if chair.stand_in]
    gone = [seat for seat in stand_ins if state.chairs[seat].is_gone]
    totals = [seen.total(seat) for seat in range(len(state.chairs))]
    return msgspec.json.encode(Glance(totals, stand_ins, gone, state.is_paused)).decode()


def decode(text: str | None) -> Glance | None:
    """A stored glance; None for a game without a log entry since glances have been stored."""
    return None if text is None else decode_json(text, Glance)

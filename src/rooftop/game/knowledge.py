"""Who may know what. This module decides everything that a seat may read about decisions and events."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rooftop.engine.state import EVERYONE
from rooftop.game.title import Event

SPECTATOR = -1
HIDDEN = "?"  # the notation of a decision that a seat may not know yet


def may_know(known_to: int, seat: int, unveiled: bool = False) -> bool:
    """Whether `seat` may know something that was told to the set of seats `known_to`, or has since been shown
    to all.

    Spectators know only what everyone knows.
    """
    return unveiled or known_to == EVERYONE or (seat != SPECTATOR and bool(known_to >> seat & 1))


def events_for(seat: int, rows: Iterable[Sequence[int]]) -> list[Event]:
    """Events as the rules report them (kind, seat, a, b, who knows), without what `seat` may not know."""
    return [
        Event(kind, who, a, b) if may_know(known_to, seat) else Event(kind, who, None, None)
        for kind, who, a, b, known_to in rows
    ]

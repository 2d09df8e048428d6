"""Lanterns: checks of an edition. Each yields a line for every problem it finds."""

from __future__ import annotations

from collections.abc import Iterator

from lanterns import state as n
from lanterns.schema import Evening
from rooftop.game.edition_tables import within


def evening(players: int, row: Evening) -> Iterator[str]:
    yield from within("evening.gift", row.gift, 1, 20)
    yield from within("evening.hand", row.hand, 1, row.highest // players)
    yield from within("evening.highest", row.highest, players, n.LANTERNS)
    yield from within("evening.nights", row.nights, 1, row.hand)
    yield from within("evening.wind", row.wind, 1, 20)

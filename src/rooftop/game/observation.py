"""Names for the numbers of an observation (`Title.observation_names`).

A name goes from the general to the particular, with dots: "T1.roofs.me". Seats are counted from the observing
one: me, next, second, third.
"""

from __future__ import annotations

from collections.abc import Iterable

SEATS = ("me", "next", "second", "third")


def each(heads: Iterable[str], *tails: str | Iterable[str]) -> list[str]:
    """Every head with every tail, head by head; a list as a tail stands for its members."""
    flat = [name for tail in tails for name in ([tail] if isinstance(tail, str) else tail)]
    return [f"{head}.{tail}" for head in heads for tail in flat]


def filled(ids: Iterable[str], size: int, what: str) -> list[str]:
    """The ids, and names for the numbers that this edition does not use."""
    found = list(ids)
    return [*found, *(f"unused-{what}-{number}" for number in range(len(found) + 1, size + 1))]

"""The levels: opponents from a beginner's to the strongest.

A level is a share of the simulations that the title sets for its master. The weaker levels choose among good
moves with noise, so that they play like a beginner and not like a fool. The grandmaster searches with the
title's network; a title offers it (`network_search`) if it is stronger than the master. A version of a level
has a fixed strength: raise the version when the strength changes.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rooftop.bots.search import SearchBot
from rooftop.game.position import Position
from rooftop.game.title import AnyTitle


@dataclass(frozen=True)
class Level:
    """A budget for one decision."""

    name: str
    version: int
    share: float  # of the title's `search.simulations`
    seconds: float  # the cap on time
    noise: float = 0.0
    network: bool = False  # whether it searches with the title's network


LEVELS = {
    level.name: level
    for level in (
        Level("novice", 1, 0.01, 1.0, noise=0.4),
        Level("apprentice", 1, 0.02, 1.0, noise=0.15),
        Level("builder", 1, 0.06, 1.0, noise=0.02),
        Level("architect", 1, 0.25, 2.0, noise=0.005),
        Level("master", 1, 1.0, 4.0),
        Level("grandmaster", 1, 1.0, 4.0, network=True),
    )
}
EVERYWHERE = [name for name, level in LEVELS.items() if not level.network]  # the levels of every title


def levels_of(kind: AnyTitle) -> list[str]:
    """The levels that a title offers, weakest first."""
    return EVERYWHERE if kind.network_search is None else list(LEVELS)


def common_levels(kinds: Iterable[AnyTitle]) -> list[str]:
    """The levels that all of these titles offer, weakest first."""
    offered = [levels_of(kind) for kind in kinds]
    return [name for name in LEVELS if all(name in levels for levels in offered)]


class LevelBot(SearchBot):
    """A search with the budget of a level."""

    def __init__(self, level: Level, seed: int | None = None, threads: int = 1) -> None:
        super().__init__(
            seed, seconds=level.seconds, noise=level.noise, threads=threads, network=level.network
        )
        self.level = level

    def budget(self, position: Position) -> int:
        return max(1, round(self.level.share * super().budget(position)))

"""Many random games at full speed, optionally checking every law after every decision.

Game k of a run depends only on the run's seed and k, so `rooftop.game.replay` can play it again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np

from rooftop.engine.engine import Startable
from rooftop.engine.laws import laws
from rooftop.engine.record import Array
from rooftop.engine.state import RandomStream
from rooftop.engine.streams import seed_rows
from rooftop.errors import OptionError

BATCH = 256


@dataclass
class Violation:
    """A law that did not hold in a game of the run."""

    game: int
    law: int
    text: str


@dataclass
class SimulationReport:
    """The result of a run of random games."""

    games: int = 0
    decisions: int = 0
    longest: int = 0
    wins: list[float] = field(default_factory=list)  # by seat; shared wins are split
    points: list[dict[str, float]] = field(default_factory=list)  # mean by seat and source
    violations: list[Violation] = field(default_factory=list)
    rarities: dict[str, int] = field(default_factory=dict)  # how often the title's rare events happened


@dataclass
class Part:
    """The result of some games of a run, not yet divided by their number."""

    games: int
    decisions: int
    longest: int
    wins: Array  # by seat
    points: Array  # by seat and source
    violations: list[Violation]
    rarities: dict[str, int]


def parts(games: int) -> int:
    """The number of parts of a run of this many games."""
    if isinstance(games, bool) or not isinstance(games, int) or games < 1:
        raise OptionError(f"the number of games must be at least 1, not {games!r}")
    return -(-games // BATCH)


def simulate(
    game: Startable,
    games: int,
    seed: int = 0,
    check: bool = False,
    progress: Callable[[int], object] = lambda done: None,
) -> SimulationReport:
    """Play `games` random games; with `check`, stop each one at the first law it breaks."""
    played = []
    for number in range(parts(games)):
        played.append(play_part(game, number, games, seed, check))
        progress(played[-1].games)
    return together(game, played)


def play_part(game: Startable, number: int, games: int, seed: int, check: bool) -> Part:
    """Play part `number` of a run: up to `BATCH` games."""
    engine, rules, players = game.engine, game.engine.rules, game.players
    numbers = range(number * BATCH, min((number + 1) * BATCH, games))
    states, streams = rules.state.array(len(numbers)), RandomStream.array(len(numbers))
    broken = np.zeros(len(numbers), np.int16)
    seed_rows(states, seed, numbers, "game")
    seed_rows(streams, seed, numbers, "choices")
    decisions = engine.play_games(
        states, game.tables, engine.blank, streams, players, game.encoded, check, engine.room(), broken
    )
    sound = states[broken == 0]
    winners = sound["rank"][:, :players] == 1
    return Part(
        len(numbers),
        int(decisions),
        int(states["ply"].max()),
        (winners / np.maximum(winners.sum(axis=1, keepdims=True), 1)).sum(axis=0),
        sound["points"][:, :players].sum(axis=0),
        [
            Violation(numbers[int(index)], int(broken[index]), laws(rules)[int(broken[index])])
            for index in np.flatnonzero(broken)
        ],
        {name: int(sound[name].sum()) for name in rules.rarities},
    )


def together(game: Startable, played: Sequence[Part]) -> SimulationReport:
    """The result of a run from its parts, in order."""
    rules = game.engine.rules
    report = SimulationReport(
        games=sum(part.games for part in played),
        decisions=sum(part.decisions for part in played),
        longest=max(part.longest for part in played),
        wins=[float(wins) for wins in np.sum([part.wins for part in played], axis=0)],
        violations=[found for part in played for found in part.violations],
        rarities={name: sum(part.rarities[name] for part in played) for name in rules.rarities},
    )
    finished = max(report.games - len(report.violations), 1)
    for points in np.sum([part.points for part in played], axis=0):
        means = (round(float(value) / finished, 4) for value in points)
        report.points.append(dict(zip(rules.sources, means, strict=True)))
    return report

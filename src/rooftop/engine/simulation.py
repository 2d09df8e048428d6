"""Many random games at full speed, optionally checking every law after every decision.

Game k of a run depends on the run's seed and k alone, so `rooftop.game.replay` can play it again.
"""

from __future__ import annotations

from collections.abc import Callable
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
class Report:
    """The result of a run of random games."""

    games: int = 0
    decisions: int = 0
    longest: int = 0
    wins: list[float] = field(default_factory=list)  # by seat; shared wins are split
    points: list[dict[str, float]] = field(default_factory=list)  # mean by seat and source
    violations: list[Violation] = field(default_factory=list)
    rarities: dict[str, int] = field(default_factory=dict)  # how often the title's rare events happened


def simulate(
    game: Startable,
    games: int,
    seed: int = 0,
    check: bool = False,
    progress: Callable[[int], object] = lambda done: None,
) -> Report:
    """Play `games` random games; with `check`, stop each one at the first law it breaks."""
    if isinstance(games, bool) or not isinstance(games, int) or games < 1:
        raise OptionError(f"the number of games must be at least 1, not {games!r}")
    engine, rules, players = game.engine, game.engine.rules, game.players
    report = Report()
    won: Array = np.zeros(players)
    points: Array = np.zeros((players, len(rules.sources)))
    room = engine.room()
    for start in range(0, games, BATCH):
        numbers = range(start, min(start + BATCH, games))
        states, streams = rules.state.array(len(numbers)), RandomStream.array(len(numbers))
        broken = np.zeros(len(numbers), np.int16)
        seed_rows(states, seed, numbers, "game")
        seed_rows(streams, seed, numbers, "choices")
        report.decisions += int(
            engine.play_games(
                states, game.tables, engine.blank, streams, players, game.encoded, check, room, broken
            )
        )
        sound = states[broken == 0]
        report.longest = max(report.longest, int(states["ply"].max()))
        report.games += len(numbers)
        winners = sound["rank"][:, :players] == 1
        won += (winners / np.maximum(winners.sum(axis=1, keepdims=True), 1)).sum(axis=0)
        points += sound["points"][:, :players].sum(axis=0)
        for name in rules.rarities:
            report.rarities[name] = report.rarities.get(name, 0) + int(sound[name].sum())
        for index in np.flatnonzero(broken):
            law = int(broken[index])
            report.violations.append(Violation(numbers[int(index)], law, laws(rules)[law]))
        progress(len(numbers))
    report.wins = [float(wins) for wins in won]
    finished = max(report.games - len(report.violations), 1)
    for seat in range(players):
        means = points[seat] / finished
        report.points.append(dict(zip(rules.sources, (round(float(m), 4) for m in means), strict=True)))
    return report

"""Many random games at full speed, with every law asked after every decision if wanted.

Game k of a run is told by the run's seed and k alone, so that a finding can be replayed, saved as a game file
and looked at.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from rooftop.core.errors import OptionError
from rooftop.core.kernel import Array
from rooftop.core.laws import laws
from rooftop.core.match import Match
from rooftop.core.position import Game
from rooftop.core.seed import seed_of, words
from rooftop.core.state import Chooser

BATCH = 256


@dataclass
class Violation:
    """A law that did not hold, and the game that shows it."""

    game: int
    ply: int
    law: int
    text: str
    file: str | None = None


@dataclass
class Report:
    """What a run of random games came to."""

    games: int = 0
    decisions: int = 0
    longest: int = 0
    wins: list[float] = field(default_factory=list)  # by seat; shared wins are split
    points: list[dict[str, float]] = field(default_factory=list)  # mean by seat and source
    violations: list[Violation] = field(default_factory=list)
    rarities: dict[str, int] = field(default_factory=dict)  # how often a title's rare things happened


def simulate(
    game: Game,
    games: int,
    seed: int = 0,
    check: bool = False,
    findings: Path | None = None,
    progress: Callable[[int], object] = lambda done: None,
) -> Report:
    """Play so many random games. A game that breaks a law is saved into the folder `findings`."""
    if isinstance(games, bool) or not isinstance(games, int) or games < 1:
        raise OptionError(f"{games!r} games cannot be played; give a number from 1")
    engine, players = game.engine, game.players
    report = Report()
    won: Array = np.zeros(players)
    points: Array = np.zeros((players, len(game.title.sources)))
    room = engine.room()
    for start in range(0, games, BATCH):
        numbers = range(start, min(start + BATCH, games))
        states, choosers = game.title.state.array(len(numbers)), Chooser.array(len(numbers))
        broken = np.zeros(len(numbers), np.int16)
        for place, number in enumerate(numbers):
            states["rng"][place] = words(seed_of(seed, number), "game")
            choosers["rng"][place] = words(seed_of(seed, number), "choices")
        report.decisions += int(
            engine.play_games(
                states, game.tables, engine.blank, choosers, players, game.encoded, check, room, broken
            )
        )
        sound = states[broken == 0]
        report.longest = max(report.longest, int(states["ply"].max()))
        report.games += len(numbers)
        winners = sound["place"][:, :players] == 1
        won += (winners / np.maximum(winners.sum(axis=1, keepdims=True), 1)).sum(axis=0)
        points += sound["points"][:, :players].sum(axis=0)
        for name in game.title.rarities:
            report.rarities[name] = report.rarities.get(name, 0) + int(sound[name].sum())
        for index in np.flatnonzero(broken):
            report.violations.append(
                _violation(game, seed, numbers[int(index)], int(broken[index]), findings)
            )
        progress(len(numbers))
    report.wins = [float(wins) for wins in won]
    finished = max(report.games - len(report.violations), 1)
    for seat in range(players):
        means = points[seat] / finished
        report.points.append(dict(zip(game.title.sources, (round(float(m), 4) for m in means), strict=True)))
    return report


def replay(game: Game, seed: int, number: int, stop: Callable[[Match], bool] = lambda match: False) -> Match:
    """Game `number` of a run once more, decision by decision, until `stop` or its end."""
    match = Match(game, seed_of(seed, number))
    chooser = Chooser.array()
    chooser["rng"][0] = words(seed_of(seed, number), "choices")
    while not stop(match):
        legal = match.legal()
        if not legal:
            break
        match.play(legal[game.engine.pick(chooser, 0, len(legal))])
    return match


def _violation(game: Game, seed: int, number: int, law: int, findings: Path | None) -> Violation:
    totals: list[list[int]] = []

    def broken(match: Match) -> bool:
        totals.append([match.total(seat) for seat in range(match.players)])
        lost = len(totals) > 1 and any(now < old for now, old in zip(totals[-1], totals[-2], strict=True))
        return lost or match.position.law_broken() != 0

    match = replay(game, seed, number, broken)
    found = Violation(number, match.ply, law, laws(game.title)[law])
    if findings is not None:
        try:
            findings.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise OptionError(f"{findings}: cannot be a folder: {error.strerror}") from None
        path = findings / f"{game.title.id}-{game.players}p-seed{seed}-game{number}-law{law}.json"
        match.save(path)
        found.file = str(path)
    return found

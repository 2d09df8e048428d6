"""Random games by many workers: `rooftop.engine.simulation`, part by part."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass

from rooftop.arena.workers import Crew
from rooftop.engine.simulation import Part, SimulationReport, parts, play_part, together
from rooftop.game.agreed import Agreed, agreed, game_of
from rooftop.game.position import Game

ALONE = 1.0  # seconds: for a shorter run, starting processes does not pay


@dataclass(frozen=True)
class Simulation:
    """The parts of a simulation, as a job for workers."""

    terms: Agreed
    games: int
    seed: int
    check: bool

    @property
    def title(self) -> str:
        return self.terms.title

    def is_cold(self) -> bool:
        return game_of(self.terms).engine.is_cold()

    def open(self) -> Callable[[int], Part]:
        game = game_of(self.terms)
        game.engine.prepare()
        return lambda number: play_part(game, number, self.games, self.seed, self.check)

    def label(self, number: int) -> str:
        return f"part {number} of the random games of seed {self.seed}"


def simulate(
    game: Game,
    games: int,
    seed: int,
    check: bool,
    crew: Crew,
    progress: Callable[[int], object] = lambda games: None,
) -> SimulationReport:
    """Play random games. The result depends only on the seed, not on the crew."""
    job = Simulation(agreed(game), games, seed, check)
    waiting = list(range(parts(games)))[::-1]
    played: dict[int, Part] = {}

    def keep(number: int, part: Part) -> None:
        played[number] = part
        progress(part.games)

    if crew.ray is None:
        end = time.monotonic() + ALONE
        play = job.open()
        while waiting and time.monotonic() < end:
            number = waiting.pop()
            keep(number, play(number))
    with closing(crew.work(job, waiting[::-1])) as results:
        for number, part in results:
            keep(number, part)
    return together(game, [played[number] for number in sorted(played)])

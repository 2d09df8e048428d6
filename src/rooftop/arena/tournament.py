"""A tournament in the arena: play the games, keep them, and say what they prove."""

from __future__ import annotations

import importlib.metadata
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from statistics import fmean

from rooftop.arena.jobs import code_of
from rooftop.arena.play import TournamentJob
from rooftop.arena.ratings import Pair, Rating, pair, rate, scores, won
from rooftop.arena.results import PlayedGame, ResultsFile, Terms
from rooftop.arena.schedule import BotMaker, Schedule, bot_name, check_bots
from rooftop.arena.statistics import Interval, Verdict, interval, sequential_test
from rooftop.arena.workers import Crew
from rooftop.bots import BOTS
from rooftop.bots.installed import installed, package_of
from rooftop.bots.program import PREFIX, program_bot
from rooftop.errors import OptionError
from rooftop.game.agreed import agreed
from rooftop.game.edition import Edition
from rooftop.game.position import Game, new_game
from rooftop.game.title import AnyTitle, OptionValue


@dataclass(frozen=True)
class BotResult:
    """The result of one of the named bots. Copies of it count together."""

    bot: str
    seats: int  # in each game: more than 1 for copies
    games: int
    wins: float  # shared wins are split; those of all copies together
    share: float  # wins / games
    interval: Interval  # of the share, 95 %
    points: float  # mean of a seat
    points_by_source: dict[str, float]
    decisions: int  # those with a choice
    seconds_per_decision: float  # of CPU time


@dataclass(frozen=True)
class TournamentReport:
    """The result of a run."""

    title: str
    players: int
    games: int
    rounds: int
    seed: int
    results: list[BotResult]
    verdict: Verdict | None  # of the sequential test, if there was one
    ratings: list[Rating]  # of the bots, if more than two played
    pairs: list[list[Pair | None]]  # [one][other]: how often one was ahead of the other
    played: list[PlayedGame] = field(compare=False, repr=False)

    @property
    def round_size(self) -> int:
        return self.games // self.rounds


class Tournament:
    """A tournament with fixed settings. Nothing has been played or written yet."""

    def __init__(
        self,
        game: Game,
        bots: Sequence[BotMaker],
        games: int,
        seed: int,
        sprt: bool = False,
        crew: Crew = Crew(),  # noqa: B008
    ) -> None:
        """Raises OptionError if these bots, or this number of bots, cannot play."""
        self.game = game
        self.schedule = Schedule(len(bots), game.players, seed)
        self.rounds = self.schedule.rounds(games)
        self.bots = tuple(bots)
        self.sprt = sprt
        self.crew = crew
        check_bots(bots)
        if sprt and len(bots) != 2:
            raise OptionError(f"the sequential test compares 2 bots, not {len(bots)}")

    @property
    def games(self) -> int:
        """The number of games in whole rounds."""
        return self.rounds * self.schedule.round_size

    @property
    def job(self) -> TournamentJob:
        return TournamentJob(agreed(self.game), self.bots, self.schedule)

    @property
    def terms(self) -> Terms:
        game = self.game
        return Terms(
            title=game.title.id,
            players=game.players,
            bots=tuple(map(_identity, self.bots)),
            seed=self.schedule.seed,
            options=game.options,
            edition=game.title.hash(game.edition),
            rules=game.title.rules_version,
            rooftop=importlib.metadata.version("rooftop"),
            code=code_of(game.title.id),
        )

    def play(
        self, file: ResultsFile | None = None, progress: Callable[[int], object] = lambda games: None
    ) -> TournamentReport:
        """Play what `file` lacks, add it there and return the result."""
        played = {} if file is None else dict(file.games)
        verdict = self._verdict(played) if self.sprt else None
        missing = [number for number in range(self.games) if number not in played]
        if missing and (verdict is None or verdict.stronger is None):
            with closing(self.crew.work(self.job, missing)) as results:
                for number, result in results:
                    played[number] = result
                    if file is not None:
                        file.append(result)
                    progress(1)
                    if self.sprt:
                        verdict = self._verdict(played)
                        if verdict.stronger is not None:
                            break
        # Games after the decision are left out, so that equal commands give equal results.
        rounds = self.rounds if verdict is None else verdict.rounds
        return self._report([played[n] for n in range(rounds * self.schedule.round_size)], verdict)

    def _verdict(self, played: dict[int, PlayedGame]) -> Verdict:
        return sequential_test(scores(self._whole_rounds(played), 0), 1 / self.game.players)

    def _whole_rounds(self, played: dict[int, PlayedGame]) -> Iterator[list[PlayedGame]]:
        """The rounds from the first one up to the first unfinished one."""
        size = self.schedule.round_size
        for start in range(0, self.games, size):
            numbers = range(start, start + size)
            if not all(number in played for number in numbers):
                return
            yield [played[number] for number in numbers]

    def _report(self, played: list[PlayedGame], verdict: Verdict | None) -> TournamentReport:
        size = self.game.players
        meetings = [played[start : start + size] for start in range(0, len(played), size)]
        bots = range(len(self.bots))
        return TournamentReport(
            self.game.title.id,
            self.game.players,
            len(played),
            len(played) // self.schedule.round_size,
            self.schedule.seed,
            [self._result(number, meetings) for number in bots],
            verdict,
            rate(played, len(bots)) if len(bots) > 2 else [],
            [[None if one == other else pair(meetings, one, other) for other in bots] for one in bots],
            played,
        )

    def _result(self, number: int, meetings: Sequence[Sequence[PlayedGame]]) -> BotResult:
        """The result of a bot in its meetings: the games of the same bots with the same deal."""
        shares = scores(meetings, number)
        points: dict[str, float] = defaultdict(float)
        seats, decisions, seconds = 0, 0, 0.0
        games = [game for one in meetings for game in one if number in game.bots]
        for game in games:
            for seat, sitting in enumerate(game.bots):
                if sitting == number:
                    seats += 1
                    decisions += game.decisions[seat]
                    seconds += game.seconds[seat]
                    for source, value in zip(self.game.title.sources, game.points[seat], strict=True):
                        points[source] += value
        means = {source: value / seats for source, value in points.items()}
        return BotResult(
            bot_name(self.bots[number]),
            seats // len(games),
            len(games),
            sum(won(game, number) for game in games),
            fmean(shares),
            interval(shares),
            sum(means.values()),
            means,
            decisions,
            seconds / max(decisions, 1),
        )


def run(
    title: AnyTitle | str,
    bots: Sequence[BotMaker],
    players: int | None = None,
    games: int = 100,
    seed: int = 0,
    *,
    sprt: bool = False,
    workers: int | None = None,
    ray: str | None = None,
    file: str | Path | None = None,
    fresh: bool = False,
    options: dict[str, OptionValue] | None = None,
    edition: Edition | str | Path | None = None,
    progress: Callable[[int], object] = lambda games: None,
) -> TournamentReport:
    """Let bots play each other: `run("tower-up", ["greedy", "random"], games=200)`.

    A bot is `name`, `name:key=value,...`, or a function that makes one from a seed. By default there are as
    many players as bots; with two bots and more players, the first plays alone against copies of the second;
    with more bots than players, all play each other. `games` is rounded up to whole rounds: one deal, played
    once for every seat. `sprt` stops as soon as one of two bots is proved stronger.

    `workers` above 1 starts that many processes; a script then needs `if __name__ == "__main__":`. `ray` is
    the address of a Ray cluster, or "local" to start one here. `file` keeps the games, and a run continues
    where its file ends, unless `fresh`. `progress` is called with 1 after each game.
    """
    players = len(bots) if players is None else players
    Schedule(len(bots), players, seed)  # gives a better error than the game would
    game = new_game(title, players, options, edition)
    planned = Tournament(game, bots, games, seed, sprt, Crew(workers, ray))
    with planned.crew.joined():
        if file is None:
            return planned.play(None, progress)
        with closing(ResultsFile(Path(file), planned.terms, fresh)) as results:
            return planned.play(results, progress)


def _identity(maker: BotMaker) -> str:
    """A bot as a run records it: a program with the content of the files that its command names, a bot of
    another package with the version of that package."""
    if not isinstance(maker, str):
        return f"{maker.__module__}.{bot_name(maker)}"
    if maker.startswith(PREFIX):
        return f"{maker} {program_bot(maker).digest()}"
    name = maker.partition(":")[0]
    return maker if name in BOTS else f"{maker} of {package_of(installed()[name])}"

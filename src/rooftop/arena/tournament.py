"""A run of the arena: play the games, keep them, say what they prove."""

from __future__ import annotations

import hashlib
import importlib.metadata
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from statistics import fmean

from rooftop.arena.play import Setup, warm_up
from rooftop.arena.results import PlayedGame, ResultsFile, Terms
from rooftop.arena.schedule import BotMaker, Schedule, bot_name, check_bots
from rooftop.arena.statistics import Interval, Verdict, interval, sequential_test
from rooftop.arena.workers import play_games
from rooftop.errors import OptionError
from rooftop.game.edition import Edition
from rooftop.game.position import Game, new_game
from rooftop.game.title import AnyTitle, OptionValue


@dataclass(frozen=True)
class BotResult:
    """What one of the named bots reached. If copies of it played, they count together."""

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
class Report:
    """The result of a run."""

    title: str
    players: int
    games: int
    rounds: int
    seed: int
    results: list[BotResult]
    verdict: Verdict | None  # of the sequential test, if it was asked for


class Run:
    """A run that is agreed on. Nothing has been played or written yet."""

    def __init__(
        self,
        game: Game,
        bots: Sequence[BotMaker],
        games: int,
        seed: int,
        sprt: bool = False,
        workers: int = 1,
    ) -> None:
        """Raises OptionError if these bots, or so many of them, cannot play."""
        self.game = game
        self.schedule = Schedule(len(bots), game.players, seed)
        self.rounds = self.schedule.rounds(games)
        self.bots = tuple(bots)
        self.sprt = sprt
        self.workers = workers
        check_bots(bots)
        if sprt and len(bots) != 2:
            raise OptionError(f"the sequential test compares 2 bots, not {len(bots)}")
        if isinstance(workers, bool) or not isinstance(workers, int) or workers < 1:
            raise OptionError(f"the number of workers must be at least 1, not {workers!r}")

    @property
    def games(self) -> int:
        """The number of games in whole rounds."""
        return self.rounds * self.game.players

    @property
    def setup(self) -> Setup:
        game = self.game
        own = game.edition is game.title.edition()
        return Setup(
            game.title.id,
            None if own else game.edition.text,
            game.players,
            game.options,
            game.engine.compiled,
            self.bots,
            self.schedule,
        )

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
            code=code_of(game.title),
        )

    def prepare(self) -> None:
        """Compile and load what the bots need, before the games are timed."""
        warm_up(self.setup, self.game)

    def play(
        self, file: ResultsFile | None = None, progress: Callable[[int], object] = lambda games: None
    ) -> Report:
        """Play what `file` lacks, add it there and return the result."""
        played = {} if file is None else dict(file.games)
        verdict = self._verdict(played) if self.sprt else None
        missing = [number for number in range(self.games) if number not in played]
        if missing and (verdict is None or verdict.stronger is None):
            with closing(play_games(self.setup, self.game, missing, self.workers)) as results:
                for result in results:
                    played[result.game] = result
                    if file is not None:
                        file.append(result)
                    progress(1)
                    if self.sprt:
                        verdict = self._verdict(played)
                        if verdict.stronger is not None:
                            break
        # Games after the decision are left out, so that equal commands give equal results.
        rounds = self.rounds if verdict is None else verdict.rounds
        return self._report([played[n] for n in range(rounds * self.game.players)], verdict)

    def _verdict(self, played: dict[int, PlayedGame]) -> Verdict:
        return sequential_test(list(_scores(self._whole_rounds(played), 0)), 1 / self.game.players)

    def _whole_rounds(self, played: dict[int, PlayedGame]) -> Iterator[list[PlayedGame]]:
        """The rounds from the first one to the first that is not finished."""
        size = self.game.players
        for start in range(0, self.games, size):
            numbers = range(start, start + size)
            if not all(number in played for number in numbers):
                return
            yield [played[number] for number in numbers]

    def _report(self, played: Sequence[PlayedGame], verdict: Verdict | None) -> Report:
        size = self.game.players
        rounds = [played[start : start + size] for start in range(0, len(played), size)]
        return Report(
            self.game.title.id,
            size,
            len(played),
            len(rounds),
            self.schedule.seed,
            [self._result(number, rounds) for number in range(len(self.bots))],
            verdict,
        )

    def _result(self, number: int, rounds: Sequence[Sequence[PlayedGame]]) -> BotResult:
        scores = list(_scores(rounds, number))
        points: dict[str, float] = defaultdict(float)
        seats, decisions, seconds = 0, 0, 0.0
        games = [game for one in rounds for game in one]
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
            fmean(scores),
            interval(scores),
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
    workers: int = 1,
    file: str | Path | None = None,
    fresh: bool = False,
    options: dict[str, OptionValue] | None = None,
    edition: Edition | str | Path | None = None,
    progress: Callable[[int], object] = lambda games: None,
) -> Report:
    """Let bots play each other: `run("tower-up", ["greedy", "random"], games=200)`.

    A bot is `name`, `name:key=value,...`, or a function that makes one from a seed. By default there are as
    many players as bots; with two bots and more players, the first sits alone against copies of the second.
    `games` is rounded up to whole rounds: one deal, played once for every seat. `sprt` stops as soon as one
    of two bots is proved stronger. More than one of `workers` means that many processes; a script then needs
    `if __name__ == "__main__":`. Games are kept in `file` if there is one, and a run goes on where its file
    ends, unless `fresh`. `progress` is called with 1 after each game.
    """
    players = len(bots) if players is None else players
    Schedule(len(bots), players, seed)  # says what is wrong better than the game could
    game = new_game(title, players, options, edition)
    agreed = Run(game, bots, games, seed, sprt, workers)
    agreed.prepare()
    if file is None:
        return agreed.play(None, progress)
    with closing(ResultsFile(Path(file), agreed.terms, fresh)) as results:
        return agreed.play(results, progress)


def won(game: PlayedGame, number: int) -> float:
    """The part of a win that a bot and its copies got."""
    winners = [bot for bot, rank in zip(game.bots, game.ranks, strict=True) if rank == 1]
    return winners.count(number) / len(winners)


def _scores(rounds: Iterable[Sequence[PlayedGame]], number: int) -> Iterator[float]:
    for games in rounds:
        yield fmean(won(game, number) for game in games)


def _identity(maker: BotMaker) -> str:
    """A bot as a run remembers it."""
    return maker if isinstance(maker, str) else f"{maker.__module__}.{bot_name(maker)}"


def code_of(kind: AnyTitle) -> str:
    """A hash of the sources that decide how bots play: a run is not continued with other bots or rules."""
    sha = hashlib.sha256()
    for package in ("rooftop.engine", "rooftop.game", "rooftop.bots", "rooftop.bots.search", kind.package):
        with resources.as_file(resources.files(package)) as folder:
            for path in sorted(folder.glob("*.py")):
                sha.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return sha.hexdigest()[:24]

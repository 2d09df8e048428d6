"""A run of games for a balance report: play what its file lacks, and return what it holds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path

from rooftop.arena.balance.files import GamesFile, Played, Terms
from rooftop.arena.balance.games import Deals
from rooftop.arena.schedule import check_bots
from rooftop.arena.workers import Crew
from rooftop.errors import OptionError
from rooftop.game.edition import Edition
from rooftop.game.position import new_game
from rooftop.game.title import AnyTitle, OptionValue

ALONE = Crew()  # this process


class BalanceRun:
    """A run with fixed settings. Nothing has been played or written yet."""

    def __init__(
        self,
        kind: AnyTitle,
        players: Sequence[int],
        numbers: range,
        bot: str = "architect",
        seed: int = 0,
        options: dict[str, OptionValue] | None = None,
        edition: Edition | None = None,
    ) -> None:
        """Raises OptionError if this cannot be played. By default, it plays games for all numbers of
        players."""
        check_bots([bot])
        text = None if edition is None else edition.text
        counts = sorted(set(players or (edition or kind.edition()).players))
        self.numbers = numbers
        self.deals = [Deals(kind.id, text, count, options or {}, bot, seed) for count in counts]
        for deals in self.deals:
            new_game(kind, deals.players, options, edition)
            if kind.counts is None:
                raise OptionError(f"{kind.name} does not say what a balance report counts")

    @property
    def terms(self) -> Terms:
        return Terms.of(self.deals[0])

    @property
    def games(self) -> int:
        return len(self.deals) * len(self.numbers)

    def missing(self, file: GamesFile) -> list[tuple[Deals, list[int]]]:
        """The games that the file lacks."""
        return [
            (deals, [number for number in self.numbers if (deals.players, number) not in file.games])
            for deals in self.deals
        ]

    def play(
        self,
        path: Path | None = None,
        fresh: bool = False,
        crew: Crew = ALONE,
        progress: Callable[[int], object] = lambda games: None,
    ) -> Played:
        """Play what the file lacks, add it there and return the games of this run, not others in the file."""
        with closing(GamesFile(path or self.terms.default_file(), self.terms, fresh)) as file:
            missing = self.missing(file)
            progress(self.games - sum(len(numbers) for _, numbers in missing))
            for deals, numbers in missing:
                with closing(crew.work(deals, numbers)) as results:
                    for _, played in results:
                        file.append(played)
                        progress(1)
            keys = [(deals.players, number) for deals in self.deals for number in self.numbers]
            return Played(self.terms, {key: file.games[key] for key in keys})

"""One game between bots."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from rooftop.arena.results import PlayedGame
from rooftop.arena.schedule import BotMaker, Fixture, Schedule, bot_name, make_bot
from rooftop.bots import Bot, choose
from rooftop.bots.network import Evaluator
from rooftop.bots.program import ProgramBot
from rooftop.bots.search import SearchBot
from rooftop.bots.search import search as searches
from rooftop.engine.program import Program, prepare
from rooftop.errors import BotError
from rooftop.game.agreed import Agreed, game_of
from rooftop.game.match import Match
from rooftop.game.position import Game


@dataclass(frozen=True)
class TournamentJob:
    """The games of a tournament, as a job for workers."""

    terms: Agreed
    bots: tuple[BotMaker, ...]
    schedule: Schedule

    @property
    def title(self) -> str:
        return self.terms.title

    def is_cold(self) -> bool:
        return is_cold(game_of(self.terms), self.bots)

    def open(self) -> Callable[[int], PlayedGame]:
        game = game_of(self.terms)
        warm_up(game, self.bots)
        return partial(play_game, self, game)

    def label(self, number: int) -> str:
        """A name for the game that lets people play it again."""
        fixture = self.schedule.fixture(number)
        return f"game {number} of seed {self.schedule.seed} (its own seed is {fixture.seed.hex()})"


def warm_up(game: Game, bots: Sequence[BotMaker]) -> None:
    """Compile and load everything that the bots need: games are timed."""
    prepare(_programs(game, bots))
    match = Match(game, 0)
    for maker in dict.fromkeys(bots):
        player = make_bot(maker, 0)
        if isinstance(player, SearchBot) and player.network:
            Evaluator(game.title)
        elif not isinstance(player, SearchBot | ProgramBot):  # a program starts at its first decision
            choose(match, player, salt=0)


def is_cold(game: Game, bots: Sequence[BotMaker]) -> bool:
    """Whether `warm_up` must compile something on this machine."""
    return any(program.is_cold() for program in _programs(game, bots))


def _programs(game: Game, bots: Sequence[BotMaker]) -> Iterator[Program]:
    yield game.engine
    if any(isinstance(make_bot(maker, 0), SearchBot) for maker in bots):
        yield searches(game.engine)


def play_game(job: TournamentJob, game: Game, number: int) -> PlayedGame:
    """Play game `number` of a run. Raises BotError if a bot fails."""
    fixture = job.schedule.fixture(number)
    match = Match(game, fixture.seed)
    bots = [make_bot(job.bots[one], seed) for one, seed in zip(fixture.seats, fixture.bot_seeds, strict=True)]
    try:
        played = _play(job, fixture, match, bots)
        end_bots(bots, match)
    finally:
        end_bots(bots, None)
    return played


def _play(job: TournamentJob, fixture: Fixture, match: Match, bots: Sequence[Bot]) -> PlayedGame:
    salts = [random.Random(seed) for seed in fixture.bot_seeds]
    decisions, seconds = [0] * match.players, [0.0] * match.players
    while not match.over:
        seat, legal = match.to_act, match.legal()
        if len(legal) == 1:  # forced: nobody is asked
            match.play(legal[0])
            continue
        salt = salts[seat].getrandbits(62)
        began = _time_of(bots[seat])
        chosen = _ask(job, fixture, match, bots[seat], salt)
        seconds[seat] += _time_of(bots[seat]) - began
        decisions[seat] += 1
        if chosen not in legal:
            raise BotError(f"{_where(job, fixture, match)} chose {chosen!r}, which is not a legal action")
        match.play(chosen)
    return PlayedGame(
        fixture.number,
        fixture.seats,
        tuple(match.ranks),
        tuple(tuple(match.points(seat).values()) for seat in range(match.players)),
        tuple(decisions),
        tuple(round(spent, 6) for spent in seconds),
    )


def _time_of(player: Bot) -> float:
    """The seconds that a bot has used: CPU time of this process, or the time until a program has answered."""
    return player.waited if isinstance(player, ProgramBot) else time.process_time()


def end_bots(bots: Iterable[Bot], match: Match | None) -> None:
    """Tell programs that their game is over or aborted."""
    for player in bots:
        if isinstance(player, ProgramBot):
            player.end(match.result if match is not None else None)


def _ask(job: TournamentJob, fixture: Fixture, match: Match, player: Bot, salt: int) -> int:
    try:
        return choose(match, player, salt)
    except BotError as error:  # of a program, in words that need no traceback
        raise BotError(f"{_where(job, fixture, match)}: {error}") from None
    except Exception as error:
        raise BotError(f"{_where(job, fixture, match)} failed: {type(error).__name__}: {error}") from error


def _where(job: TournamentJob, fixture: Fixture, match: Match) -> str:
    name = bot_name(job.bots[fixture.seats[match.to_act]])
    return f"{job.label(fixture.number)}, ply {match.ply}: {name} in seat {match.to_act}"

"""One game between bots."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from rooftop.arena.jobs import Agreement
from rooftop.arena.results import PlayedGame
from rooftop.arena.schedule import BotMaker, Fixture, Schedule, bot_name, make_bot
from rooftop.bots import Bot, choose
from rooftop.bots.search import SearchBot
from rooftop.bots.search import search as searches
from rooftop.engine.engine import PLAY
from rooftop.engine.program import Program
from rooftop.errors import BotError
from rooftop.game.match import Match
from rooftop.game.position import Game


@dataclass(frozen=True)
class Setup:
    """The games of a run, as a job for workers."""

    agreement: Agreement
    bots: tuple[BotMaker, ...]
    schedule: Schedule

    @property
    def title(self) -> str:
        return self.agreement.title

    def is_cold(self) -> bool:
        return is_cold(self.agreement.game(), self.bots)

    def open(self) -> Callable[[int], PlayedGame]:
        game = self.agreement.game()
        warm_up(game, self.bots)
        return partial(play_game, self, game)

    def label(self, number: int) -> str:
        """Which game it is, in words that let one play it again."""
        fixture = self.schedule.fixture(number)
        return f"game {number} of seed {self.schedule.seed} (its own seed is {fixture.seed.hex()})"


def warm_up(game: Game, bots: Sequence[BotMaker]) -> None:
    """Compile and load everything that the bots need: games are timed."""
    for program, entries in _programs(game, bots):
        for _ in program.prepare(entries):
            pass
    match = Match(game, 0)
    for maker in dict.fromkeys(bots):
        player = make_bot(maker, 0)
        if not isinstance(player, SearchBot):
            choose(match, player, salt=0)


def is_cold(game: Game, bots: Sequence[BotMaker]) -> bool:
    """Whether `warm_up` has to compile something on this machine."""
    return game.engine.compiled and any(
        program.is_cold(entries) for program, entries in _programs(game, bots)
    )


def _programs(game: Game, bots: Sequence[BotMaker]) -> Iterator[tuple[Program, Sequence[str]]]:
    yield game.engine, PLAY
    if any(isinstance(make_bot(maker, 0), SearchBot) for maker in bots):
        search = searches(game.engine)
        yield search, list(search.entries)


def play_game(setup: Setup, game: Game, number: int) -> PlayedGame:
    """Play game `number` of a run. Raises BotError if a bot fails."""
    fixture = setup.schedule.fixture(number)
    match = Match(game, fixture.seed)
    bots = [
        make_bot(setup.bots[one], seed) for one, seed in zip(fixture.seats, fixture.bot_seeds, strict=True)
    ]
    salts = [random.Random(seed) for seed in fixture.bot_seeds]
    decisions, seconds = [0] * game.players, [0.0] * game.players
    while not match.over:
        seat, legal = match.to_act, match.legal()
        if len(legal) == 1:  # forced: nobody is asked
            match.play(legal[0])
            continue
        salt = salts[seat].getrandbits(62)
        began = time.process_time()
        chosen = _ask(setup, fixture, match, bots[seat], salt)
        seconds[seat] += time.process_time() - began
        decisions[seat] += 1
        if chosen not in legal:
            raise BotError(f"{_where(setup, fixture, match)} chose {chosen!r}, which is not a legal action")
        match.play(chosen)
    return PlayedGame(
        number,
        fixture.seats,
        tuple(match.ranks),
        tuple(tuple(match.points(seat).values()) for seat in range(game.players)),
        tuple(decisions),
        tuple(round(spent, 6) for spent in seconds),
    )


def _ask(setup: Setup, fixture: Fixture, match: Match, player: Bot, salt: int) -> int:
    try:
        return choose(match, player, salt)
    except Exception as error:
        raise BotError(f"{_where(setup, fixture, match)} failed: {type(error).__name__}: {error}") from error


def _where(setup: Setup, fixture: Fixture, match: Match) -> str:
    name = bot_name(setup.bots[fixture.seats[match.to_act]])
    return f"{setup.label(fixture.number)}, ply {match.ply}: {name} in seat {match.to_act}"

"""One game between bots."""

from __future__ import annotations

import random
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rooftop.arena.results import PlayedGame
from rooftop.arena.schedule import BotMaker, Fixture, Schedule, bot_name, make_bot
from rooftop.bots import Bot, choose
from rooftop.bots.program import ProgramBot
from rooftop.bots.search import SearchBot
from rooftop.bots.search import search as searches
from rooftop.engine.engine import PLAY
from rooftop.engine.program import Program
from rooftop.errors import BotError
from rooftop.game.edition import Edition
from rooftop.game.match import Match
from rooftop.game.position import Game, new_game
from rooftop.game.title import OptionValue


@dataclass(frozen=True)
class Setup:
    """What a process needs to play the games of a run."""

    title: str
    edition: str | None  # its text; None for the title's own
    players: int
    options: dict[str, OptionValue]
    compiled: bool
    bots: tuple[BotMaker, ...]
    schedule: Schedule

    def game(self) -> Game:
        own = Edition.parse("edition", self.edition) if self.edition is not None else None
        return new_game(self.title, self.players, self.options, own, self.compiled)


def warm_up(setup: Setup, game: Game) -> None:
    """Compile and load everything that the bots need.

    Games are timed, and processes that start together would all compile the same."""
    _load(game.engine, PLAY)
    match = Match(game, 0)
    for maker in dict.fromkeys(setup.bots):
        player = make_bot(maker, 0)
        if isinstance(player, SearchBot):
            search = searches(game.engine)
            _load(search, search.entries)
        elif not isinstance(player, ProgramBot):  # which is started by its first decision
            choose(match, player, salt=0)


def _load(program: Program, entries: Iterable[str]) -> None:
    for _ in program.prepare(entries):
        pass


def play_game(setup: Setup, game: Game, number: int) -> PlayedGame:
    """Play game `number` of a run. Raises BotError if a bot fails."""
    fixture = setup.schedule.fixture(number)
    match = Match(game, fixture.seed)
    bots = [
        make_bot(setup.bots[one], seed) for one, seed in zip(fixture.seats, fixture.bot_seeds, strict=True)
    ]
    try:
        played = _play(setup, fixture, match, bots)
        _end(bots, match)
    finally:
        _end(bots, None)
    return played


def _play(setup: Setup, fixture: Fixture, match: Match, bots: Sequence[Bot]) -> PlayedGame:
    salts = [random.Random(seed) for seed in fixture.bot_seeds]
    decisions, seconds = [0] * setup.players, [0.0] * setup.players
    while not match.over:
        seat, legal = match.to_act, match.legal()
        if len(legal) == 1:  # forced: nobody is asked
            match.play(legal[0])
            continue
        salt = salts[seat].getrandbits(62)
        began = _time_of(bots[seat])
        chosen = _ask(setup, fixture, match, bots[seat], salt)
        seconds[seat] += _time_of(bots[seat]) - began
        decisions[seat] += 1
        if chosen not in legal:
            raise BotError(f"{_where(setup, fixture, match)} chose {chosen!r}, which is not a legal action")
        match.play(chosen)
    return PlayedGame(
        fixture.number,
        fixture.seats,
        tuple(match.ranks),
        tuple(tuple(match.points(seat).values()) for seat in range(setup.players)),
        tuple(decisions),
        tuple(round(spent, 6) for spent in seconds),
    )


def _time_of(player: Bot) -> float:
    """The seconds that a bot has taken: of this process, or until a program has answered."""
    return player.waited if isinstance(player, ProgramBot) else time.process_time()


def _end(bots: Iterable[Bot], match: Match | None) -> None:
    """Tell programs that their game is over, or that it is broken off."""
    for player in bots:
        if isinstance(player, ProgramBot):
            player.end(match.result if match is not None else None)


def _ask(setup: Setup, fixture: Fixture, match: Match, player: Bot, salt: int) -> int:
    try:
        return choose(match, player, salt)
    except BotError as error:  # of a program, in words that need no traceback
        raise BotError(f"{_where(setup, fixture, match)}: {error}") from None
    except Exception as error:
        raise BotError(f"{_where(setup, fixture, match)} failed: {type(error).__name__}: {error}") from error


def _where(setup: Setup, fixture: Fixture, match: Match) -> str:
    name = bot_name(setup.bots[fixture.seats[match.to_act]])
    return f"{game_label(setup, fixture.number)}, ply {match.ply}: {name} in seat {match.to_act}"


def game_label(setup: Setup, number: int) -> str:
    """Which game it is, in words that let one play it again."""
    fixture = setup.schedule.fixture(number)
    return f"game {number} of seed {setup.schedule.seed} (its own seed is {fixture.seed.hex()})"

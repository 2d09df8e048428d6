"""Games between equal bots, as a balance report reads them.

Everything about a game follows from the seed of the run, the number of players and the number of the game:
another machine plays the same game, and two editions are compared on the same deals. The colours of the seats
change from game to game, so that colours and seats are judged independently.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations

import msgspec

from rooftop.arena.play import end_bots, is_cold, warm_up
from rooftop.arena.schedule import make_bot
from rooftop.bots import Bot, choose
from rooftop.engine.streams import seed_of
from rooftop.errors import BotError
from rooftop.game.counting import Counting, Course
from rooftop.game.edition import Edition
from rooftop.game.match import Match
from rooftop.game.position import Game, colour_ids, new_game
from rooftop.game.title import AnyTitle, OptionValue, title

Had = dict[str, dict[str, int]]  # kind -> id -> how much


class PlayedDeal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A finished game; all lists are by seat."""

    players: int
    game: int
    colours: tuple[str, ...]
    starts: tuple[str, ...]  # the id of what the seat began with; empty if all begin alike
    ranks: tuple[int, ...]
    points: tuple[tuple[int, ...], ...]  # by source
    plies: int
    decisions: int  # those with a choice
    turns: int
    in_play: dict[str, tuple[str, ...]]  # kind -> ids
    taken: tuple[Had, ...]
    rare: dict[str, int]

    @property
    def totals(self) -> list[int]:
        return [sum(points) for points in self.points]

    @property
    def wins(self) -> list[float]:
        """Each seat's share of the win: shared wins are split."""
        winners = self.ranks.count(1)
        return [1 / winners if rank == 1 else 0.0 for rank in self.ranks]


@dataclass(frozen=True)
class Deals:
    """The games of a run with one number of players, as a job for workers."""

    title: str
    edition: str | None  # its text; None for the title's own
    players: int
    options: dict[str, OptionValue]  # those that were given; the others come from `Title.counts`
    bot: str
    seed: int

    @property
    def kind(self) -> AnyTitle:
        return title(self.title)

    @property
    def own_edition(self) -> Edition:
        return self.kind.edition() if self.edition is None else _parsed(self.edition)

    @property
    def counting(self) -> Counting[object]:
        assert self.kind.counts is not None
        return self.kind.counts

    def is_cold(self) -> bool:
        return is_cold(self.game(0), [self.bot])

    def open(self) -> Callable[[int], PlayedDeal]:
        warm_up(self.game(0), [self.bot])
        return self.play

    def label(self, number: int) -> str:
        """A name for the game that lets people play it again."""
        return f"game {number} with {self.players} players of seed {self.seed}"

    def game(self, number: int) -> Game:
        """The game that is played as `number`, with its colours and options."""
        ids = colour_ids(self.kind, self.own_edition, self.players)
        orders = _orders(tuple(ids), self.players, self.seed)
        variants = self.counting.OPTIONS
        options = variants[number % len(variants)] | self.options
        colours = orders[number // len(variants) % len(orders)]
        return new_game(self.kind, self.players, options, self.own_edition, colours=colours)

    def play(self, number: int) -> PlayedDeal:
        """Play game `number`. Raises BotError if a bot fails."""
        game = self.game(number)
        match = Match(game, seed_of(self.seed, 4 * number + self.players - 1))
        first = match.position.clone()
        seeds = [random.Random(f"{self.seed} {self.players} {number} {seat}") for seat in range(self.players)]
        bots = [make_bot(self.bot, chance.getrandbits(32)) for chance in seeds]
        try:
            decisions = self._play(number, match, bots, seeds)
            end_bots(bots, match)
        finally:
            end_bots(bots, None)
        events = [row for played in match.decisions for row in played.events.tolist()]
        course = Course(first.state, match.position.state, events, self.players)
        return self._told(game, number, match, course, decisions)

    def _play(self, number: int, match: Match, bots: list[Bot], seeds: list[random.Random]) -> int:
        """Play a game to its end; return the number of decisions with a choice."""
        decisions = 0
        while not match.over:
            legal = match.legal()
            action = legal[0]
            if len(legal) > 1:
                decisions += 1
                action = self._ask(number, match, bots, seeds)
            match.play(action)
        return decisions

    def _ask(self, number: int, match: Match, bots: list[Bot], seeds: list[random.Random]) -> int:
        seat = match.to_act
        try:
            return choose(match, bots[seat], seeds[seat].getrandbits(62))
        except BotError as error:  # of a program, in words that need no traceback
            raise BotError(f"{self.label(number)}, ply {match.ply}: {error}") from None
        except Exception as error:
            where = f"{self.label(number)}, ply {match.ply}: {self.bot} in seat {seat}"
            raise BotError(f"{where} failed: {type(error).__name__}: {error}") from error

    def _told(self, game: Game, number: int, match: Match, course: Course, decisions: int) -> PlayedDeal:
        board, counting = game.board, self.counting
        in_play: dict[str, list[str]] = {kind.id: [] for kind in counting.KINDS}
        for thing in counting.in_play(board, course):
            in_play[thing.kind].append(thing.id)
        taken: tuple[Had, ...] = tuple({} for _ in range(self.players))
        for seat, thing, amount in counting.taken(board, course):
            had = taken[seat].setdefault(thing.kind, {})
            had[thing.id] = had.get(thing.id, 0) + amount
        starts = [counting.start(board, course, seat) for seat in range(self.players)]
        colours = game.colours or tuple(colour_ids(game.title, game.edition, self.players)[: self.players])
        return PlayedDeal(
            self.players,
            number,
            colours,
            tuple(thing.id if thing else "" for thing in starts),
            tuple(match.ranks),
            tuple(tuple(match.points(seat).values()) for seat in range(self.players)),
            match.ply,
            decisions,
            int(course.last["turn"]),
            {kind: tuple(dict.fromkeys(ids)) for kind, ids in in_play.items()},
            taken,
            dict(Counter(counting.rare(board, course))),
        )


@lru_cache(maxsize=16)
def _parsed(text: str) -> Edition:
    return Edition.parse("edition", text)


@lru_cache(maxsize=64)
def _orders(colours: tuple[str, ...], players: int, seed: int) -> list[tuple[str, ...]]:
    """All ways to give the seats colours, in an order that the seed decides."""
    found = list(permutations(colours, players))
    random.Random(f"{seed} colours").shuffle(found)
    return found

"""Who plays whom, in which seat, with which seed. Everything follows from the seed of the run.

A round is one deal played once for every seat: the bots move on by one seat after each game, so that each of
them plays the same deal from every seat.

    round 0, three bots        seat 0  seat 1  seat 2
    game 0                        A       B       C
    game 1                        C       A       B
    game 2                        B       C       A

With more bots than seats it is a round robin: in each round, every combination of bots that fills the seats
plays the deal once for every seat.
"""

from __future__ import annotations

import hashlib
import math
import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import TypeAlias

from rooftop.bots import Bot, bot
from rooftop.bots.program import PREFIX, program_bot
from rooftop.engine.streams import seed_of
from rooftop.errors import OptionError

MOST_GROUPS = 5000  # of bots that meet in a round robin

# `name:key=value,...`, `exec:COMMAND`, or a function of a seed
BotMaker: TypeAlias = str | Callable[[int], Bot]


@dataclass(frozen=True)
class Fixture:
    """One game of a run."""

    number: int
    seed: bytes
    seats: tuple[int, ...]  # the number of the bot in each seat
    bot_seeds: tuple[int, ...]  # by seat


@dataclass(frozen=True)
class Schedule:
    """All games of a run."""

    bots: int  # how many are named
    players: int
    seed: int

    def __post_init__(self) -> None:
        if self.bots < 2:
            raise OptionError(f"the arena needs at least 2 bots, not {self.bots}")
        if 2 < self.bots < self.players:
            raise OptionError(f"{self.players} players need 2, {self.players} or more bots, not {self.bots}")
        if math.comb(self.bots, self.players) > MOST_GROUPS:
            raise OptionError(f"{self.bots} bots are too many for a round robin of {self.players} players")
        seed_of(self.seed, 0)

    @cached_property
    def groups(self) -> list[tuple[int, ...]]:
        """The bots that meet: one seat each; or the first alone against copies of the second."""
        if self.bots < self.players:
            return [(0,) + (1,) * (self.players - 1)]
        return list(combinations(range(self.bots), self.players))

    @property
    def round_size(self) -> int:
        """The number of games played with each deal."""
        return len(self.groups) * self.players

    def rounds(self, games: int) -> int:
        """The number of whole rounds with at least this many games."""
        if isinstance(games, bool) or not isinstance(games, int) or games < 1:
            raise OptionError(f"the number of games must be at least 1, not {games!r}")
        return -(-games // self.round_size)

    def fixture(self, number: int) -> Fixture:
        """Game `number` of the run, counted from 0."""
        deal, rest = divmod(number, self.round_size)
        group, turn = divmod(rest, self.players)
        around = list(self.groups[group])
        if self.bots > 2:  # the round draws who sits next to whom
            drawn = f"{self.seed} {deal}" if len(self.groups) == 1 else f"{self.seed} {deal} {group}"
            random.Random(drawn).shuffle(around)
        return Fixture(
            number,
            seed_of(self.seed, deal),
            tuple(around[(seat - turn) % self.players] for seat in range(self.players)),
            tuple(_bot_seed(self.seed, number, seat) for seat in range(self.players)),
        )


def _bot_seed(run: int, game: int, seat: int) -> int:
    return int.from_bytes(hashlib.sha256(f"bot {run} {game} {seat}".encode()).digest()[:4], "big")


def parse_bots(texts: Iterable[str]) -> list[str]:
    """Read lists of bots, separated by commas. A piece `key=value` belongs to the bot before it:
    `search:simulations=500,threads=1,greedy` are two bots. Raises OptionError if a bot is unknown."""
    found: list[str] = []
    for text in texts:
        first = True
        for piece in text.split(","):
            piece = piece.strip()
            if not piece:
                raise OptionError(f"a bot is missing in {text!r}; expected names separated by commas")
            if "=" in piece and ":" not in piece.partition("=")[0]:
                if first or ":" not in found[-1]:
                    raise OptionError(f"{piece!r} follows no bot with settings, such as search:noise=0.1")
                found[-1] += f",{piece}"
            else:
                found.append(piece)
            first = False
    check_bots(found)
    return found


def check_bots(bots: Sequence[BotMaker]) -> None:
    """Raise OptionError if one of these bots does not exist."""
    for one in bots:
        make_bot(one, 0)


def make_bot(maker: BotMaker, seed: int) -> Bot:
    return named_bot(maker, seed) if isinstance(maker, str) else maker(seed)


def named_bot(spec: str, seed: int | None = None) -> Bot:
    """Return a bot as `rooftop.bots.bot` does, or a program, for a caller who may start one here."""
    return program_bot(spec, seed) if spec.startswith(PREFIX) else bot(spec, seed)


def bot_name(maker: BotMaker) -> str:
    return maker if isinstance(maker, str) else getattr(maker, "__name__", type(maker).__name__)

"""Who is ahead of whom: shares of wins, pairs, and ratings with their uncertainty."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Iterator, Sequence
from statistics import fmean
from typing import NamedTuple

from rooftop.arena.results import PlayedGame
from rooftop.arena.statistics import Interval, interval

SCALE = 60  # of the displayed numbers: an unknown player has 1500, as on a server
BETA = 25 / 6  # of openskill: how much luck there is in a game
ORDERS = 5  # in which the games are rated


class Rating(NamedTuple):
    """An estimate of strength, and its margin: in 95 of 100 cases the true strength is that close."""

    value: float
    range: float


class Pair(NamedTuple):
    """How often a bot was ahead of another. Equal ranks count half."""

    games: int
    share: float
    interval: Interval


def won(game: PlayedGame, number: int) -> float:
    """The share of a win that a bot and its copies got."""
    winners = [bot for bot, rank in zip(game.bots, game.ranks, strict=True) if rank == 1]
    return winners.count(number) / len(winners)


def scores(meetings: Iterable[Sequence[PlayedGame]], number: int) -> list[float]:
    """The share of its games that a bot won in each of its meetings: games of the same bots with one deal."""
    return [fmean(won(game, number) for game in games) for games in meetings if number in games[0].bots]


def pair(meetings: Iterable[Sequence[PlayedGame]], one: int, other: int) -> Pair:
    """Compare two bots in the games that both played."""
    both = [games for games in meetings if one in games[0].bots and other in games[0].bots]
    shares = [fmean(share for game in games for share in _ahead(game, one, other)) for games in both]
    return Pair(sum(map(len, both)), fmean(shares), interval(shares))


def _ahead(game: PlayedGame, one: int, other: int) -> Iterator[float]:
    """1, a half or 0 for every two seats of these bots."""
    for bot, rank in zip(game.bots, game.ranks, strict=True):
        for against, theirs in zip(game.bots, game.ranks, strict=True):
            if (bot, against) == (one, other):
                yield 1.0 if rank < theirs else 0.5 if rank == theirs else 0.0


def distance(share: float, players: int) -> float:
    """How many points apart two bots are if one is ahead with this probability."""
    return SCALE * math.sqrt(players) * BETA * math.log(share / (1 - share))


def rate(games: Sequence[PlayedGame], bots: int) -> list[Rating]:
    """Rate the bots by the model of Plackett and Luce (Weng and Lin, openskill).

    It rates game after game, and later games count a little more than earlier ones. So the ratings are the
    means over several orders, always the same ones.
    """
    from openskill.models import PlackettLuce  # not at the top: importing it takes a while

    model = PlackettLuce(beta=BETA, tau=0)  # bots do not learn between games
    totals = [[0.0, 0.0] for _ in range(bots)]
    for order in range(ORDERS):
        shuffled = list(games)
        random.Random(order).shuffle(shuffled)
        skills = [model.rating() for _ in range(bots)]
        for game in shuffled:
            teams = [[skills[bot]] for bot in game.bots]
            for bot, (skill,) in zip(
                game.bots, model.rate(teams, ranks=list(map(float, game.ranks))), strict=True
            ):
                skills[bot] = skill
        for total, skill in zip(totals, skills, strict=True):
            total[0] += skill.mu / ORDERS
            total[1] += skill.sigma / ORDERS
    return [Rating(SCALE * mu, SCALE * 2 * sigma) for mu, sigma in totals]

"""Ratings recover the strength behind the results, with their margin of error."""

import math
import random

import pytest

from rooftop.arena import run
from rooftop.arena.ratings import distance, pair, rate
from rooftop.arena.results import PlayedGame

CHANCE = 0.75  # that a bot finishes ahead of the next weaker one


def game(number, bots, ranks):
    size = len(bots)
    return PlayedGame(number, tuple(bots), tuple(ranks), ((0,),) * size, (1,) * size, (0.0,) * size)


def games_of(bots, players, games, seed):
    """Games of bots, each stronger than the one before."""
    chance, strength, found = random.Random(seed), CHANCE / (1 - CHANCE), []
    for number in range(games):
        seats = chance.sample(range(bots), players)
        left, ranks = list(range(players)), [0] * players
        while left:
            seat = chance.choices(left, [strength ** seats[one] for one in left])[0]
            ranks[seat] = players - len(left) + 1
            left.remove(seat)
        found.append(game(number, seats, ranks))
    return found


@pytest.mark.parametrize(("bots", "players"), [(3, 2), (4, 3)])
def test_ratings_are_close_to_the_truth_as_often_as_they_say(bots, players):
    step = distance(CHANCE, players)
    truth = [1500 + step * (bot - (bots - 1) / 2) for bot in range(bots)]
    inside = [
        abs(rating.value - true) <= rating.range
        for seed in range(15)
        for rating, true in zip(rate(games_of(bots, players, 240, seed), bots), truth, strict=True)
    ]
    assert sum(inside) / len(inside) >= 0.93


def test_more_games_make_ratings_surer():
    few, many = (rate(games_of(3, 2, games, 1), 3) for games in (30, 300))
    assert all(before.range > 1.5 * after.range for before, after in zip(few, many, strict=True))
    assert [rating.value for rating in many] == sorted(rating.value for rating in many)


def test_the_order_of_the_bots_does_not_matter():
    played = games_of(3, 3, 60, 2)
    turned = [game(one.game, [2 - bot for bot in one.bots], one.ranks) for one in played]
    for one, same in zip(rate(turned, 3), rate(played, 3)[::-1], strict=True):
        assert one == pytest.approx(same)


def test_three_of_four_wins_are_a_known_distance():
    assert distance(0.75, 2) == pytest.approx(60 * 25 / 6 * math.sqrt(2) * math.log(3))
    assert distance(0.5, 4) == 0


def test_a_pair_counts_the_games_in_which_both_sat():
    meetings = [
        [game(0, [0, 1, 2], [1, 2, 3]), game(1, [1, 2, 0], [2, 3, 2])],
        [game(2, [1, 2, 3], [1, 2, 3]), game(3, [3, 1, 2], [1, 2, 3])],
        [game(4, [3, 0, 1], [1, 3, 2]), game(5, [0, 1, 3], [3, 1, 2])],
    ]
    found = pair(meetings, 0, 1)
    assert found.games == 4
    assert found.share == pytest.approx((1 + 0.5 + 0 + 0) / 4)
    assert pair(meetings, 1, 0).share == pytest.approx(1 - found.share)


def test_a_pair_of_copies_compares_every_two_seats():
    assert pair([[game(0, [0, 1, 1, 1], [2, 1, 3, 4])]], 0, 1).share == pytest.approx(2 / 3)


def test_a_round_robin_rates_all_bots_and_gives_them_equally_many_games():
    report = run("tower-up", ["random", "greedy", "random", "greedy"], players=2, games=30, seed=2)
    assert (report.games, report.rounds, report.round_size) == (36, 3, 12)
    assert [result.games for result in report.results] == [18] * 4
    assert [result.seats for result in report.results] == [1] * 4
    assert sum(result.wins for result in report.results) == pytest.approx(36)
    by_rating = sorted(range(4), key=lambda bot: report.ratings[bot].value)
    assert set(by_rating[2:]) == {1, 3}
    assert report.pairs[0][0] is None
    assert report.pairs[1][0].games == 6
    assert report.pairs[1][0].share > 0.6
    assert report.pairs[1][0].share + report.pairs[0][1].share == pytest.approx(1)


def test_two_bots_get_no_ratings():
    assert run("tower-up", ["greedy", "random"], games=2).ratings == []

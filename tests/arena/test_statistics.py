"""Intervals contain the truth as often as stated; the sequential test is wrong no more often than stated."""

import numpy as np
import pytest

from rooftop.arena.statistics import _student, interval, sequential_test


def rounds_of(share, players, correlation, shape, chance):
    """Scores of rounds whose games are won with this probability, correlated within a round."""
    if correlation == 0:
        luck = np.full(shape, share)
    elif correlation == 1:
        luck = (chance.random(shape) < share).astype(float)
    else:
        total = 1 / correlation - 1
        luck = chance.beta(share * total, (1 - share) * total, shape)
    return (chance.random((*shape, players)) < luck[..., None]).mean(axis=-1)


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("correlation", [0, 0.3, 1])
@pytest.mark.parametrize("share", [0.25, 0.5, 0.9, 0.99])
@pytest.mark.parametrize("rounds", [5, 50])
def test_the_interval_contains_the_true_share_in_95_of_100_runs(share, players, correlation, rounds):
    runs, chance = 600, np.random.default_rng(7)
    found = [
        interval(scores) for scores in rounds_of(share, players, correlation, (runs, rounds), chance).tolist()
    ]
    # At most 0.91 is possible with 50 whole rounds and 0.99: the share of runs jumps with every lost round.
    least = 0.9 if correlation == 1 else 0.93
    assert np.mean([low <= share <= high for low, high in found]) >= least


@pytest.mark.parametrize("players", [2, 4])
def test_the_interval_is_no_wider_than_the_pairing_demands(players):
    """Wilson's interval for as many games as are independent is hardly narrower."""
    chance = np.random.default_rng(3)
    rounds, z = 100, 1.96
    for correlation, games in ((0, rounds * players), (1, rounds)):
        scores = rounds_of(0.75, players, correlation, (200, rounds), chance).tolist()
        width = np.mean([high - low for low, high in map(interval, scores)])
        wilson = 2 * z * (0.75 * 0.25 / games + z * z / 4 / games**2) ** 0.5 / (1 + z * z / games)
        assert 0.97 * wilson <= width <= 1.06 * wilson


def test_seats_that_decide_every_game_make_the_interval_narrow():
    """Each bot wins every deal once: the rounds prove that they are equal."""
    low, high = interval([0.5] * 100)
    assert low < 0.5 < high
    assert high - low < 0.03


@pytest.mark.parametrize("rounds", [1, 2, 10, 200])
def test_all_won_and_all_lost_give_sound_intervals(rounds):
    low, high = interval([1.0] * rounds)
    assert high == 1
    assert 0 < low < 1
    assert interval([0.0] * rounds) == pytest.approx((0, 1 - low))
    assert interval([1.0] * (rounds + 1)).low > low


def test_the_interval_of_both_sides_is_the_same():
    scores = [0.25, 0.5, 0.0, 0.75, 0.25]
    low, high = interval(scores)
    assert interval([1 - score for score in scores]) == pytest.approx((1 - high, 1 - low))


@pytest.mark.parametrize(
    ("freedom", "quantile"), [(1, 12.706), (2, 4.303), (3, 3.182), (5, 2.571), (10, 2.228), (100, 1.984)]
)
def test_quantiles_of_students_t_agree_with_the_tables(freedom, quantile):
    assert _student(0.95, freedom) == pytest.approx(quantile, rel=0.01)


def verdicts(share, players, correlation=0.0, runs=400, rounds=1000):
    chance = np.random.default_rng(11)
    return [
        sequential_test(rounds_of(share, players, correlation, (rounds,), chance).tolist(), 1 / players)
        for _ in range(runs)
    ]


def test_equal_bots_are_called_stronger_equally_often():
    found = [verdict.stronger for verdict in verdicts(0.5, 2)]
    assert 0.43 <= found.count(0) / len(found) <= 0.57
    assert found.count(0) + found.count(1) >= 0.99 * len(found)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("correlation", [0, 0.3])
def test_the_weaker_bot_is_seldom_called_stronger(players, correlation):
    found = [verdict.stronger for verdict in verdicts(1 / players - 0.05, players, correlation)]
    assert found.count(0) / len(found) <= 0.07
    assert found.count(1) / len(found) >= 0.93


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("correlation", [0, 0.3])
def test_a_far_stronger_bot_is_proved_so_within_a_few_games(players, correlation):
    found = verdicts(1 / players + 0.2, players, correlation)
    assert sum(verdict.stronger == 0 for verdict in found) / len(found) >= 0.98
    assert np.mean([verdict.rounds * players for verdict in found]) < 100


def test_the_test_needs_some_rounds_and_ignores_those_after_its_decision():
    assert sequential_test([1.0] * 5, 0.5).stronger is None
    verdict = sequential_test([1.0] * 40, 0.5)
    assert verdict.stronger == 0
    assert 6 <= verdict.rounds <= 10
    assert sequential_test([1.0] * verdict.rounds + [0.0] * 100, 0.5) == verdict
    assert sequential_test([], 0.5).stronger is None


def test_the_test_is_symmetric_between_two_players():
    chance = np.random.default_rng(1)
    scores = rounds_of(0.6, 2, 0.3, (60,), chance).tolist()
    first, second = sequential_test(scores, 0.5), sequential_test([1 - score for score in scores], 0.5)
    assert first.rounds == second.rounds
    assert first.ratio == pytest.approx(-second.ratio)

"""Every bot plays every deal from every seat, and the seed determines everything."""

from collections import Counter
from itertools import combinations

import pytest

from rooftop import OptionError
from rooftop.arena.schedule import Schedule, parse_bots


@pytest.mark.parametrize(("bots", "players"), [(2, 2), (2, 3), (2, 4), (3, 3), (4, 4)])
def test_each_bot_has_each_seat_once_in_a_round_of_one_deal(bots, players):
    schedule = Schedule(bots, players, seed=5)
    for deal in range(20):
        games = [schedule.fixture(deal * players + turn) for turn in range(players)]
        assert len({game.seed for game in games}) == 1
        for lone in [0] if bots == 2 else range(bots):
            assert sorted(game.seats.index(lone) for game in games) == list(range(players))
        assert all(set(game.seats) == set(range(bots)) for game in games)


def test_the_first_of_two_bots_sits_alone_against_copies_of_the_second():
    assert [Schedule(2, 4, 0).fixture(number).seats for number in range(4)] == [
        (0, 1, 1, 1),
        (1, 0, 1, 1),
        (1, 1, 0, 1),
        (1, 1, 1, 0),
    ]


def test_rounds_differ_in_their_deal_and_in_who_sits_next_to_whom():
    rounds = [Schedule(3, 3, 0).fixture(3 * deal) for deal in range(30)]
    assert len({game.seed for game in rounds}) == 30
    after = {(game.seats.index(1) - game.seats.index(0)) % 3 for game in rounds}
    assert after == {1, 2}


def test_every_bot_of_every_game_has_a_seed_of_its_own_that_follows_from_the_run():
    def seeds(run):
        return [seed for number in range(200) for seed in Schedule(2, 3, run).fixture(number).bot_seeds]

    assert len(set(seeds(1))) == 600
    assert seeds(1) == seeds(1)
    assert not set(seeds(1)) & set(seeds(2))


def test_games_are_rounded_up_to_whole_rounds():
    assert [Schedule(2, 4, 0).rounds(games) for games in (1, 4, 5, 200)] == [1, 1, 2, 50]


def test_other_numbers_of_bots_are_refused():
    with pytest.raises(OptionError, match="4 players need 2, 4 or more bots, not 3"):
        Schedule(3, 4, 0)
    with pytest.raises(OptionError, match="the arena needs at least 2 bots, not 1"):
        Schedule(1, 4, 0)
    with pytest.raises(OptionError, match="200 bots are too many for a round robin of 2 players"):
        Schedule(200, 2, 0)


@pytest.mark.parametrize(("bots", "players"), [(3, 2), (6, 2), (5, 3), (6, 4)])
def test_in_a_round_robin_all_meet_equally_often_on_the_same_deal_from_every_seat(bots, players):
    schedule = Schedule(bots, players, seed=5)
    size = schedule.round_size
    for deal in range(3):
        games = [schedule.fixture(number) for number in range(deal * size, (deal + 1) * size)]
        assert len({game.seed for game in games}) == 1
        assert len({game.seats for game in games}) == size
        met = Counter(pair for game in games for pair in combinations(sorted(game.seats), 2))
        assert set(met) == set(combinations(range(bots), 2))
        assert len(set(met.values())) == 1
        places = Counter((bot, seat) for game in games for seat, bot in enumerate(game.seats))
        assert len(places) == bots * players
        assert len(set(places.values())) == 1
    assert schedule.rounds(1) == 1
    assert schedule.rounds(size + 1) == 2


def test_the_games_of_known_runs_stay_the_same():
    """Runs stored in files continue with the same games as before."""
    assert [Schedule(3, 3, 7).fixture(number).seats for number in (0, 1, 3, 6)] == [
        (2, 0, 1),
        (1, 2, 0),
        (1, 0, 2),
        (0, 2, 1),
    ]


@pytest.mark.parametrize("games", [0, -4, 2.5, True])
def test_a_number_of_games_below_one_is_refused(games):
    with pytest.raises(OptionError, match="must be at least 1"):
        Schedule(2, 2, 0).rounds(games)


@pytest.mark.parametrize("seed", [-1, 1 << 128, "x"])
def test_an_invalid_seed_is_refused(seed):
    with pytest.raises(OptionError, match="seed must be an integer"):
        Schedule(2, 2, seed)


def test_a_list_of_bots_is_separated_by_commas():
    assert parse_bots(["greedy,random", " greedy "]) == ["greedy", "random", "greedy"]


def test_a_key_belongs_to_the_bot_before_it():
    assert parse_bots(["search:simulations=500,threads=1,greedy,search:noise=0.1"]) == [
        "search:simulations=500,threads=1",
        "greedy",
        "search:noise=0.1",
    ]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("greedy,,random", "a bot is missing in 'greedy,,random'"),
        ("", "a bot is missing in ''"),
        ("threads=1,greedy", "'threads=1' follows no bot with settings"),
        ("greedy,threads=1", "'threads=1' follows no bot with settings"),
        ("greedy,deep blue", "not 'deep blue'"),
    ],
)
def test_an_invalid_list_of_bots_is_refused(text, sentence):
    with pytest.raises(OptionError, match=sentence):
        parse_bots([text])

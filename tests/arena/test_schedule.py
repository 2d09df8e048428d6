"""Every bot plays every deal from every seat, and everything follows from the seed."""

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


@pytest.mark.parametrize(("bots", "players"), [(3, 2), (3, 4), (5, 4)])
def test_other_numbers_of_bots_are_refused(bots, players):
    with pytest.raises(OptionError, match=f"{players} players need 2.* bots, not {bots}"):
        Schedule(bots, players, 0)
    with pytest.raises(OptionError, match="the arena needs at least 2 bots, not 1"):
        Schedule(1, players, 0)


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

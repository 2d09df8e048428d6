"""Bots play legally, well enough, and without seeing hidden information."""

import random

import pytest

import rooftop
from rooftop.bots import bot, choose
from rooftop.bots.search import SearchBot

QUICK = ("random", "greedy", "novice", "search:simulations=20")


def unhurried(name, seed):
    """A bot without a time limit."""
    player = bot(name, seed)
    if isinstance(player, SearchBot):
        player.seconds = None
    return player


@pytest.mark.parametrize("name", QUICK)
def test_hidden_information_does_not_change_a_bots_choice(name):
    match = rooftop.new("tower-up", players=3, seed=2)
    chance = random.Random(1)
    while not match.over:
        other = match.clone()
        state = other.position.state
        pile = state["pile"][: state["pile_count"]].tolist()
        chance.shuffle(pile)
        state["pile"][: state["pile_count"]] = pile
        state["rng"] = [chance.getrandbits(32) for _ in range(4)]
        chosen = choose(match, unhurried(name, match.ply), salt=7)
        assert chosen == choose(other, unhurried(name, match.ply), salt=7)
        match.play(chosen)


@pytest.mark.parametrize("name", QUICK)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_bot_plays_whole_games(name, players):
    match = rooftop.new("tower-up", players=players, seed=players)
    players_bot = bot(name, 1)
    while not match.over:
        match.play(choose(match, players_bot))
    assert min(match.ranks) == 1


def test_the_random_bot_chooses_every_legal_action():
    match = rooftop.new("tower-up", players=3, seed=2)
    player = bot("random", 3)
    assert {choose(match, player) for _ in range(400)} == set(match.legal())


@pytest.mark.parametrize(("players", "share"), [(2, 0.9), (4, 0.75)])
def test_greedy_beats_one_and_three_random_players(players, share):
    """Seats rotate, so that no bot has the better seat."""
    games, won = 40, 0.0
    for number in range(games):
        objectives = "random" if number % 2 else "first-game"
        match = rooftop.new("tower-up", players=players, seed=number, objectives=objectives)
        seat, greedy, other = number % players, bot("greedy"), bot("random", number)
        while not match.over:
            match.position.apply(choose(match, greedy if match.to_act == seat else other))
        winners = [rank == 1 for rank in match.ranks]
        won += winners[seat] / sum(winners)
    assert won / games >= share


def test_greedy_ends_its_turn_and_takes_extra_turns():
    match = rooftop.new("tower-up", players=2, seed=4, hold=True)
    greedy = bot("greedy")
    while not match.over:
        match.play(choose(match, greedy))
    assert "Blue gets an extra turn." in match.log() or "Yellow gets an extra turn." in match.log()
    assert not any("declines" in line for line in match.log())


def test_an_unknown_bot_is_an_error():
    with pytest.raises(rooftop.OptionError, match="must be one of random, greedy, network, search, novice"):
        bot("deep blue")

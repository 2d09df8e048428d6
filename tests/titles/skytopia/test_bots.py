"""The greedy bot values positions correctly."""

import pytest

from rooftop.bots import bot, choose
from tests.titles.skytopia.tables import new


@pytest.mark.parametrize(("players", "share"), [(2, 0.9), (4, 0.7)])
def test_greedy_beats_random_players_even_alone_against_three(players, share):
    games, won = 20, 0.0
    for number in range(games):
        match = new(players, seed=number, sides="AB"[number % 2])
        seat, greedy, other = number % players, bot("greedy"), bot("random", number)
        while not match.over:
            match.position.apply(choose(match, greedy if match.to_act == seat else other))
        winners = [place == 1 for place in match.ranks]
        won += winners[seat] / sum(winners)
    assert won / games >= share

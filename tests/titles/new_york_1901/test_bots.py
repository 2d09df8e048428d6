"""The greedy bot plans placements and beats random play by far."""

import pytest

from rooftop.bots import bot, choose
from rooftop.game.match import Match
from rooftop.game.position import new_game
from tests.titles.new_york_1901.tables import TITLE


@pytest.mark.parametrize("players", [2, 3, 4])
def test_greedy_beats_random_clearly(players):
    wins = 0
    for seed in range(8):
        match = Match(new_game(TITLE, players), seed)
        seats = [bot("greedy") if seat == seed % players else bot("random", seed) for seat in range(players)]
        while not match.over:
            match.play(choose(match, seats[match.to_act], salt=match.ply))
        wins += match.ranks[seed % players] == 1
    assert wins >= 7

"""OpenSpiel: two games from Python, the same games in C++, and its IS-MCTS in Hearts."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from importlib import metadata
from typing import Any

import pyspiel

Play = Callable[[int], int]
GAMES = ("connect_four", "backgammon")
SIMULATIONS = 1000  # in a search


def version() -> str:
    return metadata.version("open_spiel")


def measures() -> list[tuple[str, str, bool, Play]]:
    games = [(name, pyspiel.load_game(name)) for name in GAMES]
    return [
        *((name, "python", False, _from_python(game, False)) for name, game in games),
        *((name, "python", True, _from_python(game, True)) for name, game in games),
        *((name, "compiled", False, _in_cpp(game)) for name, game in games),
        ("IS-MCTS in hearts", "search", False, _search()),
    ]


def _from_python(game: Any, observed: bool) -> Play:
    chance = random.Random(1)

    def play(wanted: int) -> int:
        made = 0
        while made < wanted:
            made += _game(game, chance, observed)
        return made

    return play


def _game(game: Any, chance: random.Random, observed: bool) -> int:
    """Play a random game, and return its decisions."""
    state, made = game.new_initial_state(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            state.apply_action(outcomes[int(chance.random() * len(outcomes))][0])
            continue
        if observed:
            state.observation_tensor(state.current_player())
        legal = state.legal_actions()
        state.apply_action(legal[int(chance.random() * len(legal))])
        made += 1
    return made


def _in_cpp(game: Any) -> Play:
    """Whole games of its random bots. They do not count decisions, but a state knows its history."""
    bots = [pyspiel.make_uniform_random_bot(seat, seat) for seat in range(game.num_players())]
    seeds = iter(range(10**9))

    def play(wanted: int) -> int:
        made = 0
        while made < wanted:
            state = game.new_initial_state()
            pyspiel.evaluate_bots(state, bots, next(seeds))
            made += sum(move.player >= 0 for move in state.full_history())
        return made

    return play


def _search() -> Play:
    """The game most similar to ours among those that its IS-MCTS can play: Hearts has four players, hidden
    hands, up to 13 legal actions and 64 decisions."""
    chance = random.Random(1)
    opening = pyspiel.load_game("hearts").new_initial_state()
    while opening.is_chance_node():
        opening.apply_action(chance.choice(opening.legal_actions()))
    bot = pyspiel.ISMCTSBot(1, pyspiel.RandomRolloutEvaluator(1, 1), math.sqrt(2), SIMULATIONS)

    def play(wanted: int) -> int:
        searches = max(1, math.ceil(wanted / SIMULATIONS))
        for _ in range(searches):
            bot.step(opening)
        return searches * SIMULATIONS

    return play

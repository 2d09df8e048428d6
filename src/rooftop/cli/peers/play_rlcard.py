"""RLCard: UNO, its game alone and its environment, which makes an observation for every decision."""

from __future__ import annotations

import random
from collections.abc import Callable
from importlib import metadata

import rlcard


def version() -> str:
    return metadata.version("rlcard")


def measures() -> list[tuple[str, str, bool, Callable[[int], int]]]:
    return [("uno", "python", False, _game()), ("uno", "python", True, _environment())]


def _game() -> Callable[[int], int]:
    game, chance = rlcard.make("uno", config={"seed": 1}).game, random.Random(1)

    def play(wanted: int) -> int:
        made = 0
        while made < wanted:
            game.init_game()
            while not game.is_over():
                legal = game.get_legal_actions()
                game.step(legal[int(chance.random() * len(legal))])
                made += 1
        return made

    return play


def _environment() -> Callable[[int], int]:
    env, chance = rlcard.make("uno", config={"seed": 1}), random.Random(1)

    def play(wanted: int) -> int:
        made = 0
        while made < wanted:
            state, _ = env.reset()
            while not env.is_over():
                legal = list(state["legal_actions"])
                state, _ = env.step(legal[int(chance.random() * len(legal))])
                made += 1
        return made

    return play

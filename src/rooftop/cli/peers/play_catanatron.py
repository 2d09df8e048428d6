"""catanatron: random players, and the features of its Gymnasium environment."""

from __future__ import annotations

import random
from collections.abc import Callable
from importlib import metadata

from catanatron import Color, Game, RandomPlayer
from catanatron_gym.features import create_sample

COLOURS = (Color.RED, Color.BLUE, Color.WHITE)


def version() -> str:
    return metadata.version("catanatron")


def measures() -> list[tuple[str, str, bool, Callable[[int], int]]]:
    return [("catan", "python", observed, _games(observed)) for observed in (False, True)]


def _games(observed: bool) -> Callable[[int], int]:
    random.seed(1)

    def play(wanted: int) -> int:
        made = 0
        while made < wanted:
            match, turn = Game([RandomPlayer(colour) for colour in COLOURS]), 0
            while match.winning_color() is None and turn < 1000:
                if observed:
                    create_sample(match, match.state.current_color())
                match.play_tick()
                turn += 1
            made += turn
        return made

    return play

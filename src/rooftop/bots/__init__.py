"""Bots: they sit like people. A bot gets a position blinded for its seat, never the real one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from rooftop.bots.greedy import GreedyBot
from rooftop.bots.random import RandomBot
from rooftop.errors import MoveError, OptionError
from rooftop.game.match import Match
from rooftop.game.position import Position


class Bot(Protocol):
    """Chooses one of `position.legal()`; what it cannot know has been dealt anew."""

    def choose(self, position: Position) -> int: ...


BOTS: dict[str, Callable[[int | None], Bot]] = {"random": RandomBot, "greedy": GreedyBot}


def bot(name: str, seed: int | None = None) -> Bot:
    """A bot by name; equal seeds make equal choices."""
    if name not in BOTS:
        raise OptionError(f"there is no bot {name!r}; there are {', '.join(BOTS)}")
    return BOTS[name](seed)


def choose(match: Match, player: Bot, salt: int | None = None) -> int:
    """What a bot would do now in the place of the seat to act."""
    if match.over:
        raise MoveError("the game is over; there is nothing to choose")
    return player.choose(match.position.blind(match.to_act, salt))

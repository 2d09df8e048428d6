"""Bots. A bot sees a position that is blinded for its seat, never the real one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from rooftop.bots.greedy import GreedyBot
from rooftop.bots.random import RandomBot
from rooftop.errors import MoveError, OptionError
from rooftop.game.match import Match
from rooftop.game.position import Position


class Bot(Protocol):
    """A bot returns one of `position.legal()`. Hidden information in the position has been re-dealt."""

    def choose(self, position: Position) -> int: ...


BOTS: dict[str, Callable[[int | None], Bot]] = {"random": RandomBot, "greedy": GreedyBot}


def bot(name: str, seed: int | None = None) -> Bot:
    """Return a bot by name. A bot with the same seed makes the same choices."""
    if name not in BOTS:
        raise OptionError(f"bot must be one of {', '.join(BOTS)}, not {name!r}")
    return BOTS[name](seed)


def choose(match: Match, player: Bot, salt: int | None = None) -> int:
    """Return the action that `player` chooses for the seat to act, given only what that seat may know."""
    if match.over:
        raise MoveError("the game is over")
    return player.choose(match.position.blind(match.to_act, salt))

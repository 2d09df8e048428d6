"""Bots. A bot sees a position that is blinded for its seat, never the real one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from math import isfinite, nan
from typing import Protocol

from rooftop.bots import installed
from rooftop.bots.greedy import GreedyBot
from rooftop.bots.levels import LEVELS, LevelBot
from rooftop.bots.network import NetworkBot
from rooftop.bots.random import RandomBot
from rooftop.bots.search import SearchBot
from rooftop.errors import MoveError, OptionError
from rooftop.game.match import Match
from rooftop.game.position import Position


class Bot(Protocol):
    """A bot returns one of `position.legal()`. Hidden information in the position has been re-dealt.

    `record` holds the actions of the game so far, -1 for those that the seat may not know. It is optional.
    """

    def choose(self, position: Position, record: Sequence[int] = ()) -> int: ...


BOTS: dict[str, Callable[..., Bot]] = {
    "random": RandomBot,
    "greedy": GreedyBot,
    "network": NetworkBot,
    "search": SearchBot,
    **{name: partial(LevelBot, level) for name, level in LEVELS.items()},
}


def bot_names() -> list[str]:
    """The bots that `bot` knows: our own, and those of installed packages (`bots.installed`)."""
    return [*BOTS, *(name for name in installed.installed() if name not in BOTS)]


def bot(spec: str, seed: int | None = None) -> Bot:
    """Return a bot: `name` or `name:key=value,key=value`. With the same seed it makes the same choices."""
    name, _, keys = spec.partition(":")
    if name not in BOTS and name not in installed.installed():
        raise OptionError(f"bot must be one of {', '.join(bot_names())}, not {name!r}")
    chosen = dict(_setting(spec, piece) for piece in keys.split(",")) if keys else {}
    if name not in BOTS:
        return _installed_bot(name, seed, chosen)
    try:
        return BOTS[name](seed=seed, **chosen)
    except TypeError:
        raise OptionError(f"bot {name!r} has no setting {', '.join(map(repr, chosen))}") from None


def _installed_bot(name: str, seed: int | None, chosen: dict[str, float]) -> Bot:
    """Return a bot of another package, and blame errors in it on that package."""
    of = f"bot {name!r} of {installed.package_of(installed.installed()[name])}"
    try:
        made: Bot = installed.maker(name)(seed=seed, **chosen)
    except OptionError:
        raise
    except Exception as error:
        raise OptionError(f"{of} cannot be made: {type(error).__name__}: {error}") from error
    if not callable(getattr(made, "choose", None)):
        raise OptionError(f"{of} has no method `choose`")
    return made


def _setting(spec: str, piece: str) -> tuple[str, float]:
    key, equals, text = piece.partition("=")
    try:
        number = float(text)
    except ValueError:
        number = nan
    if not key or not equals or not isfinite(number):
        raise OptionError(f"bot {spec!r}: expected name:key=number, for example search:simulations=5000")
    return key, int(number) if number.is_integer() else number


def choose(match: Match, player: Bot, salt: int | None = None) -> int:
    """Return the action that `player` chooses for the seat to act, given only what that seat may know."""
    if match.over:
        raise MoveError("the game is over")
    seat = match.to_act
    return player.choose(match.position.blind(seat, salt), match.known_actions(seat))

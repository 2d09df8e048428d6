"""A bot worker's process. It gets blinded states, never real ones, and keeps the bots that thought last."""

from __future__ import annotations

import os
import socket
import traceback
from collections import OrderedDict
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import msgspec
import numpy as np

from rooftop.bots import Bot, bot
from rooftop.bots.search import SearchBot
from rooftop.game.edition import Edition
from rooftop.game.position import Game, Position, new_game
from rooftop.game.title import OptionValue, title
from rooftop.server import worker
from rooftop.server.compiled import is_cold, load_bots

KEPT = 6  # bots kept from one decision to the next; the tree of a search may take 20 MB
NICE = 5  # people's moves and pictures go before the thoughts of bots


class Setup(NamedTuple):
    """What is agreed before a game. The text of the edition is None for the title's own."""

    title: str
    edition: str | None
    players: int
    options: tuple[tuple[str, OptionValue], ...]
    compiled: bool
    colours: tuple[str, ...] = ()


class Decision(msgspec.Struct, array_like=True):
    """A decision to make: who decides, what that seat may know, and how long it may take."""

    bot: str
    table: str
    seat: int
    setup: Setup
    rows: bytes
    record: list[int]  # the actions of the game so far; -1: not known
    seed: int
    seconds: float = 0.0
    threads: int = 1


class Choice(msgspec.Struct, array_like=True):
    """The action that a bot chose; or the traceback of a bug."""

    action: int = -1
    why: str = ""


encode = msgspec.msgpack.Encoder().encode
decode_decision = msgspec.msgpack.Decoder(Decision).decode
_kept: OrderedDict[tuple[str, int], tuple[str, Setup, Bot]] = OrderedDict()


@lru_cache(maxsize=64)
def _game(setup: Setup) -> Game:
    own = Edition.parse("edition", setup.edition) if setup.edition else None
    options = dict(setup.options)
    return new_game(title(setup.title), setup.players, options, own, setup.compiled, setup.colours)


def _bot(decision: Decision) -> Bot:
    """The bot that decided last for this seat, or a new one."""
    key = (decision.table, decision.seat)
    name, setup, player = _kept.pop(key, ("", None, None))
    if player is None or name != decision.bot or setup != decision.setup:
        player = bot(decision.bot, decision.seed)
    if isinstance(player, SearchBot):
        player.seconds, player.threads = decision.seconds, decision.threads
    _kept[key] = (decision.bot, decision.setup, player)
    while len(_kept) > KEPT:
        _kept.popitem(last=False)
    return player


def think(decision: Decision) -> Choice:
    """Choose an action, whatever happens."""
    try:
        game = _game(decision.setup)
        rows = np.frombuffer(bytearray(decision.rows), game.title.state.dtype)
        return Choice(_bot(decision).choose(Position(game, rows), decision.record))
    except Exception:
        _kept.pop((decision.table, decision.seat), None)
        return Choice(why=traceback.format_exc())


def run(line: socket.socket, titles: Sequence[str]) -> None:
    """Make decisions until the server closes the line."""

    def prepare() -> None:
        if hasattr(os, "nice"):
            os.nice(NICE)
        for kind in map(title, titles):
            if not is_cold(kind):  # else it is loaded when it has been compiled
                load_bots(kind)
                for players in kind.players:  # the first game of a kind takes a while
                    new_game(kind, players, compiled=True)

    worker.serve(line, lambda message: encode(think(decode_decision(message))), prepare)

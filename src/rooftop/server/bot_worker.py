"""The process of a bot worker. It gets blinded states, never real ones, and keeps the bots that thought
last."""

from __future__ import annotations

import os
import socket
import traceback
from collections import OrderedDict
from collections.abc import Sequence
from functools import lru_cache

import msgspec
import numpy as np

from rooftop.arena.review.judging import Judgement, Question
from rooftop.arena.review.judging import judge as judge_question
from rooftop.bots import Bot, bot
from rooftop.bots.search import Adviser, SearchBot
from rooftop.errors import NetworkError
from rooftop.game.agreed import Agreed, game_of
from rooftop.game.position import Game, Position, new_game
from rooftop.game.title import title
from rooftop.server import worker_loop
from rooftop.server.compiled import is_cold, load_bots

KEPT = 6  # bots kept from one decision to the next; the tree of a search may take 20 MB
NICE = 5  # people's moves and pictures come before bots


class DecisionRequest(msgspec.Struct, array_like=True, tag="decide"):
    """A decision to make: who decides, what that seat may know, and how long it may take."""

    bot: str
    table: str
    seat: int
    setup: Agreed
    rows: bytes
    record: list[int]  # the actions of the game so far; -1: unknown
    seed: int
    seconds: float = 0.0
    threads: int = 1


class DecisionReply(msgspec.Struct, array_like=True):
    """The action that a bot chose; or what is wrong with its network; or the traceback of a bug."""

    action: int = -1
    why: str = ""


class HintRequest(msgspec.Struct, array_like=True, tag="hint"):
    """Asks for the best moves, given what a seat may know. The answer depends on no bot, table or random
    number: equal positions get equal advice, if there is time for all simulations."""

    setup: Agreed
    rows: bytes
    also: list[int]  # more moves to judge
    simulations: int
    seconds: float = 0.0


class HintReply(msgspec.Struct, array_like=True):
    """The best moves with their chances of winning, best first; or the traceback of a bug."""

    moves: list[tuple[int, float]] = []
    why: str = ""


class JudgeRequest(msgspec.Struct, array_like=True, tag="judge"):
    """A decision of a finished game to judge."""

    setup: Agreed
    question: Question


class JudgeReply(msgspec.Struct, array_like=True):
    """A judgement; or the traceback of a bug."""

    judgement: Judgement | None = None
    why: str = ""


encode = msgspec.msgpack.Encoder().encode
decode_work = msgspec.msgpack.Decoder(DecisionRequest | HintRequest | JudgeRequest).decode
_kept: OrderedDict[tuple[str, int], tuple[str, Agreed, Bot]] = OrderedDict()


def _bot(decision: DecisionRequest) -> Bot:
    """The bot that last decided for this seat, or a new one."""
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


def think(decision: DecisionRequest) -> DecisionReply:
    """Choose an action; never raises."""
    try:
        return DecisionReply(_bot(decision).choose(_position(decision.setup, decision.rows), decision.record))
    except Exception as error:
        _kept.pop((decision.table, decision.seat), None)
        return DecisionReply(why=str(error) if isinstance(error, NetworkError) else traceback.format_exc())


def advise(hint: HintRequest) -> HintReply:
    """Find the best moves."""
    try:
        position = _position(hint.setup, hint.rows)
        found = _adviser(position.game).advise(
            position, hint.also, simulations=hint.simulations, seconds=hint.seconds
        )
        return HintReply([(one.action, round(one.chance, 4)) for one in found])
    except Exception:
        return HintReply(why=traceback.format_exc())


def judge(judging: JudgeRequest) -> JudgeReply:
    """Judge a decision."""
    try:
        return JudgeReply(judge_question(game_of(judging.setup), judging.question))
    except Exception:
        return JudgeReply(why=traceback.format_exc())


def work(message: bytes) -> bytes:
    """Answer a message."""
    wanted = decode_work(message)
    if isinstance(wanted, HintRequest):
        return encode(advise(wanted))
    return encode(judge(wanted) if isinstance(wanted, JudgeRequest) else think(wanted))


def _position(setup: Agreed, rows: bytes) -> Position:
    game = game_of(setup)
    return Position(game, np.frombuffer(bytearray(rows), game.title.state.dtype))


@lru_cache(maxsize=2)
def _adviser(game: Game) -> Adviser:
    return Adviser(game)


def run(sock: socket.socket, titles: Sequence[str]) -> None:
    """Make decisions until the server closes the socket."""

    def prepare() -> None:
        if hasattr(os, "nice"):
            os.nice(NICE)
        for kind in map(title, titles):
            if not is_cold(kind):  # otherwise it is loaded once it has been compiled
                load_bots(kind)
                for players in kind.players:  # the first game of a title takes a while
                    new_game(kind, players)

    worker_loop.serve(sock, work, prepare)

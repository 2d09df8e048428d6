"""The search in a browser: what the page's worker gets, and what its answers mean.

A title's programs are one WebAssembly file (`library`), and its network is another (`network_bytes`). A
worker gets the `Kit` of a game once, and a `Question` for each decision: the position that the seat knows and
the start of a random stream. So the same question has the same answer as here. An answer decides only the
move of the client who was asked, and it is checked like any other input.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import lru_cache
from math import isfinite
from pathlib import Path

import msgspec

from rooftop.bots.levels import LEVELS, LevelBot
from rooftop.bots.network.program import ARRAYS as NETWORK
from rooftop.bots.network.program import Evaluator, network
from rooftop.bots.network.weights import file_of
from rooftop.bots.search.advice import BEST, advice_stream, broad_part, in_order
from rooftop.bots.search.advice import CHUNK as CHUNK_OF_ADVICE
from rooftop.bots.search.bot import CHUNK, GOOD, together
from rooftop.bots.search.program import ENTRIES, search
from rooftop.bots.search.tree import DEALS, Judged, Tree
from rooftop.engine.engine import engine
from rooftop.engine.program import LIBRARIES, WEB, library_name
from rooftop.engine.record import Array
from rooftop.errors import BotError, NetworkError, OptionError
from rooftop.game.position import Game, Position
from rooftop.game.title import AnyTitle

CALLED = [name for name in ENTRIES if name != "follow"]  # a browser keeps no tree
STORED = ("D", "F", "L", "U", "A", "B", "G", "Y")  # the arrays in the file of a network, in this order
MOST_VISITS = 2**31 - 1


class Room(msgspec.Struct, frozen=True):
    """An array in the memory of a program: the bytes of an item, and its shape."""

    item: int
    shape: tuple[int, ...]


class Net(msgspec.Struct, frozen=True, kw_only=True):
    """What else a search with the network needs. Its file has the arrays `stored` one after the other."""

    rooms: dict[str, Room]
    stored: tuple[str, ...]
    settings: bytes


class Kit(msgspec.Struct, frozen=True, kw_only=True):
    """What a worker needs for a game. It stays the same until the game ends."""

    rooms: dict[str, Room]  # by parameter
    entries: dict[str, tuple[str, ...]]  # the functions that it calls, and their parameters
    tables: bytes
    settings: bytes  # of a search without network
    network: Net | None
    deals: int  # in which an immediate win must be certain
    chunk: int  # simulations of a decision between two checks of the result
    chunk_of_advice: int
    part: int  # a decision's answer has the actions with at least a `part`th of the most visits
    best: int  # moves in an advice, in addition to those asked for


class Question(msgspec.Struct, frozen=True, kw_only=True):
    """A worker's task: to decide, or to compare the best moves with those in `also`."""

    rows: bytes  # the position, blinded for the seat to act
    stream: bytes
    seat: int
    simulations: int
    broad: int = 0  # how many of them look at all moves, before some are compared
    also: tuple[int, ...] | None = None
    network: bool = False


class Answer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The result of a search in a browser: actions, how often each was tried, and its chance of winning."""

    judged: tuple[tuple[int, int, float], ...]


# --- what a worker gets ------------------------------------------------------------------------------


def library(title: AnyTitle) -> Path | None:
    """The title's programs for browsers, if they have been linked from the present sources."""
    rules = engine(title, compiled=True)
    path = rules.home / LIBRARIES / library_name([rules, search(rules), network(rules)], WEB)
    return path if path.is_file() else None


def network_bytes(title: AnyTitle) -> tuple[str, bytes]:
    """The network of a title as a worker reads it, and its digest. Raises NetworkError if there is none."""
    return _network_bytes(title, file_of(title.id))


@lru_cache(maxsize=8)
def _network_bytes(title: AnyTitle, path: Path) -> tuple[str, bytes]:
    found = dict(zip(NETWORK, Evaluator(title).arrays, strict=True))
    content = b"".join(found[name].tobytes() for name in STORED)
    return hashlib.sha256(content).hexdigest(), content


@lru_cache(maxsize=16)
def kit(game: Game) -> Kit:
    """What a worker needs for a game."""
    title = game.title
    tree = Tree(game, title.search)
    rooms = _rooms(tree.arrays | {"S": title.state.array(), "also": tree.named})
    rooms["M"] = Room(rooms["N"].item, (title.actions,))  # for moves that an advice does not look at
    return Kit(
        rooms=rooms,
        entries={name: tuple(ENTRIES[name].split()) for name in CALLED},
        tables=game.tables.tobytes(),
        settings=tree.settings.tobytes(),
        network=_net(game, set(rooms)),
        deals=DEALS,
        chunk=CHUNK,
        chunk_of_advice=CHUNK_OF_ADVICE,
        part=round(1 / GOOD),
        best=BEST,
    )


def _net(game: Game, known: set[str]) -> Net | None:
    """What a search with the network needs, if the title has one."""
    settings = game.title.network_search
    if settings is None:
        return None
    try:
        tree = Tree(game, settings, Evaluator(game.title))
    except NetworkError:
        return None
    rooms = {name: room for name, room in _rooms(tree.arrays).items() if name not in known}
    return Net(rooms=rooms, stored=STORED, settings=tree.settings.tobytes())


def _rooms(arrays: dict[str, Array]) -> dict[str, Room]:
    return {name: Room(array.itemsize, array.shape) for name, array in arrays.items()}


# --- questions and answers -----------------------------------------------------------------------------


def decide_question(position: Position, level: str, seed: int) -> Question:
    """The question whose answer decides like the bot of this level with this seed. `position` is blinded for
    the seat to act."""
    bot = _bot(level, seed)
    return Question(
        rows=position.rows.tobytes(),
        stream=bot.stream(position).tobytes(),
        seat=position.to_act,
        simulations=bot.budget(position),
        network=bot.network,
    )


def chosen(position: Position, answer: Answer, level: str, seed: int) -> int:
    """The action that the bot of this level plays after such an answer. Raises BotError if the answer is
    invalid."""
    judged = _checked(position, answer, least=1)
    return _bot(level, seed).pick(position, together([judged]))


def advise_question(position: Position, also: Sequence[int] = (), simulations: int | None = None) -> Question:
    """The question whose answer advises like an `Adviser`. `position` is blinded for its seat."""
    legal = set(position.legal())
    if not legal.issuperset(also):
        raise OptionError("advice can compare legal moves only")
    wanted = simulations or position.game.title.search.simulations
    return Question(
        rows=position.rows.tobytes(),
        stream=advice_stream(position).tobytes(),
        seat=position.to_act,
        simulations=wanted,
        broad=broad_part(wanted),
        also=tuple(dict.fromkeys(also)),
    )


def advice(position: Position, answer: Answer) -> list[Judged]:
    """The moves that an answer compares, best first. Raises BotError if the answer is invalid."""
    return in_order(_checked(position, answer, least=0))


def _bot(level: str, seed: int) -> LevelBot:
    if level not in LEVELS:
        raise OptionError(f"level must be one of {', '.join(LEVELS)}, not {level!r}")
    return LevelBot(LEVELS[level], seed)


def _checked(position: Position, answer: Answer, least: int) -> list[Judged]:
    """Check that an answer lists legal actions, each once and with at least `least` visits."""
    left = set(position.legal())
    for action, visits, chance in answer.judged:
        if action not in left or not least <= visits <= MOST_VISITS:
            raise BotError("the browser's answer names an illegal move, or one that it has not tried")
        if not isfinite(chance) or not 0 <= chance <= 1:
            raise BotError("the browser's answer has a chance that is not from 0 to 1")
        left.remove(action)
    if not answer.judged:
        raise BotError("the browser's answer is empty")
    return [Judged(*one) for one in answer.judged]

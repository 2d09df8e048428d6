"""A search tree in memory."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from rooftop.bots.network.program import ARRAYS as NETWORK
from rooftop.bots.network.program import Evaluator
from rooftop.bots.search.numbers import DEEPEST, NODES, NONE, ROOT, Node
from rooftop.bots.search.program import packed, search
from rooftop.engine.record import Array
from rooftop.engine.state import SEATS, RandomStream
from rooftop.engine.streams import stream_words
from rooftop.errors import MoveError
from rooftop.game.position import Game
from rooftop.game.title import SearchSettings

ROOM = 200_000  # nodes of a tree: 12.8 MB
DEALS = 16  # in which an immediate win must be certain


@dataclass(frozen=True)
class Judged:
    """What a search thinks of one action."""

    action: int
    visits: int
    chance: float  # of winning, for the seat to act


def stream_of(seed: str, purpose: str) -> Array:
    """A random stream for one search."""
    stream = RandomStream.array()
    stream["rng"][0] = stream_words(seed.encode(), purpose)
    return stream


class Tree:
    """One tree in memory, with everything that a simulation needs."""

    def __init__(self, game: Game, settings: SearchSettings, network: Evaluator | None = None) -> None:
        title, short, word = game.title, np.int16, np.int32
        self._given = (game, settings, network)
        self.search = search(game.engine)
        self.network = network
        self.tables = game.tables
        if network is not None and network.takes_hints:
            settings = replace(settings, lookahead=2)  # a hint looks at the whole turn
        self.settings = packed(settings, game.players)
        self.states = title.state.array(3)
        self.stream = RandomStream.array()
        self.nodes, self.spare = np.empty(ROOM, Node.dtype), np.empty(ROOM, Node.dtype)
        self.counts = np.zeros(2, np.int64)
        self.chances = np.zeros(SEATS)
        self.mark, self.seen = np.zeros(title.actions, word), np.zeros(title.actions, word)
        self.named, self.visited = np.empty(title.actions, short), np.empty(title.actions, word)
        self.weighed = np.empty(title.actions)
        self.out, self.more = np.empty(title.actions, short), np.empty(title.actions, short)
        self.values = np.empty(title.actions)
        self.path = np.empty(DEEPEST + 1, word)

    def __getstate__(self) -> tuple[object, ...]:
        """What the tree has learned; the rest is scratch space."""
        nodes = np.zeros(int(self.counts[NODES]), Node.dtype)  # nobody writes into the filler of a node
        for name in Node.fields:
            nodes[name] = self.nodes[name][: len(nodes)]
        return self._given, self.stream, self.counts, nodes.tobytes()

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        given, stream, counts, nodes = state
        Tree.__init__(self, *given)
        self.stream[:], self.counts[:] = stream, counts
        self.nodes[: counts[NODES]] = np.frombuffer(nodes, Node.dtype)

    def seed(self, seed: str, purpose: str) -> None:
        """Start a new random stream."""
        self.stream[:] = stream_of(seed, purpose)

    def plant(self) -> None:
        """Prepare a search, in an empty tree unless `follow` has kept something."""
        self.search.plant(self.nodes, self.counts, self.mark)

    def winning(self, rows: Array) -> int | None:
        """An action that ends the game at once with a sure win."""
        found = self.search.winning(rows, 0, self.tables, self.states, self.stream, self.out, DEALS)
        return None if found == NONE else int(found)

    def forget(self) -> None:
        self.counts[NODES] = 0

    @property
    def visits(self) -> int:
        return int(self.nodes["visits"][ROOT]) if self.counts[NODES] else 0

    @property
    def arrays(self) -> dict[str, Array]:
        """The arguments of the search's functions, by parameter."""
        given = {
            "T": self.tables, "W": self.states, "C": self.stream, "N": self.nodes, "M": self.spare,
            "H": self.counts, "P": self.settings, "R": self.chances, "mark": self.mark, "out": self.out,
            "more": self.more, "values": self.values, "path": self.path, "seen": self.seen,
            "named": self.named, "visits": self.visited, "chances": self.weighed,
        }  # fmt: skip
        if self.network is not None:
            given |= dict(zip(NETWORK, self.network.arrays, strict=True))
            given |= {"logits": self.network.logits, "shares": self.network.shares}
        return given

    def simulate(self, rows: Array, count: int) -> None:
        given = (
            rows, 0, self.tables, self.states, self.stream, self.nodes, self.counts, self.settings,
            self.chances, self.mark, self.out, self.more, self.values, self.path,
        )  # fmt: skip
        if self.network is None:
            self.search.simulate(*given, count)
        else:
            net = self.network
            self.search.simulate_with(*given, *net.arrays, net.logits, net.shares, count)

    def simulate_below(self, rows: Array, action: int, seat: int, count: int) -> None:
        """Simulate `count` times with this action of the seat to act. The root must have been visited
        before."""
        kept = self.search.narrow(self.nodes, self.spare, seat, action)
        if kept == NONE:
            raise MoveError(f"action {action} is not legal now")
        self.simulate(rows, count)
        self.search.widen(self.nodes, self.spare, seat, kept)

    def candidates(self, seat: int, sure: int | None, best: int, also: Sequence[int]) -> int:
        """List the moves to compare in `named`; return their number."""
        others = np.array(also, np.int16)
        found: int = self.search.candidates(
            self.nodes, seat, NONE if sure is None else sure, best, others, len(others), self.named
        )
        return found

    def least_known(self, count: int, wanted: int) -> int | None:
        """The candidate to look at next, unless enough is known and the tree has the visits `wanted`."""
        found = self.search.least_known(self.nodes, self.named, count, wanted)
        return None if found == NONE else int(found)

    def follow(self, actions: Sequence[int]) -> None:
        """Keep only the subtree below these actions."""
        if self.counts[NODES] == 0:
            return
        if self.search.follow(self.nodes, self.spare, self.counts, np.array(actions, np.int16)):
            self.nodes, self.spare = self.spare, self.nodes
        else:
            self.forget()

    def judged(self, seat: int) -> list[Judged]:
        """What the tree says about the actions at its root."""
        return self.judged_of(seat, self.search.visited(self.nodes, 0, self.named))

    def judged_of(self, seat: int, count: int, sure: int | None = None) -> list[Judged]:
        """What the tree says about the actions in `named`."""
        self.search.judged(
            self.nodes, seat, self.named, count, NONE if sure is None else sure, self.visited, self.weighed
        )
        rows = zip(
            self.named[:count].tolist(), self.visited[:count].tolist(), self.weighed.tolist(), strict=False
        )
        return [Judged(*row) for row in rows]

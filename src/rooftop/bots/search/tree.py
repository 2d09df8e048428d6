"""A search tree in memory."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from rooftop.bots.network.program import Evaluator
from rooftop.bots.search.numbers import DEEPEST, NODES, NONE, ROOT, STAMP, Node
from rooftop.bots.search.program import packed, search
from rooftop.engine.record import Array
from rooftop.engine.state import SEATS, RandomStream
from rooftop.engine.streams import stream_words
from rooftop.game.position import Game
from rooftop.game.title import SearchSettings

ROOM = 200_000  # nodes of a tree: 12.8 MB
DEALS = 16  # in which an immediate win must be sure
HOPELESS = -1e9  # the value of a node that is not to be selected


@dataclass(frozen=True)
class Judged:
    """What a search thinks of one action."""

    action: int
    visits: int
    chance: float  # of the seat to act to win


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
        self.mark = np.zeros(title.actions, word)
        self.out, self.more = np.empty(title.actions, short), np.empty(title.actions, short)
        self.worth = np.empty(title.actions)
        self.path = np.empty(DEEPEST + 1, word)

    def __getstate__(self) -> tuple[object, ...]:
        """What the tree has learned; the rest is room."""
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
        self.stream["rng"][0] = stream_words(seed.encode(), purpose)

    def plant(self) -> None:
        """Get ready to search, in an empty tree unless `follow` has kept something."""
        self.mark[:] = 0
        self.counts[STAMP] = 0
        if self.counts[NODES] == 0:
            self.nodes[ROOT] = np.zeros(1, Node.dtype)[0]
            self.nodes["first"][ROOT] = self.nodes["next"][ROOT] = NONE
            self.counts[NODES] = 1

    def winning(self, rows: Array) -> int | None:
        """An action that ends the game at once with a sure win."""
        found = self.search.winning(rows, 0, self.tables, self.states, self.stream, self.out, DEALS)
        return None if found == NONE else int(found)

    def forget(self) -> None:
        self.counts[NODES] = 0

    @property
    def visits(self) -> int:
        return int(self.nodes["visits"][ROOT]) if self.counts[NODES] else 0

    def simulate(self, rows: Array, count: int) -> None:
        given = (
            rows, 0, self.tables, self.states, self.stream, self.nodes, self.counts, self.settings,
            self.chances, self.mark, self.out, self.more, self.worth, self.path,
        )  # fmt: skip
        if self.network is None:
            self.search.simulate(*given, count)
        else:
            net = self.network
            self.search.simulate_with(*given, *net.arrays, net.logits, net.shares, count)

    def simulate_below(self, rows: Array, action: int, seat: int, count: int) -> None:
        """Simulate `count` times with this action of the seat to act. The root has been visited before."""
        children = self._children()
        chosen = next(child for child in children if self.nodes["action"][child] == action)
        others = [child for child in children if child != chosen]
        self._put_first(chosen, children)
        kept = self.nodes[others]
        self.nodes["visits"][others] = 1
        self.nodes["value"][others, seat] = HOPELESS
        self.simulate(rows, count)
        self.nodes["visits"][others] = kept["visits"]
        self.nodes["value"][others, seat] = kept["value"][:, seat]

    def _put_first(self, chosen: int, children: list[int]) -> None:
        """Let the search consider this child of the root, however few it considers."""
        at = children.index(chosen)
        if at:
            self.nodes["next"][children[at - 1]] = self.nodes["next"][chosen]
            self.nodes["next"][chosen] = children[0]
            self.nodes["first"][ROOT] = chosen

    def _children(self) -> list[int]:
        """The children of the root, in their order."""
        found, child = [], int(self.nodes["first"][ROOT])
        while child != NONE:
            found.append(child)
            child = int(self.nodes["next"][child])
        return found

    def follow(self, actions: Sequence[int]) -> None:
        """Keep only what lies below these actions."""
        if self.counts[NODES] == 0:
            return
        if self.search.follow(self.nodes, self.spare, self.counts, np.array(actions, np.int16)):
            self.nodes, self.spare = self.spare, self.nodes
        else:
            self.forget()

    def judged(self, seat: int) -> list[Judged]:
        """What the tree says of the actions at its root."""
        found = []
        for child in self._children():
            node = self.nodes[child]
            visits = int(node["visits"])
            if visits:
                found.append(Judged(int(node["action"]), visits, float(node["value"][seat]) / visits))
        return found

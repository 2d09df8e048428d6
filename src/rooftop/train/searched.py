"""Games that the search plays with a network, and what it finds in them. Workers play them, without JAX."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any

import numpy as np

from rooftop.bots.network import Evaluator
from rooftop.bots.network import Weights as Checkpoint
from rooftop.bots.search import search
from rooftop.bots.search.numbers import ROOT
from rooftop.bots.search.tree import Tree
from rooftop.engine.record import Array
from rooftop.engine.state import SEATS
from rooftop.game.position import Game, Position, new_game
from rooftop.game.title import title


@dataclass(frozen=True)
class Played:
    """A game: arrays with a row for each decision that was a choice, and the result of every seat."""

    number: int
    players: int
    observation: Array  # int16, of the seat to act
    mask: Array  # bool, of the legal actions
    action_values: Array  # int32, of the legal actions, if the network takes hints
    seat: Array  # the one to act
    shares: Array  # float16: the share of the visits of each action
    values: Array  # float32: what the search expects for each seat
    ranks: Array
    points: Array


@dataclass(frozen=True)
class Searches:
    """Numbered games of a search with a network in all seats, as a job for workers."""

    title: str
    weights: Checkpoint
    players: tuple[int, ...]  # numbers of players, in turn
    simulations: int  # of each decision
    opening: float  # the part of a game in which actions are chosen in proportion to their visits
    seed: int

    def games(self) -> list[Game]:
        return [new_game(self.title, count) for count in self.players]

    def is_cold(self) -> bool:
        return search(self.games()[0].engine).is_cold()

    def open(self) -> Callable[[int], Played]:
        trees, kind = [], title(self.title)
        for game in self.games():
            search(game.engine).prepare()
            settings = kind.network_search or kind.search
            trees.append((game, Tree(game, settings, Evaluator(kind, self.weights))))
        return partial(self._play, trees)

    def label(self, number: int) -> str:
        return f"game {number} of seed {self.seed}"

    def _play(self, trees: list[tuple[Game, Tree]], number: int) -> Played:
        game, tree = trees[number % len(trees)]
        chance = Random(f"{self.seed} {number}")
        evaluator = Evaluator(game.title, self.weights)
        position = game.position(chance.getrandbits(62))
        opening = self.opening * game.title.search.length[game.players - 2]
        rows: list[tuple[Any, ...]] = []
        while not position.over:
            legal = position.legal()
            if len(legal) == 1:
                position.apply(legal[0])
                continue
            seen = position.blind(position.to_act, chance.getrandbits(62))
            tree.seed(f"{self.seed} {number} {position.ply}", "teach")
            visits, values = searched(tree, seen, self.simulations)
            rows.append((*sight_of(evaluator, seen), seen.to_act, visits / visits.sum(), values))
            if position.ply < opening:
                position.apply(chance.choices(range(len(visits)), visits.tolist())[0])
            else:
                position.apply(int(visits.argmax()))
        observation, mask, action_values, seat, shares, expected = zip(*rows, strict=True)
        return Played(
            number,
            game.players,
            np.array(observation),
            np.array(mask),
            np.array(action_values),
            np.array(seat, np.int32),
            np.array(shares, np.float16),
            np.array(expected, np.float32),
            _padded(position.ranks),
            _padded([position.total(one) for one in range(game.players)]),
        )


def _padded(numbers: list[int]) -> Array:
    """A number for each seat, 0 for absent ones."""
    return np.array([*numbers, *[0] * (SEATS - len(numbers))], np.int32)


def searched(tree: Tree, position: Position, simulations: int) -> tuple[Array, Array]:
    """Search a position that is blinded for its seat to act: how often each action was visited, and each
    seat's chance of winning."""
    tree.forget()
    tree.plant()
    tree.simulate(position.rows, simulations)
    visits = np.zeros(position.game.title.actions, np.int64)
    for one in tree.judged(position.to_act):
        visits[one.action] = one.visits
    values: Array = tree.nodes["value"][ROOT] / tree.visits
    return visits, values


def sight_of(evaluator: Evaluator, position: Position) -> tuple[Array, Array, Array]:
    """The network's input: the observation, the legal actions, and the value of each."""
    mask = np.zeros(position.game.title.actions, bool)
    action_values = np.zeros(len(mask), np.int32)
    actions, _, _ = evaluator.evaluate(position)
    mask[actions] = True
    action_values[actions] = evaluator.values[: len(actions)]
    return position.observe(position.to_act), mask, action_values

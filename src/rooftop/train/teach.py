"""Search teaches a network: it plays games with it, and the network learns what the search found.

The policy learns how often each action was visited; the value learns a mixture of the game's result and what
the search expected. A policy from self-play is much more certain than the search. So it is compared at a
`temperature`: otherwise it would learn nothing but doubt, at the cost of what the value knows.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from functools import partial
from typing import NamedTuple

import jax
import jax.numpy as jnp
import msgspec
import numpy as np

from rooftop.arena.workers import Crew
from rooftop.bots.network.weights import Weights as Checkpoint
from rooftop.engine.record import Array
from rooftop.game.position import new_game
from rooftop.game.title import AnyTitle
from rooftop.train.checkpoint import weights_of
from rooftop.train.learner import Learner, improved, new_learner, outcome, turned
from rooftop.train.network import Sight, Weights, opinion, sight
from rooftop.train.searched import Played, Searches
from rooftop.train.settings import Settings, Teaching
from rooftop.train.strength import strength
from rooftop.train.table import Seen

HELD_OUT = 5  # of this many games with each number of players, one is never learned from
SLOW_STEPS = 50  # until the rate reaches the chosen one
AT_ONCE = 512  # positions evaluated at once


class Positions(NamedTuple):
    """The training data: arrays with a row for each decision."""

    numbers: Array  # what the network sees, in 16 bits; `Sight` explains both
    choices: Array
    shares: Array  # of the visits of each action
    target: Array  # the share of the outcome of each seat, counted from the one to act
    players: Array

    def some(self, rows: Array | slice) -> Positions:
        return Positions(*(array[rows] for array in self))


class Losses(NamedTuple):
    """Cross entropies between what the search found and what the network says."""

    policy: float
    value: float


class TeachingReport(NamedTuple):
    """The progress of a network."""

    minutes: float  # of playing and learning, without measuring
    games: int
    decisions: int  # learned from
    held: int  # decisions held out
    before: Losses  # on these, of the network at the start
    after: Losses  # ... and now
    greedy: list[float]  # share of wins of the policy against copies of this bot, for each number of players
    last: bool

    def line(self) -> str:
        return "  ".join(
            [
                f"{60 * self.minutes:5.0f} s",
                f"{self.games:5d} games",
                f"{self.decisions:7d} decisions",
                f"policy {self.before.policy:.4f} -> {self.after.policy:.4f}",
                f"value {self.before.value:.4f} -> {self.after.value:.4f}",
                f"({self.held} held out)",
                "greedy " + "/".join(f"{100 * share:.0f}" for share in self.greedy) + " %",
            ]
        )


def positions(games: Sequence[Played], weights: Weights, unit: float, searched: float) -> Positions:
    """The decisions of some games. `searched` is the share of a value's target that the search expected; the
    rest is the outcome."""

    def of_game(name: str) -> Array:
        return np.array([getattr(game, name) for game in games]).repeat(lengths, axis=0)

    lengths = [len(game.seat) for game in games]
    observation, mask, action_values, seat, shares, values = (
        np.concatenate([getattr(game, name) for game in games])
        for name in ("observation", "mask", "action_values", "seat", "shares", "values")
    )
    players, ranks, points = of_game("players"), of_game("ranks"), of_game("points")
    seen = (observation, mask, action_values, seat, players, seat, ranks, points)  # `ended` is not used
    found = []
    for rows, count in _parts(len(seat)):
        some = Seen(*(array[rows] for array in seen))
        part = _seen_and_expected(weights, some, values[rows], unit, searched)
        found.append([np.asarray(array)[:count] for array in part])
    numbers, choices, target = (np.concatenate(arrays) for arrays in zip(*found, strict=True))
    return Positions(numbers, choices, shares, target, players)


@partial(jax.jit, static_argnames=("unit", "searched"))
def _seen_and_expected(
    weights: Weights, rows: Seen, values: jax.Array, unit: float, searched: float
) -> tuple[jax.Array, jax.Array, jax.Array]:
    """What the network sees in each row, and what it should expect."""
    seen = jax.tree.map(jnp.transpose, rows)
    numbers, choices = sight(weights, seen, unit, jnp.float16)
    ended = outcome(seen.ranks, seen.points, seen.players, Settings())
    target = turned((1 - searched) * ended + searched * values.T, seen.seat, seen.players)
    return numbers.T, choices.T, target.T


def _parts(count: int) -> Iterator[tuple[Array, int]]:
    """Rows to work on at once, and how many of them count: all parts have one size, to be compiled once."""
    for start in range(0, count, AT_ONCE):
        yield np.arange(start, start + AT_ONCE) % count, min(AT_ONCE, count - start)


def surprises(weights: Weights, some: Positions, temperature: float) -> tuple[jax.Array, jax.Array]:
    """The cross entropies of the policy, at a temperature, and of the value in each position."""
    thought = opinion(weights, Sight(some.numbers.T.astype(jnp.float32), some.choices.T), some.players)
    policy = -(
        some.shares.T.astype(jnp.float32) * jax.nn.log_softmax(thought.logits / temperature, axis=0)
    ).sum(axis=0)
    value = -(some.target.T * jax.nn.log_softmax(thought.shares, axis=0)).sum(axis=0)
    return policy, value


_measured = jax.jit(surprises, static_argnames="temperature")


def losses(weights: Weights, held: Positions, temperature: float) -> Losses:
    """The mean cross entropies over some positions."""
    found = []
    for rows, count in _parts(len(held.players)):
        found.append(np.stack(_measured(weights, held.some(rows), temperature))[:, :count])
    policy, value = np.concatenate(found, axis=1).mean(axis=1).tolist()
    return Losses(policy, value)


@partial(jax.jit, static_argnames="settings", donate_argnums=0)
def _step(learner: Learner, some: Positions, settings: Teaching) -> Learner:
    def loss(weights: Weights) -> jax.Array:
        policy, value = surprises(weights, some, settings.temperature)
        return (settings.policy * policy + value).mean()

    slopes = jax.grad(loss)(learner.weights)
    return improved(learner, slopes, settings.rate * jnp.minimum(1.0, (learner.steps + 1) / SLOW_STEPS))


def learned(learner: Learner, window: Positions, settings: Teaching, chance: np.random.Generator) -> Learner:
    """Learn from all positions a few times, a batch at a time, in random order."""
    size = min(settings.batch, len(window.players))
    for _ in range(settings.passes):
        order = chance.permutation(len(window.players))
        for start in range(0, len(order) - size + 1, size):
            learner = _step(learner, window.some(order[start : start + size]), settings)
    return learner


class Lessons:
    """A network and the search that teaches it."""

    def __init__(
        self, kind: AnyTitle, settings: Teaching, start: Checkpoint, crew: Crew | None = None
    ) -> None:
        self.kind, self.settings, self.start = kind, settings, start
        self.crew = crew or Crew(1)
        counts = settings.players or tuple(kind.edition().players)
        self.job = Searches(kind.id, start, counts, settings.simulations, settings.opening, settings.seed)
        self.learner = new_learner(weights_of(start))
        self.rounds = self.games = self.decisions = 0
        self.seconds = 0.0
        self._window: list[Positions] = []
        self._held: list[Positions] = []
        self._chance = np.random.default_rng(settings.seed)

    @property
    def weights(self) -> Weights:
        return self.learner.weights

    def teach(
        self, keep: Callable[[Checkpoint], None] | None = None, command: str = ""
    ) -> Iterator[TeachingReport]:
        """Play and learn until the time or the rounds are over; yield a report after every round. `keep` gets
        a checkpoint with each."""
        last = False
        while not last:
            began = time.perf_counter()
            self._round(began + 60 * self.settings.minutes - self.seconds)
            jax.block_until_ready(self.weights)
            self.seconds += time.perf_counter() - began
            last = self.rounds >= self.settings.rounds or self.seconds >= 60 * self.settings.minutes
            if keep is not None:
                keep(self.checkpoint(command))
            yield self._report(last)

    def _round(self, ends: float) -> None:
        """Play some games and learn from the last positions. The first round is always played to its end."""
        first = self.rounds * self.settings.games
        played = []
        with closing(self.crew.work(self.job, range(first, first + self.settings.games))) as games:
            for _, game in games:
                played.append(game)
                if self.rounds and time.perf_counter() >= ends:
                    break
        self.rounds += 1
        self.games += len(played)
        played.sort(key=lambda game: game.number)
        self._add(self._held, [game for game in played if self._is_held(game)])
        self._add(self._window, [game for game in played if not self._is_held(game)])
        while len(self._window) > 1 and _count(self._window[1:]) >= self.settings.window:
            del self._window[0]
        self.learner = learned(self.learner, _joined(self._window), self.settings, self._chance)
        self.job = replace(self.job, weights=self.checkpoint())

    def _is_held(self, game: Played) -> bool:
        return game.number // len(self.job.players) % HELD_OUT == 0

    def _add(self, lists: list[Positions], games: list[Played]) -> None:
        if games:
            unit = self.kind.search.prior
            lists.append(positions(games, self.weights, unit, self.settings.searched))
            if lists is self._window:
                self.decisions += len(lists[-1].players)

    def _report(self, last: bool) -> TeachingReport:
        settings, held = self.settings, _joined(self._held)
        games = [new_game(self.kind, count) for count in self.job.players]
        each = settings.final if last else settings.measured
        return TeachingReport(
            self.seconds / 60,
            self.games,
            self.decisions,
            len(held.players),
            losses(weights_of(self.start), held, settings.temperature),
            losses(self.weights, held, settings.temperature),
            strength(self.weights, games, each, "greedy", settings.seed + 1, "cpu", jnp.float32),
            last,
        )

    def checkpoint(self, command: str = "") -> Checkpoint:
        """What the network has learned. Time, decisions and commands are those of its whole training."""
        before = self.start.meta
        meta = msgspec.structs.replace(
            before,
            minutes=round(before.minutes + self.seconds / 60, 3),
            decisions=before.decisions + self.decisions,
            command=" && ".join(filter(None, (before.command, command))),
        )
        return Checkpoint(meta, {name: np.asarray(array) for name, array in self.weights.items()})


def _count(parts: Iterable[Positions]) -> int:
    return sum(len(part.players) for part in parts)


def _joined(parts: Sequence[Positions]) -> Positions:
    return Positions(*(np.concatenate(arrays) for arrays in zip(*parts, strict=True)))

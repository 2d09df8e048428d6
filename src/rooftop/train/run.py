"""A training run: play, learn, report, and keep the weights."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from rooftop.bots.network.weights import Weights as Checkpoint
from rooftop.engine import gpu
from rooftop.engine.record import Array
from rooftop.engine.state import SKIP
from rooftop.errors import OptionError
from rooftop.game.position import new_game
from rooftop.game.title import AnyTitle
from rooftop.train.checkpoint import check, checkpoint_of, weights_of
from rooftop.train.learner import Learner, RolloutStep, compiled, new_learner
from rooftop.train.network import Weights, new_weights
from rooftop.train.settings import Settings
from rooftop.train.strength import OPPONENTS, strength
from rooftop.train.table import Table

WARM_UP = 200  # random steps before the run: they spread the games over all stages, and scale observations
SLOW_ROUNDS = 10  # until the rate reaches the chosen one
LEAST_RATE, LEAST_ENTROPY = 0.05, 0.1  # as a fraction of their start values


class TrainingReport(NamedTuple):
    """The progress of a run."""

    minutes: float  # of training, without measuring
    decisions: int
    rate: float  # decisions a second since the report before
    entropy: float  # of the policy
    surprise: float  # of the value head
    strength: dict[str, list[float]]  # share of wins against each bot, for each number of players
    last: bool

    def line(self) -> str:
        parts = [
            f"{60 * self.minutes:5.0f} s",
            f"{self.decisions / 1e6:9.2f} M decisions",
            f"{self.rate / 1e6:6.3f} M/s",
            f"entropy {self.entropy:.3f}",
            f"surprise {self.surprise:.4f}",
        ]
        for name, shares in self.strength.items():
            parts.append(f"{name} " + "/".join(f"{100 * share:.0f}" for share in shares) + " %")
        return "  ".join(parts)


class TrainingRun:
    """The training of one network. `device` is "cpu", "cuda" or "auto"."""

    def __init__(
        self, kind: AnyTitle, settings: Settings, device: str = "auto", start: Checkpoint | None = None
    ) -> None:
        self.kind, self.settings = kind, settings
        self.device = chosen_device(device)
        self.number = jnp.bfloat16 if self.device == "cuda" else jnp.float32
        players = settings.players or tuple(kind.edition().players)
        self.games = [new_game(kind, count) for count in players]
        self.table = Table(self.games, settings.games, settings.seed, self.device, settings.hints)
        highest = self._warm_up()
        self.start = start
        if start is None:
            weights = new_weights(settings, kind.observation, kind.actions, scale_for(highest))
        else:
            check(start, kind, settings)
            weights = weights_of(start)
        self.learner: Learner = new_learner(weights)
        self.decisions = self.rounds = 0
        self.seconds = 0.0
        self._key = jax.random.key(settings.seed, impl="unsafe_rbg")
        self._work = compiled(settings, kind.search.prior, self.number)

    @property
    def weights(self) -> Weights:
        return self.learner.weights

    def _warm_up(self) -> Array:
        """Play at random, some games slower than others; return the largest number of each observation."""
        batch, chance = self.table.batch, np.random.default_rng(self.settings.seed)
        speed = chance.random(self.settings.games)
        highest = np.zeros(self.kind.observation, np.int64)
        for step in range(WARM_UP):
            drawn = np.asarray(batch.random())
            batch.step(np.where(chance.random(len(drawn)) < speed, drawn, SKIP).astype(np.int16))
            if step % 20 == 0 or len(drawn) < 1024:
                highest = np.maximum(highest, np.abs(np.asarray(batch.observation)).max(axis=0))
        return highest

    def train(
        self, keep: Callable[[Checkpoint], None] | None = None, command: str = ""
    ) -> Iterator[TrainingReport]:
        """Train until the time or the decisions are used up; yield a report at the start of every period and
        one at the end. `keep` gets a checkpoint with each report."""
        settings = self.settings
        began = time.perf_counter()
        reported, measured, waited = began, 0, 0.0
        told: dict[str, jax.Array] = {}
        chance = np.random.default_rng(settings.seed)
        while True:
            done = self._done()
            if done >= 1:
                break
            told = self._round(done, chance)
            now = time.perf_counter()
            self.seconds = now - began - waited
            if now - reported >= settings.report:
                jax.block_until_ready(told)
                yield self._report(told, measured, reported, False, keep, command)
                waited += time.perf_counter() - now
                reported, measured = time.perf_counter(), self.decisions
        jax.block_until_ready(told)
        self.seconds = time.perf_counter() - began - waited
        yield self._report(told, measured, reported, True, keep, command)

    def _done(self) -> float:
        return max(self.seconds / (60 * self.settings.minutes), self.decisions / self.settings.decisions)

    def _round(self, done: float, chance: np.random.Generator) -> dict[str, jax.Array]:
        """Play some steps in all games, and learn from them."""
        settings = self.settings
        rollout = self._play()
        lessons = self._work.lesson(tuple(rollout), self.table.players)
        self.rounds += 1
        rate = settings.rate * max(LEAST_RATE, 1 - done) * min(1.0, self.rounds / SLOW_ROUNDS)
        entropy = settings.entropy * max(LEAST_ENTROPY, 1 - done)
        told: dict[str, jax.Array] = {}
        for _ in range(settings.passes):
            for row in chance.permutation(settings.horizon).tolist():
                self.learner, told = self._work.learn(
                    self.learner, rollout[row].sight, lessons, row, self.table.players, rate, entropy
                )
        self.decisions += settings.games * settings.horizon
        return told

    def _play(self) -> list[RolloutStep]:
        """The decisions of some steps, and one more that is not carried out."""
        rollout: list[RolloutStep] = []
        for _ in range(self.settings.horizon + 1):
            if rollout:
                self.table.step(rollout[-1].action)
            self._key, key = jax.random.split(self._key)
            rollout.append(self._work.decide(self.weights, self.table.seen(), key))
        return rollout

    def _report(
        self,
        told: dict[str, jax.Array],
        measured: int,
        since: float,
        last: bool,
        keep: Callable[[Checkpoint], None] | None,
        command: str,
    ) -> TrainingReport:
        rate = (self.decisions - measured) / max(time.perf_counter() - since, 1e-9)
        if keep is not None:
            keep(self.checkpoint(command))
        each = self.settings.final if last else self.settings.measured
        found = {name: self.strength(name, each) for name in OPPONENTS}
        entropy, surprise = float(told.get("entropy", jnp.nan)), float(told.get("value", jnp.nan))
        return TrainingReport(self.seconds / 60, self.decisions, rate, entropy, surprise, found, last)

    def strength(self, opponent: str, each: int) -> list[float]:
        """The policy alone against copies of a bot: its share of wins for each number of players."""
        seed = self.settings.seed + 1
        return strength(self.weights, self.games, each, opponent, seed, self.device, self.number)

    def checkpoint(self, command: str = "") -> Checkpoint:
        return checkpoint_of(self, command)


def scale_for(highest: Array) -> Array:
    """Powers of two that bring observations below one."""
    return np.exp2(-np.ceil(np.log2(np.maximum(highest, 1)))).astype(np.float32)


def chosen_device(name: str) -> str:
    if name not in ("auto", "cpu", "cuda"):
        raise OptionError(f"device must be auto, cpu or cuda, not {name!r}")
    accelerated = False
    with suppress(RuntimeError):
        accelerated = bool(jax.devices("gpu"))
    if name == "cuda" and not (accelerated and gpu.available()):
        raise OptionError("training on a GPU needs JAX with CUDA and rooftop[gpu], and a GPU")
    if name == "auto":
        return "cuda" if accelerated and gpu.available() else "cpu"
    return name

"""Proximal policy optimisation for two to four seats with one network in all of them.

There are no rewards before the end of a game. The value head predicts each seat's share of the outcome, and
lambda-returns run over the game in absolute seats: every decision of every player teaches every seat's value.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp

from rooftop.engine.state import SEATS
from rooftop.train.network import ILLEGAL, OUT_OF_REACH, Opinion, Sight, Weights, opinion, sight
from rooftop.train.settings import Settings
from rooftop.train.table import Seen

FROZEN = ("scale",)
LARGEST_GRADIENT = 0.5
DECAY = 1e-4
MOMENTS = (0.9, 0.99)


class RolloutStep(NamedTuple):
    """What one step must remember of every game, and how the previous decision ended the game."""

    sight: Sight
    action: jax.Array
    chance: jax.Array  # its logarithm
    seat: jax.Array
    shares: jax.Array  # of the outcome, for every absolute seat
    ended: jax.Array
    outcome: jax.Array


class Lesson(NamedTuple):
    """The training data from the decisions of a rollout: arrays with a row for each step."""

    action: jax.Array
    chance: jax.Array
    advantage: jax.Array
    target: jax.Array  # shares of the seats, counted from the one to act


class Learner(NamedTuple):
    """Weights and what the optimiser remembers of their gradients."""

    weights: Weights
    mean: Weights
    square: Weights
    steps: jax.Array


def new_learner(weights: Weights) -> Learner:
    zeros = {name: jnp.zeros_like(array) for name, array in weights.items()}
    return Learner(
        weights, zeros, {name: jnp.zeros_like(array) for name, array in zeros.items()}, jnp.zeros(())
    )


def turned(shares: jax.Array, by: jax.Array, players: jax.Array) -> jax.Array:
    """Rows of seats, rotated so that row s is that of seat (s + by) of the players; absent ones stay."""
    rows = jnp.arange(SEATS)[:, None]
    index = jnp.where(rows < players, (rows + by) % players, rows)
    return jnp.take_along_axis(shares, index, axis=-2)


def outcome(ranks: jax.Array, points: jax.Array, players: jax.Array, settings: Settings) -> jax.Array:
    """Each seat's share of the outcome of a game that has ended."""
    missing = SEATS - ranks.shape[0]
    ranks = jnp.pad(ranks.astype(jnp.int32), ((0, missing), (0, 0)))
    scored = jnp.pad(points.astype(jnp.float32), ((0, missing), (0, 0)))
    won = (ranks == 1).astype(jnp.float32)
    won /= jnp.maximum(won.sum(axis=0), 1)
    there = jnp.arange(SEATS)[:, None] < players
    by_points = jax.nn.softmax(jnp.where(there, scored / settings.points, -jnp.inf), axis=0)
    return (1 - settings.margin) * won + settings.margin * by_points


def decide(
    weights: Weights, seen: Seen, key: jax.Array, settings: Settings, unit: float, kind: Any
) -> RolloutStep:
    """Choose an action in every game, at random by the policy; some of them any legal action."""
    given = sight(weights, seen, unit, kind)
    seat, players = seen.seat.astype(jnp.int32), seen.players
    thought = opinion(weights, given, players)
    noise = jax.random.gumbel(key, thought.logits.shape, jnp.float32)
    logits, explore = thought.logits, settings.explore
    if explore:
        odd = jax.random.uniform(jax.random.fold_in(key, 1), seat.shape) < explore
        logits = jnp.where(odd, jnp.where(given.choices == ILLEGAL, OUT_OF_REACH, 0.0), logits)
    action = jnp.argmax(logits + noise, axis=0).astype(jnp.int32)
    chance = log_chance(thought, action)
    if explore:
        legal = (given.choices != ILLEGAL).sum(axis=0)
        chance = jnp.log((1 - explore) * jnp.exp(chance) + explore / legal)
    return RolloutStep(
        given,
        action,
        chance,
        seat,
        turned(jax.nn.softmax(thought.shares, axis=0), players - seat, players),
        seen.ended.astype(jnp.float32),
        outcome(seen.ranks, seen.points, players, settings),
    )


def log_chance(thought: Opinion, action: jax.Array) -> jax.Array:
    """The logarithm of the chance of the action in each game."""
    return of_action(thought.logits, action) - jax.nn.logsumexp(thought.logits, axis=0)


def of_action(rows: jax.Array, action: jax.Array) -> jax.Array:
    """The row of an action in each game, as a sum: unlike a lookup, that becomes one kernel with the code
    around it."""
    return jnp.where(jnp.arange(rows.shape[0])[:, None] == action, rows, 0).sum(axis=0)


def lesson(rollout: Sequence[RolloutStep], players: jax.Array, settings: Settings) -> Lesson:
    """Advantages and targets of all decisions but the last, which only shows how the game continues."""
    shares = jnp.stack([one.shares for one in rollout])
    ended = jnp.stack([one.ended for one in rollout[1:]])[:, None]
    outcomes = jnp.stack([one.outcome for one in rollout[1:]])
    seat = jnp.stack([one.seat for one in rollout[:-1]])

    def back(later: jax.Array, step: Any) -> tuple[jax.Array, jax.Array]:
        following, over, result = step
        mixed = (1 - settings.trace) * following + settings.trace * later
        found = over * result + (1 - over) * mixed
        return found, found

    _, returns = jax.lax.scan(back, shares[-1], (shares[1:], ended, outcomes), reverse=True)
    own = jnp.take_along_axis(returns - shares[:-1], seat[:, None], axis=1)[:, 0]
    advantage = (own - own.mean()) / (own.std() + 1e-6)
    target = jax.vmap(lambda row, by: turned(row, by, players))(returns, seat)
    action, chance = (
        jnp.stack([getattr(one, name) for one in rollout[:-1]]) for name in ("action", "chance")
    )
    return Lesson(action, chance, advantage, target)


def loss(
    weights: Weights, given: Sight, taught: Lesson, players: jax.Array, entropy: jax.Array, clip: float
) -> tuple[jax.Array, dict[str, jax.Array]]:
    thought = opinion(weights, given, players)
    chances = jax.nn.log_softmax(thought.logits, axis=0)
    ratio = jnp.exp(of_action(chances, taught.action) - taught.chance)
    gain = jnp.minimum(
        ratio * taught.advantage, jnp.clip(ratio, 1 - clip, 1 + clip) * taught.advantage
    ).mean()
    spread = -(jnp.exp(chances) * jnp.maximum(chances, -50)).sum(axis=0).mean()
    surprise = (
        -(taught.target * jnp.maximum(jax.nn.log_softmax(thought.shares, axis=0), -50)).sum(axis=0).mean()
    )
    return surprise - gain - entropy * spread, {"entropy": spread, "value": surprise}


def learn(
    learner: Learner,
    given: Sight,
    lessons: Lesson,
    row: jax.Array,
    players: jax.Array,
    rate: jax.Array,
    entropy: jax.Array,
    settings: Settings,
) -> tuple[Learner, dict[str, jax.Array]]:
    """Learn from the decisions of one step of all games, a part of the games at a time."""
    parts = settings.parts

    def dealt(array: jax.Array) -> jax.Array:
        """Deal the games out, so that each part has games with every number of players."""
        return jnp.moveaxis(array.reshape(*array.shape[:-1], array.shape[-1] // parts, parts), -1, 0)

    def one(before: Learner, part: tuple[Sight, Lesson, jax.Array]) -> tuple[Learner, dict[str, jax.Array]]:
        slopes, told = jax.grad(loss, has_aux=True)(before.weights, *part, entropy, settings.clip)
        return improved(before, slopes, rate), told

    taught = Lesson(*(array[row] for array in lessons))
    after, told = jax.lax.scan(one, learner, jax.tree.map(dealt, (given, taught, players)))
    return after, {name: values.mean() for name, values in told.items()}


def improved(learner: Learner, slopes: Weights, rate: jax.Array) -> Learner:
    """One step of Adam."""
    size = jnp.sqrt(sum(jnp.sum(slope * slope) for slope in slopes.values()))
    shrink = jnp.minimum(1.0, LARGEST_GRADIENT / (size + 1e-6))
    steps = learner.steps + 1
    weights, mean, square = {}, {}, {}
    for name, weight in learner.weights.items():
        slope = slopes[name] * shrink
        mean[name] = MOMENTS[0] * learner.mean[name] + (1 - MOMENTS[0]) * slope
        square[name] = MOMENTS[1] * learner.square[name] + (1 - MOMENTS[1]) * slope * slope
        by = (mean[name] / (1 - MOMENTS[0] ** steps)) / (
            jnp.sqrt(square[name] / (1 - MOMENTS[1] ** steps)) + 1e-8
        )
        decay = DECAY if weight.ndim > 1 and not name.startswith("hint") else 0.0
        weights[name] = weight if name in FROZEN else weight - rate * (by + decay * weight)
    return Learner(weights, mean, square, steps)


class Compiled(NamedTuple):
    """The functions of a run, compiled by JAX for its settings."""

    decide: Callable[[Weights, Seen, jax.Array], RolloutStep]
    lesson: Callable[[Sequence[RolloutStep], jax.Array], Lesson]
    learn: Callable[..., tuple[Learner, dict[str, jax.Array]]]


def compiled(settings: Settings, unit: float, kind: Any) -> Compiled:
    return Compiled(
        jax.jit(partial(decide, settings=settings, unit=unit, kind=kind)),
        jax.jit(partial(lesson, settings=settings)),
        jax.jit(partial(learn, settings=settings), donate_argnums=0),
    )

"""The network: from what a seat sees to a policy over the actions and each seat's share of the outcome.

All arrays have a column for each game. `docs/networks.md` describes the layers and the file.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from rooftop.bots.network.numbers import FARTHEST, HINT_PARTS
from rooftop.engine.record import Array
from rooftop.engine.state import SEATS
from rooftop.train.settings import Settings
from rooftop.train.table import Seen

Weights = dict[str, jax.Array]

ILLEGAL = 255  # in `Sight.choices`
STEPS = 31  # of a choice's number for one unit of its hint
OUT_OF_REACH = -1e9  # the logit of anything absent


class Sight(NamedTuple):
    """The input of the network."""

    numbers: jax.Array  # the observation, scaled
    choices: jax.Array  # uint8 for every action: ILLEGAL, or its hint, 0 for the best


class Opinion(NamedTuple):
    logits: jax.Array  # of the actions
    shares: jax.Array  # of the seats, counted from the one to act: logits, too


def sizes(settings: Settings) -> list[tuple[int, int]]:
    """Input and output size of each layer after the first."""
    widths = [settings.width, *[settings.hidden] * settings.layers]
    return list(pairwise(widths))


def new_weights(settings: Settings, observations: int, actions: int, scale: Array) -> Weights:
    """Weights of a network that follows hints loosely, or chooses at random without them."""
    chance = np.random.default_rng(settings.seed)

    def matrix(rows: int, columns: int, spread: float) -> Array:
        return chance.normal(0, spread, (rows, columns)).astype(np.float32)

    last = settings.hidden
    made: dict[str, Array] = {
        "scale": scale.astype(np.float32),
        "first": matrix(observations, settings.width, (2 / 100) ** 0.5),  # about a hundred inputs are not 0
        "first_bias": np.zeros(settings.width, np.float32),
    }
    for k, (rows, columns) in enumerate(sizes(settings), 1):
        made[f"layer{k}"] = matrix(rows, columns, (2 / rows) ** 0.5 * (0.5 if rows == columns else 1))
        made[f"layer{k}_bias"] = np.zeros(columns, np.float32)
    made |= {
        "policy": matrix(last, actions, 0.01 / last**0.5),
        "policy_bias": np.zeros(actions, np.float32),
        "value": matrix(last, SEATS, 0.01 / last**0.5),
        "value_bias": np.zeros(SEATS, np.float32),
    }
    if settings.hints:
        made["hint_scales"] = np.ones((actions, HINT_PARTS), np.float32)
        made["hint_gate"] = np.zeros((last, HINT_PARTS), np.float32)
    return {name: jnp.asarray(array) for name, array in made.items()}


def sight(weights: Weights, seen: Seen, unit: float, kind: Any) -> Sight:
    """The network's input from a step, in numbers of a `kind` (float32, bfloat16)."""
    mask, action_values = seen.mask, seen.action_values
    numbers = (seen.observation.astype(jnp.float32) * weights["scale"][:, None]).astype(kind)
    if action_values is None or "hint_scales" not in weights:
        return Sight(numbers, jnp.where(mask, 0, ILLEGAL).astype(jnp.uint8))
    single = mask.sum(axis=0) < 2  # a single legal action has no value
    legal = jnp.where(mask, action_values, jnp.iinfo(jnp.int32).min)
    below = (legal.max(axis=0) - action_values).astype(jnp.float32) / unit
    steps = jnp.ceil(jnp.clip(below, 0, -FARTHEST) * STEPS)  # only the best has none
    return Sight(numbers, jnp.where(mask, jnp.where(single, 0, steps), ILLEGAL).astype(jnp.uint8))


def opinion(weights: Weights, seen: Sight, players: jax.Array) -> Opinion:
    """What the network thinks of a position. Matrices are multiplied in the kind of number of `seen`."""
    kind = seen.numbers.dtype

    def product(name: str, x: jax.Array) -> jax.Array:
        return weights[name].astype(kind).T @ x

    def biased(name: str, x: jax.Array) -> jax.Array:
        return product(name, x) + weights[f"{name}_bias"].astype(kind)[:, None]

    x = jax.nn.relu(biased("first", seen.numbers))
    k = 1
    while f"layer{k}" in weights:
        y = jax.nn.relu(biased(f"layer{k}", x))
        x = x + y if x.shape == y.shape else y
        k += 1
    logits = biased("policy", x).astype(jnp.float32)
    if "hint_scales" in weights:
        hint = seen.choices.astype(jnp.float32) / -STEPS
        gate = product("hint_gate", x).astype(jnp.float32)
        parts = (hint, jnp.maximum(hint, -1.0), (seen.choices == 0).astype(jnp.float32))
        for j, part in enumerate(parts):
            logits += (weights["hint_scales"][:, j, None] + gate[j]) * part
    logits = jnp.where(seen.choices == ILLEGAL, OUT_OF_REACH, logits)
    there = jnp.arange(SEATS)[:, None] < players
    shares = jnp.where(there, biased("value", x).astype(jnp.float32), OUT_OF_REACH)
    return Opinion(logits, shares)

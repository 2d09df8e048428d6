"""How strong a policy is: it plays alone against copies of a bot, by its most likely action."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from rooftop.engine.state import NOBODY, SKIP
from rooftop.game.position import Game
from rooftop.train.network import Weights, opinion, sight
from rooftop.train.table import Seen, Table

OPPONENTS = ("greedy", "random")
CHECKED = 8  # steps between two checks whether all games are over


def _greedy(action_values: jax.Array, legal: jax.Array, count: jax.Array) -> jax.Array:
    """The choice of the bot `greedy`: the first of the most valuable actions in the list."""
    along = jnp.clip(legal.astype(jnp.int32), 0, action_values.shape[0] - 1)
    candidates = jnp.take_along_axis(action_values, along, axis=0)
    valid = jnp.arange(action_values.shape[0])[:, None] < count
    first = jnp.argmax(jnp.where(valid, candidates, jnp.iinfo(jnp.int32).min), axis=0)
    first = jnp.where(count > 1, first, 0)
    return jnp.take_along_axis(along, first[None], axis=0)[0]


def _step(
    weights: Weights,
    seen: Seen,
    legal: jax.Array,
    count: jax.Array,
    random: jax.Array | None,
    own: jax.Array,
    won: jax.Array,
    unit: float,
    kind: Any,
) -> tuple[jax.Array, jax.Array]:
    """The actions of all games, and the policy's wins in them so far."""
    given = sight(weights, seen, unit, kind)
    action = jnp.argmax(opinion(weights, given, seen.players).logits, axis=0).astype(jnp.int32)
    if random is None:
        assert seen.action_values is not None
        other = _greedy(seen.action_values, legal, count)
    else:
        other = random.astype(jnp.int32)
    action = jnp.where(seen.seat == own, action, other)
    first = (seen.ranks == 1).astype(jnp.float32)
    share = jnp.take_along_axis(first, own[None], axis=0)[0] / jnp.maximum(first.sum(axis=0), 1)
    return jnp.where(seen.seat == NOBODY, SKIP, action), won + share


_compiled_step = jax.jit(_step, static_argnames=("unit", "kind"))


def strength(
    weights: Weights, games: Sequence[Game], each: int, opponent: str, seed: int, device: str, kind: Any
) -> list[float]:
    """The share of wins against copies of a bot, for each of the games; a tie is shared."""
    size = each * len(games)
    greedy = opponent == "greedy"
    table = Table(games, size, seed, device, greedy or "hint_scales" in weights, auto_reset=False)
    own = jnp.asarray(np.arange(size) % table.batch.players)
    won = jnp.zeros(size)
    step = partial(_compiled_step, unit=games[0].title.search.prior, kind=kind)
    number = 0
    while True:
        seen = table.seen()
        random = None if greedy else table.random()
        action, won = step(weights, seen, *table.legal, random, own, won)
        if number % CHECKED == 0 and not np.any(np.asarray(action) != SKIP):
            break
        table.step(action)
        number += 1
    return [float(part.mean()) for part in np.asarray(won).reshape(len(games), each)]

"""Pgx on the CPU: many games as one array, compiled by XLA. Without observations the compiler drops them."""

from __future__ import annotations

import math
from collections.abc import Callable
from importlib import metadata
from typing import Any

import jax
import jax.numpy as jnp
import pgx
from pgx.experimental.wrappers import auto_reset

GAMES = ("connect_four", "backgammon")
SIZE = 512
STEPS = 32  # in a call


def version() -> str:
    return metadata.version("pgx")


def measures() -> list[tuple[str, str, bool, Callable[[int], int]]]:
    return [(name, "batch", observed, _games(name, observed)) for observed in (False, True) for name in GAMES]


def _games(name: str, observed: bool) -> Callable[[int], int]:
    env = pgx.make(name)
    begin, step = jax.vmap(env.init), jax.vmap(auto_reset(env.step, env.init))

    def decide(carried: Any, _: None) -> tuple[Any, None]:
        state, key, seen = carried
        key, choosing, chance = jax.random.split(key, 3)
        logits = jnp.where(state.legal_action_mask, 0.0, -jnp.inf)
        action = jax.random.categorical(choosing, logits, axis=-1)
        state = step(state, action, jax.random.split(chance, SIZE))
        if observed:
            seen += state.observation.astype(jnp.float32).sum()
        return (state.replace(observation=jnp.zeros_like(state.observation)), key, seen), None

    def decide_often(state: Any, key: Any) -> Any:
        return jax.lax.scan(decide, (state, key, jnp.float32(0)), None, length=STEPS)[0]

    many = jax.jit(decide_often)
    key = jax.random.PRNGKey(1)
    held = [begin(jax.random.split(key, SIZE)), key]

    def play(wanted: int) -> int:
        calls = max(1, math.ceil(wanted / (SIZE * STEPS)))
        for _ in range(calls):
            state, key, seen = many(*held)
            held[:] = [state, key]
        seen.block_until_ready()
        return calls * SIZE * STEPS

    return play

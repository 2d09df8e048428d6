"""The games of a training run: a batch whose arrays are those of JAX, a column for each game.

On a GPU nothing is copied. The batch and JAX use different streams there: a step waits for JAX, and JAX is
called after the step.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from rooftop.engine.batch import Batch
from rooftop.engine.dlpack import DeviceArray
from rooftop.game.position import Game


class Seen(NamedTuple):
    """The results of a step: JAX arrays with a column for each game."""

    observation: jax.Array  # int16
    mask: jax.Array  # bool
    action_values: jax.Array | None  # int32, if there are hints
    seat: jax.Array  # the one to act
    players: jax.Array
    ended: jax.Array
    ranks: jax.Array
    points: jax.Array


class Table:
    """Games side by side."""

    def __init__(
        self,
        games: Sequence[Game],
        size: int,
        seed: int,
        device: str,
        action_values: bool,
        auto_reset: bool = True,
    ) -> None:
        self.batch = Batch(
            games, size, seed, device=device, masks=True, observations=True, auto_reset=auto_reset
        )
        self.players = jnp.asarray(self.batch.players)
        self._action_values = action_values
        self._shared: dict[str, jax.Array] = {}

    def _column(self, name: str, array: Any) -> jax.Array:
        """An array of the batch, transposed so that a game is a column. On a GPU it is the batch's own
        memory."""
        if not isinstance(array, DeviceArray):
            return jnp.array(np.ascontiguousarray(array.T))
        if name not in self._shared:
            self._shared[name] = jax.dlpack.from_dlpack(array.T)
        return self._shared[name]

    def seen(self) -> Seen:
        batch = self.batch
        action_values = self._column("action_values", batch.action_values()) if self._action_values else None
        self.batch.check()  # waits for the GPU
        return Seen(
            self._column("observation", batch.observation),
            self._column("mask", batch.mask),
            action_values,
            self._column("to_act", batch.to_act),
            self.players,
            self._column("ended", batch.ended),
            self._column("ranks", batch.ranks),
            self._column("points", batch.points),
        )

    @property
    def legal(self) -> tuple[jax.Array, jax.Array]:
        """Lists of legal actions, a column for each game, and their lengths."""
        return self._column("legal", self.batch.legal), self._column("count", self.batch.count)

    def random(self) -> jax.Array:
        drawn = self.batch.random()
        return jnp.asarray(drawn.numpy() if isinstance(drawn, DeviceArray) else drawn.copy())

    def step(self, actions: jax.Array) -> None:
        actions.block_until_ready()
        on_gpu = hasattr(actions, "__cuda_array_interface__")
        self.batch.step(actions if on_gpu else np.asarray(actions), wait=False)

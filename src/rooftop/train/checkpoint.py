"""The weights of a run, from which another run can continue. `bots.network.weights` has their file."""

from __future__ import annotations

from typing import TYPE_CHECKING

import jax.numpy as jnp
import numpy as np

from rooftop.bots.network.weights import Meta
from rooftop.bots.network.weights import Weights as Checkpoint
from rooftop.errors import OptionError
from rooftop.game.title import AnyTitle
from rooftop.train.network import Weights
from rooftop.train.settings import Settings

if TYPE_CHECKING:
    from rooftop.train.run import TrainingRun


def checkpoint_of(run: TrainingRun, command: str) -> Checkpoint:
    """What a run has learned. Time and decisions are those of the whole training."""
    kind, settings, before = run.kind, run.settings, run.start
    meta = Meta(
        title=kind.id,
        rules=kind.rules_version,
        observations=kind.observation,
        actions=kind.actions,
        hints=settings.hints,
        width=settings.width,
        hidden=settings.hidden,
        layers=settings.layers,
        minutes=round(run.seconds / 60 + (before.meta.minutes if before else 0), 3),
        decisions=run.decisions + (before.meta.decisions if before else 0),
        seed=settings.seed,
        command=command,
    )
    return Checkpoint(meta, {name: np.asarray(array) for name, array in run.weights.items()})


def weights_of(checkpoint: Checkpoint) -> Weights:
    """The weights, as a run learns them."""
    return {name: jnp.asarray(array, jnp.float32) for name, array in checkpoint.arrays.items()}


def check(checkpoint: Checkpoint, kind: AnyTitle, settings: Settings) -> None:
    """Raise OptionError if a run with these settings cannot continue from here."""
    for what, wanted in (
        ("title", kind.id),
        ("rules", kind.rules_version),
        ("observations", kind.observation),
        ("actions", kind.actions),
        *((name, getattr(settings, name)) for name in ("hints", "width", "hidden", "layers")),
    ):
        found = getattr(checkpoint.meta, what)
        if found != wanted:
            raise OptionError(f"checkpoint: {what} must be {wanted!r}, not {found!r}")

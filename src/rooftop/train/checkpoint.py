"""The weights of a network in a file, from which a run can go on."""

from __future__ import annotations

import io
import json
import os
import zipfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import jax.numpy as jnp
import numpy as np

from rooftop.engine.record import Array
from rooftop.errors import OptionError
from rooftop.game.title import AnyTitle
from rooftop.train.network import Weights
from rooftop.train.settings import Settings

if TYPE_CHECKING:
    from rooftop.train.run import Run

FORMAT = 1


@dataclass(frozen=True, eq=False)
class Checkpoint:
    """Weights, and what they are for."""

    meta: dict[str, Any]
    arrays: dict[str, Array]

    @classmethod
    def of(cls, run: Run, command: str) -> Checkpoint:
        """The weights of a run. Time and decisions are those of the whole training."""
        kind, settings = run.kind, run.settings
        before = run.start.meta if run.start else {"minutes": 0.0, "decisions": 0}
        meta = {
            "format": FORMAT,
            "title": kind.id,
            "rules": kind.rules_version,
            "observations": kind.observation,
            "actions": kind.actions,
            "hints": settings.hints,
            "width": settings.width,
            "hidden": settings.hidden,
            "layers": settings.layers,
            "minutes": round(before["minutes"] + run.seconds / 60, 3),
            "decisions": before["decisions"] + run.decisions,
            "seed": settings.seed,
            "command": command,
        }
        return cls(meta, {name: np.asarray(array) for name, array in run.weights.items()})

    def weights(self) -> Weights:
        return {name: jnp.asarray(array, jnp.float32) for name, array in self.arrays.items()}

    def check(self, kind: AnyTitle, settings: Settings) -> None:
        """Raise OptionError if a run with these settings cannot go on from here."""
        for what, wanted in (
            ("title", kind.id),
            ("rules", kind.rules_version),
            ("observations", kind.observation),
            ("actions", kind.actions),
            *((name, getattr(settings, name)) for name in ("hints", "width", "hidden", "layers")),
        ):
            if self.meta[what] != wanted:
                raise OptionError(f"checkpoint: {what} must be {wanted!r}, not {self.meta[what]!r}")

    def write(self, path: Path) -> None:
        kinds = {name: np.float32 if name == "scale" else np.float16 for name in self.arrays}
        whole = {name: array.astype(kinds[name]) for name, array in self.arrays.items()}
        whole["meta"] = np.frombuffer(json.dumps(self.meta).encode(), np.uint8)
        content = io.BytesIO()
        np.savez(content, **whole)  # type: ignore[arg-type]
        beside = path.with_name(path.name + ".new")
        beside.write_bytes(content.getvalue())
        os.replace(beside, path)


def read(path: Path) -> Checkpoint:
    """Read a checkpoint. Raises OptionError if it is none."""
    try:
        with np.load(path, allow_pickle=False) as file:
            arrays: dict[str, Array] = dict(file)
        return Checkpoint(json.loads(arrays.pop("meta").tobytes()), arrays)
    except OSError as error:
        raise OptionError(f"{path}: {error.strerror or error}") from None
    except (ValueError, KeyError, EOFError, zipfile.BadZipFile):
        raise OptionError(f"{path} is not a checkpoint; expected a .npz of rooftop train") from None

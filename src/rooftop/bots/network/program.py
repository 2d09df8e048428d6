"""Networks, specialised for a title and ready to evaluate."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

import numpy as np

from rooftop.bots.network import numbers
from rooftop.bots.network.numbers import HIDDEN, HINT_PARTS, HINTS, WIDTH
from rooftop.bots.network.weights import Weights, file_of, load
from rooftop.engine.engine import Engine
from rooftop.engine.machine import ArrayOf
from rooftop.engine.program import Program
from rooftop.engine.record import Array
from rooftop.engine.state import SEATS
from rooftop.game.position import Position
from rooftop.game.title import AnyTitle

ARRAYS = {  # of a network, by parameter, in the order of `Evaluator.arrays`
    "D": ArrayOf(np.dtype(np.int32)),
    "F": ArrayOf(np.dtype(np.int16), 2),
    "G": ArrayOf(np.dtype(np.float32)),
    "L": ArrayOf(np.dtype(np.float32), 2),
    "A": ArrayOf(np.dtype(np.float32), 2),
    "V": ArrayOf(np.dtype(np.int16)),
    "X": ArrayOf(np.dtype(np.float32), 2),
}
ENTRIES = {"evaluate": f"S i T W {' '.join(ARRAYS)} out more worth logits R"}
GIVEN = ("legal", "blind", "observe", "value", "take", "best_single")
MOST_WEIGHT = 2**15 - 1  # of the first layer, in its unit
SMALLEST = 1e-30  # unit


class Network(Program):
    """The entry function of networks for one title."""

    part = "network"
    template = Path(__file__).with_name("template.py")
    built_on = (Path(numbers.__file__),)
    entries = ENTRIES
    arrays = {  # noqa: RUF012
        **ARRAYS,
        **dict.fromkeys(("worth", "logits", "R"), ArrayOf(np.dtype(np.float64))),
    }

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        super().__init__(engine.rules, engine.compiled)

    evaluate: Callable[..., int]

    def given(self) -> dict[str, object]:
        return {name: getattr(self.engine.module, name) for name in GIVEN}


@lru_cache(maxsize=16)
def network(engine: Engine) -> Network:
    """Networks for the title of an engine."""
    return Network(engine)


class Evaluator:
    """A network with room to evaluate it, for one thread."""

    def __init__(self, title: AnyTitle, weights: Weights | None = None) -> None:
        """With the title's own weights, unless others are given."""
        arrays = packed(title, weights) if weights else _stored(title, file_of(title.id))
        self.title = title
        self.arrays = (
            *arrays,
            np.zeros(title.observation, np.int16),
            np.zeros((2, arrays[0][[WIDTH, HIDDEN]].max()), np.float32),
        )
        self.states = title.state.array(3)
        self.out, self.more = np.empty(title.actions, np.int16), np.empty(title.actions, np.int16)
        self.worth, self.logits = np.zeros(title.actions), np.zeros(title.actions)
        self.shares = np.zeros(SEATS)

    @property
    def takes_hints(self) -> bool:
        return bool(self.arrays[0][HINTS])

    def evaluate(self, position: Position) -> tuple[Array, Array, Array]:
        """The legal actions of the seat to act, their logits, and each seat's share of the outcome."""
        game = position.game
        count = network(game.engine).evaluate(
            position.rows, 0, game.tables, self.states, *self.arrays, self.out, self.more, self.worth,
            self.logits, self.shares,
        )  # fmt: skip
        return self.out[:count].copy(), self.logits[:count].copy(), self.shares[: game.players].copy()


@lru_cache(maxsize=16)
def _stored(title: AnyTitle, path: Path) -> tuple[Array, ...]:
    """The weights in a title's file. All evaluators of a process share them."""
    return packed(title, load(title, path))


def packed(title: AnyTitle, weights: Weights) -> tuple[Array, ...]:
    """The weights as kernels read them: D, F, G, L, A."""
    meta = weights.meta
    arrays = {name: array.astype(np.float32) for name, array in weights.arrays.items()}
    first = arrays["scale"][:, None] * arrays["first"]
    units = np.maximum(np.abs(first).max(axis=1) / MOST_WEIGHT, SMALLEST).astype(np.float32)
    scales = arrays.get("hint_scales", np.zeros((meta.actions, HINT_PARTS), np.float32))
    gate = arrays.get("hint_gate", np.zeros((meta.hidden, HINT_PARTS), np.float32))
    single = np.array([title.search.prior], np.float32)
    others = np.concatenate([single, arrays["value_bias"], units, arrays["first_bias"]])
    layers = [
        arrays[name].reshape(-1, meta.hidden)
        for number in range(1, meta.layers + 1)
        for name in (f"layer{number}_bias", f"layer{number}")
    ]
    rows = np.concatenate([arrays["value"].T, gate.T, *layers])
    policy = np.concatenate([arrays["policy"].T, arrays["policy_bias"][:, None], scales], axis=1)
    sizes = np.array([meta.width, meta.hidden, meta.layers, meta.hints], np.int32)
    whole = np.rint(first / units[:, None]).astype(np.int16)
    return sizes, whole, others, np.ascontiguousarray(rows), np.ascontiguousarray(policy)

"""Networks, specialised for a title and ready to evaluate."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

import numpy as np

from rooftop.bots.network import numbers
from rooftop.bots.network.numbers import GROUP, HIDDEN, HINT_PARTS, HINTS, LARGEST, MOST_WEIGHT, WIDTH
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
    "L": ArrayOf(np.dtype(np.int8), 2),
    "U": ArrayOf(np.dtype(np.float32), 2),
    "A": ArrayOf(np.dtype(np.int8), 2),
    "B": ArrayOf(np.dtype(np.float32), 2),
    "G": ArrayOf(np.dtype(np.float32)),
    "V": ArrayOf(np.dtype(np.int16), 2),
    "Y": ArrayOf(np.dtype(np.int32), 2),
    "X": ArrayOf(np.dtype(np.int16)),
    "K": ArrayOf(np.dtype(np.int32), 2),
}
ENTRIES = {"evaluate": f"S i T W {' '.join(ARRAYS)} out more values logits R"}
GIVEN = ("legal", "blind", "observe", "value", "take", "best_single")
SMALLEST = 1e-30  # unit
MOST_BITS = 16  # after the point


class Network(Program):
    """The entry function of networks for one title."""

    part = "network"
    template = Path(__file__).with_name("template.py")
    built_on = (Path(numbers.__file__),)
    entries = ENTRIES
    arrays = {  # noqa: RUF012
        **ARRAYS,
        **dict.fromkeys(("values", "logits", "R"), ArrayOf(np.dtype(np.float64))),
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
    """A network with scratch space to evaluate it, for one thread."""

    def __init__(self, title: AnyTitle, weights: Weights | None = None) -> None:
        """Uses the title's own weights, unless others are given."""
        arrays, bias = packed(title, weights) if weights else _stored(title, file_of(title.id))
        width, hidden = arrays[0][WIDTH], arrays[0][HIDDEN]
        sums = np.zeros((SEATS + 2, max(width, hidden)), np.int32)
        sums[:SEATS, :width] = bias
        self.title = title
        self._weights = weights
        self.arrays = (
            *arrays,
            np.zeros((SEATS + 1, title.observation), np.int16),
            sums,
            np.zeros(hidden, np.int16),
            np.zeros((2, max(title.observation, width, hidden) + GROUP), np.int32),
        )
        self.states = title.state.array(3)
        self.out, self.more = np.empty(title.actions, np.int16), np.empty(title.actions, np.int16)
        self.values, self.logits = np.zeros(title.actions), np.zeros(title.actions)
        self.shares = np.zeros(SEATS)

    def __getstate__(self) -> tuple[AnyTitle, Weights | None]:
        return self.title, self._weights  # the rest is scratch space, which every call fills

    def __setstate__(self, state: tuple[AnyTitle, Weights | None]) -> None:
        Evaluator.__init__(self, *state)

    @property
    def takes_hints(self) -> bool:
        return bool(self.arrays[0][HINTS])

    def evaluate(self, position: Position) -> tuple[Array, Array, Array]:
        """The legal actions of the seat to act, their logits, and each seat's share of the outcome."""
        game = position.game
        count = network(game.engine).evaluate(
            position.rows, 0, game.tables, self.states, *self.arrays, self.out, self.more, self.values,
            self.logits, self.shares,
        )  # fmt: skip
        return self.out[:count].copy(), self.logits[:count].copy(), self.shares[: game.players].copy()


@lru_cache(maxsize=16)
def _stored(title: AnyTitle, path: Path) -> tuple[tuple[Array, ...], Array]:
    """The weights in a title's file. All evaluators of a process share them."""
    return packed(title, load(title, path))


def packed(title: AnyTitle, weights: Weights) -> tuple[tuple[Array, ...], Array]:
    """The weights in the form that kernels read: D, F, L, U, A, B, G; and the bias of the first layer."""
    meta = weights.meta
    arrays = {name: array.astype(np.float32) for name, array in weights.arrays.items()}
    first = arrays["scale"][:, None] * arrays["first"]
    bits = int(np.clip(np.floor(np.log2(LARGEST / max(np.abs(first).max(), SMALLEST))), 0, MOST_BITS))
    one = np.float32(2.0**bits)
    layers, units = [], []
    for number in range(1, meta.layers + 1):
        whole, unit = _whole(arrays[f"layer{number}"])
        layers.append(whole)
        units += [unit, one * arrays[f"layer{number}_bias"]]
    gate = arrays.get("hint_gate", np.zeros((meta.hidden, HINT_PARTS), np.float32))
    heads, unit = _whole(np.concatenate([arrays["policy"], arrays["value"], gate], axis=1))
    bias = np.concatenate([arrays["policy_bias"], arrays["value_bias"], np.zeros(HINT_PARTS)])
    scales = np.zeros((heads.shape[1], HINT_PARTS), np.float32)
    if meta.hints:
        scales[: meta.actions] = arrays["hint_scales"]
    others = np.concatenate([unit[:, None], bias[:, None], scales], axis=1)
    sizes = [meta.width, meta.hidden, meta.layers, meta.hints, meta.actions, bits]
    return (
        np.array(sizes, np.int32),
        np.rint(one * first).astype(np.int16),
        np.concatenate(layers),
        np.array(units, np.float32),
        np.ascontiguousarray(heads.T),
        others.astype(np.float32),
        np.array([title.search.prior], np.float32),
    ), np.rint(one * arrays["first_bias"]).astype(np.int32)


def _whole(columns: Array) -> tuple[Array, Array]:
    """Weights as 8-bit integers, and the unit of each column."""
    units = np.maximum(np.abs(columns).max(axis=0) / MOST_WEIGHT, SMALLEST)
    return np.rint(columns / units).astype(np.int8), units

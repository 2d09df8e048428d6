"""A batch on a GPU: the kernels of the template, with a thread for each slot.

Lists, masks and observations are strided, with a column for each game, so that neighbouring threads write
neighbouring numbers. The states lie one after the other: copying a game to local memory first, as in `gpu`,
would take longer than the one decision.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

import numpy as np

from rooftop.engine import gpu
from rooftop.engine.batch import RANDOM, ROWS, SHOW, STEP, Refused, check_shape
from rooftop.engine.dlpack import DeviceArray
from rooftop.engine.engine import Engine
from rooftop.engine.kernel import uncollected
from rooftop.engine.record import Array
from rooftop.engine.state import SKIP, without_events
from rooftop.errors import OptionError

THREADS = 32  # of a block: those that run in step anyway
TRIES = 1 << 19  # threads that try actions
NONE = 1 << 62  # nothing was refused

PARAMETERS = [*STEP, *(name for name in SHOW if name not in STEP)]

Body = Callable[[Engine], Callable[..., None]]


def batch_step(engine: Engine) -> Callable[..., None]:
    """The body of the GPU kernel that makes one step, unless something was refused."""
    cuda, rules, none = gpu.cuda_module(), engine.module, NONE
    step_batch, show_slot = rules.step_batch, rules.show_slot

    def step(
        S: Array, T: Array, Z: Array, C: Array, choices: Array, kinds: Array, players: Array, settings: Array,
        chosen: Array, resets: bool, actions: Array, counts: Array, random: Array, acting: Array,
        ended: Array, ranks: Array, points: Array, rewards: Array, by_margin: bool, mask: Array,
        observers: Array, observation: Array, wrong: Array,
    ) -> None:  # fmt: skip
        i = cuda.grid(1)
        if i < len(counts) and wrong[0] == none:
            step_batch(
                i, i + 1, S, T, Z, C, choices, kinds, players, settings, chosen, resets, actions, counts,
                random, acting, ended, ranks, points, rewards, by_margin,
            )  # fmt: skip
            show_slot(i, S, T, kinds, chosen, actions, counts, mask, observers, observation)

    return step


def batch_check(engine: Engine) -> Callable[..., None]:
    """The body of the GPU kernel that takes the given actions and notes the first that is illegal."""
    cuda, offered, skip = gpu.cuda_module(), engine.module.offered, SKIP

    def check(given: Array, actions: Array, counts: Array, chosen: Array, wrong: Array) -> None:
        i = cuda.grid(1)
        if i < len(counts):
            if offered(actions, counts, i, given[i]):
                chosen[i] = given[i]
            else:
                chosen[i] = skip
                low = min(max(given[i], -(1 << 31)), (1 << 31) - 1)
                cuda.atomic.min(wrong, 0, (i << 32) | (low & 0xFFFFFFFF))

    return check


def batch_greedy(engine: Engine) -> Callable[..., None]:
    """The body of the GPU kernel that chooses as the bot `greedy` does."""
    from numba import int16

    cuda, greedy_slot, actions = gpu.cuda_module(), engine.module.greedy_slot, engine.rules.actions
    state, word = gpu.quiet_kind(engine), gpu.WORD

    def greedy(S: Array, T: Array, kinds: Array, C: Array, chosen: Array) -> None:
        i = cuda.grid(1)
        W = cuda.local.array(3, state, alignment=word)
        out = cuda.local.array(actions, int16)
        more = cuda.local.array(actions, int16)
        if i < len(chosen):
            greedy_slot(i, S, T, kinds, C, W, out, more, True, chosen)

    return greedy


def batch_blinded(engine: Engine) -> Callable[..., None]:
    """The body of the GPU kernel that prepares `batch_action_values`: it copies each game, blinded, and if
    there is a choice, adds its legal actions to the work, whose length is `size[0]`."""
    cuda, blinded_slot, columns = gpu.cuda_module(), engine.module.blinded_slot, engine.rules.actions

    def blinded(
        S: Array, T: Array, kinds: Array, C: Array, counts: Array, B: Array, work: Array, size: Array
    ) -> None:
        i = cuda.grid(1)
        if i < len(counts) and counts[i] > 0:
            blinded_slot(i, S, T, kinds, C, B, i)
        if i < len(counts) and counts[i] > 1:
            first = cuda.atomic.add(size, 0, counts[i])
            for k in range(counts[i]):
                work[first + k] = i * columns + k

    return blinded


def batch_action_values(engine: Engine) -> Callable[..., None]:
    """The body of the GPU kernel that tries one legal action of one game in each thread."""
    from numba import int16

    cuda, action_value, columns = gpu.cuda_module(), engine.module.action_value, engine.rules.actions
    state, word = gpu.quiet_kind(engine), gpu.WORD

    def action_values(
        T: Array, kinds: Array, actions: Array, B: Array, work: Array, size: Array, values: Array
    ) -> None:
        W = cuda.local.array(2, state, alignment=word)
        more = cuda.local.array(columns, int16)
        for k in range(cuda.grid(1), size[0], cuda.gridsize(1)):
            i = work[k] // columns
            action = actions[i, work[k] % columns]
            W[0] = B[i]
            values[i, action] = action_value(W, 0, T[kinds[i]], action, more)

    return action_values


@lru_cache(maxsize=64)
def _compiled(body: Body, engine: Engine) -> Any:
    return gpu.cuda_module().jit(body(engine))


class Gpu:
    """Arrays in the memory of a CUDA GPU, and kernels that run there, in the default stream."""

    def __init__(self, engine: Engine) -> None:
        if not gpu.available():
            raise OptionError("no usable GPU found")
        if not engine.compiled:
            raise OptionError("interpreted rules cannot run on a GPU; use compiled=True")
        self.engine = engine
        self.state = without_events(engine.rules.state)
        self._cuda = gpu.cuda_module()
        self._number = int(self._cuda.get_current_device().id)
        self._wrong = self._cuda.to_device(np.array([NONE]))
        self._refusal = self._cuda.pinned_array(1, np.int64)

    def put(self, array: Array) -> Any:
        return self._cuda.to_device(gpu.aligned(array))

    def put_rows(self, array: Array) -> Any:
        """The same, with strided rows."""
        return self._cuda.to_device(np.asfortranarray(array) if array.size else array[:, :1])

    def shown(self, array: Any) -> DeviceArray:
        return DeviceArray(array, self._number, self._follow)

    def start(self, arrays: dict[str, Any]) -> None:
        self._arrays = arrays
        self._size = len(arrays["counts"])
        self._tried: dict[str, Any] = {}  # arrays for `action_values`
        self._lists = (arrays["actions"], arrays["counts"])
        self._advance()

    def kept(self) -> dict[str, Any]:
        raise OptionError("a batch on a GPU cannot be copied, compared or pickled")

    def _advance(self) -> None:
        """Run the kernel of a step. It draws into the array that was not used last, as on the CPU."""
        self._run(batch_step, *(self._arrays[name] for name in PARAMETERS), self._wrong)
        before, self._random = (self._arrays[name] for name in reversed(RANDOM))
        self._arrays |= dict(zip(RANDOM, (before, self._random), strict=True))

    def step(self, given: Any, wait: bool) -> Refused | None:
        actions = self._on_gpu(given)
        check_shape(actions, self._size)
        self._run(batch_check, actions, *self._lists, self._arrays["chosen"], self._wrong)
        self._advance()
        return self.refused() if wait else None

    def _on_gpu(self, given: Any) -> Any:
        if isinstance(given, DeviceArray):
            return given.array
        if hasattr(given, "__cuda_array_interface__"):
            return self._cuda.as_cuda_array(given)
        actions = np.asarray(given)
        check_shape(actions, self._size)
        return self._cuda.to_device(actions)

    def refused(self) -> Refused | None:
        self._wrong.copy_to_host(self._refusal)
        found = int(self._refusal[0])
        if found == NONE:
            return None
        self._wrong.copy_to_device(np.array([NONE]))
        action = found & 0xFFFFFFFF
        return Refused(found >> 32, action - (1 << 32) if action >> 31 else action)

    def random(self) -> DeviceArray:
        return self.shown(self._random)

    def greedy(self) -> DeviceArray:
        games = [self._arrays[name] for name in ("S", "T", "kinds", "bots")]
        chosen = self._cuda.device_array(self._size, np.int16)
        self._run(batch_greedy, *games, chosen)
        return self.shown(chosen)

    def action_values(self) -> DeviceArray:
        device_array, columns, arrays = self._cuda.device_array, self.engine.rules.actions, self._arrays
        if not self._tried:
            self._tried = {
                "B": device_array(self._size, gpu.quiet_kind(self.engine)),
                "work": device_array(self._size * columns, np.int32),
                "size": device_array(1, np.int32),
                "values": device_array((self._size, columns), np.int32, order="F"),
            }
        games = [arrays[name] for name in ("S", "T", "kinds", "bots", "counts")]
        blinded, work, size, values = self._tried.values()
        size.copy_to_device(np.zeros(1, np.int32))
        self._run(batch_blinded, *games, blinded, work, size)
        games = [arrays[name] for name in ("T", "kinds", "actions")]
        self._run(
            batch_action_values, *games, *self._tried.values(), threads=min(self._size * columns, TRIES)
        )
        return self.shown(values)

    def _run(self, body: Body, *arguments: Any, threads: int = 0) -> None:
        with uncollected(), warnings.catch_warnings():
            warnings.filterwarnings("ignore", message=".*InterpretedArray size")  # a few games are fine, too
            blocks = ((threads or self._size) + THREADS - 1) // THREADS
            _compiled(body, self.engine)[blocks, THREADS](*arguments)

    def _follow(self, stream: int) -> None:
        """Make another stream wait for the kernels started here."""
        event = self._cuda.event(timing=False)
        event.record()
        event.wait(self._cuda.external_stream(stream))


def ptx(engine: Engine, capability: tuple[int, int] = (9, 0)) -> Iterator[str]:
    """The kernels of a step and of `action_values` as PTX (see `gpu.ptx`)."""
    import numba
    from numba import types

    state = numba.from_dtype(gpu.quiet_kind(engine))
    kinds = {
        name: numba.from_dtype(gpu.aligned_kind(kind.dtype) if kind.dtype.names else kind.dtype)
        for name, kind in engine.array_kinds.items()
    }
    kinds |= dict.fromkeys("SZB", state) | dict.fromkeys(("work", "size"), types.int32)
    kinds |= {"wrong": types.int64}
    for body, names in (
        (batch_step, [*PARAMETERS, "wrong"]),
        (batch_blinded, ["S", "T", "kinds", "C", "counts", "B", "work", "size"]),
        (batch_action_values, ["T", "kinds", "actions", "B", "work", "size", "values"]),
    ):
        arguments = [
            types.boolean
            if name not in kinds
            else types.Array(
                kinds[name], _dimensions(engine, name), "F" if name in (*ROWS, "values") else "C"
            )
            for name in names
        ]
        yield gpu.ptx_of(body(engine), types.void(*arguments), capability)


def _dimensions(engine: Engine, name: str) -> int:
    return engine.array_kinds[name].dimensions if name in engine.array_kinds else 1

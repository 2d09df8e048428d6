"""The same rules on a GPU, one thread per game (`pip install rooftop[gpu]`).

Rules are branch-heavy and touch little memory, and every game takes a different path. Two things make that
fast:

* A thread plays on a copy of its game in local memory. There the same field of neighbouring games lies side
  by side, so threads that read it together need one access instead of one each.
* The threads of a block move from decision to decision in step, so that they run the same code together.
  Otherwise most of the time would go into loading instructions.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import lru_cache
from typing import Any

import numpy as np

from rooftop.engine.engine import Engine, Startable
from rooftop.engine.kernel import uncollected
from rooftop.engine.record import Array
from rooftop.engine.state import NOBODY, RandomStream, without_events
from rooftop.engine.streams import seed_rows
from rooftop.errors import OptionError

THREADS = 512  # of a block; the more run in step, the better
WORD = 8  # bytes; local arrays of records must lie at a multiple of it
AT_ONCE = 16  # words that are copied together
REGISTERS = 65536 // THREADS  # available to each of them on a multiprocessor


def cuda_module() -> Any:
    """Import numba-cuda."""
    for gone, there in (
        ("row_stack", "vstack"),
        ("in1d", "isin"),
    ):  # gone in NumPy 2.5; numba-cuda needs them
        if not hasattr(np, gone):
            setattr(np, gone, getattr(np, there))
    try:
        from numba import cuda
    except ImportError:
        raise OptionError("playing on a GPU needs numba-cuda: pip install rooftop[gpu]") from None
    with suppress(ImportError):  # without it, Numba's own part remains
        _copy_by_words()
    return cuda


@lru_cache(maxsize=1)
def _copy_by_words() -> None:
    """Let kernels copy records in words: numba-cuda copies bytes. Sizes and offsets of our records are
    multiples of a word."""
    from llvmlite import ir
    from numba.cuda.target import CUDATargetContext

    in_bytes = CUDATargetContext.pack_value

    def pack_value(self: Any, builder: Any, kind: Any, value: Any, place: Any, align: Any = None) -> None:
        if type(kind).__name__ != "Record" or kind.size % WORD:
            in_bytes(self, builder, kind, value, place, align)
            return
        word = ir.IntType(8 * WORD)
        source, target = (builder.bitcast(one, word.as_pointer(one.type.addrspace)) for one in (value, place))
        for first in range(0, kind.size // WORD, AT_ONCE):
            offsets = [ir.IntType(32)(k) for k in range(first, min(first + AT_ONCE, kind.size // WORD))]
            words = [builder.load(builder.gep(source, [offset]), align=WORD) for offset in offsets]
            for offset, loaded in zip(offsets, words, strict=True):
                builder.store(loaded, builder.gep(target, [offset]), align=WORD)

    CUDATargetContext.pack_value = pack_value


def aligned(array: Array) -> Array:
    """The same records, with a type which says that every field is aligned to its size."""
    return array.view(aligned_kind(array.dtype)) if array.dtype.names else array


def quiet_kind(engine: Engine) -> np.dtype[Any]:
    """The type of a state on a GPU."""
    return aligned_kind(without_events(engine.rules.state).dtype)


def aligned_kind(kind: np.dtype[Any]) -> np.dtype[Any]:
    found = np.dtype(kind.descr, align=True)
    assert found.itemsize == kind.itemsize
    return found


def available() -> bool:
    """Whether a usable GPU is present."""
    try:
        return bool(cuda_module().is_available())
    except OptionError:
        return False


def whole_games(engine: Engine) -> Callable[..., None]:
    """The body of a GPU kernel that plays one random game in each thread, without events."""
    from numba import int16, int32

    cuda, rules, actions, nobody, word = cuda_module(), engine.module, engine.rules.actions, NOBODY, WORD
    start, legal, take, draw = rules.start, rules.legal, rules.take, rules.draw
    state, stream = quiet_kind(engine), aligned_kind(RandomStream.dtype)

    def games(S: Array, T: Array, Z: Array, C: Array, seats: int, options: Array, decisions: Array) -> None:
        i = cuda.grid(1)
        out = cuda.local.array(actions, int16)
        s = cuda.local.array(1, state, alignment=word)
        c = cuda.local.array(1, stream, alignment=word)
        playing = int32(i < len(decisions))
        if playing:
            s[0] = S[i]
            c[0] = C[i]
            start(s, 0, T, Z, seats, options)
        n = 0
        while cuda.syncthreads_or(playing):
            action = 0
            if playing:
                action = out[draw(c[0], legal(s[0], T[0], out))]
            cuda.syncthreads()
            if playing:
                take(s[0], T[0], action)
                n += 1
                playing = int32(s[0].to_act != nobody)
        if i < len(decisions):
            decisions[i] = n
            S[i] = s[0]

    return games


@lru_cache(maxsize=16)
def _compiled(engine: Engine) -> Any:
    """The kernel of `whole_games`, compiled on first use."""
    return cuda_module().jit(whole_games(engine), max_registers=REGISTERS)


def play_games(game: Startable, count: int, seed: int = 0) -> tuple[Array, Array]:
    """Play random games on the GPU; return final states and decision counts, equal to those of the CPU.

    The states have no events (`without_events`).
    """
    cuda, engine = cuda_module(), game.engine
    if not available():
        raise OptionError("no usable GPU found")
    if not engine.compiled:
        raise OptionError("interpreted rules cannot run on a GPU; use compiled=True")
    state = without_events(engine.rules.state)
    states, streams = state.array(count), RandomStream.array(count)
    seed_rows(states, seed, range(count), "game")
    seed_rows(streams, seed, range(count), "choices")
    on_gpu = cuda.to_device(aligned(states))
    decisions = cuda.device_array(count, np.int64)
    with uncollected(), warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=".*InterpretedArray size")  # a few games are fine, too
        _compiled(engine)[(count + THREADS - 1) // THREADS, THREADS](
            on_gpu,
            cuda.to_device(aligned(game.tables)),
            cuda.to_device(aligned(state.array())),
            cuda.to_device(aligned(streams)),
            game.players,
            cuda.to_device(game.encoded),
            decisions,
        )
    return on_gpu.copy_to_host(), decisions.copy_to_host()


def ptx(engine: Engine, capability: tuple[int, int] = (9, 0)) -> str:
    """The rules as PTX. No GPU is needed, so any machine can check that they compile."""
    import numba
    from numba import types

    state, tables, stream = (
        numba.from_dtype(aligned_kind(kind.dtype))
        for kind in (without_events(engine.rules.state), engine.rules.tables, RandomStream)
    )
    signature = types.void(
        state[::1], tables[::1], state[::1], stream[::1], types.int64, types.int32[::1], types.int64[::1]
    )
    return ptx_of(whole_games(engine), signature, capability)


def ptx_of(body: Callable[..., None], signature: Any, capability: tuple[int, int]) -> str:
    """A GPU kernel as PTX."""
    with _pretended_device(capability), uncollected():
        text, _ = cuda_module().compile_ptx(body, signature, cc=capability)
    return str(text)


@contextmanager
def _pretended_device(capability: tuple[int, int]) -> Iterator[None]:
    """Provide the device that numba-cuda asks for even when it is given a compute capability."""

    class Device:
        compute_capability = capability

    modules = [
        module
        for name, module in list(sys.modules.items())
        if name.startswith("numba.cuda") and hasattr(module, "get_current_device")
    ]
    before = [module.get_current_device for module in modules]
    for module in modules:
        module.get_current_device = lambda: Device  # type: ignore[attr-defined]
    try:
        yield
    finally:
        for module, function in zip(modules, before, strict=True):
            module.get_current_device = function  # type: ignore[attr-defined]

"""The same rules on a GPU: one thread for each game, from unchanged sources (`pip install rooftop[gpu]`)."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from rooftop.core.engine import Engine
from rooftop.core.errors import OptionError
from rooftop.core.kernel import Array, uncollected
from rooftop.core.position import Game
from rooftop.core.seed import seed_of, words
from rooftop.core.state import NOBODY, Chooser

THREADS = 64  # of a block


def _cuda() -> Any:
    for gone, there in (("row_stack", "vstack"), ("in1d", "isin")):  # NumPy 2.5 has dropped these names
        if not hasattr(np, gone):
            setattr(np, gone, getattr(np, there))
    try:
        from numba import cuda

        return cuda
    except ImportError:
        raise OptionError("the rules for a GPU need numba-cuda: pip install rooftop[gpu]") from None


def available() -> bool:
    """Whether there is a GPU that can run the rules."""
    try:
        return bool(_cuda().is_available())
    except OptionError:
        return False


def whole_games(engine: Engine) -> Callable[..., None]:
    """The body of a GPU kernel that plays one random game in each thread."""
    from numba import int16

    cuda, rules, actions, nobody = _cuda(), engine.module, engine.title.actions, NOBODY
    start, legal, take, draw = rules.start, rules.legal, rules.take, rules.draw

    def games(S: Any, T: Any, Z: Any, C: Any, seats: int, options: Any, decisions: Any) -> None:
        i = cuda.grid(1)
        if i < len(decisions):
            out = cuda.local.array(actions, int16)
            start(S, i, T, Z, seats, options)
            n = 0
            while S[i].to_act != nobody:
                take(S[i], T[0], out[draw(C[i], legal(S[i], T[0], out))])
                n += 1
            decisions[i] = n

    return games


def play_games(game: Game, count: int, seed: int = 0) -> tuple[Array, Array]:
    """Random games on the GPU: their final states and numbers of decisions, as the CPU would have them."""
    cuda, engine = _cuda(), game.engine
    if not available():
        raise OptionError("there is no GPU here that could run the rules")
    if not engine.compiled:
        raise OptionError("interpreted rules cannot run on a GPU; make the game with compiled=True")
    states, choosers = game.title.state.array(count), Chooser.array(count)
    for place in range(count):
        states["rng"][place] = words(seed_of(seed, place), "game")
        choosers["rng"][place] = words(seed_of(seed, place), "choices")
    on_gpu = cuda.to_device(states)
    decisions = cuda.device_array(count, np.int64)
    with uncollected():
        cuda.jit(whole_games(engine))[(count + THREADS - 1) // THREADS, THREADS](
            on_gpu,
            cuda.to_device(game.tables),
            cuda.to_device(engine.blank),
            cuda.to_device(choosers),
            game.players,
            cuda.to_device(game.encoded),
            decisions,
        )
    return on_gpu.copy_to_host(), decisions.copy_to_host()


def ptx(engine: Engine, capability: tuple[int, int] = (9, 0)) -> str:
    """The rules compiled for a GPU that need not be there: proof that they can be."""
    import numba
    from numba import types

    cuda = _cuda()
    state, tables, chooser = (
        numba.from_dtype(kind.dtype) for kind in (engine.title.state, engine.title.tables, Chooser)
    )
    signature = types.void(
        state[::1], tables[::1], state[::1], chooser[::1], types.int64, types.int32[::1], types.int64[::1]
    )
    with _pretended_device(capability), uncollected():
        text, _ = cuda.compile_ptx(whole_games(engine), signature, cc=capability)
    return str(text)


@contextmanager
def _pretended_device(capability: tuple[int, int]) -> Iterator[None]:
    """numba-cuda asks for the current device even when it is told what to compile for."""

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

"""Bots run in worker processes. They get a blinded state, never the real one, and a time limit."""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import os
import random
import threading
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import lru_cache

import numpy as np

from rooftop.bots import BOTS, bot
from rooftop.engine.engine import is_cold
from rooftop.game.edition import Edition
from rooftop.game.position import Game, Position, new_game
from rooftop.game.title import OptionValue, title, title_ids

Options = tuple[tuple[str, OptionValue], ...]
Setup = tuple[str, str | None, int, Options, bool]  # title, edition text, players, options, compiled


@lru_cache(maxsize=64)
def _game(title_id: str, edition: str | None, players: int, options: Options, compiled: bool) -> Game:
    own = Edition.parse("edition", edition) if edition else None
    return new_game(title(title_id), players, dict(options), own, compiled)


def think(name: str, setup: Setup, state: bytes, seed: int) -> int:
    """Return a bot's choice in a blinded state. Runs in a worker."""
    game = _game(*setup)
    rows = np.frombuffer(bytearray(state), game.title.state.dtype)
    return bot(name, seed).choose(Position(game, rows))


def _exit_with_server() -> None:
    """End this worker when the server ends: a killed server cannot stop its workers."""
    server = multiprocessing.parent_process()
    if server is not None:
        server.join()
        os._exit(1)


def start_worker(names: Sequence[str]) -> None:
    """Prepare a new worker for these titles. Rules that have not been compiled yet are loaded later."""
    threading.Thread(target=_exit_with_server, daemon=True).start()
    for kind in map(title, names):
        if not is_cold(kind):
            for _ in new_game(kind, kind.players[0], compiled=True).engine.prepare(("moves", "best")):
                pass


class BotPool:
    """A pool of workers. A dead or stuck worker is replaced; a slow one is not waited for."""

    def __init__(self, processes: int, seconds: float, names: Sequence[str] | None = None) -> None:
        self.processes = processes
        self.seconds = seconds
        self.names = list(title_ids() if names is None else names)  # titles that a new worker prepares for
        self._pool = self._new()
        self._answered_at: float | None = None  # when a worker of this pool last answered
        self._preparing: asyncio.Task[None] | None = None

    def _new(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(
            self.processes,
            mp_context=multiprocessing.get_context("spawn"),
            initializer=start_worker,
            initargs=(self.names,),
        )

    async def prepare(self) -> None:
        """Wait until the workers are ready."""
        pool, loop = self._pool, asyncio.get_running_loop()
        with contextlib.suppress(BrokenProcessPool):
            await asyncio.gather(*(loop.run_in_executor(pool, int) for _ in range(self.processes)))
            self._answered_at = time.monotonic()

    async def choose(self, name: str, position: Position) -> tuple[int, bool]:
        """Return a legal action, and whether the bot chose it. If the bot fails or is slow, it is random."""
        game = position.game
        setup = (
            game.title.id,
            None if game.edition is game.title.edition() else game.edition.text,
            game.players,
            tuple(sorted(game.options.items())),
            game.engine.compiled,
        )
        job = (name if name in BOTS else "random", setup, position.rows.tobytes(), random.getrandbits(30))
        legal, pool, began = position.legal(), self._pool, time.monotonic()
        try:
            answer = asyncio.get_running_loop().run_in_executor(pool, think, *job)
            # Shielded: a pool that breaks cannot handle cancelled work.
            answer.add_done_callback(lambda late: late.cancelled() or late.exception())
            chosen = await asyncio.wait_for(asyncio.shield(answer), self.seconds)
            self._answered_at = time.monotonic()
            if chosen in legal:
                return chosen, True
        except TimeoutError:
            # No worker has answered since: the pool is stuck, not busy.
            if self._answered_at is not None and self._answered_at <= began:
                self._replace(pool)
        except BrokenProcessPool:
            self._replace(pool)
        return random.choice(legal), False

    def _replace(self, pool: ProcessPoolExecutor) -> None:
        if pool is self._pool:  # else somebody else has replaced it already
            _end(pool, wait=False)
            self._pool, self._answered_at = self._new(), None
            self._preparing = asyncio.create_task(self.prepare())

    def close(self) -> None:
        if self._preparing is not None:
            self._preparing.cancel()
        _end(self._pool, wait=True)


def _end(pool: ProcessPoolExecutor, wait: bool) -> None:
    """Kill the workers. They hold nothing that could be lost."""
    for worker in list((pool._processes or {}).values()):
        worker.kill()
    pool.shutdown(wait=wait)

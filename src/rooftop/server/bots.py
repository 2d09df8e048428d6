"""Bots think in processes of their own. They get a blinded state, never the real one, and a time limit."""

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
from rooftop.game.edition import Edition
from rooftop.game.position import Game, Position, new_game
from rooftop.game.title import OptionValue, title, title_ids

Options = tuple[tuple[str, OptionValue], ...]


@lru_cache(maxsize=64)
def _game(title_id: str, edition: str | None, players: int, options: Options, compiled: bool) -> Game:
    own = Edition.parse("edition", edition) if edition else None
    return new_game(title(title_id), players, dict(options), own, compiled)


def think(name: str, of: tuple[str, str | None, int, Options, bool], state: bytes, seed: int) -> int:
    """In a worker: what the bot chooses in this blinded state of the game `of`."""
    made = _game(*of)
    rows = np.frombuffer(bytearray(state), made.title.state.dtype)
    return bot(name, seed).choose(Position(made, rows))


def get_ready(names: Sequence[str]) -> None:
    """Load, or compile, what games and bots of these titles need; that takes longer than a move may."""
    for name in names:
        made = new_game(title(name), title(name).players[0], compiled=True)
        for _ in made.engine.prepare(made.tables, made.players, made.encoded, bots=True):
            pass


def _end_with_the_server() -> None:
    """A server that is killed cannot tell its workers to go."""
    server = multiprocessing.parent_process()
    if server is not None:
        server.join()
        os._exit(1)


def begin_work(names: Sequence[str]) -> None:
    """In a new worker: the titles whose compiled rules are there."""
    threading.Thread(target=_end_with_the_server, daemon=True).start()
    get_ready(names)


class BotPool:
    """Worker processes. One that dies is replaced; one that takes too long is not waited for."""

    def __init__(self, processes: int, seconds: float, names: Sequence[str] | None = None) -> None:
        self.processes = processes
        self.seconds = seconds
        self.names = list(title_ids() if names is None else names)  # the titles that new workers load first
        self._pool = self._new()
        self._answered_at: float | None = None  # when this pool's workers last said something
        self._preparing: asyncio.Task[None] | None = None

    def _new(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(
            self.processes,
            mp_context=multiprocessing.get_context("spawn"),
            initializer=begin_work,
            initargs=(self.names,),
        )

    async def use_compiled(self, names: Sequence[str]) -> None:
        """The compiled rules are there now: new workers load them, and the old ones go when they have."""
        before, self.names = self._pool, list(names)
        self._pool = self._new()
        await self.prepare()
        _end(before, wait=False)

    async def prepare(self) -> None:
        """Wait until the workers are ready."""
        pool, loop = self._pool, asyncio.get_running_loop()
        with contextlib.suppress(BrokenProcessPool):
            await asyncio.gather(*(loop.run_in_executor(pool, int) for _ in range(self.processes)))
            self._answered_at = time.monotonic()

    async def choose(self, name: str, position: Position) -> tuple[int, bool]:
        """A legal action, and whether it is the bot's own choice: if it fails or dawdles, chance decides."""
        made = position.game
        of = (
            made.title.id,
            None if made.edition is made.title.edition() else made.edition.text,
            made.players,
            tuple(sorted(made.options.items())),
            made.engine.compiled,
        )
        job = (name if name in BOTS else "random", of, position.rows.tobytes(), random.getrandbits(30))
        legal, pool, began = position.legal(), self._pool, time.monotonic()
        try:
            answer = asyncio.get_running_loop().run_in_executor(pool, think, *job)
            # Not cancelled when time is up: a pool that breaks stumbles over cancelled work.
            answer.add_done_callback(lambda late: late.cancelled() or late.exception())
            chosen = await asyncio.wait_for(asyncio.shield(answer), self.seconds)
            self._answered_at = time.monotonic()
            if chosen in legal:
                return chosen, True
        except TimeoutError:
            # Nobody had an answer meanwhile: it is not that there is too much to do, a bot is stuck.
            if self._answered_at is not None and self._answered_at <= began:
                self._replace(pool)
        except BrokenProcessPool:
            self._replace(pool)
        return random.choice(legal), False

    def _replace(self, pool: ProcessPoolExecutor) -> None:
        if pool is self._pool:  # and not replaced by somebody else who waited for it
            _end(pool, wait=False)
            self._pool, self._answered_at = self._new(), None
            self._preparing = asyncio.create_task(self.prepare())

    def close(self) -> None:
        if self._preparing is not None:
            self._preparing.cancel()
        _end(self._pool, wait=True)


def _end(pool: ProcessPoolExecutor, wait: bool) -> None:
    """Workers hold nothing that could be lost."""
    for worker in list((pool._processes or {}).values()):
        worker.kill()
    pool.shutdown(wait=wait)

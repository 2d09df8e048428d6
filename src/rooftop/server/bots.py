"""Bots think in processes of their own. They get a blinded state, never the real one, and a time limit."""

from __future__ import annotations

import asyncio
import multiprocessing
import random
from concurrent.futures import Executor, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import lru_cache

import numpy as np

from rooftop.bots import BOTS, bot
from rooftop.core.edition import Edition
from rooftop.core.position import Game, Position, game
from rooftop.core.title import OptionValue, title

Options = tuple[tuple[str, OptionValue], ...]


@lru_cache(maxsize=64)
def _game(title_id: str, edition: str | None, players: int, options: Options, compiled: bool) -> Game:
    own = Edition.parse("edition", edition) if edition else None
    return game(title(title_id), players, dict(options), own, compiled)


def think(name: str, of: tuple[str, str | None, int, Options, bool], state: bytes, seed: int) -> int:
    """In a worker: what the bot chooses in this blinded state of the game `of`."""
    made = _game(*of)
    rows = np.frombuffer(bytearray(state), made.title.state.dtype)
    return bot(name, seed).choose(Position(made, rows))


class BotPool:
    """Worker processes. One that dies is replaced; one that takes too long is not waited for."""

    def __init__(self, processes: int, seconds: float) -> None:
        self.processes = processes
        self.seconds = seconds
        self._pool = self._new()

    def _new(self) -> Executor:
        return ProcessPoolExecutor(self.processes, mp_context=multiprocessing.get_context("spawn"))

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
        legal = position.legal()
        try:
            answer = asyncio.get_running_loop().run_in_executor(self._pool, think, *job)
            chosen = await asyncio.wait_for(answer, self.seconds)
            if chosen in legal:
                return chosen, True
        except TimeoutError:
            pass
        except BrokenProcessPool:
            self._pool.shutdown(wait=False)
            self._pool = self._new()
        return random.choice(legal), False

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)

"""Games in worker processes, one at a time in each."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import traceback
from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess

from rooftop.arena.play import Setup, game_label, play_game, warm_up
from rooftop.arena.results import PlayedGame
from rooftop.errors import BotError
from rooftop.game.position import Game


def play_games(
    setup: Setup, game: Game, numbers: Iterable[int], workers: int
) -> Generator[PlayedGame, None, None]:
    """Play these games and yield each when it is finished. Raises BotError if one cannot be finished."""
    if workers == 1:
        for number in numbers:
            yield play_game(setup, game, number)
        return
    waiting = list(numbers)[::-1]
    crew = _start(setup, min(workers, len(waiting)))
    try:
        for worker in crew:
            worker.give(waiting.pop())
        while busy := [worker for worker in crew if worker.game is not None]:
            ready = wait([worker.connection for worker in busy])
            for worker in [worker for worker in busy if worker.connection in ready]:
                answer = worker.answer(setup)
                if waiting:
                    worker.give(waiting.pop())
                yield answer
    finally:
        for worker in crew:
            worker.process.kill()  # it holds nothing that could be lost
        for worker in crew:
            worker.process.join()
            worker.connection.close()


@dataclass
class _Worker:
    process: BaseProcess
    connection: Connection
    game: int | None = None  # the one it plays

    def give(self, number: int) -> None:
        self.game = number
        with suppress(OSError):  # it died; reading its answer says so
            self.connection.send(number)

    def answer(self, setup: Setup) -> PlayedGame:
        number, self.game = self.game, None
        assert number is not None
        try:
            answer: PlayedGame | BotError | str = self.connection.recv()
        except (EOFError, OSError):
            self.process.join()
            raise BotError(
                f"{game_label(setup, number)}: the worker process died (exit status {self.process.exitcode})"
            ) from None
        if isinstance(answer, BotError):
            raise answer
        if isinstance(answer, str):
            raise BotError(f"{game_label(setup, number)}: {answer}")
        return answer


def _start(setup: Setup, workers: int) -> list[_Worker]:
    context = multiprocessing.get_context("spawn")
    crew = []
    with _interrupts_ignored():  # workers inherit this: Ctrl-C is for the process that started them
        for _ in range(workers):
            ours, theirs = context.Pipe()
            process = context.Process(target=_work, args=(setup, theirs), daemon=True)
            process.start()
            theirs.close()
            crew.append(_Worker(process, ours))
    return crew


@contextmanager
def _interrupts_ignored() -> Iterator[None]:
    if threading.current_thread() is not threading.main_thread():  # others get no interrupts
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _work(setup: Setup, connection: Connection) -> None:
    """Play the games whose numbers arrive. Runs in a worker."""
    threading.Thread(target=_exit_with_parent, daemon=True).start()
    game = setup.game()
    ready = False
    while True:
        number = connection.recv()
        try:
            if not ready:
                warm_up(setup, game)
                ready = True
            connection.send(play_game(setup, game, number))
        except BotError as error:
            connection.send(BotError(_with_traceback(error)))
        except Exception as error:
            connection.send(_with_traceback(error))


def _with_traceback(error: Exception) -> str:
    if isinstance(error, BotError) and error.__cause__ is None:
        return str(error)
    cause = error.__cause__ or error
    lines = "".join(traceback.format_exception(cause)).rstrip()
    return f"{error}\n{lines}"


def _exit_with_parent() -> None:
    """End this worker when the process that started it ends, even if that was killed."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)

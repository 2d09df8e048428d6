"""Who does the work: processes of this machine, one piece at a time in each, or a Ray cluster."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any

from rooftop.arena.jobs import Failure, Job, Result, attempt
from rooftop.errors import BotError, OptionError


@dataclass(frozen=True)
class Crew:
    """The workers of a run. `ray` is the address of a cluster, or "local" for one on this machine."""

    workers: int | None = None  # processes; None: one here, or as many as the cluster has processors
    ray: str | None = None

    def __post_init__(self) -> None:
        number = self.workers
        if number is not None and (isinstance(number, bool) or not isinstance(number, int) or number < 1):
            raise OptionError(f"the number of workers must be at least 1, not {number!r}")

    def joined(self) -> AbstractContextManager[object]:
        """Connect to the cluster, if there is one, until the end of the block. `work` does that, too; call
        this before it to get errors early. Raises OptionError if there is no such cluster."""
        if self.ray is None:
            return nullcontext()
        from rooftop.arena import cluster

        return cluster.joined(self.ray, self.workers)

    def work(self, job: Job[Result], numbers: Iterable[int]) -> Generator[tuple[int, Result], None, None]:
        """Do these pieces of a job; yield number and result of each when it is done, in any order.

        Close the generator to stop early. Raises BotError if a piece fails.
        """
        if self.ray is not None:
            from rooftop.arena import cluster

            return cluster.work(job, numbers, self.ray, self.workers)
        return _work_here(job, list(numbers), self.workers or 1)


def _work_here(
    job: Job[Result], numbers: list[int], workers: int
) -> Generator[tuple[int, Result], None, None]:
    if not numbers:
        return
    do = job.open()  # compiles first: processes that start together would all compile the same
    if workers == 1:
        for number in numbers:
            yield number, do(number)
        return
    waiting = numbers[::-1]
    crew = _start(job, min(workers, len(waiting)))
    try:
        for worker in crew:
            worker.give(waiting.pop())
        while busy := [worker for worker in crew if worker.piece is not None]:
            ready = wait([worker.connection for worker in busy])
            for worker in [worker for worker in busy if worker.connection in ready]:
                number, answer = worker.answer(job)
                if waiting:
                    worker.give(waiting.pop())
                yield number, answer
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
    piece: int | None = None  # the one it is doing

    def give(self, number: int) -> None:
        self.piece = number
        with suppress(OSError):  # it died; reading its answer says so
            self.connection.send(number)

    def answer(self, job: Job[Result]) -> tuple[int, Result]:
        number, self.piece = self.piece, None
        assert number is not None
        try:
            answer: Result | Failure = self.connection.recv()
        except (EOFError, OSError):
            self.process.join()
            raise BotError(
                f"{job.label(number)}: the worker process died (exit status {self.process.exitcode})"
            ) from None
        if isinstance(answer, Failure):
            raise BotError(answer.text)
        return number, answer


def _start(job: Job[Any], workers: int) -> list[_Worker]:
    context = multiprocessing.get_context("spawn")
    crew = []
    with _interrupts_ignored():  # workers inherit this: Ctrl-C is for the process that started them
        for _ in range(workers):
            ours, theirs = context.Pipe()
            process = context.Process(target=_serve, args=(job, theirs), daemon=True)
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


def _serve(job: Job[Any], connection: Connection) -> None:
    """Do the pieces whose numbers arrive. Runs in a worker."""
    threading.Thread(target=_exit_with_parent, daemon=True).start()
    do: Callable[[int], Any] | None = None

    def opened(number: int) -> Any:
        nonlocal do
        if do is None:
            do = job.open()
        return do(number)

    while True:
        connection.send(attempt(job, opened, connection.recv()))


def _exit_with_parent() -> None:
    """End this worker when the process that started it ends, even if that was killed."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)

"""Worker processes: starting them, asking them, and restarting them when they die or hang."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import multiprocessing
import socket
from collections.abc import Callable
from multiprocessing.context import SpawnProcess
from typing import Any

from rooftop.server.metrics import WORKERS_REPLACED
from rooftop.server.worker_loop import HEAD, READY, packed

log = logging.getLogger("rooftop")

START_SECONDS = 60.0  # a process that is not ready by then is stuck
PAUSE = 0.2  # seconds before a worker that ended is started again


class WorkerError(Exception):
    """A worker ended or is stuck. The question can be asked again."""


class _Answers(asyncio.Protocol):
    """Receives the answers of a process."""

    def __init__(self) -> None:
        self.ready: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        self.waiting: dict[int, asyncio.Future[bytes]] = {READY: self.ready}
        self.buffer = bytearray()
        self.lost = False

    def data_received(self, data: bytes) -> None:
        buffer = self.buffer
        buffer += data
        start = 0
        while len(buffer) - start >= HEAD.size:
            number, length = HEAD.unpack_from(buffer, start)
            begin = start + HEAD.size
            if len(buffer) < begin + length:
                break
            start = begin + length
            future = self.waiting.pop(number, None)
            if future is not None and not future.done():
                future.set_result(bytes(buffer[begin:start]))
        if start:
            del buffer[:start]

    def connection_lost(self, exc: Exception | None) -> None:
        self.lost = True
        for future in self.waiting.values():
            if not future.done():
                future.set_exception(WorkerError("it ended"))
                future.exception()  # nobody may be waiting any more
        self.waiting.clear()


class WorkerProcess:
    """One process. It starts on first use, and again after it has ended.

    `run` gets a socket and `arguments` in the process, and calls `worker_loop.serve`.
    """

    def __init__(self, name: str, run: Callable[..., None], *arguments: Any) -> None:
        self.name = name
        self.process: SpawnProcess | None = None
        self._run = run
        self._arguments = arguments
        self._answers: _Answers | None = None
        self._transport: asyncio.WriteTransport | None = None
        self._opening = asyncio.Lock()
        self._closed = False
        self._next = READY

    @property
    def is_ready(self) -> bool:
        answers = self._answers
        return answers is not None and not answers.lost and answers.ready.done()

    async def open(self) -> None:
        """Wait until the process is ready; start it first if there is none. Raises WorkerError."""
        if self.is_ready:
            return
        async with self._opening:
            if self._answers is None or self._answers.lost:
                await self._start()
            assert self._answers is not None
            try:
                async with asyncio.timeout(START_SECONDS):
                    await asyncio.shield(self._answers.ready)
            except TimeoutError:
                self._end()
                raise WorkerError("it does not start") from None
            if self._answers.lost:  # it ended while getting ready
                raise WorkerError("it is closed" if self._closed else "it ended")

    async def _start(self) -> None:
        if self._answers is not None:
            log.warning("a %s ended and is started again", self.name)
            WORKERS_REPLACED.labels(self.name).inc()
            self._end()
            await asyncio.sleep(PAUSE)
        if self._closed:
            raise WorkerError("it is closed")
        ours, theirs = socket.socketpair()
        process = multiprocessing.get_context("spawn").Process(
            target=self._run, args=(theirs, *self._arguments), daemon=True, name=self.name
        )
        try:
            await asyncio.to_thread(process.start)
        except BaseException:
            ours.close()  # the process ends even if it has started
            raise
        finally:
            theirs.close()
        ours.setblocking(False)
        transport, answers = await asyncio.get_running_loop().create_connection(_Answers, sock=ours)
        self.process, self._transport, self._answers = process, transport, answers
        if self._closed:  # closed while it started
            self._end()
            raise WorkerError("it is closed")

    async def ask(self, message: bytes, seconds: float) -> bytes:
        """Return the answer to a message. Raises WorkerError.

        If the process has not answered within `seconds` of being ready and asked, it is killed.
        """
        await self.open()
        assert self._answers is not None
        assert self._transport is not None
        answers = self._answers
        self._next += 1
        number, future = self._next, asyncio.get_running_loop().create_future()
        answers.waiting[number] = future
        self._transport.write(packed(number, message))
        try:
            async with asyncio.timeout(seconds):
                answer: bytes = await future
                return answer
        except TimeoutError:
            self._end()
            raise WorkerError("it is stuck") from None
        finally:
            answers.waiting.pop(number, None)

    def close(self) -> None:
        """Stop the process for good. It holds nothing that could be lost."""
        self._closed = True
        self._end()

    def _end(self) -> None:
        if self._transport is not None:
            with contextlib.suppress(RuntimeError):  # its event loop may have ended
                self._transport.abort()
        if self._answers is not None:
            self._answers.lost = True
        if self.process is not None:
            self.process.kill()
            self.process.join(0.5)
            self.process = None

"""The server's side of the painters: which one does what, and starting them again when they die."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import socket
import zlib
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.context import SpawnProcess

import msgspec

from rooftop.errors import OptionError
from rooftop.server.painting import paint, worker
from rooftop.server.painting.jobs import Done, Job, Task
from rooftop.server.painting.worker import HEAD, packed

log = logging.getLogger("rooftop")

SECONDS = 60.0  # for a job; a painter that takes longer is stuck
TRIES = 3
PAUSE = 0.2  # seconds before a painter that died is started again

decode_done = msgspec.msgpack.Decoder(Done).decode


class PaintingError(Exception):
    """A picture could not be drawn. This is a bug, or the machine is out of memory."""


class _Line(asyncio.Protocol):
    """The connection to a painter."""

    def __init__(self) -> None:
        self.waiting: dict[int, asyncio.Future[Done]] = {}
        self.buffer = bytearray()
        self.lost = False

    def data_received(self, data: bytes) -> None:
        buffer = self.buffer
        buffer += data
        start = 0
        while len(buffer) - start >= HEAD.size:
            (length,) = HEAD.unpack_from(buffer, start)
            end = start + HEAD.size + length
            if len(buffer) < end:
                break
            done = decode_done(memoryview(buffer)[start + HEAD.size : end])
            start = end
            future = self.waiting.pop(done.id, None)
            if future is not None and not future.done():
                future.set_result(done)
        if start:
            del buffer[:start]

    def connection_lost(self, exc: Exception | None) -> None:
        self.lost = True
        for future in self.waiting.values():
            if not future.done():
                future.set_exception(ConnectionError("the painter ended"))
        self.waiting.clear()


class _Painter:
    """One process. It is started on first use, and again after it died."""

    def __init__(self, editions: Sequence[str], titles: Sequence[str]) -> None:
        self.editions = list(editions)
        self.titles = list(titles)
        self.process: SpawnProcess | None = None
        self._line: _Line | None = None
        self._transport: asyncio.WriteTransport | None = None
        self._opening = asyncio.Lock()
        self._next = 0

    async def open(self) -> _Line:
        if self._line is not None and not self._line.lost:
            return self._line
        async with self._opening:
            if self._line is not None and not self._line.lost:
                return self._line
            if self._line is not None:
                log.warning("a painter ended and is started again")
                self.close()
                await asyncio.sleep(PAUSE)
            ours, theirs = socket.socketpair()
            process = multiprocessing.get_context("spawn").Process(
                target=worker.run, args=(theirs, self.editions, self.titles), daemon=True, name="painter"
            )
            await asyncio.to_thread(process.start)
            theirs.close()
            ours.setblocking(False)
            loop = asyncio.get_running_loop()
            transport, line = await loop.create_connection(_Line, sock=ours)
            self.process, self._transport, self._line = process, transport, line
            return line

    async def do(self, job: Job) -> Done:
        line = await self.open()
        assert self._transport is not None
        self._next += 1
        task, future = self._next, asyncio.get_running_loop().create_future()
        line.waiting[task] = future
        self._transport.write(packed(Task(task, job)))
        try:
            async with asyncio.timeout(SECONDS):
                done: Done = await future
                return done
        except TimeoutError:
            self.close()
            raise ConnectionError("the painter is stuck") from None
        finally:
            line.waiting.pop(task, None)

    def close(self) -> None:
        """End the process. It holds nothing that could be lost."""
        if self._transport is not None:
            self._transport.abort()
        if self._line is not None:
            self._line.lost = True
        if self.process is not None:
            self.process.kill()
            self.process.join(5)
            self.process = None


class Painters:
    """All painters. Jobs with equal keys go to the same one, which remembers their last pictures. With no
    processes, a thread does the work."""

    def __init__(self, processes: int, editions: Sequence[str] = (), titles: Sequence[str] = ()) -> None:
        self._painters = [_Painter(editions, titles) for _ in range(processes)]
        self._thread: ThreadPoolExecutor | None = None
        self._closed = False
        if not processes:
            paint.use_editions(editions)

    async def start(self) -> None:
        """Start all processes, so that the first job need not wait."""
        await asyncio.gather(*(painter.open() for painter in self._painters))

    async def do(self, key: str, job: Job) -> list[bytes]:
        """Return what a job gives. Raises OptionError if it cannot be done, PaintingError if it failed."""
        done = await self._ask(key, job)
        if done.error == "refused":
            raise OptionError(done.why)
        if done.error:
            log.error("painting failed: %s", done.why)
            raise PaintingError("the picture could not be drawn")
        return done.results

    async def _ask(self, key: str, job: Job) -> Done:
        if not self._painters:
            if self._thread is None:
                self._thread = ThreadPoolExecutor(1, thread_name_prefix="painter")
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._thread, worker.answer, Task(0, job))
        painter = self._painters[zlib.crc32(key.encode()) % len(self._painters)]
        for _ in range(TRIES):
            try:
                return await painter.do(job)
            except OSError as error:
                if self._closed:
                    break
                log.warning("%s", error)
        raise PaintingError("the picture could not be drawn; try again in a moment")

    def close(self) -> None:
        self._closed = True
        for painter in self._painters:
            painter.close()
        if self._thread is not None:
            self._thread.shutdown()

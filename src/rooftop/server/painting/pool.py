"""The painters of a server, and which of them does which job."""

from __future__ import annotations

import asyncio
import logging
import zlib
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import msgspec

from rooftop.errors import OptionError
from rooftop.server.painting import paint, painter_process
from rooftop.server.painting.jobs import Done, Job
from rooftop.server.worker_process import WorkerError, WorkerProcess

log = logging.getLogger("rooftop")

SECONDS = 60.0  # for a job; a painter that takes longer is stuck
TRIES = 3

encode = msgspec.msgpack.Encoder().encode
decode_done = msgspec.msgpack.Decoder(Done).decode


class PaintingError(Exception):
    """A picture could not be drawn. This is a bug, or the machine is out of memory."""


class Painters:
    """All painters. Jobs with equal keys go to the same painter, which remembers their last pictures. With no
    processes, a thread does the work."""

    def __init__(self, processes: int, editions: Sequence[str] = (), titles: Sequence[str] = ()) -> None:
        self._painters = [
            WorkerProcess("painter", painter_process.run, list(editions), list(titles))
            for _ in range(processes)
        ]
        self._thread: ThreadPoolExecutor | None = None
        self._closed = False
        if not processes:
            paint.use_editions(editions)

    async def start(self) -> None:
        """Start all processes, so that the first job does not wait."""
        await asyncio.gather(*(painter.open() for painter in self._painters), return_exceptions=True)

    async def do(self, key: str, job: Job) -> list[bytes]:
        """Return the results of a job. Raises OptionError if it is invalid, PaintingError if it failed."""
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
            return await asyncio.get_running_loop().run_in_executor(self._thread, painter_process.answer, job)
        painter = self._painters[zlib.crc32(key.encode()) % len(self._painters)]
        for _ in range(TRIES):
            try:
                return decode_done(await painter.ask(encode(job), SECONDS))
            except (WorkerError, OSError) as error:
                if self._closed:
                    break
                log.warning("painter: %s", error)
        raise PaintingError("the picture could not be drawn; try again in a moment")

    def close(self) -> None:
        self._closed = True
        for painter in self._painters:
            painter.close()
        if self._thread is not None:
            self._thread.shutdown()

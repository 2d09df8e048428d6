"""Pictures for link previews: PNGs of 1200 x 630 pixels. A process of its own makes them, one at a time, and
yields to everything else."""

from __future__ import annotations

import asyncio
import os
import re
import socket
from collections import OrderedDict
from collections.abc import Awaitable, Callable

from rooftop.server import worker
from rooftop.server.errors import Refusal
from rooftop.server.workers import Worker, WorkerError

WIDTH, HEIGHT = 1200, 630
SECONDS = 30.0  # for a picture
KEPT = 64  # pictures; one has about 150 kB
WAITING = 8  # at most
PAPER = "#e9dfc9"  # behind pictures of another shape: the table of the page


class Previews:
    """Makes link previews and keeps the last ones."""

    def __init__(self) -> None:
        self._worker = Worker("previewer", run)
        self._kept: OrderedDict[str, bytes] = OrderedDict()
        self._one = asyncio.Semaphore(1)
        self._waiting = 0

    async def get(self, key: str, draw: Callable[[], Awaitable[str]], fill: bool = False) -> bytes:
        """Return the preview that a key stands for. `draw` draws its picture as SVG, which fills the preview
        or is shown whole. Raises Refusal if too many wait."""
        if key not in self._kept:
            if self._waiting >= WAITING:
                raise Refusal(status_code=429, detail="too many pictures are being drawn; wait a moment")
            self._waiting += 1
            try:
                async with self._one:
                    if key not in self._kept:
                        self._keep(key, await self._worker.ask(framed(await draw(), fill).encode(), SECONDS))
            except WorkerError:
                raise Refusal(
                    status_code=503, detail="the picture could not be drawn; try again in a moment"
                ) from None
            finally:
                self._waiting -= 1
        self._kept.move_to_end(key)
        return self._kept[key]

    def _keep(self, key: str, picture: bytes) -> None:
        self._kept[key] = picture
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)

    def close(self) -> None:
        self._worker.close()


def framed(svg: str, fill: bool) -> str:
    """Return a picture in the shape of a preview: cut to it, or whole with paper at its sides."""
    fit = "slice" if fill else "meet"
    inner = re.sub(
        r' width="[\d.]+" height="[\d.]+"',
        f' x="0" y="0" width="{WIDTH}" height="{HEIGHT}" preserveAspectRatio="xMidYMid {fit}"',
        svg,
        count=1,
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}"'
        f' viewBox="0 0 {WIDTH} {HEIGHT}">'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{PAPER}"/>{inner}</svg>'
    )


def run(line: socket.socket) -> None:
    """Turn SVGs into PNGs until the server closes the line."""

    def prepare() -> None:
        if hasattr(os, "nice"):
            os.nice(10)

    def answer(message: bytes) -> bytes:
        from rooftop.drawing.raster import small_png  # not at the top: the server never needs it

        return small_png(message.decode())

    worker.serve(line, answer, prepare)

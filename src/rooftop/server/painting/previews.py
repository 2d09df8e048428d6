"""Pictures as pixels: figures of pages, and link previews of 1200 x 630. A separate process makes them, one
at a time, and yields to everything else."""

from __future__ import annotations

import asyncio
import re
from collections import OrderedDict
from collections.abc import Awaitable, Callable

from rooftop.server.errors import Refusal
from rooftop.server.painting import rasterizer
from rooftop.server.worker_process import WorkerError, WorkerProcess

WIDTH, HEIGHT = 1200, 630
SECONDS = 60.0  # for a picture
KEPT = 256  # pictures; one has about 100 kB
WAITING = 8  # link previews at most
PAPER = "#e9dfc9"  # the table of the page, behind pictures of another shape

Draw = Callable[[], Awaitable[str]]  # draws an SVG


class Previews:
    """Makes pictures and caches the last ones by a key."""

    def __init__(self) -> None:
        self._worker = WorkerProcess("rasterizer", rasterizer.run)
        self._kept: OrderedDict[str, bytes] = OrderedDict()
        self._one = asyncio.Semaphore(1)
        self._waiting = 0

    async def figure(self, key: str, draw: Draw, width: int) -> bytes:
        """Return a picture for a page, as WebP."""
        return await self._get(f"webp {width} {key}", f"webp {width}", draw)

    async def link(self, key: str, draw: Draw, fill: bool = False) -> bytes:
        """Return a link preview as PNG. The drawing fills it or is shown whole. Raises Refusal if too many
        are waiting."""
        if self._waiting >= WAITING:
            raise Refusal(status_code=429, detail="too many pictures are being drawn; wait a moment")

        async def draw_framed() -> str:
            return framed(await draw(), fill)

        self._waiting += 1
        try:
            return await self._get(f"png {key}", f"png {WIDTH}", draw_framed)
        finally:
            self._waiting -= 1

    async def _get(self, key: str, form: str, draw: Draw) -> bytes:
        if key not in self._kept:
            async with self._one:
                if key not in self._kept:  # otherwise somebody else has waited for it
                    self._kept[key] = await self._made(f"{form} {await draw()}".encode())
        self._kept.move_to_end(key)
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return self._kept[key]

    async def _made(self, message: bytes) -> bytes:
        try:
            return await self._worker.ask(message, SECONDS)
        except WorkerError:
            raise Refusal(
                status_code=503, detail="the picture could not be drawn; try again in a moment"
            ) from None

    def close(self) -> None:
        self._worker.close()


def framed(svg: str, fill: bool) -> str:
    """Return a picture in the shape of a preview: cropped to it, or whole with paper at its sides."""
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

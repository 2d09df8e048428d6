"""The process that turns drawings into pixels. It imports little, so that it starts quickly."""

from __future__ import annotations

import hashlib
import os
import socket
import tempfile
from contextlib import suppress
from importlib.metadata import version
from pathlib import Path

from rooftop.drawing.raster import small_png, webp
from rooftop.engine.kernel import cache_root
from rooftop.server import worker_loop

KEPT = 1000  # figures in the cache; one has about 50 kB, and a server shows 160


def answer(message: bytes) -> bytes:
    """Draw `webp WIDTH SVG` or `png WIDTH SVG`."""
    form, width, svg = message.decode().split(" ", 2)
    return figure(svg, int(width)) if form == "webp" else small_png(svg, int(width))


def figure(svg: str, width: int) -> bytes:
    """A figure as WebP. Drawing one may take two seconds, and it never changes: servers that share a cache
    draw it once."""
    folder = cache_root() / "figures"
    made_by = f"{version('resvg_py')} {version('pillow')}"
    path = folder / f"{hashlib.sha256(f'{made_by} {width} {svg}'.encode()).hexdigest()[:40]}.webp"
    with suppress(OSError):
        return path.read_bytes()
    drawn = webp(svg, width)
    with suppress(OSError):  # ignore a cache that cannot be written
        folder.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=folder)
        with os.fdopen(handle, "wb") as file:
            file.write(drawn)
        os.replace(name, path)
        _prune(folder)
    return drawn


def _prune(folder: Path) -> None:
    """Forget the oldest half when there are too many: figures of earlier versions."""
    files = [entry.path for entry in sorted(os.scandir(folder), key=lambda entry: entry.stat().st_mtime)]
    for path in files[: len(files) // 2] if len(files) > KEPT else ():
        os.unlink(path)


def run(sock: socket.socket) -> None:
    """Answer until the server closes the socket."""

    def prepare() -> None:
        if hasattr(os, "nice"):
            os.nice(5)

    worker_loop.serve(sock, answer, prepare)

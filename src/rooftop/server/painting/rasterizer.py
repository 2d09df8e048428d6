"""The process that turns drawings into pixels. It imports little, so that it starts quickly."""

from __future__ import annotations

import os
import socket

from rooftop.drawing.raster import small_png, webp
from rooftop.server import worker


def answer(message: bytes) -> bytes:
    """Draw `webp WIDTH SVG` or `png WIDTH SVG`."""
    form, width, svg = message.decode().split(" ", 2)
    return webp(svg, int(width)) if form == "webp" else small_png(svg, int(width))


def run(line: socket.socket) -> None:
    """Answer until the server closes the line."""

    def prepare() -> None:
        if hasattr(os, "nice"):
            os.nice(5)

    worker.serve(line, answer, prepare)

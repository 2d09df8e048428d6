"""The process that turns drawings into pixels. It imports little, so that it starts quickly."""

from __future__ import annotations

import os
import socket

from rooftop.drawing.raster import small_png, webp
from rooftop.server import worker

COVER_WIDTH = 640  # pixels; about twice as wide as on a phone


def answer(message: bytes) -> bytes:
    """Draw an SVG after the word `webp` or `png`."""
    kind, _, svg = message.decode().partition(" ")
    return webp(svg, COVER_WIDTH) if kind == "webp" else small_png(svg)


def run(line: socket.socket) -> None:
    """Answer until the server closes the line."""

    def prepare() -> None:
        if hasattr(os, "nice"):
            os.nice(5)

    worker.serve(line, answer, prepare)

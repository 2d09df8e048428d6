"""The process of a painter."""

from __future__ import annotations

import gc
import socket
import traceback
from collections.abc import Sequence

import msgspec

from rooftop.errors import RooftopError
from rooftop.game.title import title
from rooftop.server import worker_loop
from rooftop.server.painting import paint
from rooftop.server.painting.jobs import Done, Job

decode_job = msgspec.msgpack.Decoder(Job).decode
encode = msgspec.msgpack.Encoder().encode


def answer(job: Job) -> Done:
    """Do a job; never raises."""
    try:
        return Done(paint.do(job))
    except RooftopError as error:
        return Done(error="refused", why=str(error))
    except Exception:
        return Done(error="failed", why=traceback.format_exc())


def run(sock: socket.socket, editions: Sequence[str], titles: Sequence[str]) -> None:
    """Answer jobs until the server closes the socket."""

    def prepare() -> None:
        paint.use_editions(editions)
        for name in titles:
            title(name)
        gc.disable()  # jobs leave no cycles behind, and a collection would delay everyone's updates

    worker_loop.serve(sock, lambda message: encode(answer(decode_job(message))), prepare)

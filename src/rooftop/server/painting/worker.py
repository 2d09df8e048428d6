"""A painter's process: reads jobs from a socket, answers each, and ends with the server."""

from __future__ import annotations

import gc
import logging
import signal
import socket
import struct
import traceback
from collections.abc import Sequence

import msgspec

from rooftop.errors import RooftopError
from rooftop.game.title import title
from rooftop.server.painting import paint
from rooftop.server.painting.jobs import Done, Task

HEAD = struct.Struct("<I")  # the length of what follows

log = logging.getLogger("rooftop")
decode_task = msgspec.msgpack.Decoder(Task).decode
encode = msgspec.msgpack.Encoder().encode


def packed(message: object) -> bytes:
    """A message with its length before it."""
    body = encode(message)
    return HEAD.pack(len(body)) + body


def answer(task: Task) -> Done:
    """Do a job, whatever happens."""
    try:
        return Done(task.id, paint.do(task.job))
    except RooftopError as error:
        return Done(task.id, error="refused", why=str(error))
    except Exception:
        return Done(task.id, error="failed", why=traceback.format_exc())


def run(line: socket.socket, editions: Sequence[str], titles: Sequence[str]) -> None:
    """Answer jobs until the server closes the line."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C ends the server, and the server ends this process
    paint.use_editions(editions)
    for name in titles:
        title(name)
    gc.disable()  # jobs leave no cycles behind, and a collection would stop everyone's updates for a while
    with line, line.makefile("rb") as jobs:
        try:
            while head := jobs.read(HEAD.size):
                task = decode_task(jobs.read(*HEAD.unpack(head)))
                line.sendall(packed(answer(task)))
        except OSError:
            return  # the server is gone

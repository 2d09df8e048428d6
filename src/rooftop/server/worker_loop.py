"""The process of a worker: it answers messages from a socket, one after the other, and ends with the
server."""

from __future__ import annotations

import multiprocessing
import os
import signal
import socket
import struct
import threading
from collections.abc import Callable

HEAD = struct.Struct("<II")  # the number of a message, and its length
READY = 0  # the number of the first message, which says that the worker is ready


def packed(number: int, body: bytes) -> bytes:
    """A message with its head."""
    return HEAD.pack(number, len(body)) + body


def _exit_with_server() -> None:
    """End this process when the server ends, even in the middle of an answer."""
    server = multiprocessing.parent_process()
    if server is not None:
        server.join()
        os._exit(1)


def serve(sock: socket.socket, answer: Callable[[bytes], bytes], prepare: Callable[[], None]) -> None:
    """Prepare, then answer messages until the server closes the socket."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C ends the server, and the server ends this process
    threading.Thread(target=_exit_with_server, daemon=True).start()
    prepare()
    with sock, sock.makefile("rb") as messages:
        try:
            sock.sendall(packed(READY, b""))
            while head := messages.read(HEAD.size):
                number, length = HEAD.unpack(head)
                sock.sendall(packed(number, answer(messages.read(length))))
        except OSError:
            return  # the server is gone

"""A server of several processes on one port: a parent that starts, watches and replaces them."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path

import click

from rooftop.errors import OptionError
from rooftop.server.settings import Settings

CHILD = "ROOFTOP_CHILD"  # the environment variable that tells a child its descriptors
METRICS = "PROMETHEUS_MULTIPROC_DIR"  # ... and the folder in which the children keep their metrics
PROGRAM = "from rooftop.cli import main; main()"  # of a child
READY = b"ready"
START_SECONDS = 600.0  # for a child to be ready: the rules may have to be compiled
STOP_SECONDS = 15.0
LOOK_SECONDS = 0.1
PAUSES = (0.2, 1.0, 5.0, 15.0)  # seconds before a child that has ended is replaced; longer if it ends again
STEADY_SECONDS = 60.0  # a child that has lived this long was healthy


def check_processes(settings: Settings) -> None:
    """Raise OptionError if so many processes cannot share the database."""
    if settings.processes == 1:
        return
    if not settings.url.startswith("postgresql"):
        raise OptionError(
            "several processes need a PostgreSQL database: --database postgresql://USER@HOST/NAME"
        )
    if settings.internal_port:
        raise OptionError("several processes on one machine need an internal port each; leave it out")
    if sys.platform == "win32":
        raise OptionError("several processes cannot share a port on Windows")


class ParentConnection:
    """A child's connection to its parent: the child reports when it is ready, and stops with the parent."""

    def __init__(self, line: socket.socket, sockets: list[socket.socket]) -> None:
        self.line = line
        self.sockets = sockets  # of the parent, which listen

    @classmethod
    def of_child(cls) -> ParentConnection | None:
        """Return the connection of this process; None if it has no parent."""
        told = os.environ.pop(CHILD, "")
        if not told:
            return None
        line, *listening = (socket.socket(fileno=int(number)) for number in told.split())
        return cls(line, listening)

    def ready(self) -> None:
        with contextlib.suppress(OSError):
            self.line.sendall(READY)

    def watch(self, stop: Callable[[], object]) -> None:
        """Call `stop` when the parent ends."""

        def wait() -> None:
            with contextlib.suppress(OSError):
                self.line.recv(1)
            stop()

        threading.Thread(target=wait, name="parent", daemon=True).start()


class Child:
    """A server process, as its parent sees it."""

    def __init__(self, sockets: list[socket.socket], metrics: str) -> None:
        self.metrics = metrics  # the folder that they share
        self.line, theirs = socket.socketpair()
        numbers = [each.fileno() for each in (theirs, *sockets)]
        self.process = subprocess.Popen(
            [sys.executable, "-c", PROGRAM, *sys.argv[1:]],
            env={**os.environ, CHILD: " ".join(map(str, numbers)), METRICS: metrics},
            pass_fds=numbers,
            start_new_session=True,  # Ctrl-C is for the parent
        )
        theirs.close()
        self.line.setblocking(False)
        self.started = time.monotonic()
        self.is_ready = False

    def look(self) -> int | None:
        """Return the exit status if the process has ended."""
        if not self.is_ready:
            with contextlib.suppress(BlockingIOError):
                self.is_ready = self.line.recv(len(READY)) == READY
        return self.process.poll()

    def stop(self) -> None:
        self.process.send_signal(signal.SIGTERM)

    def end(self) -> None:
        """Wait until it has stopped; kill it if it does not."""
        try:
            self.process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.line.close()
        for file in Path(self.metrics).glob(f"gauge_live*_{self.process.pid}.db"):
            file.unlink(missing_ok=True)


class Parent:
    """Keeps some processes running. SIGHUP replaces them one after the other, so that people play on."""

    def __init__(self, number: int, sockets: list[socket.socket]) -> None:
        self.number = number
        self.sockets = sockets
        self.children: list[Child] = []
        self._stopping = self._replacing = False
        self._failures = 0  # in a row
        self._metrics = tempfile.TemporaryDirectory(prefix="rooftop-metrics-")

    def run(self) -> int:
        """Run until a signal. Return the exit status."""
        signal.signal(signal.SIGTERM, self._stop)
        signal.signal(signal.SIGINT, self._stop)
        signal.signal(signal.SIGHUP, self._replace)
        status = 0
        try:
            self.children = [Child(self.sockets, self._metrics.name) for _ in range(self.number)]
            while not self._stopping and not status:
                time.sleep(LOOK_SECONDS)
                status = self._look()
                if self._replacing and not self._stopping:
                    self._replacing = False
                    self._replace_all()
        finally:
            for child in self.children:
                child.stop()
            for child in self.children:
                child.end()
            self._metrics.cleanup()
        return status

    def _stop(self, *_: object) -> None:
        self._stopping = True

    def _replace(self, *_: object) -> None:
        self._replacing = True

    def _look(self) -> int:
        """Replace children that have ended. Return the exit status if none can start."""
        for child in list(self.children):
            status = child.look()
            if status is None:
                continue
            child.end()
            if status == 2 and not any(other.is_ready for other in self.children):
                self.children.remove(child)
                return status  # invalid settings; the child has said what is wrong
            lived = time.monotonic() - child.started
            self._failures = 0 if lived > STEADY_SECONDS else self._failures + 1
            click.echo(f"a process ended (status {status}) and is started again", err=True)
            self._pause(PAUSES[min(self._failures, len(PAUSES) - 1)])
            self.children[self.children.index(child)] = Child(self.sockets, self._metrics.name)
        return 0

    def _replace_all(self) -> None:
        """Replace all children: each stops only when its replacement is ready."""
        for child in list(self.children):
            new = Child(self.sockets, self._metrics.name)
            until = time.monotonic() + START_SECONDS
            while not new.is_ready and new.look() is None and time.monotonic() < until and not self._stopping:
                time.sleep(LOOK_SECONDS)
            if not new.is_ready:
                click.echo("a new process does not start; the others stay", err=True)
                new.stop()
                new.end()
                return
            self.children[self.children.index(child)] = new
            child.stop()
            child.end()

    def _pause(self, seconds: float) -> None:
        until = time.monotonic() + seconds
        while time.monotonic() < until and not self._stopping:
            time.sleep(LOOK_SECONDS)

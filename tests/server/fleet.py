"""Server processes on one PostgreSQL, which can be killed, frozen and disconnected from it.

Each process listens on its own port, as on machines behind a proxy, so that a test can choose one.
"""

from __future__ import annotations

import contextlib
import signal
import socket
import threading
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from rooftop.server.settings import database_url
from rooftop.server.store import schema
from tests.server.clients import LIGHT, START_SECONDS, Server, free_port
from tests.waiting import until

# On a busy machine no process is declared dead by timeout: a test decides when (`Fleet.bury`).
LONG_LEASE: dict[str, Any] = {"ROOFTOP_LEASE_SECONDS": "600"}
NO_LIMITS: dict[str, Any] = {
    "ROOFTOP_FRAMES_PER_MINUTE": "20000",  # for the test of a flood
    "ROOFTOP_COMMANDS_PER_MINUTE": "100000000",
    "ROOFTOP_REQUESTS_PER_MINUTE": "100000000",
    "ROOFTOP_CONNECTIONS_PER_ADDRESS": "100000",
}


class Wire:
    """A link to a database that can be cut: connections end, and new ones fail, until it is restored."""

    def __init__(self, url: str) -> None:
        parsed = sa.make_url(url)
        self._target = (parsed.host, parsed.port)
        self._ear = socket.create_server(("127.0.0.1", 0))
        self.url = parsed.set(port=self._ear.getsockname()[1]).render_as_string(hide_password=False)
        self._open: list[socket.socket] = []
        self._lock = threading.Lock()  # so that no new connection gets through while the wire is being cut
        self.is_cut = False
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self._ear.accept()
            except OSError:
                return
            with self._lock:
                try:
                    if self.is_cut:
                        raise OSError
                    far = socket.create_connection(self._target)
                except OSError:
                    near.close()
                    continue
                self._open += [near, far]
            for source, target in ((near, far), (far, near)):
                threading.Thread(target=self._carry, args=(source, target), daemon=True).start()

    @staticmethod
    def _carry(source: socket.socket, target: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(65536):
                target.sendall(data)
        for end in (source, target):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    @contextlib.contextmanager
    def being_cut(self) -> Iterator[None]:
        with self._lock:
            self.is_cut = True
            for end in self._open:
                with contextlib.suppress(OSError):
                    end.shutdown(socket.SHUT_RDWR)
                end.close()
            self._open = []
        try:
            yield
        finally:
            self.is_cut = False

    def close(self) -> None:
        with self.being_cut():
            self._ear.close()


class Fleet:
    """Server processes on one database. The connection of the second one to it can be cut."""

    def __init__(self, folder: Path, database: str, processes: int, **environment: str) -> None:
        self.folder, self.database, self.environment = folder, database, environment
        self.wire = Wire(database)
        self.servers = [self._server(str(number)) for number in range(processes)]
        self.frozen: set[Server] = set()
        self._engine = sa.create_engine(database_url(self.database), pool_pre_ping=True)

    def _server(self, name: str) -> Server:
        home = self.folder / name
        home.mkdir(exist_ok=True)
        inside: dict[str, Any] = {"ROOFTOP_INTERNAL_PORT": str(free_port())}
        url = self.wire.url if name == "1" else self.database
        return Server(home, url, 0, **LIGHT, **NO_LIMITS, **inside, **self.environment)

    @contextlib.contextmanager
    def one_more(self, fail_point: str) -> Iterator[Server]:
        """One more process, which dies at a fail point."""
        doomed = self._server("doomed")
        self.servers.append(doomed)
        try:
            yield doomed.start(fail_point)
        finally:
            self.servers.remove(doomed)
            doomed.end()

    def start(self) -> Fleet:
        """Start the dead ones, and wait until all know of each other."""
        for server in self.servers:
            if not server.alive:
                server.launch()
        until(lambda: all(server.is_ready() for server in self.servers), "ready", START_SECONDS)
        until(lambda: len(self.processes()) == len(self.servers), self.processes)
        return self

    def end(self) -> None:
        for server in self.servers:
            if server.process is not None and server.alive:
                server.process.send_signal(signal.SIGCONT)
                server.process.send_signal(signal.SIGTERM)
        for server in self.servers:
            server.end()
        self.wire.close()
        self._engine.dispose()

    @property
    def awake(self) -> list[Server]:
        return [server for server in self.servers if server.alive and server not in self.frozen]

    def read(self, query: sa.Select[Any]) -> list[sa.Row[Any]]:
        with self._engine.connect() as connection:
            return list(connection.execute(query))

    def processes(self) -> dict[str, str]:
        """The internal ports of the living processes, by id."""
        rows = self.read(sa.select(schema.process))
        return {row.id: row.address.rpartition(":")[2] for row in rows}

    def holder(self, table: str) -> str | None:
        """The process that holds a table."""
        (row,) = self.read(sa.select(schema.game_table.c.holder).where(schema.game_table.c.id == table))
        return None if row.holder is None else str(row.holder)

    def server_of(self, table: str) -> Server | None:
        """The server that holds a table."""
        port = self.processes().get(self.holder(table) or "")
        owners = (one for one in self.servers if one.environment["ROOFTOP_INTERNAL_PORT"] == port)
        return next(owners, None)

    def process_of(self, server: Server) -> str:
        """The process id of a server."""
        port = server.environment["ROOFTOP_INTERNAL_PORT"]
        return next(process for process, its in self.processes().items() if its == port)

    def bury(self, process: str) -> None:
        """Expire a process without heartbeats, and wait until another one has noticed."""
        its = schema.process.update().where(schema.process.c.id == process).values(expires=0.0)

        def is_buried() -> bool:
            with self._engine.begin() as connection:
                connection.execute(its)
            return process not in self.processes()

        until(is_buried, f"{process} is not buried")

    def hear(self, server: Server, beats: int) -> None:
        """Wait for this many heartbeats of a server."""
        row = sa.select(schema.process.c.expires).where(schema.process.c.id == self.process_of(server))
        for _ in range(beats):
            until(partial(self._differs, row, self.read(row)))

    def _differs(self, query: sa.Select[Any], before: list[sa.Row[Any]]) -> bool:
        return self.read(query) != before

    @contextlib.contextmanager
    def freezing(self, server: Server) -> Iterator[None]:
        assert server.process is not None
        self.frozen.add(server)
        server.process.send_signal(signal.SIGSTOP)
        try:
            yield
        finally:
            server.process.send_signal(signal.SIGCONT)
            self.frozen.discard(server)

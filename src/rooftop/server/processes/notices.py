"""PostgreSQL tells all processes that something was stored by a process that does not hold the table: the
host has closed a table, somebody was deleted, a rematch. A notice is the id of a table and nothing else; an
empty one stands for orders of the host. The process that holds the table reads the rest from the database."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import threading
from collections.abc import Callable, Iterable
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from rooftop.server.store.store import TIMEOUTS

log = logging.getLogger("rooftop")

CHANNEL = "rooftop"
WAIT = 1.0  # seconds that stopping may take
PAUSE = 0.5  # seconds before a lost connection is reopened


def notify(connection: Connection, table_ids: Iterable[str]) -> None:
    """Tell all processes that tables have changed, when the transaction is committed."""
    if connection.dialect.name == "postgresql":
        for table_id in table_ids:
            connection.execute(sa.select(sa.func.pg_notify(CHANNEL, table_id)))


class Listener:
    """A thread that waits for notices. `hear` gets them in the event loop; after a lost connection it gets an
    empty one, because some may have been missed."""

    def __init__(self, url: str, hear: Callable[[str], object]) -> None:
        self._url = sa.make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)
        self._options: dict[str, Any] = dict(TIMEOUTS)
        self._hear = hear
        self._loop = asyncio.get_running_loop()
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="notices", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        import psycopg

        while not self._stop.is_set():
            try:
                with psycopg.connect(self._url, autocommit=True, **self._options) as connection:
                    connection.execute(f"LISTEN {CHANNEL}")
                    self._say("")
                    while not self._stop.is_set():
                        for notice in connection.notifies(timeout=WAIT):
                            self._say(notice.payload)
            except psycopg.Error:
                self._stop.wait(PAUSE)

    def _say(self, table_id: str) -> None:
        with contextlib.suppress(RuntimeError):  # the loop has ended
            self._loop.call_soon_threadsafe(self._hear, table_id)

    def close(self) -> None:
        self._stop.set()

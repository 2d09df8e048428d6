"""Where everything is kept. One thread writes; what waits together shares a commit; reads have threads of
their own. SQLite (WAL, synchronous FULL) or PostgreSQL, by the URL."""

from __future__ import annotations

import asyncio
import logging
import queue
import sqlite3
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, TypeVar

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy.engine import Connection, Engine

from rooftop.core.errors import RooftopError
from rooftop.server.faults import fail_point

log = logging.getLogger("rooftop")

Result = TypeVar("Result")
Work = Callable[[Connection], Any]
TOGETHER = 64  # the most pieces of work that share a commit


class StoreError(RooftopError):
    """The database cannot do what was asked."""


class ConflictError(StoreError):
    """Somebody else has written this number or command first; nothing was stored."""


def connect(url: str) -> Engine:
    """An engine with the settings that durability asks for."""
    try:
        # What is stored is secret during play: it must not get into messages and logs.
        engine = sa.create_engine(url, pool_pre_ping=url.startswith("postgresql"), hide_parameters=True)
    except (sa.exc.ArgumentError, ValueError) as error:
        raise StoreError(f"this is no address of a database: {error}") from None
    if engine.dialect.name == "sqlite":

        @sa.event.listens_for(engine, "connect")
        def durable(raw: sqlite3.Connection, _: object) -> None:
            raw.isolation_level = None  # SQLAlchemy begins transactions itself, so that savepoints work
            raw.execute("PRAGMA journal_mode=WAL")
            raw.execute("PRAGMA synchronous=FULL")
            raw.execute("PRAGMA foreign_keys=ON")
            raw.execute("PRAGMA busy_timeout=5000")

        @sa.event.listens_for(engine, "begin")
        def begin(connection: Connection) -> None:
            connection.exec_driver_sql("BEGIN")

    return engine


@contextmanager
def opening(url: str) -> Iterator[None]:
    """A StoreError in a sentence if the database cannot be opened, is none, or is one of a later version."""
    shown = sa.make_url(url)
    name = shown.database if shown.drivername == "sqlite" else shown.render_as_string(hide_password=True)
    try:
        yield
    except (sa.exc.DBAPIError, sqlite3.Error) as error:
        reason = str(getattr(error, "orig", error)).strip().splitlines()[0]
        raise StoreError(f"{name}: cannot be used as a database: {reason}") from None
    except CommandError as error:
        raise StoreError(f"{name}: is of a later version of Rooftop: {error}") from None


def migrate(engine: Engine, form: str = "head") -> None:
    """Create the database's tables, or bring them to the newest form."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, form)


class Store:
    """Work is a function of a connection. `write` is done when it is on the disk."""

    def __init__(self, url: str) -> None:
        self.engine = connect(url)
        try:
            with opening(url):
                migrate(self.engine)
        except StoreError:
            self.engine.dispose()
            raise
        self._queue: queue.SimpleQueue[tuple[Work, Future[Any]] | None] = queue.SimpleQueue()
        self._writer = threading.Thread(target=self._write_all, name="store", daemon=True)
        self._readers = ThreadPoolExecutor(2, thread_name_prefix="store-read")
        self._writer.start()

    async def write(self, work: Callable[[Connection], Result]) -> Result:
        """Do the work in a transaction that is committed when this returns."""
        done: Future[Result] = Future()
        self._queue.put((work, done))
        return await asyncio.wrap_future(done)

    async def read(self, work: Callable[[Connection], Result]) -> Result:
        return await asyncio.get_running_loop().run_in_executor(self._readers, self.read_now, work)

    def read_now(self, work: Callable[[Connection], Result]) -> Result:
        with self.engine.connect() as connection:
            return work(connection)

    def close(self) -> None:
        self._queue.put(None)
        self._writer.join()
        self._readers.shutdown()
        self.engine.dispose()

    def _write_all(self) -> None:
        while True:
            waiting = [self._queue.get()]
            while len(waiting) < TOGETHER and not self._queue.empty():
                waiting.append(self._queue.get())
            # Work that nobody waits for any more is left out; from here on it cannot be cancelled.
            jobs = [job for job in waiting if job is not None and job[1].set_running_or_notify_cancel()]
            if jobs:
                self._write_together(jobs)
            if None in waiting:
                return

    def _write_together(self, jobs: list[tuple[Work, Future[Any]]]) -> None:
        """One transaction, a savepoint for each piece; nobody hears of a result before the commit."""
        outcomes: list[tuple[Future[Any], Any, BaseException | None]] = []
        try:
            with self.engine.connect() as connection:
                for work, done in jobs:
                    try:
                        with connection.begin_nested():
                            outcomes.append((done, work(connection), None))
                    except sa.exc.IntegrityError:
                        outcomes.append(
                            (done, None, ConflictError("this was written by somebody else first"))
                        )
                    except sa.exc.SQLAlchemyError as error:
                        outcomes.append((done, None, _failed(error)))
                    except Exception as error:
                        outcomes.append((done, None, error))
                fail_point("before-commit")
                connection.commit()
                fail_point("after-commit")
        except Exception as error:
            outcomes = [(done, None, _failed(error)) for _, done in jobs]
        for done, result, failure in outcomes:
            if failure is None:
                done.set_result(result)
            else:
                done.set_exception(failure)


def _failed(error: Exception) -> StoreError:
    """What went wrong is for the host; the one who asked only hears that nothing was stored."""
    log.error("the database did not store it: %s", error)
    return StoreError("the database did not store it; nothing has changed, try again")


def backup(url: str, target: Path) -> None:
    """A copy of a running SQLite database, whole at one moment."""
    engine = connect(url)
    if engine.dialect.name != "sqlite":
        raise StoreError("rooftop backup copies SQLite files; use pg_dump for PostgreSQL")
    if target.exists():
        raise StoreError(f"{target}: is there already; a backup never overwrites anything")
    if not target.parent.is_dir():
        raise StoreError(f"{target}: there is no folder {target.parent}")
    source = Path(engine.url.database or "")
    if not source.is_file():
        raise StoreError(f"{source}: there is no such database")
    with opening(url), closing(sqlite3.connect(source)) as original:
        if not original.execute("SELECT 1 FROM sqlite_master WHERE name = 'game_table'").fetchone():
            raise StoreError(f"{source}: is not a database of Rooftop: it has no tables of games")
        with closing(sqlite3.connect(target)) as copy:
            original.backup(copy)

"""The store: SQLite (WAL, synchronous FULL) or PostgreSQL, by URL.

One thread writes, and jobs that wait at the same time share a commit. Reads have their own threads.
"""

from __future__ import annotations

import asyncio
import logging
import os
import queue
import sqlite3
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Generic, TypeVar

import sqlalchemy as sa
from sqlalchemy.engine import Connection, Engine

from rooftop.server.faults import fail_point
from rooftop.server.metrics import STORE_FAILURES
from rooftop.server.store import claims
from rooftop.server.store.claims import StoreError

log = logging.getLogger("rooftop")

Result = TypeVar("Result")
NEWEST = "0011"  # the newest schema in `migrations`
BATCH = 64  # jobs that share a commit at most
BUSY_SECONDS = 5.0  # SQLite: how long to wait for another program that writes
MIGRATION_LOCK = 0x726F6F67  # an advisory lock: one process upgrades the database while the others wait
# PostgreSQL: both sides notice a broken connection within seconds.
KEEPALIVES = "-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3"
TIMEOUTS: dict[str, int | str] = {"connect_timeout": 5, "tcp_user_timeout": 10_000, "options": KEEPALIVES}
# A process that freezes in a transaction must not keep its locks: others take over its tables.
NO_FREEZING = "-c idle_in_transaction_session_timeout=1500"


class ConflictError(StoreError):
    """Another writer has already stored this log number or command; nothing was stored."""


class LaterVersionError(Exception):
    """The database has a schema that this version does not know."""


class UnavailableError(StoreError):
    """The database does not answer at the moment."""


class UncertainError(UnavailableError):
    """The connection to the database was lost during a commit: the data may have been stored."""


class Job(Generic[Result]):
    """A piece of work for the writing thread, and its outcome."""

    def __init__(self, work: Callable[[Connection], Result]) -> None:
        self.work = work
        self.done: Future[Result] = Future()
        self._result: Result
        self._error: Exception | None = None

    def run(self, connection: Connection) -> None:
        """Do the work in a savepoint. The outcome is kept until `finish`. An error of the savepoint itself is
        raised: then the whole transaction is gone, including earlier jobs. SQLite does that when the disk is
        full."""
        connection.exec_driver_sql("SAVEPOINT job")
        try:
            self._result = self.work(connection)
        except Exception as error:
            self._error = self._told(error)
            connection.exec_driver_sql("ROLLBACK TO SAVEPOINT job")
        connection.exec_driver_sql("RELEASE SAVEPOINT job")

    def run_alone(self, connection: Connection) -> None:
        """Do the work as the only job of a transaction, which an error ends."""
        try:
            self._result = self.work(connection)
        except Exception as error:
            self._error = self._told(error)
            connection.rollback()

    def _told(self, error: Exception) -> Exception:
        """Return the error for the caller."""
        if isinstance(error, sa.exc.IntegrityError):
            return ConflictError("somebody else has changed this first")
        if isinstance(error, sa.exc.SQLAlchemyError):
            return _unavailable("write", error)
        return error

    def finish(self, failure: Exception | None = None) -> None:
        """Report the outcome, or the failure of the whole transaction."""
        error = failure or self._error
        if error is None:
            self.done.set_result(self._result)
        else:
            self.done.set_exception(error)


def connect(url: str, one_connection: bool = False, fail_fast: bool = False) -> Engine:
    """Return an engine with durable settings. With `one_connection` it is for short transactions that write;
    with `fail_fast` it fails instead of waiting."""
    options: dict[str, object] = {}
    if one_connection:
        options |= {"pool_size": 1, "max_overflow": 0}
    if url.startswith("postgresql"):
        more: dict[str, object] = {"options": f"{KEEPALIVES} {NO_FREEZING}"} if one_connection else {}
        more |= {"connect_timeout": 2, "tcp_user_timeout": 2000} if fail_fast else {}
        options |= {"pool_pre_ping": True, "connect_args": TIMEOUTS | more}
    try:
        # Stored values are secret during play; they must not appear in messages and logs.
        engine = sa.create_engine(url, hide_parameters=True, **options)
    except (sa.exc.ArgumentError, ValueError) as error:
        raise StoreError(f"not a valid database URL: {error}") from None
    if engine.dialect.name == "sqlite":

        @sa.event.listens_for(engine, "connect")
        def durable(raw: sqlite3.Connection, _: object) -> None:
            raw.isolation_level = None  # SQLAlchemy begins transactions, so that savepoints work
            raw.execute("PRAGMA journal_mode=WAL")
            raw.execute("PRAGMA synchronous=FULL")
            raw.execute("PRAGMA foreign_keys=ON")
            raw.execute(f"PRAGMA busy_timeout={round(1000 * BUSY_SECONDS)}")

        @sa.event.listens_for(engine, "begin")
        def begin(connection: Connection) -> None:
            # After a read, a writer fails if somebody else writes first, so it locks at once.
            writes = connection.get_execution_options().get("writes")
            connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    return engine


@contextmanager
def opening(url: str) -> Iterator[None]:
    """Turn errors that occur while a database is opened into a StoreError with one sentence."""
    shown = sa.make_url(url)
    name = shown.database if shown.drivername == "sqlite" else shown.render_as_string(hide_password=True)
    try:
        yield
    except (sa.exc.DBAPIError, sqlite3.Error) as error:
        reason = str(getattr(error, "orig", error)).strip().splitlines()[0]
        raise StoreError(f"{name}: cannot open the database: {reason}") from None
    except LaterVersionError as error:
        raise StoreError(f"{name}: the database is from a later version of Rooftop: {error}") from None


def is_newest(engine: Engine) -> bool:
    """Whether a database has the newest schema."""
    with engine.connect() as connection:
        if not sa.inspect(connection).has_table("alembic_version"):
            return False
        return connection.execute(sa.text("SELECT version_num FROM alembic_version")).scalar() == NEWEST


def migrate(engine: Engine, revision: str = NEWEST) -> None:
    """Create the tables of a database, or upgrade them."""
    if revision == NEWEST and is_newest(engine):
        return
    # Imported only here: it takes as long as everything else that a server needs for its first page.
    from alembic import command
    from alembic.config import Config
    from alembic.util import CommandError

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    try:
        with engine.begin() as connection:
            if engine.dialect.name == "postgresql":
                connection.exec_driver_sql("SET LOCAL idle_in_transaction_session_timeout = 0")
                connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({MIGRATION_LOCK})")
                _check_unused(connection)
            config.attributes["connection"] = connection
            command.upgrade(config, revision)
    except CommandError as error:
        raise LaterVersionError(str(error)) from None


def _check_unused(connection: Connection) -> None:
    """Raise StoreError if a database cannot be upgraded because processes of an older version use it."""
    if not sa.inspect(connection).has_table("process"):
        return
    version = connection.execute(sa.text("SELECT version_num FROM alembic_version")).scalar()
    living = "SELECT count(*) FROM process WHERE expires > extract(epoch from clock_timestamp())"
    if version != NEWEST and connection.execute(sa.text(living)).scalar():
        raise StoreError("servers of an older version use this database; stop them first")


class Store:
    """Runs jobs, which are functions of a connection. `alone` claims the database for this process; `shared`
    claims it for this process and others that share it, if it is a PostgreSQL database."""

    def __init__(self, url: str, alone: bool = False, shared: bool = False) -> None:
        self.engine = self._writing = self._urgent = connect(url)
        file = database_file(self.engine)
        self._claim: int | None = None  # the descriptor that holds the lock
        try:
            if (alone or shared) and file is not None:
                self._claim = claims.claim_file(file)
            elif (alone or shared) and self.is_shareable:
                self._writing = connect(url, one_connection=True)
                self._urgent = connect(url, one_connection=True, fail_fast=True)
                claims.claim_on_connect(self._writing, shared)
            if file is not None and file.parent.is_dir() and not file.exists():
                file.touch(0o600)
            with opening(url):
                claims.retry_while_taken(lambda: migrate(self._writing))
            if file is not None:
                _keep_private(file)
        except StoreError:
            self._release()
            raise
        self._queue: queue.SimpleQueue[Job[Any] | None] = queue.SimpleQueue()  # None: stop
        self._writer = threading.Thread(target=self._write_all, name="store", daemon=True)
        self._readers = ThreadPoolExecutor(2, thread_name_prefix="store-read")
        self._urgent_thread = ThreadPoolExecutor(1, thread_name_prefix="store-urgent")
        self._writer.start()

    @property
    def is_shareable(self) -> bool:
        """Whether several processes can use this database."""
        return self.engine.dialect.name == "postgresql"

    async def write(self, work: Callable[[Connection], Result]) -> Result:
        """Run a job in a transaction. It has been committed when this returns."""
        job = Job(work)
        self._queue.put(job)
        return await asyncio.wrap_future(job.done)

    async def read(self, work: Callable[[Connection], Result]) -> Result:
        """Run a job that only reads."""
        return await asyncio.get_running_loop().run_in_executor(self._readers, self.read_now, work)

    async def run_urgent(self, work: Callable[[Connection], Result]) -> Result:
        """Run a short job in its own transaction, without waiting for other jobs. Failures are not logged,
        because the job may be repeated every second."""
        return await asyncio.get_running_loop().run_in_executor(
            self._urgent_thread, self.run_urgent_now, work
        )

    def run_urgent_now(self, work: Callable[[Connection], Result]) -> Result:
        try:
            with self._urgent.connect().execution_options(writes=True) as connection:
                result = work(connection)
                connection.commit()
                return result
        except sa.exc.SQLAlchemyError as error:
            STORE_FAILURES.inc()
            raise UnavailableError(str(error).partition("\n")[0]) from None

    def read_now(self, work: Callable[[Connection], Result]) -> Result:
        try:
            with self.engine.connect() as connection:
                return work(connection)
        except sa.exc.SQLAlchemyError as error:
            raise _unavailable("read", error) from None

    def close(self) -> None:
        self._queue.put(None)
        self._writer.join()
        self._readers.shutdown()
        self._urgent_thread.shutdown()
        self._release()

    def _release(self) -> None:
        self.engine.dispose()
        self._writing.dispose()
        self._urgent.dispose()
        if self._claim is not None:
            os.close(self._claim)

    def _write_all(self) -> None:
        while True:
            waiting = [self._queue.get()]
            while len(waiting) < BATCH and not self._queue.empty():
                waiting.append(self._queue.get())
            # Cancelled jobs are dropped. From here on a job cannot be cancelled.
            jobs = [job for job in waiting if job is not None and job.done.set_running_or_notify_cancel()]
            if jobs:
                self._write_together(jobs)
            if None in waiting:
                return

    def _write_together(self, jobs: list[Job[Any]]) -> None:
        """Run jobs in one transaction. Nobody gets a result before the commit. If the transaction is lost on
        the way, no job is done."""
        failure: UnavailableError | None = None
        is_committing = False
        try:
            with self._writing.connect().execution_options(writes=True) as connection:
                if len(jobs) == 1:
                    jobs[0].run_alone(connection)
                else:
                    for job in jobs:
                        job.run(connection)
                fail_point("before-commit")
                is_committing = True
                connection.commit()
                fail_point("after-commit")
        except Exception as error:
            failure = _unavailable("write", error)
            if is_committing and self.is_shareable:  # a commit of SQLite that fails has stored nothing
                failure = UncertainError(
                    "the database did not answer; look again in a moment whether this was stored"
                )
        for job in jobs:
            job.finish(failure)


def _unavailable(action: str, error: Exception) -> UnavailableError:
    """Log the error for the host. The client only learns that nothing was stored."""
    log.error("database %s failed: %s", action, str(error).partition("\n")[0])
    STORE_FAILURES.inc()
    return UnavailableError("the database does not answer; nothing has changed, try again in a moment")


def probe(connection: Connection) -> None:
    """Make a write that changes nothing: only a write proves that the disk has space."""
    connection.execute(sa.text("UPDATE alembic_version SET version_num = version_num"))


def database_file(engine: Engine) -> Path | None:
    """Return the file of a SQLite database; None for others, and for one in memory."""
    name = engine.url.database
    if engine.dialect.name != "sqlite" or not name or name == ":memory:":
        return None
    return Path(name).resolve()


def _keep_private(file: Path) -> None:
    """Make a database and SQLite's files beside it unreadable for others: it holds the seeds of games."""
    for suffix in ("", "-wal", "-shm"):
        part = Path(f"{file}{suffix}")
        try:
            part.chmod(0o600)
        except FileNotFoundError:
            pass
        except OSError as error:
            log.warning("%s: other users may be able to read it: %s", part, error.strerror)

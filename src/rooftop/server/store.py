"""Where everything is kept. One thread writes; what waits together shares a commit; reads have threads of
their own. SQLite (WAL, synchronous FULL) or PostgreSQL, by the URL."""

from __future__ import annotations

import asyncio
import logging
import os
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
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy.engine import Connection, Engine

from rooftop.server import claims
from rooftop.server.claims import StoreError
from rooftop.server.faults import fail_point
from rooftop.server.metrics import STORE_FAILURES

log = logging.getLogger("rooftop")

Result = TypeVar("Result")
Work = Callable[[Connection], Any]
TOGETHER = 64  # the most pieces of work that share a commit
# PostgreSQL: a line or a machine that is gone is noticed within seconds, on both sides.
PATIENCE = {
    "connect_timeout": 5,
    "tcp_user_timeout": 10_000,
    "options": "-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3",
}


class ConflictError(StoreError):
    """Somebody else has written this number or command first; nothing was stored."""


class UnavailableError(StoreError):
    """The database can be neither read nor written just now; later it may."""


def connect(url: str, **more: Any) -> Engine:
    """An engine with the settings that durability asks for."""
    postgres = url.startswith("postgresql")
    if postgres:
        more |= {"pool_pre_ping": True, "connect_args": PATIENCE}
    try:
        # What is stored is secret during play: it must not get into messages and logs.
        engine = sa.create_engine(url, hide_parameters=True, **more)
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


def _migrations() -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    return config


def is_newest(engine: Engine) -> bool:
    """Whether a database has the form that this version reads."""
    newest = ScriptDirectory.from_config(_migrations()).get_current_head()
    with engine.connect() as connection:
        return MigrationContext.configure(connection).get_current_revision() == newest


def migrate(engine: Engine, form: str = "head") -> None:
    """Create the database's tables, or bring them to the newest form."""
    config = _migrations()
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, form)


class Store:
    """Work is a function of a connection. `write` is done when it is on the disk. A server is `alone`: no
    other one may use its database, because tables live in its memory."""

    def __init__(self, url: str, alone: bool = False) -> None:
        self.engine = self._writing = connect(url)
        file = database_file(self.engine)
        self._claim: int | None = None
        try:
            if alone and file is not None:
                self._claim = claims.claim_file(file)
            elif alone and self.engine.dialect.name == "postgresql":
                self._writing = connect(url, pool_size=1, max_overflow=0)
                claims.claim_on_connect(self._writing)
            if file is not None and file.parent.is_dir() and not file.exists():
                file.touch(0o600)
            with opening(url):
                claims.with_patience(lambda: migrate(self._writing))
            if file is not None:
                _keep_private(file)
        except StoreError:
            self._release()
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
        try:
            with self.engine.connect() as connection:
                return work(connection)
        except sa.exc.SQLAlchemyError as error:
            raise _failed(error, "could not be read") from None

    def close(self) -> None:
        self._queue.put(None)
        self._writer.join()
        self._readers.shutdown()
        self._release()

    def _release(self) -> None:
        self.engine.dispose()
        self._writing.dispose()
        if self._claim is not None:
            os.close(self._claim)

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
            with self._writing.connect() as connection:
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


def _failed(error: Exception, what: str = "did not store it") -> UnavailableError:
    """What went wrong is for the host; the one who asked only hears that nothing was stored."""
    log.error("the database %s: %s", what, str(error).partition("\n")[0])
    STORE_FAILURES.inc()
    return UnavailableError("the database does not answer; nothing has changed, try again in a moment")


def probe(connection: Connection) -> None:
    """Store something that changes nothing: only what has been on the disk proves that there is room."""
    connection.execute(sa.text("UPDATE alembic_version SET version_num = version_num"))


def database_file(engine: Engine) -> Path | None:
    """The file of a SQLite database; None for others, and for one in memory."""
    name = engine.url.database
    if engine.dialect.name != "sqlite" or not name or name == ":memory:":
        return None
    return Path(name).resolve()


def _keep_private(file: Path) -> None:
    """It holds the seeds of running games: other users of the machine must not read it, nor what SQLite lays
    beside it."""
    for beside in ("", "-wal", "-shm"):
        part = Path(f"{file}{beside}")
        try:
            part.chmod(0o600)
        except FileNotFoundError:
            pass
        except OSError as error:
            log.warning("%s: other users may be able to read it: %s", part, error.strerror)


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
        target.touch(0o600)
        with closing(sqlite3.connect(target)) as copy:
            original.backup(copy)

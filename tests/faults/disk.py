"""The disk of a world: a real SQLite database in memory, which can be slow, fail, or survive a crash."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

import sqlalchemy as sa
from sqlalchemy.engine import Connection, Engine

from rooftop.server import auth
from rooftop.server.auth import Identity
from rooftop.server.notify import outbox
from rooftop.server.store import schema
from rooftop.server.store.store import BATCH, Job, Store, connect, migrate
from tests.faults.world import EPOCH

if TYPE_CHECKING:
    from tests.faults.laws import Laws
    from tests.faults.posts import Post
    from tests.faults.servers import Listener, Server
    from tests.faults.world import World

Result = TypeVar("Result")
PEOPLE = ("Ann", "Bob", "Cem", "Dora")
WISHES = {"Bob": "now", "Cem": "daily", "Dora": "now"}  # message settings: who wants messages, and when


class Disk:
    """The database of a world. The worlds of a process use one connection in turn, so that statements are
    compiled only once."""

    _engine: Engine | None = None
    _blank: bytes = b""

    def __init__(self, world: World) -> None:
        self.world = world
        self.engine = self._opened()
        self.raw: sqlite3.Connection = self.engine.raw_connection().driver_connection  # type: ignore[assignment]
        self.raw.deserialize(self._blank)
        self.raw.create_function("julianday", 1, lambda _: self.now() / 86400.0)
        self.is_failing = False
        self.is_full = False  # so that transactions are rolled back on failure
        self.is_shared = False  # several servers use it
        self.notices: list[str] = []  # of this transaction
        self.listeners: list[Listener] = []
        self.laws: Laws
        self.posts: list[Post] = []  # all requests; servers relay them by number

    @classmethod
    def _opened(cls) -> Engine:
        if cls._engine is None:
            cls._engine = engine = connect("sqlite://")
            migrate(engine)
            with engine.connect().execution_options(writes=True) as connection:
                for name in PEOPLE:
                    _settle(connection, name)
                connection.commit()
            raw: sqlite3.Connection = engine.raw_connection().driver_connection  # type: ignore[assignment]
            cls._blank = raw.serialize()
        return cls._engine

    def now(self) -> float:
        """The clock of the database."""
        return EPOCH + self.world.time

    def begin(self) -> None:
        """A transaction begins."""
        self.notices.clear()
        self.laws.before_jobs()

    def committed(self) -> None:
        """A transaction has been committed."""
        self.laws.after_commit()
        for table_id in self.notices:
            for listener in self.listeners:
                self.world.after(self.world.seconds_of_thread(), partial(self._tell, listener, table_id))
        self.notices.clear()

    def _tell(self, listener: Listener, table_id: str) -> None:
        if listener in self.listeners:
            listener.loop.call_soon(listener.hear, table_id)

    def check(self, server: Server) -> None:
        """Raise the error of a broken disk or connection, if there is one."""
        if self.is_failing or server.is_cut_off:
            raise sa.exc.OperationalError("statement", None, sqlite3.OperationalError("disk I/O error"))

    def overflow(self, _: Connection) -> None:
        """A job of another table fills the disk: SQLite rolls back the whole transaction."""
        self.world.note("the disk is full")
        self.raw.execute("ROLLBACK")
        raise sa.exc.OperationalError("statement", None, sqlite3.OperationalError("database or disk is full"))

    def rows(self, query: str, *values: object) -> list[Any]:
        return self.raw.execute(query, values).fetchall()


def person(name: str) -> tuple[Identity, str]:
    """Create a person. Return their identity and cookie."""
    return Identity(f"id-{name}", name, "en"), f"cookie-{name}"


def _settle(connection: Connection, name: str) -> None:
    """Store a person. Some of them want messages."""
    who, cookie = person(name)
    connection.execute(
        schema.identity.insert().values(
            id=who.id, name=name, token=auth.hashed(cookie), phrase=name, created=1.0, language="en"
        )
    )
    if name in WISHES:
        for kind in outbox.KINDS:
            connection.execute(
                schema.wish.insert().values(identity=who.id, kind=kind, channel="email", when=WISHES[name])
            )
        connection.execute(
            schema.email.insert().values(
                identity=who.id,
                address=f"{name}@example.org",
                token=name,
                unsubscribe=name,
                asked=1.0,
                confirmed=1.0,
            )
        )


class DiskStore(Store):
    """The store of a server in a world. Its writer is not a thread: the world decides when it writes, and
    when the server learns of it."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.disk = server.disk
        self.engine = self._writing = self._urgent = self.disk.engine
        self._readers = self._urgent_thread = None  # type: ignore[assignment]  # the loop has no threads
        self._jobs: list[Job[Any]] = []
        self._is_busy = False

    @property
    def is_shareable(self) -> bool:
        return self.disk.is_shared

    def _watched(self, work: Callable[[Connection], Result]) -> Callable[[Connection], Result]:
        def watched(connection: Connection) -> Result:
            self.disk.check(self.server)
            result = work(connection)
            self.disk.laws.after_job(self.server)
            return result

        return watched

    async def write(self, work: Callable[[Connection], Result]) -> Result:
        job = Job(self._watched(work))
        self._jobs.append(job)
        self._wake()
        result = await asyncio.wrap_future(job.done)
        await asyncio.sleep(self.server.world.seconds_of_thread())  # the server learns of it later
        return result

    def _wake(self) -> None:
        if self._jobs and not self._is_busy:
            self._is_busy = True
            asyncio.get_running_loop().call_later(self.server.world.seconds_of_thread(), self._write_waiting)

    def _write_waiting(self) -> None:
        self._is_busy = False
        waiting, self._jobs = self._jobs[:BATCH], self._jobs[BATCH:]
        jobs = [job for job in waiting if job.done.set_running_or_notify_cancel()]
        if jobs:
            if self.disk.is_full:
                jobs.insert(self.server.world.chance.randrange(len(jobs) + 1), Job(self.disk.overflow))
            self.disk.begin()
            self._write_together(jobs)
        self._wake()

    def run_urgent_now(self, work: Callable[[Connection], Result]) -> Result:
        def watched(connection: Connection) -> Result:
            self.disk.check(self.server)
            before = self.disk.raw.total_changes
            result = work(connection)
            if self.disk.raw.total_changes > before + 1:  # a heartbeat changes one row
                self.disk.laws.after_job(self.server)
            return result

        self.disk.begin()
        result = super().run_urgent_now(watched)
        self.disk.committed()
        return result

    def read_now(self, work: Callable[[Connection], Result]) -> Result:
        def watched(connection: Connection) -> Result:
            self.disk.check(self.server)
            return work(connection)

        return super().read_now(watched)

    def close(self) -> None:
        self._write_waiting()

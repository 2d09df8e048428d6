"""Who may use a database.

A SQLite file belongs to one process. The processes of one PostgreSQL database share it (`server/processes/`),
and keep out everything that needs it alone. A claim ends with its process, even after kill -9.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import sqlalchemy as sa
from sqlalchemy.engine import Engine
from sqlalchemy.engine.interfaces import DBAPIConnection

from rooftop.errors import RooftopError

ADVISORY_LOCK = 0x726F6F66  # "roof"; no other program may use it in the same database
WAIT_SECONDS = 5.0  # a server that was just killed may still be ending

Result = TypeVar("Result")


class StoreError(RooftopError):
    """The database could not be used."""


class TakenError(StoreError):
    """Another server uses the database."""

    def __init__(self) -> None:
        super().__init__(
            "another server uses this database; stop it, or choose another --database (several processes can"
            " share a PostgreSQL database)"
        )


def retry_while_taken(work: Callable[[], Result]) -> Result:
    """Do the work, and retry for a few seconds while the database is taken."""
    deadline = time.monotonic() + WAIT_SECONDS
    while True:
        try:
            return work()
        except TakenError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.1)


def claim_file(file: Path) -> int | None:
    """Lock a file beside a SQLite database. Return the descriptor that holds the lock, or None if there is no
    folder. Locking the database file itself would interfere with SQLite's own locks."""
    if not file.parent.is_dir():
        return None
    lock = Path(f"{file}.lock")
    try:
        descriptor = os.open(lock, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise StoreError(f"{lock}: cannot write: {error.strerror}") from None
    try:
        retry_while_taken(lambda: _lock(descriptor))
    except TakenError:
        os.close(descriptor)
        raise
    return descriptor


def _lock(descriptor: int) -> None:
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise TakenError from None


def claim_on_connect(engine: Engine, shared: bool) -> None:
    """Take a PostgreSQL advisory lock on every new connection of the writing engine, exclusive or shared.
    After a lost connection the next one must get the lock again, or nothing is written."""
    lock = "pg_try_advisory_lock_shared" if shared else "pg_try_advisory_lock"

    @sa.event.listens_for(engine, "connect")
    def claim(raw: DBAPIConnection, _: object) -> None:
        cursor = raw.cursor()
        cursor.execute(f"SELECT {lock}(%s)", (ADVISORY_LOCK,))
        (claimed,) = cursor.fetchone() or (False,)
        cursor.close()
        raw.commit()
        if not claimed:
            raw.close()
            raise TakenError

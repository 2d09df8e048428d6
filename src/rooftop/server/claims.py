"""One server for each database. Tables live in a server's memory, so two servers on one database would
overwrite each other. The claim ends with the process, however that ends."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import sqlalchemy as sa
from sqlalchemy.engine import Engine

from rooftop.errors import RooftopError

ADVISORY_LOCK = 0x726F6F66  # "roof": any number that no other program uses in the same database
WAIT_SECONDS = 5.0  # a server that was just killed may not be quite gone

Result = TypeVar("Result")


class StoreError(RooftopError):
    """The database cannot do what was asked."""


class TakenError(StoreError):
    """Another server uses the database."""

    def __init__(self) -> None:
        super().__init__("another server uses this database; stop it first, or choose another --database")


def with_patience(work: Callable[[], Result]) -> Result:
    """Do the work, again and again for a few seconds while the database is taken."""
    until = time.monotonic() + WAIT_SECONDS
    while True:
        try:
            return work()
        except TakenError:
            if time.monotonic() > until:
                raise
            time.sleep(0.1)


def claim_file(file: Path) -> int | None:
    """Lock a file beside a SQLite database; the descriptor that holds the lock. The database itself must not
    be opened for that: closing it again would drop SQLite's own locks. None where there is no folder."""
    if not file.parent.is_dir():
        return None
    lock = Path(f"{file}.lock")
    try:
        descriptor = os.open(lock, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise StoreError(f"{lock}: cannot be written: {error.strerror}") from None
    try:
        with_patience(lambda: _lock(descriptor))
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


def claim_on_connect(engine: Engine) -> None:
    """PostgreSQL: whoever writes holds the lock, on the writing connection itself. After a lost connection
    the next one must get it again, or nothing is written."""

    @sa.event.listens_for(engine, "connect")
    def claim(raw: Any, _: object) -> None:
        with raw.cursor() as cursor:
            cursor.execute("SELECT pg_try_advisory_lock(%s)", (ADVISORY_LOCK,))
            (claimed,) = cursor.fetchone()
        raw.commit()
        if not claimed:
            raw.close()
            raise TakenError

"""What the server remembers about itself, by key."""

from __future__ import annotations

from collections.abc import Callable

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from rooftop.server.store.schema import house

ADD = sa.text("INSERT INTO house (key, value) VALUES (:key, :value) ON CONFLICT (key) DO NOTHING")
WRITE = sa.text(
    "INSERT INTO house (key, value) VALUES (:key, :value)"
    " ON CONFLICT (key) DO UPDATE SET value = excluded.value"
)


# Every server looks all the time, so this is made once.
FIND = sa.select(house.c.value).where(house.c.key == sa.bindparam("key"))


def read(connection: Connection, key: str) -> str | None:
    """Return a value, or None."""
    value: str | None = connection.execute(FIND, {"key": key}).scalar()
    return value


def write(connection: Connection, key: str, value: str) -> None:
    """Store a value."""
    connection.execute(WRITE, {"key": key, "value": value})


def keep(connection: Connection, key: str, make: Callable[[], str]) -> str:
    """Return a value that is made once, by the first who needs it."""
    found = read(connection, key)
    if found is None:
        connection.execute(ADD, {"key": key, "value": make()})  # unless another process was quicker
        found = read(connection, key)
    assert found is not None
    return found

"""What the server remembers about itself, by key: the table `house`."""

from __future__ import annotations

from collections.abc import Callable

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from rooftop.server.store.schema import key_value

ADD = sa.text("INSERT INTO house (key, value) VALUES (:key, :value) ON CONFLICT (key) DO NOTHING")
WRITE = sa.text(
    "INSERT INTO house (key, value) VALUES (:key, :value)"
    " ON CONFLICT (key) DO UPDATE SET value = excluded.value"
)


# Every server runs this all the time, so it is built once.
FIND = sa.select(key_value.c.value).where(key_value.c.key == sa.bindparam("key"))


def read(connection: Connection, key: str) -> str | None:
    """Return a value, or None."""
    value: str | None = connection.execute(FIND, {"key": key}).scalar()
    return value


def write(connection: Connection, key: str, value: str) -> None:
    """Store a value."""
    connection.execute(WRITE, {"key": key, "value": value})


def get_or_create(connection: Connection, key: str, make: Callable[[], str]) -> str:
    """Return a value; the first caller makes it."""
    found = read(connection, key)
    if found is None:
        connection.execute(ADD, {"key": key, "value": make()})  # unless another process was quicker
        found = read(connection, key)
    assert found is not None
    return found

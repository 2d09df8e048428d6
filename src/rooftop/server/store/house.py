"""What the server remembers about itself, by key."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from rooftop.server.store.schema import house


def read(connection: Connection, key: str) -> str | None:
    """Return a value, or None."""
    value: str | None = connection.execute(sa.select(house.c.value).where(house.c.key == key)).scalar()
    return value


def write(connection: Connection, key: str, value: str) -> None:
    """Store a value."""
    changed = connection.execute(house.update().where(house.c.key == key).values(value=value))
    if not changed.rowcount:
        connection.execute(house.insert().values(key=key, value=value))

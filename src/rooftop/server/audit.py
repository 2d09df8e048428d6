"""Replay every stored game and compare each state with the stored hash."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import cast

import sqlalchemy as sa

from rooftop.core.edition import Edition
from rooftop.core.errors import RooftopError
from rooftop.server import schema
from rooftop.server.bots import BotPool
from rooftop.server.hub import Hub, load
from rooftop.server.store import Store, backup, connect, migrate, opening


def verify_all(
    url: str, editions: Sequence[Edition] = (), progress: Callable[[int], object] = lambda done: None
) -> tuple[int, dict[str, str]]:
    """How many tables there are, and for each that is not as stored, or cannot be replayed here, why."""
    if connect(url).dialect.name != "sqlite":
        return _replayed(url, editions, progress)
    with tempfile.TemporaryDirectory() as folder:
        # On a copy: it can be brought to the newest form, and the original stays as it is.
        copy = Path(folder) / "copy.db"
        backup(url, copy)
        with opening(url):
            migrate(connect(f"sqlite:///{copy}"))
        return _replayed(f"sqlite:///{copy}", editions, progress)


def _replayed(
    url: str, editions: Sequence[Edition], progress: Callable[[int], object]
) -> tuple[int, dict[str, str]]:
    engine = connect(url)
    nobody = Hub(
        cast(Store, None), cast(BotPool, None), 0, editions
    )  # nobody plays: tables are only replayed
    failed: dict[str, str] = {}
    with opening(url), engine.connect() as connection:
        tables = list(connection.execute(sa.select(schema.game_table.c.id)).scalars())
        for table_id in tables:
            try:
                load(nobody, connection, table_id)
            except RooftopError as error:
                failed[table_id] = str(error)
            progress(1)
    engine.dispose()
    return len(tables), failed

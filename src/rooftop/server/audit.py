"""Replay every stored game and compare each state with the stored hash."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast

import sqlalchemy as sa

from rooftop.errors import RooftopError
from rooftop.game.edition import Edition
from rooftop.server import schema
from rooftop.server.bots import BotPool
from rooftop.server.claims import StoreError
from rooftop.server.hub import Hub, OtherGameError, load
from rooftop.server.store import Store, backup, connect, is_newest, migrate, opening


@dataclass
class Verdict:
    """What came of it, by table: why one is not as stored, or cannot go on here; and why a finished one could
    not be looked at."""

    tables: int = 0
    failed: dict[str, str] = field(default_factory=dict)
    not_replayed: dict[str, str] = field(default_factory=dict)


def verify_all(
    url: str, editions: Sequence[Edition] = (), progress: Callable[[int], object] = lambda done: None
) -> Verdict:
    """Replay all that a database holds; it stays as it is."""
    engine = connect(url)
    if engine.dialect.name != "sqlite":
        with opening(url):
            newest = is_newest(engine)
        engine.dispose()
        if not newest:
            raise StoreError(
                "the database has an older form; start this version's server on it, or on a copy"
            )
        return _replayed(url, editions, progress)
    with tempfile.TemporaryDirectory() as folder:
        # On a copy: it can be brought to the newest form, and the original stays as it is.
        copy = Path(folder) / "copy.db"
        backup(url, copy)
        with opening(url):
            migrate(connect(f"sqlite:///{copy}"))
        return _replayed(f"sqlite:///{copy}", editions, progress)


def _replayed(url: str, editions: Sequence[Edition], progress: Callable[[int], object]) -> Verdict:
    engine, verdict = connect(url), Verdict()
    nobody = Hub(
        cast(Store, None), cast(BotPool, None), 0, editions
    )  # nobody plays: tables are only replayed
    with opening(url), engine.connect() as connection:
        for table_id in list(connection.execute(sa.select(schema.game_table.c.id)).scalars()):
            verdict.tables += 1
            try:
                load(nobody, connection, table_id)
            except OtherGameError as error:
                (verdict.not_replayed if error.finished else verdict.failed)[table_id] = str(error)
            except RooftopError as error:
                verdict.failed[table_id] = str(error)
            progress(1)
    engine.dispose()
    return verdict

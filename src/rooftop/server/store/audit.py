"""Replay every stored game and compare each state with the stored hash."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import sqlalchemy as sa

from rooftop.errors import RooftopError
from rooftop.game.edition import Edition
from rooftop.server.library import Library
from rooftop.server.store import schema
from rooftop.server.store.backup import backup
from rooftop.server.store.claims import StoreError
from rooftop.server.store.store import connect, is_newest, migrate, opening
from rooftop.server.tables.log import OtherGameError, load


@dataclass
class Verdict:
    """The outcome: the number of tables, and the problems by table."""

    tables: int = 0
    failed: dict[str, str] = field(default_factory=dict)  # differs from the stored game, or cannot go on here
    not_replayed: dict[str, str] = field(default_factory=dict)  # finished, with other rules or data


def verify_all(
    url: str, editions: Sequence[Edition] = (), progress: Callable[[int], object] = lambda done: None
) -> Verdict:
    """Replay all games of a database without changing it."""
    engine = connect(url)
    if engine.dialect.name != "sqlite":
        with opening(url):
            newest = is_newest(engine)
        engine.dispose()
        if not newest:
            raise StoreError(
                "the database has an older schema; start this version's server on it, or on a copy"
            )
        return _replay_all(url, editions, progress)
    with tempfile.TemporaryDirectory() as folder:
        # The copy can be upgraded; the original stays unchanged.
        copy = Path(folder) / "copy.db"
        backup(url, copy)
        with opening(url):
            migrate(connect(f"sqlite:///{copy}"))
        return _replay_all(f"sqlite:///{copy}", editions, progress)


def _replay_all(url: str, editions: Sequence[Edition], progress: Callable[[int], object]) -> Verdict:
    engine, library, verdict = connect(url), Library(editions), Verdict()
    with opening(url), engine.connect() as connection:
        for table_id in list(connection.execute(sa.select(schema.game_table.c.id)).scalars()):
            verdict.tables += 1
            try:
                load(library, connection, table_id)
            except OtherGameError as error:
                (verdict.not_replayed if error.finished else verdict.failed)[table_id] = str(error)
            except RooftopError as error:
                verdict.failed[table_id] = str(error)
            progress(1)
    engine.dispose()
    return verdict

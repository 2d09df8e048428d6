"""Backups of SQLite databases."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from rooftop.server.store.claims import StoreError
from rooftop.server.store.store import connect, opening


def backup(url: str, target: Path) -> None:
    """Copy a SQLite database into a new file. A server may be running on it."""
    engine = connect(url)
    if engine.dialect.name != "sqlite":
        raise StoreError("rooftop backup copies SQLite databases; use pg_dump for PostgreSQL")
    if target.exists():
        raise StoreError(f"{target}: file exists; a backup never overwrites a file")
    if not target.parent.is_dir():
        raise StoreError(f"{target}: there is no folder {target.parent}")
    source = Path(engine.url.database or "")
    if not source.is_file():
        raise StoreError(f"{source}: no such database")
    with opening(url), closing(sqlite3.connect(source)) as original:
        if not original.execute("SELECT 1 FROM sqlite_master WHERE name = 'game_table'").fetchone():
            raise StoreError(f"{source}: not a Rooftop database")
        target.touch(0o600)
        with closing(sqlite3.connect(target)) as copy:
            original.backup(copy)

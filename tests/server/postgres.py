"""A private PostgreSQL server that can be stopped and started."""

from __future__ import annotations

import itertools
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import sqlalchemy as sa

from rooftop.server.settings import database_url
from tests.conftest import ROOT
from tests.server.clients import free_port

sys.path.insert(0, str(ROOT / "tools"))
from install_postgres import as_user, folder


def as_somebody(*command: object, check: bool = True) -> None:
    """Run as another user: PostgreSQL refuses to run as root."""
    done = subprocess.run(
        list(map(str, command)), capture_output=True, text=True, timeout=300, cwd="/", **as_user()
    )
    assert not check or done.returncode == 0, done.stderr


class Cluster:
    """One cluster for all tests. Each test has its own database."""

    def __init__(self) -> None:
        found = folder()
        assert found is not None, "PostgreSQL is missing: make postgres"
        self.bin = found
        self.home = Path(tempfile.mkdtemp(prefix="rooftop-postgres-"))
        if owner := as_user():
            shutil.chown(self.home, owner["user"])
        self.port = free_port()
        self._numbers = itertools.count()
        as_somebody(
            self.bin / "initdb",
            "-D",
            self.home / "data",
            "-U",
            "rooftop",
            "-A",
            "trust",
            "-E",
            "UTF8",
            "--no-sync",
        )
        self.start()

    def url(self, database: str) -> str:
        return f"postgresql://rooftop@127.0.0.1:{self.port}/{database}"

    def new_database(self) -> str:
        name = f"games{next(self._numbers)}"
        self._execute(self.url("postgres"), f"CREATE DATABASE {name}")
        return self.url(name)

    def dump(self, database: str) -> Path:
        """Dump a database. Return the file."""
        file = self.home / f"{database.rpartition('/')[2]}.dump"
        as_somebody(self.bin / "pg_dump", "--format=custom", "--file", file, database)
        return file

    def restore(self, file: Path) -> str:
        """Return a new database restored from a file. The processes in it are expired: otherwise a server
        would contact those that still run on the other database."""
        database = self.new_database()
        as_somebody(self.bin / "pg_restore", "--no-owner", "--exit-on-error", "--dbname", database, file)
        self._execute(database, "UPDATE process SET expires = 0")
        return database

    def start(self) -> None:
        options = f"-p {self.port} -k {self.home} -c listen_addresses=127.0.0.1 -c fsync=off"
        self._control("-w", "-l", self.home / "log", "-o", options, "start")

    def stop(self) -> None:
        self._control("-w", "-m", "immediate", "stop")

    def remove(self) -> None:
        self._control("-m", "immediate", "stop", check=False)
        shutil.rmtree(self.home, ignore_errors=True)

    @staticmethod
    def _execute(database: str, command: str) -> None:
        engine = sa.create_engine(database_url(database), isolation_level="AUTOCOMMIT")
        with engine.connect() as connection:
            connection.execute(sa.text(command))
        engine.dispose()

    def _control(self, *words: object, check: bool = True) -> None:
        as_somebody(self.bin / "pg_ctl", "-D", self.home / "data", *words, check=check)

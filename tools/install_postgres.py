"""Install PostgreSQL for the tests of the store where it is missing: python tools/install_postgres.py.

Debian and Ubuntu only (apt, as root); elsewhere it says what to do.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path


def folder() -> Path | None:
    """Where initdb and pg_ctl are."""
    on_path = shutil.which("initdb")
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    found = [*([Path(on_path)] if on_path else []), *debian]
    return found[-1].parent if found else None


def main() -> None:
    if folder() is None:
        if shutil.which("apt-get") is None or os.geteuid() != 0:
            sys.exit("PostgreSQL is missing; install your system's package 'postgresql' to test with it.")
        environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
        for command in (["apt-get", "update", "-qq"], ["apt-get", "install", "-y", "-qq", "postgresql"]):
            done = subprocess.run(command, env=environment, check=False)
            if done.returncode:
                sys.exit(f"PostgreSQL was not installed: {' '.join(command)} ended with {done.returncode}.")
    print(f"PostgreSQL is installed: {folder()}")


if __name__ == "__main__":
    main()

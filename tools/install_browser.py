"""Install Chromium for the browser tests if it is missing: python tools/install_browser.py.

This works on Debian and Ubuntu as root; elsewhere the script prints what to install.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys


def main() -> None:
    found = shutil.which("chromium") or shutil.which("chromium-browser")
    if found:
        print(f"Chromium is installed: {found}")
        return
    if shutil.which("apt-get") is None or os.geteuid() != 0:
        sys.exit("Chromium is missing. Install your system's chromium package.")
    for command in (["apt-get", "update", "-qq"], ["apt-get", "install", "-y", "-qq", "chromium"]):
        done = subprocess.run(command, check=False)
        if done.returncode:
            sys.exit(f"Could not install Chromium: {' '.join(command)} failed with status {done.returncode}.")
    print(f"Chromium is installed: {shutil.which('chromium')}")


if __name__ == "__main__":
    main()

"""Install Chromium for the browser tests where it is missing: python tools/install_browser.py.

Debian and Ubuntu only (apt, as root); elsewhere it says what to do.
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
        sys.exit("Chromium is missing; install your system's package 'chromium' so that it is on the PATH.")
    for command in (["apt-get", "update", "-qq"], ["apt-get", "install", "-y", "-qq", "chromium"]):
        done = subprocess.run(command, check=False)
        if done.returncode:
            sys.exit(f"Chromium could not be installed: {' '.join(command)} ended with {done.returncode}.")
    print(f"Chromium is installed: {shutil.which('chromium')}")


if __name__ == "__main__":
    main()

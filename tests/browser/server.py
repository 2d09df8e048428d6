"""`rooftop serve` as a process that can be killed and started again where it was, and people who visit it."""

from __future__ import annotations

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
FLAGS = [
    "--no-sandbox", "--headless=new", "--disable-gpu", "--disable-dev-shm-usage", "--disable-sync",
    "--disable-background-networking", "--disable-component-update", "--no-first-run",
]  # fmt: skip
SOON = 30_000  # milliseconds; the machine may be busy
LAPTOP = {"width": 1280, "height": 720}
TELEPHONE = {"width": 360, "height": 640}
REPORT = """document.addEventListener('securitypolicyviolation', event =>
  console.error(`CSP: ${event.violatedDirective} ${event.blockedURI}`))"""


class Server:
    """The server of these tests: rules interpreted or compiled, bots that answer at once."""

    def __init__(self, folder: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.folder = folder
        self.url = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        code = "from rooftop.cli import main; main()"
        database = f"sqlite:///{self.folder / 'rooftop.db'}"
        words = ["serve", "--port", str(self.port), "--database", database, "--requests-per-minute", "100000",
                 "--commands-per-minute", "10000"]  # fmt: skip
        with (self.folder / "log.txt").open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-c", code, *words], stdout=log, stderr=log, start_new_session=True
            )
        until = time.monotonic() + 120
        while not self._ready():
            assert self.process.poll() is None, (self.folder / "log.txt").read_text()
            assert time.monotonic() < until, "the server did not become ready"
            time.sleep(0.1)

    def _ready(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.url}/health", timeout=5) as answer:
                return bool(answer.status == 200)
        except (urllib.error.URLError, OSError):
            return False

    def kill(self) -> None:
        """Like a power cut: the server and its bots, at once."""
        if self.process is not None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait(timeout=10)
            self.process = None


class People:
    """Browser contexts of different people; what their pages complain about is collected."""

    def __init__(self, browser: Any, server: Server) -> None:
        self.browser, self.server = browser, server
        self.contexts: list[Any] = []
        self.complaints: list[str] = []
        self.asked: set[str] = set()
        self.expected = ""  # what the browser itself may note for now, as a pattern

    def come(self, path: str = "/", **more: Any) -> Any:
        usual = {"viewport": LAPTOP, "locale": "en-GB", "reduced_motion": "reduce", "color_scheme": "light"}
        context = self.browser.new_context(**{**usual, **more})
        self.contexts.append(context)
        context.set_default_timeout(SOON)
        context.add_init_script(REPORT)
        page = context.new_page()
        page.on("request", lambda request: self.asked.add(request.url))
        page.on("websocket", lambda opened: self.asked.add(opened.url))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", self._heard)
        page.goto(self.server.url + path)
        return page

    def _heard(self, message: Any) -> None:
        if message.type not in ("error", "warning"):
            return
        if self.expected and re.search(self.expected, message.text):
            return
        self.complaints.append(message.text)

    def leave(self) -> None:
        for context in self.contexts:
            context.close()

    def strangers(self) -> set[str]:
        """What was asked of any other host."""
        ours = re.escape(f"127.0.0.1:{self.server.port}")
        return {url for url in self.asked if not re.match(rf"(https?|wss?)://{ours}/|data:|about:", url)}

"""One server and one browser for all the tests of pages."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import sync_playwright

from tests.browser.people import CHROMIUM, FLAGS, People
from tests.server.clients import Server


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("served"), ROOFTOP_TITLES="")  # all of them
    server.start()
    yield server
    server.kill()


@pytest.fixture(scope="package")
def chromium() -> Iterator[Any]:
    """Not longer than the tests of this folder: Playwright keeps the thread's event loop to itself."""
    assert CHROMIUM is not None, "Chromium is not installed: python tools/install_browser.py"
    with sync_playwright() as running:
        opened = running.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield opened
        opened.close()


@pytest.fixture
def people(chromium: Any, served: Server) -> Iterator[People]:
    """People whose pages must not complain, and ask nothing of any other host."""
    made = People(chromium, served)
    yield made
    assert served.alive, f"the server is gone: {served.errors.read_text()[-3000:]}"
    if made.contexts:
        made.contexts[-1].pages[0].wait_for_timeout(200)  # complaints arrive a little later
    made.leave()
    assert made.complaints == []
    assert made.strangers() == set()


@pytest.fixture
def browser(chromium: Any) -> Any:
    return chromium

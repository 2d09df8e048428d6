"""One server and one browser for all browser tests."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import sync_playwright

from tests.browser.paper import Paper
from tests.browser.people import People, start_browser
from tests.server.clients import Server


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("served"), ROOFTOP_TITLES="")  # all titles
    server.environment |= {  # all message channels, none of them connected to anything
        "ROOFTOP_GRACE": "1",
        "ROOFTOP_PUBLIC_URL": server.url,
        "ROOFTOP_SMTP_URL": "smtp://127.0.0.1:1",
        "ROOFTOP_MAIL_FROM": "games@rooftop.example",
        "ROOFTOP_VAPID_CONTACT": "mailto:host@rooftop.example",
        "ROOFTOP_WEBHOOKS": "yes",
        "ROOFTOP_MESSAGE_HOSTS": "push.example=127.0.0.1",
    }
    server.start()
    yield server
    server.kill()


@pytest.fixture(scope="package")
def chromium() -> Iterator[Any]:
    """A browser for this folder only: while Playwright runs, it occupies the event loop of the thread."""
    with sync_playwright() as running:
        opened = start_browser(running)
        yield opened
        opened.close()


@pytest.fixture
def people(chromium: Any, served: Server) -> Iterator[People]:
    """Browser contexts whose pages must log no errors and send no requests to other hosts."""
    everyone = People(chromium, served)
    yield everyone
    assert served.alive, f"the server has died: {served.errors.read_text()[-3000:]}"
    everyone.leave()
    assert everyone.complaints == []
    assert everyone.foreign_requests() == set()


@pytest.fixture(scope="package")
def paper(chromium: Any) -> Iterator[Paper]:
    """A page that shows pictures without a server."""
    made = Paper(chromium)
    yield made
    made.page.close()

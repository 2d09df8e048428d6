"""Wait until something holds. Only this module sleeps and reads a clock (see tools/check_tests.py)."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Any, TypeVar

Found = TypeVar("Found")

LIMIT = 60.0  # seconds: long enough for a busy machine, short enough for a test that hangs
PAUSE = 0.01


def until(holds: Callable[[], Found], what: object = "", limit: float = LIMIT) -> Found:
    """Wait until this returns something true, and return it. If it never does, the error names `what`."""
    end = time.monotonic() + limit
    while not (found := holds()):
        assert time.monotonic() < end, _told(what, limit)
        time.sleep(PAUSE)
    return found


async def eventually(holds: Callable[[], Found], what: object = "", limit: float = LIMIT) -> Found:
    """Let the event loop run until this returns something true, and return it."""
    end = time.monotonic() + limit
    while not (found := holds()):
        assert time.monotonic() < end, _told(what, limit)
        await asyncio.sleep(PAUSE)
    return found


def page_until(page: Any, holds: Callable[[], Found], what: object = "") -> Found:
    """Let a browser's events arrive until this returns something true, and return it.

    For conditions that only Python can check; for others, use `page.wait_for_function`.
    """
    end = time.monotonic() + LIMIT
    while not (found := holds()):
        assert time.monotonic() < end, _told(what)
        page.wait_for_timeout(1000 * PAUSE)
    return found


def _told(what: object, limit: float = LIMIT) -> str:
    return f"not within {limit:g} seconds: {what() if callable(what) else what}"

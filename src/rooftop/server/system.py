"""What a server takes from the machine it runs on: the time and random numbers.

Everything else that decides when something happens belongs to the event loop: tasks, timers and timeouts
(`asyncio.sleep`, `asyncio.timeout`), threads (`run_in_executor`, `asyncio.to_thread`) and connections. With
another `System` and another loop, a server runs on a clock that a test moves, and every run is the same.
"""

from __future__ import annotations

import random
import time
from base64 import urlsafe_b64encode


class System:
    """The clocks of a machine, and its source of unpredictable random numbers."""

    def __init__(self) -> None:
        self.random: random.Random = random.SystemRandom()

    def now(self) -> float:
        """Seconds since 1970. This clock may be wrong, and it may jump while the server runs."""
        return time.time()

    def monotonic(self) -> float:
        """Seconds since an arbitrary moment, for measuring durations."""
        return time.monotonic()

    def token_bytes(self, length: int) -> bytes:
        """Return `length` secret bytes."""
        return self.random.randbytes(length)

    def token_hex(self, length: int) -> str:
        """Return `length` secret bytes as hexadecimal text."""
        return self.token_bytes(length).hex()

    def token_urlsafe(self, length: int) -> str:
        """Return `length` secret bytes as text that is safe in a URL."""
        return urlsafe_b64encode(self.token_bytes(length)).rstrip(b"=").decode()

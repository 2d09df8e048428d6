"""What a server takes from the machine that it runs on: the time, and chance.

Everything else that decides when something happens belongs to the event loop: tasks, timers and time limits
(`asyncio.sleep`, `asyncio.timeout`), threads (`run_in_executor`, `asyncio.to_thread`) and connections. So a
server with other surroundings, in another loop, runs on a clock that a test moves, and does the same again.
"""

from __future__ import annotations

import random
import time
from base64 import urlsafe_b64encode


class Surroundings:
    """The clocks of a machine, and its source of chance, which nobody can foresee."""

    def __init__(self) -> None:
        self.chance: random.Random = random.SystemRandom()

    def now(self) -> float:
        """Seconds since 1970. This clock may be wrong, and it may be set while the server runs."""
        return time.time()

    def monotonic(self) -> float:
        """Seconds since some moment, for durations."""
        return time.monotonic()

    def token_bytes(self, length: int) -> bytes:
        """Return a secret of so many bytes."""
        return self.chance.randbytes(length)

    def token_hex(self, length: int) -> str:
        """Return a secret of so many bytes, as text."""
        return self.token_bytes(length).hex()

    def token_urlsafe(self, length: int) -> str:
        """Return a secret of so many bytes, as text for an address."""
        return urlsafe_b64encode(self.token_bytes(length)).rstrip(b"=").decode()

"""Rate limits: token buckets, and how addresses are counted."""

from __future__ import annotations

import ipaddress
import time
from collections.abc import Callable

MINUTE = 60.0
DAY = 86400.0


class Buckets:
    """One token bucket per key: `most` tokens, refilled evenly in `seconds`."""

    def __init__(
        self, most: int, seconds: float = MINUTE, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.most = most
        self.seconds = seconds  # an empty bucket is full again after this time
        # Two generations: a bucket that nobody has used for this time is full and can be dropped.
        self._current: dict[str, tuple[float, float]] = {}
        self._previous: dict[str, tuple[float, float]] = {}
        self._clock = clock
        self._started = clock()

    def take(self, key: str) -> bool:
        """Take one token. Return False if the bucket is empty."""
        now = self._clock()
        if now - self._started > self.seconds:
            self._previous, self._current, self._started = self._current, {}, now
        tokens = self._tokens(key, now)
        allowed = tokens >= 1
        self._current[key] = (tokens - 1 if allowed else tokens, now)
        return allowed

    def is_empty(self, key: str) -> bool:
        """Whether no token is left."""
        return self._tokens(key, self._clock()) < 1

    def _tokens(self, key: str, now: float) -> float:
        tokens, at = self._current.get(key) or self._previous.get(key) or (float(self.most), now)
        return min(self.most, tokens + (now - at) * self.most / self.seconds)


def network(address: str) -> str:
    """Return the key an address is counted by: IPv6 addresses count by their /64 network."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(parsed, ipaddress.IPv6Address):
        if parsed.ipv4_mapped is not None:
            return str(parsed.ipv4_mapped)
        return str(ipaddress.ip_network((int(parsed) >> 64 << 64, 64)))
    return str(parsed)

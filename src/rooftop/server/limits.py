"""Rate limits: token buckets, and how addresses are counted."""

from __future__ import annotations

import ipaddress
import time

FULL_SECONDS = 60.0  # an empty bucket is full again after this time


class Buckets:
    """One token bucket per key: `per_minute` tokens, refilled evenly."""

    def __init__(self, per_minute: int) -> None:
        self.per_minute = per_minute
        # Two generations: a bucket that nobody has used for a minute is full and can be dropped.
        self._current: dict[str, tuple[float, float]] = {}
        self._previous: dict[str, tuple[float, float]] = {}
        self._started = time.monotonic()

    def take(self, key: str) -> bool:
        """Take one token. Return False if the bucket is empty."""
        now = time.monotonic()
        if now - self._started > FULL_SECONDS:
            self._previous, self._current, self._started = self._current, {}, now
        full = (float(self.per_minute), now)
        tokens, at = self._current.get(key) or self._previous.get(key) or full
        tokens = min(self.per_minute, tokens + (now - at) * self.per_minute / FULL_SECONDS)
        allowed = tokens >= 1
        self._current[key] = (tokens - 1 if allowed else tokens, now)
        return allowed


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

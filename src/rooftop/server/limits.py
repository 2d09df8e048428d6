"""Rate limits: a bucket of tokens that fills evenly; and whom to count as one."""

from __future__ import annotations

import ipaddress
import time

FULL_SECONDS = 60.0  # an empty bucket is full again after that


class Buckets:
    """`per_minute` things for each key, and at most that many at once."""

    def __init__(self, per_minute: int) -> None:
        self.per_minute = per_minute
        # Two generations of buckets: one that nobody has used for a minute is full, and forgotten.
        self._left: dict[str, tuple[float, float]] = {}
        self._before: dict[str, tuple[float, float]] = {}
        self._turned = time.monotonic()

    def take(self, key: str) -> bool:
        """Whether one more is allowed now."""
        now = time.monotonic()
        if now - self._turned > FULL_SECONDS:
            self._before, self._left, self._turned = self._left, {}, now
        full = (float(self.per_minute), now)
        left, at = self._left.get(key) or self._before.get(key) or full
        left = min(self.per_minute, left + (now - at) * self.per_minute / FULL_SECONDS)
        allowed = left >= 1
        self._left[key] = (left - 1 if allowed else left, now)
        return allowed


def network(address: str) -> str:
    """What an address is counted by. Whoever has one IPv6 address has 2**64 of them: they count as one."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is not None:
            return str(found.ipv4_mapped)
        return str(ipaddress.ip_network((int(found) >> 64 << 64, 64)))
    return str(found)

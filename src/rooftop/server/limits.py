"""Limits: token buckets, numbers of open connections, and how addresses are counted. Several processes tell
each other what they count, so that a limit is one for all of them, but for the last half second."""

from __future__ import annotations

import ipaddress
import time
from collections import Counter
from collections.abc import Callable, Mapping

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
        self._taken: Counter[str] | None = None  # by this process, since others were told

    def share(self) -> None:
        """Remember what is taken, to tell other processes."""
        self._taken = Counter()

    def take(self, key: str) -> bool:
        """Take one token. Return False if the bucket is empty."""
        now = self._clock()
        if now - self._started > self.seconds:
            self._previous, self._current, self._started = self._current, {}, now
        tokens = self._tokens(key, now)
        allowed = tokens >= 1
        self._current[key] = (tokens - 1 if allowed else tokens, now)
        if allowed and self._taken is not None:
            self._taken[key] += 1
        return allowed

    def taken(self) -> dict[str, int]:
        """Return how many tokens were taken here, by key, since this was asked last."""
        if not self._taken:
            return {}
        taken, self._taken = self._taken, Counter()
        return taken

    def charge(self, taken: Mapping[str, int]) -> None:
        """Another process has taken tokens."""
        now = self._clock()
        for key, number in taken.items():
            self._current[key] = (max(self._tokens(key, now) - number, -self.most), now)

    def is_empty(self, key: str) -> bool:
        """Whether no token is left."""
        return self._tokens(key, self._clock()) < 1

    def _tokens(self, key: str, now: float) -> float:
        tokens, at = self._current.get(key) or self._previous.get(key) or (float(self.most), now)
        return min(self.most, tokens + (now - at) * self.most / self.seconds)


class Tally:
    """How many connections and sockets are open, by key, in all processes."""

    def __init__(self) -> None:
        self._own: Counter[str] = Counter()
        self._others: dict[str, dict[str, int]] = {}  # by process
        self._changed: set[str] | None = None  # keys, since others were told

    def __getitem__(self, key: str) -> int:
        return self._own[key] + sum(counts.get(key, 0) for counts in self._others.values())

    def add(self, key: str, number: int = 1) -> None:
        """Count one more of this process, or so many, or (-1) one less."""
        self._own[key] += number
        if not self._own[key]:
            del self._own[key]
        if self._changed is not None:
            self._changed.add(key)

    def share(self) -> None:
        """Remember what changes, to tell other processes."""
        self._changed = set()

    def changes(self) -> dict[str, int]:
        """Return the numbers of this process that have changed since this was asked last."""
        changed, self._changed = self._changed or set(), set()
        return {key: self._own[key] for key in changed}

    def everything(self) -> dict[str, int]:
        return dict(self._own)

    def hear(self, process: str, counts: Mapping[str, int]) -> None:
        """Another process has told its numbers."""
        known = self._others.setdefault(process, {})
        for key, number in counts.items():
            if number:
                known[key] = number
            else:
                known.pop(key, None)

    def forget(self, process: str) -> None:
        self._others.pop(process, None)


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

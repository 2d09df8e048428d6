"""Limits: token buckets, numbers of open connections, and how addresses are counted. Processes exchange their
counts, so a limit holds for all of them, except for the last half second."""

from __future__ import annotations

import ipaddress
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache

MINUTE = 60.0
DAY = 86400.0


class Buckets:
    """One token bucket per key: `most` tokens, refilled evenly in `seconds`."""

    def __init__(
        self, most: int, seconds: float = MINUTE, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.most = most
        self.seconds = seconds  # the time in which an empty bucket fills
        # Two generations: a bucket that nobody has used for this time is full and can be dropped.
        self._current: dict[str, tuple[float, float]] = {}
        self._previous: dict[str, tuple[float, float]] = {}
        self._clock = clock
        self._started = clock()
        self._taken: Counter[str] | None = None  # by this process, since others were told

    def share(self) -> None:
        """Start recording what is taken, to tell other processes."""
        self._taken = Counter()

    def take(self, key: str, number: int = 1) -> bool:
        """Take `number` tokens, but no more than a full bucket holds. Return False if there are fewer."""
        now, number = self._now(), min(number, max(self.most, 1))
        tokens = self._tokens(key, now)
        allowed = tokens >= number
        self._current[key] = (tokens - number if allowed else tokens, now)
        if allowed and self._taken is not None:
            self._taken[key] += number
        return allowed

    def fine(self, key: str, number: int) -> None:
        """Take `number` tokens, whether or not they are there."""
        self.charge({key: number})
        if self._taken is not None:
            self._taken[key] += number

    def taken(self) -> dict[str, int]:
        """Return the tokens taken here since the last call, by key."""
        if not self._taken:
            return {}
        taken, self._taken = self._taken, Counter()
        return taken

    def charge(self, taken: Mapping[str, int]) -> None:
        """Count tokens that another process has taken."""
        now = self._now()
        for key, number in taken.items():
            self._current[key] = (max(self._tokens(key, now) - number, -self.most), now)

    def is_empty(self, key: str, number: int = 1) -> bool:
        """Whether fewer than `number` tokens are left."""
        return self._tokens(key, self._clock()) < min(number, max(self.most, 1))

    def _now(self) -> float:
        """Return the time, and forget buckets that have long been full."""
        now = self._clock()
        if now - self._started > self.seconds:
            self._previous, self._current, self._started = self._current, {}, now
        return now

    def _tokens(self, key: str, now: float) -> float:
        tokens, at = self._current.get(key) or self._previous.get(key) or (float(self.most), now)
        return min(self.most, tokens + (now - at) * self.most / self.seconds)


class ByAddress:
    """Token buckets of addresses. An IPv6 address counts twice: by its /64 network, which is one household,
    and by its /48 network, which one person can have as well, and which has more tokens."""

    def __init__(self, near: Buckets, wide: Buckets) -> None:
        self.near, self.wide = near, wide

    def _buckets(self, address: str) -> list[tuple[Buckets, str]]:
        return list(zip((self.near, self.wide), networks(address), strict=False))

    def take(self, address: str, number: int = 1) -> bool:
        """Take tokens from both buckets of an address, or from neither. Return whether both had enough."""
        if self.is_empty(address, number):
            return False
        for buckets, key in self._buckets(address):
            buckets.take(key, number)
        return True

    def fine(self, address: str, number: int) -> None:
        """Take `number` tokens, whether or not they are there."""
        for buckets, key in self._buckets(address):
            buckets.fine(key, number)

    def is_empty(self, address: str, number: int = 1) -> bool:
        return any(buckets.is_empty(key, number) for buckets, key in self._buckets(address))


class Trickle:
    """One token bucket: `most` tokens, refilled evenly in a minute. It is as cheap as possible, because every
    frame of every socket is counted."""

    __slots__ = ("_at", "_rate", "_tokens", "most")

    def __init__(self, most: int, now: float) -> None:
        self.most, self._rate = most, most / MINUTE
        self._tokens, self._at = float(most), now

    def take(self, number: int, now: float) -> bool:
        """Take `number` tokens. Return False if there are fewer."""
        self._tokens = min(self.most, self._tokens + (now - self._at) * self._rate) - number
        self._at = now
        return self._tokens >= 0


class Tally:
    """How many connections and sockets are open, by key, in all processes."""

    def __init__(self) -> None:
        self._own: Counter[str] = Counter()
        self._others: dict[str, dict[str, int]] = {}  # by process
        self._changed: set[str] | None = None  # keys, since others were told

    def __getitem__(self, key: str) -> int:
        return self._own[key] + sum(counts.get(key, 0) for counts in self._others.values())

    def add(self, key: str, number: int = 1) -> None:
        """Add to the count of this process; -1 is one less."""
        self._own[key] += number
        if not self._own[key]:
            del self._own[key]
        if self._changed is not None:
            self._changed.add(key)

    def share(self) -> None:
        """Start recording changes, to tell other processes."""
        self._changed = set()

    def changes(self) -> dict[str, int]:
        """Return the counts of this process that have changed since the last call."""
        changed, self._changed = self._changed or set(), set()
        return {key: self._own[key] for key in changed}

    def everything(self) -> dict[str, int]:
        return dict(self._own)

    def hear(self, process: str, counts: Mapping[str, int]) -> None:
        """Store the counts of another process."""
        known = self._others.setdefault(process, {})
        for key, number in counts.items():
            if number:
                known[key] = number
            else:
                known.pop(key, None)

    def forget(self, process: str) -> None:
        self._others.pop(process, None)


@lru_cache(maxsize=1024)
def networks(address: str) -> tuple[str, ...]:
    """Return the keys that an address is counted by, the narrowest first: an IPv6 address has its /64 and its
    /48 network."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return (address,)
    if isinstance(parsed, ipaddress.IPv6Address):
        if parsed.ipv4_mapped is not None:
            return (str(parsed.ipv4_mapped),)
        return tuple(str(ipaddress.ip_network((int(parsed) >> 128 - k << 128 - k, k))) for k in (64, 48))
    return (str(parsed),)


def network(address: str) -> str:
    """Return the key for what is counted by address alone: an IPv6 address counts by its /64 network."""
    return networks(address)[0]


def is_within(address: str, listed: Iterable[str]) -> bool:
    """Whether an address is one of these, or in one of these networks."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return False
    if isinstance(parsed, ipaddress.IPv6Address) and parsed.ipv4_mapped is not None:
        parsed = parsed.ipv4_mapped
    return any(parsed in ipaddress.ip_network(one) for one in listed)

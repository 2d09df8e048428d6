"""Rate limits: a bucket of tokens that fills evenly."""

from __future__ import annotations

import time


class Buckets:
    """`per_minute` things for each key, and at most that many at once."""

    def __init__(self, per_minute: int) -> None:
        self.per_minute = per_minute
        self._left: dict[str, tuple[float, float]] = {}

    def take(self, key: str) -> bool:
        """Whether one more is allowed now."""
        now = time.monotonic()
        left, at = self._left.get(key, (float(self.per_minute), now))
        left = min(self.per_minute, left + (now - at) * self.per_minute / 60)
        allowed = left >= 1
        self._left[key] = (left - 1 if allowed else left, now)
        if len(self._left) > 50_000:  # forget those whose bucket is full again
            self._left = {key: kept for key, kept in self._left.items() if now - kept[1] < 60}
        return allowed

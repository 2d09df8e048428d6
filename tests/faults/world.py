"""The world: time, chance, and what happens next."""

from __future__ import annotations

import hashlib
import heapq
import random
from collections.abc import Callable

from tests.faults.loop import Loop
from tests.faults.wires import Wires

EPOCH = 1_800_000_000.0  # the wall clock at the start of a world


class Finding(SystemExit):
    """A law was broken. No code of production catches this."""


class World:
    """All events in order of time, and the source of randomness."""

    def __init__(self, seed: int, tell: Callable[[str], object] | None = None) -> None:
        self.seed = seed
        self.chance = random.Random(seed)
        self.time = 0.0  # seconds since the beginning
        self.wall = EPOCH  # the offset of the wall clock from `time`
        self.loops: list[Loop] = []
        self.running: Loop | None = None  # the running loop, or the last one that ran
        self.wires = Wires(self)
        self.steps = 0
        self.slowness = 1.0  # of disks and threads
        self.complaints: list[str] = []  # reports of unhandled errors in event loops
        self._tell = tell
        self._digest = hashlib.blake2b(digest_size=16)
        self._events: list[tuple[float, int, Callable[[], object]]] = []
        self._number = 0

    # --- what happened ---

    def note(self, *what: object) -> None:
        """Record an event. Equal seeds must give equal notes."""
        line = f"{self.time:10.3f} " + " ".join(map(str, what))
        self._digest.update(line.encode())
        if self._tell is not None:
            self._tell(line)

    @property
    def digest(self) -> str:
        """A digest of all notes."""
        return self._digest.hexdigest()

    def complain(self, what: str) -> None:
        self.complaints.append(what)
        self.note("complaint", what)

    # --- chance ---

    def often(self, share: float) -> bool:
        """True with this probability."""
        return self.chance.random() < share

    def some_seconds(self, mean: float) -> float:
        return self.chance.expovariate(1.0 / mean)

    def seconds_of_thread(self) -> float:
        """The duration of work that a server gives to a thread."""
        return self.some_seconds(0.002) * self.slowness

    # --- time ---

    def next_number(self) -> int:
        self._number += 1
        return self._number

    def after(self, seconds: float, event: Callable[[], object]) -> None:
        """Schedule an event for later."""
        heapq.heappush(self._events, (self.time + seconds, self.next_number(), event))

    def step(self) -> bool:
        """Run the next event. Return False if there is none left."""
        ready = [loop for loop in self.loops if loop.ready and not loop.is_frozen]
        if ready:
            self.steps += 1
            self.running = ready[0] if len(ready) == 1 else self.chance.choice(ready)
            self.running.run_one()
            return True
        following = self._events[0][0] if self._events else None
        first: Loop | None = None
        for loop in self.loops:
            when = loop.next_time()
            if when is not None and (following is None or when < following):
                following, first = when, loop
        if following is None:
            return False
        self.time = max(self.time, following)
        if first is None:
            self.steps += 1
            heapq.heappop(self._events)[2]()
        else:
            first.collect()
        return True

"""People at a table who decide without a page."""

from __future__ import annotations

import json
import random
from typing import Any

from websockets.sync.client import connect

from tests.server.clients import Person, Player


class Seated:
    """Everyone at a table. They decide at random, one at a time."""

    def __init__(self, people: list[Person], table: str, seed: int = 1) -> None:
        self.chance = random.Random(seed)
        self.links = [
            connect(
                Player(person, table, self.chance).uri(0),
                additional_headers=person.headers, ping_interval=None, proxy=None,
            )
            for person in people
        ]  # fmt: skip
        self._look(0)

    def _look(self, number: int) -> None:
        """Wait until everyone sees the decision of this number."""
        self.seen = [self._update(link, number) for link in self.links]

    @staticmethod
    def _update(link: Any, number: int) -> dict[str, Any]:
        while True:
            frame: dict[str, Any] = json.loads(link.recv(timeout=60))
            assert frame["type"] != "refused", frame
            if frame["type"] == "update" and frame["number"] >= number:
                return frame

    def decide(self) -> int:
        """Let the one whose turn it is decide. Return the number of the decision."""
        seat = self.seen[0]["to_act"]
        number, offers = self.seen[seat]["number"], self.seen[seat]["offers"]
        move = self.chance.choice(offers)["move"]
        command = {"type": "play", "id": f"move {number}", "seen": number, "move": move}
        self.links[seat].send(json.dumps(command))
        self._look(number + 1)
        return int(number) + 1

    def leave(self) -> None:
        for link in self.links:
            link.close()

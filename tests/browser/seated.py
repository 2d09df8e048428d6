"""People at a table who play without a page."""

from __future__ import annotations

import json
import random
from contextlib import ExitStack
from typing import Any

from websockets.sync.client import connect

from tests.server.clients import Person, Player
from tests.waiting import LIMIT


class Seated:
    """Everyone at a table. They decide at random, one at a time."""

    def __init__(self, people: list[Person], table: str, seed: int = 1) -> None:
        self.people, self.table, self.chance = people, table, random.Random(seed)

    def __enter__(self) -> Seated:
        with ExitStack() as opened:
            self.links: list[Any] = [opened.enter_context(self._open(person)) for person in self.people]
            self._look(0)
            self.opened = opened.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        self.opened.close()

    def _open(self, person: Person) -> Any:
        uri = Player(person, self.table, self.chance).uri(0)
        return connect(
            uri, additional_headers=person.headers, open_timeout=LIMIT, ping_interval=None, proxy=None
        )

    def _look(self, number: int) -> None:
        """Wait until everyone sees the decision with this number."""
        self.seen = [self._update(link, number) for link in self.links]

    @staticmethod
    def _update(link: Any, number: int) -> dict[str, Any]:
        while True:
            frame: dict[str, Any] = json.loads(link.recv(timeout=LIMIT))
            assert frame["type"] != "refused", frame
            if frame["type"] == "update" and frame["number"] >= number:
                return frame

    def decide(self) -> int:
        """Let the seat to act decide. Return the number of the decision."""
        seat = self.seen[0]["to_act"]
        number, offers = self.seen[seat]["number"], self.seen[seat]["offers"]
        move = self.chance.choice(offers)["move"]
        command = {"type": "play", "id": f"move {number}", "seen": number, "move": move}
        self.links[seat].send(json.dumps(command))
        self._look(number + 1)
        return int(number) + 1

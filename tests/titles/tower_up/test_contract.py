"""Tower Up keeps the contract of every title."""

import random

from rooftop.game.position import Position
from rooftop.testing.contract import Contract
from tests.titles.tower_up.tables import TITLE


class TestTowerUp(Contract):
    title = TITLE
    variants = [  # noqa: RUF012
        {},
        {"objectives": "random", "starting_floors": 5, "hold": True},
        {"objectives": "D G J", "placement": "first-player", "compensation": True},
    ]

    def exchange(self, position: Position, seat: int, chance: random.Random) -> None:
        """Shuffle the pile and replace the generator."""
        s = position.state
        count = int(s["pile_count"])
        pile = s["pile"][:count].tolist()
        chance.shuffle(pile)
        s["pile"][:count] = pile
        s["rng"] = [chance.getrandbits(32) for _ in range(4)]

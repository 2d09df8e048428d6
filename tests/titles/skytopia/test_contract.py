"""Skytopia keeps the contract of every title."""

import random

from rooftop.game.position import Position
from rooftop.testing.contract import Contract
from tests.titles.skytopia.tables import TITLE


class TestSkytopia(Contract):
    title = TITLE
    variants = [  # noqa: RUF012
        {},
        {"sides": "B", "hold": True, "strict_chains": True},
        {"abilities": "draft", "sides": "choice", "preliminary": True},
    ]
    colour_fields = ("crested",)

    def exchange(self, position: Position, seat: int, chance: random.Random) -> None:
        """Shuffle the decks and change the generator."""
        s = position.state
        for colour in range(4):
            count = int(s["deck_count"][colour])
            deck = s["deck"][colour][:count].tolist()
            chance.shuffle(deck)
            s["deck"][colour][:count] = deck
        s["rng"] = [chance.getrandbits(32) for _ in range(4)]

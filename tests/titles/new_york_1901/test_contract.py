"""New York 1901 fulfils the contract of every title."""

import random

from rooftop.game.position import Position
from rooftop.testing.contract import Contract, Walk
from tests.titles.new_york_1901.tables import TITLE


class TestNewYork1901(Contract):
    title = TITLE
    variants = [  # noqa: RUF012
        {},
        {"expert": True, "hold": True, "challenge": "prestige", "streets": "bw ce wa"},
    ]

    def exchange(self, position: Position, seat: int, chance: random.Random) -> None:
        """Each layer of the future market in a different order, and a different generator."""
        s = position.state
        count = int(s["future_count"])
        start = 0
        for end in range(1, count + 1):
            if end == count or s["layer"][end] != s["layer"][start]:
                cards = s["future"][start:end].tolist()
                chance.shuffle(cards)
                s["future"][start:end] = cards
                start = end
        s["rng"] = [chance.getrandbits(32) for _ in range(4)]

    def check_a_view_agrees_with_the_rules_on_what_is_possible(self, walk: Walk) -> None:
        if walk.match.over:
            return
        view, moves = walk.view(walk.match.to_act), walk.moves("en")
        if view.phase == "turn":
            assert view.can_acquire == any(move.notation.startswith("card") for move in moves)
        squares = {part for move in moves for part in move.parts if part.startswith("square-")}
        assert {f"square-{square}" for square in view.coverable} == squares

"""Skyrise fulfils the contract of a title."""

import random

from rooftop.game.position import Position
from rooftop.testing.contract import Contract
from rooftop.titles.skyrise import state as n
from tests.titles.skyrise.tables import TITLE


class TestSkyrise(Contract):
    title = TITLE
    variants = [{}, {"numbers": "dealt", "panoramas": "bridges chains"}]  # noqa: RUF012
    colour_fields = ("number_set",)

    def exchange(self, position: Position, seat: int, chance: random.Random) -> None:
        """Replace the tiles, objectives, wonder cards and choices that the seat cannot know."""
        s, board = position.state, position.game.board
        letters = [
            k for k in range(n.LETTERS) if not s["tiles_shown"] and (seat < 0 or s["patron"][seat][k] == 0)
        ]
        tiles = [int(s["tile"][k]) for k in letters]
        chance.shuffle(tiles)
        s["tile"][letters] = tiles
        hidden = [k for k in range(board.players) if k != seat and not int(s["objective_shown"]) >> k & 1]
        shown = [int(s["objective"][k]) for k in range(board.players) if k not in hidden]
        goals = [goal for goal in range(n.COLOURS) if goal not in shown]
        chance.shuffle(goals)
        for k, goal in zip(hidden, goals, strict=False):
            s["objective"][k] = goal
        if s["era"] == 1:
            self.exchange_cards(s, board, seat, chance)
        s["rng"] = [chance.getrandbits(32) for _ in range(4)]

    def exchange_cards(self, s, board, seat, chance):
        own = set()
        if seat >= 0:
            own = {k for k in range(n.CARDS) if int(s["hand"][seat]) >> k & 1} | set(
                map(int, s["wonder"][seat])
            )
        deck = [k for k in range(len(board.wonders)) if k not in own]
        chance.shuffle(deck)
        for other in range(board.players):
            if other != seat:
                cards = int(s["hand"][other]).bit_count()
                for figure in range(n.FIGURES):
                    if s["wonder"][other][figure] != n.EMPTY:
                        s["wonder"][other][figure] = deck.pop()
                s["hand"][other] = sum(1 << deck.pop() for _ in range(cards))

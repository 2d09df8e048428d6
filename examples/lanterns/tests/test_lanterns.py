"""Lanterns keeps the contract of every title."""

import random

import pytest

from lanterns import TITLE
from lanterns.state import CHOOSE, LANTERNS, NONE
from rooftop.game.position import Position, new_game
from rooftop.testing.arranging import ArrangingContract
from rooftop.testing.catalogues import CatalogueContract
from rooftop.testing.clauses import ClausesContract
from rooftop.testing.contract import Contract
from rooftop.testing.editions import EditionContract
from rooftop.testing.explanations import Explanations
from rooftop.testing.laws import assert_reported
from rooftop.testing.lessons import Lessons
from rooftop.testing.pictures import SceneContract


class TestContract(Contract):
    title = TITLE
    variants = [{}, {"gusts": True}]  # noqa: RUF012

    def exchange(self, position: Position, seat: int, chance: random.Random) -> None:
        """Deal the others any lanterns that `seat` has not seen, and let them choose any of these."""
        s, evening = position.state, position.game.board.evening
        own = int(s["hand"][seat]) if seat >= 0 else 0
        unlit = [k for k in range(evening.highest) if not (int(s["seen"]) | own) >> k & 1]
        chance.shuffle(unlit)
        for other in range(position.game.players):
            if other != seat:
                hand = [unlit.pop() for _ in range(int(s["hand"][other]).bit_count())]
                s["hand"][other] = sum(1 << lantern for lantern in hand)
                if s["phase"] == CHOOSE and s["chosen"][other] != NONE:
                    s["chosen"][other] = chance.choice(hand)
        s["rng"] = [chance.getrandbits(32) for _ in range(4)]
        for event in s["events"][: s["event_count"]]:
            if s["phase"] == CHOOSE and event[4] >= 0 and not (seat >= 0 and event[4] >> seat & 1):
                event[2] = chance.randrange(LANTERNS)


class TestArranging(ArrangingContract):
    title = TITLE


class TestCatalogue(CatalogueContract):
    title = TITLE
    more_than = 30


class TestClauses(ClausesContract):
    title = TITLE
    prefix = "LA"


class TestEdition(EditionContract):
    title = TITLE


class TestExplanations(Explanations):
    title = TITLE
    every = 2
    more_than = 50


class TestLesson(Lessons):
    title = TITLE
    at_least = 2


class TestScene(SceneContract):
    title = TITLE


BREAKS = (lambda s: s.hand.__setitem__(0, s.hand[1]), lambda s: s.points.__setitem__((0, 0), 99))


@pytest.mark.parametrize(("damage", "law"), list(zip(BREAKS, TITLE.laws, strict=True)), ids=TITLE.laws)
def test_a_broken_law_is_reported(damage, law, tmp_path):
    assert_reported(new_game(TITLE, 2), damage, lambda s: s.ply == 2, law, 2, tmp_path)

"""What is said of a move before it is made."""

import pytest

from rooftop.core.outlook import outlook
from tests.titles.skytopia.tables import at


def lines(move: str, **position: object) -> list[str]:
    return outlook(at(2, coins={"yellow": 20}, **position), move).lines


@pytest.mark.clause("ST-19")
@pytest.mark.parametrize("first", ["yellow", "green"])
def test_rounds_are_counted_alike_whether_or_not_the_move_ends_the_round(first):
    """With green as first player yellow is the last of the round, and the dial turns after the move."""
    market = {"blue-1": "B05", "gold-1": "G05: green 4"}
    told = lines("assign blue-1 5", market=market, first=first, to_act="yellow")
    assert told == ["It costs 6 coins.", "As things stand, you take the card in 2 rounds."]
    told = lines("assign gold-1 3", market=market, first=first, to_act="yellow")
    assert told == ["You gain 3 coins.", "Nimbara takes the card before you, in 3 rounds."]


@pytest.mark.clause("ST-66", "ST-67")
def test_nobody_is_said_to_take_a_card_after_the_end():
    over = "The game ends before anyone takes the card."
    market = {"blue-1": "B05"}
    assert over in lines("assign blue-1 6", market=market, ending="final")
    assert over in lines("assign blue-1 5", market=market, ending="last-but-one")
    assert over in lines("assign blue-1 6", market=market, ending="final", first="green", to_act="yellow")
    in_time = lines("assign blue-1 6", market=market, ending="last-but-one")
    assert "As things stand, you take the card in 1 round." in in_time

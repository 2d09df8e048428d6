"""What is said of moves before and after they are made."""

import pytest

from rooftop.core.outlook import outlook
from tests.titles.skytopia.tables import at, play, said


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


@pytest.mark.clause("ST-31", "ST-48", "ST-55")
def test_sentences_fit_every_card():
    """Names in the plural, a tower that is activated all the same, a foundation at the beginning."""
    match = play(at(market={"red-1": "R04"}), "assign red-1 2")
    assert "Tym razem bez efektu: Parowe Stajnie." in match.log(language="pl")
    match = play(
        at(market={"purple-1": "P01", "blue-1": "B05: yellow 5"}), "assign purple-1 2", "build blue-1"
    )
    assert "Aurelle takes Cloud Court into the city; that does not activate its tower." in said(match)
    match = at(market={"red-1": "R04: green 1"}, options={"hold": True}, phase="end")
    play(match, "end")
    assert match.prompt() == "The red foundation: place a golem for nothing, or skip it."
    assert match.prompt("pl") == "Czerwony fundament: postaw golema za darmo albo pomiń."

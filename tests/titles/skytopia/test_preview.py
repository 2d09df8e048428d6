"""Previews, moves and log lines in words."""

from typing import Any

import pytest

from rooftop.game.match import Match
from rooftop.game.preview import preview
from rooftop.game.title import Price
from rooftop.game.translation import bound
from tests.titles.skytopia.tables import at, no_blue_deck, play, said


def prices(match: Match, move: str) -> list[Price]:
    return preview(match, move).prices


def lines(move: str, **position: Any) -> list[str]:
    return preview(at(2, coins={"yellow": 20}, **position), move).lines


@pytest.mark.clause("ST-19")
@pytest.mark.parametrize(("round_", "faces"), [(1, (5, 4, 3)), (2, (4, 3, 2))])
def test_rounds_are_counted_the_same_whether_or_not_the_move_ends_the_round(round_, faces):
    """In the second round yellow moves last, and the dial turns after the move."""
    two, three, four = faces  # rounds away
    market = {"blue-1": "B05", "gold-1": f"G05: green {three}"}
    told = lines(f"assign blue-1 {two}", market=market, round=round_, to_act="yellow")
    assert told == ["As things stand, you take the card in 2 rounds."]
    told = lines(f"assign gold-1 {four}", market=market, round=round_, to_act="yellow")
    assert told == [
        "Nimbara takes the card before you, in 3 rounds: your golem comes home with 3 coins.",
    ]


@pytest.mark.clause("ST-25")
def test_a_second_golem_on_a_card_goes_home_with_the_first():
    """Face 5 is two rounds away, face 3 four: the new golem does not make the card later."""
    match = at(2, market={"blue-1": "B05: yellow 5"}, coins={"yellow": 20})
    assert preview(match, "assign blue-1 3").lines == [
        "Another golem of yours takes the card earlier, in 2 rounds; this one goes home with it.",
    ]
    assert preview(match, "assign blue-1 6").lines == [
        "As things stand, you take the card in 1 round.",
    ]
    told = preview(match, "assign blue-1 3", language="pl").lines
    assert told[0] == bound(
        "Kartę zabierze wcześniej inny twój golem, za 2 rundy; ten wróci razem z nim do domu.", "pl"
    )


@pytest.mark.clause("ST-34", "ST-36")
def test_prices_are_what_changes_in_the_city():
    """Face 5 costs 6 coins, and the card gives 5."""
    match = at(2, market={"gold-1": "G09"}, coins={"yellow": 20})
    assert prices(match, "assign gold-1 5") == [
        ("sign-coin", -1, "1 coin"),
        ("die-yellow-0", -1, "1 golem at home"),
    ]


@pytest.mark.clause("ST-54", "ST-63")
def test_a_preview_tells_what_effects_and_abilities_cost():
    match = play(at(2, phase="end", market={"gold-1": "G05: green 1"}), "end")
    assert prices(match, "use")[0] == ("sign-coin", 3, "3 coins")  # 4 for 1
    match = at(2, phase="end", market={"blue-1": "B05: green 3"}, abilities={"green": "3B"})
    assert prices(play(match, "end"), "rotate 1 1") == [("sign-coin", -1, "1 coin")]


@pytest.mark.clause("ST-26", "ST-40")
@pytest.mark.parametrize("hold", [False, True])
def test_a_preview_stops_at_the_end_of_the_players_own_turn(hold):
    """Green will complete the card and send yellow's golem home; that is green's turn."""
    market = {"blue-1": "B05: green 1, yellow 4", "blue-2": "B09"}
    match = at(2, {"hold": hold}, market=market, abilities={"yellow": "1A"})
    seen = preview(match, "assign blue-2 2")
    assert seen.lines == ["As things stand, you take the card in 5 rounds."]
    assert [(change.seat, change.source, change.points) for change in seen.changes] == [(0, "cards", 3)]
    if hold:
        seen = preview(play(match, "assign blue-2 2"), "end")
        assert (seen.prices, seen.lines, seen.changes) == ([], [], [])
        assert seen.view == match.view(0)


@pytest.mark.clause("ST-26", "ST-47")
def test_a_preview_tells_what_others_gain_by_the_move():
    market = {"purple-1": "P02", "blue-1": "B05: yellow 4, green 2"}
    match = play(at(2, market=market), "assign purple-1 2")
    assert "Nimbara gains 3 coins." in preview(match, "build blue-1").lines


@pytest.mark.clause("ST-66", "ST-67")
def test_no_card_is_promised_after_the_end():
    over = "The game ends before anyone takes the card."
    position = {"market": {"blue-1": "B05"}, "cities": no_blue_deck(2, "green"), "to_act": "yellow"}
    assert over in lines("assign blue-1 6", ending="final", **position)
    assert over in lines("assign blue-1 5", ending="last-but-one", **position)
    assert over in lines("assign blue-1 5", ending="final", round=2, **position)
    in_time = lines("assign blue-1 6", ending="last-but-one", **position)
    assert "As things stand, you take the card in 1 round." in in_time


@pytest.mark.clause("ST-31", "ST-48", "ST-55")
def test_sentences_fit_every_card():
    """Plural names, and a foundation at the beginning of a sentence."""
    match = play(at(market={"red-1": "R04"}), "assign red-1 2")
    assert "Tym razem bez efektu: Parowe Stajnie." in match.log(language="pl")
    match = play(at(market={"gold-1": "G05"}), "assign gold-1 2")
    assert "Bob dostaje 4 monety (Targ Majstrów)." in match.log(language="pl", names=["Bob", "Ewa", "Jan"])
    match = play(
        at(market={"purple-1": "P01", "blue-1": "B05: yellow 5"}), "assign purple-1 2", "build blue-1"
    )
    assert "Aurelle takes Cloud Court into the city without activating its tower." in said(match)
    match = at(market={"red-1": "R04: green 1"}, options={"hold": True}, phase="end")
    play(match, "end")
    assert match.prompt() == "The red foundation: place a free golem, or skip it."
    assert match.prompt("pl") == "Czerwony fundament: postaw golema za darmo albo pomiń."


@pytest.mark.clause("ST-54")
def test_the_move_of_a_foundation_tells_price_and_gain():
    match = play(at(2, phase="end", market={"gold-1": "G05: green 1"}), "end")
    assert [move.text for move in match.moves()] == [
        "Pay 1 coin for 1 point",
        "Skip the effect of the gold foundation",
    ]
    assert match.moves("pl")[0].text == "Zapłać 1 monetę za 1 punkt"
    match = play(at(market={"gold-1": "G01"}, abilities={"yellow": "1B"}), "assign gold-1 2")
    assert [move.text for move in match.moves("pl")] == [
        bound("Weź 1 punkt i 2 monety", "pl"),
        "Pomiń efekt: Poczta Latawcowa",
    ]


def test_the_text_of_a_position_says_what_everything_does():
    cities = {"green": {"red": ["R02"]}}
    market = {"red-1": "R05: green 1", "blue-1": "B05: green 3"}
    match = play(at(phase="end", market=market, cities=cities), "end", "skip")
    told = match.text()
    assert "Resolving Piston Works: Rotate one of your golems 2 steps towards the hammers." in told
    assert "  gold: Pay 1 coin to gain 1 PP." in told
    assert "      1 Piston Works [House of the Stag] Rotate one of your golems 2 steps" in told
    assert bound(
        "Rozpatrywany efekt: Zakład Tłoków: Obróć jednego swojego golema o 2 kroki", "pl"
    ) in match.text(language="pl")

"""The clauses of RULES.md, each in a position that can be checked by hand."""

from typing import Any

import pytest

from lanterns import TITLE
from lanterns.state import OVER
from rooftop.errors import EditionError, MoveError, OptionError
from rooftop.game.match import Match
from rooftop.game.position import new_game

HANDS = {"red": [3, 8, 12, 16], "yellow": [2, 7, 9, 15], "green": [1, 4, 5, 14]}


def played(*moves, wind=5, players=3, **options):
    """A game in which everyone's hand is known, after some moves."""
    hands = dict(list(HANDS.items())[:players])
    match = Match.at(new_game(TITLE, players, options).arranged({"wind": wind, "hands": hands}))
    for move in moves:
        match.play(move)
    return match


def totals(match):
    return [match.total(seat) for seat in range(match.players)]


@pytest.mark.clause("LA-1", "LA-2")
def test_everyone_holds_four_lanterns_that_nobody_else_sees():
    view: Any = played().view(0)
    assert (view.hand, [seat.held for seat in view.seats]) == ((3, 8, 12, 16), [4, 4, 4])
    assert played().view(-1).hand == ()
    with pytest.raises(OptionError, match="Lanterns is for 2, 3, 4 players, not 5"):
        new_game(TITLE, 5)


@pytest.mark.clause("LA-3")
def test_gusts_make_the_wind_stronger():
    calm, stormy = (new_game(TITLE, 2, {"gusts": gusts}).position(7).state["wind"] for gusts in (False, True))
    assert 1 <= calm < stormy <= 12
    with pytest.raises(OptionError, match="option gusts: must be true or false, not 2"):
        new_game(TITLE, 2, {"gusts": 2})


@pytest.mark.clause("LA-4")
def test_a_choice_is_secret_until_all_have_chosen():
    match = played("light 16")
    assert (match.record(0), match.record(1)) == (["light 16"], ["?"])
    assert match.log(0) == ["Red has chosen lantern 16."]
    assert match.log(1) == match.log(-1) == ["Red has chosen a lantern."]
    match.play("light 2")
    match.play("light 4")
    assert match.record(-1) == ["light 16", "light 2", "light 4"]


@pytest.mark.clause("LA-4")
def test_only_ones_own_lanterns_can_be_chosen():
    match = played()
    assert match.why_not("light 15") == "You do not hold this lantern."
    assert match.why_not("over red") == "The wind is 5. Choose a lantern."
    with pytest.raises(MoveError, match="unknown lantern '21'"):
        match.play("light 21")


@pytest.mark.clause("LA-5", "LA-6")
def test_the_highest_lantern_brings_as_many_points_as_the_wind():
    match = played("light 8", "light 9", "light 4")
    assert match.to_act == 1
    assert match.view(0).hand == (3, 12, 16)
    assert match.why_not("light 7") == "Your lantern is the highest. Choose a roof."
    match.play("over yellow")
    assert totals(match) == [0, 5, 0]


@pytest.mark.clause("LA-7")
def test_another_roof_brings_two_points_more_and_the_wind_to_its_owner():
    match = played("light 8", "light 9", "light 4")
    assert match.why_not(OVER + 3) == "Nobody lives there in this game."
    match.play("over green")
    assert totals(match) == [0, 7, 5]


@pytest.mark.clause("LA-8")
def test_the_most_points_win_after_three_nights():
    red, yellow = ["light 16", "light 2", "over red"], ["light 8", "light 9", "over yellow"]
    match = played(*red, *yellow, "light 12", "light 7", "over red", players=2)
    assert match.over
    assert match.ranks == [1, 2]


def test_an_edition_is_checked():
    text = TITLE.edition().text.replace("nights = 3", "nights = 5")
    with pytest.raises(EditionError, match=r"evening\.nights: must be from 1 to 4, not 5"):
        TITLE.board(type(TITLE.edition()).parse("edition.toml", text), 2)

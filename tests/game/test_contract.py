"""The contract reports what fails and where, and holds for other titles than the four."""

import re

import pytest
from test_lanterns import TestContract as Lanterns

from lanterns import TITLE
from rooftop.game.match import Match
from rooftop.game.position import new_game
from rooftop.testing.contract import Walk


class Broken(Lanterns):
    """A title whose author forgot that the wind can be the strongest."""

    __test__ = False

    def check_the_wind_is_never_the_strongest(self, walk: Walk) -> None:
        assert walk.match.position.state["wind"] < 6


def test_a_failure_names_the_check_the_game_and_the_ply(tmp_path, monkeypatch):
    with pytest.raises(AssertionError) as failed:
        Broken().test_every_check_holds_at_every_ply_of_random_games((2, {}), tmp_path, monkeypatch)
    [note] = failed.value.__notes__
    name, game, ply = re.fullmatch(r"(\w+) fails in game (\d) at ply (\d+)", note).groups()
    assert name == "check_the_wind_is_never_the_strongest"
    walk = Walk(Broken(), (2, {}), int(game), tmp_path)
    while walk.ply < int(ply):
        assert walk.match.position.state["wind"] < 6
        walk.step()
    assert walk.match.position.state["wind"] == 6


def lit(*numbers: int) -> Match:
    """A game of two in which all hands are known, after some lanterns."""
    hands = {"red": [1, 2, 3, 16], "yellow": [4, 5, 6, 7]}
    match = Match.at(new_game(TITLE, 2).arranged({"hands": hands}))
    for number in numbers:
        match.play(f"light {number}")
    return match


def test_a_secret_choice_is_not_in_a_file_for_others():
    match = Match(new_game(TITLE, 3), 4)
    match.play(match.moves()[0])
    assert match.file(secret=False).moves == ["?"]


def test_a_secret_choice_can_be_taken_back_only_until_the_next_player_has_chosen():
    match = lit(1)
    assert match.undoable == 1
    match.undo()
    match.play("light 2")
    match.play("light 4")
    assert match.undoable == 0


def test_a_nested_choice_can_be_taken_back():
    match = Match(new_game("new-york-1901", 2, {"hold": True}), 1)
    while match.view().phase != "lot":
        match.play(match.moves()[0])
    before = match.ply
    match.undo()
    assert match.ply == before - 1
    assert "card" in " ".join(move.notation for move in match.moves())

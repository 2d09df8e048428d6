"""The contract is not Tower Up's alone."""

import random
import re
from importlib.util import find_spec
from typing import Any

import pytest

from rooftop.game.match import Match
from rooftop.game.position import Position, new_game
from rooftop.testing.contract import Contract, Walk
from tests.tiny import CHOOSE, NONE, TITLE


class TestTiny(Contract):
    title = TITLE
    gpu_code = find_spec("numba_cuda") is not None  # `make gpu` installs it
    variants = [{}, {"handicap": 3}]  # noqa: RUF012
    games = 4

    def exchange(self, position: Position, seat: int, chance: random.Random) -> None:
        """Deal the cards that `seat` has not seen in another way; the other card may have been chosen."""
        s, players = position.state, position.game.players
        chosen = [int(card) for card in s["chosen"]]
        hidden = [
            (other, k)
            for other in range(players)
            for k in range(2)
            if other != seat and s["hand"][other][k] != NONE and (s["phase"] == CHOOSE or k != chosen[other])
        ]
        seen = {card for card in range(9) if int(s["played"]) >> card & 1}
        if seat >= 0:
            seen |= {int(card) for card in s["hand"][seat] if card != NONE}
        unseen = [card for card in range(9) if card not in seen]
        chance.shuffle(unseen)
        for (other, k), card in zip(hidden, unseen, strict=False):
            s["hand"][other][k] = card
        rest = unseen[len(hidden) :]
        s["deck"] = NONE
        s["deck"][: len(rest)] = rest
        for other in range(players):
            if (
                other != seat
                and s["phase"] == CHOOSE
                and chosen[other] != NONE
                and (s["hand"][other] != NONE).all()
            ):
                s["chosen"][other] = chance.randrange(2)
        s["rng"] = [chance.getrandbits(32) for _ in range(4)]
        if s["phase"] == CHOOSE:
            for event in s["events"][: s["event_count"]]:
                if event[4] >= 0 and not (seat >= 0 and event[4] >> seat & 1):
                    event[2] = chance.randrange(9)


class Broken(TestTiny):
    """Its author thinks that the die never shows a six."""

    __test__ = False

    def check_the_die_shows_no_six(self, walk: Walk) -> None:
        assert walk.match.position.state["die"] < 6


def test_a_failure_names_the_check_the_game_and_the_ply(tmp_path, monkeypatch):
    with pytest.raises(AssertionError) as failed:
        Broken().test_every_check_holds_at_every_ply_of_random_games((2, {}), tmp_path, monkeypatch)
    [note] = failed.value.__notes__
    name, game, ply = re.fullmatch(r"(\w+) fails in game (\d) at ply (\d+)", note).groups()
    assert name == "check_the_die_shows_no_six"
    walk = Walk(Broken(), (2, {}), int(game), tmp_path)
    while walk.ply < int(ply):
        assert walk.match.position.state["die"] < 6
        walk.step()
    assert walk.match.position.state["die"] == 6


def test_a_secret_choice_is_hidden_from_others_until_all_have_chosen():
    match = Match(new_game(TITLE, 3), 4)
    match.play("left")
    assert match.record(0) == ["left"]
    assert match.record(1) == match.record(-1) == ["?"]
    assert match.log(1) == ["blue has chosen."]
    view: Any = match.view(0)
    assert match.log(0) == [f"blue has chosen {view.hand[0]}."]
    assert match.file(secret=False).moves == ["?"]
    match.play("right")
    match.play("left")
    assert match.record(1) == match.record(-1) == ["left", "right", "left"]


def test_a_secret_choice_can_be_taken_back_only_until_the_next_player_has_chosen():
    match = Match(new_game(TITLE, 2), 4)
    match.play("left")
    assert match.undoable == 1
    match.undo()
    match.play("right")
    match.play("left")
    assert match.undoable == 0


def test_a_nested_choice_can_be_taken_back():
    match = Match(new_game(TITLE, 2), 4)
    for move in ("left", "left", "dare"):
        match.play(move)
    assert [move.notation for move in match.moves()] == ["double", "share"]
    match.undo()
    assert [move.notation for move in match.moves()] == ["take", "dare"]

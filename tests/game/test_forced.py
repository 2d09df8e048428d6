"""Decisions with only one option are played automatically, and undone with the previous one."""

import random

import pytest

import rooftop
from rooftop.engine.state import EVERYONE
from rooftop.game.forced import forced, play_with_forced
from rooftop.game.match import Match
from rooftop.game.position import Position


def new(hold: bool = True, seed: int = 1) -> Match:
    return rooftop.new("new-york-1901", players=3, seed=seed, hold=hold)


def forced_soon(hold: bool = True) -> tuple[Match, int]:
    """A match, and an action after which the same seat has another decision in the same turn."""
    for seed in range(50):
        match, chance = new(hold, seed), random.Random(seed)
        while not match.over:
            for action in match.legal():
                trial = match.clone()
                if len(play_with_forced(trial, action)) > 1 and trial.undoable:
                    return match, action
            match.play(chance.choice(match.legal()))
    raise AssertionError("nothing is ever forced")


@pytest.mark.parametrize("hold", [False, True])
def test_nobody_is_asked_what_has_one_answer(hold):
    followed = 0
    for seed in range(4):
        match, chance = new(hold, seed), random.Random(seed)
        while not match.over:
            followed += len(play_with_forced(match, chance.choice(match.legal()))) - 1
            if not match.over and len(match.legal()) == 1:
                assert hold
                assert match.moves()[0].notation == "end"
    assert followed > 20


def test_a_bot_does_not_hold_its_turn():
    match, chance = new(hold=True), random.Random(1)
    mover, ended = -1, 0
    while not match.over and match.ply < 200:
        assert len(match.legal()) > 1 or match.to_act != mover
        mover = match.to_act
        played = play_with_forced(match, chance.choice(match.legal()), bot=True)
        ended += "end" in map(match.game.notation, played[1:])
    assert ended > 10


def test_what_follows_is_undone_and_redone_with_the_decision_before_it():
    match, action = forced_soon()
    before, ply, undoable = match.hash(), match.ply, match.undoable
    played = play_with_forced(match, action)
    after = match.hash()
    assert len(played) > 1
    assert match.undoable == undoable + 1
    match.undo()
    assert (match.hash(), match.ply, match.redoable) == (before, ply, 1)
    match.redo()
    assert (match.hash(), match.ply, match.redoable) == (after, ply + len(played), 0)


def test_what_another_player_must_do_is_undone_with_the_decision_before_it():
    match, action = forced_soon()
    seat = match.to_act
    play_with_forced(match, action)
    last = match._played[-1]
    match._played[-1] = last._replace(seat=(seat + 1) % 3)
    assert match.undoer == seat
    assert match.undoable >= 1


def test_a_single_answer_that_only_its_player_can_know_of_is_asked_for(monkeypatch):
    match, action = forced_soon()
    match.play(action)
    only = match.legal()
    assert forced(match.position) == only[0]
    monkeypatch.setattr(Position, "blind", lambda self, seat, salt: Sees(only))
    object.__setattr__(match.title, "is_open", False)
    try:
        assert forced(match.position) == only[0]
        monkeypatch.setattr(
            Position, "blind", lambda self, seat, salt: Sees([*only, only[0] + 1][: salt + 1])
        )
        assert forced(match.position) is None
    finally:
        object.__setattr__(match.title, "is_open", True)


class Sees:
    """A stand-in for a spectator's position: the actions that seem legal to them."""

    def __init__(self, legal: list[int]) -> None:
        self.legal = lambda: legal


def test_a_secret_decision_is_made_by_its_player(monkeypatch):
    match, action = forced_soon()
    monkeypatch.setattr(Position, "who_knows", lambda self, action: 1)
    assert play_with_forced(match, action) == [action]
    assert forced(match.position) is None
    monkeypatch.setattr(Position, "who_knows", lambda self, action: EVERYONE)
    assert forced(match.position) is not None

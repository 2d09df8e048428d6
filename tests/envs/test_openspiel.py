"""OpenSpiel's own test, for every title and number of players; what a player knows and does not know."""

import copy
import pickle
import random

import numpy as np
import pyspiel
import pytest

import rooftop
from rooftop.envs import openspiel

KINDS = [(name, players) for name in rooftop.title_ids() for players in rooftop.title(name).players]


def load(name, players=2, seeds=16):
    return pyspiel.load_game(f"rooftop_{name.replace('-', '_')}_v1(players={players},seeds={seeds})")


def played(game, seed, plies, chance):
    """A state after some random decisions."""
    state = game.new_initial_state()
    state.apply_action(seed)
    for _ in range(plies):
        if not state.is_terminal():
            state.apply_action(chance.choice(state.legal_actions()))
    return state


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_the_game_conforms(kind):
    name, players = kind
    pyspiel.random_sim_test(load(name, players), 1, True, False)


def test_the_seed_is_picked_at_the_root_and_everything_follows_from_it():
    game, chance = load("tower-up", 3), random.Random(1)
    assert game.num_players() == 3
    state = game.new_initial_state()
    assert state.is_chance_node()
    outcomes = state.chance_outcomes()
    assert [seed for seed, _ in outcomes] == list(range(16))
    assert sum(p for _, p in outcomes) == pytest.approx(1)
    state = played(game, 7, 40, chance)
    again = game.new_initial_state()
    for action in state.history():
        again.apply_action(action)
    assert again.table.position.rows.tobytes() == state.table.position.rows.tobytes()
    assert str(again) == str(state)
    _, stored = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    for other in (stored, pickle.loads(pickle.dumps(state))):
        assert other.table.position.rows.tobytes() == state.table.position.rows.tobytes()
        assert other.information_state_string(1) == state.information_state_string(1)
    assert str(pickle.loads(pickle.dumps(game))) == str(game)


def test_returns_are_by_place():
    state = played(load("tower-up", 4), 3, 10_000, random.Random(2))
    assert state.is_terminal()
    ranks, returns = state.table.position.ranks, state.returns()
    assert sum(returns) == pytest.approx(0)
    assert [rank for _, rank in sorted(zip(returns, ranks, strict=True), reverse=True)] == sorted(ranks)


def test_a_copy_is_independent():
    state = played(load("skyrise", 3), 1, 20, random.Random(3))
    other, before = state.clone(), state.table.position.rows.tobytes()
    other.apply_action(other.legal_actions()[0])
    assert state.table.position.rows.tobytes() == before
    assert len(state.table.played) == 20
    assert copy.deepcopy(state._kept).game is state._kept.game


def test_tensors_hold_the_observation_and_the_known_decisions():
    state = played(load("skyrise", 3), 1, 12, random.Random(3))
    size = rooftop.title("skyrise").observation
    for player in range(3):
        seen = np.array(state.observation_tensor(player))
        assert seen.tolist() == state.table.position.observe(player).tolist()
        known = np.array(state.information_state_tensor(player))
        assert known[:size].tolist() == seen.tolist()
        assert known[size : size + 12].tolist() == [action + 2 for action in state.table.known(player)]
        assert not known[size + 12 :].any()


@pytest.mark.parametrize("name", rooftop.title_ids())
def test_a_resampled_state_looks_the_same_to_the_player_and_can_be_played_on(name):
    chance = random.Random(4)
    for plies in (0, 3, 15, 40):
        state = played(load(name, 3), plies % 16, plies, chance)
        player = 0 if state.is_terminal() else state.current_player()
        other = state.resample_from_infostate(player, chance.random)
        assert other.information_state_string(player) == state.information_state_string(player)
        assert other.information_state_tensor(player) == state.information_state_tensor(player)
        assert other.observation_string(player) == state.observation_string(player)
        assert other.table.position.rows.tobytes() != state.table.position.rows.tobytes()
        while not other.is_terminal():
            other.apply_action(chance.choice(other.legal_actions()))
        assert sum(other.returns()) == pytest.approx(0)


def test_a_secret_decision_is_not_in_what_others_know():
    state, chance = played(load("skyrise", 3), 2, 0, random.Random(1)), random.Random(1)
    while state.table.position.who_knows(state.legal_actions()[0]) < 0:  # until a wonder card is chosen
        state.apply_action(chance.choice(state.legal_actions()))
    owner, (first, second) = state.current_player(), state.legal_actions()[:2]
    one, other = state.child(first), state.child(second)
    for player in range(3):
        same = one.information_state_string(player) == other.information_state_string(player)
        assert same == (player != owner)
        known = one.information_state_tensor(player) == other.information_state_tensor(player)
        assert known == (player != owner)


def test_all_titles_are_registered_once():
    assert openspiel.register() == openspiel.NAMES
    assert set(openspiel.NAMES) <= set(pyspiel.registered_names())

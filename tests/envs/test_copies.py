"""Environments by value: copies are equal to the original and continue in the same way, also in another
process."""

import copy
import multiprocessing
import pickle
from concurrent.futures import ProcessPoolExecutor

import gymnasium
import numpy as np
import pyspiel
import pytest

import rooftop
from rooftop.envs import openspiel, pettingzoo
from rooftop.envs.gymnasium import BatchEnv, SingleEnv

OPPONENTS = ("random", "greedy", "network", "search:simulations=40", "search:simulations=40,network=1")


def aec(name="tower-up", seed=1, steps=15, **settings):
    env = pettingzoo.env(name, players=3, **settings)
    env.reset(seed=seed)
    play_aec(env, steps)
    return env


def play_aec(env, steps):
    for _ in range(steps):
        observation, _, terminated, truncated, _ = env.last()
        ended = terminated or truncated
        env.step(None if ended else int(np.flatnonzero(observation["action_mask"])[-1]))
        if not env.agents:
            env.reset()


def single(opponents="greedy", seed=1, steps=5, **settings):
    env = SingleEnv("tower-up", players=3, opponents=opponents, **settings)
    env.reset(seed=seed)
    play_single(env, steps)
    return env


def play_single(env, steps):
    for _ in range(steps):
        _, _, terminated, _, _ = env.step(int(np.flatnonzero(env.unwrapped.action_masks())[-1]))
        if terminated:
            env.reset()


def vector(opponents="greedy", seed=1, steps=10):
    env = BatchEnv("tower-up", num_envs=4, opponents=opponents)
    env.reset(seed=seed)
    play_vector(env, steps)
    return env


def play_vector(env, steps):
    for _ in range(steps):
        env.step(env.action_masks().argmax(axis=1))


def state(plies=12, players=3):
    made = pyspiel.load_game(f"{openspiel.NAMES[-1]}(players={players},seeds=8)").new_initial_state()
    play_state(made, plies)
    return made


def play_state(made, plies):
    for _ in range(plies):
        if not made.is_terminal():
            made.apply_action(made.legal_actions()[-1])


def environments():
    yield from (aec(name) for name in rooftop.title_ids())
    yield aec(rewards="margin").unwrapped
    yield pettingzoo.env("skyrise")  # before its first game
    yield from (single(opponents) for opponents in OPPONENTS)
    yield single(["random", "apprentice"], seat=1, illegal=None)
    yield gymnasium.make("rooftop/Skyrise-v1", players=2)
    yield vector()
    yield vector("random")
    yield state()
    yield state(0)


def gone_on(env):
    """What happens in an environment when it is used further, as plain values."""
    if isinstance(env, pyspiel.State):
        play_state(env, 30)
        return [str(env), env.returns(), env.information_state_string(0)]
    if isinstance(env.unwrapped, pettingzoo.raw_env):
        if not hasattr(env.unwrapped, "table"):
            env.reset(seed=5)
        play_aec(env, 90)
        table = env.unwrapped.table
        return [table.position.hash(), table.played, env.rewards]
    if isinstance(env, BatchEnv):
        play_vector(env, 40)
        return [env.batch.states.tobytes(), env.reset()[0].tobytes()]
    if isinstance(env, gymnasium.Wrapper):
        env.reset(seed=7)
    play_single(env, 30)
    table = env.unwrapped.table
    return [table.position.hash(), table.played, env.reset()[0].tolist()]


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_a_copy_is_equal_independent_and_goes_on_alike(copied):
    for env in environments():
        if isinstance(env, gymnasium.Wrapper):  # copying it is up to Gymnasium
            env = env.unwrapped
            env.reset(seed=7)
        other, before = copied(env), copied(env)
        assert type(other) is type(env)
        assert other == env == before
        assert hash(other) == hash(env)
        outcome = gone_on(other)
        assert other != env == before  # nothing is shared
        assert gone_on(env) == outcome
        assert other == env != before


def test_another_process_goes_on_alike():
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as others:
        found = list(others.map(gone_on, environments()))
    assert found == [gone_on(env) for env in environments()]


def test_environments_differ_by_settings_and_by_what_happened():
    for one, others in (
        (
            aec(),
            [aec(seed=2), aec(steps=14), aec("skyrise"), aec(rewards="margin"), aec(render_mode="svg"), 1],
        ),
        (single(), [single("random"), single(seed=2), single(steps=4), single(illegal=None), None]),
        (vector(), [vector("random"), vector(seed=2), vector(steps=9)]),
        (state(), [state(11), state(players=2)]),
    ):
        for other in others:
            assert one != other
    assert aec() == aec()
    assert single("random") == single("random")
    again = single("random")
    again._bots[0]._random.random()
    assert again != single("random")  # its bot would choose differently

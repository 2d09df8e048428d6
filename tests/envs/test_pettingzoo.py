"""PettingZoo's own tests, for every title and number of players."""

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

import rooftop
from rooftop.envs import pettingzoo
from rooftop.envs.table import RENDER_MODES
from rooftop.errors import MoveError, OptionError

KINDS = [(name, players) for name in rooftop.title_ids() for players in rooftop.title(name).players]
# The warning of `api_test` for every environment with an action mask that is not on its list.
EXPECTED = (
    "ignore:Observation is not a NumPy array:UserWarning",
    "ignore:Observation space for each agent probably should be:UserWarning",
    "ignore:Action mask numpy array is all zeros:UserWarning",  # from agents that are done
)


@pytest.mark.parametrize("kind", KINDS, ids=str)
@pytest.mark.filterwarnings(*EXPECTED)
def test_the_environment_conforms(kind):
    name, players = kind
    api_test(pettingzoo.env(name, players), num_cycles=40)
    seed_test(lambda: pettingzoo.env(name, players), num_cycles=20)


def test_a_game_ends_with_rewards_by_place_or_margin():
    for by, total in (("place", 0), ("margin", None)):
        env = pettingzoo.env("tower-up", 3, rewards=by)  # type: ignore[arg-type]
        env.reset(seed=4)
        chance, sums = np.random.default_rng(1), dict.fromkeys(env.possible_agents, 0.0)
        for agent in env.agent_iter():
            observation, reward, termination, truncation, _ = env.last()
            sums[agent] += reward
            assert not truncation
            assert agent == env.agent_selection
            mask = np.flatnonzero(observation["action_mask"])
            env.step(None if termination else int(chance.choice(mask)))
        position = env.unwrapped.table.position
        assert position.over
        if total is not None:
            assert sum(sums.values()) == pytest.approx(total)
            best = sums[f"player_{position.ranks.index(1)}"]
            assert best == max(sums.values()) > 0
        else:
            points = sorted((position.total(seat) for seat in range(3)), reverse=True)
            assert max(sums.values()) == points[0] - points[1]


def test_an_agent_observes_what_its_seat_knows():
    env = pettingzoo.env("skyrise", 3)
    env.reset(seed=1)
    position = env.unwrapped.table.position
    for seat, agent in enumerate(env.agents):
        seen = env.observe(agent)
        assert seen["observation"].tolist() == position.observe(seat).tolist()
        assert np.flatnonzero(seen["action_mask"]).tolist() == (
            sorted(position.legal()) if seat == position.to_act else []
        )
        assert env.observation_space(agent).contains(seen)


def test_an_illegal_action_changes_nothing():
    env = pettingzoo.env("tower-up")
    env.reset(seed=1)
    before = env.unwrapped.table.position.rows.tobytes()
    for action in (263, -1, 9999, None):
        with pytest.raises(MoveError):
            env.step(action)
        assert env.unwrapped.table.position.rows.tobytes() == before
        assert env.unwrapped.table.played == []


def test_a_seed_determines_the_games_that_follow():
    def games(seed):
        env = pettingzoo.raw_env("tower-up")
        for given in (seed, None, None):
            env.reset(seed=given)
            yield env.table.position.hash()

    one, again, other = (list(games(seed)) for seed in (1, 1, 2))
    assert one == again
    assert len({*one, *other}) == 6


@pytest.mark.parametrize("mode", RENDER_MODES)
def test_a_game_can_be_drawn(mode):
    env = pettingzoo.env("tower-up", render_mode=mode)
    env.reset(seed=1)
    drawn = env.render()
    assert drawn.shape[2] == 3 if mode == "rgb_array" else len(drawn) > 100


def test_wrong_choices_are_refused():
    with pytest.raises(OptionError, match="rewards must be"):
        pettingzoo.env("tower-up", rewards="size")  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="render_mode must be"):
        pettingzoo.env("tower-up", render_mode="human")
    with pytest.raises(OptionError, match="is for 2, 3, 4 players"):
        pettingzoo.env("tower-up", 5)
    env = pettingzoo.raw_env("tower-up")
    env.reset(seed=1)
    with pytest.raises(OptionError, match="agent must be one of"):
        env.observe("player_7")
    assert str(env) == "tower_up_v1"

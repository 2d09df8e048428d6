"""Gymnasium's environment checker, for every title and number of players; games against bots."""

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import rooftop
from rooftop.envs.gymnasium import BatchEnv, SingleEnv, env_id
from rooftop.errors import MoveError, OptionError

KINDS = [(name, players) for name in rooftop.title_ids() for players in rooftop.title(name).players]


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_the_environment_conforms(kind):
    name, players = kind
    check_env(SingleEnv(name, players, opponents="random"), skip_render_check=True)
    made = gymnasium.make(env_id(name), players=players, opponents="random")
    assert isinstance(made.unwrapped, SingleEnv)


def test_ids_have_a_version():
    assert [env_id(name) for name in rooftop.title_ids()] == [
        "rooftop/NewYork1901-v1",
        "rooftop/Skyrise-v1",
        "rooftop/Skytopia-v1",
        "rooftop/TowerUp-v1",
    ]


def play(env, chance, seed):
    env.reset(seed=seed)
    while True:
        legal = np.flatnonzero(env.action_masks())
        assert env.table.position.to_act == env.seat
        assert legal.tolist() == sorted(env.table.position.legal())
        seen, reward, terminated, truncated, info = env.step(int(chance.choice(legal)))
        assert seen.tolist() == env.table.position.observe(env.seat).tolist()
        assert not truncated
        assert np.flatnonzero(info["action_mask"]).tolist() == np.flatnonzero(env.action_masks()).tolist()
        if terminated:
            return reward
        assert reward == 0


def test_a_learner_plays_whole_games_against_named_bots():
    env, chance, seats = (
        SingleEnv("tower-up", 3, opponents=("greedy", "random")),
        np.random.default_rng(1),
        set(),
    )
    gained = []
    for seed in range(6):
        gained.append(play(env, chance, seed))
        seats.add(env.seat)
    assert seats == {0, 1, 2}
    assert np.mean(gained) < 0  # one plays at random against the greedy bot
    fixed = SingleEnv("tower-up", 2, opponents="random", seat=1, rewards="margin")
    reward = play(fixed, chance, 3)
    assert fixed.seat == 1
    assert reward == fixed.table.position.total(1) - fixed.table.position.total(0)


def test_an_illegal_action_loses_or_raises():
    env = SingleEnv("tower-up", opponents="random")
    env.reset(seed=1)
    _, reward, terminated, _, info = env.step(263)
    assert (reward, terminated, info["illegal"]) == (-1.0, True, 263)
    strict = SingleEnv("tower-up", opponents="random", illegal=None)
    strict.reset(seed=1)
    before = strict.table.position.rows.tobytes()
    with pytest.raises(MoveError, match="is not legal now"):
        strict.step(263)
    assert strict.table.position.rows.tobytes() == before


@pytest.mark.parametrize("opponents", ["random", "greedy"])
def test_a_batch_of_games_ends_and_begins_again(opponents):
    envs = BatchEnv("tower-up", 8, players=3, opponents=opponents)
    seen, info = envs.reset(seed=2)
    assert envs.observation_space.contains(seen)
    chance, over, ends = np.random.default_rng(1), np.zeros(8, np.bool_), []
    batch = envs.batch
    for _ in range(150):
        rows, columns = np.nonzero(envs.action_masks())
        assert np.array_equal(info["action_mask"], envs.action_masks())
        actions = [chance.choice(columns[rows == k]) if not over[k] else -99 for k in range(8)]
        seen, rewards, terminated, truncated, info = envs.step(np.array(actions))
        assert not truncated.any()
        assert not rewards[over].any()
        assert not (over & terminated).any()
        assert np.all(terminated | (batch.to_act == envs.seats))
        for slot in range(8):
            one = rooftop.Position(envs.game, batch.states[slot : slot + 1].copy())
            assert one.over == terminated[slot]
            assert seen[slot].tolist() == one.observe(int(envs.seats[slot])).tolist()
        ends += rewards[terminated].tolist()
        over = terminated
    assert len(ends) > 8
    if opponents == "greedy":
        assert np.mean(ends) < 0
    legal = np.argmax(envs.action_masks(), axis=1)
    legal[3] = 263 if not over[3] else 0
    if not over[3]:
        with pytest.raises(MoveError, match="game 3"):
            envs.step(legal)


def test_the_vector_environment_is_registered_and_equal_seeds_give_equal_games():
    def run():
        envs = gymnasium.make_vec(
            "rooftop/TowerUp-v1", num_envs=3, vectorization_mode="vector_entry_point", opponents="random"
        )
        envs.reset(seed=5)
        for _ in range(20):
            seen = envs.step(envs.unwrapped.action_masks().argmax(axis=1))[0]
        first = seen.tobytes()
        return first, envs.reset()[0].tobytes()

    one, other = run(), run()
    assert one == other
    assert one[0] != one[1]


def test_wrong_choices_are_refused():
    with pytest.raises(OptionError, match="opponents must be one bot or 2, not 1"):
        SingleEnv("tower-up", 3, opponents=["random"])
    with pytest.raises(OptionError, match="bot must be one of"):
        SingleEnv("tower-up", 3, opponents="nobody")
    with pytest.raises(OptionError, match="seat must be from 0 to 1"):
        SingleEnv("tower-up", 2, seat=2)
    with pytest.raises(OptionError, match="opponents must be 'random' or 'greedy'"):
        BatchEnv("tower-up", 2, opponents="master")
    with pytest.raises(OptionError, match="reset the environment first"):
        BatchEnv("tower-up", 2).action_masks()

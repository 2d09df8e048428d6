"""Games in step give the same games as one by one."""

from typing import Any

import numpy as np
import pytest

import rooftop
from rooftop.engine.batch import Batch
from rooftop.engine.simulation import simulate
from rooftop.errors import MoveError, OptionError
from rooftop.game.position import new_game
from tests.tiny import TITLE as TINY

TOWER_UP = rooftop.title("tower-up")


@pytest.mark.parametrize(
    "kind",
    [(TINY, 2), (TINY, 3), (TOWER_UP, 2), (TOWER_UP, 4)],
    ids=["tiny-2", "tiny-3", "tower-up-2", "tower-up-4"],
)
def test_a_batch_plays_whole_games_with_exact_legal_lists(kind):
    made = new_game(*kind)
    batch = Batch(made, 16, seed=1)
    ended = 0
    for _ in range(150):
        for slot in range(16):
            one = rooftop.Position(made, batch.states[slot : slot + 1].copy())
            assert sorted(batch.legal[slot, : batch.count[slot]]) == sorted(one.legal())
            assert np.flatnonzero(batch.mask()[slot]).tolist() == sorted(one.legal())
            assert batch.to_act[slot] == one.to_act
        batch.step(batch.random())
        for slot in np.flatnonzero(batch.ended).tolist():
            ended += 1
            assert batch.states["ply"][slot] == 0
            assert batch.ranks[slot].min() == 1
    assert ended > 10


def test_a_batch_of_one_is_the_same_game_as_a_position():
    made = new_game(TOWER_UP, 3)
    batch = Batch(made, 3, seed=9)
    single = rooftop.Position(made, batch.states[1:2].copy())
    while not single.over:
        chosen = batch.random()
        single.apply(int(chosen[1]))
        batch.step(chosen)
        if not batch.ended[1]:
            assert single.rows.tobytes() == batch.states[1:2].tobytes()
    assert batch.ranks[1].tolist() == single.ranks


def test_equal_seeds_give_equal_batches():
    one, other, third = (Batch(new_game(TOWER_UP, 2), 4, seed) for seed in (3, 3, 4))
    for _ in range(50):
        one.step(one.random())
        other.step(other.random())
    assert one.states.tobytes() == other.states.tobytes()
    assert one.states.tobytes() != third.states.tobytes()


def test_an_illegal_action_anywhere_changes_nothing():
    batch = Batch(new_game(TOWER_UP, 2), 4)
    before = batch.states.tobytes()
    chosen = batch.random()
    chosen[2] = 263
    with pytest.raises(rooftop.MoveError, match="game 2: 'end' is not legal now"):
        batch.step(chosen)
    with pytest.raises(rooftop.MoveError, match="a step needs 4 integers"):
        batch.step(chosen[:2])
    assert batch.states.tobytes() == before


@pytest.mark.parametrize("actions", [[0], [0.5, 0.5], [99_999, 0], [0, -1], [0, 65_536], "ab"])
def test_what_are_no_actions_is_refused(actions):
    batch = Batch(new_game("tower-up", 3), 2)
    with pytest.raises(MoveError, match="action"):
        batch.step(actions)


def test_batches_and_runs_have_a_size_and_a_seed():
    small = new_game("tower-up", 2)
    sizes: tuple[Any, ...] = (0, -1, 1.5, True)
    for size in sizes:
        with pytest.raises(OptionError, match="must be at least 1"):
            Batch(small, size)
        with pytest.raises(OptionError, match="must be at least 1"):
            simulate(small, size)
    seeds: tuple[Any, ...] = (-1, 2**128, 1.5)
    for seed in seeds:
        with pytest.raises(OptionError, match="seed must be an integer from 0 to"):
            Batch(small, 1, seed)
        with pytest.raises(OptionError, match="seed must be an integer from 0 to"):
            simulate(small, 1, seed)

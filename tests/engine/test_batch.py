"""Games played as a batch are the same as games played one by one."""

from typing import Any

import numpy as np
import pytest

import rooftop
import rooftop.bots
from lanterns import TITLE as LANTERNS
from rooftop.engine import gpu
from rooftop.engine.batch import RENEW, SKIP, Batch
from rooftop.engine.simulation import simulate
from rooftop.errors import MoveError, OptionError
from rooftop.game.position import new_game

TOWER_UP = rooftop.title("tower-up")
SHOWN = ("to_act", "count", "mask", "observation", "ended", "ranks", "points", "rewards")


def lanterns(*players, compiled=None):
    return [new_game(LANTERNS, count, compiled=compiled) for count in players]


def position(batch, slot):
    game = batch.games[slot * len(batch.games) // batch.size]
    return rooftop.Position(game, batch.states[slot : slot + 1].copy())


@pytest.mark.parametrize(
    "games",
    [lanterns(2), lanterns(2, 3), [new_game(TOWER_UP, players) for players in (2, 3, 4)]],
    ids=["lanterns-2", "lanterns-2-3", "tower-up-2-3-4"],
)
def test_a_batch_plays_whole_games_with_exact_lists_masks_and_observations(games):
    batch = Batch(games, 12, seed=1, masks=True, observations=True)
    ended = 0
    for _ in range(150):
        for slot in range(12):
            one = position(batch, slot)
            assert batch.legal[slot, : batch.count[slot]].tolist() == one.legal()
            assert np.flatnonzero(batch.mask[slot]).tolist() == sorted(one.legal())
            assert batch.to_act[slot] == one.to_act
            assert batch.players[slot] == one.game.players == one.state["seats"]
            assert batch.observation[slot].tolist() == one.observe(one.to_act).tolist()
        before = batch.states.copy()
        chosen = batch.random().copy()
        batch.step(chosen)
        for slot in np.flatnonzero(batch.ended).tolist():
            ended += 1
            last = rooftop.Position(position(batch, slot).game, before[slot : slot + 1])
            last.apply(int(chosen[slot]))
            count = last.game.players
            assert batch.states["ply"][slot] == 0
            assert batch.ranks[slot].tolist() == last.ranks + [0] * (batch.ranks.shape[1] - count)
            assert batch.points[slot, :count].tolist() == [last.total(seat) for seat in range(count)]
            assert batch.rewards[slot].sum() == pytest.approx(0, abs=1e-6)
        for results in (batch.ranks, batch.points, batch.rewards):
            assert not results[~batch.ended].any()
    assert ended > 10


@pytest.mark.parametrize(
    ("ranks", "rewards"),
    [
        ([1, 2], [1, -1]),
        ([1, 1], [0, 0]),
        ([2, 1, 3], [0, 1, -1]),
        ([1, 1, 3], [0.5, 0.5, -1]),
        ([1, 2, 2, 4], [1, 0, 0, -1]),
        ([1, 1, 1, 4], [1 / 3, 1 / 3, 1 / 3, -1]),
    ],
)
def test_rewards_by_place_go_from_one_to_minus_one_and_ties_share(ranks, rewards):
    rows = LANTERNS.state.array()
    rows["seats"] = len(ranks)
    rows["rank"][0, : len(ranks)] = ranks
    [game] = lanterns(2, compiled=False)
    from rooftop.engine.interpreted import InterpretedRecords

    standing = game.engine.module.standing
    assert [standing(InterpretedRecords(rows)[0], seat) for seat in range(len(ranks))] == pytest.approx(
        rewards
    )


def test_rewards_by_margin_are_points_ahead_of_the_best_other():
    batch = Batch(lanterns(3), 8, seed=3, rewards="margin")
    while not batch.ended.any():
        batch.step(batch.random())
    for slot in np.flatnonzero(batch.ended).tolist():
        points = batch.points[slot].tolist()
        for seat in range(3):
            others = points[:seat] + points[seat + 1 :]
            assert batch.rewards[slot, seat] == points[seat] - max(others)


def test_interpreted_and_compiled_batches_are_equal():
    one, other = (
        Batch(lanterns(2, 3, compiled=compiled), 10, seed=4, masks=True, observations=True)
        for compiled in (True, False)
    )
    for _ in range(40):
        chosen = one.random()
        assert chosen.tolist() == other.random().tolist()
        assert one.greedy().tolist() == other.greedy().tolist()
        assert one.action_values().tobytes() == other.action_values().tobytes()
        one.step(chosen)
        other.step(chosen)
        assert one.states.tobytes() == other.states.tobytes()
        for name in SHOWN:
            assert getattr(one, name).tobytes() == getattr(other, name).tobytes(), name


@pytest.mark.skipif(not gpu.available(), reason="there is no GPU here")
@pytest.mark.parametrize("title", [LANTERNS, *map(rooftop.title, rooftop.title_ids())], ids=str)
def test_a_batch_on_a_gpu_is_equal_field_by_field(title):
    games = [new_game(title, players, compiled=True) for players in title.players]
    one, other = (
        Batch(games, 96, seed=4, device=device, masks=True, observations=True) for device in ("cpu", "cuda")
    )
    for step in range(300):
        chosen, theirs = one.random(), other.random()
        assert chosen.tolist() == theirs.numpy().tolist()
        one.step(chosen)
        other.step(theirs if step % 2 else chosen)
        for name in SHOWN:
            assert getattr(one, name).tobytes() == np.asarray(getattr(other, name)).tobytes(), name
        if step % 30 == 0:
            action_values, tried = one.action_values(), other.action_values().numpy()
            choice = one.mask & (one.count > 1)[:, None]
            assert action_values[choice].tolist() == tried[choice].tolist()
            states = other.states.numpy()
            for name in set(states.dtype.names) - {"events", "event_count", "filler"}:
                assert one.states[name].tobytes() == states[name].tobytes(), name


def test_the_greedy_choice_is_that_of_the_bot_on_what_the_seat_knows():
    batch = Batch(lanterns(3), 6, seed=2)
    for _ in range(12):
        chosen = batch.greedy()
        for slot in range(6):
            one = position(batch, slot)
            if one.state["phase"]:  # the bot's choice does not depend on the deal
                assert chosen[slot] == rooftop.bots.bot("greedy").choose(one)
            assert chosen[slot] in one.legal()
        batch.step(chosen)


@pytest.mark.parametrize("games", [lanterns(2, 3), [new_game(TOWER_UP, 2)]], ids=["lanterns", "tower-up"])
def test_action_values_are_what_the_greedy_choice_compares(games):
    batch, other = (Batch(games, 8, seed=6) for _ in range(2))
    choices = 0
    for _ in range(40):
        action_values, chosen = batch.action_values(), other.greedy()
        for slot in range(8):
            legal = batch.legal[slot, : batch.count[slot]]
            if len(legal) > 1:
                choices += 1
                assert chosen[slot] == legal[action_values[slot, legal].argmax()]
        batch.step(chosen)
        other.step(chosen)
    assert choices > 20


def test_games_can_be_left_alone_and_started_again():
    batch = Batch(lanterns(2), 3, seed=5)
    batch.step(batch.random())
    before, first = batch.states.copy(), Batch(lanterns(2), 3, seed=5).states
    batch.step([SKIP, RENEW, int(batch.legal[2, 0])])
    assert batch.states[0].tobytes() == before[0].tobytes()
    assert batch.states["ply"].tolist() == [1, 0, 2]
    assert batch.states[1].tobytes() != first[1].tobytes()  # another game


def test_without_auto_reset_a_game_that_is_over_waits():
    batch = Batch(
        lanterns(2), 4, seed=1, masks=True, observations=True, auto_reset=False, observers=[0, 1, 0, 1]
    )
    seen = np.zeros(4, np.bool_)
    for _ in range(40):
        batch.step(batch.random())
        seen |= batch.ended
        for slot in np.flatnonzero(batch.to_act < 0).tolist():
            one = position(batch, slot)
            assert one.over
            assert batch.count[slot] == 0
            assert not batch.mask[slot].any()
            assert batch.observation[slot].tolist() == one.observe(slot % 2).tolist()
    assert seen.all()
    assert batch.random().tolist() == batch.greedy().tolist() == [SKIP] * 4
    with pytest.raises(MoveError, match="game 0: 'light 1' is not legal now"):
        batch.step([0] * 4)
    batch.step([RENEW] * 4)
    assert batch.to_act.tolist() == [0] * 4


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


def test_equal_seeds_give_equal_batches_and_all_slots_differ():
    one, other, third = (Batch(new_game(TOWER_UP, 2), 4, seed) for seed in (3, 3, 4))
    for _ in range(50):
        one.step(one.random())
        other.step(other.random())
    assert one.states.tobytes() == other.states.tobytes()
    assert one.states.tobytes() != third.states.tobytes()
    assert len({state.tobytes() for state in third.states}) == 4


def test_an_illegal_action_anywhere_changes_nothing():
    batch = Batch(new_game(TOWER_UP, 2), 4)
    before = batch.states.tobytes()
    chosen = batch.random().copy()
    chosen[2] = 263
    with pytest.raises(rooftop.MoveError, match="game 2: 'end' is not legal now"):
        batch.step(chosen)
    with pytest.raises(rooftop.MoveError, match="a step needs 4 integers"):
        batch.step(chosen[:2])
    assert batch.states.tobytes() == before
    with pytest.raises(ValueError, match="read-only"):
        batch.random()[2] = 263  # it is not checked again, so it must be immutable


def test_random_actions_of_an_earlier_step_are_checked():
    batch = Batch(lanterns(2), 1, seed=1)
    old = batch.random()
    batch.step(old)
    batch.step(batch.random())
    assert batch.states["phase"][0] == 1
    with pytest.raises(MoveError, match="is not legal now"):
        batch.step(np.array([0], np.int16))


@pytest.mark.parametrize("actions", [[0], [0.5, 0.5], [99_999, 0], [SKIP, -3], [SKIP, 65_536], "ab"])
def test_what_are_no_actions_is_refused(actions):
    batch = Batch(lanterns(3), 2)
    with pytest.raises(MoveError, match="action"):
        batch.step(actions)


def test_batches_and_runs_have_a_size_and_a_seed():
    [small] = lanterns(2)
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


def test_wrong_choices_of_a_batch_are_refused():
    [small] = lanterns(2)
    wrong: Any = "size"
    for message, games, choices in (
        ("games of one title", [small, new_game(TOWER_UP, 2)], {}),
        ("games of one title", [], {}),
        ("rewards must be 'place' or 'margin', not 'size'", small, {"rewards": wrong}),
        ("device must be 'cpu' or 'cuda', not 'size'", small, {"device": wrong}),
        ("observers must be 3 seats", small, {"observers": [0, 1]}),
        ("observers must be 3 seats", small, {"observers": [0, 1, 2]}),
    ):
        with pytest.raises(OptionError, match=message):
            Batch(games, 3, **choices)
    batch = Batch(small, 3)
    for name in ("mask", "observation"):
        with pytest.raises(OptionError, match=f"this batch has no {name}s"):
            getattr(batch, name)


@pytest.mark.skipif(gpu.available(), reason="there is a GPU here")
def test_a_gpu_must_be_there():
    with pytest.raises(OptionError, match=r"no usable GPU found|needs numba-cuda"):
        Batch(new_game(LANTERNS, 2, compiled=True), 3, device="cuda")

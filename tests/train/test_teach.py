"""Networks learn from search: what its games record, what is learned from them, and what is kept."""

import pickle
import random
import sys

import jax.numpy as jnp
import numpy as np
import pytest
from click.testing import CliRunner

import rooftop
from rooftop.bots.network import Evaluator, weights
from rooftop.bots.search.tree import Tree
from rooftop.cli import main
from rooftop.errors import OptionError
from rooftop.game.position import new_game
from rooftop.train.checkpoint import weights_of
from rooftop.train.network import ILLEGAL, STEPS, Sight, opinion
from rooftop.train.run import TrainingRun
from rooftop.train.searched import Played, Searches, searched, sight_of
from rooftop.train.settings import Settings, Teaching
from rooftop.train.teach import Lessons, Positions, _joined, losses, positions

TOWER_UP = rooftop.title("tower-up")
UNIT = TOWER_UP.search.prior


@pytest.fixture(scope="module")
def network():
    """A network that loosely follows hints, and knows nothing else."""
    settings = Settings(games=24, batch=8, horizon=8, width=16, hidden=8, players=(2,))
    return TrainingRun(TOWER_UP, settings, "cpu").checkpoint()


@pytest.fixture(scope="module")
def played(network):
    """A game with each player count."""
    play = Searches("tower-up", network, (2, 3, 4), 20, 0.5, 1).open()
    return [play(number) for number in range(3)]


def test_a_network_learns_what_the_search_finds_and_its_policy_what_is_held_out(network):
    settings = Teaching(
        minutes=1e9,
        rounds=2,
        games=15,
        simulations=20,
        searched=1.0,
        players=(2,),
        batch=32,
        rate=3e-3,
        policy=1.0,
        temperature=1.0,
        passes=4,
        measured=4,
        final=4,
    )
    kept: list[weights.Weights] = []
    lessons = Lessons(TOWER_UP, settings, network)
    first, last = lessons.teach(kept.append, "rooftop teach tower-up")
    assert (first.games, last.games, first.last, last.last) == (15, 30, False, True)
    assert last.after.policy < last.before.policy - 0.03
    learned_from = _joined(lessons._window)
    before, after = (losses(weights_of(one), learned_from, 1.0) for one in (network, kept[-1]))
    assert after.policy < before.policy - 0.05
    assert after.value < before.value - 0.01
    assert last.held > first.held
    assert f"policy {last.before.policy:.4f} -> {last.after.policy:.4f}" in last.line()
    meta = kept[-1].meta
    assert meta.decisions == network.meta.decisions + last.decisions
    assert meta.minutes == pytest.approx(network.meta.minutes + last.minutes, abs=1e-3)
    assert meta.command == "rooftop teach tower-up"
    assert kept[0].meta.decisions < meta.decisions
    assert losses(weights_of(kept[-1]), lessons._held[0], 1.0) != losses(
        weights_of(network), lessons._held[0], 1.0
    )


def test_shares_of_visits_add_up_to_one_and_are_those_of_legal_actions(played):
    for game in played:
        assert len(game.seat) > 20
        assert set(game.seat.tolist()) == set(range(game.players))
        assert np.allclose(game.shares.astype(float).sum(axis=1), 1, atol=2e-3)
        assert not game.shares[~game.mask].any()
        assert (game.mask.sum(axis=1) > 1).all()
        assert np.allclose(game.values.sum(axis=1), 1, atol=1e-5)
        assert not game.values[:, game.players :].any()
        assert sorted(game.ranks.tolist())[: 4 - game.players] == [0] * (4 - game.players)


def test_a_search_is_recorded_as_it_was(network):
    game = new_game(TOWER_UP, 3)
    seen = game.position(5).blind(0, 1)
    tree = Tree(game, TOWER_UP.search, Evaluator(TOWER_UP, network))
    for _ in range(2):  # nothing is left of the previous search
        tree.seed("5", "test")
        visits, values = searched(tree, seen, 60)
        assert visits.sum() == 60
        assert set(np.flatnonzero(visits)) <= set(seen.legal())
        chances = sum(one.visits * one.chance for one in tree.judged(0)) / 60
        assert values[0] == pytest.approx(chances)


def test_games_differ_but_repeat(network):
    job = Searches("tower-up", network, (2,), 10, 0.5, 3)
    sent = pickle.loads(pickle.dumps(job))  # as workers receive it
    one, other, again = job.open()(0), job.open()(1), sent.open()(0)
    assert np.array_equal(one.observation, again.observation)
    assert np.array_equal(one.shares, again.shares)
    assert one.points.tolist() != other.points.tolist() or len(one.seat) != len(other.seat)
    assert job.label(1) == "game 1 of seed 3"


def game_of_three(**more) -> Played:
    """Two decisions, by seats 1 and 2, in a game that seat 2 clearly wins."""
    actions, count = TOWER_UP.actions, 2
    shares = np.zeros((count, actions), np.float16)
    shares[:, :2] = 0.5
    return Played(
        number=0,
        players=3,
        observation=np.zeros((count, TOWER_UP.observation), np.int16),
        mask=shares > 0,
        action_values=np.zeros((count, actions), np.int32),
        seat=np.array([1, 2], np.int32),
        shares=shares,
        values=np.array([[0.5, 0.3, 0.2, 0], [0.1, 0.2, 0.7, 0]], np.float32),
        ranks=np.array([3, 2, 1, 0], np.int32),
        points=np.array([0, 0, 1000, 0], np.int32),
    )


def test_values_are_counted_from_the_seat_that_acts(network):
    known = weights_of(network)
    outcomes = positions([game_of_three()], known, UNIT, 0.0).target
    assert np.allclose(outcomes, [[0, 1, 0, 0], [1, 0, 0, 0]])
    expected = positions([game_of_three()], known, UNIT, 1.0).target
    assert np.allclose(expected, [[0.3, 0.2, 0.5, 0], [0.7, 0.1, 0.2, 0]])
    mixed = positions([game_of_three()], known, UNIT, 0.25).target
    assert np.allclose(mixed, 0.75 * outcomes + 0.25 * expected)


def test_targets_of_all_games_are_shares(network, played):
    found = positions(played, weights_of(network), UNIT, 0.5)
    assert len(found.players) == sum(len(game.seat) for game in played)
    assert np.allclose(found.target.sum(axis=1), 1, atol=1e-5)
    absent = np.arange(4) >= found.players[:, None]
    assert not found.target[absent].any()


def test_a_network_learns_from_what_it_gets_when_it_plays(network):
    chance = random.Random(2)
    evaluator, known = Evaluator(TOWER_UP, network), weights_of(network)
    position = new_game(TOWER_UP, 4).position(7)
    looked = 0
    while looked < 5:
        legal = position.legal()
        if len(legal) > 3:
            looked += 1
            seat = position.to_act
            observation, mask, action_values = sight_of(evaluator, position)
            actions, logits, shares = evaluator.evaluate(position)
            best = evaluator.values[: len(actions)].max()
            below = np.clip((best - evaluator.values[: len(actions)]) / UNIT, 0, 8)
            game = Played(
                0, 4, observation[None], mask[None], action_values[None], np.array([seat], np.int32),
                mask[None] / mask.sum(), np.full((1, 4), 0.25, np.float32), np.array([1, 2, 3, 4]),
                np.zeros(4, np.int32),
            )  # fmt: skip
            found = positions([game], known, UNIT, 0.5)
            assert sorted(actions) == sorted(legal)
            assert found.choices[0][actions].tolist() == np.ceil(below * STEPS).tolist()
            assert (np.delete(found.choices[0], actions) == ILLEGAL).all()
            assert np.array_equal(found.numbers[0], position.observe(seat) * network.arrays["scale"])
            given = Sight(found.numbers.T.astype(jnp.float32), found.choices.T)
            thought = opinion(known, given, found.players)
            assert np.allclose(np.asarray(thought.logits)[actions, 0], logits, atol=0.2)
            turned = np.exp(np.asarray(thought.shares)[:, 0])
            assert np.allclose(turned / turned.sum(), np.roll(shares, -seat), atol=0.05)
        position.apply(chance.choice(legal))


def test_losses_are_means_over_all_positions(network, played):
    known = weights_of(network)
    found = positions(played, known, UNIT, 0.5)
    whole, count = losses(known, found, 2.0), len(found.players)
    halves = [losses(known, found.some(np.arange(part, count, 2)), 2.0) for part in range(2)]
    weighted = [(count + 1) // 2 / count, count // 2 / count]
    for k in range(2):
        assert whole[k] == pytest.approx(sum(w * half[k] for w, half in zip(weighted, halves, strict=True)))
    certain = Positions(*found[:2], (found.choices != ILLEGAL) / 1.0, *found[3:])
    assert losses(known, certain, 2.0).policy > whole.policy
    assert losses(known, found, 1.0).value == whole.value


def test_wrong_settings_are_refused():
    for name in ("minutes", "rounds", "games", "simulations", "rate"):
        with pytest.raises(OptionError, match=f"{name} must be more than 0, not 0"):
            Teaching(**{name: 0})  # type: ignore[arg-type]
    with pytest.raises(OptionError, match=r"searched must be at most 1, not 1\.5"):
        Teaching(searched=1.5)


def rooftop_teach(*words):
    return CliRunner().invoke(main, ["teach", *words])


def test_the_command_teaches_and_adds_up(network, tmp_path):
    start, path = tmp_path / "start.npz", tmp_path / "tower-up.npz"
    weights.write(start, network)
    few = ["--games", "2", "--rounds", "1", "--simulations", "10", "--measured", "2", "--final", "2"]
    given = ["--players", "2", "--workers", "1", "--from", str(start), "--out", str(path)]
    done = rooftop_teach("tower-up", *few, *given)
    assert done.exit_code == 0, done.output
    assert "2 games" in done.output
    assert "held out" in done.output
    assert weights.read(path).meta.decisions > network.meta.decisions


def test_the_command_says_what_is_wrong(network, tmp_path, monkeypatch):
    assert "'chess' is not one of" in rooftop_teach("chess").output
    start = tmp_path / "tower-up.npz"
    weights.write(start, network)
    out = ["--out", str(tmp_path / "x.npz")]
    absent = rooftop_teach("tower-up", "--from", str(tmp_path / "no.npz"), *out)
    assert absent.exit_code == 2
    assert "no.npz' does not exist" in absent.output
    other = rooftop_teach("skyrise", "--from", str(start), *out)
    assert other.exit_code == 2
    assert "title must be 'skyrise' for Skyrise, not 'tower-up'" in other.output
    given = ["--from", str(start), *out]
    assert "is for 2, 3, 4 players, not 7" in rooftop_teach("tower-up", "--players", "7", *given).output
    assert "games must be more than 3, not 3" in rooftop_teach("tower-up", "--games", "3", *given).output
    assert "cannot write" in rooftop_teach("tower-up", "--out", str(tmp_path / "no" / "x.npz")).output
    monkeypatch.setenv("ROOFTOP_NETWORKS", str(tmp_path / "nowhere"))
    assert "there is no network for Tower Up" in rooftop_teach("tower-up", *out).output
    monkeypatch.setitem(sys.modules, "jax", None)
    assert "training needs JAX" in rooftop_teach("tower-up", *given).output

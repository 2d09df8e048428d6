"""Networks that learn by self-play: what they see, what they learn, and what is kept."""

import sys
from dataclasses import replace

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from click.testing import CliRunner

import rooftop
from lanterns import TITLE as LANTERNS
from rooftop.bots.network import weights
from rooftop.cli import main
from rooftop.errors import OptionError
from rooftop.game.position import new_game
from rooftop.testing import SOAK
from rooftop.train.checkpoint import check
from rooftop.train.learner import decide
from rooftop.train.network import ILLEGAL, STEPS, opinion, sight
from rooftop.train.run import TrainingRun, scale_for
from rooftop.train.settings import Settings
from rooftop.train.table import Table

TOWER_UP = rooftop.title("tower-up")
SMALL = Settings(
    minutes=1e9,  # only the number of decisions ends a run, however slow the machine is
    decisions=2_000,
    games=24,
    batch=8,
    horizon=8,
    width=16,
    hidden=8,
    measured=8,
    final=8,
    report=1e9,
)
BY_ITSELF = replace(SMALL, passes=3, hints=False, players=(2,), layers=1)
SHORT_LESSON = replace(BY_ITSELF, decisions=10_000, games=64, batch=64, rate=1e-2, final=2048)  # seconds
LONG_LESSON = replace(
    BY_ITSELF, decisions=200_000, games=128, horizon=32, width=64, hidden=32, rate=5e-3, final=256
)


@pytest.fixture(scope="module")
def trained():
    """A run, its reports, and its results."""
    run, kept = TrainingRun(LANTERNS, SMALL, "cpu"), list[weights.Weights]()
    return run, list(run.train(kept.append, "rooftop train lanterns")), kept


@pytest.mark.parametrize(
    ("title", "settings", "least", "more"),
    [(LANTERNS, SHORT_LESSON, 0.57, 0.04), *([(TOWER_UP, LONG_LESSON, 0.55, 0.15)] if SOAK else [])],
    ids=["lanterns", *(["tower-up"] if SOAK else [])],
)
def test_a_network_learns_to_beat_random_play(title, settings, least, more):
    run = TrainingRun(title, settings, "cpu")
    [before] = run.strength("random", settings.final)
    *_, last = run.train()
    [after] = last.strength["random"]
    assert after > max(least, before + more)


def test_with_hints_a_network_starts_as_strong_as_greedy():
    run = TrainingRun(TOWER_UP, replace(SMALL, players=(2,)), "cpu")
    assert run.strength("random", 64)[0] > 0.9
    assert 0.3 < run.strength("greedy", 64)[0] < 0.7


def test_a_network_sees_scaled_numbers_and_how_far_each_action_is_from_the_best():
    games = [new_game(TOWER_UP, players) for players in (2, 3, 4)]
    run = TrainingRun(TOWER_UP, SMALL, "cpu")
    table = Table(games, 12, 3, "cpu", action_values=True)
    for _ in range(30):
        table.step(table.random())
    seen = table.seen()
    given = sight(run.weights, seen, 150.0, jnp.float32)
    scale = np.asarray(run.weights["scale"])
    assert np.allclose(np.asarray(given.numbers), table.batch.observation.T * scale[:, None])
    action_values, choices = table.batch.action_values(), np.asarray(given.choices)
    for slot in range(12):
        legal = table.batch.legal[slot, : table.batch.count[slot]]
        assert (np.delete(choices[:, slot], legal) == ILLEGAL).all()
        below = (
            (action_values[slot, legal].max() - action_values[slot, legal]) / 150
            if len(legal) > 1
            else np.zeros(1)
        )
        assert choices[legal, slot].tolist() == np.ceil(np.clip(below, 0, 8) * STEPS).tolist()
    thought = opinion(run.weights, given, seen.players)
    shares = np.exp(np.asarray(thought.shares))
    assert (np.isclose(shares, 0).sum(axis=0) == 4 - table.batch.players).all()


def test_exploring_mixes_the_policy_with_any_legal_action():
    """With a confident policy, half of the decisions are the policy's, and half are random."""
    run = TrainingRun(LANTERNS, replace(SMALL, games=1200, hints=False, explore=0.5), "cpu")
    sharp = run.weights | {"policy_bias": 40.0 * jnp.arange(LANTERNS.actions)}  # always the last legal action
    seen = run.table.seen()
    decision = decide(sharp, seen, jax.random.key(3), run.settings, 1.0, jnp.float32)
    mask, action = np.asarray(seen.mask), np.asarray(decision.action)
    legal, games = mask.sum(axis=0), np.arange(mask.shape[1])
    assert mask[action, games].all()
    best = LANTERNS.actions - 1 - mask[::-1].argmax(axis=0)
    expected = np.where(action == best, 0.5 + 0.5 / legal, 0.5 / legal)
    assert np.allclose(np.asarray(decision.chance), np.log(expected), atol=1e-4)
    some = legal == 2
    assert some.sum() > 300
    assert abs((action == best)[some].mean() - 0.75) < 0.08
    plain = decide(sharp, seen, jax.random.key(3), replace(run.settings, explore=0.0), 1.0, jnp.float32)
    assert np.array_equal(np.asarray(plain.action), best)
    assert np.allclose(np.asarray(plain.chance), 0, atol=1e-4)


def test_observations_are_scaled_by_powers_of_two():
    assert scale_for(np.array([0, 1, 2, 3, 200])).tolist() == [1, 1, 1 / 2, 1 / 4, 1 / 256]


def test_equal_runs_give_equal_weights(trained):
    one, other, third = (
        trained[0],
        TrainingRun(LANTERNS, SMALL, "cpu"),
        TrainingRun(LANTERNS, replace(SMALL, seed=2), "cpu"),
    )
    assert not np.array_equal(one.weights["first"], other.weights["first"])  # it has learned
    list(other.train())
    for name in one.weights:
        assert np.array_equal(one.weights[name], other.weights[name]), name
    assert not np.array_equal(other.weights["first"], third.weights["first"])


def test_a_run_goes_on_from_its_checkpoint(trained, tmp_path):
    run, reports, kept = trained
    assert [report.last for report in reports] == [True]
    assert f"{reports[0].decisions / 1e6:.2f} M decisions" in reports[0].line()
    path = tmp_path / "lanterns.npz"
    weights.write(path, kept[-1])
    found = weights.read(path)
    assert found.meta == kept[-1].meta
    assert found.meta.decisions == run.decisions >= 2_000
    for name, array in found.arrays.items():
        assert array.dtype == (np.float32 if name == "scale" else np.float16)
        assert np.allclose(array, run.weights[name], rtol=1e-3, atol=1e-6), name
    again = TrainingRun(LANTERNS, SMALL, "cpu", found)
    list(again.train())
    assert again.checkpoint().meta.decisions == run.decisions + again.decisions
    assert {name: array.shape for name, array in again.checkpoint().arrays.items()} == {
        name: array.shape for name, array in found.arrays.items()
    }
    assert np.array_equal(again.weights["scale"], run.weights["scale"])


def test_a_checkpoint_of_something_else_is_refused(tmp_path):
    run = TrainingRun(LANTERNS, SMALL, "cpu")
    with pytest.raises(OptionError, match="title must be 'tower-up', not 'lanterns'"):
        check(run.checkpoint(), TOWER_UP, SMALL)
    with pytest.raises(OptionError, match="width must be 24, not 16"):
        check(run.checkpoint(), LANTERNS, replace(SMALL, width=24))
    with pytest.raises(OptionError, match="hints must be False, not True"):
        TrainingRun(LANTERNS, replace(SMALL, hints=False), "cpu", run.checkpoint())


def test_games_are_dealt_out_in_equal_parts():
    assert [Settings(games=games, batch=4096).parts for games in (512, 8192, 32768, 12288, 9000)] == [
        1,
        2,
        8,
        3,
        2,
    ]


def test_wrong_settings_are_refused():
    with pytest.raises(OptionError, match="hidden must be a multiple of 8, not 12"):
        replace(SMALL, hidden=12)
    for name in ("minutes", "games", "horizon", "rate"):
        with pytest.raises(OptionError, match=f"{name} must be more than 0, not 0"):
            replace(SMALL, **{name: 0})  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="device must be auto, cpu or cuda, not 'tpu'"):
        TrainingRun(LANTERNS, SMALL, "tpu")


def rooftop_train(*words):
    return CliRunner().invoke(main, ["train", *words])


def test_the_command_trains_and_goes_on(tmp_path):
    path = tmp_path / "tower-up.npz"
    few = ["--decisions", "200", "--games", "8", "--horizon", "4", "--measured", "2", "--final", "2"]
    small = ["--players", "2", "--width", "16", "--hidden", "8", "--device", "cpu", "--out", str(path)]
    first = rooftop_train("tower-up", *few, *small)
    assert first.exit_code == 0, first.output
    assert "greedy" in first.output
    assert "M/s" in first.output
    again = rooftop_train("tower-up", *few, "--device", "cpu", "--from", str(path), "--out", str(path))
    assert again.exit_code == 0, again.output
    assert weights.read(path).meta.decisions >= 400
    other = rooftop_train("skyrise", *few, "--device", "cpu", "--from", str(path), "--out", str(path))
    assert other.exit_code == 2
    assert "title must be 'skyrise', not 'tower-up'" in other.output


def test_the_command_says_what_is_wrong(tmp_path, monkeypatch):
    wrong = rooftop_train("chess")
    assert wrong.exit_code == 2
    assert "'chess' is not one of" in wrong.output
    out = ["--device", "cpu", "--out", str(tmp_path / "x.npz")]
    assert "is for 2, 3, 4 players, not 7" in rooftop_train("tower-up", "--players", "7", *out).output
    assert "expected numbers of players" in rooftop_train("tower-up", "--players", "two", *out).output
    absent = rooftop_train("tower-up", "--from", str(tmp_path / "no.npz"), *out)
    assert "no.npz: cannot read this file" in absent.output
    assert "cannot write" in rooftop_train("tower-up", "--out", str(tmp_path / "no" / "x.npz")).output
    monkeypatch.setitem(sys.modules, "jax", None)
    missing = rooftop_train("tower-up", *out)
    assert missing.exit_code == 2
    assert 'training needs JAX: pip install "rooftop[train]"' in missing.output

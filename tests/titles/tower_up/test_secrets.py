"""The order of the pile is the only secret."""

import numpy as np
import pytest

from tests.titles.tower_up.tables import new, play


@pytest.mark.clause("TU-16")
def test_blinding_reshuffles_the_pile_and_changes_nothing_else():
    match = new(seed=3)
    play(match, "card 1")
    before, blinded = match.position.rows, match.position.blind(1, salt=99).rows
    count = int(before["pile_count"][0])
    assert sorted(before["pile"][0][:count]) == sorted(blinded["pile"][0][:count])
    assert before["pile"][0][:count].tolist() != blinded["pile"][0][:count].tolist()
    assert not np.array_equal(before["rng"], blinded["rng"])
    for name in before.dtype.names or ():
        if name not in ("pile", "rng"):
            assert np.array_equal(before[name], blinded[name]), name


@pytest.mark.clause("TU-16")
def test_blinding_depends_on_the_salt_and_not_on_the_true_order():
    match = new(seed=3)
    other = match.clone()
    count = int(other.position.state["pile_count"])
    other.position.state["pile"][:count] = other.position.state["pile"][:count][::-1].copy()
    other.position.state["pile"][count:44] = 3  # what lay there before must not matter either
    other.position.state["rng"] = 1
    for salt in (0, 1, 2**61):
        assert match.position.blind(0, salt).rows.tobytes() == other.position.blind(0, salt).rows.tobytes()
    assert match.position.blind(0, 1).hash() != match.position.blind(0, 2).hash()


@pytest.mark.clause("TU-16")
def test_over_many_salts_every_hidden_card_is_on_top_equally_often():
    match = new(seed=3)
    count = int(match.position.state["pile_count"])
    tops = [int(match.position.blind(0, salt).state["pile"][count - 1]) for salt in range(4100)]
    seen = np.bincount(tops, minlength=44)
    hidden = match.position.state["pile"][:count]
    assert (seen > 0).sum() == count
    chi2 = float(((seen[hidden] - 100) ** 2 / 100).sum())
    assert chi2 < 40 + 5 * 80**0.5


@pytest.mark.clause("TU-16")
def test_every_decision_is_open_to_all():
    match = new(seed=3)
    play(match, "card 1")
    assert match.record(-1) == match.record(0) == match.record(1) == ["card 1"]


def test_no_bot_can_see_the_next_card():
    """The top card of a blinded pile is the real one only by chance."""
    alike = 0
    for seed in range(200):
        match = new(2, seed=seed)
        top = int(match.position.state["pile_count"]) - 1
        alike += match.position.state["pile"][top] == match.position.blind(0).state["pile"][top]
    assert alike < 20

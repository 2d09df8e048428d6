"""The order of the future market is the only secret; blinding keeps the known cards at its bottom."""

import numpy as np
import pytest

from tests.titles.new_york_1901.tables import at, new, play

SHIFTED = ["red-2", "red-3", "blue-2", "blue-3"]


def shifted():
    """Four cards are at the bottom, in unknown order."""
    return play(at(market=SHIFTED), "shift")


@pytest.mark.clause("NY-15")
def test_blinding_reshuffles_the_future_market_and_changes_nothing_else():
    match = new(seed=3)
    before, blinded = match.position.rows, match.position.blind(1, salt=99).rows
    count = int(before["future_count"][0])
    assert sorted(before["future"][0][:count]) == sorted(blinded["future"][0][:count])
    assert before["future"][0][:count].tolist() != blinded["future"][0][:count].tolist()
    assert not np.array_equal(before["rng"], blinded["rng"])
    for name in before.dtype.names or ():
        if name not in ("future", "rng"):
            assert np.array_equal(before[name], blinded[name]), name


@pytest.mark.clause("NY-15")
def test_blinding_depends_on_the_salt_and_not_on_the_true_order():
    match = new(seed=3)
    other = match.clone()
    count = int(other.position.state["future_count"])
    other.position.state["future"][:count] = other.position.state["future"][:count][::-1].copy()
    other.position.state["future"][count:] = 3  # leftovers there must not matter either
    other.position.state["rng"] = 1
    for salt in (0, 1, 2**61):
        assert match.position.blind(0, salt).rows.tobytes() == other.position.blind(0, salt).rows.tobytes()
    assert match.position.blind(0, 1).hash() != match.position.blind(0, 2).hash()


@pytest.mark.clause("NY-16")
def test_the_bottom_layer_stays_at_the_bottom_in_unknown_order():
    match = shifted()
    count = int(match.position.state["future_count"])
    true = match.position.state["future"].tolist()
    orders = set()
    for salt in range(60):
        dealt = match.position.blind(2, salt).state["future"].tolist()
        assert sorted(dealt[:4]) == sorted(true[:4])
        assert sorted(dealt[4:count]) == sorted(true[4:count])
        assert set(dealt[count:]) == {0}
        orders.add(tuple(dealt[:4]))
    assert len(orders) > 15


@pytest.mark.clause("NY-16")
def test_a_card_given_back_is_known_to_be_at_the_bottom():
    match = at(lots={"blue": "Gc Ge Rg Yd"}, demolished={"blue": "b1 b2"})
    play(match, "return Yd")
    for salt in range(10):
        assert match.position.blind(-1, salt).state["future"][0] == match.position.state["future"][0]


@pytest.mark.clause("NY-15")
def test_over_many_salts_every_face_down_card_is_equally_likely_on_top():
    match = new(seed=3)
    count = int(match.position.state["future_count"])
    tops = [int(match.position.blind(0, salt).state["future"][count - 1]) for salt in range(2900)]
    expected = 50 * np.bincount(match.position.state["future"][:count], minlength=12)
    seen = np.bincount(tops, minlength=12)
    assert np.all((seen > 0) == (expected > 0))
    chi2 = float(((seen - expected)[expected > 0] ** 2 / expected[expected > 0]).sum())
    assert chi2 < 9 + 5 * 18**0.5


@pytest.mark.clause("NY-15")
def test_every_decision_is_public():
    match = play(at(), "card 1")
    assert match.record(-1) == match.record(0) == match.record(1) == ["card 1"]

"""The order of the decks is the only secret."""

import numpy as np
import pytest

from tests.titles.skytopia.tables import new, play, view_of


@pytest.mark.clause("ST-10")
def test_blinding_shuffles_the_decks_and_changes_nothing_else():
    match = play(new(seed=3), "assign blue-2 2")
    before, blinded = match.position.rows, match.position.blind(1, salt=99).rows
    for colour in range(4):
        deck, other = before["deck"][0][colour], blinded["deck"][0][colour]
        assert sorted(deck) == sorted(other)
        assert deck.tolist() != other.tolist()
    assert not np.array_equal(before["rng"], blinded["rng"])
    for name in before.dtype.names or ():
        if name not in ("deck", "rng"):
            assert np.array_equal(before[name], blinded[name]), name


@pytest.mark.clause("ST-10")
def test_blinding_depends_on_the_salt_and_not_on_the_true_order():
    match = new(seed=3)
    other = match.clone()
    for colour in range(4):
        count = int(other.position.state["deck_count"][colour])
        deck = other.position.state["deck"][colour]
        deck[:count] = deck[:count][::-1].copy()
    other.position.state["rng"] = 1
    for salt in (0, 1, 2**61):
        assert match.position.blind(0, salt).rows.tobytes() == other.position.blind(0, salt).rows.tobytes()
    assert match.position.blind(0, 1).hash() != match.position.blind(0, 2).hash()


@pytest.mark.clause("ST-10")
def test_over_many_salts_every_hidden_card_is_equally_often_on_top():
    match = new(seed=3)
    count = int(match.position.state["deck_count"][1])
    tops = [int(match.position.blind(0, salt).state["deck"][1][count - 1]) for salt in range(1800)]
    seen = np.bincount(tops, minlength=48)
    hidden = match.position.state["deck"][1][:count]
    assert (seen > 0).sum() == count == 9
    assert float(((seen[hidden] - 200) ** 2 / 200).sum()) < 30


@pytest.mark.clause("ST-10")
def test_everyone_knows_the_cards_left_in_the_decks_and_every_decision():
    match = play(new(seed=3), "assign blue-2 2")
    view = view_of(match)
    lying = {slot.card for slot in view.market}
    for cards, count in zip(view.in_decks, view.decks, strict=True):
        assert len(cards) == count
        assert list(cards) == sorted(cards)
        assert not lying & set(cards)
    assert match.record(-1) == match.record(0) == match.record(1) == ["assign blue-2 2"]

"""The changes between two pictures, and how they are applied."""

import itertools

from hypothesis import given
from hypothesis import strategies as st

from rooftop.drawing.changes import Changes, applied, changes

elements = st.dictionaries(st.sampled_from("abcdefgh"), st.sampled_from(["<g/>", "<a/>", "<b/>"]))


@st.composite
def pairs(draw):
    """Two pictures with common elements, some of them in a different order."""
    before = draw(elements)
    kept = [name for name in before if draw(st.booleans())]
    after = {name: before[name] for name in kept} | draw(elements)
    order = draw(st.permutations(list(after))) if draw(st.booleans()) else list(after)
    return before, {name: after[name] for name in order}


def ordered(picture) -> list[tuple[str, str]]:
    """Return the items in order: dictionaries are equal in any order, pictures are not."""
    return list(picture.items())


@given(pairs())
def test_changes_lead_from_one_picture_to_the_other_in_drawing_order(pair):
    before, after = pair
    assert ordered(applied(before, changes(before, after))) == ordered(after)


@given(elements, elements)
def test_a_whole_picture_does_not_depend_on_what_was_there(before, after):
    whole = changes(None, after)
    assert whole.whole
    assert ordered(applied(before, whole)) == ordered(after)
    assert ordered(applied(applied(before, whole), whole)) == ordered(after)


@given(elements)
def test_nothing_changes_between_equal_pictures(picture):
    assert changes(picture, dict(picture)) == Changes(False, {}, [], [])


@given(pairs())
def test_changes_hold_only_what_differs(pair):
    before, after = pair
    found = changes(before, after)
    assert not found.whole
    assert found.changed == {name: drawn for name, drawn in after.items() if before.get(name) != drawn}
    assert set(found.removed) == before.keys() - after.keys()
    assert found.order in ([], list(after))
    stays = [name for name in before if name in after]
    assert bool(found.order) == (stays != list(after)[: len(stays)])


@given(pairs())
def test_a_repeated_change_changes_nothing_more(pair):
    before, after = pair
    found = changes(before, after)
    once = applied(before, found)
    assert ordered(applied(once, found)) == ordered(once)


@given(st.lists(elements, min_size=2, max_size=6))
def test_changes_one_after_the_other_lead_to_the_last_picture(pictures):
    shown = applied({}, changes(None, pictures[0]))
    for before, after in itertools.pairwise(pictures):
        shown = applied(shown, changes(before, after))
    assert ordered(shown) == ordered(pictures[-1])


@given(pairs())
def test_applying_leaves_the_picture_before_as_it_was(pair):
    before, after = pair
    kept = dict(before)
    applied(before, changes(before, after))
    assert ordered(before) == ordered(kept)

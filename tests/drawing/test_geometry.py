"""Points in polygons."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from rooftop.drawing.geometry import all_inside, inside

NUMBERS = st.integers(-6, 6).map(float) | st.floats(-6, 6).map(lambda x: round(x, 3))  # some meet corners
POINTS = st.tuples(NUMBERS, NUMBERS)


@given(st.lists(POINTS), st.lists(POINTS, min_size=3, max_size=8))
def test_many_points_are_judged_as_single_ones_are(points, shape):
    assert all_inside(points, shape) == [point for point in points if inside(point, shape)]

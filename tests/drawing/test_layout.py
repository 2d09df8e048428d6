"""Boxes are stacked and split without unintended gaps or overlaps."""

from rooftop.drawing.layout import Box


def test_a_stack_ends_with_the_rest_of_the_box():
    head, middle, rest = Box(10, 20, 100, 200).stack(30, 40, gap=5)
    assert head == Box(10, 20, 100, 30)
    assert middle == Box(10, 55, 100, 40)
    assert rest == Box(10, 100, 100, 120)


def test_the_parts_of_a_split_box_share_its_width_without_the_gap():
    left, right = Box(10, 20, 100, 50).split(0.25, 20)
    assert left == Box(10, 20, 20, 50)
    assert right == Box(50, 20, 60, 50)

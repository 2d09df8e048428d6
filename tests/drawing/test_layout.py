"""Boxes are stacked and split without unintended gaps or overlaps."""

from rooftop.drawing.layout import Box, strips
from rooftop.game.title import Size


def test_a_stack_ends_with_the_rest_of_the_box():
    head, middle, rest = Box(10, 20, 100, 200).stack(30, 40, gap=5)
    assert head == Box(10, 20, 100, 30)
    assert middle == Box(10, 55, 100, 40)
    assert rest == Box(10, 100, 100, 120)


def test_the_parts_of_a_split_box_share_its_width_without_the_gap():
    left, right = Box(10, 20, 100, 50).split(0.25, 20)
    assert left == Box(10, 20, 20, 50)
    assert right == Box(50, 20, 60, 50)


def test_strips_fill_the_picture_below_the_header():
    sizes: list[tuple[Size, int, int]] = [("wide", 1268, 708), ("narrow", 356, 636)]
    for size, right, bottom in sizes:
        layout = strips(size, wide=(400, 100), narrow=(400, 60))
        first, second, rest = layout.strips
        assert layout.header.bottom < first.y < second.y < rest.y
        assert {box.right for box in layout.strips} == {right}
        assert rest.bottom == bottom

"""Figures of the rules are clipped at the edge of the board exactly where they show it."""

from __future__ import annotations

import io

import numpy as np
import pytest
from PIL import Image

from rooftop.drawing.figure import _uncut
from rooftop.drawing.layout import Box
from rooftop.drawing.raster import png
from rooftop.drawing.svg import stepped

BOARD = Box(100, 100, 400, 300)


def drawn(crop: tuple[float, float, float, float]) -> str:
    """A board drawn beyond its edge, beside a panel."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{crop[2]}" height="{crop[3]}"'
        f' viewBox="{" ".join(map(str, crop))}">'
        f'<defs><clipPath id="sheet"><path d="{stepped(*BOARD, 14)}"/></clipPath></defs>'
        '<g clip-path="url(#sheet)"><rect width="900" height="900" fill="red"/></g>'
        '<rect x="510" y="110" width="90" height="90" fill="blue"/></svg>'
    )


@pytest.mark.parametrize(
    ("crop", "is_cut"),
    [
        ((200, 200, 80, 80), False),  # within
        ((114, 114, 372, 272), False),
        ((90, 100, 80, 80), True),  # over an edge
        ((105, 105, 80, 80), True),  # a corner
        ((510, 120, 80, 80), False),  # the panel
        ((10, 10, 80, 80), False),
    ],
)
def test_a_figure_is_cut_only_where_it_shows_the_edge_of_the_board(crop, is_cut):
    svg = drawn(crop)
    uncut = _uncut(svg, crop)
    assert ("clip-path=" in uncut) is is_cut
    before, after = (np.asarray(Image.open(io.BytesIO(png(one)))) for one in (svg, uncut))
    assert np.array_equal(before, after)


def test_a_picture_without_such_an_edge_stays_as_it_is():
    svg = '<svg xmlns="http://www.w3.org/2000/svg"><rect width="9" height="9"/></svg>'
    assert _uncut(svg, (0, 0, 9, 9)) == svg

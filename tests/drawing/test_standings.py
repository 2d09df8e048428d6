"""Standings: a cell for every player along the lower edge of a panel."""

import pytest

from rooftop.drawing.layout import Box
from rooftop.drawing.standings import badges, beside, standings
from tests.drawing.kit import canvas

PANEL = Box(100, 100, 180, 90)


@pytest.mark.parametrize("size", ["wide", "narrow"])
@pytest.mark.parametrize("columns", [0, 1, 2])
def test_every_player_has_a_cell_of_their_own_in_the_panel(size, columns):
    cells = standings(canvas(size), PANEL, columns)
    assert len(set(cells)) == len(canvas().seats)
    assert len({cell.x for cell in cells}) == (columns or 3)
    for cell in cells:
        assert PANEL.x < cell.x < cell.right < PANEL.right
        assert PANEL.y < cell.y < cell.bottom < PANEL.bottom


def test_what_stands_beside_a_badge_starts_after_it():
    here = canvas()
    cells = standings(here, PANEL, high=10)  # badges get smaller in low cells
    for cell in cells:
        x, y = beside(here, cell)
        assert cell.x + 2 * 4.8 < x < cell.right
        assert y == cell.middle[1]
    assert badges(here, cells).count('r="4.8"') == len(cells)

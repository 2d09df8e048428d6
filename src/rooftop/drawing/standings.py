"""How everyone stands: along the lower edge of a panel a badge for each player, with something beside it."""

from __future__ import annotations

from rooftop.drawing.canvas import SharedCanvas
from rooftop.drawing.layout import Box
from rooftop.drawing.svg import Point
from rooftop.drawing.widgets import badge


def standings(canvas: SharedCanvas, panel: Box, columns: int = 0, high: float = 0) -> list[Box]:
    """A cell for each player, in one row or in as many as the columns need."""
    players, high = len(canvas.seats), high or (21 if canvas.wide else 15)
    columns = columns or players
    rows = -(-players // columns)
    margin, low = (8, 5) if canvas.wide else (4, 3)
    area = Box(panel.x + margin, panel.bottom - low - rows * high, panel.width - 2 * margin, rows * high)
    return area.grid(columns, rows, 0)[:players]


def badges(canvas: SharedCanvas, cells: list[Box]) -> str:
    """The players' badges at the left of their cells."""
    return "".join(
        badge(canvas, seat, cell.x + _radius(canvas, cell), cell.middle[1], _radius(canvas, cell))
        for seat, cell in enumerate(cells)
    )


def beside(canvas: SharedCanvas, cell: Box) -> Point:
    """Where the rest of a cell starts, at the height of the badge."""
    return cell.x + 2 * _radius(canvas, cell) + 3, cell.middle[1]


def _radius(canvas: SharedCanvas, cell: Box) -> float:
    return min(8.5 if canvas.wide else 6.5, cell.height * 0.48)

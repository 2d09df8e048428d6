"""Who controls each island: everyone's tall, medium and short buildings there."""

from __future__ import annotations

from rooftop.drawing import text_metrics
from rooftop.drawing.canvas import cached
from rooftop.drawing.layout import Box
from rooftop.drawing.svg import named, rect, text
from rooftop.drawing.widgets import badge, panel
from rooftop.titles.skyrise.scene import captions
from rooftop.titles.skyrise.scene.canvas import Canvas, value
from rooftop.titles.skyrise.scene.towers import steps
from rooftop.titles.skyrise.schema import HEIGHTS
from rooftop.titles.skyrise.view import Control, View


def table(canvas: Canvas) -> str:
    box = canvas.layout.control
    return "" if box is None else panel(canvas, box)


def _cells(canvas: Canvas, box: Box, count: int) -> tuple[list[Box], list[float], float]:
    """A column for each island, the middle of each player's line, and the height of a line."""
    left = 30
    area = Box(box.x + left, box.y + 6, box.width - left - 8, box.height - 12)
    columns = area.columns(count, 4)
    head = 27.0
    high = min((area.height - head) / canvas.board.players, 34)
    top = area.y + head + (area.height - head - high * canvas.board.players) / 2
    lines = [top + high * (seat + 0.5) for seat in range(canvas.board.players)]
    return columns, lines, high


def control(canvas: Canvas, view: View, names: tuple[str, ...]) -> str:
    return _control(canvas, tuple(view.control.items()), names)


@cached
def _control(canvas: Canvas, islands: tuple[tuple[str, Control], ...], names: tuple[str, ...]) -> str:
    box = canvas.layout.control
    if box is None:
        return ""
    columns, lines, high = _cells(canvas, box, len(islands))
    drawn = [badge(canvas, seat, box.x + 18, y, min(high * 0.46, 9), 10.5) for seat, y in enumerate(lines)]
    drawn.append(value(canvas, canvas.board.control.value, box.x + 18, box.y + 18, 8.5, 11))
    for cell, (name, row) in zip(columns, islands, strict=True):
        island = next(island for island in canvas.board.islands if island.id == name)
        words = captions.control(canvas, island, row, names)
        column = _column(canvas, cell, canvas.named(island), row, lines, high)
        drawn.append(named(f"control-{name}", words, column))
    return "".join(drawn)


def _column(canvas: Canvas, cell: Box, name: str, row: Control, lines: list[float], high: float) -> str:
    palette = canvas.palette
    middle = cell.x + cell.width / 2
    size = 11.5
    while size > 9.5 and text_metrics.width(name, "strong", size) > cell.width:
        size -= 0.25
    shown = text_metrics.fit(name, "strong", size, cell.width)
    drawn = [text(middle, cell.y + 10, shown, size, palette.ink, "strong", "middle")]
    thirds = [cell.x + cell.width * share for share in (0.2, 0.5, 0.8)]
    order = list(reversed(HEIGHTS))  # tall counts first
    drawn += [
        steps(canvas, height, x + 1, cell.y + 24.5, 10.5, palette.soft)
        for height, x in zip(order, thirds, strict=True)
    ]
    for seat, y in enumerate(lines):
        leads = seat in row.leaders
        fill = palette.token if leads else palette.inset
        ink = palette.token_ink if leads else palette.ink
        tall = min(high - 2, 24)
        drawn.append(rect(cell.x, y - tall / 2, cell.width, tall, f' rx="2" fill="{fill}"'))
        for height, x in zip(order, thirds, strict=True):
            count = row.tally[seat][height]
            quiet = palette.soft if not leads else ink
            drawn.append(
                text(
                    x, y + 4.2, str(count) if count else "·", 12, ink if count else quiet,
                    "strong" if count else "text", "middle",
                )
            )  # fmt: skip
    return "".join(drawn)

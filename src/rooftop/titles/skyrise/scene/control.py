"""Who controls each island: everyone's tall, medium and short buildings there."""

from __future__ import annotations

from rooftop.drawing.canvas import cached
from rooftop.drawing.layout import Box
from rooftop.drawing.parts import belonging, printed
from rooftop.drawing.svg import named, rect, text
from rooftop.drawing.widgets import badge, counter, panel
from rooftop.titles.skyrise.scene import captions
from rooftop.titles.skyrise.scene.canvas import Canvas
from rooftop.titles.skyrise.scene.geometry import Islands
from rooftop.titles.skyrise.scene.towers import steps
from rooftop.titles.skyrise.schema import HEIGHTS
from rooftop.titles.skyrise.view import ByHeight, Control, View


def table(canvas: Canvas, lying: Islands) -> str:
    """The panel with the islands above and the players on the left."""
    box = canvas.layout.control
    if box is None:
        return ""
    columns, lines, high = _cells(canvas, box, len(lying))
    drawn = [panel(canvas, box)]
    drawn += [badge(canvas, seat, box.x + 18, y, min(high * 0.48, 9)) for seat, y in enumerate(lines)]
    drawn.append(counter(canvas, canvas.board.control.value, box.x + 18, box.y + 18, 9))
    by_id = {island.id: island for island in canvas.board.islands}
    drawn += [
        printed(f"island-{name}", _head(canvas, cell, canvas.named(by_id[name])))
        for cell, (_, name) in zip(columns, lying, strict=True)
    ]
    return "".join(drawn)


def _head(canvas: Canvas, cell: Box, name: str) -> str:
    """The name of an island, and a sign for each height of building; tall ones count first."""
    palette, size = canvas.palette, canvas.smallest
    signs = [
        steps(canvas, height, x + 1, cell.y + 24.5, 10.5, palette.soft)
        for height, x in zip(reversed(HEIGHTS), _thirds(cell), strict=True)
    ]
    middle = cell.x + cell.width / 2
    return text(middle, cell.y + 10, name, size, palette.ink, "strong", "middle") + "".join(signs)


def _thirds(cell: Box) -> list[float]:
    return [cell.x + cell.width * share for share in (0.2, 0.5, 0.8)]


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


def control(canvas: Canvas, view: View, names: tuple[str, ...]) -> list[str]:
    if canvas.layout.control is None:
        return []
    drawn, count = [], len(view.control)
    for column, (name, row) in enumerate(view.control.items()):
        drawn.append(_island(canvas, column, count, name, row, names))
        drawn += [
            _line(canvas, column, count, name, seat, tally, seat in row.leaders)
            for seat, tally in enumerate(row.tally)
        ]
    return drawn


@cached
def _island(canvas: Canvas, column: int, count: int, name: str, row: Control, names: tuple[str, ...]) -> str:
    """The control of an island in words, in the area of its column."""
    assert canvas.layout.control is not None
    island = next(island for island in canvas.board.islands if island.id == name)
    cell = _cells(canvas, canvas.layout.control, count)[0][column]
    return named(f"control-{name}", captions.control(canvas, island, row, names), rect(*cell, ' fill="none"'))


@cached
def _line(canvas: Canvas, column: int, count: int, name: str, seat: int, tally: ByHeight, leads: bool) -> str:
    """A player's buildings on an island."""
    assert canvas.layout.control is not None
    palette = canvas.palette
    columns, lines, high = _cells(canvas, canvas.layout.control, count)
    cell, y = columns[column], lines[seat]
    fill = palette.token if leads else palette.inset
    ink = palette.token_ink if leads else palette.ink
    tall = min(high - 2, 24)
    drawn = [rect(cell.x, y - tall / 2, cell.width, tall, f' rx="2" fill="{fill}"')]
    for height, x in zip(reversed(HEIGHTS), _thirds(cell), strict=True):
        built = tally[height]
        quiet = palette.soft if not leads else ink
        drawn.append(
            text(
                x, y + 4.3, str(built) if built else "·", canvas.smallest, ink if built else quiet,
                "strong" if built else "text", "middle",
            )
        )  # fmt: skip
    return belonging(f"control-{name}-{seat}", f"control-{name}", "".join(drawn))

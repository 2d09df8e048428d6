"""A player's own board: four machine tracks with star columns, and the track for visible roofs."""

from __future__ import annotations

from typing import NamedTuple

from rooftop.drawing.geometry import star
from rooftop.drawing.layout import Box
from rooftop.drawing.svg import label, num, rect, text, use
from rooftop.drawing.widgets import brass_star
from rooftop.titles.tower_up.board import Board
from rooftop.titles.tower_up.scene.canvas import Canvas
from rooftop.titles.tower_up.schema import COLOURS


class Grid(NamedTuple):
    """Where the fields of a player's board are."""

    box: Box
    column: float
    top: float  # of the first track
    pitch: float  # of the tracks
    cones: float  # the top of the roof track
    cone_height: float

    def x(self, column: float) -> float:
        return self.box.x + self.column * (column + 0.5)

    def y(self, track: int) -> float:
        return self.top + self.pitch * (track + 0.5)


def grid(board: Board, box: Box) -> Grid:
    """The values on top, then four tracks, then the roof track."""
    head = max(13.5, min(16.0, box.height * 0.16))
    cone = max(15.0, min(22.0, box.height * 0.14))
    gap = 2 if box.height < 100 else 6
    pitch = (box.height - head - cone - gap) / len(COLOURS)
    return Grid(box, box.width / len(board.track.values), box.y + head, pitch, box.bottom - cone, cone)


def head(board: Board, box: Box) -> Box:
    """The values of the columns, with the stars."""
    return Box(box.x, box.y, box.width, grid(board, box).top - box.y)


def row(board: Board, box: Box, track: int) -> Box:
    """The track of a machine."""
    fields = grid(board, box)
    return Box(box.x, fields.top + fields.pitch * track, box.width, fields.pitch)


def roofs(board: Board, box: Box) -> Box:
    """The track for visible roofs."""
    fields = grid(board, box)
    return Box(box.x, fields.cones, box.width, fields.cone_height)


def table(canvas: Canvas, box: Box) -> str:
    """The printed board: fields, values and stars."""
    board, palette = canvas.board, canvas.palette
    fields = grid(board, box)
    drawn = [rect(box.x, fields.top, box.width, fields.pitch * 4, f' fill="{palette.inset}"')]
    drawn += [
        rect(fields.x(column) - fields.column / 2, fields.top, fields.column, fields.pitch * 4,
             f' fill="{palette.token}" fill-opacity="{".4" if palette.name == "day" else ".2"}"')
        for column in board.track.stars
    ]  # fmt: skip
    lines = "".join(
        f"M{num(box.x)} {num(fields.top + fields.pitch * row)}h{num(box.width)}" for row in range(5)
    )
    lines += "".join(
        f"M{num(box.x + fields.column * column)} {num(fields.top)}v{num(fields.pitch * 4)}"
        for column in range(len(board.track.values) + 1)
    )
    drawn.append(f'<path d="{lines}" stroke="{palette.rule}" stroke-width=".7"/>')
    size = _letters(box)
    base = fields.top - 3.2
    for column, value in enumerate(board.track.values):
        x = fields.x(column)
        if column in board.track.stars:
            drawn.append(brass_star(canvas, *_star(fields, column, size)))
            x += size * 0.5
        drawn.append(text(x, base, str(value), size, palette.soft, "strong", "middle"))
    drawn.append(_roof_track(canvas, fields, size))
    return "".join(drawn)


def _letters(box: Box) -> float:
    return 12.8 if box.height < 130 else 13.2


def _star(fields: Grid, column: int, size: float) -> tuple[float, float, float]:
    """The middle and the radius of the star beside the value of a column."""
    return fields.x(column) - size * 0.55, fields.top - 3.2 - size * 0.33, size * 0.5


def _roof_track(canvas: Canvas, fields: Grid, size: float) -> str:
    """A field for every number of visible roofs, below the column of that number."""
    palette, y = canvas.palette, fields.cones + fields.cone_height / 2
    drawn = []
    for field, value in enumerate(canvas.board.cone.values, 1):
        x = fields.box.x + fields.column * field
        drawn.append(
            rect(x + 0.8, fields.cones, fields.column - 1.6, fields.cone_height,
                 f' rx="2" fill="{palette.inset}" stroke="{palette.rule}" stroke-width=".7"')
        )  # fmt: skip
        drawn.append(label(x + fields.column * 0.69, y, value, size, palette.soft, "strong", "middle"))
    words = canvas.say("Visible roofs")
    drawn.append(label(fields.box.right - 1, y, words, size, palette.soft, "text", "end"))
    return "".join(drawn)


def stars(canvas: Canvas, used: int, box: Box) -> str:
    """The stars that are used up."""
    fields = grid(canvas.board, box)
    return "".join(
        f'<path d="{star(*_star(fields, column, _letters(box)))}" fill="{canvas.palette.soft}"/>'
        for column in canvas.board.track.stars[:used]
    )


def machine(canvas: Canvas, name: str, track: int, column: int, box: Box) -> str:
    """A machine in its column, with its trail."""
    fields = grid(canvas.board, box)
    scale = min(fields.column / 25, fields.pitch / 16.5, 1.4)
    middle = fields.y(track)
    trail = rect(
        box.x,
        middle - 1.2,
        fields.column * (column + 0.5),
        2.4,
        f' fill="{canvas.palette.brass}" fill-opacity=".55"',
    )
    sign = use(f"machine-{COLOURS[track]}", fields.x(column), middle - 0.5, scale, f' id="{name}"')
    return (trail if column else "") + sign


def cone_path(middle: float, low: float, half: float, tall: float) -> str:
    """A traffic cone."""
    return (
        f"M{num(middle - half - 1)} {num(low)}h{num(2 * half + 2)}"
        f"M{num(middle - half)} {num(low)}l{num(half)} {num(-tall)}l{num(half)} {num(tall)}z"
    )


def cone(canvas: Canvas, counted: int | None, visible: int, box: Box) -> str:
    """The cone: an outline for the roofs visible now, filled once they are counted."""
    fields = grid(canvas.board, box)
    palette = canvas.palette
    field = min(visible if counted is None else counted, len(canvas.board.cone.values))
    x = box.x + fields.column * field
    tall = fields.cone_height - 4
    middle = x + fields.column * 0.3
    low = fields.cones + fields.cone_height - 2.4
    half = min(tall * 0.42, fields.column * 0.24)
    fill = palette.alert if counted is not None else "none"
    stroke = palette.alert if counted is not None else palette.soft
    edge = palette.brass if counted is None else palette.alert
    frame = rect(
        x + 0.8, fields.cones, fields.column - 1.6, fields.cone_height,
        f' rx="2" fill="none" stroke="{edge}" stroke-width="1.4"',
    ) if field else ""  # fmt: skip
    return (
        f'{frame}<path d="{cone_path(middle, low, half, tall)}" fill="{fill}" stroke="{stroke}"'
        ' stroke-width="1.1" stroke-linejoin="round"/>'
    )

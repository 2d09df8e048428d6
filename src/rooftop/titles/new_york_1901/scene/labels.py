"""Names on the map: of lots, parks, printed buildings and streets."""

from __future__ import annotations

from itertools import combinations, pairwise
from typing import NamedTuple

from rooftop.drawing import text_metrics
from rooftop.drawing.layout import Box
from rooftop.drawing.svg import label, num, rect, text
from rooftop.titles.new_york_1901.scene.canvas import Canvas


def lot_name(canvas: Canvas, lot: int, square: int) -> str:
    """The name of a lot, in the corner of one of its squares."""
    row = canvas.board.squares[square]
    box = canvas.layout.cell(row.column, row.row)
    ink = canvas.palette.lot_ink if canvas.board.lot_in_play(lot) else canvas.palette.soft
    name = canvas.board.lot_name(canvas.say, lot)
    first = square == canvas.board.lots[lot].squares[0]  # the shield is between the first two squares
    left, top, low = (8, 17.5, 9) if canvas.wide else (4, 11, 4)
    return text(box.x + left, box.y + top if first else box.bottom - low, name, canvas.smallest, ink, "text")


def area_labels(canvas: Canvas, areas: list[tuple[str, Box, bool]]) -> str:
    """The names of parks (True) and printed buildings, as large as they fit, written upwards in tall areas.
    Names that do not fit are left out."""
    return "".join(_area_label(canvas, *area) for area in areas)


def _area_label(canvas: Canvas, name: str, box: Box, park: bool) -> str:
    palette = canvas.palette
    ink = palette.park_ink if park else palette.stone_ink
    halo = f' stroke="{palette.park}" stroke-width="3" stroke-linejoin="round" paint-order="stroke"'
    upwards = box.height > box.width * 1.3
    wide, tall = (box.height, box.width) if upwards else (box.width, box.height)
    room, height = wide - (8 if park else wide * 0.12 + 4), tall - 6
    for size in (13.4, 12.8, 12.2) if canvas.wide else (12.0, 10.5, 10.0):
        for count in range(1, 4):
            lines = _balanced(name, size, count)
            if len(lines) == count and all(
                text_metrics.width(line, "strong", size) <= room for line in lines
            ):
                if count * size * _pitch(upwards) <= height + 3:
                    return _centred(lines, box, size, ink, halo if park else "", upwards)
    return ""


def _pitch(upwards: bool) -> float:
    """The distance of lines, as a multiple of the font size."""
    return 1.46 if upwards else 1.13


def _balanced(name: str, size: float, count: int) -> tuple[str, ...]:
    """A name in `count` lines of balanced length; empty if it has too few words."""
    words = name.replace("-", "- ").split()
    ways = [
        tuple(
            " ".join(words[start:end]).replace("- ", "-") for start, end in pairwise((0, *cuts, len(words)))
        )
        for cuts in combinations(range(1, len(words)), count - 1)
    ]
    longest = [max(text_metrics.width(line, "strong", size) for line in lines) for lines in ways]
    return ways[longest.index(min(longest))] if ways else ()


def _centred(lines: tuple[str, ...], box: Box, size: float, ink: str, more: str, upwards: bool) -> str:
    x, y = box.middle
    if upwards:
        more += f' transform="rotate(-90 {num(x)} {num(y)})"'
    pitch = size * _pitch(upwards)
    top = y - pitch * (len(lines) - 1) / 2 + size * 0.34
    return "".join(
        text(x, top + pitch * k, line, size, ink, "strong", "middle", more) for k, line in enumerate(lines)
    )


# --- streets -----------------------------------------------------------------------------------------


class StreetLabel(NamedTuple):
    """A name along a street, centred on a point."""

    code: str
    words: str
    x: float
    y: float
    upwards: bool
    size: float
    spacing: float

    @property
    def length(self) -> float:
        return text_metrics.width(self.words, "display", self.size, self.spacing)

    @property
    def box(self) -> Box:
        wide, tall = self.length + self.size, self.size * (1.5 if self.size > 11 else 1.0)
        if self.upwards:
            wide, tall = tall, wide
        return Box(self.x - wide / 2, self.y - tall / 2, wide, tall)


def street_labels(canvas: Canvas) -> list[StreetLabel]:
    """One or two labels for each street, in its longest pieces."""
    labels = []
    least = canvas.smallest
    sizes = ((13.0, 2.2), (least, 1.2), (least, 0.4)) if canvas.wide else ((least, 0.2),)
    for street in canvas.board.streets:
        runs = sorted(_runs(canvas, street.code), key=lambda run: -max(run.width, run.height))
        words = canvas.named(street).upper()
        for size, spacing in sizes:
            found = _spread(runs, text_metrics.width(words, "display", size, spacing) + 2 * size)
            if len(found) > 1:
                break
        labels += [
            StreetLabel(street.code, words, *run.middle, run.height > run.width, size, spacing)
            for run in found
        ]
    return labels


def _spread(runs: list[Box], length: float) -> list[Box]:
    """The pieces that get a label: the first and the last with room for it, or the longest."""
    able = [run for run in runs if max(run.width, run.height) >= length]
    if not able:
        return runs[:1]
    first = min(able, key=lambda run: run.x + run.y)
    last = max(able, key=lambda run: run.x + run.y)
    return [first] if first == last else [first, last]


def _runs(canvas: Canvas, code: str) -> list[Box]:
    """The pieces of a street between crossings."""
    cells, layout = canvas.board.ground.cells, canvas.layout
    found = []
    for y, line in enumerate(cells):
        start = None
        for x in range(len(line) + 1):
            here = x < len(line) and line[x] == code and layout.cell(x, y).height < layout.unit
            if here and start is None:
                start = x
            elif not here and start is not None:
                found.append(layout.cell(start, y, x - start, 1))
                start = None
    for x in range(len(cells[0])):
        start = None
        for y in range(len(cells) + 1):
            here = y < len(cells) and cells[y][x] == code and layout.cell(x, y).width < layout.unit
            if here and start is None:
                start = y
            elif not here and start is not None:
                found.append(layout.cell(x, start, 1, y - start))
                start = None
    return found


def draw_street_labels(canvas: Canvas) -> str:
    drawn = []
    for street in street_labels(canvas):
        more = f' letter-spacing="{street.spacing:g}"'
        wide, tall = (4.0, street.box.height) if street.upwards else (street.box.width, 4.0)
        under = Box(street.x - wide / 2, street.y - tall / 2, wide, tall)
        drawn.append(rect(*under, f' fill="{canvas.palette.sheet}"'))  # no dashes under the letters
        if street.upwards:
            more += f' transform="rotate(-90 {num(street.x)} {num(street.y)})"'
        drawn.append(
            label(
                street.x + street.spacing / 2,
                street.y,
                street.words,
                street.size,
                canvas.palette.street_ink,
                "display",
                "middle",
                more,
            )
        )
    return "".join(drawn)

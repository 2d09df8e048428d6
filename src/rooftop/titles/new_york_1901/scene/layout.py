"""The layout: a wide picture of 1280 x 720, and a narrow one, 360 wide, for phones."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate

from rooftop.drawing.layout import Box, SharedLayout
from rooftop.game.title import Size
from rooftop.titles.new_york_1901.board import Board


@dataclass(frozen=True)
class Layout(SharedLayout):
    frame: Box  # around the map and the points track
    map: Box
    xs: tuple[float, ...]  # the edges of the columns of the map
    ys: tuple[float, ...]  # ... and of its rows
    unit: float  # the side of a building square
    market: Box
    legends: Box
    streets: Box
    challenge: Box
    tray: Box
    seats: tuple[Box, ...]

    def cell(self, column: int, row: int, wide: int = 1, tall: int = 1) -> Box:
        x, y = self.xs[column], self.ys[row]
        return Box(x, y, self.xs[column + wide] - x, self.ys[row + tall] - y)


EDGE = 0.2  # squares between the last lots and the edge, if there is no street
MARGIN = 10.0
GAP = 6.0
BAND = 17.0  # the points track around a wide map


def layout_of(board: Board, size: Size) -> Layout:
    columns = {square.column for square in board.squares}
    rows = {square.row for square in board.squares}
    return _layout(
        size == "wide",
        board.players,
        tuple(column in columns for column in range(board.table.columns)),
        tuple(row in rows for row in range(board.table.rows)),
        board.table.street_width,
    )


@lru_cache(maxsize=32)
def _layout(
    wide: bool, players: int, columns: tuple[bool, ...], rows: tuple[bool, ...], street: float
) -> Layout:
    """`columns` and `rows` tell which ones hold building squares; the others are streets."""
    if wide:
        return _wide(players, _spans(columns, street, street * 0.75), _spans(rows, street, street))
    return _narrow(players, _spans(columns, 0.46, 0.14), _spans(rows, 0.46, 0.14))


def _spans(lots: tuple[bool, ...], street: float, edge: float) -> list[float]:
    """The width of each column or row in squares. Streets at the edge can be narrower."""
    last = len(lots) - 1
    return [1 if here else edge if k in (0, last) else street for k, here in enumerate(lots)]


def _edges(start: float, spans: list[float], unit: float) -> tuple[float, ...]:
    return tuple(start + unit * at for at in accumulate(spans, initial=0.0))


def _wide(players: int, columns: list[float], rows: list[float]) -> Layout:
    """The map on the left, everything else in a column on the right."""
    tall = 720 - 2 * MARGIN - 2 * BAND
    edge = EDGE if columns[-1] == 1 else 0
    unit = min(tall / sum(rows), 730 / (sum(columns) + edge))
    inner = Box(MARGIN + BAND, MARGIN + BAND, unit * (sum(columns) + edge), unit * sum(rows))
    frame = inner.inside(-BAND)
    left = frame.right + MARGIN
    column = 1280 - MARGIN - left
    header = Box(left, MARGIN, column, 44)
    full = players == 4
    first = Box(left, header.bottom + GAP, column, 108 if full else 122)
    market, legends = _split(first, 0.4)
    second = Box(left, first.bottom + GAP, column, 104 if full else 112)
    streets, challenge = _split(second, 0.44)
    rest = Box(left, second.bottom + GAP, column, 720 - MARGIN - second.bottom - GAP)
    tray_height = 182 if full else 214
    tray = Box(left, rest.y, column, tray_height)
    area = rest.below(tray_height + GAP)
    seats = area.grid(2, 2, GAP) if full else area.columns(players, GAP)
    return Layout(
        "wide", 1280, 720, header, frame, inner, _edges(inner.x, columns, unit), _edges(inner.y, rows, unit),
        unit, market, legends, streets, challenge, tray, tuple(seats),
    )  # fmt: skip


def _narrow(players: int, columns: list[float], rows: list[float]) -> Layout:
    """The map fills the width; below it the market, the tallies, the tray and a strip of players."""
    header = Box(4, 3, 352, 30)
    unit = 350 / sum(columns)
    inner = Box(5, header.bottom + 3, 350, unit * sum(rows))
    gap = 4.0
    first = Box(4, inner.bottom + gap, 352, 62)
    market, legends = _split(first, 0.53, gap)
    second = Box(4, first.bottom + gap, 352, 66)
    streets, challenge = _split(second, 0.56, gap)
    tray = Box(4, second.bottom + gap, 352, 134)
    strip = Box(4, tray.bottom + gap, 352, 104)
    return Layout(
        "narrow", 360, round(strip.bottom + 4), header, inner.inside(-1), inner,
        _edges(inner.x, columns, unit), _edges(inner.y, rows, unit), unit, market, legends, streets,
        challenge, tray, tuple(strip.columns(players, gap)),
    )  # fmt: skip


def _split(box: Box, share: float, gap: float = GAP) -> tuple[Box, Box]:
    """Split a box into two, side by side."""
    left = Box(box.x, box.y, (box.width - gap) * share, box.height)
    return left, Box(left.right + gap, box.y, box.width - left.width - gap, box.height)

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
    column = Box(frame.right + MARGIN, MARGIN, 1280 - 2 * MARGIN - frame.right, 720 - 2 * MARGIN)
    full = players == 4
    heights = (44, 108, 104, 182) if full else (44, 122, 112, 214)
    header, first, second, tray, area = column.stack(*heights, gap=GAP)
    seats = area.grid(2, 2, GAP) if full else area.columns(players, GAP)
    return Layout(
        "wide", 1280, 720, header, frame, inner, _edges(inner.x, columns, unit), _edges(inner.y, rows, unit),
        unit, *first.split(0.4, GAP), *second.split(0.44, GAP), tray, tuple(seats),
    )  # fmt: skip


def _narrow(players: int, columns: list[float], rows: list[float]) -> Layout:
    """The map fills the width; below it the market, the tallies, the tray and a strip of players."""
    gap, unit = 4.0, 350 / sum(columns)
    page = Box(4, 2, 352, 0)
    header, around, first, second, tray, strip, _ = page.stack(
        29, unit * sum(rows) + 2, 62, 66, 133, 104, gap=gap
    )
    inner = around.inside(1)
    return Layout(
        "narrow", 360, round(strip.bottom + 4), header, around, inner, _edges(inner.x, columns, unit),
        _edges(inner.y, rows, unit), unit, *first.split(0.53, gap), *second.split(0.56, gap), tray,
        tuple(strip.columns(players, gap)),
    )  # fmt: skip

"""The pieces on the map: owners of lots, workers, skyscrapers, streets in play, and where the chosen card or
skyscraper may go."""

from __future__ import annotations

from functools import lru_cache

from rooftop.drawing.canvas import cached
from rooftop.drawing.svg import Point, escape, named, num, rect, target, use
from rooftop.drawing.widgets import letter
from rooftop.titles.new_york_1901 import parts
from rooftop.titles.new_york_1901.board.ground import Cell
from rooftop.titles.new_york_1901.scene.canvas import Canvas
from rooftop.titles.new_york_1901.scene.geometry import inset, path
from rooftop.titles.new_york_1901.scene.ground import corners, lot_cells, lot_middle
from rooftop.titles.new_york_1901.scene.labels import lot_name, street_labels
from rooftop.titles.new_york_1901.scene.signs import EMBLEMS, sign
from rooftop.titles.new_york_1901.scene.tiles import skyscraper
from rooftop.titles.new_york_1901.view import Skyscraper, View, free_lots


def pieces(canvas: Canvas, view: View, names: tuple[str, ...]) -> list[str]:
    """Lots, then skyscrapers; on top the squares, while a skyscraper is being placed."""
    return [
        _scoring_streets(canvas, tuple(row.code for row in view.streets)),
        *_lots(canvas, view, names),
        *_skyscrapers(canvas, view, names),
        *_squares(canvas, view),
    ]


# --- streets -----------------------------------------------------------------------------------------


@cached
def _scoring_streets(canvas: Canvas, codes: tuple[str, ...]) -> str:
    """A frame around the names of the streets in play, with a star at each end."""
    palette = canvas.palette
    drawn = []
    for street in street_labels(canvas):
        if street.code not in codes:
            continue
        box = street.box
        drawn.append(
            rect(
                *box,
                f' rx="{num(street.size * 0.5)}" fill="none" stroke="{palette.brass}" stroke-width="1.5"',
            )
        )
        if canvas.wide:
            reach = 7.5
            ends = (
                [(street.x, box.y - reach), (street.x, box.bottom + reach)]
                if street.upwards
                else [(box.x - reach, street.y), (box.right + reach, street.y)]
            )
            more = f' fill="{palette.token}" stroke="{palette.brass}" stroke-width="1.6"'
            drawn += [sign(EMBLEMS["star"], x, y, 0.6, more) for x, y in ends]
    return f'<g id="scoring-streets" pointer-events="none">{"".join(drawn)}</g>'


# --- lots --------------------------------------------------------------------------------------------


def _lots(canvas: Canvas, view: View, names: tuple[str, ...]) -> list[str]:
    standing: dict[str, list[str]] = {}
    covered: set[int] = set()
    for row in view.skyscrapers:
        covered.update(canvas.board.placements[row.placement].squares)
        for name in row.lots:
            standing.setdefault(name, []).append(row.tile)
    fitting = _fitting(canvas, view)
    drawn = []
    middles = _middle_squares(canvas)
    for number, lot in enumerate(canvas.board.lots):
        state = view.lots.get(lot.id)
        owner, worker = (None, False) if state is None else (state.owner, state.worker)
        tiles = tuple(standing.get(lot.id, ()))
        free = None
        for square in lot.squares:
            if square not in covered and not (worker and square == middles[number]):
                free = square
                break
        owner_name = None if owner is None else names[owner]
        drawn.append(
            _lot(canvas, number, state is not None, owner, worker, tiles, free, number in fitting, owner_name)
        )
    return drawn


@lru_cache(maxsize=64)
def _middle_squares(canvas: Canvas) -> list[int | None]:
    """The square of each lot where its worker stands, if it stands on one."""
    found = []
    for lot in canvas.board.lots:
        at = lot_middle(canvas, lot) if lot.size % 2 else None
        found.append(next((square for square in lot.squares if _middle(canvas, square) == at), None))
    return found


def _middle(canvas: Canvas, square: int) -> Point:
    row = canvas.board.squares[square]
    return canvas.layout.cell(row.column, row.row).middle


def _fitting(canvas: Canvas, view: View) -> set[int]:
    """The free lots that match the taken card."""
    if view.card is None or view.phase != "lot":
        return set()
    return set(free_lots(canvas.board, view, view.card))


@cached
def _lot(
    canvas: Canvas,
    number: int,
    in_game: bool,
    owner: int | None,
    worker: bool,
    tiles: tuple[str, ...],
    free: int | None,
    fits: bool,
    name: str | None,
) -> str:
    """A lot; its name goes on the square `free`, if there is one."""
    board, palette, unit = canvas.board, canvas.palette, canvas.layout.unit
    row = board.lots[number]
    shape = corners(canvas.layout, lot_cells(canvas, row))
    words = parts.city.lot(board, number, in_game, name, worker, tiles, canvas.say).label
    content = ""
    if fits:
        inner = path(inset(loop, unit * 0.1) for loop in shape)
        content = (
            f'<path class="fits" d="{inner}" fill="none" stroke="{palette.glow}"'
            f' stroke-width="{num(unit * 0.07)}"/>'
        )
    if owner is not None:
        content += _deed(canvas, number, owner)
        if worker:
            content += _worker(canvas, number, owner)
    if free is not None:
        content += lot_name(canvas, number, free)
    return target(f"lot-{row.id}", words, content, f'<path d="{path(shape)}"', "lot")


def _deed(canvas: Canvas, number: int, seat: int) -> str:
    """A band in the owner's colour and pattern just inside the edge of a lot."""
    palette, unit = canvas.palette, canvas.layout.unit
    shape = corners(canvas.layout, lot_cells(canvas, canvas.board.lots[number]))
    band = unit * 0.11
    outer, inner = unit * 0.03, unit * 0.03 + band
    middle = path(inset(loop, outer + band / 2) for loop in shape)
    edges = path(inset(loop, margin) for loop in shape for margin in (outer, inner))
    return (
        f'<path d="{middle}" fill="none" stroke="url(#paint-{canvas.seats[seat]})"'
        f' stroke-width="{num(band)}"/>'
        f'<path d="{edges}" fill="none" stroke="{palette.edge}" stroke-width=".6"/>'
    )


def _worker(canvas: Canvas, number: int, seat: int) -> str:
    lot = canvas.board.lots[number]
    x, y = lot_middle(canvas, lot)
    unit = canvas.layout.unit
    if not canvas.wide and lot.size % 2 == 0:  # aside from the name
        first, last = (canvas.board.squares[square] for square in lot.squares)
        x += unit * 0.16 * (last.column - first.column)
        y += unit * 0.16 * (last.row - first.row)
    scale = unit * 0.72 / 22
    low, size = y + 10.5 * scale, max(canvas.smallest, 8.5 * scale)
    worker = use(f"worker-{canvas.seats[seat]}", x, low, scale, f' id="worker-{lot.id}"')
    return worker + letter(canvas, seat, x, low - 6.2 * scale, size)


# --- skyscrapers -------------------------------------------------------------------------------------


def _skyscrapers(canvas: Canvas, view: View, names: tuple[str, ...]) -> list[str]:
    placements = canvas.board.placements
    rows = sorted(view.skyscrapers, key=lambda row: min(placements[row.placement].squares))
    return [_skyscraper(canvas, row, names[row.seat]) for row in rows]


@cached
def _skyscraper(canvas: Canvas, row: Skyscraper, name: str) -> str:
    board = canvas.board
    squares = [board.squares[board.square_number[name]] for name in row.squares]
    left, top = min(square.column for square in squares), min(square.row for square in squares)
    cells: list[Cell] = [(square.column - left, square.row - top) for square in squares]
    box = canvas.layout.cell(left, top)
    tile = board.tiles[board.tile_number[row.tile]]
    drawn = skyscraper(canvas, tile, row.seat, cells, (box.x, box.y), canvas.layout.unit)
    words = parts.city.skyscraper(board, row, name, canvas.say).label
    return named(f"built-{row.seat}-{row.tile}", words, drawn, ' class="built"')


# --- squares -----------------------------------------------------------------------------------------


def _squares(canvas: Canvas, view: View) -> list[str]:
    """While a skyscraper is being placed, the player's own squares are targets; those it may cover are
    marked."""
    if view.phase != "place" or view.over:  # nobody decides after an early end
        return []
    board = canvas.board
    squares = (
        _square(canvas, number, square.id in view.coverable)
        for number, square in enumerate(board.squares)
        if square.lot in view.acting.lots
    )
    return [f'<g id="squares" data-part="scene" fill="none" pointer-events="all">{"".join(squares)}</g>']


@cached
def _square(canvas: Canvas, number: int, marked: bool) -> str:
    square = canvas.board.squares[number]
    box = canvas.layout.cell(square.column, square.row)
    palette, content = canvas.palette, ""
    if marked:
        reach = canvas.layout.unit * 0.16
        field = box.inside(canvas.layout.unit * 0.1)
        brackets = "".join(
            f"M{num(x)} {num(y + reach * down)}V{num(y)}H{num(x + reach * across)}"
            for x, y, across, down in (
                (field.x, field.y, 1, 1), (field.right, field.y, -1, 1),
                (field.x, field.bottom, 1, -1), (field.right, field.bottom, -1, -1),
            )
        )  # fmt: skip
        strong = canvas.layout.unit * 0.045
        content = (
            f'<path class="fits" d="{brackets}" stroke="{palette.edge}"'
            f' stroke-width="{num(strong * 1.7)}"/>'
            f'<path d="{brackets}" stroke="{palette.token}" stroke-width="{num(strong)}"/>'
        )
    words = parts.city.square(canvas.board, number, canvas.say).label
    return (
        f'<g id="square-{square.id}" role="img" class="square target"><title>{escape(words)}</title>{content}'
        + rect(*box, ' class="hit"')
        + "</g>"
    )

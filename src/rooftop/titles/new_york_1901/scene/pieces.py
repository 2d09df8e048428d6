"""What a position puts on the map: owners of lots, workers, skyscrapers, the streets that score, and where
the chosen card or skyscraper may go."""

from __future__ import annotations

from typing import Any

from rooftop.drawing.svg import Point, named, num, rect, target, text, use
from rooftop.game.title import View
from rooftop.titles.new_york_1901.ground import Cell
from rooftop.titles.new_york_1901.legality import land, places, ways
from rooftop.titles.new_york_1901.scene import describe
from rooftop.titles.new_york_1901.scene.canvas import Canvas
from rooftop.titles.new_york_1901.scene.geometry import drawn_in, path
from rooftop.titles.new_york_1901.scene.ground import corners, lot_cells, lot_middle
from rooftop.titles.new_york_1901.scene.names import lot_name, streets
from rooftop.titles.new_york_1901.scene.signs import EMBLEMS, sign
from rooftop.titles.new_york_1901.scene.tiles import skyscraper


def pieces(canvas: Canvas, view: View, names: list[str]) -> str:
    """Lots, then skyscrapers; squares above all while one is to be placed."""
    return (
        _scoring_streets(canvas, view)
        + _lots(canvas, view, names)
        + _skyscrapers(canvas, view, names)
        + _squares(canvas, view)
    )


# --- streets -----------------------------------------------------------------------------------------


def _scoring_streets(canvas: Canvas, view: View) -> str:
    codes = tuple(row["code"] for row in view["streets"])
    return canvas.keep(("scoring", codes), _street_marks, canvas, codes)


def _street_marks(canvas: Canvas, codes: tuple[str, ...]) -> str:
    """A frame around the names of the streets that give points, with a star at each end."""
    palette = canvas.palette
    made = []
    for street in streets(canvas):
        if street.code not in codes:
            continue
        box = street.box
        made.append(
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
            more = f' fill="{palette.crown}" stroke="{palette.brass}" stroke-width="1.6"'
            made += [sign(EMBLEMS["star"], x, y, 0.6, more) for x, y in ends]
    return f'<g id="scoring-streets">{"".join(made)}</g>'


# --- lots --------------------------------------------------------------------------------------------


def _lots(canvas: Canvas, view: View, names: list[str]) -> str:
    standing: dict[str, list[str]] = {}
    covered = {canvas.board.square_number[square] for row in view["skyscrapers"] for square in row["squares"]}
    for row in view["skyscrapers"]:
        for lot in row["lots"]:
            standing.setdefault(lot, []).append(row["tile"])
    fitting = _fitting(canvas, view)
    called = tuple(names)
    made = []
    for number, lot in enumerate(canvas.board.lots):
        state = view["lots"].get(lot.id)
        owner, worker = (state["owner"], state["worker"]) if state else (None, False)
        tiles = tuple(standing.get(lot.id, ()))
        stands = lot_middle(canvas, lot) if worker and lot.size % 2 else None
        free = next(
            (square for square in lot.squares if square not in covered and _middle(canvas, square) != stands),
            None,
        )
        key = ("lot", number, state is None, owner, worker, tiles, free, number in fitting, called)
        made.append(canvas.keep(key, _lot, canvas, number, state, tiles, free, number in fitting, names))
    return "".join(made)


def _middle(canvas: Canvas, square: int) -> Point:
    row = canvas.board.squares[square]
    return canvas.layout.cell(row.column, row.row).middle


def _fitting(canvas: Canvas, view: View) -> set[int]:
    """The free lots that the taken card may be for."""
    card = view["card"]
    if card is None or view["phase"] != "lot":
        return set()
    board = canvas.board
    return {
        number
        for number, lot in enumerate(board.lots)
        if board.kind_id(board.kind(number)) == card["id"]
        and view["lots"].get(lot.id, {"owner": 0})["owner"] is None
    }


def _lot(
    canvas: Canvas,
    number: int,
    state: dict[str, Any] | None,
    tiles: tuple[str, ...],
    free: int | None,
    fits: bool,
    names: list[str],
) -> str:
    board, palette, unit = canvas.board, canvas.palette, canvas.layout.unit
    row = board.lots[number]
    shape = corners(canvas.layout, lot_cells(canvas, row))
    called = [canvas.named(board.tiles[board.tile_number[tile]]) for tile in tiles]
    words = describe.lot(board, row, state, called, names, canvas.say)
    content = ""
    if fits:
        inner = path(drawn_in(loop, unit * 0.1) for loop in shape)
        content = (
            f'<path class="fits" d="{inner}" fill="{palette.walk}" fill-opacity=".6"'
            f' stroke="{palette.glow}" stroke-width="{num(unit * 0.05)}"/>'
        )
    if state and state["owner"] is not None:
        content += _deed(canvas, number, state["owner"])
        if state["worker"]:
            content += _worker(canvas, number, state["owner"])
    if free is not None:
        content += lot_name(canvas, number, free)
    return target(f"lot-{row.id}", words, content, f'<path d="{path(shape)}"', "lot")


def _deed(canvas: Canvas, number: int, seat: int) -> str:
    """A band in the owner's colour and pattern inside the edge of a lot."""
    palette, unit = canvas.palette, canvas.layout.unit
    shape = corners(canvas.layout, lot_cells(canvas, canvas.board.lots[number]))
    band = unit * 0.11
    outer, inner = unit * 0.03, unit * 0.03 + band
    middle = path(drawn_in(loop, outer + band / 2) for loop in shape)
    edges = path(drawn_in(loop, margin) for loop in shape for margin in (outer, inner))
    return (
        f'<path d="{middle}" fill="none" stroke="url(#paint-{canvas.seats[seat]})"'
        f' stroke-width="{num(band)}"/>'
        f'<path d="{edges}" fill="none" stroke="{palette.edge}" stroke-width=".6"/>'
    )


def _worker(canvas: Canvas, number: int, seat: int) -> str:
    lot = canvas.board.lots[number]
    x, y = lot_middle(canvas, lot)
    unit = canvas.layout.unit
    scale = unit * (0.72 if canvas.wide else 0.8) / 22
    paint = canvas.palette.players[canvas.seats[seat]]
    letters = max(9.0, 8.5 * scale)
    low = y + 10.5 * scale
    return use(f"worker-{canvas.seats[seat]}", x, low, scale, f' id="worker-{lot.id}"') + text(
        x, low - 6.2 * scale + letters * 0.34, canvas.letter(seat), letters, paint.ink, "strong", "middle"
    )


# --- skyscrapers -------------------------------------------------------------------------------------


def _skyscrapers(canvas: Canvas, view: View, names: list[str]) -> str:
    called = tuple(names)
    rows = sorted(
        view["skyscrapers"], key=lambda row: min(canvas.board.square_number[s] for s in row["squares"])
    )
    return "".join(
        canvas.keep(
            ("built", row["seat"], row["tile"], row["placement"], called), _skyscraper, canvas, row, names
        )
        for row in rows
    )


def _skyscraper(canvas: Canvas, row: dict[str, Any], names: list[str]) -> str:
    board = canvas.board
    squares = [board.squares[board.square_number[name]] for name in row["squares"]]
    left, top = min(square.column for square in squares), min(square.row for square in squares)
    cells: list[Cell] = [(square.column - left, square.row - top) for square in squares]
    box = canvas.layout.cell(left, top)
    tile = board.tiles[board.tile_number[row["tile"]]]
    drawn = skyscraper(canvas, tile, row["seat"], cells, (box.x, box.y), canvas.layout.unit)
    words = describe.standing(board, row, names, canvas.say)
    return named(f"built-{row['seat']}-{row['tile']}", words, drawn, ' class="built"')


# --- squares -----------------------------------------------------------------------------------------


def _squares(canvas: Canvas, view: View) -> str:
    """While a skyscraper is to be placed every square can be pointed at; those it may cover are marked."""
    if view["phase"] != "place" or view["tile"] is None or view["to_act"] is None:
        return ""
    board = canvas.board
    plain, rebuild = ways(board, view, view["came_from"])
    tile = board.tile_number[view["tile"]]
    covered = {
        square
        for place in places(board, land(board, view), tile, plain, rebuild)
        for square in board.placements[place].squares
    }
    return "".join(
        canvas.keep(("square", number, number in covered), _square, canvas, number, number in covered)
        for number in range(len(board.squares))
    )


def _square(canvas: Canvas, number: int, marked: bool) -> str:
    square = canvas.board.squares[number]
    box = canvas.layout.cell(square.column, square.row)
    palette, content = canvas.palette, ""
    if marked:
        reach = canvas.layout.unit * 0.2
        field = box.inside(canvas.layout.unit * 0.1)
        brackets = "".join(
            f"M{num(x)} {num(y + reach * down)}V{num(y)}H{num(x + reach * across)}"
            for x, y, across, down in (
                (field.x, field.y, 1, 1), (field.right, field.y, -1, 1),
                (field.x, field.bottom, 1, -1), (field.right, field.bottom, -1, -1),
            )
        )  # fmt: skip
        strong = canvas.layout.unit * 0.06
        content = (
            rect(*box.inside(1), f' fill="{palette.crown}" fill-opacity=".16"')
            + f'<path class="fits" d="{brackets}" fill="none" stroke="{palette.edge}"'
            f' stroke-width="{num(strong * 1.7)}"/>'
            f'<path d="{brackets}" fill="none" stroke="{palette.crown}" stroke-width="{num(strong)}"/>'
        )
    words = describe.square(canvas.board, square, canvas.say)
    shape = f'<rect x="{num(box.x)}" y="{num(box.y)}" width="{num(box.width)}" height="{num(box.height)}"'
    return target(f"square-{square.id}", words, content, shape, "square")

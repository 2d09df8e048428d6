"""New York 1901: the map as squares, lots and blocks, and all placements of shapes on it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

SIDES = ((0, -1), (1, 0), (0, 1), (-1, 0))
UNNAMED = (".", "+")  # the first characters of streets without a card
Cell = tuple[int, int]  # column, row


@dataclass(frozen=True)
class Square:
    """A building square. Its id is the letter of its column and its row: K2."""

    id: str
    column: int
    row: int
    lot: str
    block: int
    streets: tuple[str, ...]  # codes of the named streets that it touches
    frontage: bool  # touches any street or park


@dataclass(frozen=True)
class Lot:
    """A lot. Its id is the letter of its district and its own: Gb."""

    id: str
    district: int
    squares: tuple[int, ...]
    block: int

    @property
    def size(self) -> int:
        return len(self.squares)


@dataclass(frozen=True)
class Placement:
    """Squares that a shape can cover in one of its orientations (`turn` quarter turns clockwise)."""

    shape: int
    turn: int
    mirrored: bool
    squares: tuple[int, ...]
    block: int
    streets: tuple[int, ...]  # numbers of the named streets it touches
    districts: tuple[int, ...]
    lots: tuple[int, ...]


@dataclass(frozen=True)
class Ground:
    """The map. Squares are numbered block by block, blocks from the top left, row by row."""

    cells: list[list[str]]
    squares: list[Square]
    lots: list[Lot]
    blocks: list[list[int]]  # the squares of each

    def neighbours(self, square: int) -> list[int]:
        here = self.squares[square]
        around = {(here.column + right, here.row + down) for right, down in SIDES}
        return [
            other
            for other in self.blocks[here.block]
            if (self.squares[other].column, self.squares[other].row) in around
        ]


def square_id(column: int, row: int) -> str:
    return f"{chr(ord('A') + column)}{row + 1}"


def map_problems(
    text: str, columns: int, rows: int, letters: list[str], codes: dict[str, str], path: str
) -> Iterator[str]:
    """The problems of a map's text; `codes` holds the two-letter codes of the edition and what they are."""
    lines = text.split("\n")
    lines = [line for line in lines if line.strip()]
    if not 1 <= columns <= 26 or not 1 <= rows <= 40:
        yield f"{path}: must have at most 26 columns and 40 rows"
    if len(lines) != rows:
        yield f"{path}.map: must have {rows} rows, not {len(lines)}"
    for number, line in enumerate(lines):
        cells = line.split()
        if len(cells) != columns:
            yield f"{path}.map: row {number + 1} must have {columns} cells, not {len(cells)}"
        for column, code in enumerate(cells):
            is_lot = len(code) == 2 and code[0] in letters and code[1].islower()
            if not is_lot and code not in codes and code not in ("..", "++"):
                known = f"a lot ({'/'.join(letters)} and a letter), .., ++ or one of {', '.join(codes)}"
                yield f"{path}.map: row {number + 1}, cell {column + 1}: must be {known}, not {code!r}"


def ground(
    text: str, letters: list[str], street_codes: list[str], park_codes: list[str], also: set[str]
) -> Ground:
    """Read a map. Streets and parks give frontage, and so do "edge" (off the map) and "printed" (printed
    buildings) if `also` has them."""
    cells = [line.split() for line in text.split("\n") if line.strip()]
    lot_at = {
        (column, row): code
        for row, line in enumerate(cells)
        for column, code in enumerate(line)
        if code[0] in letters and code[0].isupper()
    }

    def code_at(cell: Cell) -> str:
        column, row = cell
        inside = 0 <= row < len(cells) and 0 <= column < len(cells[row])
        return cells[row][column] if inside else "edge"

    def fronts(code: str) -> bool:
        if code == "edge":
            return "edge" in also
        if code[0] in UNNAMED or code in street_codes or code in park_codes:
            return True
        return "printed" in also and code[0] not in letters

    squares: list[Square] = []
    blocks: list[list[int]] = []
    for block, group in enumerate(_blocks(lot_at)):
        blocks.append(list(range(len(squares), len(squares) + len(group))))
        for cell in group:
            beside = [code_at(other) for other in _around(cell) if other not in lot_at]
            streets = tuple(code for code in street_codes if code in beside)
            frontage = any(fronts(code) for code in beside)
            squares.append(Square(square_id(*cell), *cell, lot_at[cell], block, streets, frontage))
    return Ground(cells, squares, _lots(squares, letters), blocks)


def _around(cell: Cell) -> list[Cell]:
    return [(cell[0] + right, cell[1] + down) for right, down in SIDES]


def _reading_order(cell: Cell) -> Cell:
    return cell[1], cell[0]


def _blocks(building: Iterable[Cell]) -> list[list[Cell]]:
    """Building squares that touch, block by block, each row by row."""
    left, found = set(building), []
    for start in sorted(left, key=_reading_order):
        if start in left:
            block = _connected(start, left)
            left -= block
            found.append(sorted(block, key=_reading_order))
    return found


def _connected(start: Cell, cells: Collection[Cell]) -> set[Cell]:
    """The cells that can be reached from one of them."""
    reached, edge = {start}, [start]
    while edge:
        for other in _around(edge.pop()):
            if other in cells and other not in reached:
                reached.add(other)
                edge.append(other)
    return reached


def _lots(squares: list[Square], letters: list[str]) -> list[Lot]:
    """The lots by district and letter."""
    own: dict[str, list[int]] = {}
    for number, square in enumerate(squares):
        own.setdefault(square.lot, []).append(number)
    codes = sorted(own, key=lambda code: (letters.index(code[0]), code[1]))
    return [
        Lot(code, letters.index(code[0]), tuple(own[code]), squares[own[code][0]].block) for code in codes
    ]


def is_connected(cells: list[Cell]) -> bool:
    return len(_connected(cells[0], cells)) == len(cells)


# --- shapes ------------------------------------------------------------------------------------------


def cells_of(shape: list[str]) -> list[Cell]:
    return [
        (column, row) for row, line in enumerate(shape) for column, sign in enumerate(line) if sign == "#"
    ]


def is_rectangle(shape: list[str]) -> bool:
    cells = cells_of(shape)
    columns, rows = {column for column, _ in cells}, {row for _, row in cells}
    return len(cells) == len(columns) * len(rows)


def _normalised(cells: list[Cell]) -> tuple[Cell, ...]:
    """The same shape moved to the top left corner, its cells row by row."""
    left, top = min(column for column, _ in cells), min(row for _, row in cells)
    return tuple(sorted(((c - left, r - top) for c, r in cells), key=_reading_order))


def turns(shape: list[str], mirror: bool) -> list[tuple[int, bool, tuple[Cell, ...]]]:
    """The different orientations of a shape: quarter turns clockwise, whether mirrored, and its cells."""
    found: dict[tuple[Cell, ...], tuple[int, bool, tuple[Cell, ...]]] = {}
    for mirrored in (False, True) if mirror else (False,):
        cells = [(-column if mirrored else column, row) for column, row in cells_of(shape)]
        for turn in range(4):
            lying = _normalised(cells)
            found.setdefault(lying, (turn, mirrored, lying))
            cells = [(-row, column) for column, row in cells]
    return list(found.values())


def same_shape(mirror: bool, shape: list[str]) -> tuple[Cell, ...]:
    """The normal form of a shape, equal for all its orientations."""
    return min(lying for _, _, lying in turns(shape, mirror))


def placements(
    ground: Ground, shapes: list[list[str]], mirror: bool, street_codes: list[str], frontage: bool = True
) -> list[Placement]:
    """All placements of each shape within a block, by default with a side on a street or park, ordered
    by shape, block, orientation, and then row by row."""
    lot_number = {lot.id: index for index, lot in enumerate(ground.lots)}
    found: list[Placement] = []
    for shape, lines in enumerate(shapes):
        lyings = turns(lines, mirror)
        for block, members in enumerate(ground.blocks):
            inside = {(ground.squares[m].column, ground.squares[m].row): m for m in members}
            columns, rows = sorted({column for column, _ in inside}), sorted({row for _, row in inside})
            for turn, mirrored, lying in lyings:
                for row in rows:
                    for column in columns:
                        squares = _covered(inside, column, row, lying)
                        if not squares:
                            continue
                        if frontage and not has_frontage(ground, squares):
                            continue
                        lots = sorted({lot_number[ground.squares[square].lot] for square in squares})
                        touched = {code for square in squares for code in ground.squares[square].streets}
                        found.append(
                            Placement(
                                shape,
                                turn,
                                mirrored,
                                tuple(sorted(squares)),
                                block,
                                tuple(street_codes.index(code) for code in street_codes if code in touched),
                                tuple(sorted({ground.lots[lot].district for lot in lots})),
                                tuple(lots),
                            )
                        )
    return found


def _covered(inside: dict[Cell, int], column: int, row: int, lying: tuple[Cell, ...]) -> list[int]:
    """The squares under a shape; none if it does not lie inside."""
    squares = []
    for c, r in lying:
        square = inside.get((column + c, row + r))
        if square is None:
            return []
        squares.append(square)
    return squares


def has_frontage(ground: Ground, squares: Iterable[int]) -> bool:
    return any(ground.squares[square].frontage for square in squares)

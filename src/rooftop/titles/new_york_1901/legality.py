"""New York 1901: the rules of `building.py` over a view, for words and reasons.

`rooftop.testing.contract` compares both for every action.
"""

from __future__ import annotations

from dataclasses import dataclass

from rooftop.titles.new_york_1901 import state as n
from rooftop.titles.new_york_1901.board import Board
from rooftop.titles.new_york_1901.schema import GENERATIONS
from rooftop.titles.new_york_1901.view import Phase, View


@dataclass(frozen=True)
class Land:
    """What the seat to act owns and has built. Sets of squares are bits over the whole board."""

    squares: int
    built: int
    by_tile: dict[str, int]
    generation: dict[str, int]  # of each standing tile
    workers: int

    def too_new(self, generation: int) -> int:
        """The squares under tiles that a tile of this generation cannot replace."""
        return sum(mask for tile, mask in self.by_tile.items() if self.generation[tile] >= generation)


def land(board: Board, view: View) -> Land:
    """The land of the seat to act."""
    own = view.acting
    squares = sum(board.lot_masks[board.lot_number[lot]] for lot in own.lots)
    standing = [row for row in view.skyscrapers if row.seat == view.to_act]
    by_tile = {row.tile: board.masks[row.placement] for row in standing}
    generation = {row.tile: GENERATIONS.index(row.generation) for row in standing}
    return Land(squares, sum(by_tile.values()), by_tile, generation, own.workers)


def chosen_tile(board: Board, view: View) -> int:
    """The tile whose squares are being chosen."""
    assert view.tile is not None
    return board.tile_number[view.tile]


def may_acquire(view: View) -> bool:
    """NY-20: whether the seat to act can acquire land now."""
    if view.acting.workers == 0:
        return False
    return any(card and (card.size == n.SMALL or not view.so_far.grabbed) for card in view.market)


def ways(view: View, phase: Phase) -> tuple[bool, bool]:
    """Whether a tile chosen in this phase may go on vacant land, and whether it may replace others."""
    if phase == "turn":
        return not may_acquire(view), True
    return True, False


def demolished(own: Land, mask: int) -> list[str]:
    """The tiles that a placement tears down."""
    return [tile for tile, under in own.by_tile.items() if under & mask]


def emptied(board: Board, own: Land, mask: int) -> list[int]:
    """The lots that lose their only tile to a placement and so need a worker."""
    torn = sum(own.by_tile[tile] for tile in demolished(own, mask))
    after = own.built & ~torn | mask
    return [lot for lot, squares in enumerate(board.lot_masks) if squares & torn and not squares & after]


def freed(board: Board, own: Land, mask: int) -> list[int]:
    """The lots whose workers return to the reserve."""
    return [lot for lot, squares in enumerate(board.lot_masks) if squares & mask and not squares & own.built]


def workers_missing(board: Board, own: Land, mask: int) -> int:
    """How many more workers a placement needs; 0 or less if there are enough."""
    return len(emptied(board, own, mask)) - own.workers - len(freed(board, own, mask))


def apart(board: Board, own: Land, mask: int) -> tuple[str, str] | None:
    """NY-51: two of the tiles to tear down that no chain of touching ones connects, if there are any."""
    if not board.rulings.demolished_must_touch:
        return None
    first, *left = demolished(own, mask)
    group = own.by_tile[first]
    while joined := [tile for tile in left if board.beside(own.by_tile[tile]) & group]:
        group |= sum(own.by_tile[tile] for tile in joined)
        left = [tile for tile in left if tile not in joined]
    return (first, left[0]) if left else None


def fits(board: Board, own: Land, tile: int, placement: int, plain: bool, rebuild: bool) -> bool:
    """Whether a tile can be placed there: on vacant land if `plain`, replacing others if `rebuild`."""
    mask = board.masks[placement]
    if mask & ~own.squares:
        return False
    if not mask & own.built:
        return plain
    if not rebuild or mask & own.too_new(GENERATIONS.index(board.tiles[tile].generation)):
        return False
    return workers_missing(board, own, mask) <= 0 and apart(board, own, mask) is None


def placements(board: Board, own: Land, tile: int, plain: bool, rebuild: bool) -> list[int]:
    """All placements where a tile fits."""
    return [
        placement
        for placement in board.shape_placements[board.tile_shape[tile]]
        if not board.masks[placement] & ~own.squares and fits(board, own, tile, placement, plain, rebuild)
    ]


def may_build_any(board: Board, view: View) -> bool:
    """Whether any available tile fits on the vacant land of the seat to act."""
    own = land(board, view)
    return any(placements(board, own, tile, True, False) for tile in available_tiles(board, view))


def may_rebuild_any(board: Board, view: View) -> bool:
    """Whether any available tile can replace others of the seat to act."""
    own = land(board, view)
    return bool(own.by_tile) and any(
        placements(board, own, tile, False, True) for tile in available_tiles(board, view)
    )


def available_tiles(board: Board, view: View) -> list[int]:
    """NY-38..43: the unbuilt tiles whose generation the seat to act has unlocked."""
    own = view.acting
    highest = GENERATIONS.index(own.generation)
    found = [
        number
        for number in board.own_tiles
        if own.tiles[board.tiles[number].id] == "unbuilt"
        and GENERATIONS.index(board.tiles[number].generation) <= highest
    ]
    if highest == n.GOLD and own.legendary is None:
        found += [
            number for number in board.legendary_tiles if view.legendary[board.tiles[number].id] is None
        ]
    return found

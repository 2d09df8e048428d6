"""New York 1901: what a view says about where the seat to act could build, for words and reasons.

The same rules as in `building.py`, over names; `rooftop.testing.contract` compares them on every action.
"""

from __future__ import annotations

from dataclasses import dataclass

from rooftop.game.title import View
from rooftop.titles.new_york_1901 import state as n
from rooftop.titles.new_york_1901.board import GENERATIONS, Board


@dataclass(frozen=True)
class Land:
    """What the seat to act owns and has built. Sets of squares over the whole board are numbers."""

    squares: int
    built: int
    by_tile: dict[str, int]
    generation: dict[str, int]  # of each standing tile
    workers: int

    def too_new(self, generation: int) -> int:
        return sum(mask for tile, mask in self.by_tile.items() if self.generation[tile] >= generation)


def land(board: Board, view: View) -> Land:
    seat = view["to_act"]
    own = view["seats"][seat]
    squares = sum(board.lot_masks[board.lot_number[lot]] for lot in own["lots"])
    standing = [row for row in view["skyscrapers"] if row["seat"] == seat]
    by_tile = {row["tile"]: board.masks[row["placement"]] for row in standing}
    generation = {row["tile"]: GENERATIONS.index(row["generation"]) for row in standing}
    return Land(squares, sum(by_tile.values()), by_tile, generation, own["workers"])


def may_acquire(board: Board, view: View) -> bool:
    """NY-20: whether land can be acquired at this moment of the turn."""
    if view["seats"][view["to_act"]]["workers"] == 0:
        return False
    return any(card and (card["size"] == n.SMALL or not view["so_far"]["grabbed"]) for card in view["market"])


def ways(board: Board, view: View, phase: str) -> tuple[bool, bool]:
    """Whether a tile chosen in this phase may go on vacant land, and whether it may tear down."""
    if phase == "turn":
        return not may_acquire(board, view), True
    return True, False


def demolished(own: Land, mask: int) -> list[str]:
    """The tiles that a placement tears down."""
    return [tile for tile, under in own.by_tile.items() if under & mask]


def emptied(board: Board, own: Land, mask: int) -> list[int]:
    """The lots that need a worker after a placement: they had a tile and have none then."""
    torn = sum(own.by_tile[tile] for tile in demolished(own, mask))
    after = own.built & ~torn | mask
    return [lot for lot, squares in enumerate(board.lot_masks) if squares & torn and not squares & after]


def freed(board: Board, own: Land, mask: int) -> list[int]:
    """The lots whose workers come back."""
    return [lot for lot, squares in enumerate(board.lot_masks) if squares & mask and not squares & own.built]


def short_of_workers(board: Board, own: Land, mask: int) -> int:
    """How many workers a placement lacks."""
    return len(emptied(board, own, mask)) - own.workers - len(freed(board, own, mask))


def lying_apart(board: Board, own: Land, mask: int) -> tuple[str, str] | None:
    """NY-51: two of the tiles that a placement tears down, if no chain of touching ones joins them."""
    if not board.rulings.demolished_must_touch:
        return None
    first, *left = demolished(own, mask)
    group = own.by_tile[first]
    while joined := [tile for tile in left if board.beside(own.by_tile[tile]) & group]:
        group |= sum(own.by_tile[tile] for tile in joined)
        left = [tile for tile in left if tile not in joined]
    return (first, left[0]) if left else None


def fits(board: Board, own: Land, tile: int, place: int, plain: bool, rebuild: bool) -> bool:
    mask = board.masks[place]
    if mask & ~own.squares:
        return False
    if not mask & own.built:
        return plain
    if not rebuild or mask & own.too_new(GENERATIONS.index(board.tiles[tile].generation)):
        return False
    return short_of_workers(board, own, mask) <= 0 and lying_apart(board, own, mask) is None


def places(board: Board, own: Land, tile: int, plain: bool, rebuild: bool) -> list[int]:
    """Where a tile could stand."""
    return [
        place
        for place in board.shape_places[board.tile_shape[tile]]
        if not board.masks[place] & ~own.squares and fits(board, own, tile, place, plain, rebuild)
    ]


def may_build_any(board: Board, view: View) -> bool:
    """Whether any tile that the seat has and may build finds a place on vacant land."""
    own = land(board, view)
    return any(places(board, own, tile, True, False) for tile in tiles_to_hand(board, view))


def tiles_to_hand(board: Board, view: View) -> list[int]:
    """NY-38..43: the tiles that the seat to act has and may build by now."""
    own = view["seats"][view["to_act"]]
    highest = GENERATIONS.index(own["generation"])
    found = [
        number
        for number in board.own_tiles
        if own["tiles"][board.tiles[number].id] == "unbuilt"
        and GENERATIONS.index(board.tiles[number].generation) <= highest
    ]
    if highest == n.GOLD and own["legendary"] is None:
        found += [
            number for number in board.legendary_tiles if view["legendary"][board.tiles[number].id] is None
        ]
    return found
